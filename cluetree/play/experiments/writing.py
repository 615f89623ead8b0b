"""What an experiment found, in files: CSV for people, JSON with all that decided it."""

import csv
import io
import json
import platform
from collections.abc import Iterator
from dataclasses import asdict
from importlib.metadata import version
from math import isfinite
from pathlib import Path

import cluetree
from cluetree.play.experiments.catalog import Outcome
from cluetree.play.experiments.rows import Measure, Row
from cluetree.record import Json


def to_csv(outcome: Outcome) -> str:
    """Return the rows: of each measure ours, the 95 % half-width, and the paper's value."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    names = (column for name in outcome.experiment.shown for column in _columns(name))
    lines.writerow(("agent", "w", "horizon", "deals", "games", *names))
    for row in outcome.rows:
        lines.writerow((row.agent, row.w, row.horizon, row.deals, row.games, *_cells(row)))
    return text.getvalue()


def _columns(measure: str) -> tuple[str, ...]:
    return measure, f"{measure} ±", f"{measure} paper"


def _cells(row: Row) -> Iterator[float | str | None]:
    for measure in row.measures:
        yield f"{measure.found.mean:.3f}"
        half_width = measure.found.half_width
        yield f"{half_width:.3f}" if isfinite(half_width) else None
        yield measure.paper


def to_json(outcome: Outcome) -> str:
    """Return the outcome in the form `cluetree-experiment/1`: settings, reading, versions, rows."""
    experiment = outcome.experiment
    content: Json = {
        "format": "cluetree-experiment/1",
        "experiment": experiment.name,
        "title": experiment.title,
        "settings": asdict(outcome.settings),
        "versions": {
            "cluetree": cluetree.__version__,
            "numpy": version("numpy"),
            "python": platform.python_version(),
        },
        "paper_best_turns": experiment.paper_best_turns,
        "rows": [_row(row) for row in outcome.rows],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _row(row: Row) -> Json:
    return {**asdict(row), "measures": {each.name: _measure(each) for each in row.measures}}


def _measure(measure: Measure) -> Json:
    found = measure.found
    half_width = found.half_width if isfinite(found.half_width) else None  # JSON knows no infinity
    return {"mean": found.mean, "half_width": half_width, "paper": measure.paper}


def save(outcome: Outcome, folder: Path) -> tuple[Path, ...]:
    """Write NAME.csv and NAME.json, named by the experiment, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {"csv": to_csv(outcome), "json": to_json(outcome)}
    paths = tuple(folder / f"{outcome.experiment.name}.{ending}" for ending in files)
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text(text, "utf-8", newline="\n")
    return paths
