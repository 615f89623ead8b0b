"""Standings: win shares with intervals, by seat, turns, and paired differences.

The games of one deal in different seatings are dependent, and so are the games of one evening. So
an entrant's mean over such a cluster is one measurement. A precision of ±1 point takes about 3,000
deals.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import attrgetter, itemgetter
from statistics import fmean
from types import MappingProxyType
from typing import Literal

from more_itertools import locate, map_reduce

from cluetree.play.conduct import Conduct
from cluetree.play.interval import Interval
from cluetree.play.result_store import Played


@dataclass(frozen=True)
class Gambles:
    """The accusations without proof, as far as they are wrong or declared."""

    made: int
    right: int
    said: float | None
    """The mean probability that the entrant gave them."""


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
    turns_a_win: Interval | None
    """Suggestions by all players per game that it won; `None` if it won none."""
    rating: Interval | None
    """Its rating, if ratings were given."""
    conduct: Conduct
    gambles: Gambles


@dataclass(frozen=True)
class Difference:
    """The difference between the shares of two entrants, on the same deals."""

    above: str
    below: str
    points: Interval


@dataclass(frozen=True, kw_only=True)
class Standings:
    """The results of a tournament."""

    format: Literal["cluetree-standings/2"] = "cluetree-standings/2"
    games: int
    deals: int
    unfinished: int
    """The number of games without a winner."""
    turns: Interval
    """Suggestions per game."""
    clustered_by: Literal["deal", "evening"] = "deal"
    """The unit whose games together are one measurement, in all intervals."""
    seats: tuple[Interval, ...]
    """The probability to win from each seat, averaged over entrants."""
    entrants: tuple[Standing, ...]
    """The strongest first."""
    differences: tuple[Difference, ...]
    """For each pair of entrants in both directions."""


def standings(
    games: Iterable[Played], ratings: Mapping[str, Interval] = MappingProxyType({})
) -> Standings:
    """Return the standings of at least one game, with the ratings that are given."""
    clusters = tuple(map_reduce(games, attrgetter("cluster")).values())
    if not clusters:
        raise ValueError("standings need at least one game")
    played = [game for cluster in clusters for game in cluster]
    names = {name for game in played for name in game.seating}
    seats = range(max(len(game.seating) for game in played))
    is_by_deal = played[0].evening is None
    size = 1 if is_by_deal else len(clusters[0])
    shares = {name: _shares(clusters, name) for name in sorted(names)}
    pairs = (pair for game in played for pair in zip(game.seating, game.conduct, strict=False))
    conducts = map_reduce(pairs, itemgetter(0), itemgetter(1))
    rows = [
        Standing(
            name,
            sum(name in game.seating for game in played),
            Interval.of_shares([s for s in measured if s is not None], size=size),
            _by_seat(played, name, seats),
            _turns_a_win(clusters, name),
            ratings.get(name),
            Conduct.of(conducts.get(name, ())),
            _gambles(played, name),
        )
        for name, measured in shares.items()
    ]
    return Standings(
        games=len(played),
        deals=len({game.deal for game in played}),
        unfinished=sum(game.winner is None for game in played),
        turns=Interval.of([fmean(game.turns for game in cluster) for cluster in clusters]),
        clustered_by="deal" if is_by_deal else "evening",
        seats=tuple(
            Interval.of_shares(
                [fmean(game.winner == seat for game in cluster) for cluster in clusters], size=size
            )
            for seat in seats
        ),
        entrants=tuple(sorted(rows, key=lambda row: -row.share.mean)),
        differences=_differences(shares, size),
    )


def _shares(clusters: Iterable[Sequence[Played]], name: str) -> list[float | None]:
    """Return an entrant's wins by seats held for each cluster; `None` where it did not play."""
    shares: list[float | None] = []
    for cluster in clusters:
        seats = sum(game.seating.count(name) for game in cluster)
        wins = sum(game.won_by == name for game in cluster)
        shares.append(wins / seats if seats else None)
    return shares


def _by_seat(played: Iterable[Played], name: str, seats: Iterable[int]) -> tuple[float | None, ...]:
    sat = [(seat, game) for game in played for seat in locate(game.seating, name.__eq__)]
    won = ([game.winner == seat for at, game in sat if at == seat] for seat in seats)
    return tuple(fmean(wins) if wins else None for wins in won)


def _turns_a_win(clusters: Iterable[Sequence[Played]], name: str) -> Interval | None:
    won = [[game.turns for game in cluster if game.won_by == name] for cluster in clusters]
    if not any(won):
        return None
    return Interval.of_ratio([sum(turns) for turns in won], [len(turns) for turns in won])


def _gambles(played: Iterable[Played], name: str) -> Gambles:
    made = [(g, one) for g in played for one in g.unproven if g.seating[one.seat] == name]
    said = [one.chance for _, one in made if one.chance is not None]
    right = sum(game.winner == one.seat for game, one in made)
    return Gambles(len(made), right, fmean(said) if said else None)


def _differences(shares: Mapping[str, Sequence[float | None]], size: int) -> tuple[Difference, ...]:
    found: list[Difference] = []
    for one, other in combinations(shares, 2):
        pairs = zip(shares[one], shares[other], strict=True)
        apart = [a - b for a, b in pairs if a is not None and b is not None]
        if apart:
            points = Interval.of_shares(apart, least=-1, size=size)
            found += Difference(one, other, points), Difference(other, one, -points)
    return tuple(found)
