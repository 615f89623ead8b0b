"""The adapter to PettingZoo, which has no types: a typed base class and its wrappers."""

from typing import TYPE_CHECKING, TypeAlias, TypedDict

from cluetree.events import Event
from cluetree.play.env.observation_layout import Array

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import ClassVar, Literal, SupportsIndex

    import numpy as np
    from gymnasium import spaces

# In quotes, since not every version of gymnasium has generic spaces at run time.
ObservationSpace: TypeAlias = "spaces.Dict[Array]"
ActionSpace: TypeAlias = "spaces.Discrete[np.int64]"


class Observation(TypedDict):
    """The observation of a seat."""

    observation: Array
    """Its knowledge, as `ObservationLayout` describes it."""
    events: Array
    """The latest events, one by one. Axes: event, place in `ObservationLayout`."""
    event_mask: Array
    """1 for each event, 0 for padding."""
    action_mask: Array
    """For each number of an action, 1 if it is legal now, else 0; all 0 for a waiting seat."""


class Info(TypedDict):
    """More for a seat, not meant for networks."""

    events: tuple[Event, ...]
    """The events since it last acted, its own last act included."""


if TYPE_CHECKING:

    class AECEnv:
        """An environment in which one agent acts at a time."""

        metadata: ClassVar[dict[str, object]]
        possible_agents: list[str]
        agents: list[str]
        agent_selection: str
        rewards: dict[str, float]
        terminations: dict[str, bool]
        truncations: dict[str, bool]
        infos: dict[str, Info]
        _cumulative_rewards: dict[str, float]

        @property
        def unwrapped(self) -> "AECEnv": ...
        def reset(
            self, seed: SupportsIndex | None = None, options: Mapping[str, object] | None = None
        ) -> None: ...
        def step(self, action: SupportsIndex | None) -> None: ...
        def observe(self, agent: str) -> Observation: ...
        def last(
            self,
            observe: Literal[True] = True,
        ) -> tuple[Observation, float, bool, bool, Info]: ...
        def agent_iter(self, max_iter: int = ...) -> Iterator[str]: ...
        def observation_space(self, agent: str) -> ObservationSpace: ...
        def action_space(self, agent: str) -> ActionSpace: ...
        def state(self) -> Array: ...
        def render(self) -> str | None: ...
        def close(self) -> None: ...
        def _was_dead_step(self, action: SupportsIndex | None) -> None: ...
        def _clear_rewards(self) -> None: ...
        def _accumulate_rewards(self) -> None: ...

    def wrapped(env: AECEnv, illegal_reward: float) -> AECEnv: ...

else:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    def wrapped(env: AECEnv, illegal_reward: float) -> AECEnv:
        """Wrap an environment as PettingZoo does its own classic games."""
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=illegal_reward)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
