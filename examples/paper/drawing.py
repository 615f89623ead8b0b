"""Figures: one panel per measure, our intervals beside the paper's values."""

# Matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import ceil, floor
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Final

from cluetree.errors import MissingExtraError
from paper.catalog import Outcome
from paper.measures import SEATS, WIN_TURNS, WON, Measure

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

_WIDE: Final = 5
"""An axis is logarithmic if its largest value exceeds its smallest by this factor."""
_AIR: Final = 1.2
"""Margin of a logarithmic axis, as a factor."""
_CHANCE: Final = 100 / len(SEATS)
"""Percentage of games that each of three equal players wins."""
_SHARES: Final = frozenset((*SEATS, WON))
_APART: Final = 0.3
"""Horizontal spread of the interpretations at one point."""


def draw(outcomes: Sequence[Outcome], folder: Path) -> tuple[Path, ...]:
    """Write NAME.svg and NAME.png, named after the experiment, and return their paths.

    The outcomes belong to one experiment. Each has one interpretation and one colour.

    Raises:
        MissingExtraError: If matplotlib is not installed.
    """
    try:
        from matplotlib import rc_context  # noqa: PLC0415 -- an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError("figures", "matplotlib", "plot") from error
    experiment = outcomes[0].experiment
    shown = experiment.shown
    folder.mkdir(parents=True, exist_ok=True)
    svg, png = (folder / f"{experiment.name}.{ending}" for ending in ("svg", "png"))
    # A fixed salt and no date make the file reproducible.
    with rc_context({"svg.hashsalt": experiment.name}):
        figure = Figure(figsize=(3.4 * len(shown) + 2.2, 4.8), layout="constrained")
        figure.suptitle(experiment.title)
        for place, measure in enumerate(shown, start=1):
            _panel(figure.add_subplot(1, len(shown), place), outcomes, measure)
        lines: dict[str, Artist] = {}
        for axes in figure.axes:
            handles, labels = axes.get_legend_handles_labels()
            lines.update(zip(labels, handles, strict=True))
        figure.legend([*lines.values()], [*lines], loc="outside right upper")
        width = 45 * len(shown)
        note = "\n".join(fill(line, width) for line in _notes(outcomes))
        figure.supxlabel(note, fontsize="small", color="dimgray")
        figure.savefig(svg, metadata={"Date": None})
        figure.savefig(png, dpi=150)
    return svg, png


def _notes(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield one line per outcome: interpretation, seed, number of games."""
    for name, outcome in zip(_names(outcomes), outcomes, strict=True):
        games = sorted({row.games for row in outcome.rows})
        many = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
        settings = outcome.settings
        yield f"{name}: {settings.interpretation}; seed {settings.seed}; {many} games a point"


def _names(outcomes: Sequence[Outcome]) -> list[str]:
    """Name each outcome by the options in which it differs from the first."""
    first = asdict(outcomes[0].settings.interpretation)
    names = ["ours"]
    for outcome in outcomes[1:]:
        interpretation = asdict(outcome.settings.interpretation)
        unlike = [
            f"{option} {word}" for option, word in interpretation.items() if word != first[option]
        ]
        names.append(", ".join(unlike) or "again")
    return names


def _panel(axes: "Axes", outcomes: Sequence[Outcome], name: str) -> None:
    experiment = outcomes[0].experiment
    over = experiment.over
    labels = [str(getattr(row, over)) for row in outcomes[0].rows]
    if over == "agent":  # quick settings play few games with a rollout
        games = (f"{row.games:,} games" for row in outcomes[0].rows)
        labels = [f"{label}, {number}" for label, number in zip(labels, games, strict=True)]
    for number, outcome in enumerate(outcomes):
        aside = _APART * (number / len(outcomes) - (len(outcomes) - 1) / len(outcomes) / 2)
        points = [(at + aside, m) for at, m in enumerate(_measures(outcome, name))]
        label = f"{_names(outcomes)[number]}, 95 %"
        _points(axes, points, label, f"C{number}", linked=over != "agent")
    printed = [(at, m.paper) for at, m in enumerate(_measures(outcomes[0], name)) if m.paper]
    if printed:
        axes.plot(*zip(*printed, strict=True), "x", color="black", label="paper", zorder=3)
    if name in _SHARES:
        axes.axhline(_CHANCE, linestyle=":", color="gray", label="chance")
    if name == WIN_TURNS and experiment.paper_best_turns is not None:
        best = experiment.paper_best_turns
        axes.axhline(best, linestyle="--", color="C3", label="paper's best turns a win")
    _scale(axes, outcomes, name)
    axes.set_xticks(range(len(labels)), labels)
    if over == "agent":
        axes.tick_params(axis="x", rotation=90)  # the names are too long to stand side by side
    axes.set_xlabel("" if over == "agent" else over)
    axes.set_ylabel(name)


def _points(
    axes: "Axes", points: list[tuple[float, Measure]], label: str, colour: str, *, linked: bool
) -> None:
    """Draw our values with the bounds that are known."""
    found = [(at, m.found) for at, m in points if m.found is not None]
    below = [f.mean - f.low if f.is_known else 0.0 for _, f in found]
    above = [f.high - f.mean if f.is_known else 0.0 for _, f in found]
    axes.errorbar(
        [at for at, _ in found],
        [f.mean for _, f in found],
        yerr=(below, above),
        fmt="o-" if linked else "o",
        capsize=3,
        color=colour,
        label=label,
    )


def _measures(outcome: Outcome, name: str) -> list[Measure]:
    return [m for row in outcome.rows for m in row.measures if m.name == name]


def _scale(axes: "Axes", outcomes: Sequence[Outcome], name: str) -> None:
    """Give all panels of shares one scale, and all panels of turns another."""
    alike = [n for n in outcomes[0].experiment.shown if (n in _SHARES) == (name in _SHARES)]
    ends = [
        end
        for outcome in outcomes
        for other in alike
        for m in _measures(outcome, other)
        if m.found is not None
        for end in ((m.found.low, m.found.high) if m.found.is_known else (m.found.mean,))
    ]
    if name in _SHARES:
        low, high = min(*ends, _CHANCE), max(*ends, _CHANCE)
        axes.set_ylim(max(0, 5 * floor(low / 5 - 0.2)), min(100, 5 * ceil(high / 5 + 0.2)))
    elif max(ends) > _WIDE * min(ends) > 0:
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:.0f}")
        axes.set_ylim(min(ends) / _AIR, max(ends) * _AIR)
    else:
        axes.set_ylim(max(0, floor(min(ends) - 1)), ceil(max(ends) + 1))
