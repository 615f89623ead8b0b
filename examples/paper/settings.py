"""Everything that decides an experiment's result, and where its games are played."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from typing import Final, Literal, TypeAlias, get_args, get_type_hints

from cluetree.errors import UnknownNameError
from cluetree.play.policies import Tie
from cluetree.play.result_store import ResultStore
from paper.rollout_agent import Order, TransitionName

ClaimsName: TypeAlias = Literal["all", "suggester"]
"""The players whose knowledge ends the game after a suggestion: all, or the suggester."""
ShowName: TypeAlias = Literal["first", "uniform"]
"""The card that is shown: the first in the order suspect, weapon, room, or a random one."""
DeductionName: TypeAlias = Literal["propagation", "certain"]
"""The level of deduction, as in `cluetree.play.knowledge.Deduction`."""

SEATINGS: Final = 6
"""Games on each deal among agents without a rollout: the orders of three players."""


@dataclass(frozen=True)
class Interpretation:
    """One interpretation of what the paper leaves open; the default reproduces the plain agents.

    Raises:
        UnknownNameError: If an option has an unknown value.
    """

    claims: ClaimsName = "all"
    """The players whose knowledge ends the game after a suggestion, the suggester first."""
    show: ShowName = "first"
    """The card that is shown."""
    tie: Tie = "first"
    """Which of equally good cards the heuristic names; simulations always use the first."""
    deduction: DeductionName = "propagation"
    """The deduction of the random and heuristic agents; a rollout always propagates."""
    transition: TransitionName = "deals"
    """Where the answers in simulations come from."""
    order: Order = "uniform"
    """The order of deals, if the answers come from deals."""

    def __post_init__(self) -> None:
        for option, declared in get_type_hints(Interpretation).items():
            UnknownNameError.verify(getattr(self, option), get_args(declared))

    @classmethod
    def spelled(cls, text: str) -> "Interpretation":
        """Parse the options that differ from the default, such as `tie=random,order=first`.

        Raises:
            UnknownNameError: If an option or a value is unknown.
        """
        pairs = (part.partition("=") for part in text.split(","))
        options = {name.strip(): word.strip() for name, _, word in pairs}
        for name in options:
            UnknownNameError.verify(name, get_type_hints(cls))
        # __post_init__ checks the values.
        return cls(**options)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return ", ".join(f"{name} {word}" for name, word in asdict(self).items())


@dataclass(frozen=True)
class Settings:
    """The number of games, the parameters and the interpretation.

    Raises:
        ValueError: If a number is below 1, a list of values is empty, or beta is not in (0, 1].
    """

    seed: int = 0
    """The seed of all random choices."""
    deals: int = 1_000
    """Deals per agent without a rollout; six games each, with the same cards by seat."""
    rollout_deals: int = 20
    """Deals per rollout setting: one game each against copies, three against others."""
    w: int = 10
    """Simulations per suggestion, unless varied."""
    horizon: int = 10
    """Suggestions per simulation, unless varied."""
    beta: float = 0.9
    """The discount per suggestion in a simulation."""
    ws: tuple[int, ...] = (1, 3, 10)
    """The values of `w` where it is varied."""
    horizons: tuple[int, ...] = (1, 3, 10)
    """The horizons where they are varied."""
    interpretation: Interpretation = field(default_factory=Interpretation)

    def __post_init__(self) -> None:
        counts = (self.deals, self.rollout_deals, self.w, self.horizon, *self.ws, *self.horizons)
        if min(counts) < 1 or not self.ws or not self.horizons:
            raise ValueError(
                f"deals, w and horizons must be at least 1, with at least one each, got {counts}"
            )
        if not 0 < self.beta <= 1:
            raise ValueError(f"beta must be above 0 and at most 1, got {self.beta}")


QUICK: Final = Settings()
"""Enough for a first impression, in about a minute."""

FULL: Final = replace(
    QUICK,
    deals=40_000,
    rollout_deals=1_000,
    ws=(1, 3, 10, 30, 100, 300),
    horizons=(1, 2, 3, 5, 10, 15, 25),
)
"""Enough for the second digit; the figures take hours."""


def _ignore(done: int, total: int) -> None:
    """Ignore progress."""


@dataclass(frozen=True)
class RunContext:
    """Where an experiment's games are played; it changes no result.

    Attributes:
        executor: Plays the games; if `None`, they are played in this process.
        store: Keeps a rollout's games, so that an interrupted run can resume.
        progress: Called with the number of games done and the total.
    """

    executor: Executor | None = None
    store: ResultStore = field(default_factory=ResultStore)
    progress: Callable[[int, int], None] = _ignore
