"""The commands for players in the user's language."""

import io
from pathlib import Path

import pytest

from cluetree.editions import SHIPPED
from cluetree.interfaces.cli import OK
from tests.cli.conftest import Command
from tests.cli.test_printed import PRINTED, write_parts
from tests.text.languages import latin, speak_greek

FREITAG = Path(__file__).parents[2] / "examples" / "freitag.clue"


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment as on a German machine."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")


@pytest.fixture(autouse=True)
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of the German example."""
    write_parts(FREITAG, tmp_path)
    monkeypatch.chdir(tmp_path)


def test_json_and_commands_for_researchers_stay_english(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answers() -> list[str]:
        return [command(*PRINTED[name][1], "--json") for name in ("advise", "show")]

    german = answers()
    played = command("tournament", "random", "wensel", "--deals", "1")
    assert "wins, %" in played
    monkeypatch.setenv("LANG", "C")
    assert answers() == german


LEFT = {"cluetree", "GAME", "SPIEL", "clue", "json", "full", "Enter", "holds"}


@pytest.mark.slow
def test_no_text_is_in_another_language(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    speak_greek(monkeypatch)
    known = LEFT | {"Rosa", "Tom", "Mina", "Jules", "Ann", "Bob", "Cid", "Eve"}
    known |= latin("Freitag, zweites Spiel") | {"hat"}  # a typed keyword
    for deck in SHIPPED:
        cards = [name for names in deck.aliases.values() for name in names]
        known |= latin(f"{deck} {deck.id} {' '.join((*map(str, deck.cards), *cards))}")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 40))
    commands = {**PRINTED, "quiz": (OK, ["step", "friday.clue", "--ask"])}
    for name in commands.keys() - {"tree", "worked_game"}:
        status, words = commands[name]
        assert latin(command(*words, status=status)) - known == set(), words
