"""At its limit, each question returns a correct partial answer and marks it."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import pytest

from cluetree import Notebook, exact, record
from cluetree.beliefs import Beliefs
from cluetree.claims import Fact
from cluetree.errors import InvalidProofError, LimitReached
from cluetree.evidence import Evidence
from cluetree.exact import is_possible
from cluetree.explain import Conflicts, Open, Proof, ProofRule, ProofStep, find_conflicts, prove
from cluetree.explain.conflicts import smallest
from cluetree.limit import Limit
from tests.clocks import tick
from tests.explain.slips import planted

SLOW: Final = Path(__file__).parent.parent / "data" / "slow"
DEEP: Final = record.load(SLOW / "why_deep_3.json")
GOAL: Final = Fact("Dee", DEEP.table.edition.card("ballroom"), holds=True)
LOOKS: Final = (0, 10, 100, 300, 1000, 3000, 10_000, 30_000)
"""Limits in looks at the clock."""


def test_partly_shrunk_set_keeps_the_property() -> None:
    needed = {3, 17, 40}
    sizes: list[int] = []
    for most in range(40):
        looks = iter(range(most))

        def does(numbers: tuple[int, ...], looks: Iterator[int] = looks) -> bool:
            if next(looks, None) is None:
                raise LimitReached
            return needed <= set(numbers)

        part, is_minimal = smallest(tuple(range(50)), does)
        assert needed <= {*part}
        assert not is_minimal or {*part} == needed
        sizes.append(len(part))
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[0], sizes[-1]) == (50, 3)


@cache
def all_conflicts() -> Conflicts:
    slip = planted(1000)
    return find_conflicts(slip.table, slip.told)


@pytest.mark.parametrize("looks", LOOKS)
def test_conflicts_at_a_limit_are_contradictory(
    looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    slip = planted(1000)
    whole = all_conflicts()
    tick(monkeypatch)
    found = find_conflicts(slip.table, slip.told, limit=Limit(looks))
    for conflict in found.sets:
        told = [slip.told[number - 1] for number in conflict]
        assert not is_possible(Evidence.gather(slip.table, told))
    if found.complete:
        assert found == whole
    if len(found.sets) > 1:
        assert set(found.sets) <= set(whole.sets)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cl6_6shows_conflicts", "t5_conflicts"])
def test_first_conflict_needs_little_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = record.load(SLOW / f"{name}.json")
    tick(monkeypatch)
    found = find_conflicts(kept, limit=Limit(30_000))
    assert found.sets


@pytest.mark.slow
def test_proof_that_takes_too_long_names_its_events(monkeypatch: pytest.MonkeyPatch) -> None:
    tick(monkeypatch)
    proof = prove(DEEP, fact=GOAL, limit=Limit(5_000))
    assert isinstance(proof, Proof)
    assert proof.counted
    assert [step.rule for step in proof.steps] == [ProofRule.COUNTED]
    proof.check(DEEP)
    assert not proof.fact.holds


@pytest.mark.parametrize("looks", LOOKS)
def test_proofs_at_any_limit_are_true(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    slip = planted(1000)
    fact = Fact("envelope", slip.table.edition.cards[0], holds=True)
    free = prove(slip.table, slip.true, fact=fact)
    tick(monkeypatch)
    try:
        found = prove(slip.table, slip.true, fact=fact, limit=Limit(looks))
    except LimitReached:
        return
    assert type(found) is type(free)
    assert found.fact == free.fact
    if isinstance(found, Proof):
        found.check(slip.table, slip.true)
    else:
        assert isinstance(found, Open)
        assert found.so[fact.card] == "envelope" != found.not_so[fact.card]


@pytest.mark.parametrize("seed", range(20))
def test_steps_and_review_at_a_limit_leave_numbers_out(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, rng = Notebook.load("examples/friday.clue"), Random(seed)
    whole, reviewed = [*book.steps()], book.review()
    lessons = {lesson.number: lesson for lesson in reviewed.lessons}
    assert reviewed.settled_by
    calls = count(0)

    def in_time(evidence: Evidence) -> Beliefs:
        if next(calls) and rng.random() < seed / 20:
            raise LimitReached
        return exact.count(evidence)

    monkeypatch.setattr("cluetree.explain.progress.count", in_time)
    exact_before = True
    for one, full in zip(book.steps(), whole, strict=True):
        assert one.after == (full.after if one.complete else None)
        assert one.bits == (full.bits if one.complete and exact_before else None)
        exact_before = one.complete
    calls = count(0)
    some = book.review()
    assert all(each.bits in {None, lessons[each.number].bits} for each in some.lessons)
    assert some.settled_by in {None, reviewed.settled_by}
    assert some.answer in {None, reviewed.answer}
    assert {*some.missed} <= {*reviewed.missed}
    deduced = [fact for each in some.lessons for fact in each.deduced]
    assert {*deduced} <= {fact for each in reviewed.lessons for fact in each.deduced}


def counted(fact: Fact, events: Iterable[int]) -> Proof:
    return Proof(fact, (ProofStep(1, ProofRule.COUNTED, fact, tuple(events)),))


def test_proof_by_counting_names_its_events() -> None:
    slip = planted(1000)
    facts = (Fact("envelope", card, holds=True) for card in slip.table.edition.cards)
    proofs = (prove(slip.table, slip.true, fact=fact) for fact in facts)
    proof = next(each for each in proofs if isinstance(each, Proof) and len(each.events) > 1)
    counted(proof.fact, proof.events).check(slip.table, slip.true)
    for left_out in proof.events:
        fewer = [n for n in proof.events if n != left_out]
        with pytest.raises(InvalidProofError, match="some deal fits"):
            counted(proof.fact, fewer).check(slip.table, slip.true)
