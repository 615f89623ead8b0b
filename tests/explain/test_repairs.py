"""Repairs of an impossible log: they make it possible, and the true one ranks high."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given

from cluetree import (
    Accusation,
    Answering,
    Edition,
    Event,
    Evidence,
    Holds,
    HoldsOneOf,
    Lacks,
    Show,
    Suggestion,
    Table,
    count,
    find_conflicts,
)
from cluetree.explain import SlipKind
from cluetree.explain.repairs import Repair, Repairs, find_repairs
from cluetree.limit import Limit
from tests.exact.data import IMPOSSIBLE, Case
from tests.explain.slips import planted
from tests.strategies import Told, told_anyhow

DECK: Final = Edition(
    ("plum", "green", "white"), ("rope", "knife", "pistol"), ("hall", "study", "attic", "cellar")
)
TABLE: Final = Table.set_up(
    DECK, {"Ann": 3, "Bob": 2, "Eve": 2}, viewpoint="Ann", hand=("plum", "rope", "hall")
)
ONLOOKER: Final = Table.set_up(DECK, {"Ann": 3, "Bob": 2, "Eve": 2})


def asks(by: str, cards: str, *shows: str, passed: Sequence[str] | None = None) -> Suggestion:
    """A suggestion in few words; a show is "Bob" or "Bob rope"."""
    return Suggestion(
        by,
        DECK.guess(*cards.split()),
        tuple(
            Show(name, DECK.card(card) if card else None)
            for name, _, card in (show.partition(" ") for show in shows)
        ),
        None if passed is None else tuple(passed),
    )


def holds(name: str, card: str) -> Holds:
    return Holds(name, DECK.card(card))


def lacks(name: str, card: str) -> Lacks:
    return Lacks(name, DECK.card(card))


def deals(table: Table, events: Sequence[Event]) -> int:
    return count(Evidence.gather(table, events)).deals


def assert_mends(table: Table, events: Sequence[Event], repairs: Repairs) -> None:
    for repair in repairs.found:
        mended_table, mended = repair.apply(table, events)
        for event in mended:
            event.verify(mended_table)
        assert deals(mended_table, mended) == repair.deals > 0
        assert (repair.event == 0) is (repair.table is not None)
        if repair.event:
            assert mended_table == table
            assert len(mended) == len(events) - (repair.replacement is None)
    changes = [(repair.event, repair.replacement, repair.table) for repair in repairs.found]
    assert len(changes) == len(set(changes))


def repaired(table: Table, *events: Event) -> list[Repair]:
    repairs = find_repairs(table, events)
    assert repairs.complete
    assert_mends(table, events, repairs)
    return list(repairs.found)


def each(repairs: Sequence[Repair]) -> list[Repair]:
    """The single repairs, with the candidates of a proposal in its place."""
    return [one for repair in repairs for one in repair.candidates or (repair,)]


def meant(repairs: Sequence[Repair], number: int | None = None) -> list[Event | None]:
    return [one.replacement for one in each(repairs) if number in {None, one.event}]


# Real logs


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case.path.stem)
def test_impossible_records_are_mended(case: Case) -> None:
    table, events = case.record.table, case.record.events
    repairs = find_repairs(table, events)
    assert repairs.complete
    assert repairs.found
    assert_mends(table, events, repairs)
    for wrong in case.expect.wrong_entries:
        assert repairs.found[0].event == wrong
        assert wrong in [repair.event for repair in repairs.found[:3]]


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case.path.stem)
def test_repairs_are_of_entries_in_every_conflict(case: Case) -> None:
    table, events = case.record.table, case.record.events
    conflicts = find_conflicts(table, events).sets
    for repair in find_repairs(table, events).found:
        assert repair.event == 0 or all(repair.event in conflict for conflict in conflicts)


def test_two_showed_the_same_card() -> None:
    (case,) = (case for case in IMPOSSIBLE if case.path.stem == "aldur_contra_two_holders")
    first, second, *_ = find_repairs(case.record.table, case.record.events).found
    assert (first.event, first.kind, str(first.replacement)[-14:]) == (
        1,
        SlipKind.SEAT,
        "Bob shows Rope",
    )
    assert (second.event, second.kind) == (2, SlipKind.SEAT)
    assert str(second.replacement).endswith("Carol shows Rope")


def test_a_card_that_nobody_may_have() -> None:
    (case,) = (case for case in IMPOSSIBLE if case.path.stem == "aldur_contra_no_owner")
    found = find_repairs(case.record.table, case.record.events).found
    assert [str(repair.replacement) for repair in found[:4]] == [
        "Alice holds Knife",
        "Bob holds Knife",
        "Carol holds Knife",
        "envelope holds Knife",
    ]
    assert None in meant(found, 1)


# Every kind of change


def test_a_possible_log_needs_none() -> None:
    assert find_repairs(TABLE, [holds("Bob", "knife")]) == Repairs((), complete=True)


def test_a_log_wrong_twice_has_none() -> None:
    twice = [holds("Bob", "plum"), holds("Eve", "rope")]
    assert find_repairs(TABLE, twice) == Repairs((), complete=True)


def test_passed_not_showed() -> None:
    found = repaired(TABLE, lacks("Bob", "green"), asks("Ann", "green rope hall", "Bob green"))
    assert asks("Ann", "green rope hall") in meant(found)
    assert asks("Ann", "green rope hall", "Eve green") in meant(found)


def test_showed_not_passed() -> None:
    told = asks("Eve", "white knife hall", passed=("Ann", "Bob"))
    found = repaired(TABLE, told)
    assert found[0].replacement == asks("Eve", "white knife hall", "Ann hall", passed=())


def test_a_show_that_the_viewpoint_cannot_see_stays_unseen() -> None:
    told = asks("Eve", "white knife study")
    found = repaired(TABLE, holds("Bob", "knife"), told)
    assert asks("Eve", "white knife study", "Bob") in meant(found)


def test_a_show_that_the_viewpoint_saw_is_of_each_card() -> None:
    found = repaired(TABLE, holds("Bob", "knife"), asks("Ann", "white knife study"))
    for card in ("knife", "white", "study"):
        assert asks("Ann", "white knife study", f"Bob {card}") in meant(found)


def test_another_seat_takes_the_passes_along() -> None:
    told = asks("Bob", "white knife study", "Eve", passed=())
    eve = [lacks("Eve", card) for card in ("white", "knife", "study")]
    found = repaired(ONLOOKER, *eve, told)
    assert asks("Bob", "white knife study", "Ann", passed=("Eve",)) in meant(found)


def test_passes_told_against_the_seats_are_kept_or_straightened() -> None:
    told = asks("Bob", "white knife study", "Ann", passed=())  # Eve sits between them
    ann = [lacks("Ann", card) for card in ("white", "knife", "study")]
    found = repaired(ONLOOKER, *ann, told)
    as_told = asks("Bob", "white knife study", passed=("Ann",))
    assert as_told in meant(found)
    by_seats = asks("Bob", "white knife study", passed=("Eve", "Ann"))
    assert by_seats in meant(found)


def test_another_asked_card_was_shown() -> None:
    found = repaired(TABLE, lacks("Bob", "green"), asks("Ann", "green knife hall", "Bob green"))
    assert asks("Ann", "green knife hall", "Bob knife") in meant(found)
    assert asks("Ann", "green knife hall", "Bob") in meant(found)


def test_another_card_was_asked_for() -> None:
    found = repaired(TABLE, lacks("Bob", "green"), asks("Ann", "green knife hall", "Bob green"))
    assert asks("Ann", "white knife hall", "Bob white") in meant(found)
    found = repaired(TABLE, asks("Ann", "plum rope hall", "Bob"))
    assert asks("Ann", "plum knife hall", "Bob") in meant(found)


def test_another_card_is_one_proposal_with_its_candidates() -> None:
    """Which one was meant can hardly be told; that it was another one can."""
    found = repaired(TABLE, asks("Ann", "plum rope hall", "Bob"))
    knife, pistol = (asks("Ann", f"plum {weapon} hall", "Bob") for weapon in ("knife", "pistol"))
    (weapons,) = [r for r in found if {c.replacement for c in r.candidates} & {knife, pistol}]
    assert weapons.kind is SlipKind.ASKED
    assert [one.replacement for one in weapons.candidates] == [knife, pistol]
    assert weapons.replacement == weapons.candidates[0].replacement
    assert weapons.chance == pytest.approx(sum(one.chance for one in weapons.candidates))
    assert all(not one.candidates for one in weapons.candidates)


def test_who_showed_and_which_card_at_once() -> None:
    """Ann asked, and Eve is said to have shown her green; but Eve has no card of the three."""
    rest: list[Event] = [lacks("Eve", card) for card in ("green", "knife", "study")]
    others: list[Event] = [holds("Bob", "knife"), lacks("Bob", "green")]
    told = asks("Ann", "green knife study", "Eve green")
    found = repaired(TABLE, *rest, *rest, *others, told)
    assert asks("Ann", "green knife study", "Bob knife") in meant(found)


def test_at_the_limit_there_are_the_mends_found_so_far() -> None:
    slip = planted(1000)
    whole = find_repairs(slip.table, slip.told)
    known = {(one.event, one.replacement) for one in each(whole.found)}
    found: list[int] = []
    for states in (0, 5, 10, 15, 20, 10**9):
        some = find_repairs(slip.table, slip.told, limit=Limit(states=states))
        assert {(one.event, one.replacement) for one in each(some.found)} <= known
        found.append(len(some.found))
        assert some == whole or not some.complete
    assert found == sorted(found)
    assert found[-1] == len(whole.found) > found[0]


def test_another_asker() -> None:
    found = repaired(TABLE, holds("Bob", "knife"), asks("Ann", "green knife study", "Eve"))
    assert asks("Bob", "green knife study", "Eve") in meant(found)


def test_who_passed() -> None:
    told = asks("Ann", "white knife study", passed=("Bob",))
    found = repaired(ONLOOKER, holds("Bob", "knife"), told)
    assert replace(told, passed=("Eve",)) in meant(found)
    assert replace(told, passed=()) in meant(found)


def test_right_for_wrong() -> None:
    told = Accusation("Bob", DECK.guess("plum", "knife", "study"), correct=True)
    found = repaired(TABLE, told)
    assert replace(told, correct=False) in meant(found)
    assert replace(told, guess=DECK.guess("white", "knife", "study")) in meant(found)


def test_holds_for_lacks() -> None:
    found = repaired(TABLE, holds("Bob", "plum"))
    assert lacks("Bob", "plum") in meant(found)
    assert holds("Ann", "plum") in meant(found)
    assert holds("Bob", "green") in meant(found)
    assert holds("envelope", "plum") not in meant(found)


def test_holds_one_of() -> None:
    told = HoldsOneOf("Bob", DECK.hand("plum", "rope"))
    found = repaired(TABLE, told)
    assert replace(told, player="Ann") in meant(found)
    assert replace(told, cards=DECK.hand("plum", "knife")) in meant(found)


def sizes(repair: Repair) -> tuple[int | None, ...]:
    assert (repair.event, repair.kind) == (0, SlipKind.SIZE)
    assert repair.table is not None
    return tuple(player.hand_size for player in repair.table.players)


def test_a_hand_size() -> None:
    wrong = Table.set_up(DECK, {"Ann": 3, "Bob": 3, "Eve": 2})
    repairs = find_repairs(wrong, [])
    assert_mends(wrong, [], repairs)
    assert [sizes(repair) for repair in repairs.found] == [(2, 3, 2), (3, 2, 2), (3, 3, 1)]
    # With no event to tell them apart, no hand size is likelier the wrong one.
    assert len({repair.chance for repair in repairs.found}) == 1
    assert {repair.replacement for repair in repairs.found} == {None}


def test_swapped_hand_sizes() -> None:
    table = Table.set_up(DECK, {"Ann": 1, "Bob": 4, "Eve": 2})
    found = repaired(table, holds("Ann", "plum"), holds("Ann", "rope"))
    assert (4, 1, 2) in [sizes(repair) for repair in found if repair.table is not None]


def test_the_viewpoints_own_hand_is_taken_as_it_is() -> None:
    wrong = Table.set_up(
        DECK, {"Ann": 3, "Bob": 2, "Eve": 3}, viewpoint="Ann", hand=("plum", "rope", "hall")
    )
    assert {sizes(repair) for repair in find_repairs(wrong, []).found} == {(3, 1, 3), (3, 2, 2)}


def test_names_may_be_spelled_anyhow() -> None:
    told = Suggestion("ann", DECK.guess("green", "rope", "hall"), (Show("BOB"),), ("eve",))
    found = repaired(TABLE, lacks("bob", "green"), told)
    assert asks("Ann", "green rope hall", passed=("Bob", "Eve")) in meant(found, 2)


def test_everyone_answers() -> None:
    table = replace(ONLOOKER, answering=Answering.ALL)
    told = asks("Ann", "white knife study", "Bob", "Eve")
    found = repaired(table, *(lacks("Bob", card) for card in ("white", "knife", "study")), told)
    assert asks("Ann", "white knife study", "Eve") in meant(found)
    found = repaired(table, holds("Eve", "knife"), asks("Ann", "white knife study", "Bob"))
    assert asks("Ann", "white knife study", "Bob", "Eve") in meant(found)


# The ranking


def test_dropping_ranks_below_mends_that_leave_as_many_deals() -> None:
    found = repaired(TABLE, holds("Bob", "plum"), holds("Eve", "knife"))
    dropped = next(repair for repair in found if repair.kind is SlipKind.DROPPED)
    below = found[found.index(dropped) :]
    assert dropped is found[-1] or all(repair.deals < dropped.deals / 2 for repair in below[1:])
    assert found[0].replacement == lacks("Bob", "plum")
    assert found[0].deals == dropped.deals


def test_chances_sum_to_one_and_fall() -> None:
    chances = [repair.chance for repair in repaired(TABLE, holds("Bob", "plum"))]
    assert sum(chances) == pytest.approx(1)
    assert chances == sorted(chances, reverse=True)


def test_the_same_log_is_always_mended_in_the_same_way() -> None:
    slip = planted(1)
    assert find_repairs(slip.table, slip.told) == find_repairs(slip.table, list(slip.told))


def test_work_can_be_bounded() -> None:
    told = [holds("Bob", "plum")]
    few = find_repairs(TABLE, told, most=3)
    assert not few.complete
    assert len(few.found) <= 3
    assert set(meant(few.found)) <= set(meant(find_repairs(TABLE, told).found))


@given(told_anyhow(most=6))
def test_every_repair_mends(told: Told) -> None:
    repairs = find_repairs(told.table, told.events)
    assert_mends(told.table, told.events, repairs)
    if deals(told.table, told.events):
        assert not repairs.found
    # Dropping is among the repairs wherever it mends.
    dropped = {repair.event for repair in repairs.found if repair.kind is SlipKind.DROPPED}
    for number in range(1, len(told.events) + 1):
        rest = [*told.events[: number - 1], *told.events[number:]]
        mends = not deals(told.table, told.events) and deals(told.table, rest) > 0
        assert (number in dropped) is mends


# Planted slips


@pytest.mark.slow
def test_planted_slips_are_in_every_conflict() -> None:
    for slip in map(planted, range(1000, 1050)):
        conflicts = find_conflicts(slip.table, slip.told).sets
        assert conflicts
        assert all(slip.number in conflict for conflict in conflicts)


@pytest.mark.slow
def test_planted_slips_are_mended() -> None:
    ranks = [planted(seed).rank for seed in range(1000, 1100)]
    assert None not in ranks
    among_three = sum(rank is not None and rank <= 3 for rank in ranks)
    assert among_three >= 0.8 * len(ranks)


def test_repairs_of_planted_slips_mend() -> None:
    for seed in range(5):
        slip = planted(seed)
        assert_mends(slip.table, slip.told, find_repairs(slip.table, slip.told))
