"""`cluetree solve --json` on thirty real records: every number is that of the counter."""

from fractions import Fraction
from math import factorial
from pathlib import Path

import msgspec
import pytest

from cluetree import Notebook
from cluetree.interfaces.cli.status import IMPOSSIBLE, OK
from tests.cli.conftest import Command
from tests.exact.data import CASES, Case


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.stem)
def test_answer_has_the_beliefs_or_the_conflicts(
    case: Case, tmp_path: Path, command: Command
) -> None:
    path = tmp_path / "record.json"
    path.write_text(case.text, encoding="utf-8")
    status = OK if case.expect.consistent else IMPOSSIBLE
    answer = msgspec.json.decode(
        command("solve", str(path), "--json", status=status), type=dict[str, object]
    )
    book = Notebook.from_record(case.record)
    beliefs, places = book.beliefs, (*book.table.names, "envelope")
    deck = book.table.edition.cards
    assert answer == {
        "format": "cluetree-solution/1",
        "consistent": case.expect.consistent,
        "deals": case.expect.deals,
        "entropy": beliefs.entropy,
        "envelope": [name and case.card(name).name for name in case.expect.envelope or [None] * 3],
        "possible": case.expect.triples,
        "triples": [
            {
                "cards": [card.name for card in triple.guess],
                "deals": triple.deals,
                "probability": float(Fraction(triple.deals, beliefs.deals)),
            }
            for triple in beliefs.triples
        ],
        "holds": [[place, card.name] for place, card in beliefs.holds],
        "lacks": [[place, card.name] for place, card in beliefs.lacks],
        "one_of": [
            {"player": one.player, "cards": [card.name for card in deck if card in one.cards]}
            for one in beliefs.one_of
            if one.player is not None
        ],
        "probabilities": {
            card.name: {place: float(beliefs.chance(card, place)) for place in places}
            for card in deck
            if beliefs.deals
        },
        "conflicts": case.expect.minimal_conflicts or [],
    }


def test_large_counts_are_printed_exactly(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "record.clue"
    players = ", ".join(f"P{seat} {3 if seat < 7 else 2}" for seat in range(10))
    path.write_text(f"edition master-detective\nplayers {players}\n", encoding="utf-8")
    printed = command("solve", str(path), "--json")
    answer = msgspec.json.decode(printed, type=dict[str, msgspec.Raw])
    deals = 10 * 8 * 12 * factorial(27) // (factorial(3) ** 7 * factorial(2) ** 3)
    assert deals > 2**64
    assert bytes(answer["deals"]).decode() == str(deals)
