"""Repairs of an impossible log, and suspicious entries of a possible one.

Repairs make the log possible, and the true one ranks high.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from statistics import mean
from typing import Final

import pytest
from hypothesis import given

from cluetree import CluePlayer, Edition, Event, Holds, Lacks, Show, Suggestion, Table
from cluetree.editions import CLUE_US
from cluetree.events import Correction
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.explain import (
    Repair,
    Repairs,
    SlipKind,
    Suspicions,
    find_conflicts,
    find_repairs,
    find_suspicious,
)
from cluetree.explain.slips import ODD, WEIGHTS, slips
from cluetree.limit import Limit
from cluetree.table import Answering
from tests.clocks import tick
from tests.exact.data import IMPOSSIBLE, Case
from tests.explain.slips import (
    Planted,
    planted,
    planted_late,
    planted_number,
    planted_own,
    planted_set_up,
)
from tests.record.samples import log_of
from tests.strategies import Told, told_anyhow

DECK: Final = Edition(
    ("plum", "green", "white"), ("rope", "knife", "pistol"), ("hall", "study", "attic", "cellar")
)
TABLE: Final = Table.set_up(
    DECK, {"Ann": 3, "Bob": 2, "Eve": 2}, viewpoint="Ann", hand=("plum", "rope", "hall")
)
ONLOOKER: Final = Table.set_up(DECK, {"Ann": 3, "Bob": 2, "Eve": 2})


def deals(table: Table, events: Sequence[Event]) -> int:
    return count(Evidence.gather(table, events)).deals


def assert_valid(table: Table, events: Sequence[Event], repairs: Repairs) -> None:
    for repair in repairs.found:
        new_table, new_events = repair.apply(table, events)
        for event in new_events:
            event.at(new_table)
        assert deals(new_table, new_events) == (repair.deals if repairs.enough else 0)
        assert repair.deals > 0
        assert (repair.event == 0) is (repair.table is not None)
        if repair.event:
            assert new_table == table
            assert len(new_events) == len(events) - (repair.replacement is None)
    chances = [repair.chance for repair in repairs.found]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(1) or not (chances and repairs.enough)
    changes = [(one.event, one.replacement, one.table) for one in each(repairs.found)]
    assert len(changes) == len(set(changes))


def corrected(events: Iterable[Event]) -> set[int]:
    """The entries that do not change alone: corrections, and those that they correct."""
    numbered = enumerate(events, start=1)
    return {n for at, event in numbered if isinstance(event, Correction) for n in (at, event.entry)}


def repaired(table: Table, *events: Event) -> list[Repair]:
    repairs = find_repairs(table, events)
    assert repairs.complete
    assert_valid(table, events, repairs)
    return list(repairs.found)


def each(repairs: Sequence[Repair]) -> list[Repair]:
    """The single repairs, with the candidates of a proposal in its place."""
    return [one for repair in repairs for one in repair.candidates or (repair,)]


def meant(repairs: Sequence[Repair], number: int | None = None) -> list[Event | None]:
    return [one.replacement for one in each(repairs) if number in {None, one.event}]


# Real logs


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case.path.stem)
def test_impossible_records_are_repaired(case: Case) -> None:
    table, events = case.record.table, case.record.events
    repairs = find_repairs(table, events)
    assert repairs.complete
    assert repairs.found
    assert find_suspicious(table, events, least=-inf) == Suspicions((), complete=True)
    assert_valid(table, events, repairs)
    for wrong in case.expect.wrong_entries:
        assert repairs.found[0].event == wrong
    conflicts = find_conflicts(table, events).sets
    for repair in repairs.found:
        assert repair.event == 0 or all(repair.event in conflict for conflict in conflicts)


# Every kind of change


def test_mistakes_are_repaired_one_after_the_other() -> None:
    twice = log_of(TABLE, "Eve lacks knife; Bob holds plum; Eve holds rope")
    repairs = find_repairs(TABLE, twice)
    assert {repair.event for repair in repairs.found} == {0, 2, 3}
    assert not repairs.enough
    for repair in repairs.found:
        assert find_repairs(*repair.apply(TABLE, twice)).enough


def test_repair_of_the_set_up_is_not_enough_for_a_wrong_entry_too() -> None:
    small = Table.set_up(DECK, {"Ann": 3, "Bob": 2, "Eve": 1})
    log = log_of(small, "Bob holds plum; Eve holds plum")
    repairs = find_repairs(small, log)
    assert repairs.found
    assert not repairs.enough
    assert_valid(small, log, repairs)


def test_set_up_that_no_change_repairs_has_no_repairs() -> None:
    assert not find_repairs(Table.set_up(DECK, {"Ann": 30, "Bob": 30})).found


TABLES = {"seen": TABLE, "onlooker": ONLOOKER, "all": replace(ONLOOKER, answering=Answering.ALL)}
SLIPS = """\
seen | Bob lacks green; Ann: green, rope, hall -> Bob shows green
    Ann: green, rope, hall -> nobody; Ann: green, rope, hall -> Eve shows green
seen | Eve: white, knife, hall -> Ann passes, Bob passes
    Eve: white, knife, hall -> Ann shows hall
seen | Bob holds knife; Eve: white, knife, study -> nobody
    Eve: white, knife, study -> Bob shows
seen | Bob holds knife; Ann: white, knife, study -> nobody
    Ann: white, knife, study -> Bob shows white; Ann: white, knife, study -> Bob shows knife
onlooker | Eve lacks white; Eve lacks knife; Eve lacks study; \
Bob: white, knife, study -> nobody passes, Eve shows
    Bob: white, knife, study -> Eve passes, Ann shows
onlooker | Ann lacks white; Ann lacks knife; Ann lacks study; \
Bob: white, knife, study -> nobody passes, Ann shows
    Bob: white, knife, study -> Ann passes; Bob: white, knife, study -> Eve passes, Ann passes
seen | Bob lacks green; Ann: green, knife, hall -> Bob shows green
    Ann: green, knife, hall -> Bob shows knife; Ann: green, knife, hall -> Bob shows
seen | Bob lacks green; Ann: green, knife, hall -> Bob shows green
    Ann: white, knife, hall -> Bob shows white
seen | Ann: plum, rope, hall -> Bob shows
    Ann: plum, knife, hall -> Bob shows
seen | Bob holds knife; Ann: green, knife, study -> Eve shows
    Bob: green, knife, study -> Eve shows
onlooker | Bob holds knife; Ann: white, knife, study -> Bob passes
    Ann: white, knife, study -> Eve passes; Ann: white, knife, study -> nobody passes
seen | Bob holds plum
    Bob lacks plum; Ann holds plum; Bob holds green
all | Bob lacks white; Bob lacks knife; Bob lacks study; \
Ann: white, knife, study -> Bob shows, Eve shows
    Ann: white, knife, study -> Eve shows
all | Eve holds knife; Ann: white, knife, study -> Bob shows
    Ann: white, knife, study -> Bob shows, Eve shows
seen | Bob accuses plum, knife, study: right
    Bob accuses plum, knife, study: wrong; Bob accuses white, knife, study: right
seen | Bob holds one of plum, rope
    Ann holds one of plum, rope; Bob holds one of plum, knife
seen | Bob holds exactly 2 of plum, rope, knife
    Bob holds exactly 1 of plum, rope, knife; Bob holds exactly 0 of plum, rope, knife
seen | Bob holds at least 2 of plum, rope, knife
    Bob holds one of plum, rope, knife
""".splitlines()
"""A table and a log, then some of the events that can have been meant by the last entry."""


@pytest.mark.parametrize(("log", "expected"), [*zip(SLIPS[::2], SLIPS[1::2], strict=True)])
def test_slip_is_among_the_repairs(log: str, expected: str) -> None:
    name, _, lines = log.partition(" | ")
    table = TABLES[name]
    events = log_of(table, lines)
    found = {event and event.at(table) for event in meant(repaired(table, *events), len(events))}
    assert {*log_of(table, expected)} <= found
    assert Holds("envelope", DECK.card("plum")) not in found


def test_replacements_of_one_card_are_one_repair() -> None:
    """Counting shows that the card is wrong, but hardly which one is right."""
    lines = (f"Ann: plum, {weapon}, hall -> Bob shows" for weapon in ("rope", "knife", "pistol"))
    asked, knife, pistol = log_of(TABLE, "; ".join(lines))
    found = repaired(TABLE, asked)
    (weapons,) = [r for r in found if {c.replacement for c in r.candidates} & {knife, pistol}]
    assert weapons.kind is SlipKind.ASKED
    assert [one.replacement for one in weapons.candidates] == [knife, pistol]
    assert weapons.replacement == weapons.candidates[0].replacement
    assert weapons.chance == pytest.approx(sum(one.chance for one in weapons.candidates))
    assert all(not one.candidates for one in weapons.candidates)


def sizes(repair: Repair) -> tuple[int | None, ...]:
    assert (repair.event, repair.kind) == (0, SlipKind.SIZE)
    assert repair.table is not None
    return tuple(player.hand_size for player in repair.table.players)


def test_wrong_hand_size_is_repaired() -> None:
    wrong = Table.set_up(DECK, {"Ann": 3, "Bob": 3, "Eve": 2})
    repairs = find_repairs(wrong, [])
    assert_valid(wrong, [], repairs)
    assert [sizes(repair) for repair in repairs.found] == [(2, 3, 2), (3, 2, 2), (3, 3, 1)]
    # Without events, all hand sizes that are dealt are equally suspicious.
    first, second, uneven = (repair.chance for repair in repairs.found)
    assert first == second > uneven
    assert {repair.replacement for repair in repairs.found} == {None}


@pytest.mark.parametrize(
    ("hands", "hand", "rope", "expected"),
    [
        ((1, 4, 2), (), "Ann", {(2, 3, 2), (2, 4, 1), (4, 1, 2)}),
        ((1, 2, 4), (), "Ann", {(2, 1, 4), (2, 2, 3), (4, 2, 1)}),
        ((1, 3, 3), (), "Ann", {(2, 2, 3), (2, 3, 2), (3, 1, 3), (3, 3, 1)}),
        # The size of the own hand is never changed.
        ((3, 2, 3), ("plum", "rope", "hall"), "", {(3, 1, 3), (3, 2, 2)}),
    ],
)
def test_sizes_are_changed_in_pairs(
    hands: Sequence[int], hand: Sequence[str], rope: str, expected: set[tuple[int, ...]]
) -> None:
    sized = dict(zip(TABLE.names, hands, strict=True))
    wrong = Table.set_up(DECK, sized, viewpoint="Ann" if hand else None, hand=hand)
    log = log_of(wrong, f"{rope} holds plum; {rope} holds rope") if rope else ()
    found = repaired(wrong, *log)
    assert {sizes(repair) for repair in found if repair.table is not None} == expected


@pytest.mark.parametrize("answering", Answering)
def test_wrong_card_of_the_own_hand_is_repaired(answering: Answering) -> None:
    """By the rule "all" Ann answers too, which a log may leave out."""
    table = replace(TABLE, answering=answering)
    log = log_of(table, "Bob holds hall; Eve holds cellar; Bob: plum, knife, study -> Eve shows")
    found = repaired(table, *log[: 3 if answering is Answering.ALL else 2])
    hands = [repair.table.me for repair in found if repair.kind is SlipKind.HAND and repair.table]
    named = {player.hand[2].name for player in hands if player}
    assert named == {"green", "white", "knife", "pistol", "study", "attic"}


# The weights

ASKED: Final = Suggestion("Ann", DECK.guess("plum", "rope", "hall"), ["Eve"], ["Bob"])


@pytest.mark.parametrize(
    "event",
    [ASKED, replace(ASKED, shows=(), passed=None), Holds("Bob", DECK.card("rope"))],
    ids=str,
)
def test_weight_of_a_kind_is_shared_equally(event: Event) -> None:
    tried = [*slips(ONLOOKER, [event], 1)]
    number = Counter(slip.kind for slip in tried)
    for slip in tried:
        share = WEIGHTS[slip.kind] / number[slip.kind]
        assert slip.weight in {share, share * ODD}
    assert SlipKind.DROPPED in number


@pytest.mark.parametrize("answering", Answering)
def test_unknown_shower_excludes_named_showers(answering: Answering) -> None:
    table = replace(ONLOOKER, answering=answering)
    event = replace(ASKED, shows=(Show(None),))
    changes = [slip.meant for slip in slips(table, [event], 1)]
    assert {replace(event, shows=()), replace(event, passed=())} <= {*changes}
    for meant in changes:
        assert meant is None or (isinstance(meant, Suggestion) and meant.at(table) == meant)


# The ranking


def test_change_that_says_nothing_is_listed_once() -> None:
    """That Bob lacks a card of Ann is known: dropping the entry would mean the same."""
    found = repaired(TABLE, *log_of(TABLE, "Bob holds plum; Eve holds knife"))
    assert found[0].replacement == Lacks("Bob", DECK.card("plum"))
    assert SlipKind.DROPPED not in {repair.kind for repair in found}


def test_written_and_implied_passes_are_one_repair() -> None:
    """Nobody sits between Ann and Bob, so that nobody passes need not be written."""
    shown = "Ann: white, knife, study -> Bob shows knife"
    found = repaired(TABLE, *log_of(TABLE, f"{shown}; Ann: white, knife, attic -> Bob passes"))
    askers = {r: getattr(r.replacement, "by", None) for r in found if r.table is None}
    entries = {r: (r.replacement,) if r.replacement else () for r in askers}
    meanings = [(r.event, by, Evidence.gather(TABLE, entries[r])) for r, by in askers.items()]
    assert all(meanings.count(meaning) == 1 for meaning in meanings)


def test_forgotten_face_up_card_is_named() -> None:
    table = Table.set_up(CLUE_US, {"Ann": 4, "Bob": 4, "Cid": 4, "Dee": 4}, face_up=("Rope",))
    kinds = {repair.kind: repair for repair in find_repairs(table, ()).found}
    assert kinds.keys() == {SlipKind.SIZE, SlipKind.FACE_UP, SlipKind.FACE_DOWN}
    assert len(kinds[SlipKind.FACE_UP].candidates) == 20
    assert kinds[SlipKind.FACE_DOWN].table == replace(table, face_down=(CluePlayer("Pool", 1),))


def test_swapped_seats_and_missing_players_are_named() -> None:
    right = Table.set_up(CLUE_US, {"Ann": 5, "Bob": 5, "Cid": 4, "Dee": 4})
    log = log_of(
        right,
        "Ann: plum, rope, hall -> Cid shows; Cid: green, knife, study -> Ann shows; "
        "Dee holds rope; Bob lacks plum; Bob holds green",
    )
    wrong = replace(right, players=tuple(right.players[seat] for seat in (0, 3, 2, 1)))
    tables = [r.table for r in find_repairs(wrong, log).found if r.kind is SlipKind.ORDER]
    circles = [table.left_of("Ann") for table in tables if table]
    assert circles.count(right.left_of("Ann")) == 1  # no two repairs mean the same
    three = replace(right, players=right.players[:3])
    (missing,) = [r for r in find_repairs(three, ()).found if r.kind is SlipKind.MISSING]
    tables = [one.table for one in missing.candidates]
    assert [table.names.index("New player") for table in tables if table] == [1, 2, 3]


@given(told_anyhow(most=6))
def test_every_repair_makes_the_log_possible(told: Told) -> None:
    repairs = find_repairs(told)
    assert_valid(told.table, told.events, repairs)
    assert bool(repairs.found) is not bool(deals(told.table, told.events))
    if not repairs.enough:
        return
    # Wherever dropping helps, it or a change that means the same is among the repairs.
    dropped = {repair.event for repair in repairs.found}
    for number in {*range(1, len(told.events) + 1)} - corrected(told.events):
        rest = [*told.events[: number - 1], *told.events[number:]]
        helps = not deals(told.table, told.events) and deals(told.table, rest) > 0
        assert (number in dropped) is helps


# Suspicious entries


def test_score_is_the_mean_over_possible_slips() -> None:
    deck = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
    table = Table.set_up(deck, {"Ann": 1, "Bob": 2})
    told: list[Event] = [Lacks("Bob", deck.card("hall"))]
    (found,) = find_suspicious(table, told, least=-inf).found
    # As likely as each other: the opposite; Ann or the envelope; study.
    opposite = deals(table, [Holds("Bob", deck.card("hall"))])
    holders = [deals(table, [Lacks(name, deck.card("hall"))]) for name in ("Ann", "envelope")]
    other = deals(table, [Lacks("Bob", deck.card("study"))])
    expected = (opposite + sum(holders) / 2 + other) / 3
    assert 2**found.score == pytest.approx(expected / deals(table, told))


@given(told_anyhow(most=4))
def test_suspicions_count_deals_and_are_sorted(told: Told) -> None:
    table, events = told.table, list(told.events)
    everything = find_suspicious(table, events, least=-inf)
    assert everything.complete
    for one in everything.found:
        before, after = events[: one.event - 1], events[one.event :]
        assert one.deals == deals(table, events)
        assert one.others == deals(table, [*before, *after])
        alone = one.event not in corrected(events)
        assert not alone or one.repaired == deals(table, [*before, one.replacement, *after])
    keys = [(-one.score, one.event) for one in everything.found]
    assert keys == sorted(keys)
    some = find_suspicious(table, events, least=0.5).found
    assert some == tuple(one for one in everything.found if one.score >= 0.5)


# Limits


@pytest.mark.slow
def test_results_at_a_limit_are_among_all(monkeypatch: pytest.MonkeyPatch) -> None:
    slip = planted(1000)
    whole = find_repairs(slip.table, slip.told)
    changes = {(one.event, one.replacement) for one in each(whole.found)}
    everything = find_suspicious(slip.table, slip.true, least=-inf)
    assert {one.event for one in everything.found} == {*range(1, len(slip.true) + 1)}
    tick(monkeypatch)
    found: list[tuple[int, int]] = []
    for looks in (0, *(2**n for n in range(10, 20)), 10**9):
        repairs = find_repairs(slip.table, slip.told, limit=Limit(looks))
        assert {(one.event, one.replacement) for one in each(repairs.found)} <= changes
        assert repairs == whole or not repairs.complete
        some = find_suspicious(slip.table, slip.true, least=-inf, limit=Limit(looks))
        assert some.found == tuple(one for one in everything.found if one in some.found)
        assert some.complete is (some == everything)
        found.append((len(repairs.found), len(some.found)))
    repaired, suspected = zip(*found, strict=True)
    assert (*repaired, *suspected) == (*sorted(repaired), *sorted(suspected))
    assert 0 == repaired[0] < repaired[-1] == len(whole.found)
    assert any(0 < size < len(everything.found) for size in suspected)


# Planted slips


@pytest.mark.slow
@pytest.mark.parametrize("answering", Answering)
def test_slips_in_own_answers_are_repaired_by_the_own_hand(answering: Answering) -> None:
    for slip in (own for seed in range(20) for own in planted_own(seed, answering)):
        me, true = slip.table.me, slip.true[slip.number - 1]
        assert me is not None
        assert isinstance(true, Suggestion)
        repairs = each(find_repairs(slip.table, slip.told).found)
        new = {r: r.replacement for r in repairs if isinstance(r.replacement, Suggestion)}
        assert (slip.number, true.guess, {*true.shows}) in [
            (repair.event, event.guess, {*event.shows}) for repair, event in new.items()
        ]
        for repair, event in new.items():
            assert all(show.card in {None, *me.hand} for show in event.shows if show.by == me.name)
            if event.by != me.name and not {*me.hand}.isdisjoint(event.guess):
                assert me.name not in event.passes(slip.table)
                old = slip.told[repair.event - 1]
                mine = isinstance(old, Suggestion) and {s for s in old.shows if s.by == me.name}
                showers = {show.by for show in event.shows}
                assert answering is Answering.FIRST or not mine or me.name in showers, repair


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plant", "first", "in_three"),
    [
        (planted, 0.5, 0.8),
        (planted_late, 0.9, 0.95),
        (planted_number, 0.6, 0.8),
        (partial(planted_set_up, kind="hand"), 0.7, 0.8),
        (partial(planted_set_up, kind="size"), 0.8, 0.9),
        (partial(planted_set_up, kind="seats"), 0.9, 0.9),
        (partial(planted_set_up, kind="face-up forgotten"), 0, 0.9),
        (partial(planted_set_up, kind="face-up wrong"), 0.3, 0.6),
        (partial(planted_set_up, kind="player missing"), 0.2, 0.6),
    ],
)
def test_planted_slips_are_repaired(
    plant: Callable[[int], Planted], first: float, in_three: float
) -> None:
    ranks = [plant(seed).rank or 999 for seed in range(1000, 1040)]
    assert 999 not in ranks
    assert mean(rank == 1 for rank in ranks) >= first
    assert mean(rank <= 3 for rank in ranks) >= in_three


@pytest.mark.slow
def test_planted_slips_are_suspicious_and_true_logs_seldom() -> None:
    slips = [planted(seed) for seed in range(1000, 1050)]
    alarms = [find_suspicious(slip.table, slip.true, least=1).found for slip in slips[:25]]
    assert sum(map(bool, alarms)) <= 5
    places: list[int] = []
    for slip in (slip.at_the_clash for slip in slips):
        before = slip.told[:-1]
        if len(before) >= slip.number:
            found = find_suspicious(slip.table, before, least=-inf).found
            places.append([one.event for one in found].index(slip.number) + 1)
    assert len(places) >= 10
    assert mean(place <= 3 for place in places) >= 0.6
