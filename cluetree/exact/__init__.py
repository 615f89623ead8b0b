"""The counter: every deal that fits the evidence, counted exactly.

`count` returns `Beliefs`: the number of deals, the chance of every card at every place, every
possible envelope. `Replies` counts the replies to suggestions.
"""

from cluetree.exact._beliefs import count, is_possible
from cluetree.exact.replies import Replies

__all__ = (
    "Replies",
    "count",
    "is_possible",
)
