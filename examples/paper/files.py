"""Result files: CSV for people, JSON with every setting."""

import csv
import io
import json
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

import cluetree
from cluetree.record import Json
from paper.catalog import Outcome
from paper.measures import Measure, Row
from paper.settings import Interpretation


def to_csv(outcomes: Sequence[Outcome]) -> str:
    """Return the rows of all outcomes of one experiment, with seed and interpretation.

    Each measure has our value, the bounds of its 95 % interval and the paper's value.
    """
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    names = (column for name in outcomes[0].experiment.shown for column in _columns(name))
    given = ("agent", "w", "horizon", "deals", "games", "seed", *asdict(Interpretation()))
    lines.writerow((*given, *names))
    for outcome in outcomes:
        settings = outcome.settings
        read = (settings.seed, *asdict(settings.interpretation).values())
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
    """Return a mean and its bounds, `None` where unknown."""
    found = measure.found
    if found is None:
        return None, None, None
    return (found.mean, found.low, found.high) if found.is_known else (found.mean, None, None)


def to_json(outcomes: Sequence[Outcome]) -> str:
    """Return all outcomes of one experiment as `cluetree-experiment/3`.

    There is one run per interpretation, with its settings and rows.
    """
    experiment = outcomes[0].experiment
    content: Json = {
        "format": "cluetree-experiment/3",
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
    """Write NAME.csv and NAME.json, named after the experiment, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {"csv": to_csv(outcomes), "json": to_json(outcomes)}
    paths = tuple(folder / f"{outcomes[0].experiment.name}.{ending}" for ending in files)
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text(text, "utf-8", newline="\n")
    return paths
