"""Score suggestions by numbers of deals; equivalent suggestions are scored once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, product
from math import fsum, log2
from operator import mul
from typing import Final, NamedTuple

from cluetree.advice.replies import Habits
from cluetree.exact.questions import Orbit, Shown
from cluetree.exact.replies import Replies, Survey

# Bits are rounded so that floating-point noise does not break ties.
_DECIMALS: Final = 12


@dataclass(frozen=True)
class Score:
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
    """The scores of several guesses."""

    entropy: float
    """The uncertainty about the envelope, in bits."""
    scores: Sequence[Score]
    """One for each guess; equivalent guesses share an object."""


def score(survey: Survey, guesses: Sequence[tuple[Orbit, Habits]], scale: int) -> Scores:
    """Score guesses, each given by its orbit and its habits on this scale."""
    return _by_core(survey, guesses) or _plainly(survey, guesses, scale)


def _by_core(survey: Survey, guesses: Sequence[tuple[Orbit, Habits]]) -> Scores | None:
    """Score the guesses in the compiled core; return `None` if it cannot."""
    habits = {shown: number for number, shown in enumerate(dict.fromkeys(h for _, h in guesses))}
    alike = {guess: number for number, guess in enumerate(dict.fromkeys(guesses))}
    scored = survey.figures(
        [(orbit, habits[shown]) for orbit, shown in alike],
        [shown.shares for shown in habits],
        max((shown.scale for shown in habits), default=1),
    )
    if scored is None:
        return None
    before, figures = scored
    entropy, scores = in_bits(before), list[Score]()
    for gain, leak, solves, settles, chances in figures:
        most = min(in_bits(gain), entropy)
        scores.append(Score(most, min(in_bits(leak), most), solves, tuple(settles), chances))
    return Scores(entropy, [scores[alike[guess]] for guess in guesses])


def _plainly(survey: Survey, guesses: Sequence[tuple[Orbit, Habits]], scale: int) -> Scores:
    scorer = Scorer(survey, scale)
    scores: list[Score] = []
    for guess in guesses:
        survey.meter.check()
        scores.append(scorer.score(*guess))
    return Scores(scorer.entropy, scores)


class Scorer:
    """Scores of guesses from their possible replies."""

    def __init__(self, survey: Survey, scale: int):
        self._survey = survey
        self._replies = replies = survey.replies(scale)
        self._scale = scale
        self._public = _Gauge(replies, 1)
        self._private = _Gauge(replies, scale)
        self._known: dict[tuple[Orbit, Habits], Score] = {}
        self._before = self._public.measure(replies.envelopes).entropy
        self.entropy = in_bits(self._before)
        """The uncertainty about the envelope, in bits."""

    def score(self, orbit: Orbit, habits: Habits) -> Score:
        """Score the guesses of an orbit with these habits."""
        key = orbit, habits
        if key not in self._known:
            self._known[key] = self._score_orbit(*key)
        return self._known[key]

    def _score_orbit(self, orbit: Orbit, habits: Habits) -> Score:
        shown: dict[Shown, int] = {}
        public: dict[tuple[int, ...], int] = {}
        for holders, packed in self._replies.holders[orbit].items():
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
        return Score(
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
