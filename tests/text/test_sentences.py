"""Sentences for events, nodes, repairs and suspicions, and proofs as lines."""

import re
from typing import Final

import pytest
from hypothesis import given, strategies as st

from cluetree import Notebook, SolverTree, Table
from cluetree.claims import Fact
from cluetree.editions import CLUE_US, get_edition
from cluetree.explain import Proof, ProofRule, ProofStep, Repair, SlipKind, find_repairs
from cluetree.record import Record
from cluetree.text.changes import what_changed
from cluetree.text.events import in_full, short_name
from cluetree.text.language import speaking, t
from cluetree.text.nodes import pruned_by, reason, says, sourced, way
from cluetree.text.proofs import ProofLine, explain_proof, proof_lines
from cluetree.text.repairs import change, where
from tests.explain.slips import planted
from tests.record.samples import log_of
from tests.strategies import Told, told_anyhow
from tests.text.languages import ALL, places

DECK = get_edition("cluedo-de")
TABLE = Table.set_up(DECK, {"Ann": 6, "Bob": 6, "Eve": 6})


@given(told_anyhow())
def test_english_sentences_equal_those_of_the_core(told: Told) -> None:
    for event in told.events:
        assert in_full(event) == str(event)
    tree = SolverTree.at(told, strict=False)
    for node in (node for node in tree.nodes() if node.claim is not None):
        assert (says(node), sourced(node)) == (node.says, node.words)
        if node.pruning is not None:
            assert pruned_by(node.pruning) == str(node.pruning)
    for finding in tree.findings().values():
        assert f"{finding.card}: {way(finding)}" == str(finding)


def test_short_name_means_the_card() -> None:
    for card in CLUE_US.cards:
        assert CLUE_US.card(short_name(card, CLUE_US)) == card


@pytest.mark.parametrize(
    ("old", "new", "kind", "english"),
    [
        ("-> somebody shows", "-> nobody", SlipKind.ANSWER, "nobody showed"),
        ("-> Bob passes", "-> Eve passes", SlipKind.PASSER, "Eve passed, not Bob"),
    ],
)
def test_repair_of_a_suggestion_names_the_difference(
    old: str, new: str, kind: SlipKind, english: str
) -> None:
    asked = "Ann: Bloom, Seil, Halle"
    was, now = log_of(TABLE, f"{asked} {old}; {asked} {new}")
    repair = Repair(1, kind, now, None, deals=1, chance=1.0)
    game = Record(TABLE, (was,))
    assert change(game, repair).startswith(english)


def test_repairs_have_distinct_descriptions() -> None:
    for slip in map(planted, range(1000, 1010)):
        game = Record(slip.table, slip.told)
        told = [(where(each), change(game, each)) for each in find_repairs(game).found]
        assert len(told) == len({*told})


NEVER_0: Final = (
    "advice.mine",
    "ground.",
    "paper.early",
    "paper.wrong",
    "repair.",
    "say.so_",
    "say.c",
    "say.l",
)
"""Texts about at least one."""


@pytest.mark.parametrize("name", ALL)
def test_texts_about_0_say_so(name: str) -> None:
    counted = {key: text for key, text in ALL[name].items() if not isinstance(text, str)}
    with speaking(name):
        for key, text in counted.items():
            words = t(key, count=0, **dict.fromkeys(places(text) - {"count"}, ""))
            assert "0" in words or "zero" in text or key.startswith(NEVER_0), key


@given(told_anyhow(most=5), st.sampled_from(sorted(ALL)))
def test_sentences_have_no_gaps_and_say_what_is_new(told: Told, name: str) -> None:
    old, book = Notebook(told.table).beliefs, Notebook(told.table, told.events)
    new = book.beliefs
    with speaking(name):
        words = [what_changed(old, new)]
        assert words != [t("meaning.nothing")] or (old.holds, old.lacks) == (new.holds, new.lacks)
        for answer in (book.why(*fact) for fact in (*new.lacks, *new.holds)[:6]):
            if isinstance(answer, Proof):
                points = explain_proof(book, answer).points
                words += (one for point in points for one in point)
    assert not re.search(r"\(\)|  | [,.]", " ".join(words)), words


# Steps and nodes

US = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
ROPE = CLUE_US.card("rope")


def test_step_is_indented_under_its_assumption() -> None:
    so, not_so = (Fact("Bob", ROPE, holds) for holds in (True, False))
    steps = (
        ProofStep(1, ProofRule.ASSUMED, so),
        ProofStep(2, ProofRule.ASSUMED, so, under=1),
        ProofStep(3, ProofRule.HELD_ELSEWHERE, not_so, (4,), (1, 2), under=2),
        ProofStep(4, ProofRule.REFUTED, not_so, uses=(3,), under=1),
        ProofStep(5, ProofRule.LAST_PLACE, not_so),
    )
    elsewhere, refuted, last = (t(f"rule.{step.rule}") for step in steps[2:])
    assert [*proof_lines(steps)] == [
        ProofLine(1, 0, assumed=True, claim=f"Suppose {so}", ground=""),
        ProofLine(2, 1, assumed=True, claim=f"Suppose {so}", ground=""),
        ProofLine(3, 2, assumed=False, claim=str(not_so), ground=f"{elsewhere}: entry 4, 1., 2."),
        ProofLine(4, 1, assumed=False, claim=str(not_so), ground=f"{refuted}: 3."),
        ProofLine(5, 0, assumed=False, claim=str(not_so), ground=last),
    ]


def test_last_alternative_names_the_pruned_ones() -> None:
    tree = SolverTree.at(US)
    told = log_of(US, "Ann: plum, rope, hall -> Bob shows; Bob lacks plum; Bob lacks hall")
    for number, event in enumerate(told, start=1):
        tree.grow(event, number=number)
    tree.prune()
    branch, fact, _ = tree.root.children
    known = next(n for n in branch.alternatives if n.fact is not None and n.fact.card == ROPE)
    assert reason(fact) == fact.words
    assert reason(known) == (
        f"{known.words}: not Professor Plum, known not held: Bob lacks Professor Plum (event 2); "
        "not Hall, known not held: Bob lacks Hall (event 3)"
    )
