"""Models of which card a player shows, and the scores of suggestions by the replies.

Suggestions are scored by numbers of deals, equivalent ones once.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import compress, product
from math import fsum, inf, lcm, log2
from operator import mul
from typing import Final, NamedTuple, Protocol, TypeAlias

from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import InvalidEventError
from cluetree.exact.replies import GuessClass, Holders, Replies
from cluetree.limit import check_time

Weight: TypeAlias = int | float | Fraction


class ReplyModel(Protocol):
    """A callable that returns the weight of each asked card that a player holds.

    It must be deterministic and must not depend on the player's other cards.
    """

    def __call__(
        self, player: str, guess: ClueGuess, held: tuple[ClueCard, ...], /
    ) -> Sequence[Weight]:
        """Return a weight for each card of `held`, none negative and not all 0."""
        ...


def uniform(player: str, guess: ClueGuess, held: tuple[ClueCard, ...], /) -> Sequence[Weight]:  # noqa: ARG001 -- a model's arguments
    """Show each card with the same probability; the default model."""
    return (1,) * len(held)


def in_order(player: str, guess: ClueGuess, held: tuple[ClueCard, ...], /) -> Sequence[Weight]:  # noqa: ARG001 -- a model's arguments
    """Show suspect before weapon before room, as most published players do."""
    return (1, *(0 for _ in held[1:]))


@dataclass(frozen=True, slots=True)
class Reply:
    """A possible answer to a suggestion, as the asker sees it.

    By the rule "first" at most one player shows; by the rule "all" every player who can.
    """

    shows: Mapping[str, Category]
    """The category of the card that each player shows, in asking order; empty if no one shows."""
    probability: float
    """From 0 to 1."""

    def cards(self, guess: ClueGuess) -> dict[str, ClueCard]:
        """Return the card that each player shows to this suggestion."""
        named = {card.category: card for card in guess}
        return {by: named[category] for by, category in self.shows.items()}


_SETS: Final = tuple(tuple(i for i in range(3) if (held >> i) & 1) for held in range(1, 1 << 3))
Shown: TypeAlias = tuple[tuple[int, int], ...]
"""The players who show, by seat in asking order, and which of the three asked cards."""
_Chances: TypeAlias = tuple[tuple[Fraction, ...], ...]
"""For each set of asked cards held, each asked card's probability; 0 for cards not held."""


class Habits:
    """The cards that each player shows of a guess, as integer shares of a scale."""

    def __init__(self, chances: Sequence[_Chances], scale: int, most: int):
        """Convert the model's probabilities, by seat; at most `most` players show."""
        self._scale = scale
        self._shares = [
            [[int(chance * scale) for chance in given] for given in row] for row in chances
        ]
        self._most = most
        self._known: dict[Holders, list[tuple[Shown, int]]] = {}

    def ways(self, holders: Holders) -> list[tuple[Shown, int]]:
        """List the cards that the holders can show, with weights that sum to `scale**most`."""
        if holders not in self._known:
            ways: list[tuple[Shown, int]] = [((), self._scale ** (self._most - len(holders)))]
            for seat, held in holders:
                ways = [
                    ((*shown, (seat, card)), weight * share)
                    for shown, weight in ways
                    for card, share in enumerate(self._shares[seat][held - 1])
                    if share
                ]
            self._known[holders] = ways
        return self._known[holders]


def habits(
    model: ReplyModel, players: Sequence[str], guesses: Sequence[ClueGuess], most: int
) -> tuple[int, list[Habits]]:
    """Query a model; return the scale and the habits for each guess.

    Guesses with equal habits share an object.
    """
    if model is uniform:  # the same for every guess and player
        alike = tuple(
            tuple(Fraction(int(i in cards), len(cards)) for i in range(3)) for cards in _SETS
        )
        different = [(alike,) * len(players)]
        numbers = [0] * len(guesses)
    else:
        known: dict[tuple[_Chances, ...], int] = {}
        numbers = [
            known.setdefault(tuple(_by_set(model, player, guess) for player in players), len(known))
            for guess in guesses
        ]
        different = list(known)
    scale = lcm(*(c.denominator for row in different for sets in row for s in sets for c in s))
    shown = [Habits(row, scale, most) for row in different]
    return scale**most, [shown[number] for number in numbers]


def _by_set(model: ReplyModel, player: str, guess: ClueGuess) -> _Chances:
    chances: list[dict[ClueCard, Fraction]] = []
    for cards in _SETS:
        held = tuple(guess.cards[i] for i in cards)
        chances.append(dict(zip(held, chances_to_show(model, player, guess, held), strict=True)))
    return tuple(tuple(each.get(card, Fraction(0)) for card in guess.cards) for each in chances)


def chances_to_show(
    model: ReplyModel, player: str, guess: ClueGuess, held: tuple[ClueCard, ...]
) -> tuple[Fraction, ...]:
    """Return the probability by a model that a player shows each of their asked cards."""
    given = tuple(model(player, guess, held))
    try:
        weights = [Fraction(weight) for weight in given]
    except (ValueError, OverflowError):  # NaN or infinite
        weights = []
    if len(weights) != len(held) or min(weights) < 0 or not any(weights):
        raise InvalidEventError(
            "a reply model must return a weight for each card held, none negative and not all 0; "
            f"for {player} with {', '.join(map(str, held))} it returned {given}"
        )
    return tuple(weight / sum(weights) for weight in weights)


# Scores

# Bits are rounded so that floating-point noise does not break ties.
_DECIMALS: Final = 12


@dataclass(frozen=True, eq=False)
class GuessScore:
    """The scores of a guess and of every equivalent guess."""

    gain: float
    """Expected information about the envelope, in bits."""
    leak: float
    """The part of the gain that is public, in bits."""
    solves: float
    """The probability that the envelope is known after the reply."""
    settles: tuple[float, ...]
    """For each category, the probability that its hidden card is known after the reply."""
    shown: Mapping[Shown, float]
    """The probability of each reply."""


class Scores(NamedTuple):
    """The uncertainty about the envelope before a guess, and the score of each guess."""

    entropy: float
    """The uncertainty, in bits."""
    known: tuple[bool, ...]
    """For each category, whether its hidden card is known."""
    guesses: Sequence[GuessScore]


def score(replies: Replies, guesses: Sequence[tuple[GuessClass, Habits]], scale: int) -> Scores:
    """Score guesses, given by their classes and their habits on this scale.

    Equivalent guesses share a score.
    """
    scorer, known = _Scorer(replies, scale), dict[tuple[GuessClass, Habits], GuessScore]()
    for guess in guesses:
        check_time()
        if guess not in known:
            known[guess] = scorer.score(*guess)
    return Scores(scorer.entropy, scorer.known, [known[guess] for guess in guesses])


class _Scorer:
    """Scores of guesses from their possible replies."""

    def __init__(self, replies: Replies, scale: int):
        self._replies = replies
        self._scale = scale
        self._public = _Gauge(replies, 1)
        self._private = _Gauge(replies, scale)
        before = self._public.measure(replies.envelopes)
        self._before, self.known = before.entropy, before.known
        self.entropy: float = in_bits(self._before)

    def score(self, guess_class: GuessClass, habits: Habits) -> GuessScore:
        shown: dict[Shown, int] = {}
        public: dict[tuple[int, ...], int] = {}
        for holders, packed in self._replies.holders[guess_class].items():
            seats = tuple([seat for seat, _ in holders])
            public[seats] = public.get(seats, 0) + packed
            for cards, weight in habits.ways(holders):
                shown[cards] = shown.get(cards, 0) + packed * weight
        parts = [self._private.measure(packed) for packed in shown.values()]
        whole = self._replies.deals * self._scale
        gain = min(self._information(self._private, parts), self.entropy)
        leak = self._information(self._public, map(self._public.measure, public.values()))
        settled = [
            sum(part.total for part in parts if part.known[category])
            for category in range(len(self._replies.hidden))
        ]
        return GuessScore(
            gain=gain,
            leak=min(leak, gain),
            solves=sum(part.total for part in parts if all(part.known)) / whole,
            settles=tuple([deals / whole for deals in settled]),
            shown={cards: part.total / whole for cards, part in zip(shown, parts, strict=True)},
        )

    def _information(self, gauge: "_Gauge", parts: Iterable["_Part"]) -> float:
        """Return the mutual information of the envelope and the parts, in bits."""
        parts = [*parts]
        which = gauge.entropy([part.total for part in parts])
        return in_bits(fsum((self._before, which, *(-part.entropy for part in parts))))


def in_bits(figure: float) -> float:
    """Round bits, and remove negative noise."""
    return max(0.0, round(figure, _DECIMALS))


class _Part(NamedTuple):
    """The deals of one reply."""

    total: int
    """The number of deals."""
    entropy: float
    """Its contribution to the entropy, in bits."""
    known: tuple[bool, ...]
    """For each category, whether one hidden card is left."""


class _Gauge(dict[int, float]):
    """The measure of parts of all deals; caches share times logarithm for each number."""

    def __init__(self, replies: Replies, scale: int):
        super().__init__({0: 0.0})
        self._replies = replies
        self._whole = replies.deals * scale
        self._sizes = replies.sizes if any(size > 1 for size in replies.sizes) else None
        self._parts: dict[int, _Part] = {}
        numbered = (range(len(groups)) for groups in reversed(replies.hidden))
        self._labels = [label[::-1] for label in product(*numbered)]

    def __missing__(self, number: int) -> float:
        share = number / self._whole
        self[number] = value = share * log2(share)
        return value

    def measure(self, packed: int) -> _Part:
        """Measure a part; different guesses often share one."""
        part = self._parts.get(packed)
        if part is None:
            numbers = self._replies.numbers(packed)
            total = sum(numbers if self._sizes is None else map(mul, self._sizes, numbers))
            part = _Part(total, self.entropy(numbers, self._sizes), self._known(numbers))
            self._parts[packed] = part
        return part

    def _known(self, numbers: Sequence[int]) -> tuple[bool, ...]:
        left = [*compress(self._labels, numbers)]
        first, last = left[0], left[-1]
        # Most parts already differ between the first and last label.
        return tuple(
            [
                len(groups[first[at]]) == 1
                and first[at] == last[at]
                and all(label[at] == first[at] for label in left)
                for at, groups in enumerate(self._replies.hidden)
            ]
        )

    def entropy(self, numbers: Iterable[int], sizes: Iterable[int] | None = None) -> float:
        """Return the entropy of numbers in bits; `sizes` are their multiplicities."""
        if sizes is None:
            return -fsum(map(self.__getitem__, filter(None, numbers)))
        return -fsum(map(mul, sizes, map(self.__getitem__, numbers)))


# Codes

_GAINS: Final = (0.05, 0.35, 0.75, 1.25, 1.75, 2.5, inf)
"""The least gain, in bits, for each further code of `Left`."""
_PARTS: Final = (0.02, 0.25, 0.42, 0.6, 0.7, 0.85, 0.98)
"""The same as shares of what is open: they count where less than the gains above is open."""
_SHARED: Final = (1 / 4, 3 / 4)
"""The thresholds of `Learned`, as shares of the gain."""


class Left(StrEnum):
    """About how much of the possibilities remains after a reply; `NOTHING` if it decides all."""

    ALL = "all"
    MOST = "most"
    TWO_THIRDS = "two thirds"
    HALF = "half"
    THIRD = "a third"
    QUARTER = "a quarter"
    LITTLE = "little"
    NOTHING = "nothing"


class Learned(StrEnum):
    """The share of the asker's gain that the other players get."""

    LITTLE = "little"
    SOME = "some of it"
    AS_MUCH = "as much"


_LEFT: Final = tuple(Left)


def left_of(gain: float, before: float) -> Left:
    """Return the code of a gain, given the uncertainty before, in bits."""
    share = gain / before if before else 0.0
    return _LEFT[max(bisect_right(_GAINS, gain), bisect_right(_PARTS, share))]


def learned_of(gain: float, leak: float) -> Learned:
    """Return the code of a leak as a share of the gain."""
    little, much = (share * gain for share in _SHARED)
    if leak < little:
        return Learned.LITTLE
    return Learned.AS_MUCH if leak > much else Learned.SOME
