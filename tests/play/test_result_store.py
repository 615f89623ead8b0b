"""The store of results: whole lines, also after a killed process."""

from pathlib import Path

import pytest

from cluetree.errors import ResultsError
from cluetree.play.result_store import Played, ResultStore
from cluetree.play.supervised import Conduct, Fault, FaultKind

CONDUCT = Conduct(3, 0.5, (Fault(FaultKind.LATE, "slow", 2),))
GAMES = (
    Played(0, ("a", "b"), 0, 12),
    Played(0, ("b", "a"), None, 99, (None, 0.75), (CONDUCT, Conduct())),
    Played(3, ("a", "b"), 1, 4),
)


def filled(path: Path) -> Path:
    store = ResultStore(path)
    for game in GAMES:
        store.add("a against b", game)
    store.add("another", GAMES[0])
    return path


def test_games_come_back(tmp_path: Path) -> None:
    again = ResultStore(filled(tmp_path / "games.jsonl"))
    games = tuple(again.games("a against b"))
    assert games == GAMES
    assert [game.conduct for game in games] == [game.conduct for game in GAMES]
    assert tuple(again.games("another")) == GAMES[:1]
    assert not tuple(again.games("unknown"))


@pytest.mark.parametrize("left", [1, 5, 14, 60])
def test_half_a_line_at_the_end_is_cut(left: int, tmp_path: Path) -> None:
    whole = filled(tmp_path / "games.jsonl").read_bytes()
    path = tmp_path / "cut.jsonl"
    path.write_bytes(whole + whole[:left])
    assert tuple(ResultStore(path).games("a against b")) == GAMES
    assert path.read_bytes() == whole


@pytest.mark.parametrize("text", ["notes", "notes\n", "{}\n", "SQLite format 3\0\n\n", "7"])
def test_other_file_is_an_error_and_not_changed(text: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(ResultsError, match=r"notes\.txt: line 1 must be a game"):
        ResultStore(path)
    assert path.read_text("utf-8") == text


def test_damaged_line_is_named(tmp_path: Path) -> None:
    path = filled(tmp_path / "games.jsonl")
    path.write_text(path.read_text("utf-8").replace('"winner":1', '"winner":2'), "utf-8")
    with pytest.raises(ResultsError, match="line 3 must be a game: winner must be a seat of the 2"):
        ResultStore(path)
