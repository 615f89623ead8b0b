"""A new kind of claim or event must be handled by all its readers: each gets a sample.

The type checker names the readers that match on the kind.
"""

import json
from dataclasses import replace
from typing import Final, get_args

import pytest

from cluetree import (
    Accusation,
    Edition,
    Event,
    Holds,
    Lacks,
    Show,
    SolverTree,
    Suggestion,
    Table,
    record,
)
from cluetree._turns import next_turn
from cluetree.advice import rivals
from cluetree.claims import Claim, Fact, Quota
from cluetree.events import BareFact, Correction, HoldsSome, OneHolds, Question, Saw, entries
from cluetree.evidence import Evidence, Marks
from cluetree.exact import count
from cluetree.explain import find_repairs, find_suspicious, review
from cluetree.play.agents.wensel import WenselNotes
from cluetree.play.knowledge import Knowledge
from cluetree.record import Record
from cluetree.text.events import brief, in_full
from tests.exact.games import seeded
from tests.rpc.client import Client

DECK: Final = Edition(("Plum", "Green"), ("Rope", "Knife"), ("Hall", "Study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = DECK.cards
TABLE: Final = Table.set_up(
    DECK, {"Ann": 1, "Bob": 1}, viewpoint="Ann", hand=(ROPE,), face_up=(STUDY,)
)
GUESS: Final = DECK.guess("Plum", "Knife", "Hall")

CLAIMS: Final[dict[type[Claim], Claim]] = {
    Fact: Fact("Bob", PLUM, holds=True),
    Quota: Quota.show(["Bob"], [PLUM, GREEN]),
}
EVENTS: Final[dict[type[Event], Event]] = {
    Suggestion: Suggestion("Ann", GUESS, (Show("Bob"),)),
    Accusation: Accusation("Bob", GUESS, correct=False),
    Holds: Holds("envelope", GREEN),
    Lacks: Lacks("Bob", KNIFE),
    OneHolds: OneHolds(("Bob", "envelope"), KNIFE),
    Question: Question("Bob", "Ann", (PLUM, ROPE), "shows", ROPE),
    Saw: Saw("Bob", "Ann", ROPE),
    Correction: Correction("Bob", 1),
    HoldsSome: HoldsSome("Bob", (PLUM, KNIFE, GREEN), 1, 2),
}


def test_each_kind_has_a_sample() -> None:
    assert CLAIMS.keys() == {*get_args(Claim)}
    assert EVENTS.keys() == {*get_args(Event)}


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=lambda claim: type(claim).__name__)
def test_evidence_contains_each_kind_of_claim(claim: Claim) -> None:
    marks = Marks.at(TABLE)
    before = Evidence.of(marks)
    assert marks.take(claim)
    after = Evidence.of(marks)
    assert after != before
    assert Evidence.of(after.marks()) == Evidence.of(marks.copy()) == after


SECRET: Final = [
    replace(e, only_me=True) for e in EVENTS.values() if isinstance(e, Question | BareFact)
]


@pytest.mark.parametrize("event", [*EVENTS.values(), *SECRET], ids=str)
def test_every_reader_takes_each_kind_of_event(event: Event) -> None:
    late = isinstance(event, Correction)
    asked = Suggestion("Ann", GUESS, "nobody")
    log = entries(TABLE, (asked, event) if late else (event,))
    game = Record(TABLE, log)
    for dumps, loads in (
        (record.dumps_json, record.loads_json),
        (record.dumps_clue, record.loads_clue),
    ):
        assert loads(dumps(game)).events == log
    deals = count(Evidence.gather(TABLE, log)).deals
    assert 0 < deals == count(SolverTree.at(TABLE, log).evidence()).deals
    assert in_full(event) == str(event)
    assert next_turn(TABLE, log) in TABLE.names
    assert find_repairs(TABLE, log).complete
    assert find_repairs(TABLE, (*log, Holds("Bob", ROPE))).complete
    assert find_suspicious(TABLE, log).complete
    assert review(TABLE, log).complete
    assert rivals(TABLE, log, rng=seeded(1))
    Knowledge(TABLE).tell(log[-1])
    WenselNotes(TABLE).tell(log[-1])
    client = Client()
    at = {"game": client.ask("new", record=record.dumps_clue(Record(TABLE, log[:-1])))["game"]}
    line = record.dumps_clue_event(log[-1], TABLE)
    fields = json.loads(record.dumps_json_event(log[-1], TABLE))
    told = client.ask("tell", event=line, **at)
    assert (told["event"], told["line"], told["words"]) == (fields, line, brief(log[-1], DECK))
    assert client.ask("edit", number=len(log), event=fields, **at) == told
    client.ask("delete", number=len(log), **at)
    assert client.ask("insert", number=len(log), event=fields, **at) == told
