"""The command line: what to play, where to write it."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter
from rich.table import Table as Grid

from cluetree.errors import MissingExtraError
from cluetree.interfaces.cli.common import console
from cluetree.interfaces.cli.progress import bar
from cluetree.interfaces.cli.tournament import Cluster, Workers, executor
from cluetree.interfaces.drawing.parts import ruled
from cluetree.play.result_store import ResultStore
from paper import (
    EXPERIMENTS,
    FULL,
    QUICK,
    Interpretation,
    Outcome,
    Row,
    RunContext,
    Settings,
    experiment_named,
    save,
)
from paper.drawing import draw

Tried = Annotated[
    list[int] | None,
    Parameter(negative="", help="Values that a figure varies; repeatable."),
]


def reproduce(
    name: Annotated[str, Parameter(name="NAME", help=f"{', '.join(EXPERIMENTS)}, or all.")],
    /,
    *,
    full: Annotated[
        bool, Parameter(negative="", help="Play many games, which can take hours.")
    ] = False,
    output: Annotated[Path, Parameter(help="Folder for the results.")] = Path("experiments"),
    seed: Annotated[int, Parameter(help="Random seed.")] = 0,
    workers: Workers = None,
    cluster: Cluster = None,
    store: Annotated[
        Path | None, Parameter(help="Keep the rollouts' games here and resume from them.")
    ] = None,
    deals: Annotated[int | None, Parameter(help="Deals per agent without a rollout.")] = None,
    rollout_deals: Annotated[int | None, Parameter(help="Deals per rollout setting.")] = None,
    ws: Tried = None,
    horizons: Tried = None,
    interpretation: Annotated[
        Interpretation | None, Parameter(name="*", help="How the paper is interpreted.")
    ] = None,
    beside: Annotated[
        list[str],
        Parameter(
            negative="", help="Another interpretation in the same figure: tie=random,order=first."
        ),
    ] = [],  # noqa: B006 -- cyclopts reads it, nobody changes it
) -> None:
    """Reproduce the table or a figure of the paper on Clue as a Markov decision process."""
    chosen = tuple(EXPERIMENTS.values()) if name == "all" else (experiment_named(name),)
    base = FULL if full else QUICK
    try:
        settings = Settings(
            seed=seed,
            deals=base.deals if deals is None else deals,
            rollout_deals=base.rollout_deals if rollout_deals is None else rollout_deals,
            ws=tuple(ws or base.ws),
            horizons=tuple(horizons or base.horizons),
            interpretation=interpretation or base.interpretation,
        )
    except ValueError as error:
        raise cyclopts.CycloptsError(msg=str(error)) from error
    runs = (
        settings,
        *(replace(settings, interpretation=Interpretation.spelled(text)) for text in beside),
    )
    results = ResultStore(store)
    with executor(workers, cluster) as made:
        for one in chosen:
            with bar("games") as tell:
                context = RunContext(made, results, tell)
                outcomes = tuple(one.run(each, context) for each in runs)
            _tell(outcomes, output)


def _tell(outcomes: Sequence[Outcome], output: Path) -> None:
    """Write, draw and print one experiment in each interpretation."""
    written = save(outcomes, output)
    try:
        written += draw(outcomes, output)
    except MissingExtraError as error:
        print(f"paper: no figure is drawn: {error}", file=sys.stderr)
    screen = console()
    for outcome in outcomes:
        screen.print(_grid(outcome))
    screen.print(f"Written: {', '.join(map(str, written))}", markup=False, highlight=False)


def _grid(outcome: Outcome) -> Grid:
    """Return a table of our values with the paper's in brackets."""
    grid = ruled("", "games", *outcome.experiment.shown)
    grid.title = outcome.experiment.title
    grid.caption = f"{outcome.settings.interpretation}; seed {outcome.settings.seed}"
    for row in outcome.rows:
        grid.add_row(_label(row), str(row.games), *_cells(row))
    return grid


def _label(row: Row) -> str:
    return row.agent if row.w is None else f"{row.agent}, w {row.w}, horizon {row.horizon}"


def _cells(row: Row) -> Iterator[str]:
    for measure in row.measures:
        paper = "" if measure.paper is None else f" ({measure.paper})"
        yield f"{'none won' if measure.found is None else measure.found}{paper}"
