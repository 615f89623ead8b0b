"""The counter: every deal that fits the evidence, counted exactly.

`count` returns `Beliefs`: the number of deals, the chance of every card at every place, every
possible envelope. `weigh` does too, and estimates where a limit ends the count. `count_replies`
counts the replies to suggestions.
"""

from cluetree.exact._beliefs import count, estimate, is_possible, some_deal, weigh
from cluetree.exact._draws import ROUGH
from cluetree.exact.replies import Replies, count_replies

__all__ = (
    "ROUGH",
    "Replies",
    "count",
    "count_replies",
    "estimate",
    "is_possible",
    "some_deal",
    "weigh",
)
