"""What a tournament's games say: shares with intervals, seats, turns and paired differences.

The unit of resampling is the deal: games of one deal, in other seatings, are not independent, so
each entrant's mean over a deal counts as one measurement. A share of ±1 point takes about 3,000
deals.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import attrgetter
from statistics import fmean

from more_itertools import locate, map_reduce

from cluetree.play.conduct import Conduct
from cluetree.play.interval import Interval
from cluetree.play.result_store import Played


@dataclass(frozen=True)
class Gambles:
    """How often an entrant accused without proof, so far as that is seen or said."""

    made: int
    right: int
    said: float | None
    """How often it took those of which it said so to be right: a share, from 0 to 1."""


@dataclass(frozen=True)
class Standing:
    """How one entrant did."""

    name: str
    games: int
    """Games played; one in which the entrant holds two seats counts once."""
    share: Interval
    """Chance to win from one seat: wins by seats held."""
    by_seat: tuple[float | None, ...]
    """The same for each seat, the first first; `None` where the entrant never sat."""
    turns_a_win: Interval | None
    """Everybody's suggestions in the games that it won, a game; `None` if it won none."""
    conduct: Conduct
    """How long it took, and what it did wrong, in all its games."""
    gambles: Gambles


@dataclass(frozen=True)
class Standings:
    """All that a tournament's games say."""

    rows: tuple[Standing, ...]
    """The entrants, the strongest first."""
    differences: Mapping[tuple[str, str], Interval]
    """By how much the share of one is above that of another, on the same deals."""
    turns: Interval
    """Suggestions a game, whoever won."""
    seat_shares: tuple[Interval, ...]
    """The chance to win by seat, whoever sits there."""
    unfinished: int
    """Games that nobody won."""
    games: int
    deals: int


def standings(games: Iterable[Played]) -> Standings:
    """Work out who is how strong.

    Raises:
        ValueError: If there are no games.
    """
    deals = tuple(map_reduce(games, attrgetter("deal")).values())
    if not deals:
        raise ValueError("no game has been played")
    played = [game for deal in deals for game in deal]
    names = {name for game in played for name in game.seating}
    seats = range(max(len(game.seating) for game in played))
    shares = {name: _shares(deals, name) for name in sorted(names)}
    rows = (
        Standing(
            name,
            sum(name in game.seating for game in played),
            Interval.of_shares([share for share in measured if share is not None]),
            _by_seat(played, name, seats),
            _turns_a_win(deals, name),
            _conduct(played, name),
            _gambles(played, name),
        )
        for name, measured in shares.items()
    )
    return Standings(
        rows=tuple(sorted(rows, key=lambda row: -row.share.mean)),
        differences=_differences(shares),
        turns=Interval.of([fmean(game.turns for game in deal) for deal in deals]),
        seat_shares=tuple(
            Interval.of_shares([fmean(game.winner == seat for game in deal) for deal in deals])
            for seat in seats
        ),
        unfinished=sum(game.winner is None for game in played),
        games=len(played),
        deals=len(deals),
    )


def _shares(deals: Iterable[Sequence[Played]], name: str) -> list[float | None]:
    """Return an entrant's wins by seats held, deal by deal; `None` where it did not play."""
    shares: list[float | None] = []
    for deal in deals:
        seats = sum(game.seating.count(name) for game in deal)
        wins = sum(game.won_by == name for game in deal)
        shares.append(wins / seats if seats else None)
    return shares


def _by_seat(played: Iterable[Played], name: str, seats: Iterable[int]) -> tuple[float | None, ...]:
    sat = [(seat, game) for game in played for seat in locate(game.seating, name.__eq__)]
    won = ([game.winner == seat for at, game in sat if at == seat] for seat in seats)
    return tuple(fmean(wins) if wins else None for wins in won)


def _turns_a_win(deals: Iterable[Sequence[Played]], name: str) -> Interval | None:
    won = [[game.turns for game in deal if game.won_by == name] for deal in deals]
    if not any(won):
        return None
    return Interval.of_ratio([sum(turns) for turns in won], [len(turns) for turns in won])


def _conduct(played: Iterable[Played], name: str) -> Conduct:
    seats = (pair for game in played for pair in zip(game.seating, game.conduct, strict=False))
    return Conduct.of(conduct for sat, conduct in seats if sat == name)


def _gambles(played: Iterable[Played], name: str) -> Gambles:
    made = [(g, one) for g in played for one in g.unproven if g.seating[one.seat] == name]
    said = [one.chance for _, one in made if one.chance is not None]
    right = sum(game.winner == one.seat for game, one in made)
    return Gambles(len(made), right, fmean(said) if said else None)


def _differences(shares: Mapping[str, Sequence[float | None]]) -> dict[tuple[str, str], Interval]:
    found: dict[tuple[str, str], Interval] = {}
    for one, other in combinations(shares, 2):
        pairs = zip(shares[one], shares[other], strict=True)
        apart = [a - b for a, b in pairs if a is not None and b is not None]
        if apart:
            found[one, other] = Interval.of_shares(apart, least=-1)
            found[other, one] = -found[one, other]
    return found
