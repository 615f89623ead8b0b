"""The answers of `cluetree why`: a proof or two deals, for people and for programs."""

import json
from pathlib import Path
from typing import Any

import pytest

from cluetree import Fact, Notebook, ProofRule, ProofStep
from cluetree.explain import check
from cluetree.interfaces.cli import IMPOSSIBLE
from tests.cli.conftest import Command

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


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.clue"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def test_proof_read_back_from_json_is_accepted(game: str, command: Command) -> None:
    """As a program does that has nothing but the answer."""
    book, answer = Notebook.load(game), json.loads(command("why", game, "Bob", "axe", "--json"))

    def fact(fields: dict[str, Any]) -> Fact:
        return Fact(fields["player"], book.table.edition.card(fields["card"]), fields["holds"])

    steps = [
        ProofStep(
            step["id"],
            ProofRule[step["rule"].upper()],
            fact(step["concludes"]),
            tuple(step["events"]),
            tuple(step["uses"]),
            step["under"],
        )
        for step in answer["steps"]
    ]
    assert (answer["format"], answer["events"]) == ("cluetree-proof/2", [1, 2])
    check(book.table, book.events, fact(answer["fact"]), steps)


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
