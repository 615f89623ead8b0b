"""Results drawn with rich, once for the command line and the notebook in the terminal.

`draw` chooses the drawing by the type of the result.
"""

from cluetree.interfaces.drawing.parts import as_text, draw, is_drawn

__all__ = ("as_text", "draw", "is_drawn")
