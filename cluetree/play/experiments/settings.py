"""What decides how an experiment comes out: how the paper is read, and how much is played."""

from dataclasses import asdict, dataclass, field, replace
from typing import Final, Literal, TypeAlias, get_args, get_type_hints

from cluetree.errors import UnknownNameError
from cluetree.play.agents.heuristic import Tie
from cluetree.play.agents.policy_rollout import Order, TransitionName

ClaimsName: TypeAlias = Literal["all", "suggester"]
"""Whose knowledge ends the game after a suggestion: everybody's, or the suggester's alone."""
ShowName: TypeAlias = Literal["first", "uniform"]
"""Which card is shown: the first in the order suspect, weapon, room, or any."""
DeductionName: TypeAlias = Literal["propagation", "certain"]
"""How much is drawn from what was seen, as `cluetree.play.knowledge.Deduction` has it."""

SEATINGS: Final = 6
"""Games on each deal among agents without a rollout: the orders in which three can sit."""


@dataclass(frozen=True)
class Reading:
    """How what the paper leaves open is read; as given here, it reproduces the plain agents.

    Raises:
        UnknownNameError: If an option is none of those that there are.
    """

    claims: ClaimsName = "all"
    """Whose knowledge ends the game after a suggestion, the suggester's first."""
    show: ShowName = "first"
    """Which card is shown: the first by suspect, weapon, room, or any."""
    tie: Tie = "first"
    """Which of equally good cards the heuristic names; in what-ifs always the first."""
    deduction: DeductionName = "propagation"
    """How much the random and the heuristic player draw; a rollout always propagates."""
    transition: TransitionName = "deals"
    """Where the answers in a rollout's what-ifs come from."""
    order: Order = "uniform"
    """Which deals, if they come from deals."""

    def __post_init__(self) -> None:
        for option, declared in get_type_hints(Reading).items():
            UnknownNameError.verify(getattr(self, option), get_args(declared))

    @classmethod
    def spelled(cls, text: str) -> "Reading":
        """Read what a reading has otherwise, such as `tie=random,order=first`.

        Raises:
            UnknownNameError: If there is no such option, or it is none of those that there are.
        """
        pairs = (part.partition("=") for part in text.split(","))
        options = {name.strip(): word.strip() for name, _, word in pairs}
        for name in options:
            UnknownNameError.verify(name, get_type_hints(cls))
        # Whether the words are right, the class itself says.
        return cls(**options)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return ", ".join(f"{name} {word}" for name, word in asdict(self).items())


@dataclass(frozen=True)
class Settings:
    """How much is played, with which parameters, in which reading.

    Raises:
        ValueError: If a number is below 1, there are none to try, or beta is not above 0 and at
            most 1.
    """

    seed: int = 0
    """Where all chance comes from."""
    deals: int = 1_000
    """Deals for each agent without a rollout; six games each, on the same cards by seat."""
    rollout_deals: int = 20
    """Deals for each setting of a rollout: one game each among its like, three against others."""
    w: int = 10
    """A rollout's what-ifs for each suggestion, where nothing else is said."""
    horizon: int = 10
    """A what-if's number of suggestions, where nothing else is said."""
    beta: float = 0.9
    """What one more suggestion costs in a what-if."""
    ws: tuple[int, ...] = (1, 3, 10)
    """The `w` to try where that is varied."""
    horizons: tuple[int, ...] = (1, 3, 10)
    """The horizons to try where that is varied."""
    reading: Reading = field(default_factory=Reading)

    def __post_init__(self) -> None:
        counts = (self.deals, self.rollout_deals, self.w, self.horizon, *self.ws, *self.horizons)
        if min(counts) < 1 or not self.ws or not self.horizons:
            raise ValueError("deals, w and horizons are 1 or more, and one at least is tried")
        if not 0 < self.beta <= 1:
            raise ValueError(f"beta is above 0 and at most 1, not {self.beta}")


QUICK: Final = Settings()
"""Enough to see the picture, within a minute."""

FULL: Final = replace(
    QUICK,
    deals=40_000,
    rollout_deals=1_000,
    ws=(1, 3, 10, 30, 100, 300),
    horizons=(1, 2, 3, 5, 10, 15, 25),
)
"""Enough for the second digit; the figures take hours."""
