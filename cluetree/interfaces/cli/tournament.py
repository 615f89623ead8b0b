"""`cluetree tournament`: who won how often, and how sure that is."""

import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Annotated, Final, Literal

import cyclopts
from cyclopts import Parameter
from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.interfaces.cli.common import INTERRUPTED, OK, console, print_json, ruled
from cluetree.interfaces.cli.executors import Cluster, Workers, executor
from cluetree.interfaces.cli.play import (
    AgentNames,
    AnsweringRule,
    EditionId,
    MostTurns,
    OnBoard,
    TimeLimit,
    TotalTime,
    rules_of,
    seated,
)
from cluetree.interfaces.cli.progress import bar
from cluetree.operations.forms.standings import StandingsForm
from cluetree.play.conduct import Conduct, FaultKind
from cluetree.play.interval import Interval
from cluetree.play.ratings import ratings as rate
from cluetree.play.result_store import ResultStore
from cluetree.play.standings import Standing, Standings, standings
from cluetree.play.supervised import TimeLimits
from cluetree.play.tournament import Entrant, Seatings, Tournament, finished, run
from cluetree.text.numbers import many

_MOST: Final = 5
"""Faults of an entrant that are told in words."""


Deals = Annotated[int, Parameter(help="How many, each in every seating.")]
Orders = Annotated[Literal["all", "rotations"], Parameter(help="Which seatings of each deal.")]
WhoClaims = Annotated[
    Literal["suggester", "all"], Parameter(help="Who may accuse after a suggestion.")
]
Seed = Annotated[int, Parameter(help="Where all chance comes from.")]
Store = Annotated[
    Path | None, Parameter(help="Keep the games here; the next run goes on from them.")
]
KeepLost = Annotated[
    str | None, Parameter(help="Keep the records of games that this agent loses in the store.")
]
Rated = Annotated[bool, Parameter(negative="", help="Rate the agents, in points as in chess.")]
AsJson = Annotated[bool, Parameter(negative="", help="Answer in cluetree-standings/2.")]


def tournament(
    agents: AgentNames,
    /,
    *,
    deals: Deals = 100,
    seatings: Orders = "all",
    claims: WhoClaims = "suggester",
    edition: EditionId = "clue-us",
    answering: AnsweringRule = "first",
    board: OnBoard = False,
    most_turns: MostTurns = 500,
    seed: Seed = 0,
    store: Store = None,
    keep_lost: KeepLost = None,
    ratings: Rated = False,
    time_limit: TimeLimit = None,
    total_time: TotalTime = None,
    workers: Workers = None,
    cluster: Cluster = None,
    json: AsJson = False,
) -> int:
    """Let agents meet, one a seat, each deal in all seatings; alike agents count as one."""
    if deals < 1:
        raise cyclopts.CycloptsError(msg=f"at least one deal is played, not {deals}")
    if keep_lost is not None and store is None:
        raise cyclopts.CycloptsError(msg="--keep-lost needs a --store to keep the records in")
    rules = rules_of(
        len(agents), edition, answering, board=board, most_turns=most_turns, claims=claims
    )
    entrants = tuple(map(entrant_of, agents))
    limits = TimeLimits(time_limit, total_time)
    contest = Tournament(entrants, rules, seed, Seatings(seatings), limits, keep_lost)
    with ResultStore(store) as kept, executor(workers, cluster) as made:
        status = _played(contest, deals, kept, made)
        games = finished(contest, deals, kept)
    if status == INTERRUPTED:
        tell_stopped(len(games), deals * len(contest.orders()), goes_on=store is not None)
    if games:
        rated: Mapping[str, Interval] = rate(games) if ratings else {}
        _tell_standings(standings(games), rated, json=json)
    return status


def _played(
    contest: Tournament, deals: int, store: ResultStore, made: Callable[[], Executor] | None
) -> int:
    """Play until all is played, or until Ctrl-C; say which it was."""
    try:
        with bar("games") as tell:
            run(contest, deals, store, executor=made, progress=tell)
    except KeyboardInterrupt:
        return INTERRUPTED
    return OK


def tell_stopped(done: int, total: int, *, goes_on: bool) -> None:
    """Say how much was played, and whether the rest can be played later."""
    later = "the same command goes on from here" if goes_on else "without --store they are lost"
    print(f"cluetree: stopped after {done} of {total} games; {later}", file=sys.stderr)


def entrant_of(name: str) -> Entrant:
    """Take an agent under the name that it was called by, which says how it is set up."""
    agent = seated(name)
    return Entrant(name, agent, name if type(agent).__repr__ is object.__repr__ else None)


def _tell_standings(found: Standings, ratings: Mapping[str, Interval], *, json: bool) -> None:
    """Print how a tournament stands, in a table or as a document."""
    if json:
        print_json(StandingsForm.of(found, ratings))
    else:
        console().print(_ranking(found, ratings))


def _ranking(found: Standings, ratings: Mapping[str, Interval]) -> RenderableType:
    """Draw the table of a tournament, the strongest first."""
    seats = len(found.seat_shares)
    rated = ("rating",) if ratings else ()
    columns = *rated, *(f"seat {n + 1}" for n in range(seats)), "ms a choice", "faults"
    grid = ruled("", "games", "wins a seat, %", *columns)
    for row in found.rows:
        by_seat = ("" if share is None else f"{share:.1%}" for share in row.by_seat)
        behaved = pace(row.conduct), faults_of(row.conduct)
        rating = (ratings[row.name].told(0),) if row.name in ratings else ("",) * len(rated)
        grid.add_row(row.name, str(row.games), percent(row.share), *rating, *by_seat, *behaved)
    seats_won = (percent(share) for share in found.seat_shares)
    blank = ("",) * len(rated)
    grid.add_row("whoever sits there", str(found.games), f"{100 / seats:.1f}", *blank, *seats_won)
    lines = [
        Text(f"{one} is {percent(apart)} points above {other}, on the same deals")
        for (one, other), apart in found.differences.items()
        if apart.mean >= 0 and (one < other or apart.mean > 0)
    ]
    lines += [
        Text(f"{row.name}: {fault}") for row in found.rows for fault in row.conduct.faults[:_MOST]
    ]
    lines += [Text(_gambled(row)) for row in found.rows if row.gambles.made]
    nobody = f", {found.unfinished} won by nobody" if found.unfinished else ""
    played = f"{many(found.games, 'game')} on {many(found.deals, 'deal')}{nobody}; "
    return Group(grid, *lines, Text(f"{played}{found.turns} turns a game (95 %, by deal)"))


def pace(conduct: Conduct) -> str:
    """Say how many milliseconds a choice took."""
    if not conduct.choices:
        return ""
    took = 1000 * conduct.seconds / conduct.choices
    return f"{took:.2f}" if took < 1 else f"{took:.0f}"


def faults_of(conduct: Conduct) -> str:
    """Count what went wrong, by kind."""
    counts = ((conduct.count(kind), kind) for kind in FaultKind)
    return ", ".join(f"{count} {kind}" for count, kind in counts if count) or "none"


def _gambled(row: Standing) -> str:
    """Say how often an entrant accused without proof, and how that came out."""
    gambles = row.gambles
    said = "" if gambles.said is None else f", {gambles.said:.0%} by its own word"
    accused = many(gambles.made, "accusation")
    return f"{row.name}: {accused} without proof, {gambles.right / gambles.made:.0%} right{said}"


def percent(share: Interval) -> str:
    """Say a share in percent, with its bounds."""
    return (share * 100).told(1)
