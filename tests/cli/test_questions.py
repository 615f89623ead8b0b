"""Questions to a record: answers in JSON, and what people see."""

import json
from contextlib import chdir
from math import factorial
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from cluetree import Notebook, Table, editions
from cluetree.claims import Fact
from cluetree.explain import Proof, ProofRule, ProofStep
from cluetree.interfaces.cli import IMPOSSIBLE, OK
from cluetree.operations import OPERATIONS, ask
from tests.cli.conftest import Command
from tests.cli.test_printed import FRIDAY
from tests.exact.data import CONSISTENT, IMPOSSIBLE as IMPOSSIBLE_CASES, Case

SOME: Final = pytest.mark.parametrize(
    "case", [*IMPOSSIBLE_CASES[:3], *CONSISTENT[:3]], ids=lambda case: case.path.stem
)

MISTAKE = """\
edition  clue-us
players  Ann 6, Bob 6, Eve 6

Bob holds Rope
Eve holds Knife
Eve: Plum, Rope, Hall -> Ann passes, Bob passes
"""
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


@SOME
def test_solution_has_the_beliefs_or_the_conflicts(
    case: Case, tmp_path: Path, command: Command
) -> None:
    path, expect = tmp_path / "record.json", case.expect
    path.write_text(case.text, encoding="utf-8")
    status = OK if expect.consistent else IMPOSSIBLE
    answer = json.loads(command("solve", str(path), "--json", status=status))
    assert answer["format"] == "cluetree-solution/2"
    assert (answer["consistent"], answer["deals"]) == (expect.consistent, expect.deals)
    assert answer["conflicts"] == (expect.minimal_conflicts or [])
    names = [name and case.card(name).name for name in expect.envelope or [None] * 3]
    assert answer["envelope"] == names
    assert answer["possible"] == len(answer["triples"]) == expect.triples
    pairs = [(*pair, kind == "holds") for kind in ("holds", "lacks") for pair in answer[kind]]
    assert {Fact(place, case.card(name), holds) for place, name, holds in pairs} == case.facts
    for place, card, _, chance in expect.probabilities:
        said = answer["probabilities"][case.card(card).name][case.place(place)]
        assert said == pytest.approx(chance, abs=1e-6)


def test_large_counts_are_printed_exactly(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "record.clue"
    players = ", ".join(f"P{seat} {3 if seat < 7 else 2}" for seat in range(10))
    path.write_text(f"edition master-detective\nplayers {players}\n", encoding="utf-8")
    printed = command("solve", str(path), "--json")
    answer = msgspec.json.decode(printed, type=dict[str, msgspec.Raw])
    deals = 10 * 8 * 12 * factorial(27) // (factorial(3) ** 7 * factorial(2) ** 3)
    assert deals > 2**64
    assert bytes(answer["deals"]).decode() == str(deals)


def test_impossible_set_up_gets_other_hand_sizes(tmp_path: Path, command: Command) -> None:
    book = Notebook(Table.set_up(editions.CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 7}))
    checked: Any = json.loads(OPERATIONS["check"].json(ask.check(book)))
    assert (checked["format"], checked["conflicts"]) == ("cluetree-check/3", [[]])
    for repair in checked["repairs"]:
        assert (repair["event"], repair["kind"], repair["replacement"]) == (0, "size", None)
        assert repair["sizes"]
    book.save(tmp_path / "game.json")
    out = command("check", str(tmp_path / "game.json"), status=IMPOSSIBLE)
    assert "The set-up itself cannot be true" in out
    assert "set-up: Eve has 6 cards" in out


@pytest.fixture
def mistake(tmp_path: Path) -> str:
    path = tmp_path / "mistake.clue"
    path.write_text(MISTAKE, "utf-8")
    return str(path)


@pytest.mark.parametrize("number", [1, 2, 0])
def test_repair_is_applied_in_another_file(
    number: int, mistake: str, tmp_path: Path, command: Command
) -> None:
    book, repaired = Notebook.load(mistake), tmp_path / "repaired.clue"
    repairs = book.repairs().found
    number = number or len(repairs)
    output = ("--apply", str(number), "--output", str(repaired))
    command("check", mistake, *output, status=IMPOSSIBLE)
    book.repair(repairs[number - 1])
    assert Notebook.load(repaired) == book
    assert Path(mistake).read_text("utf-8") == MISTAKE


@pytest.mark.parametrize(
    ("path", "words", "message"),
    [
        ("mistake.clue", "--apply 1", "--apply NUMBER and --output FILE must be given together"),
        ("mistake.clue", "--output it.clue", "--apply NUMBER and --output FILE must be"),
        ("mistake.clue", "--apply 0 --output it.clue", "unknown repair 0; "),
        (str(FRIDAY), "--apply 1 --output it.clue", "unknown repair 1; there are 0"),
    ],
)
def test_unknown_repair_is_rejected(
    path: str, words: str, message: str, mistake: str, command: Command
) -> None:
    with chdir(Path(mistake).parent):
        command("check", path, *words.split(), status=2)
        assert message in command.err
        assert not Path("it.clue").exists()


def test_names_are_never_read_as_markup(tmp_path: Path, command: Command) -> None:
    book = Notebook(Table.set_up(editions.CLUE_US, {"[red]Ann[/red]": 9, "[b]": 9}))
    book.tell_holds("[b]", "rope")
    book.tell_lacks("[b]", "rope")
    book.save(tmp_path / "game.json")
    out = command("check", str(tmp_path / "game.json"), status=IMPOSSIBLE)
    assert "it should read “[b] lacks Rope”" in out
    assert "it should read “[red]Ann[/red] holds Rope”" in out


# Proofs


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
    Proof(fact(answer["fact"]), tuple(steps)).check(book)


def test_impossible_log_is_explained_by_its_possible_beginning(game: str, command: Command) -> None:
    with Path(game).open("a", encoding="utf-8") as file:
        file.write("Bob holds Attic\n")
    out = command("why", game, "Bob", "axe", status=IMPOSSIBLE)
    assert "nothing follows from the whole log" in out
    assert "So Bob has Axe." in out
    out = command("why", game, "Eve", "plum", status=IMPOSSIBLE)
    assert "Open: Eve holds Plum with a chance of " in out
    command("review", game, status=IMPOSSIBLE)
    error = command.refused("why", game, "Bob", "axe", "--json", status=IMPOSSIBLE)
    assert "no deal fits the log" in error
