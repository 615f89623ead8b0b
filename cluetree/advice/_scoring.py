"""The figures of suggestions, from numbers of deals; what is alike is worked out once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import product
from math import fsum, log2
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from cluetree.advice.replies import Habits
from cluetree.exact.questions import Orbit, Shown
from cluetree.exact.replies import Hidden, Replies, Survey

# Figures in bits are rounded, so that those are equal which differ by floating point alone.
_DECIMALS: Final = 12


@dataclass(frozen=True)
class Score:
    """What can be expected of a guess, and of all that are like it."""

    gain: float
    """Expected information about the envelope, in bits."""
    leak: float
    """The part of the gain that is public, in bits."""
    solves: float
    """The chance that the envelope is known after the reply."""
    shown: Mapping[Shown, float]
    """The chance of each reply."""
    order: tuple[int, ...] = field(compare=False)
    """The seats of those who are asked, in asking order."""
    hidden: Hidden = field(compare=False)
    """For each category the cards that may be hidden, those together that are alike."""
    _settle: Callable[[], Iterable[float]] = field(compare=False)

    @cached_property
    def settles(self) -> tuple[float, ...]:
        """For each category, the chance that its hidden card is known after the reply."""
        return tuple(self._settle())


class Scores(NamedTuple):
    """What can be expected of some guesses."""

    entropy: float
    """What is not known about the envelope, in bits."""
    scores: Sequence[Score]
    """For each guess; those that are alike have the same object."""


def score(survey: Survey, guesses: Sequence[tuple[Orbit, Habits]], scale: int) -> Scores:
    """Score guesses: for each its orbit and what is shown of it, as numbers on this scale."""
    return _by_core(survey, guesses) or _plainly(survey, guesses, scale)


def _by_core(survey: Survey, guesses: Sequence[tuple[Orbit, Habits]]) -> Scores | None:
    """Let the compiled core score them, if it can."""
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
        public = min(in_bits(leak), most)
        later = partial(iter, settles)
        scores.append(Score(most, public, solves, chances, survey.order, survey.hidden, later))
    return Scores(entropy, [scores[alike[guess]] for guess in guesses])


def _plainly(survey: Survey, guesses: Sequence[tuple[Orbit, Habits]], scale: int) -> Scores:
    scorer = Scorer(survey, scale)
    scores: list[Score] = []
    for guess in guesses:
        survey.meter.check()
        scores.append(scorer.score(*guess))
    return Scores(scorer.entropy, scores)


class Scorer:
    """Judges guesses by how they would be answered."""

    def __init__(self, survey: Survey, scale: int):
        """Take what is asked, and the scale of what is shown."""
        self._survey = survey
        self._replies = replies = survey.replies(scale)
        self._scale = scale
        self._public = _Gauge(replies, 1)
        self._private = _Gauge(replies, scale)
        self._known: dict[tuple[Orbit, Habits], Score] = {}
        _, self._before, _ = self._public.measure(replies.envelopes)
        self.entropy = in_bits(self._before)
        """What is not known about the envelope, in bits."""

    def score(self, orbit: Orbit, habits: Habits) -> Score:
        """Score the guesses of an orbit, where this is what is shown of them."""
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
        totals = {cards: total for cards, (total, *_) in zip(shown, parts, strict=True)}
        return Score(
            gain=gain,
            leak=min(leak, gain),
            solves=sum(total for total, _, is_solved in parts if is_solved) / whole,
            shown={cards: total / whole for cards, total in totals.items()},
            order=self._survey.order,
            hidden=self._survey.hidden,
            _settle=partial(self._settle, shown, totals),
        )

    def _settle(self, shown: Mapping[Shown, int], totals: Mapping[Shown, int]) -> Iterator[float]:
        """For each category, yield the chance that its card is known after one of the replies."""
        hidden = self._replies.hidden
        settled = [0] * len(hidden)
        for cards, packed in shown.items():
            numbers = self._replies.numbers(packed)
            labels = product(*(range(len(groups)) for groups in reversed(hidden)))
            left = [label[::-1] for label, deals in zip(labels, numbers, strict=True) if deals]
            for category, groups in enumerate(hidden):
                known = {label[category] for label in left}
                if sum(len(groups[i]) for i in known) == 1:
                    settled[category] += totals[cards]
        yield from (deals / (self._replies.deals * self._scale) for deals in settled)

    def _information(self, gauge: "_Gauge", parts: Iterable["_Part"]) -> float:
        """Return the bits that are learned by seeing which of the parts it is."""
        totals, entropies, _ = zip(*parts, strict=True)
        which = gauge.entropy(totals)
        return in_bits(fsum((self._before, which, *(-entropy for entropy in entropies))))


def in_bits(figure: float) -> float:
    """Return a figure without what is but rounding."""
    return max(0.0, round(figure, _DECIMALS))


_Part: TypeAlias = tuple[int, float, bool]
"""How many deals a part has, its share of the entropy, whether it has one envelope only."""


class _Gauge(dict[int, float]):
    """Measures parts of all deals, out of which a number of deals has a share.

    It is a table of the numbers met so far: each share times its logarithm.
    """

    def __init__(self, replies: Replies, scale: int):
        super().__init__({0: 0.0})
        self._replies = replies
        self._whole = replies.deals * scale
        self._sizes = replies.sizes if any(size > 1 for size in replies.sizes) else None
        self._parts: dict[int, _Part] = {}

    def __missing__(self, number: int) -> float:
        share = number / self._whole
        self[number] = value = share * log2(share)
        return value

    def measure(self, packed: int) -> _Part:
        """Measure a part; those of different guesses are often the same."""
        part = self._parts.get(packed)
        if part is None:
            numbers = self._replies.numbers(packed)
            total = sum(numbers if self._sizes is None else map(mul, self._sizes, numbers))
            part = (total, self.entropy(numbers, self._sizes), total in numbers)
            self._parts[packed] = part
        return part

    def entropy(self, numbers: Iterable[int], sizes: Iterable[int] | None = None) -> float:
        """Return the entropy, in bits, of numbers that each stand so many times, or once."""
        if sizes is None:
            return -fsum(map(self.__getitem__, filter(None, numbers)))
        return -fsum(map(mul, sizes, map(self.__getitem__, numbers)))
