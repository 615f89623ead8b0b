"""The race for the envelope: what a suggestion tells its asker, and what it tells the others.

Both are expected information about the envelope, in bits, on deals weighed by the models of the
opponents. The asker sees the cards that it is shown. The others see who passes and who shows.
How much is open to each player also tells how likely one who plays on will win.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import numpy as np

from cluetree.advice.suggestions import LEAK_COST
from cluetree.deduction import bits
from cluetree.play.engine.arrays import Numbers, Reals, Sets
from cluetree.play.engine.layout import Layout
from cluetree.play.engine.simulation import Worlds
from cluetree.table import Answering

_ODDS: Final = np.array((-2.7, -0.6, 1.0))
"""The log odds to win by playing on: a constant, for each bit that is open to this seat, and for
each bit that is open to the others on average. Fitted to games that were not used elsewhere."""

_HELD: Final = np.arange(8)[:, None] >> np.arange(3) & 1
"""For each set of the asked cards, which of them it has."""
_SHOWN: Final = _HELD / np.maximum(_HELD.sum(axis=1, keepdims=True), 1)
"""For each set of the asked cards held, how often each is shown."""


def race_values(
    layout: Layout, seat: int, hands: Sets, dealt: int, actions: Sequence[int]
) -> Reals:
    """Return the value of each suggestion of a seat: its gain less a part of its leak, in bits.

    With several answers to a suggestion, what each tells is added up.

    Args:
        layout: Deck and seats.
        seat: The seat that suggests.
        hands: Deals. Axes: seat, deal.
        dealt: The cards that do not lie face-up, as a set.
        actions: The suggestions, as sets.
    """
    envelopes = np.uint64(dealt) & ~np.bitwise_or.reduce(hands, axis=0)
    kinds, envelope = np.unique(envelopes, return_inverse=True)
    theirs = hands[[*layout.left_of(seat)]]
    has = [(theirs >> np.uint64(card) & np.uint64(1)).astype(np.int64) for card in range(64)]
    values = np.empty(len(actions))
    for number, action in enumerate(actions):
        asked = sum(has[card] << at for at, card in enumerate(bits(action)))
        values[number] = 0
        for answer, answers in _answers(np.asarray(asked), layout.answering):
            joint = np.bincount(
                envelope * answers + answer, minlength=len(kinds) * answers
            ).reshape(len(kinds), -1, len(_HELD))
            passed = joint[..., 0].sum(axis=1)[:, None]
            shows = joint[..., 1:]
            public = np.hstack((passed, shows.sum(axis=2)))
            own = np.hstack((passed, (shows @ _SHOWN[1:]).reshape(len(kinds), -1)))
            values[number] += _information(own) - LEAK_COST * _information(public)
    return values


def chance_to_win(worlds: Worlds, seat: int, eliminated: Collection[int], chances: Reals) -> float:
    """Return the chance of a seat to win by playing on.

    It follows from how much is open to the seat, by the chances of the envelopes, and from how
    much is open to the others, by the mean over the deals of what each would know.
    """
    layout = worlds.layout
    own = -_spread(chances)
    open_cards = worlds.can[..., layout.players]
    ways = [np.bitwise_count(open_cards & np.uint64(cards)) for cards in layout.categories]
    bits_left = np.log2(ways).sum(axis=0).mean(axis=0)
    others = [other for other in layout.left_of(seat) if other not in eliminated]
    theirs = bits_left[others].mean()
    return float(1 / (1 + np.exp(-(_ODDS @ (1, own, theirs)))))


def _answers(asked: Numbers, answering: Answering) -> Iterator[tuple[Numbers, int]]:
    """Yield each answer by deal as a number, and how many there are.

    The number tells who shows, and which asked cards the player has; all that pass are number 0.
    """
    if answering is Answering.ALL:
        yield from ((held, len(_HELD)) for held in asked)
        return
    answer: Numbers = np.zeros_like(asked[0])
    for place, held in reversed([*enumerate(asked)]):
        answer[held > 0] = len(_HELD) * place + held[held > 0]
    yield answer, len(_HELD) * len(asked)


def _information(joint: Reals) -> float:
    """Return how much the columns tell about the rows, in bits."""
    total = joint.sum()
    parts = (_spread(joint), -_spread(joint.sum(axis=0)), -_spread(joint.sum(axis=1)))
    return float((sum(parts) / total) + np.log2(total))


def _spread(weights: Reals) -> float:
    found = weights[weights > 0]
    return float(found @ np.log2(found))
