"""The command line: what to play, and the table, figure and file of the result."""

import csv
import sys
from collections.abc import Iterator, Sequence
from math import isinf
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cluetree.errors import MissingExtraError, UnknownNameError
from cluetree.interfaces.cli.common import bar, console
from cluetree.interfaces.cli.tournament import Cluster, Workers, executor
from cluetree.interfaces.drawing.parts import ruled
from cluetree.play.result_store import ResultStore
from paper.drawing import draw
from paper.experiments import EXPERIMENTS, Context, Experiment, Row, Settings

_DEFAULTS = Settings()


def reproduce(
    name: Annotated[str, Parameter(name="NAME", help=f"{', '.join(EXPERIMENTS)}, or all.")],
    /,
    *,
    settings: Annotated[Settings, Parameter(name="*")] = _DEFAULTS,
    output: Annotated[Path, Parameter(help="Folder for the results.")] = Path("experiments"),
    workers: Workers = None,
    cluster: Cluster = None,
    store: Annotated[
        Path | None, Parameter(help="Keep the rollouts' games here and resume from them.")
    ] = None,
) -> None:
    """Reproduce the table or a figure of the paper on Clue as a Markov decision process."""
    UnknownNameError.verify(name, (*EXPERIMENTS, "all"))
    chosen = EXPERIMENTS.values() if name == "all" else [EXPERIMENTS[name]]
    results = ResultStore(store)
    output.mkdir(parents=True, exist_ok=True)
    with executor(workers, cluster) as made:
        for experiment in chosen:
            with bar("games") as tell:
                rows = experiment.run(settings, Context(made, results, tell))
            _tell(experiment, settings, rows, output)


def _tell(experiment: Experiment, settings: Settings, rows: Sequence[Row], output: Path) -> None:
    """Write, draw and print an experiment."""
    written = [save(experiment, settings, rows, output)]
    try:
        written.append(draw(experiment, settings, rows, output))
    except MissingExtraError as error:
        print(f"paper: no figure is drawn: {error}", file=sys.stderr)
    grid = ruled("", "games", *experiment.shown)
    grid.title = experiment.title
    grid.caption = f"Each cell: our mean [95 % interval] (the paper's value). {settings}"
    for row in rows:
        label = row.agent if row.w is None else f"{row.agent}, w {row.w}, horizon {row.horizon}"
        grid.add_row(label, str(row.games), *_cells(experiment, row))
    console().print(grid)
    console().print(f"Written: {', '.join(map(str, written))}", markup=False, highlight=False)


def _cells(experiment: Experiment, row: Row) -> Iterator[str]:
    """Yield our values with the paper's in brackets."""
    for name in experiment.shown:
        mean, paper = row.measures[name], experiment.printed(row, name)
        yield f"{'none won' if mean is None else mean}{'' if paper is None else f' ({paper})'}"


def save(experiment: Experiment, settings: Settings, rows: Sequence[Row], folder: Path) -> Path:
    """Write NAME.csv, named after the experiment, and return its path.

    Each measure has our value, its 95 % interval (empty after one deal) and the paper's value.
    """
    path, shown = folder / f"{experiment.name}.csv", experiment.shown
    given = ("agent", "w", "horizon", "games", "seed", "tie", "transition", "order")
    options = (settings.seed, settings.tie, settings.transition, settings.order)
    columns = [(name, f"{name} low", f"{name} high", f"{name} paper") for name in shown]
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow((*given, *(column for each in columns for column in each)))
        for row in rows:
            numbers: list[str | float | None] = []
            for name in shown:
                mean = row.measures[name]
                bounds = (None,) * 3 if mean is None else (mean.mean, mean.low, mean.high)
                numbers += [None if n is None or isinf(n) else f"{n:.3f}" for n in bounds]
                numbers.append(experiment.printed(row, name))
            lines.writerow((row.agent, row.w, row.horizon, row.games, *options, *numbers))
    return path
