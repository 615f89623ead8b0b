"""Programs of any language that play a seat: asked for their choices by lines, within a time."""

from cluetree.play.outside.agent import OutsideAgent
from cluetree.play.outside.child import ProgramError

__all__ = ("OutsideAgent", "ProgramError")
