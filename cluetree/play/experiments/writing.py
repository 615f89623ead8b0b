"""What an experiment found, in files: CSV for people, JSON with all that decided it."""

import csv
import io
import json
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

import cluetree
from cluetree.play.experiments.catalog import Outcome
from cluetree.play.experiments.rows import Measure, Row
from cluetree.play.experiments.settings import Reading
from cluetree.record import Json


def to_csv(outcomes: Sequence[Outcome]) -> str:
    """Return the rows of one experiment in one reading or several, each with seed and reading.

    Of each measure there is ours, the bounds of its 95 % interval, and the paper's value.
    """
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    names = (column for name in outcomes[0].experiment.shown for column in _columns(name))
    given = ("agent", "w", "horizon", "deals", "games", "seed", *asdict(Reading()))
    lines.writerow((*given, *names))
    for outcome in outcomes:
        settings = outcome.settings
        read = (settings.seed, *asdict(settings.reading).values())
        for row in outcome.rows:
            played = (row.agent, row.w, row.horizon, row.deals, row.games)
            lines.writerow((*played, *read, *_cells(row)))
    return text.getvalue()


def _columns(measure: str) -> tuple[str, ...]:
    return measure, f"{measure} low", f"{measure} high", f"{measure} paper"


def _cells(row: Row) -> Iterator[float | str | None]:
    for measure in row.measures:
        for number in _numbers(measure):
            yield None if number is None else f"{number:.3f}"
        yield measure.paper


def _numbers(measure: Measure) -> tuple[float | None, float | None, float | None]:
    """Return a mean and its bounds, as far as they are known."""
    found = measure.found
    if found is None:
        return None, None, None
    return (found.mean, found.low, found.high) if found.is_known else (found.mean, None, None)


def to_json(outcomes: Sequence[Outcome]) -> str:
    """Return one experiment in the form `cluetree-experiment/2`: a run for each reading.

    A run has its settings with the reading, and its rows; beside them stand the versions.
    """
    experiment = outcomes[0].experiment
    content: Json = {
        "format": "cluetree-experiment/2",
        "experiment": experiment.name,
        "title": experiment.title,
        "versions": {
            "cluetree": cluetree.__version__,
            "numpy": version("numpy"),
            "python": platform.python_version(),
        },
        "paper_best_turns": experiment.paper_best_turns,
        "runs": [
            {"settings": asdict(outcome.settings), "rows": [*map(_row, outcome.rows)]}
            for outcome in outcomes
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _row(row: Row) -> Json:
    return {**asdict(row), "measures": {each.name: _measure(each) for each in row.measures}}


def _measure(measure: Measure) -> Json:
    mean, low, high = _numbers(measure)
    return {"mean": mean, "low": low, "high": high, "paper": measure.paper}


def save(outcomes: Sequence[Outcome], folder: Path) -> tuple[Path, ...]:
    """Write NAME.csv and NAME.json, named by the experiment, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {"csv": to_csv(outcomes), "json": to_json(outcomes)}
    paths = tuple(folder / f"{outcomes[0].experiment.name}.{ending}" for ending in files)
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text(text, "utf-8", newline="\n")
    return paths
