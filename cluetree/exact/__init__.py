"""The counter: every deal that fits the evidence, counted exactly.

`count` returns `Beliefs`: the number of deals, the chance of every card at every place, every
possible envelope; `count_envelopes` only the last. `Replies` counts the replies to suggestions.
"""

from cluetree.exact._count import count, count_envelopes, is_possible
from cluetree.exact.replies import Replies

__all__ = (
    "Replies",
    "count",
    "count_envelopes",
    "is_possible",
)
