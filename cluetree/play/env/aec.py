"""One game in which several learners choose, by PettingZoo's AEC interface."""

from collections.abc import Iterator, Mapping
from operator import index
from random import Random
from typing import TYPE_CHECKING, ClassVar, SupportsIndex, TypeAlias

import numpy as np
from gymnasium import spaces

from cluetree.cards import ClueGuess
from cluetree.errors import InvalidTableError
from cluetree.play.engine.observations import MOST
from cluetree.play.env.observing import Actions, Array, Observation, Observer, length_of
from cluetree.play.game import deal_of
from cluetree.play.referee import apply, cards_to_show, start
from cluetree.play.rules import Rules
from cluetree.play.state import Accuse, Act, Phase, ShowCard, Suggest

# In quotes, since not every version of gymnasium has generic spaces at run time.
ObservationSpace: TypeAlias = "spaces.Dict[Array]"
ActionSpace: TypeAlias = "spaces.Discrete[np.int64]"

if TYPE_CHECKING:
    # PettingZoo has no types.
    class AECEnv:
        """An environment in which one agent acts at a time."""

        agents: list[str]
        agent_selection: str
        rewards: dict[str, float]
        terminations: dict[str, bool]
        truncations: dict[str, bool]
        infos: dict[str, dict[str, object]]
        _cumulative_rewards: dict[str, float]

        def last(self) -> tuple[Observation, float, bool, bool, dict[str, object]]:
            """Return what the selected player is given."""
            ...

        def agent_iter(self, max_iter: int = ...) -> Iterator[str]:
            """Yield the selected player until the game is over."""
            ...

        def _was_dead_step(self, action: SupportsIndex | None) -> None: ...
        def _accumulate_rewards(self) -> None: ...

else:
    from pettingzoo import AECEnv


class ClueEnv(AECEnv):
    """A boardless game for PettingZoo: players suggest, and choose which card to show.

    The agents are the players, by name. The player who has a choice is selected. The environment
    shows a card if there is only one to show, and accuses for a player who knows the envelope for
    certain. The observation is that of `ClueVectorEnv` with an action mask.
    Actions are the suggestions, by the numbers of `ClueVectorEnv`, then the cards to show.

    *Rewards:* 1 for the winner and -1 for the others; 0 for a game that is truncated after the
    rules' `most_turns`.

    *Seeds:* `reset(seed=7)` gives the deal of `play_game(..., seed=7)`. A reset without a seed
    starts another game, which follows from the last seed given.

    >>> clue = ClueEnv()
    >>> clue.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = clue.last()
    >>> clue.agent_selection, observation["observation"].shape
    ('Ann', (297,))
    >>> int(observation["action_mask"].sum()), clue.action_space("Ann")
    (324, Discrete(345))

    Args:
        rules: The rules of the game.

    Raises:
        InvalidTableError: If the rules have a board.
    """

    metadata: ClassVar[dict[str, object]] = {
        "name": "clue_v1",
        "render_modes": [],
        "is_parallelizable": False,
    }

    def __init__(self, rules: Rules = Rules()):  # noqa: B008 -- frozen
        super().__init__()
        if rules.board is not None:
            raise InvalidTableError("environments have no board")
        self.rules = rules
        self.render_mode: str | None = None
        self.possible_agents: list[str] = list(rules.players)
        self._actions = Actions(rules.edition)
        self._seeds = Random()
        length = length_of(len(rules.players), len(rules.edition.cards))
        seen = spaces.Box(0, MOST, (length,), np.int8)
        mask = spaces.Box(0, 1, (len(self._actions),), np.int8)
        parts: dict[str, spaces.Space[Array]] = {"observation": seen, "action_mask": mask}
        self.observation_spaces: dict[str, ObservationSpace] = {
            name: spaces.Dict(parts) for name in rules.players
        }
        self.action_spaces: dict[str, ActionSpace] = {
            name: spaces.Discrete(len(self._actions)) for name in rules.players
        }

    def observation_space(self, agent: str) -> ObservationSpace:
        """Return the space of this player's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> ActionSpace:
        """Return the space of this player's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: SupportsIndex | None = None,
        options: Mapping[str, object] | None = None,  # noqa: ARG002 -- PettingZoo passes them
    ) -> None:
        """Start a new game; the seed decides the deal."""
        if seed is not None:
            self._seeds = Random(index(seed))
        dealt = deal_of(self.rules, self._seeds.getrandbits(63) if seed is None else index(seed))
        names = self.possible_agents
        self.agents: list[str] = list(names)
        self.rewards: dict[str, float] = dict.fromkeys(names, 0.0)
        self._cumulative_rewards = dict.fromkeys(names, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(names, False)
        self.truncations: dict[str, bool] = dict.fromkeys(names, False)
        self.infos: dict[str, dict[str, object]] = {name: {} for name in names}
        self._seats = {name: Observer() for name in names}
        for name, seat in self._seats.items():
            seat.begin(dealt.table(name), self._seeds)
        self._state = start(dealt)
        self._go_on()

    def step(self, action: SupportsIndex | None) -> None:
        """Let the selected player act by number; `None` once it is done.

        Raises:
            IllegalActError: If the action is not legal; the game is unchanged.
            ValueError: If a player who is done acts.
        """
        player = self.agent_selection
        if player not in self.agents:
            raise ValueError(f"{player} must not act after the game; reset starts another")
        if self.terminations[player] or self.truncations[player]:
            self._was_dead_step(action)
            return
        chosen = self._actions.decode(action)
        if isinstance(chosen, ClueGuess):
            self._apply(Suggest(player, chosen))
        else:
            self._apply(ShowCard(player, chosen))
        self._go_on()

    def _apply(self, act: Act) -> None:
        self._state, messages = apply(self._state, act)
        for message in messages:
            for name in message.to:
                self._seats[name].observe(message.event)

    def _go_on(self) -> None:
        """Do what no player chooses, then select the next player, or end the game."""
        while (actor := self._state.actor) is not None:
            cards = cards_to_show(self._state)
            if self._state.phase is Phase.ACCUSE:
                self._apply(Accuse(actor, self._seats[actor].accuse()))
            elif len(cards) == 1:
                self._apply(ShowCard(actor, cards[0]))
            else:
                self.agent_selection: str = actor
                return
        winner, names = self._state.winner, self.possible_agents
        if winner is not None:
            self.rewards = dict.fromkeys(names, -1.0)
            self.rewards[names[winner]] = 1.0
            self._accumulate_rewards()
        ended = self.truncations if winner is None else self.terminations
        ended.update(dict.fromkeys(names, True))

    def observe(self, agent: str) -> Observation:
        """Return the knowledge of a player, and the actions that are legal for it."""
        observation = self._seats[agent].observation(cards_to_show(self._state))
        if agent != self._state.actor:
            observation["action_mask"][:] = 0
        return observation

    def render(self) -> None:
        """Draw nothing; PettingZoo requires the method."""

    def close(self) -> None:
        """Release nothing; PettingZoo requires the method."""
