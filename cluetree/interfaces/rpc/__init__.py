"""The line protocol: JSON-RPC 2.0, one object a line, for bots and pages in any language.

`Session.handle` takes a line and returns the answer; the command `cluetree serve` speaks over
standard input and output or TCP. `cluetree.play.outside` is the reverse: a program that plays a
seat.
"""

from cluetree.interfaces.rpc.session import METHODS, Session
from cluetree.operations.games import Game

__all__ = ("METHODS", "Game", "Session")
