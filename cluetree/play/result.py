"""The result of a game, as the referee and as each seat knows it."""

from dataclasses import dataclass
from functools import cached_property
from textwrap import shorten

from cluetree.cards import ClueGuess
from cluetree.events import Accusation, Event, Holds, Suggestion
from cluetree.play.dealt import Dealt
from cluetree.play.rules import Rules
from cluetree.play.state import GameState, Message
from cluetree.record import Record


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

    @classmethod
    def of(cls, state: GameState, messages: tuple[Message, ...]) -> "Result":
        """Return the result at this moment; the messages are those of all acts so far."""
        winner = None if state.winner is None else state.rules.players[state.winner]
        return cls(state.dealt, winner, state.turn, state.suggestions, messages)

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
