"""`cluetree benchmark`: the published table played again, with agents of one's own in it."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import cyclopts
from cyclopts import Parameter
from rich.table import Table as Grid

from cluetree.interfaces.cli.common import INTERRUPTED, OK, console, print_json, ruled
from cluetree.interfaces.cli.executors import Cluster, Workers, executor
from cluetree.interfaces.cli.play import AgentNames, TimeLimit, TotalTime
from cluetree.interfaces.cli.progress import bar
from cluetree.interfaces.cli.tournament import (
    Rated,
    Seed,
    Store,
    entrant_of,
    faults_of,
    pace,
    percent,
    tell_stopped,
)
from cluetree.operations.forms.standings import BenchmarkForm
from cluetree.play.benchmark import DEALS, SEED, YARDSTICKS, Benchmark, Cell
from cluetree.play.conduct import Conduct
from cluetree.play.interval import Interval
from cluetree.play.ratings import ratings as rate
from cluetree.play.result_store import ResultStore
from cluetree.play.supervised import TimeLimits


def benchmark(
    agents: AgentNames = [],  # noqa: B006 -- cyclopts reads it, nobody changes it
    /,
    *,
    deals: Annotated[int, Parameter(help="How many, each from all three seats.")] = DEALS,
    seed: Seed = SEED,
    store: Store = None,
    ratings: Rated = False,
    time_limit: TimeLimit = None,
    total_time: TotalTime = None,
    workers: Workers = None,
    cluster: Cluster = None,
    json: Annotated[bool, Parameter(negative="", help="Answer in cluetree-benchmark/1.")] = False,
) -> int:
    """Play the published table again: each agent against two of each yardstick, yours as well."""
    if deals < 1:
        raise cyclopts.CycloptsError(msg=f"at least one deal is played, not {deals}")
    rows = tuple(map(entrant_of, dict.fromkeys((*YARDSTICKS, *agents))))
    limits = TimeLimits(time_limit, total_time)
    table = Benchmark(rows, rows[: len(YARDSTICKS)], deals, seed, limits)
    status = OK
    with ResultStore(store) as kept, executor(workers, cluster) as made:
        try:
            with bar("games") as tell:
                table.play(kept, executor=made, progress=tell)
        except KeyboardInterrupt:
            status = INTERRUPTED
        cells = table.cells(kept)
    if status == INTERRUPTED:
        total = sum(deals * len(one.orders()) for one in table.tournaments())
        tell_stopped(sum(len(c.games) for c in cells), total, goes_on=store is not None)
    rated: Mapping[str, Interval] = {}
    if ratings and cells:
        rated = rate(game for cell in cells for game in cell.games)
    if json:
        print_json(BenchmarkForm.of(table, cells, rated))
    elif cells:
        console().print(_grid(table, cells, rated))
    return status


def _grid(table: Benchmark, cells: Sequence[Cell], rated: Mapping[str, Interval]) -> Grid:
    """Draw a row an agent, a column a yardstick."""
    against = {(cell.agent, cell.against): cell for cell in cells}
    names = [yardstick.name for yardstick in table.yardsticks]
    ratings = ("rating",) if rated else ()
    grid = ruled("", *(f"two {name}, %" for name in names), *ratings, "ms a choice", "faults")
    grid.caption = f"{table.deals} deals from three seats, seed {table.seed}; 33.3 is chance"
    for agent in dict.fromkeys(cell.agent for cell in cells):
        own = [against.get((agent, name)) for name in names]
        shares = ("" if cell is None else percent(cell.share) for cell in own)
        conduct = Conduct.of(cell.standing.conduct for cell in own if cell is not None)
        rating = (rated[agent].told(0),) if rated else ()
        grid.add_row(agent, *shares, *rating, pace(conduct), faults_of(conduct))
    return grid
