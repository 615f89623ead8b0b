"""The line protocol: JSON-RPC 2.0, one object a line, for bots and pages in any language.

`Session.handle` takes a line and gives the answer; the command `cluetree serve` speaks over
standard input and output or TCP. `cluetree.play.outside` is the other way round: a program that
plays a seat.
"""

from cluetree.interfaces.rpc.games import Game
from cluetree.interfaces.rpc.session import METHODS, Session

__all__ = ("METHODS", "Game", "Session")
