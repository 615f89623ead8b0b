"""The experiments by name, and the outcome of one."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from types import MappingProxyType
from typing import Final, Literal

from cluetree.errors import UnknownNameError
from paper.measures import BEST_HEURISTIC_ROLLOUT_TURNS, SEATS, TURNS, WIN_TURNS, WON, Row
from paper.parts import (
    Part,
    rollout_against_base,
    rollouts_alike,
    without_rollout,
)
from paper.rollout_agent import Base
from paper.settings import QUICK, RunContext, Settings


@dataclass(frozen=True)
class Experiment:
    """A table or a figure of the paper."""

    name: str
    title: str
    over: Literal["agent", "w", "horizon"]
    """The parameter that varies between rows."""
    shown: tuple[str, ...]
    """The measures to report, of those that its parts return."""
    parts: Callable[[Settings], tuple[Part, ...]]
    paper_best_turns: float | None = None
    """The lowest number of turns that the paper's text reports for it."""

    def run(self, settings: Settings = QUICK, context: RunContext | None = None) -> "Outcome":
        """Play all games and measure them; the outcome depends on the settings only.

        Raises:
            MissingExtraError: If numpy or numba is not installed.
        """
        import_module("cluetree.play.engine.simulation")  # fails early without the extra
        context = context or RunContext()
        parts = self.parts(settings)
        total = sum(part.games for part in parts)
        rows: list[Row] = []
        for part in parts:
            before = sum(row.games for row in rows)
            rows.append(part.measure(_part_of(context, before, total)))
        return Outcome(self, settings, tuple(self._shorter(row) for row in rows))

    def _shorter(self, row: Row) -> Row:
        """Drop the measures that this experiment does not report."""
        return replace(row, measures=tuple(m for m in row.measures if m.name in self.shown))


@dataclass(frozen=True)
class Outcome:
    """The result of an experiment in one interpretation."""

    experiment: Experiment
    settings: Settings
    rows: tuple[Row, ...]


def _part_of(context: RunContext, before: int, total: int) -> RunContext:
    """Return the context with progress counted from `before` of `total` games."""

    def report(done: int, _: int) -> None:
        context.progress(before + done, total)

    return replace(context, progress=report)


def _agents(settings: Settings) -> tuple[Part, ...]:
    """Return the agents of the paper's table in the paper's order."""
    return (
        without_rollout("random stateless", settings),
        without_rollout("random stateful", settings),
        rollouts_alike("random", settings),
        without_rollout("heuristic", settings),
        rollouts_alike("heuristic", settings),
    )


def _against_base(
    name: str, base: Base, over: Literal["w", "horizon"], best: float | None = None
) -> Experiment:
    """Return a figure: a rollout against two of its base agent, varying `w` or the horizon."""

    def parts(settings: Settings) -> tuple[Part, ...]:
        tried = (
            [(w, settings.horizon) for w in settings.ws]
            if over == "w"
            else [(settings.w, horizon) for horizon in settings.horizons]
        )
        return tuple(rollout_against_base(base, *each, settings) for each in tried)

    title = f"{base.capitalize()} rollout against two {base}"
    return Experiment(name, title, over, (WIN_TURNS, TURNS, WON), parts, best)


_ALL: Final = (
    Experiment("table1", "Turns a game, and wins by seat", "agent", (TURNS, *SEATS), _agents),
    Experiment("fig2", "Wins by seat", "agent", SEATS, _agents),
    _against_base("fig3", "random", "w"),
    _against_base("fig4", "random", "horizon"),
    _against_base("fig5", "heuristic", "w", BEST_HEURISTIC_ROLLOUT_TURNS),
    _against_base("fig6", "heuristic", "horizon"),
)

EXPERIMENTS: Final = MappingProxyType({experiment.name: experiment for experiment in _ALL})
"""The table and the figures by name."""


def experiment_named(name: str) -> Experiment:
    """Return the experiment `table1`, or `fig2` to `fig6`.

    Raises:
        UnknownNameError: If the name is unknown.
    """
    UnknownNameError.verify(name, EXPERIMENTS)
    return EXPERIMENTS[name]
