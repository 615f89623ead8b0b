"""The environment: the referee's game, stepped by PettingZoo's rules."""

import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from operator import index
from random import Random
from string import ascii_lowercase
from typing import ClassVar, Final, Literal, SupportsIndex, TypeAlias, get_args

import gymnasium
import numpy as np
from gymnasium import spaces

from cluetree.board import Board, Place
from cluetree.cards import Edition
from cluetree.editions import CLUE_US
from cluetree.errors import InvalidTableError, UnknownNameError
from cluetree.events import Event
from cluetree.play.dealt import Dealt
from cluetree.play.env._pettingzoo import (
    ActionSpace,
    AECEnv,
    Info,
    Observation,
    ObservationSpace,
    wrapped,
)
from cluetree.play.env.actions import Accusations, Actions
from cluetree.play.env.observation_layout import Array, ObservationLayout
from cluetree.play.env.requests import GameInProgress, Request
from cluetree.play.env.seat_observer import SeatObserver
from cluetree.play.game import deal_of
from cluetree.play.knowledge import DEDUCTIONS, Deduction
from cluetree.play.legality import verify
from cluetree.play.pawns import Pawns
from cluetree.play.result import Result
from cluetree.play.rules import AccusationRule, Rules
from cluetree.play.state import Accuse, Act, GameState, Message, Phase
from cluetree.table import Answering

_LATEST = 3
"""The number of events drawn."""


def draw(state: GameState, messages: Sequence[Message]) -> str:
    """Draw a moment of a game: the next choice, the cards, the latest events, the board.

    On the board a player's pawn is the letter that stands before the name.
    """
    dealt, pawns, names = state.dealt, state.pawns, state.rules.players
    now = f"{state.actor} has to {state.phase}"
    if state.phase is Phase.OVER:
        now = "over, no winner" if state.winner is None else f"over, {names[state.winner]} wins"
    lines = [f"Turn {state.turn}: {now}"]
    marks = defaultdict[Place, str](str)
    for seat, name in enumerate(names):
        letter = ""
        if pawns is not None:
            letter = ascii_lowercase[seat]
            marks[pawns.of(name)] += letter
        eliminated = " (out)" if seat in state.eliminated else ""
        title = f"{letter} {name}{eliminated}".lstrip()
        lines.append(f"{title}: {', '.join(map(str, dealt.hands[seat]))}")
    lines.append(f"envelope: {dealt.envelope}")
    if dealt.face_up:
        lines.append(f"face-up: {', '.join(map(str, dealt.face_up))}")
    lines += map(str, Result.of(state, tuple(messages)).events[-_LATEST:])
    if pawns is not None:
        lines.append(pawns.board.to_text(marks))
    return "\n".join((*lines, ""))


RenderMode: TypeAlias = Literal["human", "ansi"]
"""How `render` draws: on standard output after each step, or as a text that it returns."""

_WON: Final = 1.0
_LOST: Final = -1.0


class ClueEnv(AECEnv):
    """A game of Clue as an AEC environment, without PettingZoo's wrappers; see `env`.

    The agents are the players, by name. The player who has to move, suggest, show or accuse is
    selected, also with only one legal action; dice roll automatically. A game is terminated
    after a correct accusation or once all have accused wrongly, and truncated after the rules'
    `most_turns`.

    *Rewards:* 1 for the winner; -1 for all others once a player has won, and for a failed
    accusation at that moment; 0 for a truncated game. A player who accused wrongly still answers,
    and so stays among the agents.

    *Seeds:* `reset(seed=7)` gives the deal and the dice of `play_game(..., seed=7)`. A reset
    without a seed starts another game, which follows from the last seed given; `game_seed` is
    the seed of this game alone.

    Args:
        rules: The rules of the game.
        accusations: How accusations are decided.
        deduction: How much observations and sure accusations deduce from the events.
        render_mode: How to draw, if at all.

    Attributes:
        actions: The acts that the numbers of actions stand for.
        layout: The layout of observations.

    Raises:
        UnknownNameError: If an option has an unknown name.
    """

    metadata: ClassVar[dict[str, object]] = {
        "name": "clue_v0",
        "render_modes": ["human", "ansi"],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules,
        *,
        accusations: Accusations = "chosen",
        deduction: Deduction = "propagation",
        render_mode: RenderMode | None = None,
    ):
        super().__init__()
        UnknownNameError.verify(deduction, DEDUCTIONS)
        UnknownNameError.verify(render_mode or "ansi", get_args(RenderMode))
        self.rules = rules
        self.actions: Actions = Actions(rules.edition, rules.board, accusations)
        seats, board = len(rules.players), rules.board
        self.layout: ObservationLayout = ObservationLayout(rules.edition, seats, board)
        self.render_mode = render_mode
        self.possible_agents: list[str] = list(rules.players)
        mask = spaces.Box(0, 1, (len(self.actions),), np.int8)
        self.observation_spaces: dict[str, ObservationSpace] = {
            name: spaces.Dict({**self.layout.boxes, "action_mask": mask}) for name in rules.players
        }
        self.action_spaces: dict[str, ActionSpace] = {
            name: spaces.Discrete(len(self.actions)) for name in rules.players
        }
        cards = len(rules.edition.cards) * (len(rules.players) + 1)
        high = (np.ones(cards, np.int8), *(self.layout.high for _ in rules.players))
        self.state_space: spaces.Box = spaces.Box(np.int8(0), np.concatenate(high), dtype=np.int8)
        self._accusations: Accusations = accusations
        self._deduction: Deduction = deduction
        self._seeds = Random()

    def observation_space(self, agent: str) -> ObservationSpace:
        """Return the space of this player's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> ActionSpace:
        """Return the space of this player's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(
        self, seed: SupportsIndex | None = None, options: Mapping[str, object] | None = None
    ) -> None:
        """Start a new game; the seed decides all chance in it.

        The options `{"dealt": Dealt(...)}` play with these cards; others are ignored.

        Raises:
            InvalidTableError: If the cards were dealt by other rules.
        """
        dealt = (options or {}).get("dealt")
        if dealt is not None and not (isinstance(dealt, Dealt) and dealt.rules == self.rules):
            raise InvalidTableError("dealt must be a Dealt by this environment's rules")
        if seed is not None:
            self._seeds = Random(index(seed))
        self.game_seed: int = self._seeds.getrandbits(63) if seed is None else index(seed)
        dealt = dealt or deal_of(self.rules, self.game_seed)
        self.agents: list[str] = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {name: Info(events=()) for name in self.agents}
        layout, deduction = self.layout, self._deduction
        self._observers = {n: SeatObserver(dealt.table(n), layout, deduction) for n in self.agents}
        self._game = GameInProgress(dealt, self.game_seed, self._deliver)
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def _deliver(self, player: str, received: Event | Pawns) -> None:
        if isinstance(received, Pawns):
            self._observers[player].watch(received)
        else:
            self._observers[player].tell(received)
            self.infos[player] = Info(events=(*self.infos[player]["events"], received))

    def step(self, action: SupportsIndex | None) -> None:
        """Let the selected player act by number; `None` once it is done.

        Raises:
            IllegalActError: If the action is not legal; the game is unchanged.
            ValueError: If a player who is done acts.
        """
        player = self.agent_selection
        if self.terminations[player] or self.truncations[player]:
            self._was_dead_step(action)
            return
        act = self.actions.decode(action, player)
        verify(self._game.state, act)
        self._clear_rewards()
        self._cumulative_rewards[player] = 0.0
        self.infos[player] = Info(events=())
        self._apply(act)
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _apply(self, act: Act) -> None:
        """Make an act, and reward the players who win or lose by it."""
        lost_before = self._game.state.eliminated
        self._game.apply(act)
        now, names = self._game.state, self.possible_agents
        lost = now.eliminated - lost_before
        if now.winner is not None:
            self.rewards[names[now.winner]] = _WON
            lost = frozenset(range(len(names))) - now.eliminated - {now.winner}
        for seat in lost:
            self.rewards[names[seat]] = _LOST

    def _go_on(self) -> None:
        """Do what no player chooses, then select the next player, or end the game."""
        while (actor := self._game.state.actor) is not None:
            phase = self._game.state.phase
            if phase is Phase.ROLL:
                self._apply(self._game.roll(actor))
            elif phase is Phase.ACCUSE and self._accusations == "sure":
                self._apply(Accuse(actor, self._observers[actor].known.answer))
            else:
                self.agent_selection = actor
                return
        end = self._game.state
        decided = end.winner is not None or len(end.eliminated) == len(self.agents)
        ended = self.terminations if decided else self.truncations
        ended.update(dict.fromkeys(self.agents, True))

    def request(self, agent: str) -> Request | None:
        """Return the request to a player; `None` for a player who must wait or is done."""
        waits = agent != self._game.state.actor or agent not in self.agents
        if waits or self.terminations[agent] or self.truncations[agent]:
            return None
        return Request.of(self._game.state)

    def observer(self, agent: str) -> SeatObserver:
        """Return the events that a player has received; each game has new observers."""
        return self._observers[agent]

    def observe(self, agent: str) -> Observation:
        """Return the knowledge of a player, and the actions that are legal for it."""
        return self._observers[agent].observation(self.request(agent), self.actions)

    def state(self) -> Array:
        """Return the full state, for critics that see every hand.

        That is the true deal (players in seat order and envelope, by cards: 1 if it is there),
        then each player's observation, in seat order.
        """
        dealt, position = self._game.state.dealt, self.rules.edition.position
        deal = np.zeros((len(self.possible_agents) + 1, len(position)), np.int8)
        for row, cards in enumerate((*dealt.hands, dealt.envelope.cards)):
            deal[row, [position[card] for card in cards]] = 1
        seen = (self._observers[name].observe(self.request(name)) for name in self.possible_agents)
        return np.concatenate((deal.ravel(), *seen))

    @property
    def result(self) -> Result:
        """The game so far, with the true deal and every seat's record."""
        return self._game.result

    def render(self) -> str | None:
        """Draw the game with all cards open, by `render_mode`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render needs a render_mode, got none")
            return None
        text = draw(self._game.state, self._game.messages)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def close(self) -> None:
        """Release nothing; PettingZoo requires the method."""


def env(
    players: int = 3,
    *,
    edition: Edition = CLUE_US,
    answering: Answering = Answering.FIRST,
    claims: AccusationRule = AccusationRule.SUGGESTER,
    board: Board | None = None,
    leftover_face_up: bool = False,
    most_turns: int = 500,
    accusations: Accusations = "chosen",
    deduction: Deduction = "propagation",
    render_mode: RenderMode | None = None,
) -> AECEnv:
    """Return a game for players called `player_0`, `player_1`, ..., in PettingZoo's wrappers.

    >>> clue = env(4)
    >>> clue.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = clue.last()
    >>> clue.agent_selection, int(observation["action_mask"].sum())
    ('player_0', 325)

    An illegal action ends the game: -1 for that player, 0 for all others. Use the mask.
    `unwrapped` is the `ClueEnv`; the options are described there and in `Rules`.

    Raises:
        InvalidTableError: If the rules cannot be played.
        UnknownNameError: If an option has an unknown name.
    """
    names = tuple(f"player_{seat}" for seat in range(players))
    rules = Rules(edition, names, answering, claims, board, leftover_face_up, most_turns=most_turns)
    clue = ClueEnv(rules, accusations=accusations, deduction=deduction, render_mode=render_mode)
    return wrapped(clue, illegal_reward=_LOST)
