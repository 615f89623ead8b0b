"""Fast deduction on bit sets.

`Frame` numbers the cards and places of a table. `Marks` collects claims and applies the five
rules. The proof checker and the numpy batch implement the rules separately, so that tests can
compare them.
"""

from cluetree.deduction.frame import Branch, Frame, bits, union
from cluetree.deduction.marks import Marks, contradiction

__all__ = ["Branch", "Frame", "Marks", "bits", "contradiction", "union"]
