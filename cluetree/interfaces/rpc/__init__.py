"""The line protocol: JSON-RPC 2.0, one object per line, for bots and pages in any language.

`Session.handle` takes a line and returns the answer. In `cluetree.play.outside` the roles are
reversed: cluetree is the client of a program that plays a seat.
"""

from cluetree.interfaces.rpc.session import Session

__all__ = ("Session",)
