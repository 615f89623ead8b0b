"""The commands for players in the user's language."""

import io
import re
from pathlib import Path

import pytest

from cluetree.editions import SHIPPED
from cluetree.interfaces.cli.main import complete
from cluetree.interfaces.cli.status import IMPOSSIBLE, OK
from cluetree.play.roster import SPELLING
from tests.cli.conftest import Command
from tests.text.languages import latin, speak_greek

EXAMPLES = Path(__file__).parents[2] / "examples"
FREITAG = str(EXAMPLES / "freitag.clue")


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment as on a German machine."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")


@pytest.fixture
def middle(tmp_path: Path) -> str:
    """The example up to where Jules asks Rosa."""
    lines = Path(FREITAG).read_text("utf-8").splitlines()
    log = [at for at, line in enumerate(lines) if line and line[0].isupper()]
    path = tmp_path / "middle.clue"
    path.write_text("\n".join(lines[: log[13]]), "utf-8")
    return str(path)


@pytest.fixture
def impossible(tmp_path: Path) -> str:
    """A log that cannot be true, and can be repaired."""
    path = tmp_path / "impossible.clue"
    path.write_text(
        "edition cluedo-de\nplayers Ann 6, Bob 6, Eve 6\nBob holds Seil\n"
        "Eve: Bloom, Seil, Halle -> Ann passes, Bob passes\n",
        "utf-8",
    )
    return str(path)


def test_error_has_its_place_and_is_in_german(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "wrong.clue"
    path.write_text("edition cluedo-de\nplayers Ann 9, Bob 9\nBob holds seill\n", "utf-8")
    error = command.refused("solve", str(path))
    assert error == f"cluetree: {path}:3:11: unbekannte Karte „seill“: meinst du Seil?\n"


def test_json_and_commands_for_researchers_stay_english(
    command: Command, monkeypatch: pytest.MonkeyPatch, middle: str
) -> None:
    def answers() -> list[str]:
        asked = ("show", middle, "Jules", "Gloria, Dolch, Bibliothek")
        return [command(*words, "--json") for words in (("advise", middle), asked)]

    german = answers()
    played = command("tournament", "random", "wensel", "--deals", "1")
    assert "wins a seat, %" in played
    monkeypatch.setenv("LANG", "C")
    assert answers() == german


LEFT = {"cluetree", "GAME", "SPIEL", "clue", "json", "full", "Enter", "holds"}


@pytest.mark.slow
def test_no_text_is_in_another_language(
    command: Command, monkeypatch: pytest.MonkeyPatch, middle: str, impossible: str
) -> None:
    speak_greek(monkeypatch)
    known = LEFT | {"Rosa", "Tom", "Mina", "Jules", "Ann", "Bob", "Cid", "Eve"}
    known |= latin("Freitag, zweites Spiel") | {"hat"}  # a typed keyword
    for deck in SHIPPED:
        cards = [name for names in deck.aliases.values() for name in names]
        known |= latin(f"{deck} {deck.id} {' '.join((*map(str, deck.cards), *cards))}")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 40))
    commands = [
        (["solve", FREITAG], OK),
        (["solve", middle], OK),
        (["solve", impossible], IMPOSSIBLE),
        (["step", FREITAG], OK),
        (["step", FREITAG, "--ask"], OK),
        (["step", impossible], IMPOSSIBLE),
        (["why", FREITAG, "Mina", "Gatow"], OK),
        (["why", middle, "Mina", "Seil"], OK),
        (["check", FREITAG], OK),
        (["check", impossible], IMPOSSIBLE),
        (["review", FREITAG], OK),
        (["advise", FREITAG], OK),
        (["advise", middle], OK),
        (["show", middle, "Jules", "Gloria, Dolch, Bibliothek", "--samples", "9"], OK),
        (["rivals", middle, "--samples", "9"], OK),
        (["editions"], OK),
        (["editions", "cluedo-de"], OK),
        (["play", "random", "random", "--seed", "3"], OK),
    ]
    for words, status in commands:
        assert latin(command(*words, status=status)) - known == set(), words


PLAYERS = ["", "solve", "why", "tree", "check", "review", "advise", "show", "rivals", "convert"]
HELPED = {"JSON", "Clue", "Bob", "Rope", "Hall", "Eve", "Plum", "Study", "https", "NAME"}
HELPED |= {"clue", "us", "de", "cluedo", "first", "all", "gain", "solve", "win"} | latin(SPELLING)
PLAYERS += ["editions", "step", "notes", "web", "course", "play"]


@pytest.mark.parametrize("name", PLAYERS)
def test_help_of_a_command_for_players_has_no_english_word(
    name: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_greek(monkeypatch)
    monkeypatch.setenv("COLUMNS", "500")
    words = [name] if name else []
    commands = (rf"\b{each}\b" for each in complete() if each[0] != "-")
    said = command(*words, "--help")
    for hidden in (r"\bcluetree\b[-\w/]*", *commands, r"-?-[a-z-]+"):
        said = re.sub(hidden, " ", said)
    assert latin(said) - HELPED == set()
