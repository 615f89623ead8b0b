"""The published table: each agent in one seat against two of each reference agent.

The deals follow from the seed alone and are the same in every cell, so agents of different runs
can be compared.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from cluetree.play.rules import Rules
from cluetree.play.supervised import TimeLimits
from cluetree.play.tournament import Entrant, Tournament

YARDSTICKS: Final = ("random", "wensel", "heuristic:tie=random", "seeker")
"""The reference agents, which are also the first rows of the published table."""
SEED: Final = 2026
"""The seed of the published table; nothing in cluetree was tuned on its deals."""
DEALS: Final = 200
"""The number of deals of the published table, each played from all three seats."""


def cells(
    agents: Iterable[Entrant],
    yardsticks: Iterable[Entrant],
    *,
    seed: int = SEED,
    limits: TimeLimits | None = None,
) -> Mapping[tuple[str, str], Tournament]:
    """Return the tournaments of a table by agent and reference agent.

    They have three players, no board, and only the suggester accuses. No agent plays against
    itself.
    """
    others = tuple(yardsticks)
    return {
        (agent.name, other.name): Tournament(
            (agent, other, other), Rules(), seed, limits=limits or TimeLimits()
        )
        for agent in agents
        for other in others
        if agent.name != other.name
    }
