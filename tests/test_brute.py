"""The oracle itself, compared with hand counts."""

import pytest
from hypothesis import given

from cluetree import (
    Accusation,
    Answering,
    Edition,
    Event,
    Fact,
    Holds,
    HoldsOneOf,
    Lacks,
    Show,
    Suggestion,
    Table,
)
from tests.brute import HIDDEN, certain, deals, envelope
from tests.strategies import Told, told_truly

DECK = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = DECK.cards
TABLE = Table.set_up(DECK, {"Ann": 1, "Bob": 1, "Cid": 1})
ALL = Table.set_up(DECK, {"Ann": 1, "Bob": 1, "Cid": 1}, answering=Answering.ALL)
OPEN = Table.set_up(DECK, {"Ann": None, "Bob": None})


def test_eight_triples_times_six_orders() -> None:
    assert sum(1 for _ in deals(TABLE)) == 48


def test_unknown_sizes_leave_every_split() -> None:
    assert sum(1 for _ in deals(OPEN)) == 8 * 2**3


def test_sizes_that_do_not_add_up_have_no_deal() -> None:
    assert not list(deals(Table.set_up(DECK, {"Ann": 1, "Bob": 1})))
    assert not list(deals(Table.set_up(DECK, {"Ann": 2, "Bob": 2})))


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


def test_viewpoints_hand_is_whole() -> None:
    table = Table.set_up(DECK, {"Ann": None, "Bob": None}, viewpoint="Ann", hand=("plum",))
    found = list(deals(table))
    assert len(found) == 4
    assert all(deal[PLUM] == "Ann" and list(deal.values()).count("Ann") == 1 for deal in found)


def test_face_up_cards_have_no_holder() -> None:
    table = Table.set_up(DECK, {"Ann": 1, "Bob": 1}, face_up=("plum",))
    found = list(deals(table))
    assert len(found) == 4 * 2
    assert all(PLUM not in deal and deal[GREEN] == HIDDEN for deal in found)
    assert not list(deals(table, [Holds("Ann", PLUM)]))
    assert len(list(deals(table, [HoldsOneOf("Ann", (PLUM, ROPE))]))) == 2
    assert {Fact(name, PLUM, holds=False) for name in ("Ann", "Bob", HIDDEN)} < certain(
        found, table
    )


@given(told_truly())
def test_true_logs_admit_the_truth(told: Told) -> None:
    found = list(deals(told.table, told.events))
    assert told.game.deal in found
    assert envelope(told.game.deal) in {envelope(deal) for deal in found}
    truth = {(name, card) for card, name in told.game.deal.items()}
    assert all(f.holds == ((f.player, f.card) in truth) for f in certain(found, told.table))
