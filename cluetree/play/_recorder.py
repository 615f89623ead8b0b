"""A recorder of all calls that a game makes to an agent, to compare and to repeat them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from cluetree.board import Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.events import Event
from cluetree.play.agent import Agent, Watcher
from cluetree.play.pawns import Pawns
from cluetree.table import Table

_ReplyT = TypeVar("_ReplyT")


@dataclass(frozen=True, slots=True)
class Call:
    """One call to an agent, and the reply."""

    method: str
    reply: object
    repeat: Callable[[Agent], object] = field(compare=False)
    """Repeat the call, to any agent."""


class Recorder:
    """An agent that passes calls on to another, and keeps those of its last game."""

    def __init__(self, agent: Agent):
        self.agent = agent
        self.calls: list[Call] = []
        self._given: list[tuple[object, str]] = []

    @property
    def meddled(self) -> bool:
        """Whether a table or an event has changed since the agent received it."""
        return any(repr(thing) != looked for thing, looked in self._given)

    def _say(self, method: str, say: Callable[[Agent], _ReplyT]) -> _ReplyT:
        reply = say(self.agent)
        self.calls.append(Call(method, reply, say))
        return reply

    def begin(self, table: Table, rng: Random) -> None:
        """Begin a new list of calls."""
        self.calls.clear()
        self._given = [(table, repr(table))]
        chance = rng.getstate()

        def say(agent: Agent) -> None:
            rng.setstate(chance)
            agent.begin(table, rng)

        self._say("begin", say)

    def observe(self, event: Event) -> None:
        """Pass it on."""
        self._given.append((event, repr(event)))
        self._say("observe", lambda agent: agent.observe(event))

    def watch(self, pawns: Pawns) -> None:
        """Pass it on, if the agent is a watcher."""

        def say(agent: Agent) -> None:
            if isinstance(agent, Watcher):
                agent.watch(pawns)

        self._say("watch", say)

    def move(self, options: Sequence[Place]) -> Place:
        """Pass it on."""
        return self._say("move", lambda agent: agent.move(options))

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Pass it on."""
        return self._say("suggest", lambda agent: agent.suggest(rooms))

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Pass it on."""
        return self._say("show", lambda agent: agent.show(asker, guess, cards))

    def accuse(self) -> ClueGuess | None:
        """Pass it on."""
        return self._say("accuse", lambda agent: agent.accuse())
