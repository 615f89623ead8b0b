"""From agents of cluetree to policies of an environment, and back."""

from collections.abc import Callable, Sequence
from random import Random
from types import FunctionType
from typing import TypeAlias, TypeVar

import numpy as np

from cluetree.board import Board, Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import IllegalActError, InvalidTableError
from cluetree.events import Event, Suggestion
from cluetree.play.agent import Agent, BaseAgent, deliver
from cluetree.play.env._pettingzoo import AECEnv, Observation
from cluetree.play.env.actions import Accusations, Actions
from cluetree.play.env.environment import ClueEnv
from cluetree.play.env.observation_layout import ObservationLayout
from cluetree.play.env.requests import Request, ask
from cluetree.play.env.seat_observer import SeatObserver
from cluetree.play.game import stream
from cluetree.play.knowledge import Deduction
from cluetree.play.pawns import Pawns
from cluetree.play.state import Accuse, Move, Phase, ShowCard, Suggest
from cluetree.table import Table

ActionPolicy: TypeAlias = Callable[[Observation, Random], int]
"""Chooses an action by an observation; all chance comes from the `Random`."""

_ActT = TypeVar("_ActT", Move, Suggest, ShowCard, Accuse)


def random_policy(observation: Observation, rng: Random) -> int:
    """Choose any legal action, each equally likely."""
    choice: int = rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
    return choice


class AgentPolicy:
    """Lets an agent of cluetree play a seat of an environment, as an opponent or a yardstick.

    It may play game after game, and another seat in each, but one seat at a time. The agent
    plays exactly as it would in `play_game` with the same seed.
    """

    def __init__(self, agent: Agent):
        self.agent = agent
        self._observer: SeatObserver | None = None
        self._heard = 0

    def act(self, env: AECEnv) -> int | None:
        """Return the agent's action for the player who is selected; `None` once it is done.

        Raises:
            InvalidTableError: If it is not an environment of cluetree, or the agent is playing
                in another seat of it.
            IllegalActError: If there is no action for what the agent chooses.
        """
        clue = env.unwrapped
        if not isinstance(clue, ClueEnv):
            raise InvalidTableError(f"the environment must be a ClueEnv, got {clue}")
        player = clue.agent_selection
        self._listen(clue, player)
        request = clue.request(player)
        return None if request is None else clue.actions.encode(ask(self.agent, request, player))

    def _listen(self, clue: ClueEnv, player: str) -> None:
        observer = clue.observer(player)
        if observer is not self._observer:
            if any(clue.observer(name) is self._observer for name in clue.possible_agents):
                raise InvalidTableError("an agent plays one seat at a time: give each its own")
            self._observer, self._heard = observer, 0
            seat = clue.possible_agents.index(player)
            self.agent.begin(observer.table, stream(clue.game_seed, f"seat {seat}"))
        for received in observer.received[self._heard :]:
            deliver(self.agent, received)
        self._heard = len(observer.received)


class PolicyAgent(BaseAgent):
    """Lets a policy play as an agent anywhere: in `play_game`, in tournaments, against people.

    It sees the observations of an environment with the same settings, and nothing more.

    Args:
        policy: How it chooses.
        accusations: How accusations are decided; with "sure", it makes those that are certain.
        deduction: How much the observations deduce from the events.
    """

    observer: SeatObserver
    """The events of this game."""

    def __init__(
        self,
        policy: ActionPolicy,
        *,
        accusations: Accusations = "chosen",
        deduction: Deduction = "propagation",
    ):
        self.policy = policy
        self.accusations: Accusations = accusations
        self.deduction: Deduction = deduction

    def __repr__(self) -> str:
        policy = self.policy
        # The repr of a function is its address, which identifies nothing in a store of results.
        named = isinstance(policy, FunctionType)
        name = f"{policy.__module__}.{policy.__qualname__}" if named else repr(policy)
        return f"PolicyAgent({name}, {self.accusations!r}, {self.deduction!r})"

    def begin(self, table: Table, rng: Random) -> None:
        """Take the set-up and forget all other games."""
        super().begin(table, rng)
        self._sit_down(None)

    def _sit_down(self, board: Board | None) -> None:
        edition = self.table.edition
        self._actions = Actions(edition, board, self.accusations)
        layout = ObservationLayout(edition, len(self.table.players), board)
        self.observer = SeatObserver(self.table, layout, self.deduction)

    def observe(self, event: Event) -> None:
        """Take in an event."""
        self.observer.tell(event)

    def watch(self, pawns: Pawns) -> None:
        """Take in where all pawns stand; pawns mean that there is a board."""
        if self.observer.layout.board is None:
            self._sit_down(pawns.board)
        self.observer.watch(pawns)

    def move(self, options: Sequence[Place]) -> Place:
        """Go where the policy chooses."""
        return self._choose(Move, Request(Phase.MOVE, places=tuple(options))).to

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Suggest what the policy chooses."""
        return self._choose(Suggest, Request(Phase.SUGGEST, rooms=tuple(rooms))).guess

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Show what the policy chooses."""
        asked = Suggestion(asker, guess)
        return self._choose(ShowCard, Request(Phase.SHOW, cards=tuple(cards), asked=asked)).card

    def accuse(self) -> ClueGuess | None:
        """Accuse as the policy chooses; with "sure", only what is certain."""
        if self.accusations == "sure":
            return self.observer.known.answer
        return self._choose(Accuse, Request(Phase.ACCUSE)).guess

    def _choose(self, kind: type[_ActT], request: Request) -> _ActT:
        observation = self.observer.observation(request, self._actions)
        mask = observation["action_mask"].copy()  # the policy may do with its own as it likes
        number = self._actions.number(self.policy(observation, self.rng))
        act = self._actions.decode(number, self.me.name)
        if mask[number] and isinstance(act, kind):
            return act
        raise IllegalActError(f"asked to {request.phase}, the policy took action {number}: {act}")
