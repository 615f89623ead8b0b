"""The race for the envelope: what a suggestion tells its asker, and what it tells the others.

Both are expected information about the envelope, in bits, on deals weighed by the models of the
opponents. The asker sees the cards that it is shown. The others see who passes and who shows.
How much is open to each player also tells how likely one who plays on will win.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from cluetree.advice.suggestions import LEAK_COST
from cluetree.deduction import bits
from cluetree.play.engine.arrays import Numbers, Reals, Sets
from cluetree.play.engine.layout import Layout
from cluetree.play.engine.simulation import Worlds
from cluetree.table import Answering

_WINS: Final = 1.0
"""The wins that each player is taken to have had, and to have been due, at first."""
_FADES: Final = 0.8
"""The share of what was learnt of a player that holds in the next game."""
_MOST_ROUNDS: Final = 50
"""The rounds that are looked ahead."""

_HELD: Final = np.arange(8)[:, None] >> np.arange(3) & 1
"""For each set of the asked cards, which of them it has."""
_SHOWN: Final = _HELD / np.maximum(_HELD.sum(axis=1, keepdims=True), 1)
"""For each set of the asked cards held, how often each is shown."""


class Told(NamedTuple):
    """What is expected of the answers to suggestions, by suggestion."""

    gain: Reals
    """What the asker learns about the envelope, in bits."""
    leak: Reals
    """What an onlooker learns about it, in bits."""
    likeliest: Reals
    """The chance that the asker then gives the likeliest envelope."""

    @property
    def worth(self) -> Reals:
        """The value in the race, in bits."""
        worth: Reals = self.gain - LEAK_COST * self.leak
        return worth


def told_by(layout: Layout, seat: int, hands: Sets, dealt: int, actions: Sequence[int]) -> Told:
    """Return what the answers to suggestions of a seat are expected to tell.

    With several answers to a suggestion, the bits of each are added up.

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
    told = Told(*np.zeros((3, len(actions))))
    for number, action in enumerate(actions):
        asked = sum(has[card] << at for at, card in enumerate(bits(action)))
        for answer, answers in _answers(np.asarray(asked), layout.answering):
            joint = np.bincount(
                envelope * answers + answer, minlength=len(kinds) * answers
            ).reshape(len(kinds), -1, len(_HELD))
            passed = joint[..., 0].sum(axis=1)[:, None]
            shows = joint[..., 1:]
            public = np.hstack((passed, shows.sum(axis=2)))
            own = np.hstack((passed, (shows @ _SHOWN[1:]).reshape(len(kinds), -1)))
            told.gain[number] += _information(own)
            told.leak[number] += _information(public)
            likeliest = own.max(axis=0).sum() / own.sum()
            told.likeliest[number] = max(told.likeliest[number], likeliest)
    return told


class Speeds:
    """How fast each of the others wins, in comparison with guesses.

    A player who can still exclude all but k envelopes would be right with the chance 1/k in a turn,
    by a guess. The speed is the number of the player's wins over the number that was due so far.

    Attributes:
        counts: For each other seat, its wins and the wins that were due.
    """

    def __init__(self, others: Iterable[int]):
        self.counts = dict.fromkeys(others, (_WINS, _WINS))
        self._due: Mapping[int, float] = {}

    def of(self, seat: int) -> float:
        """Return how fast a seat is; 1 is as fast as guesses."""
        wins, due = self.counts[seat]
        return wins / due

    def chance_of_others(self, worlds: Worlds, eliminated: Collection[int]) -> float:
        """Return the chance that another player wins before this seat's next turn."""
        layout = worlds.layout
        hideable = worlds.can[..., layout.players]
        ways = [np.bitwise_count(hideable & np.uint64(cards)) for cards in layout.categories]
        guesses = (1 / np.prod(ways, axis=0, dtype=np.float64)).mean(axis=0)
        self._due = {seat: float(guesses[seat]) for seat in self.counts.keys() - eliminated}
        left = 1.0
        for seat, guess in self._due.items():
            left *= max(0.0, 1 - guess * self.of(seat))
        return 1 - left

    def note_turn(self, seat: int) -> None:
        """Note that a seat has had a turn."""
        if seat in self._due:
            wins, due = self.counts[seat]
            self.counts[seat] = wins, due + self._due[seat]

    def note_win(self, seat: int) -> None:
        """Note that a seat has won."""
        if seat in self.counts:
            wins, due = self.counts[seat]
            self.counts[seat] = wins + 1, due

    def remember(self, last: "Speeds", seats: Mapping[int, int]) -> None:
        """Expect players of the last game to be as fast as then; `seats` has their seats then."""
        for seat, before in seats.items():
            wins, due = last.counts[before]
            new = (1 - _FADES) * _WINS
            self.counts[seat] = _FADES * wins + new, _FADES * due + new


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
