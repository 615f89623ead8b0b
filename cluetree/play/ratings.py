"""Ratings: one number per entrant, from the games of any number of tournaments.

Luce's choice model (Bradley-Terry for two players), fitted by choix. Needs
`pip install -e '.[ratings]'`.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt
from operator import attrgetter
from statistics import stdev
from typing import Final

from more_itertools import distribute, map_reduce

from cluetree.errors import MissingExtraError
from cluetree.play.interval import Interval
from cluetree.play.result_store import Played

_ELO: Final = 400 / log(10)
"""Points per unit of log odds: a factor of 10 is 400 points, as in chess."""
_NEVER: Final = 0.1
"""Regularization: without it, an entrant that never won would have no rating."""
_GROUPS: Final = 20
"""Groups of clusters for the jackknife."""


def ratings(games: Iterable[Played]) -> Mapping[str, Interval]:
    """Rate all entrants: their mean is 0, and 400 points are ten times the odds to win.

    The intervals are jackknifed over groups of deals or evenings, whose games are dependent.

    Raises:
        MissingExtraError: If choix is not installed.
        ValueError: If no game has a winner.
    """
    won = [game for game in games if game.winner is not None]
    if not won:
        raise ValueError("ratings need at least one game with a winner")
    names = sorted({name for game in won for name in game.seating})
    clusters = tuple(map_reduce(won, attrgetter("cluster")).values())
    groups = [
        [game for cluster in group for game in cluster]
        for group in distribute(min(_GROUPS, len(clusters)), clusters)
    ]
    whole = _fitted(won, names)
    if len(groups) == 1:
        return {name: Interval.of([points]) for name, points in zip(names, whole, strict=True)}
    without = [
        _fitted([game for other in groups if other is not group for game in other], names)
        for group in groups
    ]
    # Jackknife pseudo-values, one per group.
    values = [
        [len(groups) * points - (len(groups) - 1) * less for less in lesses]
        for points, *lesses in zip(whole, *without, strict=True)
    ]
    return {
        name: Interval.student(points, stdev(each) / sqrt(len(each)), len(each))
        for name, points, each in zip(names, whole, values, strict=True)
    }


def _fitted(games: Sequence[Played], names: Sequence[str]) -> list[float]:
    """Return the maximum likelihood ratings."""
    try:
        from choix import ilsr_top1  # noqa: PLC0415 -- an extra, and slow to import
    except ImportError as error:
        raise MissingExtraError("ratings", "choix", "ratings") from error
    number = {name: index for index, name in enumerate(names)}
    outcomes = [
        (
            number[game.seating[game.winner]],
            tuple(number[name] for seat, name in enumerate(game.seating) if seat != game.winner),
        )
        for game in games
        if game.winner is not None
    ]
    return [_ELO * float(rating) for rating in ilsr_top1(len(names), outcomes, alpha=_NEVER)]
