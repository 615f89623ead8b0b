"""`cluetree solve --json` on thirty real records, held against their right answers."""

from collections.abc import Callable
from fractions import Fraction
from math import factorial
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import pytest

from cluetree.interfaces.cli.common import IMPOSSIBLE, OK
from tests.cli.conftest import Command
from tests.exact.data import CASES, CONSISTENT, IMPOSSIBLE as IMPOSSIBLE_CASES, Case, is_close


class TripleAnswer(msgspec.Struct, forbid_unknown_fields=True):
    cards: tuple[str, str, str]
    deals: int
    probability: float


class OneOfAnswer(msgspec.Struct, forbid_unknown_fields=True):
    player: str
    cards: list[str]


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """The form `cluetree-solution/1`, to the letter: nothing missing, nothing more."""

    format: str
    consistent: bool
    deals: int
    entropy: float
    envelope: tuple[str | None, str | None, str | None]
    triples: list[TripleAnswer]
    holds: list[tuple[str, str]]
    lacks: list[tuple[str, str]]
    one_of: list[OneOfAnswer]
    probabilities: dict[str, dict[str, float]]
    conflicts: list[list[int]]


each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.stem)
each_consistent = pytest.mark.parametrize("case", CONSISTENT, ids=lambda case: case.path.stem)
each_impossible = pytest.mark.parametrize("case", IMPOSSIBLE_CASES, ids=lambda c: c.path.stem)
BLANK: Final = (None, None, None)
Solve: TypeAlias = Callable[[Case], Answer]


@pytest.fixture
def solve(tmp_path: Path, command: Command) -> Solve:
    """Solve the record of a case."""

    def answer(case: Case) -> Answer:
        path = tmp_path / "record.json"
        path.write_text(case.text, encoding="utf-8")
        status = OK if case.expect.consistent else IMPOSSIBLE
        printed = command("solve", str(path), "--json", status=status)
        assert command.err == ""
        return msgspec.json.decode(printed, type=Answer)

    return answer


@each_case
def test_counts(case: Case, solve: Solve) -> None:
    answer = solve(case)
    expect = case.expect
    assert answer.format == "cluetree-solution/1"
    assert (answer.consistent, answer.deals) == (expect.consistent, expect.deals)
    assert len(answer.triples) == expect.triples
    assert sum(triple.deals for triple in answer.triples) == answer.deals


@each_consistent
def test_facts(case: Case, solve: Solve) -> None:
    answer = solve(case)
    names = {card.name for card in case.record.table.edition.cards}
    places = {*case.record.table.names, "envelope"}
    for pairs, expected in ((answer.holds, case.expect.holds), (answer.lacks, case.expect.lacks)):
        assert {card for _, card in pairs} <= names
        assert {place for place, _ in pairs} <= places
        assert sorted(pairs) == sorted((place, case.card(c).name) for place, c in expected)
    expected_envelope = [c and case.card(c).name for c in case.expect.envelope or BLANK]
    assert list(answer.envelope) == expected_envelope


@each_consistent
def test_probabilities_are_complete_and_add_up(case: Case, solve: Solve) -> None:
    answer = solve(case)
    table = case.record.table
    assert list(answer.probabilities) == [card.name for card in table.edition.cards]
    face_up = {card.name for card in table.face_up}
    for card, places in answer.probabilities.items():
        assert list(places) == [*table.names, "envelope"]
        assert is_close(sum(places.values()), 0.0 if card in face_up else 1.0)
    for place, card in answer.holds:
        assert answer.probabilities[card][place] == 1
    for place, card in answer.lacks:
        assert answer.probabilities[card][place] == 0
    for place, card, fraction, _ in case.expect.probabilities:
        found = answer.probabilities[case.card(card).name][case.place(place)]
        assert is_close(found, float(Fraction(fraction)))


@each_consistent
def test_one_ofs_are_least_and_open(case: Case, solve: Solve) -> None:
    answer = solve(case)
    sets = [(one.player, frozenset(one.cards)) for one in answer.one_of]
    for player, cards in sets:
        assert len(cards) in {2, 3}
        assert all(0 < answer.probabilities[card][player] < 1 for card in cards)
        assert sum(answer.probabilities[card][player] for card in cards) > 1 - 1e-9
        assert not any(p == player and less < cards for p, less in sets)
    for player, names in case.expect.one_of:
        assert (player, frozenset(case.card(name).name for name in names)) in sets


@each_impossible
def test_an_impossible_record_names_its_conflicts(case: Case, solve: Solve) -> None:
    answer = solve(case)
    assert answer.conflicts == case.expect.minimal_conflicts
    assert not any(
        (answer.triples, answer.holds, answer.lacks, answer.one_of, answer.probabilities)
    )
    assert answer.envelope == BLANK


def test_large_counts_are_printed_exactly(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "record.clue"
    players = ", ".join(f"P{seat} {3 if seat < 7 else 2}" for seat in range(10))
    path.write_text(f"edition master-detective\nplayers {players}\n", encoding="utf-8")
    printed = command("solve", str(path), "--json")
    answer = msgspec.json.decode(printed, type=dict[str, msgspec.Raw])
    deals = 10 * 8 * 12 * factorial(27) // (factorial(3) ** 7 * factorial(2) ** 3)
    assert deals > 2**64
    assert bytes(answer["deals"]).decode() == str(deals)
