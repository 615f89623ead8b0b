"""What a bot's writer relies on in the first minutes: see `docs/how-to/embed-in-a-bot.md`."""

import copy
import pickle
from collections.abc import Callable
from typing import Any, Final

import pytest

from cluetree import (
    ContradictionError,
    InvalidEventError,
    InvalidTableError,
    Limit,
    Notebook,
    SolverTree,
    Suggestion,
    Table,
)
from cluetree.editions import CLUE_US as DECK
from cluetree.text.printable import encodable

HAND: Final = ("mustard", "knife", "rope", "hall", "study", "lounge")
TABLE: Final = Table.set_up(DECK, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=HAND)
GUESS: Final = DECK.guess("white", "wrench", "library")
EVENTS: Final = (Suggestion("Bob", GUESS, ["Eve"]), Suggestion("Eve", GUESS, [], ["Bob"]))


class Mine(Notebook):
    """A subclass with an attribute and parameters of its own."""

    def __init__(self, table: Table, *, extra: int):
        super().__init__(table, limit=Limit(seconds=0.25))
        self.extra = extra


def _pickled(book: Mine) -> Mine:
    again: Mine = pickle.loads(pickle.dumps(book))  # noqa: S301 -- our own
    return again


@pytest.mark.parametrize(
    "again",
    [copy.copy, copy.deepcopy, _pickled, Notebook.copy, Mine.suppose],
)
def test_copy_of_a_subclass_keeps_its_limit_and_attributes(
    again: Callable[[Mine], Mine],
) -> None:
    mine = Mine(TABLE, extra=5)
    other = again(mine)
    assert type(other) is Mine
    assert (other.limit, other.extra) == (Limit(seconds=0.25), 5)
    assert Mine.possible_part(other) is other


def test_log_that_becomes_impossible_has_a_way_on() -> None:
    book = Notebook(TABLE)
    book.tell_holds("Bob", "plum")
    book.tell_holds("Eve", "plum")
    with pytest.raises(ContradictionError):
        book.advise()
    assert len(book.possible_part()) == 1
    assert len(book.possible_part().advise().best.names) == 3
    assert [book.possible_part().knows("Bob", card) for card in ("plum", "white")] == [True, None]
    assert str(book.repairs().found[0]).startswith("event ")


def test_tree_takes_events() -> None:
    tree, events = SolverTree.at(TABLE), EVENTS
    for event in events:
        tree.tell(event)
    assert str(tree) == str(SolverTree.at(TABLE, events))
    with pytest.raises(InvalidTableError, match=r"SolverTree\.at"):
        SolverTree(None, TABLE.players, DECK).tell(events[0])


def test_shows_of_a_mapping_are_cards_names_or_nothing() -> None:
    book = Notebook(TABLE)
    wrong: Any = {"Eve": 5}
    with pytest.raises(InvalidEventError, match="must be a card, its name or None, got 5"):
        book.tell_suggestion("Bob", "plum", "rope", "hall", shows=wrong)
    book.tell_suggestion("Bob", "plum", "rope", "hall", shows={"Eve": None})
    assert str(book.events[0]).endswith("Eve shows a card")


def test_console_without_box_characters_gets_ascii() -> None:
    assert encodable("├── ◇ rejoin", "cp1252") == "|-- <> rejoin"
    assert encodable("├── ◇", "utf-8") == "├── ◇"
