"""Figures: one panel per measure, our intervals beside the paper's values."""

# Matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cluetree.errors import MissingExtraError
from paper.experiments import SEATS, WIN_TURNS, WON, Experiment, Row, Settings

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_CHANCE: Final = 100 / len(SEATS)
"""Percentage of games that each of three equal players wins."""
_SHARES: Final = frozenset((*SEATS, WON))


def draw(experiment: Experiment, settings: Settings, rows: Sequence[Row], folder: Path) -> Path:
    """Write NAME.svg, named after the experiment, and return its path.

    Raises:
        MissingExtraError: If matplotlib is not installed.
    """
    try:
        from matplotlib import rc_context  # noqa: PLC0415 -- an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError("figures", "matplotlib", "plot") from error
    shown, path = experiment.shown, folder / f"{experiment.name}.svg"
    # A fixed salt and no date make the file reproducible.
    with rc_context({"svg.hashsalt": experiment.name}):
        figure = Figure(figsize=(3.4 * len(shown) + 2.2, 4.8), layout="constrained")
        figure.suptitle(experiment.title)
        for place, measure in enumerate(shown, start=1):
            _panel(figure.add_subplot(1, len(shown), place), experiment, rows, measure)
        lines = {
            label: handle
            for axes in figure.axes
            for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
        }
        figure.legend([*lines.values()], [*lines], loc="outside right upper")
        games = sorted({row.games for row in rows})
        note = f"{settings}; {' or '.join(f'{number:,}' for number in games)} games a point"
        figure.supxlabel(note, fontsize="small", color="dimgray")
        figure.savefig(path, metadata={"Date": None})
    return path


def _panel(axes: "Axes", experiment: Experiment, rows: Sequence[Row], name: str) -> None:
    is_table = experiment.over == "agent"
    labels = [str(getattr(row, experiment.over)) for row in rows]
    known = [(at, mean) for at, row in enumerate(rows) if (mean := row.measures[name]) is not None]
    below = [m.mean - m.low if m.is_known else 0.0 for _, m in known]
    above = [m.high - m.mean if m.is_known else 0.0 for _, m in known]
    places, means = [at for at, _ in known], [m.mean for _, m in known]
    style = "o" if is_table else "o-"
    axes.errorbar(places, means, (below, above), fmt=style, capsize=3, label="ours, 95 %")
    printed = [(at, experiment.printed(row, name)) for at, row in enumerate(rows)]
    if is_table:
        axes.plot(*zip(*printed, strict=True), "x", color="black", label="paper", zorder=3)
        axes.tick_params(axis="x", rotation=90)  # the names are too long to stand side by side
    if name in _SHARES:
        axes.axhline(_CHANCE, linestyle=":", color="gray", label="chance")
        axes.set_ylim(0, 100)
    elif is_table:  # a player without a memory takes ten times as long
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:.0f}")
    if name == WIN_TURNS and experiment.best_turns is not None:
        label = "paper's best turns a win"
        axes.axhline(experiment.best_turns, linestyle="--", color="C3", label=label)
    axes.set_xticks(range(len(labels)), labels)
    axes.set_xlabel("" if is_table else experiment.over)
    axes.set_ylabel(name)
