"""The request to a seat: one type for games, environments and agents."""

from dataclasses import dataclass

from cluetree.board import Place
from cluetree.cards import ClueCard
from cluetree.events import Suggestion
from cluetree.play.agent import Agent
from cluetree.play.legality import cards_to_show, rooms_to_name
from cluetree.play.state import Accuse, Act, GameState, Move, Phase, ShowCard, Suggest


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
        if state.asked is not None:
            asked = Suggestion(state.asked.by, state.asked.guess)
            return cls(Phase.SHOW, cards=cards_to_show(state), asked=asked)
        match state.phase:
            case Phase.MOVE:
                return cls(Phase.MOVE, places=state.options)
            case Phase.SUGGEST:
                return cls(Phase.SUGGEST, rooms=rooms_to_name(state))
            case Phase.ACCUSE:
                return cls(Phase.ACCUSE)
            case _:
                return None


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
