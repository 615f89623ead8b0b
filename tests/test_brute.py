"""The oracle itself, compared with hand counts."""

import pytest

from cluetree import (
    Accusation,
    Answering,
    Edition,
    Event,
    Holds,
    HoldsOneOf,
    Lacks,
    Show,
    Suggestion,
    Table,
)
from tests.brute import HIDDEN, deals

DECK = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = DECK.cards
TABLE = Table.set_up(DECK, {"Ann": 1, "Bob": 1, "Cid": 1})
ALL = Table.set_up(DECK, {"Ann": 1, "Bob": 1, "Cid": 1}, answering=Answering.ALL)


@pytest.mark.parametrize(
    ("table", "event", "count"),
    [
        (TABLE, Holds("Ann", PLUM), 8),
        (TABLE, Lacks("Ann", PLUM), 40),
        (TABLE, Holds(HIDDEN, PLUM), 24),
        (TABLE, HoldsOneOf("Ann", (PLUM, GREEN)), 16),
        (TABLE, HoldsOneOf(HIDDEN, (PLUM, GREEN)), 48),
        (TABLE, Accusation("Ann", DECK.guess("plum", "rope", "hall")), 42),
        (TABLE, Accusation("Ann", DECK.guess("plum", "rope", "hall"), correct=True), 6),
        # Bob has one of three, so the others hold what is left in either order.
        (TABLE, Suggestion("Ann", DECK.guess("plum", "rope", "hall"), (Show("Bob"),)), 24),
        (TABLE, Suggestion("Ann", DECK.guess("plum", "rope", "hall"), (Show("Bob", HALL),)), 8),
        # Cid shows, so Bob, who sits before him, passed. Without the pass: 24.
        (TABLE, Suggestion("Ann", DECK.guess("plum", "rope", "hall"), (Show("Cid"),)), 12),
        (TABLE, Suggestion("Ann", DECK.guess("plum", "rope", "hall"), (Show("Cid"),), ()), 24),
        # By the `all` rule Cid, who sits after Bob, has passed as well.
        (ALL, Suggestion("Ann", DECK.guess("plum", "rope", "hall"), (Show("Bob"),)), 12),
        (TABLE, Suggestion("Ann", DECK.guess("plum", "rope", "hall")), 12),
    ],
)
def test_counts_by_hand(table: Table, event: Event, count: int) -> None:
    assert sum(1 for _ in deals(table, [event])) == count
