"""A check for authors of agents: does it follow the protocol in every game?"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import starmap
from operator import attrgetter
from typing import Final

from more_itertools import map_reduce

from cluetree.board import board_of
from cluetree.cards import Edition
from cluetree.editions import CLUE_US, DISCOVER_THE_SECRETS, MASTER_DETECTIVE
from cluetree.errors import AgentError
from cluetree.play._recorder import Call, Recorder
from cluetree.play.agent import Agent
from cluetree.play.erratic import ErraticAgent
from cluetree.play.game import play_game
from cluetree.play.rules import NAMES, AccusationRule, Rules
from cluetree.table import Answering

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
        counts = (self.games, "game"), (self.calls, "call"), (len(alike), "fault")
        lines = [f"{self.agent}: {', '.join(starmap(_counted, counts))}"]
        for first, *others in alike.values():
            lines.append(f"  {first}" + (f" and {len(others)} more" if others else ""))
        return "\n".join(lines)


def _counted(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number or 'no'} {thing}s"


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
    sittings = [_Sitting(make, kind, seed) for kind in kinds for seed in seeds]
    before = random.getstate()
    try:
        faults = [fault for sitting in sittings for fault in sitting.faults()]
        # Only now, so that any state shared by the agents is left over from another game.
        faults += (fault for sitting in sittings for fault in sitting.alone())
    finally:
        random.setstate(before)
    calls = sum(len(sitting.calls) for sitting in sittings)
    return AgentReport(type(make()).__name__, len(sittings), calls, tuple(faults))


class _Sitting:
    def __init__(self, make: Callable[[], Agent], rules: Rules, seed: int):
        self._make = make
        self._rules = rules
        self._seed = seed
        self.calls: tuple[Call, ...] = ()

    def _fault(self, text: str) -> AgentFault:
        return AgentFault(self._rules, self._seed, text)

    def _play(self, recorder: Recorder, seed: int) -> tuple[Call, ...]:
        agents: list[Agent] = [ErraticAgent() for _ in self._rules.players]
        agents[self._seed % len(agents)] = recorder
        play_game(agents, self._rules, seed)
        return tuple(recorder.calls)

    def faults(self) -> Iterator[AgentFault]:
        before = random.getstate()
        try:
            yield from self._played(Recorder(self._make()))
        except AgentError as error:
            yield self._fault(f"turn {error.turn}: {error.reason}")
        if random.getstate() != before:
            yield self._fault("uses the random module: use the rng that begin gives")

    def _played(self, recorder: Recorder) -> Iterator[AgentFault]:
        self.calls = self._play(recorder, self._seed)
        if recorder.meddled:
            yield self._fault("changes a table or an event that it received")
        if self._play(Recorder(self._make()), self._seed) != self.calls:
            yield self._fault("plays differently when everything is the same")
            return
        self._play(recorder, self._seed + 1)
        if self._play(recorder, self._seed) != self.calls:
            yield self._fault("remembers the last game: begin must forget it")

    def alone(self) -> Iterator[AgentFault]:
        """Repeat all calls to a new agent, without a game, a deal or other agents."""
        agent = self._make()
        for call in self.calls:
            try:
                same = call.repeat(agent) == call.reply
            except Exception as error:  # noqa: BLE001 -- any error of an agent is its fault
                yield self._fault(f"{call.method} raises {error!r} without a game")
                return
            if not same:
                yield self._fault(f"{call.method} depends on more than the calls so far")
                return
