"""The counter: every deal that fits the evidence, counted exactly.

`count` answers with `Beliefs`: the number of deals, the chance of every card at every place,
every possible envelope; `weigh` does too, and estimates where a limit ends the count.
`count_replies` counts how suggestions would be answered. Plain ints and bit sets, no nodes,
nothing but the standard library; where the compiled core is installed, it gives the same answers
sooner, and `core_version` says so.
"""

from cluetree.exact._beliefs import count, estimate, is_possible, some_deal, weigh
from cluetree.exact._native import version as core_version
from cluetree.exact.replies import Replies, count_replies

__all__ = (
    "Replies",
    "core_version",
    "count",
    "count_replies",
    "estimate",
    "is_possible",
    "some_deal",
    "weigh",
)
