"""An experiment's picture: a panel for each measure, ours with intervals beside the paper's."""

# Matplotlib leaves the types of its keyword arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cluetree.errors import MissingExtraError
from cluetree.play.experiments.catalog import Outcome
from cluetree.play.experiments.rows import TURNS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDE: Final = 5
"""So many times the least, and the axis becomes logarithmic."""


def draw(outcome: Outcome, folder: Path) -> tuple[Path, ...]:
    """Write NAME.svg and NAME.png, named by the experiment, and return their paths.

    Raises:
        MissingExtraError: If matplotlib is not installed.
    """
    try:
        from matplotlib import rc_context  # noqa: PLC0415 -- an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError("figures", "matplotlib", "plot") from error
    experiment = outcome.experiment
    folder.mkdir(parents=True, exist_ok=True)
    svg, png = (folder / f"{experiment.name}.{ending}" for ending in ("svg", "png"))
    # Without a salt and with a date, the same figure would be another file every time.
    with rc_context({"svg.hashsalt": experiment.name}):
        figure = Figure(figsize=(4 * len(experiment.shown), 4), layout="constrained")
        figure.suptitle(experiment.title)
        for place, measure in enumerate(experiment.shown, start=1):
            _panel(figure.add_subplot(1, len(experiment.shown), place), outcome, measure)
        figure.savefig(svg, metadata={"Date": None})
        figure.savefig(png, dpi=150)
    return svg, png


def _panel(axes: "Axes", outcome: Outcome, name: str) -> None:
    experiment = outcome.experiment
    over = experiment.over
    labels = [str(getattr(row, over)) for row in outcome.rows]
    measures = [m for row in outcome.rows for m in row.measures if m.name == name]
    means = [m.found.mean for m in measures]
    at = list(range(len(labels)))
    axes.errorbar(
        at,
        means,
        yerr=[m.found.half_width if isfinite(m.found.half_width) else nan for m in measures],
        fmt="o" if over == "agent" else "o-",
        capsize=3,
        label="ours, 95 %",
    )
    printed = [(x, m.paper) for x, m in zip(at, measures, strict=True) if m.paper is not None]
    if printed:
        axes.plot(*zip(*printed, strict=True), "x", label="paper")
    if name == TURNS and experiment.paper_best_turns is not None:
        axes.axhline(experiment.paper_best_turns, linestyle="--", label="paper's best")
    if max(means) > _WIDE * min(means) > 0:
        axes.set_yscale("log")
    axes.set_xticks(at, labels)
    if over == "agent":
        axes.tick_params(axis="x", rotation=90)  # names are longer than their share of the width
    axes.set_xlabel("" if over == "agent" else over)
    axes.set_ylabel(name)
    axes.legend()
