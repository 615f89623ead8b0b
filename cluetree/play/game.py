"""The plain loop: agents play one game under a referee."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from random import Random
from textwrap import shorten
from typing import Final, TypeVar, TypeVarTuple

from cluetree.cards import ClueGuess
from cluetree.errors import AgentError, InvalidTableError
from cluetree.events import Accusation, Event, Holds, Suggestion
from cluetree.play import referee
from cluetree.play.agent import Agent, Watcher, fault_of
from cluetree.play.referee import cards_to_show, rooms_to_name
from cluetree.play.rules import Rules
from cluetree.play.state import (
    Accuse,
    Act,
    Dealt,
    GameState,
    Message,
    Move,
    Phase,
    Roll,
    ShowCard,
    Suggest,
    shuffle,
)
from cluetree.record import Record

_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")


@dataclass(frozen=True)
class Result:
    """The result of a game: the winner, and the events with the seats that received them.

    Raises:
        UnknownPlayerError: From methods, if no player has the given name.
    """

    dealt: Dealt
    """The true deal."""
    winner: str | None
    """The player whose accusation was correct; `None` without a winner."""
    turns: int
    """The number of turns. Without a board each has one suggestion, unless declined."""
    suggestions: int
    """The number of suggestions."""
    messages: tuple[Message, ...]
    """All messages to the seats, in order."""

    def __repr__(self) -> str:
        won = "no winner" if self.winner is None else f"{self.winner} won"
        text = f"<Result: {won}, turns {self.turns}, envelope {self.envelope}>"
        return shorten(text, 200, placeholder=" ...>")

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.dealt.rules

    @property
    def envelope(self) -> ClueGuess:
        """The three hidden cards."""
        return self.dealt.envelope

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The whole game: every suggestion with the cards shown, every accusation."""
        return tuple(
            message.event
            for message in self.messages
            if isinstance(message.event, Suggestion | Accusation) and message.event.by in message.to
        )

    def seen_by(self, player: str) -> tuple[Event, ...]:
        """Return the events that a player received, in order."""
        name = self.dealt.table(None).player(player).name
        return tuple(message.event for message in self.messages if name in message.to)

    def record(self, player: str) -> Record:
        """Return the game as this player knows it."""
        name = self.dealt.table(None).player(player).name
        return Record(self.dealt.table(name), self.seen_by(name), f"{name}'s game")

    @property
    def whole_record(self) -> Record:
        """The game as only the referee knows it: the place of every card, then all events."""
        lying = tuple(Holds(place, card) for card, place in self.dealt.deal.items())
        return Record(self.dealt.table(None), (*lying, *self.events), "The whole game")


def stream(seed: int | str, name: str) -> Random:
    """Return a separate source of chance for one use within a game.

    Streams of different names are independent: one seat's draws change neither the deal nor
    the draws of another seat. The same seed and name give the same stream anywhere.
    """
    return Random(f"{seed}/{name}")


def deal_of(rules: Rules, seed: int | str) -> Dealt:
    """Return the deal of the game with this seed, for any agents."""
    return shuffle(rules, stream(seed, "deal"))


def play_game(agents: Sequence[Agent], rules: Rules, seed: int | str) -> Result:
    """Let agents play a game, the first in the first seat.

    The same agents, rules and seed give the same game. With other agents, or the same in other
    seats, the deal, the dice and each seat's source of chance are still the same.

    Raises:
        AgentError: If an agent raises or acts illegally; it names the player.
        InvalidTableError: If there is not one agent for each seat.
    """
    return play_dealt([*map(Seat, agents)], deal_of(rules, seed), seed)


class Seat:
    """Where an agent sits in one game: every call of the agent goes through `tell` or `choose`."""

    def __init__(self, agent: Agent):
        self.agent: Final = agent

    def tell(self, call: Callable[[], object]) -> None:
        """Call a method of the agent that chooses nothing."""
        call()

    def choose(self, state: GameState) -> Act:
        """Return what the agent of the current actor chooses.

        Raises:
            IllegalActError: If that is not legal.
            ValueError: If there is nothing to choose: the dice are rolled, or the game is over.
        """
        by, agent = state.actor, self.agent
        if by is None or state.phase is Phase.ROLL:
            raise ValueError("no agent has a choice now")
        if state.phase is Phase.MOVE:
            act: Act = Move(by, agent.move(state.options))
        elif state.phase is Phase.SUGGEST:
            act = Suggest(by, agent.suggest(rooms_to_name(state)))
        elif state.asked is not None:
            cards = cards_to_show(state)
            act = ShowCard(by, agent.show(state.asked.by, state.asked.guess, cards))
        else:
            act = Accuse(by, agent.accuse())
        referee.verify(state, act)
        return act


def play_dealt(
    seats: Sequence[Seat],
    dealt: Dealt,
    seed: int | str,
    *,
    acted: Callable[[Act], None] = lambda _: None,
) -> Result:
    """Play a game with these cards; all chance but the deal follows from the seed.

    It calls `acted` with each act, and raises the errors of `play_game`.
    """
    names = dealt.rules.players
    if len(seats) != len(names):
        raise InvalidTableError(f"agents must be {len(names)}, one a seat, got {len(seats)}")
    if len({id(seat.agent) for seat in seats}) < len(seats):
        raise InvalidTableError("each seat must have a separate agent, got one agent twice")
    seated = dict(zip(names, seats, strict=True))
    state, messages, dice = referee.start(dealt), list[Message](), stream(seed, "dice")
    for number, (name, seat) in enumerate(seated.items()):
        rng = stream(seed, f"seat {number}")
        _call(name, seat, 0, seat.tell, partial(seat.agent.begin, dealt.table(name), rng))
    _show_pawns(seated, state, 0)
    while (actor := state.actor) is not None:
        before, seat = state, seated[actor]
        if state.phase is Phase.ROLL:
            act: Act = Roll(actor, dice.randint(1, 6) + dice.randint(1, 6))
        else:
            act = _call(actor, seat, state.turn, seat.choose, state)
        acted(act)
        state, heard = referee.apply(state, act)
        messages += heard
        for message in heard:
            for name in message.to:
                seat = seated[name]
                seen = partial(seat.agent.observe, message.event)
                _call(name, seat, before.turn, seat.tell, seen)
        if state.pawns is not before.pawns:
            _show_pawns(seated, state, before.turn)
    winner = None if state.winner is None else names[state.winner]
    return Result(dealt, winner, state.turn, state.suggestions, tuple(messages))


def _call(name: str, seat: Seat, turn: int, call: Callable[[*_Ts], _T], *arguments: *_Ts) -> _T:
    """Call a function for a player; any exception is a fault of the player's agent."""
    try:
        return call(*arguments)
    except Exception as error:
        raise AgentError(name, type(seat.agent).__name__, turn, fault_of(error)) from error


def _show_pawns(seated: Mapping[str, Seat], state: GameState, turn: int) -> None:
    for name, seat in seated.items():
        if state.pawns is not None and isinstance(seat.agent, Watcher):
            _call(name, seat, turn, seat.tell, partial(seat.agent.watch, state.pawns))
