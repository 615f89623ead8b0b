"""`cluetree tournament` and `cluetree benchmark`: measure how strong agents are."""

import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.interfaces.cli import INTERRUPTED, OK
from cluetree.interfaces.cli.common import bar, console
from cluetree.interfaces.cli.play import PLAIN_RULES, AgentNames, LimitOptions, RuleOptions, seated
from cluetree.interfaces.drawing.parts import ruled
from cluetree.play.result_store import Played, ResultStore
from cluetree.play.standings import Interval, Standings, standings
from cluetree.play.supervised import Conduct, FaultKind
from cluetree.play.tournament import (
    DEALS,
    SEED,
    YARDSTICKS,
    Entrant,
    Seatings,
    Tournament,
    cells,
    finished,
    run,
)
from cluetree.play.workers import cluster as dask_cluster, processes
from cluetree.text.numbers import many

_MAX_FAULTS: Final = 5
"""Faults of an entrant that are listed."""

Deals = Annotated[
    int, Parameter(help="Number of deals, each in every seating.", validator=Number(gte=1))
]
Seed = Annotated[int, Parameter(help="Random seed.")]
Workers = Annotated[
    int | None,
    Parameter(
        help="Number of processes; 0 plays in this process.",
        show_default=False,
        validator=Number(gte=0),
    ),
]
Cluster = Annotated[str | None, Parameter(help="Address of a Dask scheduler.")]
Store = Annotated[Path | None, Parameter(help="Keep the games here and resume from them.")]


@Parameter(name="*")
@dataclass(frozen=True)
class RunOptions(LimitOptions):
    """The options for playing many games."""

    store: Store = None
    workers: Workers = None
    cluster: Cluster = None

    def play(
        self, tournaments: Sequence[Tournament], deals: int
    ) -> tuple[int, list[tuple[Played, ...]]]:
        """Play until the end or Ctrl-C; return the exit status and the games played."""
        store, status = ResultStore(self.store), OK
        try:
            with executor(self.workers, self.cluster) as pool, redirect_stdout(sys.stderr):
                for tournament in tournaments:
                    with bar("games") as progress:
                        run(tournament, deals, store, executor=pool, progress=progress)
        except KeyboardInterrupt:
            status = INTERRUPTED
        games = [finished(tournament, deals, store) for tournament in tournaments]
        if status == INTERRUPTED:
            total = sum(len(tournament.games(deals)) for tournament in tournaments)
            resumes = "run the command again to resume"
            later = "without --store they are lost" if self.store is None else resumes
            done = f"stopped after {sum(map(len, games))} of {total} games"
            print(f"cluetree: {done}; {later}", file=sys.stderr)
        return status, games


def executor(workers: int | None, cluster: str | None) -> AbstractContextManager[Executor | None]:
    """Return the context of an executor, or of `None` to play in this process."""
    if cluster is not None:
        return dask_cluster(cluster)
    return nullcontext() if workers == 0 else processes(workers)


_DEFAULTS: Final = RunOptions()


def tournament(
    agents: AgentNames,
    /,
    *,
    deals: Deals = 100,
    seatings: Annotated[Seatings, Parameter(help="Seatings to play on each deal.")] = "all",
    accusers: Annotated[
        Literal["suggester", "all"], Parameter(help="Players who may accuse after a suggestion.")
    ] = "suggester",
    rules: RuleOptions = PLAIN_RULES,
    seed: Seed = 0,
    options: RunOptions = _DEFAULTS,
    json: Annotated[bool, Parameter(help="Print cluetree-standings/3.")] = False,
) -> int:
    """Compare agents: play each deal in all seatings, one agent per seat."""
    game = rules.rules(len(agents), accusers)
    entrants = tuple(map(_entrant, agents))
    contest = Tournament(entrants, game, seed, seatings, options.limits)
    status, [games] = options.play([contest], deals)
    if games and json:
        print(msgspec.json.format(msgspec.json.encode(standings(games)), indent=1).decode())
    elif games:
        console().print(_drawn(standings(games)))
    return status


def benchmark(
    agents: AgentNames = [],  # noqa: B006 -- cyclopts only reads it
    /,
    *,
    deals: Deals = DEALS,
    seed: Seed = SEED,
    options: RunOptions = _DEFAULTS,
) -> int:
    """Play rows of the published table: each agent against two of each reference agent."""
    rows = dict.fromkeys(agents or YARDSTICKS)
    contests = cells(
        map(_entrant, rows), map(_entrant, YARDSTICKS), seed=seed, limits=options.limits
    )
    status, games = options.play([*contests.values()], deals)
    shares = {
        pair: next(row.share for row in standings(own).entrants if row.name == pair[0])
        for pair, own in zip(contests, games, strict=True)
        if own
    }
    table = ruled("", *map(_in_two_lines, YARDSTICKS))
    for name in rows:
        wins = (_percent(shares.get((name, other))) for other in YARDSTICKS)
        table.add_row(Text(_in_two_lines(name)), *wins)
    played = f"{deals} deals, three seats, seed {seed}"
    table.caption = f"wins against two of each, %; {played}; 33.3 is chance"
    if shares:
        console().print(table)
    return status


def _entrant(name: str) -> Entrant:
    agent = seated(name)
    return Entrant(name, agent, name if type(agent).__repr__ is object.__repr__ else None)


def _drawn(result: Standings) -> RenderableType:
    """Return the table of a tournament, the strongest first, and remarks."""
    seats = [f"seat {number}" for number in range(1, len(result.seats) + 1)]
    faults = ["faults"] if any(row.conduct.faults for row in result.entrants) else []
    table = ruled("", "games", "wins, %", *seats, "ms", *faults)
    for row in result.entrants:
        shares = ("" if share is None else f"{share:.1%}" for share in row.by_seat)
        first = Text(_in_two_lines(row.name)), str(row.games), _percent(row.share)
        last = _pace(row.conduct), _faults(row.conduct)
        table.add_row(*first, *shares, *last[: 1 + len(faults)])
    chance = f"{100 / len(seats):.1f}"
    table.add_row("average", str(result.games), chance, *map(_percent, result.seats))
    unfinished = f", {result.unfinished} without a winner" if result.unfinished else ""
    played = f"{many(result.games, 'game')} on {many(result.deals, 'deal')}{unfinished}"
    turns = f"{result.turns.text(2)} turns a game (95 %, by deal)"
    return Group(table, *map(Text, (*_remarks(result), f"{played}; {turns}")))


def _in_two_lines(name: str) -> str:
    """Break the name of an agent before its options, so that a table fits in 80 columns."""
    return name.replace(":", ":\n", 1)


def _remarks(result: Standings) -> Iterable[str]:
    """Yield lines on differences and faults."""
    for apart in result.differences:
        points = apart.points
        if points.mean > 0 or (points.mean == 0 and apart.above < apart.below):
            apart_by = (points * 100).text(1)
            yield f"{apart.above} is {apart_by} points above {apart.below} on the same deals"
    for row in result.entrants:
        yield from (f"{row.name}: {fault}" for fault in row.conduct.faults[:_MAX_FAULTS])


def _percent(share: Interval | None) -> Text:
    """Return a share in percent, with its bounds in a second line."""
    if share is None:
        return Text()
    percent = share * 100
    bounds = f"[{percent.low:.0f}, {percent.high:.0f}]" if percent.is_known else "one deal"
    return Text(f"{percent.mean:.1f}\n{bounds}")


def _pace(conduct: Conduct) -> str:
    """Return the milliseconds per choice."""
    if not conduct.choices:
        return ""
    pace = 1000 * conduct.seconds / conduct.choices
    return format(pace, ".2f" if pace < 1 else ".0f")


def _faults(conduct: Conduct) -> str:
    counts = ((conduct.count(kind), kind) for kind in FaultKind)
    return ", ".join(f"{number} {kind}" for number, kind in counts if number)
