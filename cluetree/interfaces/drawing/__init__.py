"""Results drawn with rich, for the command line and the assistants' tools; one function each."""

from cluetree.interfaces.drawing.parts import as_text

__all__ = ("as_text",)
