"""The oracle itself, held against hand counts and a yet plainer count."""

from itertools import product

import pytest
from hypothesis import given

from cluetree import (
    Accusation,
    Answering,
    ClueCard,
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
from tests.brute import HIDDEN, Deal, certain, deals, envelope
from tests.strategies import Told, told_anyhow, told_truly

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


def test_the_viewpoints_hand_is_whole() -> None:
    table = Table.set_up(DECK, {"Ann": None, "Bob": None}, viewpoint="Ann", hand=("plum",))
    found = list(deals(table))
    assert len(found) == 4
    assert all(deal[PLUM] == "Ann" and list(deal.values()).count("Ann") == 1 for deal in found)


def test_face_up_cards_are_held_by_nobody() -> None:
    table = Table.set_up(DECK, {"Ann": 1, "Bob": 1}, face_up=("plum",))
    found = list(deals(table))
    assert len(found) == 4 * 2
    assert all(PLUM not in deal and deal[GREEN] == HIDDEN for deal in found)
    assert not list(deals(table, [Holds("Ann", PLUM)]))
    assert len(list(deals(table, [HoldsOneOf("Ann", (PLUM, ROPE))]))) == 2
    assert {Fact(name, PLUM, holds=False) for name in ("Ann", "Bob", HIDDEN)} < certain(
        found, table
    )


def plainly(told: Told) -> list[Deal]:
    """Place every card everywhere, then throw out whole deals, one rule after another."""
    table = told.table
    names = [player.name for player in table.players]
    cards = [card for card in table.edition.cards if card not in table.face_up]
    found = []
    for places in product((*names, HIDDEN), repeat=len(cards)):
        deal = dict(zip(cards, places, strict=True))
        hidden = [card.category for card in cards if deal[card] == HIDDEN]
        if sorted(hidden) != ["room", "suspect", "weapon"]:
            continue
        hands = {n: {c for c in cards if deal[c] == n} for n in (*names, HIDDEN)}
        if any(p.hand_size not in {None, len(hands[p.name])} for p in table.players):
            continue
        if any(p.name == table.viewpoint and hands[p.name] != {*p.hand} for p in table.players):
            continue
        if all(is_true(event, table, hands) for event in told.events):
            found.append(deal)
    return found


def is_true(event: Event, table: Table, hands: dict[str, set[ClueCard]]) -> bool:
    match event:
        case Accusation():
            return event.correct == (hands[HIDDEN] == {*event.guess})
        case Holds() | Lacks():
            return (event.card in hands[event.player]) == isinstance(event, Holds)
        case HoldsOneOf():
            return bool(hands[event.player] & {*event.cards})
        case Suggestion():
            return is_answered(event, table, hands)


def is_answered(event: Suggestion, table: Table, hands: dict[str, set[ClueCard]]) -> bool:
    order = [player.name for player in table.players] * 2
    order = order[order.index(event.by) + 1 :][: len(table.players) - 1]
    shown = {show.by: show.card for show in event.shows}
    able = [name for name in order if hands[name] & {*event.guess}]
    if None in shown:
        may_show = able[:1] if table.answering is Answering.FIRST else able
        return not {*(event.passed or ())} & {*able} and bool({*may_show} - {table.viewpoint})
    if any(name not in able or card not in {None, *hands[name]} for name, card in shown.items()):
        return False
    if event.passed is not None:
        return not {*event.passed} & {*able}
    if table.answering is Answering.ALL:
        return {*able} == {*shown}
    return able[:1] == [*shown]


@given(told_anyhow().filter(lambda told: len(told.game.deal) <= 5))
def test_a_plainer_count_finds_the_same_deals(told: Told) -> None:
    found = list(deals(told.table, told.events))
    plain = plainly(told)
    assert len(found) == len(plain)
    assert all(deal in plain for deal in found)


@given(told_truly())
def test_true_logs_admit_the_truth(told: Told) -> None:
    found = list(deals(told.table, told.events))
    assert told.game.deal in found
    assert envelope(told.game.deal) in {envelope(deal) for deal in found}
    truth = {(name, card) for card, name in told.game.deal.items()}
    assert all(f.holds == ((f.player, f.card) in truth) for f in certain(found, told.table))
