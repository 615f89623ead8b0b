"""The game loop: agents receive what they may know, faulty agents are named, games repeat."""

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import permutations
from random import Random
from typing import Never

import pytest

from cluetree import Accusation, Event, Holds, Notebook, Suggestion, Table
from cluetree.board import board_of
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.errors import AgentError, IllegalActError, InvalidTableError
from cluetree.play import (
    NAMES,
    AccusationRule,
    ErraticAgent,
    Rules,
    deal_of,
    play_game,
    stream,
)
from cluetree.table import Answering


def anybodies(players: int) -> list[ErraticAgent]:
    return [ErraticAgent() for _ in range(players)]


# Information of seats


class Scribe(ErraticAgent):
    """Records everything that it receives."""

    def begin(self, table: Table, rng: Random) -> None:
        super().begin(table, rng)
        self.told: list[Event] = []

    def observe(self, event: Event) -> None:
        super().observe(event)
        self.told.append(event)


@pytest.mark.parametrize("answering", Answering)
@pytest.mark.parametrize("accusers", AccusationRule)
def test_result_has_the_events_of_each_seat(answering: Answering, accusers: AccusationRule) -> None:
    rules = Rules(MASTER_DETECTIVE, NAMES[:5], answering, accusers, leftover_face_up=True)
    scribes = [Scribe(rash=seat == 0) for seat in range(5)]
    played = play_game(scribes, rules, 1)
    for name, scribe in zip(rules.players, scribes, strict=True):
        assert played.seen_by(name) == tuple(scribe.told)
        assert played.dealt.table(name) == scribe.table
    assert any(isinstance(event, Holds) for event in played.seen_by("Ann"))
    suggestions = [event for event in played.events if isinstance(event, Suggestion)]
    assert len(suggestions) == played.suggestions
    assert all(show.card is not None for event in suggestions for show in event.shows)
    assert not any(isinstance(event, Holds) for event in played.events)
    *_, last = played.events
    assert played.winner is not None
    assert last == Accusation(played.winner, played.envelope, correct=True)
    assert played.rules is rules


def test_winner_knew_the_envelope_and_full_record_leaves_one_deal() -> None:
    played = play_game([ErraticAgent(rash=0) for _ in range(4)], Rules(players=NAMES[:4]), 3)
    assert played.winner is not None
    assert Notebook.from_record(played.record(played.winner)).answer == played.envelope
    whole = Notebook.from_record(played.whole_record)
    assert whole.beliefs.deals == 1
    assert whole.beliefs.sample(1, rng=stream(0, "x"))[0] == played.dealt.deal


# Games repeat


HASHED = """
from hashlib import sha256
from cluetree.board import board_of
from cluetree.editions import CLUE_US
from cluetree.play import ErraticAgent, NAMES, Rules, play_game
for rules in (Rules(players=NAMES, answering="all"), Rules(board=board_of(CLUE_US))):
    played = play_game([ErraticAgent() for _ in rules.players], rules, 1)
    print(sha256(repr(played.messages).encode()).hexdigest())
"""


@pytest.mark.slow
def test_game_is_equal_in_every_process() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", HASHED],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    (digest,) = digests
    assert len(digest.split()) == 2


class Drawing(ErraticAgent):
    """Remembers the first number of its source of chance, and draws as many more as it likes."""

    def __init__(self, more: int) -> None:
        super().__init__()
        self.more = more

    def begin(self, table: Table, rng: Random) -> None:
        super().begin(table, rng)
        self.first, *_ = [rng.random() for _ in range(self.more)]


def test_deal_and_random_stream_belong_to_the_seat() -> None:
    games = []
    for seating in permutations((1, 2, 3)):
        agents = [Drawing(more) for more in seating]
        played = play_game(agents, Rules(), "seed")
        assert len({agent.first for agent in agents}) == 3
        games.append((played.dealt, [agent.first for agent in agents]))
    assert all(game == games[0] for game in games)
    assert games[0][0] == deal_of(Rules(), "seed")


# Agents that misbehave


def broken(method: str, instead: Callable[[], object]) -> ErraticAgent:
    """An agent that does something else in one of its methods."""
    agent = ErraticAgent()
    setattr(agent, method, lambda *_: instead())
    return agent


def breaking() -> Never:
    raise RuntimeError("out of ideas")


FOREIGN = MASTER_DETECTIVE.guess("peach", "rope", "gazebo")


@pytest.mark.parametrize(
    ("method", "instead", "reason"),
    [
        *((name, breaking, "out of ideas") for name in ("begin", "observe", "suggest", "show")),
        ("accuse", breaking, "out of ideas"),
        ("move", breaking, "out of ideas"),
        ("suggest", lambda: "the butler", "got 'the butler'"),
        ("accuse", lambda: FOREIGN, "is not a card of Clue"),
        ("show", lambda: None, "Bob has to show .*, not None"),
        ("move", lambda: None, "Bob cannot go to None"),
    ],
)
def test_agent_that_raises_or_acts_illegally_is_named(
    method: str, instead: Callable[[], object], reason: str
) -> None:
    rules = Rules(board=board_of(CLUE_US)) if method == "move" else Rules()
    agents = [ErraticAgent(), broken(method, instead), ErraticAgent()]
    says = rf"^Bob \(ErraticAgent\), turn \d+: .*{reason}"
    with pytest.raises(AgentError, match=says) as caught:
        play_game(agents, rules, 1)
    assert (caught.value.player, caught.value.agent) == ("Bob", "ErraticAgent")
    assert (caught.value.turn == 0) == (method == "begin")
    cause = RuntimeError if instead is breaking else IllegalActError
    assert isinstance(caught.value.__cause__, cause)


def test_keyboard_interrupt_is_not_a_fault() -> None:
    def stop() -> Never:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_game([broken("suggest", stop), ErraticAgent()], Rules(players=NAMES[:2]), 1)


def test_every_seat_needs_a_separate_agent() -> None:
    with pytest.raises(InvalidTableError, match="agents must be 3"):
        play_game(anybodies(2), Rules(), 1)
    twice = ErraticAgent()
    with pytest.raises(InvalidTableError, match="each seat must have a separate agent"):
        play_game([twice, twice, ErraticAgent()], Rules(), 1)
