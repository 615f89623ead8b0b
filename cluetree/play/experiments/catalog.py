"""The experiments by name, and what comes out of one."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from types import MappingProxyType
from typing import Final, Literal

from cluetree.errors import UnknownNameError
from cluetree.play.agents.policy_rollout import Base
from cluetree.play.experiments.paper import BEST_HEURISTIC_ROLLOUT_TURNS
from cluetree.play.experiments.parts import (
    Part,
    rollout_against_base,
    rollouts_alike,
    without_rollout,
)
from cluetree.play.experiments.rows import SEATS, TURNS, WIN_TURNS, WON, Row
from cluetree.play.experiments.run_context import RunContext
from cluetree.play.experiments.settings import QUICK, Settings


@dataclass(frozen=True)
class Experiment:
    """A table or a figure of the paper: how settings become rows."""

    name: str
    title: str
    over: Literal["agent", "w", "horizon"]
    """What its rows differ in."""
    shown: tuple[str, ...]
    """The measures that it gives, of those that its parts have."""
    parts: Callable[[Settings], tuple[Part, ...]]
    paper_best_turns: float | None = None
    """The fewest turns that the paper's text reports of it."""

    def run(self, settings: Settings = QUICK, context: RunContext | None = None) -> "Outcome":
        """Play all games and measure; the same settings give the same outcome in any context.

        Raises:
            MissingExtraError: If numpy is not installed.
        """
        import_module("cluetree.play.batch")  # says at once, and plainly, if numpy is missing
        context = context or RunContext()
        parts = self.parts(settings)
        total = sum(part.games for part in parts)
        rows: list[Row] = []
        for part in parts:
            before = sum(row.games for row in rows)
            rows.append(part.measure(_part_of(context, before, total)))
        return Outcome(self, settings, tuple(self._shorter(row) for row in rows))

    def _shorter(self, row: Row) -> Row:
        """Leave out the measures that this experiment does not give."""
        return replace(row, measures=tuple(m for m in row.measures if m.name in self.shown))


@dataclass(frozen=True)
class Outcome:
    """What an experiment found."""

    experiment: Experiment
    settings: Settings
    rows: tuple[Row, ...]


def _part_of(context: RunContext, before: int, total: int) -> RunContext:
    """Return the same context for one part, whose games are counted on from those before."""

    def tell(done: int, _: int) -> None:
        context.progress(before + done, total)

    return replace(context, progress=tell)


def _agents(settings: Settings) -> tuple[Part, ...]:
    """Return the agents of the paper's table, in its order."""
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
    """Return a figure: a rollout against two of its base, for each `w` or horizon to try."""

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
"""The table and the figures that can be run again, by name."""


def experiment_named(name: str) -> Experiment:
    """Return an experiment: `table1`, or `fig2` to `fig6`.

    Raises:
        UnknownNameError: If there is none of this name; it names those that there are.
    """
    UnknownNameError.verify(name, EXPERIMENTS)
    return EXPERIMENTS[name]
