"""`cluetree tournament`: who won how often, and how sure that is."""

from pathlib import Path
from typing import Annotated, Final, Literal

import cyclopts
from cyclopts import Parameter
from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.faces.commands.common import OK, console, print_json, ruled
from cluetree.faces.commands.machines import Cluster, Workers, executor
from cluetree.faces.commands.play import (
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
from cluetree.faces.commands.progress import bar
from cluetree.faces.forms.standings import StandingsForm
from cluetree.faces.words.numbers import many
from cluetree.play.arena import Entrant, Seatings, Tournament, run
from cluetree.play.conduct import Conduct, FaultKind
from cluetree.play.results import ResultStore
from cluetree.play.standings import Interval, Standing, Standings, standings
from cluetree.play.supervised import TimeLimits

_MOST: Final = 5
"""Faults of an entrant that are told in words."""


def tournament(
    agents: AgentNames,
    /,
    *,
    deals: Annotated[int, Parameter(help="How many, each in every seating.")] = 100,
    seatings: Annotated[
        Literal["all", "rotations"], Parameter(help="Which seatings of each deal.")
    ] = "all",
    claims: Annotated[
        Literal["suggester", "all"], Parameter(help="Who may accuse after a suggestion.")
    ] = "suggester",
    edition: EditionId = "clue-us",
    answering: AnsweringRule = "first",
    board: OnBoard = False,
    most_turns: MostTurns = 500,
    seed: Annotated[int, Parameter(help="Where all chance comes from.")] = 0,
    store: Annotated[
        Path | None, Parameter(help="Keep the games here; the next run goes on from them.")
    ] = None,
    time_limit: TimeLimit = None,
    total_time: TotalTime = None,
    workers: Workers = None,
    cluster: Cluster = None,
    json: Annotated[bool, Parameter(negative="", help="Answer in cluetree-standings/1.")] = False,
) -> int:
    """Let agents meet, one a seat, each deal in all seatings; alike agents count as one."""
    if deals < 1:
        raise cyclopts.CycloptsError(msg=f"at least one deal is played, not {deals}")
    rules = rules_of(
        len(agents), edition, answering, board=board, most_turns=most_turns, claims=claims
    )
    entrants = tuple(map(_entrant, agents))
    limits = TimeLimits(time_limit, total_time)
    contest = Tournament(entrants, rules, seed, Seatings(seatings), limits)
    with ResultStore(store) as kept, executor(workers, cluster) as made, bar("games") as tell:
        games = run(contest, deals, kept, executor=made, progress=tell)
    found = standings(games)
    if json:
        print_json(StandingsForm.of(found))
    else:
        console().print(_ranking(found))
    return OK


def _entrant(name: str) -> Entrant:
    """Take an agent under the name that it was called by, which says how it is set up."""
    agent = seated(name)
    return Entrant(name, agent, name if type(agent).__repr__ is object.__repr__ else None)


def _ranking(found: Standings) -> RenderableType:
    """Draw the table of a tournament, the strongest first."""
    seats = len(found.seat_shares)
    columns = *(f"seat {n + 1}" for n in range(seats)), "ms a choice", "faults"
    grid = ruled("", "games", "wins a seat, %", *columns)
    for row in found.rows:
        by_seat = ("" if share is None else f"{share:.1%}" for share in row.by_seat)
        behaved = _time(row.conduct), _counted(row.conduct)
        grid.add_row(row.name, str(row.games), _percent(row.share), *by_seat, *behaved)
    seats_won = (_percent(share) for share in found.seat_shares)
    grid.add_row("whoever sits there", str(found.games), f"{100 / seats:.1f}", *seats_won)
    lines = [
        Text(f"{_percent(apart)} points between {one} and {other}, on the same deals")
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


def _time(conduct: Conduct) -> str:
    if not conduct.choices:
        return ""
    took = 1000 * conduct.seconds / conduct.choices
    return f"{took:.2f}" if took < 1 else f"{took:.0f}"


def _counted(conduct: Conduct) -> str:
    counts = ((conduct.count(kind), kind) for kind in FaultKind)
    return ", ".join(f"{count} {kind}" for count, kind in counts if count) or "none"


def _gambled(row: Standing) -> str:
    """Say how often an entrant accused without proof, and how that came out."""
    gambles = row.gambles
    said = "" if gambles.said is None else f", {gambles.said:.0%} by its own word"
    accused = many(gambles.made, "accusation")
    return f"{row.name}: {accused} without proof, {gambles.right / gambles.made:.0%} right{said}"


def _percent(share: Interval) -> str:
    return f"{100 * share.mean:.1f} ± {100 * share.half_width:.1f}"
