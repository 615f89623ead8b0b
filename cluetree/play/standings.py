"""Standings: win shares with intervals, by seat, turns, and paired differences.

The games of one deal in different seatings are dependent, so an entrant's mean over them is one
measurement. A precision of ±1 point takes about 3,000 deals.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import inf, isfinite, sqrt
from operator import attrgetter, itemgetter
from statistics import NormalDist, fmean, stdev
from typing import Final, Literal, Self

from more_itertools import map_reduce

from cluetree.play.result_store import Played
from cluetree.play.supervised import Conduct

_NORMAL: Final[float] = NormalDist().inv_cdf(0.975)
_STUDENT: Final = {1: 12.7062, 2: 4.30265}
"""Student's t at 0.975 for few degrees of freedom, where the expansion is inaccurate."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its 95 % interval, which is infinite (null in JSON) for a single measurement."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, measured: Sequence[float]) -> Self:
        """Return the mean of independent, non-negative measurements, with Student's interval."""
        return cls.student(fmean(measured), _error(measured), len(measured), least=0)

    @classmethod
    def of_shares(cls, measured: Sequence[float], *, least: float = 0) -> Self:
        """Return the mean of measurements between `least` and 1, with an interval in that range.

        The interval adds one measurement at each end, as Agresti and Coull do for a share: a few
        equal results do not prove that all are.
        """
        mean, padded = fmean(measured), (*measured, least, 1.0)
        interval = cls.student(fmean(padded), _error(padded), len(measured))
        if not interval.is_known:
            return cls(mean, interval.low, interval.high)
        # The added measurements may move a bound past the mean.
        low, high = max(min(interval.low, mean), least), min(max(interval.high, mean), 1.0)
        return cls(mean, low, high)

    @classmethod
    def student(cls, mean: float, error: float, measurements: int, *, least: float = -inf) -> Self:
        """Return the interval of a mean with its standard error."""
        if measurements == 1:
            return cls(mean, -inf, inf)
        reach = _student(measurements - 1) * error
        return cls(mean, max(mean - reach, least), mean + reach)

    @property
    def is_known(self) -> bool:
        """Whether the bounds are finite."""
        return isfinite(self.low)

    def __mul__(self, factor: float) -> "Interval":
        """Convert to another unit, such as percent."""
        return Interval(factor * self.mean, factor * self.low, factor * self.high)

    def text(self, digits: int) -> str:
        """Return the mean as text, and the bounds or that only one deal was measured."""
        if not self.is_known:
            return f"{self.mean:.{digits}f} (one deal)"
        return f"{self.mean:.{digits}f} [{self.low:.{digits}f}, {self.high:.{digits}f}]"

    def __str__(self) -> str:
        return self.text(2)


@dataclass(frozen=True)
class Standing:
    """The results of one entrant."""

    name: str
    games: int
    """The number of games; a game with two seats of the entrant counts once."""
    share: Interval
    """The probability to win from one seat: wins by seats held."""
    by_seat: tuple[float | None, ...]
    """The same for each seat; `None` where the entrant never sat."""
    conduct: Conduct


@dataclass(frozen=True)
class Difference:
    """The difference between the shares of two entrants, on the same deals."""

    above: str
    below: str
    points: Interval


@dataclass(frozen=True, kw_only=True)
class Standings:
    """The results of a tournament."""

    format: Literal["cluetree-standings/3"] = "cluetree-standings/3"
    games: int
    deals: int
    unfinished: int
    """The number of games without a winner."""
    turns: Interval
    """Suggestions per game."""
    seats: tuple[Interval, ...]
    """The probability to win from each seat, averaged over entrants."""
    entrants: tuple[Standing, ...]
    """The strongest first."""
    differences: tuple[Difference, ...]
    """For each pair of entrants in both directions."""


def standings(games: Iterable[Played]) -> Standings:
    """Return the standings of at least one game."""
    deals = tuple(map_reduce(games, attrgetter("deal")).values())
    if not deals:
        raise ValueError("standings need at least one game")
    played = [game for deal in deals for game in deal]
    seats = range(max(len(game.seating) for game in played))
    names = sorted({name for game in played for name in game.seating})
    by_deal, by_seat = [*map(_shares, deals)], [_shares(played, seat) for seat in seats]
    shares = {name: [deal.get(name) for deal in by_deal] for name in names}
    pairs = (pair for game in played for pair in zip(game.seating, game.conduct, strict=False))
    conducts = map_reduce(pairs, itemgetter(0), itemgetter(1))
    rows = [
        Standing(
            name,
            sum(name in game.seating for game in played),
            Interval.of_shares([share for share in shares[name] if share is not None]),
            tuple(seat.get(name) for seat in by_seat),
            Conduct.of(conducts.get(name, ())),
        )
        for name in names
    ]
    won_from = ([fmean(game.winner == seat for game in deal) for deal in deals] for seat in seats)
    return Standings(
        games=len(played),
        deals=len(deals),
        unfinished=sum(game.winner is None for game in played),
        turns=Interval.of([fmean(game.turns for game in deal) for deal in deals]),
        seats=tuple(map(Interval.of_shares, won_from)),
        entrants=tuple(sorted(rows, key=lambda row: -row.share.mean)),
        differences=_differences(shares),
    )


def _shares(games: Iterable[Played], only_seat: int | None = None) -> Mapping[str, float]:
    """Return the wins by seats held of each entrant, in all seats or in one."""
    held = (
        (name, game.winner == seat)
        for game in games
        for seat, name in enumerate(game.seating)
        if only_seat in {None, seat}
    )
    return map_reduce(held, itemgetter(0), itemgetter(1), fmean)


def _differences(shares: Mapping[str, Sequence[float | None]]) -> tuple[Difference, ...]:
    differences: list[Difference] = []
    for one, other in permutations(shares, 2):
        pairs = zip(shares[one], shares[other], strict=True)
        apart = [a - b for a, b in pairs if a is not None and b is not None]
        if apart:
            differences.append(Difference(one, other, Interval.of_shares(apart, least=-1)))
    return tuple(differences)


def _error(measured: Sequence[float]) -> float:
    """Return the standard error of the mean; 0 for one measurement, where it is unknown."""
    return stdev(measured) / sqrt(len(measured)) if len(measured) > 1 else 0.0


def _student(freedom: int) -> float:
    """Return Student's t at 0.975 by the Cornish-Fisher expansion (relative error below 1/800)."""
    if freedom in _STUDENT:
        return _STUDENT[freedom]
    z = _NORMAL
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92_160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))
