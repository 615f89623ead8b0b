"""Proofs and reasons as lines."""

from cluetree import Fact, ProofRule, ProofStep, SolverTree, Table
from cluetree.editions import CLUE_US
from cluetree.text.language import t
from cluetree.text.nodes import reason
from cluetree.text.proofs import ProofLine, proof_lines
from tests.record.samples import log_of

TABLE = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
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
    tree = SolverTree.at(TABLE)
    told = log_of(TABLE, "Ann: plum, rope, hall -> Bob shows; Bob lacks plum; Bob lacks hall")
    for number, event in enumerate(told, start=1):
        for info in event.infos(TABLE):
            tree.grow(info, number=number)
    tree.prune()
    branch, fact, _ = tree.root.children
    known = next(n for n in branch.alternatives if n.fact is not None and n.fact.card == ROPE)
    assert reason(fact) == fact.words
    assert reason(known) == (
        f"{known.words}: not Professor Plum, known not held: Bob lacks Professor Plum (event 2); "
        "not Hall, known not held: Bob lacks Hall (event 3)"
    )
