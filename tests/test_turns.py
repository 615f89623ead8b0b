"""Turn order from a log: eliminated players are skipped, and a finished game has no turn."""

import pytest

from cluetree._turns import accusers, next_seat, next_turn, showers, winner
from cluetree.editions import CLUE_US
from cluetree.events import Accusation, Event, Lacks, Question, Saw, Show, Suggestion
from cluetree.table import Answering, Table

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
        ((wrong("Bob"), asks("bob"), asks("Eve"), asks("Ann")), "Bob"),
        ((asks("Ann"), Accusation("Ann", GUESS, correct=True)), None),
        ((asks("Ann"), Question("Bob", "Ann", (GUESS.room,), "no"), Saw("Ann", "Eve")), "Eve"),
        ((wrong("Bob"), Question("Bob", "Ann", (GUESS.room,), "no"), asks("Ann")), "Bob"),
    ],
)
def test_next_turn_skips_eliminated_players(
    events: tuple[Event, ...], expected: str | None
) -> None:
    assert next_turn(TABLE, events) == expected


def test_winner_is_the_first_correct_accuser() -> None:
    assert winner(TABLE, (wrong("Bob"), Accusation("eve", GUESS, correct=True))) == "Eve"
    assert winner(TABLE, (wrong("Bob"), asks("Ann"))) is None


def test_next_seat_skips_eliminated_seats() -> None:
    assert [next_seat(seat, 4, {2, 3}) for seat in range(4)] == [1, 0, 0, 0]
    assert next_seat(1, 3, {0, 2}) == 1
    assert next_seat(1, 3, {0, 1, 2}) is None


def test_showers_depend_on_the_answering_rule() -> None:
    assert showers(1, 4, {0, 3}, Answering.FIRST) == (3,)
    assert showers(1, 4, {0, 1, 3}, Answering.ALL) == (3, 0)
    assert showers(1, 4, (), Answering.ALL) == ()


def test_current_player_accuses_first_and_eliminated_players_never() -> None:
    assert accusers(2, 4) == (2,)
    assert accusers(2, 4, {3}, all_may=True) == (2, 0, 1)
