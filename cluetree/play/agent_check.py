"""A check for authors of agents: does it follow the protocol in every game?"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from operator import attrgetter
from random import Random
from typing import Final, TypeVar

from more_itertools import map_reduce

from cluetree.board import Place, board_of
from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.editions import CLUE_US, DISCOVER_THE_SECRETS, MASTER_DETECTIVE
from cluetree.errors import AgentError
from cluetree.events import Event, Suggestion
from cluetree.play.agent import Agent, BaseAgent, deliver
from cluetree.play.agent_code import fault_of
from cluetree.play.game import play_game
from cluetree.play.pawns import Pawns
from cluetree.play.rules import NAMES, AccusationRule, Rules
from cluetree.table import Answering, Table


class ErraticAgent(BaseAgent):
    """Plays quickly, and sometimes does what agents rarely do; no yardstick of strength.

    Mostly it asks for cards that it has not seen, and accuses once no player could answer its
    suggestion of three such cards. It also declines, asks for cards that it has seen, and
    accuses at random.
    """

    def __init__(self, *, decline: float = 0.05, bluff: float = 0.1, rash: float = 0.01) -> None:
        """Set the chance, from 0 to 1, of each oddity."""
        self.decline = decline
        self.bluff = bluff
        self.rash = rash

    def begin(self, table: Table, rng: Random) -> None:
        """Forget the last game."""
        super().begin(table, rng)
        self._seen: set[ClueCard] = {*self.me.hand, *table.face_up}
        self._found: ClueGuess | None = None

    def observe(self, event: Event) -> None:
        """Remember the cards seen, and a suggestion that no player could answer."""
        if isinstance(event, Suggestion):
            self._seen.update(show.card for show in event.shows if show.card is not None)
            unanswered = event.by == self.me.name and not event.shows
            if unanswered and self._seen.isdisjoint(event.guess):
                self._found = event.guess

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask mostly for cards not seen."""
        if self.rng.random() < self.decline:
            return None
        *others, _ = map(self.table.edition.of, Category)
        return ClueGuess(*map(self._pick, (*others, rooms)))

    def _pick(self, cards: Sequence[ClueCard]) -> ClueCard:
        unseen = [card for card in cards if card not in self._seen]
        return self.rng.choice(unseen if unseen and self.rng.random() >= self.bluff else cards)

    def accuse(self) -> ClueGuess | None:
        """Accuse when sure, and sometimes at random."""
        if self.rng.random() < self.rash:
            return ClueGuess(*map(self.rng.choice, map(self.table.edition.of, Category)))
        return self._found


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

    def _pass_on(self, method: str, call: Callable[[Agent], _ReplyT]) -> _ReplyT:
        reply = call(self.agent)
        self.calls.append(Call(method, reply, call))
        return reply

    def begin(self, table: Table, rng: Random) -> None:
        """Begin a new list of calls."""
        self.calls.clear()
        self._given = [(table, repr(table))]
        chance = rng.getstate()

        def call(agent: Agent) -> None:
            rng.setstate(chance)
            agent.begin(table, rng)

        self._pass_on("begin", call)

    def observe(self, event: Event) -> None:
        """Pass it on."""
        self._given.append((event, repr(event)))
        self._pass_on("observe", lambda agent: deliver(agent, event))

    def watch(self, pawns: Pawns) -> None:
        """Pass it on, if the agent is a watcher."""
        self._pass_on("watch", lambda agent: deliver(agent, pawns))

    def move(self, options: Sequence[Place]) -> Place:
        """Pass it on."""
        return self._pass_on("move", lambda agent: agent.move(options))

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Pass it on."""
        return self._pass_on("suggest", lambda agent: agent.suggest(rooms))

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Pass it on."""
        return self._pass_on("show", lambda agent: agent.show(asker, guess, cards))

    def accuse(self) -> ClueGuess | None:
        """Pass it on."""
        return self._pass_on("accuse", lambda agent: agent.accuse())


_TINY: Final = Edition(("Plum", "Green"), ("Rope",), ("Hall", "Study"), title="a tiny deck")


@cache
def sample() -> tuple[Rules, ...]:
    """Return different games: 2 to 10 players, four decks, every rule, two on a board."""
    board = board_of(CLUE_US)
    kinds = (
        Rules(),
        Rules(players=NAMES[:2]),
        Rules(players=NAMES[:4], leftover_face_up=True, starts="Cid"),
        Rules(players=NAMES[:6], claims=AccusationRule.ALL),
        Rules(players=NAMES[:5], answering=Answering.ALL),
        Rules(MASTER_DETECTIVE, NAMES, leftover_face_up=True),
        Rules(DISCOVER_THE_SECRETS, NAMES[:4], Answering.ALL, AccusationRule.ALL),
        Rules(_TINY, NAMES[:2]),
        Rules(board=board),
        Rules(players=NAMES[:6], board=board),
    )
    return tuple(replace(kind, most_turns=60) for kind in kinds)


@dataclass(frozen=True, slots=True)
class AgentFault:
    """A fault of an agent, and the game where it happened."""

    rules: Rules
    seed: int
    text: str

    def __str__(self) -> str:
        where = "on the board" if self.rules.board else "without a board"
        players = len(self.rules.players)
        return f"{self.text} [{self.rules.edition}, {players} players {where}, seed {self.seed}]"


@dataclass(frozen=True, slots=True)
class AgentReport:
    """The findings of `check_agent`; its `str` names each fault once, with its first game."""

    agent: str
    games: int
    """The number of different games; each was played more than once."""
    calls: int
    """The number of calls to the agent in those."""
    faults: tuple[AgentFault, ...]

    @property
    def ok(self) -> bool:
        """Whether no fault was found."""
        return not self.faults

    def __str__(self) -> str:
        alike = map_reduce(self.faults, attrgetter("text"))
        counts = {"game": self.games, "call": self.calls, "fault": len(alike)}
        counted = (f"{n or 'no'} {thing}{'' if n == 1 else 's'}" for thing, n in counts.items())
        lines = [f"{self.agent}: {', '.join(counted)}"]
        for first, *others in alike.values():
            lines.append(f"  {first}" + (f" and {len(others)} more" if others else ""))
        return "\n".join(lines)


def check_agent(
    make: Callable[[], Agent],
    *,
    rules: Iterable[Rules] | None = None,
    seeds: Sequence[int] = range(2),
) -> AgentReport:
    """Let an agent play many kinds of game and report its faults.

    It plays one seat against opponents that do odd things, and is at fault if it

    - raises, or acts illegally;
    - plays differently when everything is the same, or uses the `random` module itself;
    - remembers something of the last game in the next;
    - replies differently when the same calls are repeated without a game, so that it must
      depend on something else;
    - changes a table or an event that it received.

    The check does not measure strength. The seeds make it repeatable.

    Args:
        make: Makes a new agent, such as its class.
        rules: The kinds of game to play; those of `sample` if left out.
        seeds: One game of each kind for each seed, in seat `seed % players`.
    """
    kinds = sample() if rules is None else rules
    games = [_Game(make, kind, seed) for kind in kinds for seed in seeds]
    before = random.getstate()
    try:
        faults = [game.fault(text) for game in games for text in game.faults_in_play()]
        # Only now, so that any state shared by the agents is left over from another game.
        faults += [game.fault(text) for game in games for text in game.faults_alone()]
    finally:
        random.setstate(before)
    calls = sum(len(game.calls) for game in games)
    return AgentReport(type(make()).__name__, len(games), calls, tuple(faults))


@dataclass
class _Game:
    """One game of the check; its methods yield what is wrong."""

    make: Callable[[], Agent]
    rules: Rules
    seed: int
    calls: tuple[Call, ...] = ()

    def fault(self, text: str) -> AgentFault:
        return AgentFault(self.rules, self.seed, text)

    def _play(self, recorder: Recorder, seed: int) -> tuple[Call, ...]:
        agents: list[Agent] = [ErraticAgent() for _ in self.rules.players]
        agents[self.seed % len(agents)] = recorder
        play_game(agents, self.rules, seed)
        return tuple(recorder.calls)

    def faults_in_play(self) -> Iterator[str]:
        before = random.getstate()
        try:
            yield from self._compared(Recorder(self.make()))
        except AgentError as error:
            yield f"turn {error.turn}: {error.reason}"
        if random.getstate() != before:
            yield "uses the random module: use the rng that begin gives"

    def _compared(self, recorder: Recorder) -> Iterator[str]:
        self.calls = self._play(recorder, self.seed)
        if recorder.meddled:
            yield "changes a table or an event that it received"
        if self._play(Recorder(self.make()), self.seed) != self.calls:
            yield "plays differently when everything is the same"
            return
        self._play(recorder, self.seed + 1)
        if self._play(recorder, self.seed) != self.calls:
            yield "remembers the last game: begin must forget it"

    def faults_alone(self) -> Iterator[str]:
        """Repeat all calls to a new agent, without a game, a deal or other agents."""
        agent = self.make()
        for call in self.calls:
            try:
                same = call.repeat(agent) == call.reply
            except BaseException as error:  # noqa: BLE001 -- any error of an agent is its fault
                yield f"{call.method} raises {fault_of(error)} without a game"
                return
            if not same:
                yield f"{call.method} depends on more than the calls so far"
                return
