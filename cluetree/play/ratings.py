"""Ratings: one number for each entrant, from games of any number of tournaments.

Luce's choice model, which for two is that of Bradley and Terry, fitted by choix. Needs
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
"""The scale on which ten times the chance is 400 points, as in chess."""
_NEVER: Final = 0.1
"""A fraction of a game that each is taken to have won of each other, so that who never won one
has a rating."""
_GROUPS: Final = 20
"""So many times the ratings are found again, each time without as many of the deals."""


def ratings(games: Iterable[Played]) -> Mapping[str, Interval]:
    """Rate all who played; 0 is their mean, and 400 points are ten times the chance to win.

    The intervals leave out one group of deals after the other (jackknife), so games of one deal,
    which have their cards in common, count together.

    Raises:
        MissingExtraError: If choix is not installed.
        ValueError: If nobody has won a game.
    """
    won = [game for game in games if game.winner is not None]
    if not won:
        raise ValueError("nobody has won a game")
    names = sorted({name for game in won for name in game.seating})
    deals = tuple(map_reduce(won, attrgetter("deal")).values())
    groups = [
        [game for deal in group for game in deal]
        for group in distribute(min(_GROUPS, len(deals)), deals)
    ]
    whole = _fitted(won, names)
    if len(groups) == 1:
        return {name: Interval.of([points]) for name, points in zip(names, whole, strict=True)}
    without = [
        _fitted([game for other in groups if other is not group for game in other], names)
        for group in groups
    ]
    # Each is a mean of all groups but one: what one alone would say lies as much further out.
    said = [
        [len(groups) * points - (len(groups) - 1) * less for less in lesses]
        for points, *lesses in zip(whole, *without, strict=True)
    ]
    return {
        name: Interval.student(points, stdev(each) / sqrt(len(each)), len(each))
        for name, points, each in zip(names, whole, said, strict=True)
    }


def _fitted(games: Sequence[Played], names: Sequence[str]) -> list[float]:
    """Return the ratings that make these outcomes likeliest."""
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
