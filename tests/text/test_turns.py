"""Whose turn is proposed: who is out has none, and after the end nobody has."""

import pytest

from cluetree.editions import CLUE_US
from cluetree.events import Accusation, Event, Lacks, Show, Suggestion
from cluetree.table import Table
from cluetree.text.turns import next_turn

TABLE = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
GUESS = CLUE_US.guess("plum", "rope", "hall")


def asks(name: str) -> Suggestion:
    return Suggestion(name, GUESS, (Show("Eve"),) if name != "Eve" else ())


def wrong(name: str) -> Accusation:
    return Accusation(name, GUESS, correct=False)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((), "Ann"),
        ((asks("Ann"), Lacks("Eve", GUESS.room)), "Bob"),
        ((asks("Eve"),), "Ann"),
        ((asks("Bob"), wrong("Bob")), "Eve"),
        ((asks("Ann"), wrong("Bob")), "Eve"),
        ((wrong("Bob"), asks("Ann")), "Eve"),
        ((wrong("bob"), wrong("Eve"), asks("Ann")), "Ann"),
        ((wrong("Ann"), wrong("Bob"), wrong("Eve")), None),
        ((asks("Ann"), Accusation("Ann", GUESS, correct=True)), None),
    ],
)
def test_who_is_next(events: tuple[Event, ...], expected: str | None) -> None:
    assert next_turn(TABLE, events) == expected
