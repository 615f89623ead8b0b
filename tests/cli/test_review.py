"""`cluetree review`: what could be known when; with the hands laid open, what was not true."""

from pathlib import Path

import pytest

from cluetree.interfaces.cli.common import IMPOSSIBLE, OK, UNREADABLE
from cluetree.interfaces.cli.main import main

GAME = """\
suspects  Plum, Green
weapons   Rope, Knife
rooms     Hall, Study
players   Ann 1, Bob 1, Eve 1
me        Ann
hand      Plum

Bob holds Knife
Eve holds Study
Ann: Green, Rope, Hall -> nobody
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.clue"
    path.write_text(GAME, "utf-8")
    return str(path)


def test_the_true_deal_says_what_was_untrue(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", game, "--deal", "Bob: Knife; Eve: Study"]) == OK
    assert "untrue" not in capsys.readouterr().out
    assert main(["review", game, "--deal", "Bob: Knife; Eve: Hall"]) == OK
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if "untrue" in line]
    assert [words[2] for words in lines] == ["2:", "3:"]


@pytest.mark.parametrize("deal", ["Knife", "Bob: Knife; Bob: Plum", "Bob: Knife", "Zoe: Knife"])
def test_what_is_no_deal_is_one_line(
    deal: str, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", game, "--deal", deal]) == UNREADABLE
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_impossible_log_has_its_status(tmp_path: Path) -> None:
    path = tmp_path / "game.clue"
    path.write_text(f"{GAME}Bob lacks Knife\n", "utf-8")
    assert main(["review", str(path)]) == IMPOSSIBLE
