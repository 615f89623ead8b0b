"""The commands for players in the user's language."""

import io
from pathlib import Path

import pytest

from cluetree.editions import SHIPPED
from cluetree.interfaces.cli import IMPOSSIBLE, OK
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


def test_json_and_commands_for_researchers_stay_english(
    command: Command, monkeypatch: pytest.MonkeyPatch, middle: str
) -> None:
    def answers() -> list[str]:
        asked = ("show", middle, "Jules", "Gloria, Dolch, Bibliothek")
        return [command(*words, "--json") for words in (("advise", middle), asked)]

    german = answers()
    played = command("tournament", "random", "wensel", "--deals", "1")
    assert "wins, %" in played
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
    ]
    for words, status in commands:
        assert latin(command(*words, status=status)) - known == set(), words
