"""Deduction on bit sets, shared by all code that needs it fast.

`Frame` numbers the cards and places of a table, `Marks` takes claims in and applies the five
rules. The proof checker has rules of its own, and so has the batch in numpy: they are second
opinions.
"""

from cluetree.deduction.frame import Branch, Frame, bits, union
from cluetree.deduction.marks import Marks, contradiction

__all__ = ["Branch", "Frame", "Marks", "bits", "contradiction", "union"]
