"""`cluetree tournament` and `cluetree benchmark`: measure how strong agents and solvers are."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec
from cyclopts import App, Parameter
from cyclopts.validators import Number
from more_itertools import map_reduce
from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.interfaces.cli.common import console
from cluetree.interfaces.cli.play import PLAIN_RULES, AgentNames, LimitOptions, RuleOptions, seated
from cluetree.interfaces.cli.progress import bar
from cluetree.interfaces.cli.status import INTERRUPTED, OK, UsageError
from cluetree.interfaces.drawing.parts import ruled
from cluetree.play.agent_code import hosting_agents, output_on_stderr
from cluetree.play.benchmark import DEALS, SEED, YARDSTICKS, Benchmark, BenchmarkTable
from cluetree.play.conduct import Conduct, FaultKind
from cluetree.play.interval import Interval
from cluetree.play.positions import OURS, PositionTable, score, stored_positions
from cluetree.play.ratings import ratings as rate
from cluetree.play.result_store import ResultStore
from cluetree.play.standings import Standing, Standings, standings
from cluetree.play.tournament import Entrant, Seatings, Tournament, finished, run
from cluetree.play.workers import cluster as dask_cluster, processes
from cluetree.text.numbers import many

_T = TypeVar("_T")
_OTHER_GAMES: Final = (
    f"cluetree: the stored rows are left out: they are for --deals {DEALS} --seed {SEED}"
)
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
PlayGames: TypeAlias = Callable[[Callable[[], Executor] | None, Callable[[int, int], None]], object]
"""Plays games with a factory of executors, and reports the number done and all."""


@Parameter(name="*")
@dataclass(frozen=True)
class RunOptions(LimitOptions):
    """The options for playing many games."""

    store: Annotated[Path | None, Parameter(help="Keep the games here and resume from them.")] = (
        None
    )
    ratings: Annotated[bool, Parameter(help="Rate the agents in points as in chess.")] = False
    workers: Workers = None
    cluster: Cluster = None

    def play(self, games: PlayGames) -> int:
        """Play games until they end or Ctrl-C stops them, and return the exit status."""
        try:
            with executor(self.workers, self.cluster) as make, bar("games") as progress:
                games(make, progress)
        except KeyboardInterrupt:
            return INTERRUPTED
        return OK

    def report_stop(self, done: int, total: int) -> None:
        """Say how many games were played before Ctrl-C."""
        resumes = "run the command again to resume"
        later = "without --store they are lost" if self.store is None else resumes
        print(f"cluetree: stopped after {done} of {total} games; {later}", file=sys.stderr)


def executor(
    workers: int | None, cluster: str | None
) -> AbstractContextManager[Callable[[], Executor] | None]:
    """Return the context of a factory of executors, or of `None` to play in this process.

    Raises:
        MissingExtraError: If dask.distributed is not installed.
        ResultsError: If no scheduler answers.
    """
    if cluster is not None:
        return dask_cluster(cluster)
    return nullcontext() if workers == 0 else processes(workers)


_DEFAULTS: Final = RunOptions()


@hosting_agents()
def tournament(
    agents: AgentNames,
    /,
    *,
    deals: Deals = 100,
    seatings: Annotated[
        Literal["all", "rotations", "evenings"],
        Parameter(
            help="Seatings to play on each deal. In evenings it is one, and the same agents play "
            "ten deals in a row."
        ),
    ] = "all",
    claims: Annotated[
        Literal["suggester", "all"], Parameter(help="Players who may accuse after a suggestion.")
    ] = "suggester",
    rules: RuleOptions = PLAIN_RULES,
    seed: Seed = 0,
    options: RunOptions = _DEFAULTS,
    keep_lost: Annotated[
        str | None, Parameter(help="Keep the records of games that this agent loses in the store.")
    ] = None,
    json: Annotated[bool, Parameter(help="Print cluetree-standings/2.")] = False,
) -> int:
    """Compare agents: play each deal in all seatings, one agent per seat."""
    if keep_lost is not None and options.store is None:
        raise UsageError("--keep-lost needs a --store to keep the records in")
    game = rules.rules(len(agents), claims)
    with output_on_stderr():
        entrants = tuple(map(_entrant, agents))
        contest = Tournament(entrants, game, seed, Seatings(seatings), options.limits, keep_lost)
        with ResultStore(options.store) as kept:
            status = options.play(
                lambda make, progress: run(contest, deals, kept, executor=make, progress=progress)
            )
            games = finished(contest, deals, kept)
    if status == INTERRUPTED:
        options.report_stop(len(games), contest.number_of_games(deals))
    if games:
        result = standings(games, rate(games) if options.ratings else {})
        _print(result, _standings, json=json)
    return status


benchmark: Final = App(name="benchmark", help_format="plaintext")


@benchmark.default
@hosting_agents()
def replay_table(
    agents: AgentNames = [],  # noqa: B006 -- cyclopts only reads it
    /,
    *,
    only: Annotated[
        bool, Parameter(help="Play these agents only; other rows come from stored games.")
    ] = False,
    deals: Deals = DEALS,
    seed: Seed = SEED,
    options: RunOptions = _DEFAULTS,
    json: Annotated[bool, Parameter(help="Print cluetree-benchmark/2.")] = False,
) -> int:
    """Replay the published table: each agent, also yours, against two of each reference agent."""
    if only and (options.ratings or not agents):
        raise UsageError("--only needs an agent, and cannot be combined with --ratings")
    with output_on_stderr():
        yardsticks = tuple(map(_entrant, YARDSTICKS))
        own = (_entrant(name) for name in dict.fromkeys(agents) if only or name not in YARDSTICKS)
        rows = (*(() if only else yardsticks), *own)
        contest = Benchmark(rows, yardsticks, deals, seed, options.limits)
        with ResultStore(options.store) as kept:
            status = options.play(
                lambda make, progress: contest.play(kept, executor=make, progress=progress)
            )
            result = contest.table(kept, rated=options.ratings)
    if status == INTERRUPTED:
        options.report_stop(result.games, contest.games)
    if result.cells or json:
        shown = result.with_stored_rows() if only else result
        if shown is None:
            print(_OTHER_GAMES, file=sys.stderr)
        _print(result, lambda _: _benchmark(shown or result), json=json)
    return status


def _entrant(name: str) -> Entrant:
    agent = seated(name)
    return Entrant(name, agent, name if type(agent).__repr__ is object.__repr__ else None)


def _print(result: _T, draw: Callable[[_T], RenderableType], *, json: bool) -> None:
    if json:
        print(msgspec.json.format(msgspec.json.encode(result), indent=1).decode())
    else:
        console().print(draw(result))


def _standings(result: Standings) -> RenderableType:
    """Return the table of a tournament, the strongest first."""
    rows, measured = result.entrants, result.clustered_by
    seats = {
        f"seat {seat + 1}": [
            *(_cell(row.by_seat[seat], ".1%") for row in rows),
            _percent(average, measured),
        ]
        for seat, average in enumerate(result.seats)
    }
    table = _table(
        {
            "": [*(_in_two_lines(row.name) for row in rows), "average"],
            "games": [*(str(row.games) for row in rows), str(result.games)],
            "wins, %": [
                *(_percent(row.share, measured) for row in rows),
                f"{100 / len(result.seats):.1f}",
            ],
            "rating": [_rating(row, measured) for row in rows],
            **seats,
            **_conduct([row.conduct for row in rows]),
        }
    )
    unfinished = f", {result.unfinished} without a winner" if result.unfinished else ""
    played = f"{many(result.games, 'game')} on {many(result.deals, 'deal')}{unfinished}"
    last = f"{played}; {result.turns.text(2, measured)} turns a game (95 %, by {measured})"
    return Group(table, *map(Text, (*_remarks(result), last)))


def _table(columns: Mapping[str, Sequence[str]], caption: str | None = None) -> RenderableType:
    """Return a table of the columns that are not empty."""
    shown = {head: cells for head, cells in columns.items() if any(cells)}
    table = ruled(*shown)
    table.caption = caption
    for row in zip_longest(*shown.values(), fillvalue=""):
        table.add_row(*map(Text, row))
    return table


def _in_two_lines(name: str) -> str:
    """Break the name of an agent before its options, so that a table fits in 80 columns."""
    return name.replace(":", ":\n", 1)


def _remarks(result: Standings) -> Iterable[str]:
    """Yield lines on differences, faults and gambles."""
    for apart in result.differences:
        points = apart.points
        if points.mean > 0 or (points.mean == 0 and apart.above < apart.below):
            apart_by = (points * 100).text(1, result.clustered_by)
            yield f"{apart.above} is {apart_by} points above {apart.below} on the same deals"
    for row in result.entrants:
        yield from (f"{row.name}: {fault}" for fault in row.conduct.faults[:_MAX_FAULTS])
    for row in result.entrants:
        gambles = row.gambles
        if gambles.made:
            claimed = "" if gambles.said is None else f", {gambles.said:.0%} claimed"
            made = many(gambles.made, "accusation")
            right = f"{gambles.right / gambles.made:.0%} right"
            yield f"{row.name}: {made} without proof, {right}{claimed}"


def _benchmark(result: BenchmarkTable) -> RenderableType:
    """Return a table with a row per agent and a column per reference agent."""
    against = {(cell.agent.name, cell.against): cell.agent for cell in result.cells}
    own = map_reduce((cell.agent for cell in result.cells), lambda row: row.name)
    shares = {
        _in_two_lines(name): [
            _percent(against[agent, name].share) if (agent, name) in against else ""
            for agent in own
        ]
        for name in YARDSTICKS
    }
    conduct = _conduct([Conduct.of(row.conduct for row in rows) for rows in own.values()])
    ratings = [_rating(rows[0]) for rows in own.values()]
    games = f"{result.deals} deals, three seats, seed {result.seed}"
    return _table(
        {"": [*map(_in_two_lines, own)], **shares, "rating": ratings, **conduct},
        f"wins against two of each, %; {games}; 33.3 is chance",
    )


def _rating(row: Standing, measured: str = "deal") -> str:
    return "" if row.rating is None else row.rating.text(0, measured)


def _percent(share: Interval, measured: str = "deal") -> str:
    """Return a share in percent, with its bounds in a second line."""
    percent = share * 100
    bounds = f"[{percent.low:.0f}, {percent.high:.0f}]" if percent.is_known else f"one {measured}"
    return f"{percent.mean:.1f}\n{bounds}"


def _cell(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form)


def _conduct(each: Sequence[Conduct]) -> Mapping[str, Sequence[str]]:
    """Return the columns for the milliseconds per choice, and the number of faults by kind."""
    paces = [1000 * one.seconds / one.choices if one.choices else None for one in each]
    counts = [[(one.count(kind), kind) for kind in FaultKind] for one in each]
    return {
        "ms": [_cell(pace, ".2f" if (pace or 0) < 1 else ".0f") for pace in paces],
        "faults": [", ".join(f"{n} {kind}" for n, kind in kinds if n) for kinds in counts],
    }


@benchmark.command
def positions(
    solvers: Annotated[
        list[str],
        Parameter(
            name="SOLVER",
            help="A program's command, or a .jsonl file with its answers, each perhaps after "
            "NAME=.",
        ),
    ] = [],  # noqa: B006 -- cyclopts only reads it
    /,
    *,
    seconds: Annotated[
        float, Parameter(help="Time limit for a position.", validator=Number(gte=0.001))
    ] = 60,
    json: Annotated[bool, Parameter(help="Print cluetree-positions/1.")] = False,
) -> int:
    """Score solvers on stored positions: facts, answers, calibration and time."""
    places = stored_positions()
    names = dict.fromkeys((OURS, *solvers))
    scores = tuple(score(name, places, limit=seconds) for name in names)
    _print(PositionTable(scores=scores), _scores, json=json)
    return OK


def _scores(result: PositionTable) -> RenderableType:
    rows = result.scores
    one = rows[0]
    return _table(
        {
            "": [row.solver for row in rows],
            "facts": [_cell(row.found and row.found / row.facts, ".1%") for row in rows],
            "false": [_cell(row.false, "d") for row in rows],
            "answers": [str(row.right) for row in rows],
            "wrong": [str(row.wrong) for row in rows],
            "log loss": [_cell(row.log_loss, ".3f") for row in rows],
            "Brier": [_cell(row.brier, ".3f") for row in rows],
            "ms": [_cell(row.seconds and 1000 * row.seconds, ".1f") for row in rows],
        },
        f"{one.positions} positions, {one.facts} facts, {one.certain} certain answers",
    )
