"""The functions that the page's JavaScript calls in the browser's Python."""

import json
from contextlib import closing
from pathlib import Path

from cluetree.interfaces.web.worker import BrowserGames
from tests.web.client import line
from tests.web.record import LINES, SET_UP

NEW = line("new", game="friday", record=SET_UP)
RIVALS = line("rivals", game="friday", samples=4)


def test_changed_files_are_named_and_complete(tmp_path: Path) -> None:
    path, copy = tmp_path / "games", tmp_path / "copy"
    copy.mkdir()
    names: list[str] = []
    with closing(BrowserGames(str(path))) as games:
        assert games.versions == "{}"
        for asked in (NEW, line("tell", game="friday", event=LINES[0])):
            games.handle(asked)
            names += json.loads(games.changed())
            (copy / names[-1]).write_bytes((path / names[-1]).read_bytes())
        assert len({*names}) == 1
        assert len(names) == 2
        assert games.versions == '{"friday":1}'
        games.handle(line("beliefs", game="friday"))
        assert games.changed() == "[]"
    (name,) = {*names}
    with closing(BrowserGames(str(copy))) as games:
        assert games.versions == '{"friday":1}'
        assert json.loads(games.handle(line("undo", game="friday")) or "")["result"]["changed"]
        games.handle(line("close", game="friday"))
        assert json.loads(games.changed()) == [name]
        assert not (copy / name).exists()


def test_other_lines_need_no_copies(tmp_path: Path) -> None:
    with closing(BrowserGames(str(tmp_path / "games"))) as games:
        assert games.copies(RIVALS) is None  # there is no such game
        games.handle(NEW)
        for other in (NEW, line("beliefs", game="friday"), "", "nonsense"):
            assert games.copies(other) is None


def test_damaged_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "x.game.json").write_text("{", "utf-8")
    with closing(BrowserGames(str(tmp_path))) as games:
        assert json.loads(games.changed()) == ["x.game.json", "x.game.json.aside-1"]
        games.handle(NEW)
