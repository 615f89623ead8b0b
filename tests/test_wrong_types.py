"""A wrong type is rejected at once, with the expected type."""

from collections.abc import Callable
from math import nan
from random import Random
from typing import Any, Final

import numpy as np
import pytest

from cluetree import (
    Accusation,
    ClueGuess,
    ClueInfo,
    CluePlayer,
    Edition,
    Evidence,
    Fact,
    Holds,
    HoldsOneOf,
    Limit,
    Notebook,
    SolverTree,
    Suggestion,
    Table,
)
from cluetree.cards import MOST_CARDS
from cluetree.editions import CLUE_US
from cluetree.errors import ClueError, InvalidEditionError, InvalidTableError
from cluetree.exact import count
from cluetree.table import MOST_PLAYERS

HAND: Final = ("mustard", "knife", "rope", "hall", "study", "lounge")
TABLE: Final = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=HAND)
GUESS: Final = CLUE_US.guess("plum", "rope", "hall")
RNG: Final = Random(0)


def book() -> Notebook:
    return Notebook(TABLE, [Suggestion("Bob", GUESS, ["Ann"])])


# Any: these calls are wrong on purpose.
Call = Callable[[Any], object]

NEVER: Final[dict[str, Call]] = {
    "Table.player": TABLE.player,
    "Table.holder": TABLE.holder,
    "Table.left_of": TABLE.left_of,
    "Edition.card": CLUE_US.card,
    "Edition.of": CLUE_US.of,
    "Edition.hand": CLUE_US.hand,
    "name of a card": lambda v: Edition((v,), ("a",), ("b",)),
    "CluePlayer": CluePlayer,
    "card of a guess": lambda v: ClueGuess(v, GUESS.weapon, GUESS.room),
    "player of a table": lambda v: Table(CLUE_US, [v, CluePlayer("Bob")]),  # type: ignore[arg-type]
    "player of a tree": lambda v: SolverTree(None, [v], CLUE_US),
    "face-up card": lambda v: Table(CLUE_US, TABLE.players, "Ann", (v,)),
    "deck of a table": lambda v: Table(v, TABLE.players),
    "deck": lambda v: Table.set_up(v, {"Ann": 6, "Bob": 6}),
    "hand sizes": lambda v: Table.set_up(CLUE_US, v),
    "answering": lambda v: Table(CLUE_US, TABLE.players, "Ann", (), v),
    "by": lambda v: Notebook(TABLE, [Suggestion(v, GUESS)]),
    "holder": lambda v: Notebook(TABLE, [Holds(v, GUESS.room)]),
    "card held": lambda v: Notebook(TABLE, [Holds("Bob", v)]),
    "card shown": lambda v: Notebook(TABLE, [Suggestion("Bob", GUESS, {"Eve": v or Limit})]),
    "Notebook": Notebook,
    "title": lambda v: Notebook(TABLE, title=v),
    "event": lambda v: book().tell(v),
    "number": lambda v: book().edit(v, Holds("Bob", GUESS.suspect)),
    "supposed": lambda v: book().suppose(v),
    "who": lambda v: book().why(v, "plum"),
    "which": lambda v: book().why("Bob", v),
    "repair": lambda v: book().repair(v),
    "asker": lambda v: book().card_to_show(v, GUESS, samples=2),
    "samples": lambda v: book().rivals(samples=v),
    "model of advice": lambda v: book().advise(["hall"], model=v),
    "model of rivals": lambda v: book().rivals(model=v),
    "model of an accusation": lambda v: book().accuse_now(model=v),
    "model of a show": lambda v: book().card_to_show("Bob", GUESS, model=v),
    "holder believed": lambda v: book().beliefs.chance("plum", v),
    "card believed": lambda v: book().beliefs.chance(v, "Bob"),
    "hand believed": book().beliefs.hand,
    "number of deals": lambda v: book().beliefs.sample(v, rng=RNG),
    "table of a tree": SolverTree.at,
    "info": lambda v: SolverTree.at(TABLE).grow(v),
    "fact": lambda v: SolverTree.at(TABLE).grow_back([v]),
    "player of a fact": lambda v: SolverTree.at(TABLE).grow_back([Fact(v, GUESS.room, True)]),
    "table of evidence": Evidence.gather,
    "event of evidence": lambda v: Evidence.gather(TABLE, [v]),
    "evidence": count,
}
"""Calls that refuse every value of `WRONG`."""
WRONG: Final = (None, {1}, {"Bob"}, b"Bob", True, nan, -1, 1.5, ["Bob"], {"Bob": 6}, object())

LISTS: Final[dict[str, Call]] = {
    "suspects": lambda v: Edition(v, ("a",), ("b",)),
    "aliases": lambda v: Edition(("c",), ("a",), ("b",), aliases={"c": v}),
    "hand of a player": lambda v: CluePlayer("Ann", 3, v),
    "players": lambda v: Table(CLUE_US, v),
    "face_up": lambda v: Table(CLUE_US, TABLE.players, "Ann", v),
    "hand": lambda v: Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6}, viewpoint="Ann", hand=v),
    "events": lambda v: Notebook(TABLE, v),
    "events of evidence": lambda v: Evidence.gather(TABLE, v),
    "shows": lambda v: Suggestion("Bob", GUESS, v),
    "cards": lambda v: HoldsOneOf("Bob", v),
    "facts": lambda v: SolverTree.at(TABLE).grow_back(v),
    "guess": lambda v: book().card_to_show("Bob", v),
    "rooms": lambda v: book().advise(v or "hall"),
}


@pytest.mark.parametrize("call", NEVER)
@pytest.mark.parametrize("value", WRONG, ids=lambda value: repr(value)[:12])
def test_wrong_type_is_rejected(call: str, value: object) -> None:
    if (call, value) == ("hand sizes", {"Bob": 6}):
        pytest.skip("this is a mapping, of too few players")
    with pytest.raises(ClueError):
        NEVER[call](value)


@pytest.mark.parametrize("call", LISTS)
@pytest.mark.parametrize("value", [None, "hall", b"hall", 3, nan])
def test_list_arguments_reject_other_types(call: str, value: object) -> None:
    with pytest.raises(ClueError, match=r"must be a list|must be of type"):
        LISTS[call](value)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: book().rivals(samples=10**30),
        lambda: book().accuse_now(samples=10**30),
        lambda: book().card_to_show("Bob", GUESS, samples=10**30),
        lambda: book().beliefs.sample(10**30, rng=RNG),
    ],
)
def test_too_many_draws_are_rejected(ask: Callable[[], object]) -> None:
    with pytest.raises(ClueError, match=r"from [02] to 1000000000, got 1000000000000000000000000"):
        ask()


@pytest.mark.parametrize("value", [np.array([True, False]), np.array(True), None, "wrong", 2])
def test_flag_is_true_or_false(value: Any) -> None:  # noqa: ANN401 -- wrong on purpose
    with pytest.raises(ClueError, match="correct must be True or False, got"):
        Notebook(TABLE, [Accusation("Bob", GUESS, value)])
    with pytest.raises(ClueError, match="has_card must be True or False, got"):
        ClueInfo(TABLE.me, GUESS, has_card=value)


@pytest.mark.parametrize("value", [0, False, "", {1}, 5.0, [Limit()]])
def test_limit_is_a_limit(value: Any) -> None:  # noqa: ANN401 -- wrong on purpose
    with pytest.raises(ClueError, match="limit must be of type Limit, got"):
        Notebook(TABLE, limit=value)
    with pytest.raises(ClueError, match="limit must be of type Limit, got"):
        book().limit = value


def test_size_of_a_deck_and_of_a_table_is_bounded() -> None:
    names = [f"card {number}" for number in range(MOST_CARDS - 2)]
    assert len(Edition(tuple(names), ("a",), ("b",)).cards) == MOST_CARDS
    with pytest.raises(InvalidEditionError, match="deck must have at most 1000 cards, got 1001"):
        Edition((*names, "c"), ("a",), ("b",))
    seats = {f"player {number}": 0 for number in range(MOST_PLAYERS)}
    assert len(Table.set_up(CLUE_US, seats).players) == MOST_PLAYERS
    with pytest.raises(InvalidTableError, match="game must have at most 100 players, got 101"):
        Table.set_up(CLUE_US, {**seats, "one more": 0})
