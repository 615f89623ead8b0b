"""The answers of `cluetree why`: a proof or two deals, for people and for programs."""

import json
from pathlib import Path
from typing import Any

import pytest

from cluetree import Fact, Notebook, Proof, ProofRule, ProofStep
from cluetree.explain import check
from cluetree.interfaces.cli.status import IMPOSSIBLE
from cluetree.operations.registry import encode
from tests.bench.proofs import facts_of, position
from tests.cli.conftest import Command
from tests.exact.games import seeded

GAME = """\
suspects  Scarlet, Plum, Green
weapons   Rope, Knife, Axe
rooms     Hall, Study, Attic, Cellar
players   Ann 3, Bob 2, Eve 2
me        Ann
hand      Scarlet, Rope, Hall

Eve: Green, Axe, Attic -> Bob shows
Ann: Green, Rope, Attic -> Bob passes, Eve shows Attic
"""


def proof_from(text: bytes, book: Notebook) -> tuple[Fact, tuple[ProofStep, ...]]:
    """Read a proof back, as a program would that has nothing but the answer."""

    def fact(found: dict[str, Any]) -> Fact:
        return Fact(found["player"], book.table.edition.card(found["card"]), found["holds"])

    answer = json.loads(text)
    steps = tuple(
        ProofStep(
            step["id"],
            ProofRule[step["rule"].upper()],
            fact(step["concludes"]),
            tuple(step["events"]),
            tuple(step["uses"]),
            step["under"],
        )
        for step in answer["steps"]
    )
    return fact(answer["fact"]), steps


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.clue"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


# JSON


@pytest.mark.parametrize("seed", range(8))
def test_proof_read_back_from_json_is_accepted(seed: int) -> None:
    played = position(seed)
    book = Notebook(played.table, played.events)
    facts = facts_of(played)
    for fact in seeded(seed).sample(facts, 6):
        proof = book.why(fact.player, fact.card)
        assert isinstance(proof, Proof)
        text = encode(proof)
        told, steps = proof_from(text, book)
        assert told == fact
        assert steps == proof.steps
        assert json.loads(text)["events"] == list(proof.events)
        check(book.table, book.events, told, steps)


# Impossible logs


def test_impossible_log_is_explained_by_its_possible_beginning(game: str, command: Command) -> None:
    with Path(game).open("a", encoding="utf-8") as file:
        file.write("Bob holds Attic\n")
    out = command("why", game, "Bob", "axe", status=IMPOSSIBLE)
    assert "nothing follows from the whole log" in out
    assert "So Bob has Axe." in out
    out = command("why", game, "Eve", "plum", status=IMPOSSIBLE)
    assert "Open: Eve holds Plum with a chance of " in out
    error = command.refused("why", game, "Bob", "axe", "--json", status=IMPOSSIBLE)
    assert "no deal fits the log" in error
