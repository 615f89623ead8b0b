"""Where an experiment's games are played, and who hears of them; it changes no result."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field

from cluetree.play.result_store import ResultStore


def _nobody(done: int, total: int) -> None:
    """Hear how many games are done, and tell nobody."""


@dataclass(frozen=True)
class RunContext:
    """Workers, a place for finished games, and somebody to tell.

    Attributes:
        executor: Makes what plays the games; without it they are played here.
        store: Where a rollout's games are kept, so that a run that was stopped can go on.
        progress: Told how many games are done, of how many.
    """

    executor: Callable[[], Executor] | None = None
    store: ResultStore = field(default_factory=ResultStore)
    progress: Callable[[int, int], None] = _nobody
