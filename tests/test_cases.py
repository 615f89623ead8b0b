"""Thirty real records with known answers: the tree finds true facts only."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import pytest

from cluetree import Category, ClueCard, ContradictionError, SolverTree
from tests.brute import certain, deals, envelope
from tests.exact.data import CASES, CONSISTENT, IMPOSSIBLE, Case, Checkpoint

each_consistent = pytest.mark.parametrize("case", CONSISTENT, ids=lambda case: case.path.stem)
each_impossible = pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case.path.stem)
STAGED: Final = [case for case in CONSISTENT if case.expect.checkpoints]


def hidden(case: Case, cards: Sequence[str | None] | None) -> list[ClueCard | None]:
    assert cards is not None
    return [None if card is None else case.card(card) for card in cards]


def known(tree: SolverTree) -> list[ClueCard | None]:
    findings = tree.findings()
    return [findings[c].card if c in findings else None for c in Category]


@each_consistent
def test_known_envelope_cards_are_right(case: Case) -> None:
    tree = SolverTree.at(case.record)
    right = hidden(case, case.expect.envelope)
    for card, wanted in zip(known(tree), right, strict=True):
        assert card in {None, wanted}
    answer = tree.get_answer()
    assert answer is None or list(answer) == right
    assert answer is None or case.expect.triples == 1


@each_impossible
def test_clash_is_a_known_conflict(case: Case) -> None:
    """Rules alone need not find it; where they do, it contains a smallest conflict."""
    tree = SolverTree.at(case.record, strict=False)
    conflicts = [set(numbers) for numbers in case.expect.minimal_conflicts or []]
    for clash in tree.clashes:
        assert any(conflict <= set(clash.causes) for conflict in conflicts)
    if tree.clashes:
        assert tree.get_answer() is None
        with pytest.raises(ContradictionError):
            SolverTree.at(case.record)


def test_clashes_that_the_rules_find() -> None:
    noticed = {
        case.path.stem: clash.causes
        for case in IMPOSSIBLE
        for clash in SolverTree.at(case.record, strict=False).clashes
    }
    assert noticed.items() >= {
        ("aldur_contra_two_holders", (1, 2)),
        ("aldur_contra_no_owner", (1, 2, 3, 4)),
        ("miles_sample_moves2_as_recorded", (2, 20, 21)),
    }


def checkpoints() -> Iterator[tuple[Case, Checkpoint]]:
    return ((case, stage) for case in STAGED for stage in case.expect.checkpoints)


@pytest.mark.parametrize(
    ("case", "stage"),
    [
        pytest.param(case, stage, id=f"{case.path.stem}-{stage.after}")
        for case, stage in checkpoints()
    ],
)
def test_checkpoints(case: Case, stage: Checkpoint) -> None:
    tree = SolverTree.at(case.record.table, case.record.events[: stage.after])
    assert stage.envelope is None
    assert tree.get_answer() is None
    assert known(tree) == hidden(case, stage.determined)


def test_facts_settled_by_the_tree() -> None:
    """More is welcome; less is a step back."""
    settled = {
        case.path.stem for case in CONSISTENT if SolverTree.at(case.record).get_answer() is not None
    }
    assert settled >= SETTLED


SETTLED: Final = {
    "chrisco_master_detective_2p",
    "evan_big_nobody_has_guess",
    "evan_failed_accusation_sized",
    "evan_small_all_shown",
    "evan_small_center_complex",
    "evan_small_center_complex_sized",
    "icpc2017b_sample1",
    "jambolo_sample1_master_detective",
    "jcl240_sim_01",
    "jdrbc_accuse",
    "leijurv_archive6_corrected",
    "neller_cluereasoner",
    "tenebryo_data",
}


# The oracle on the cases that are small enough for it.

FEW: Final = 10_000
SMALL: Final = [
    case
    for case in CASES
    if case.expect.deals <= FEW and len(case.record.table.edition.cards) <= 12
]


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.path.stem)
def test_oracle_counts_correctly(case: Case) -> None:
    fit = list(islice(deals(case.record.table, case.record.events), FEW + 1))
    assert len(fit) == case.expect.deals
    assert len({envelope(deal) for deal in fit}) == case.expect.triples
    if fit:
        assert certain(fit, case.record.table) == case.facts
