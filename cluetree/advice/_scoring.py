"""Score suggestions: by numbers of deals, equivalent ones once, or roughly from probabilities."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, product
from math import fsum, log2, prod
from operator import mul
from typing import Final, NamedTuple

from cluetree.advice.replies import Habits
from cluetree.beliefs import Beliefs
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.exact.replies import Hidden, Holders, Orbit, Replies, Shown, Survey
from cluetree.table import ENVELOPE, Answering, Table

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
    found = _by_core(survey, guesses)
    if found is not None:
        return found
    scorer, known = _Scorer(survey, scale), dict[tuple[Orbit, Habits], Score]()
    for guess in guesses:
        survey.meter.check()
        if guess not in known:
            known[guess] = scorer.score(*guess)
    return Scores(scorer.entropy, [known[guess] for guess in guesses])


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


class _Scorer:
    """Scores of guesses from their possible replies."""

    def __init__(self, survey: Survey, scale: int):
        self._replies = replies = survey.replies(scale)
        self._scale = scale
        self._public = _Gauge(replies, 1)
        self._private = _Gauge(replies, scale)
        self._before = self._public.measure(replies.envelopes).entropy
        self.entropy = in_bits(self._before)
        """The uncertainty about the envelope, in bits."""

    def score(self, orbit: Orbit, habits: Habits) -> Score:
        """Score the guesses of an orbit with these habits."""
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


# Rough scores

_SETS: Final = 1 << len(Category)


class _Option(NamedTuple):
    """A possible place of an asked card, as far as it affects the reply."""

    chance: float
    seat: int | None = None
    """The seat of a player who has to answer."""
    is_hidden: bool = False


class Rough:
    """Scores of guesses from the probability of each card at each place.

    They assume that cards lie independently. Hand sizes and shows make this inexact, but counting
    is slow only where little is known, and there it nearly holds. The information of a reply about
    the envelope is then its information about which of the asked cards are hidden.
    """

    def __init__(self, table: Table, beliefs: Beliefs):
        self._order = tuple(map(table.names.index, table.left_of(table.viewpoint or "")))
        self.hidden: Hidden = tuple(
            tuple((card,) for card in beliefs.envelope[category]) for category in Category
        )
        self._is_first = table.answering is Answering.FIRST
        self._options = {card: self._rounds(beliefs, card) for card in table.edition.cards}

    def _rounds(self, beliefs: Beliefs, card: ClueCard) -> list[list[_Option]]:
        """Return the possible places of a card for each round of asking.

        By the rule "first" each player is one round, because a show ends the asking, and the last
        round is that no player shows. By the rule "all" there is one round.
        """
        places = tuple(beliefs.counts)
        inside = float(beliefs.chance(card, ENVELOPE.name))
        hidden = _Option(inside, is_hidden=True)
        players = [_Option(float(beliefs.chance(card, places[s])), s) for s in self._order]
        left = 1 - inside
        rounds: list[list[_Option]] = []
        for each in players:
            left = max(left - each.chance, 0.0)
            rounds.append([each, hidden, _Option(left)])
        rounds.append([hidden, _Option(left)])
        if not self._is_first:
            rounds = [[*players, *rounds[-1]]]
        return [[option for option in some if option.chance] for some in rounds]

    def _ways(self, guess: ClueGuess) -> Iterator[tuple[Holders, int, float]]:
        """Yield the holders and their cards, the hidden asked cards, and the probability."""
        rounds = list(zip(*(self._options[card] for card in guess), strict=True))
        for number, options in enumerate(rounds, start=1):
            for chosen in product(*options):
                held: dict[int, int] = {}
                hidden = 0
                for bit, option in zip((1, 2, 4), chosen, strict=True):
                    if option.seat is not None:
                        held[option.seat] = held.get(option.seat, 0) | bit
                    elif option.is_hidden:
                        hidden |= bit
                if held or number == len(rounds):
                    holders = tuple((seat, held[seat]) for seat in self._order if seat in held)
                    yield holders, hidden, prod(option.chance for option in chosen)

    def score(self, guess: ClueGuess, habits: Habits, scale: int) -> Score:
        """Score a guess, with the shares of shown cards on this scale."""
        shown: dict[tuple[tuple[int, int], ...], list[float]] = {}
        public: dict[tuple[int, ...], list[float]] = {}
        for holders, hidden, chance in self._ways(guess):
            seats = tuple(seat for seat, _ in holders)
            public.setdefault(seats, [0.0] * _SETS)[hidden] += chance
            for cards, weight in habits.ways(holders):
                shown.setdefault(cards, [0.0] * _SETS)[hidden] += chance * weight / scale
        gain = _information(shown.values())
        totals = [sum(parts) for parts in shown.values()]
        settled = [tuple(self._settled(guess, parts)) for parts in shown.values()]
        return Score(
            gain=gain,
            leak=min(_information(public.values()), gain),
            solves=fsum(compress(totals, map(all, settled))),
            settles=tuple(fsum(compress(totals, known)) for known in zip(*settled, strict=True)),
            shown=dict(zip(shown, totals, strict=True)),
        )

    def _settled(self, guess: ClueGuess, parts: Sequence[float]) -> Iterator[bool]:
        """Yield for each category whether its card is known after a reply."""
        for bit, card, groups in zip((1, 2, 4), guess, self.hidden, strict=True):
            inside = {bool(asked & bit) for asked, chance in enumerate(parts) if chance}
            # With two candidates left, ruling one out proves the other.
            others = len(groups) - ((card,) in groups)
            yield len(groups) == 1 or inside == {True} or (inside == {False} and others == 1)


def _information(parts: Collection[Sequence[float]]) -> float:
    """Return the mutual information of the sets and the parts, in bits."""
    sets = _entropy(map(fsum, zip(*parts, strict=True)))
    return in_bits(sets + _entropy(map(fsum, parts)) - fsum(map(_entropy, parts)))


def _entropy(chances: Iterable[float]) -> float:
    return -fsum(chance * log2(chance) for chance in chances if chance)
