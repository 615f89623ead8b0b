"""A game that waits for the choices of learners, and what it asks them for."""

from collections.abc import Callable
from dataclasses import dataclass

from cluetree.board import Place
from cluetree.cards import ClueCard
from cluetree.events import Event, Suggestion
from cluetree.play import referee
from cluetree.play.agent import Agent
from cluetree.play.dealt import Dealt
from cluetree.play.game import stream
from cluetree.play.legality import cards_to_show, rooms_to_name
from cluetree.play.pawns import Pawns
from cluetree.play.result import Result
from cluetree.play.state import (
    Accuse,
    Act,
    GameState,
    Message,
    Move,
    Phase,
    Roll,
    ShowCard,
    Suggest,
)


@dataclass(frozen=True, slots=True)
class Request:
    """The choice that a seat has now: the arguments of an `Agent`'s method."""

    phase: Phase
    """To move, suggest, show or accuse."""
    places: tuple[Place, ...] = ()
    """Where it may move."""
    rooms: tuple[ClueCard, ...] = ()
    """The rooms that it may suggest."""
    cards: tuple[ClueCard, ...] = ()
    """The cards that it may show."""
    asked: Suggestion | None = None
    """The suggestion to answer, without the cards that others have shown."""

    @classmethod
    def of(cls, state: GameState) -> "Request | None":
        """Return the request to the current actor; `None` if no player has a choice."""
        if state.phase in {Phase.ROLL, Phase.OVER}:
            return None
        asked = state.asked and Suggestion(state.asked.by, state.asked.guess)
        return cls(state.phase, state.options, rooms_to_name(state), cards_to_show(state), asked)


def ask(agent: Agent, request: Request, by: str) -> Act:
    """Return the act that an agent chooses; it may be illegal."""
    if request.asked is not None:
        asked = request.asked
        return ShowCard(by, agent.show(asked.by, asked.guess, request.cards))
    if request.phase is Phase.MOVE:
        return Move(by, agent.move(request.places))
    if request.phase is Phase.SUGGEST:
        return Suggest(by, agent.suggest(request.rooms))
    return Accuse(by, agent.accuse())


class GameInProgress:
    """A game at some moment, with its dice and the messages so far.

    Args:
        dealt: The cards.
        seed: The seed of the dice.
        deliver: Called with a player's name, and an event or the pawns to show to that player.
    """

    def __init__(
        self, dealt: Dealt, seed: int | str, deliver: Callable[[str, Event | Pawns], None]
    ):
        self.state: GameState = referee.start(dealt)
        self.messages: list[Message] = []
        self._dice = stream(seed, "dice")
        self._deliver = deliver
        self._show_pawns()

    def apply(self, act: Act) -> None:
        """Make an act, and deliver to each player what that player may know of it.

        Raises:
            IllegalActError: If it is not legal; the game is unchanged.
        """
        before = self.state
        self.state, messages = referee.apply(before, act)
        self.messages += messages
        for message in messages:
            for name in message.to:
                self._deliver(name, message.event)
        if self.state.pawns is not before.pawns:
            self._show_pawns()

    def roll(self, by: str) -> Roll:
        """Roll the dice."""
        return Roll(by, self._dice.randint(1, 6) + self._dice.randint(1, 6))

    @property
    def result(self) -> Result:
        """The game so far."""
        return Result.of(self.state, tuple(self.messages))

    def _show_pawns(self) -> None:
        if self.state.pawns is not None:
            for name in self.state.rules.players:
                self._deliver(name, self.state.pawns)
