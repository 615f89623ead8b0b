"""Programs in any language as agents."""

from cluetree.play.outside.agent import OutsideAgent
from cluetree.play.outside.program import ProgramError

__all__ = ("OutsideAgent", "ProgramError")
