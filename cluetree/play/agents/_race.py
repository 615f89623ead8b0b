"""The race for the envelope: what a suggestion tells its asker, and what it tells the others.

Both are expected information about the envelope, in bits, on deals weighed by the models of the
opponents. The asker sees the cards that it is shown. The others see who passes and who shows.
How much is open to each of the others also tells how soon they may win.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from cluetree.advice.suggestions import LEAK_COST
from cluetree.evidence import bits
from cluetree.play.agents._deals import envelopes
from cluetree.play.engine.arrays import Numbers, Reals, Sets
from cluetree.play.engine.layout import Layout
from cluetree.play.engine.simulation import Worlds
from cluetree.table import Answering

_WINS: Final = 1.0
"""The wins that each player is taken to have had, and to have been due, at first."""
_MOST_ROUNDS: Final = 50
"""The rounds that are looked ahead."""

_HELD: Final = np.arange(8)[:, None] >> np.arange(3) & 1
"""For each set of the asked cards, which of them it has."""
_SHOWN: Final = _HELD / np.maximum(_HELD.sum(axis=1, keepdims=True), 1)
"""For each set of the asked cards held, how often each is shown."""


def race_values(layout: Layout, seat: int, hands: Sets, actions: Sequence[int]) -> Reals:
    """Return the value of each suggestion of a seat: its gain less a part of its leak, in bits.

    With several answers to a suggestion, what each tells is added up. The hands are deals (axes:
    seat, deal), and the actions suggestions, as sets.
    """
    values = np.zeros(len(actions))
    for number, joint in _answers(layout, seat, hands, actions):
        seen = _seen(joint)
        public = np.hstack((seen[:, :1], joint[..., 1:].sum(axis=2)))
        values[number] += _information(seen) - LEAK_COST * _information(public)
    return values


def expected_chance(layout: Layout, seat: int, hands: Sets, actions: Sequence[int]) -> float:
    """Return the chance that the asker can expect to give the likeliest envelope after an answer.

    It is that of the best suggestion; the arguments are those of `race_values`.
    """
    tables = _answers(layout, seat, hands, actions)
    seen = (_seen(joint) for _, joint in tables)
    return max(float(each.max(axis=0).sum() / each.sum()) for each in seen)


class Speeds:
    """How fast each of the others wins, in comparison with guesses.

    A player with k envelopes left would win in a turn with the chance 1/k by a guess. The speed is
    the number of the player's wins over the number that was due by guesses so far.
    """

    def __init__(self, others: Iterable[int]):
        self._wins: dict[int, float] = dict.fromkeys(others, _WINS)
        self._due: dict[int, float] = dict(self._wins)
        self._guesses: Mapping[int, float] = {}

    def of(self, seat: int) -> float:
        """Return how fast a seat is; 1 is as fast as guesses."""
        return self._wins[seat] / self._due[seat]

    def chance_of_others(self, worlds: Worlds, eliminated: Collection[int]) -> float:
        """Return the chance that another player wins before this seat's next turn."""
        layout = worlds.layout
        hideable = worlds.can[..., layout.envelope]
        ways = [np.bitwise_count(hideable & np.uint64(cards)) for cards in layout.categories]
        guesses = (1 / np.prod(ways, axis=0, dtype=np.float64)).mean(axis=0)
        seats = self._due.keys() - eliminated
        self._guesses = {seat: float(guesses[seat]) for seat in seats}
        left = 1.0
        for seat, guess in self._guesses.items():
            left *= max(0.0, 1 - guess * self.of(seat))
        return 1 - left

    def note_turn(self, seat: int) -> None:
        """Note that a seat has had a turn."""
        if seat in self._guesses:
            self._due[seat] += self._guesses[seat]

    def note_win(self, seat: int) -> None:
        """Note that a seat has won."""
        if seat in self._wins:
            self._wins[seat] += 1


def chance_to_win(chance: float, then: float, others: float) -> float:
    """Return the chance to win by an accusation in the best of the next rounds.

    Args:
        chance: The chance of the likeliest envelope now.
        then: Its chance expected after this seat's next suggestion. Each further one leaves the
            same share of the doubt.
        others: The chance that another player wins in a round.
    """
    share = (1 - then) / (1 - chance) if chance < 1 else 0.0
    rounds = range(1, _MOST_ROUNDS + 1)
    return max((1 - others) ** k * (1 - (1 - chance) * share**k) for k in rounds)


def _answers(
    layout: Layout, seat: int, hands: Sets, actions: Sequence[int]
) -> Iterator[tuple[int, Numbers]]:
    """Yield the number of each suggestion with a table of each answer to it.

    A table counts deals. Axes: envelope, player who answers, set of the asked cards held.
    """
    kinds, envelope = np.unique(envelopes(layout, hands), return_inverse=True)
    theirs = hands[[*layout.left_of(seat)]]
    has = [(theirs >> np.uint64(card) & np.uint64(1)).astype(np.int64) for card in range(64)]
    for number, action in enumerate(actions):
        held = np.asarray(sum(has[card] << at for at, card in enumerate(bits(action))))
        if layout.answering is Answering.ALL:
            answers = [(each, 1) for each in held]
        else:
            first: Numbers = np.zeros_like(held[0])
            for place, each in reversed([*enumerate(held)]):
                first[each > 0] = len(_HELD) * place + each[each > 0]
            answers = [(first, len(held))]
        for answer, players in answers:
            width = len(_HELD) * players
            joint = np.bincount(envelope * width + answer, minlength=len(kinds) * width)
            yield number, joint.reshape(len(kinds), players, len(_HELD))


def _seen(joint: Numbers) -> Reals:
    """Return a table of what the asker sees: no show, or a card of a player."""
    passed = joint[..., 0].sum(axis=1, dtype=np.float64)[:, None]
    seen: Reals = np.hstack((passed, (joint[..., 1:] @ _SHOWN[1:]).reshape(len(joint), -1)))
    return seen


def _information(joint: Reals | Numbers) -> float:
    """Return how much the columns tell about the rows, in bits."""
    counts = joint, joint.sum(axis=0), joint.sum(axis=1)
    both, columns, rows = (float(each[each > 0] @ np.log2(each[each > 0])) for each in counts)
    total = joint.sum()
    return float((both - columns - rows) / total + np.log2(total))
