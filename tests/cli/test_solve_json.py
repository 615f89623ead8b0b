"""`cluetree solve --json` on thirty real records with known answers."""

import json
from math import factorial
from pathlib import Path

import msgspec
import pytest

from cluetree import Fact, SolverTree
from cluetree.interfaces.cli import IMPOSSIBLE, OK
from tests.cli.conftest import Command
from tests.exact.data import CASES, Case

KEYS = ("lacks", "holds")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.stem)
def test_answer_has_the_beliefs_or_the_conflicts(
    case: Case, tmp_path: Path, command: Command
) -> None:
    path = tmp_path / "record.json"
    path.write_text(case.text, encoding="utf-8")
    status = OK if case.expect.consistent else IMPOSSIBLE
    answer = json.loads(command("solve", str(path), "--json", status=status))
    expect, chances, triples = case.expect, answer["probabilities"], answer["triples"]
    assert answer["format"] == "cluetree-solution/2"
    assert (answer["consistent"], answer["deals"]) == (expect.consistent, expect.deals)
    assert answer["conflicts"] == (expect.minimal_conflicts or [])
    names = [name and case.card(name).name for name in expect.envelope or [None] * 3]
    assert answer["envelope"] == names
    assert answer["possible"] == len(triples) == expect.triples
    assert sum(triple["deals"] for triple in triples) == expect.deals
    pairs = [(*pair, holds) for holds in (True, False) for pair in answer[KEYS[holds]]]
    assert {Fact(place, case.card(name), holds) for place, name, holds in pairs} == case.facts
    tree = SolverTree.at(case.record.table, case.record.events, strict=False)
    assert len(answer["one_of"]) <= len(tree.evidence().one_of)
    for place, card, _, chance in expect.probabilities:
        assert chances[case.card(card).name][case.place(place)] == pytest.approx(chance, abs=1e-6)


def test_large_counts_are_printed_exactly(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "record.clue"
    players = ", ".join(f"P{seat} {3 if seat < 7 else 2}" for seat in range(10))
    path.write_text(f"edition master-detective\nplayers {players}\n", encoding="utf-8")
    printed = command("solve", str(path), "--json")
    answer = msgspec.json.decode(printed, type=dict[str, msgspec.Raw])
    deals = 10 * 8 * 12 * factorial(27) // (factorial(3) ** 7 * factorial(2) ** 3)
    assert deals > 2**64
    assert bytes(answer["deals"]).decode() == str(deals)
