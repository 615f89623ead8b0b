"""What a seat is asked for, in one word for games, environments and agents."""

from dataclasses import dataclass

from cluetree.board import Place
from cluetree.cards import ClueCard
from cluetree.events import Suggestion
from cluetree.play.agent import Agent
from cluetree.play.legality import cards_to_show, rooms_to_name
from cluetree.play.state import Accuse, Act, GameState, Move, Phase, ShowCard, Suggest


@dataclass(frozen=True, slots=True)
class Request:
    """What a seat is asked for now, and what it may choose from: what an `Agent` is given."""

    phase: Phase
    """To move, suggest, show or accuse; dice need nobody."""
    places: tuple[Place, ...] = ()
    """Where to move."""
    rooms: tuple[ClueCard, ...] = ()
    """Which rooms to name in a suggestion."""
    cards: tuple[ClueCard, ...] = ()
    """Which cards to show."""
    asked: Suggestion | None = None
    """The suggestion to answer; what others have shown is not in it."""

    @classmethod
    def of(cls, state: GameState) -> "Request | None":
        """Return what the actor is asked for; `None` if nobody has to choose."""
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
    """Return what an agent does when it is asked; it may be illegal."""
    if request.asked is not None:
        asked = request.asked
        return ShowCard(by, agent.show(asked.by, asked.guess, request.cards))
    if request.phase is Phase.MOVE:
        return Move(by, agent.move(request.places))
    if request.phase is Phase.SUGGEST:
        return Suggest(by, agent.suggest(request.rooms))
    return Accuse(by, agent.accuse())
