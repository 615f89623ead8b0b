"""`cluetree experiment`: the published experiments, played again."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter
from rich.table import Table as Grid

from cluetree.errors import MissingExtraError
from cluetree.interfaces.cli.common import OK, console, ruled
from cluetree.interfaces.cli.executors import Cluster, Workers, executor
from cluetree.interfaces.cli.progress import bar
from cluetree.play.experiments import (
    EXPERIMENTS,
    FULL,
    QUICK,
    Outcome,
    Reading,
    Row,
    RunContext,
    Settings,
    experiment_named,
    save,
)
from cluetree.play.experiments.drawing import draw
from cluetree.play.result_store import ResultStore

Tried = Annotated[
    list[int] | None,
    Parameter(negative="", help="What a figure varies; may be given several times."),
]


def experiment(
    name: Annotated[str, Parameter(name="NAME", help=f"{', '.join(EXPERIMENTS)}, or all.")],
    /,
    *,
    full: Annotated[bool, Parameter(negative="", help="Many games: this can take hours.")] = False,
    output: Annotated[Path, Parameter(help="A folder for what is found.")] = Path("experiments"),
    seed: Annotated[int, Parameter(help="Where all chance comes from.")] = 0,
    workers: Workers = None,
    cluster: Cluster = None,
    store: Annotated[
        Path | None, Parameter(help="Keep the rollouts' games here; the next run goes on.")
    ] = None,
    deals: Annotated[int | None, Parameter(help="For each agent without a rollout.")] = None,
    rollout_deals: Annotated[int | None, Parameter(help="For each setting of a rollout.")] = None,
    ws: Tried = None,
    horizons: Tried = None,
    reading: Annotated[Reading | None, Parameter(name="*", help="How the paper is read.")] = None,
    beside: Annotated[
        list[str],
        Parameter(negative="", help="Another reading in the same figure: tie=random,order=first."),
    ] = [],  # noqa: B006 -- cyclopts reads it, nobody changes it
) -> int:
    """Regenerate the table or a figure of the paper on Clue as a Markov decision process."""
    chosen = tuple(EXPERIMENTS.values()) if name == "all" else (experiment_named(name),)
    base = FULL if full else QUICK
    try:
        settings = Settings(
            seed=seed,
            deals=base.deals if deals is None else deals,
            rollout_deals=base.rollout_deals if rollout_deals is None else rollout_deals,
            ws=tuple(ws or base.ws),
            horizons=tuple(horizons or base.horizons),
            reading=reading or base.reading,
        )
    except ValueError as error:
        raise cyclopts.CycloptsError(msg=str(error)) from error
    runs = (settings, *(replace(settings, reading=Reading.spelled(text)) for text in beside))
    with ResultStore(store) as results, executor(workers, cluster) as made:
        for one in chosen:
            with bar("games") as tell:
                context = RunContext(made, results, tell)
                outcomes = tuple(one.run(each, context) for each in runs)
            _tell(outcomes, output)
    return OK


def _tell(outcomes: Sequence[Outcome], output: Path) -> None:
    """Write, draw and print an experiment in all its readings."""
    written = save(outcomes, output)
    try:
        written += draw(outcomes, output)
    except MissingExtraError as error:
        print(f"cluetree: no figure is drawn: {error}", file=sys.stderr)
    screen = console()
    for outcome in outcomes:
        screen.print(_grid(outcome))
    screen.print(f"Written: {', '.join(map(str, written))}", markup=False, highlight=False)


def _grid(outcome: Outcome) -> Grid:
    """Draw the rows, of each measure ours and then, in brackets, the paper's."""
    grid = ruled("", "games", *outcome.experiment.shown)
    grid.title = outcome.experiment.title
    grid.caption = f"{outcome.settings.reading}; seed {outcome.settings.seed}"
    for row in outcome.rows:
        grid.add_row(_label(row), str(row.games), *_cells(row))
    return grid


def _label(row: Row) -> str:
    return row.agent if row.w is None else f"{row.agent}, w {row.w}, horizon {row.horizon}"


def _cells(row: Row) -> Iterator[str]:
    for measure in row.measures:
        paper = "" if measure.paper is None else f" ({measure.paper})"
        yield f"{'none won' if measure.found is None else measure.found}{paper}"
