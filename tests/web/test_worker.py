"""What the page's JavaScript calls in the browser's own Python."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from cluetree.interfaces.web.store import StoreError
from cluetree.interfaces.web.worker import Games, answer_apart
from tests.web.client import line
from tests.web.record import LINES, SET_UP

NEW = line("new", game="friday", record=SET_UP)
RIVALS = line("rivals", game="friday", samples=4)


def test_a_change_is_in_the_file_when_it_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with closing(Games(str(path))) as games:
        assert games.versions == "{}"
        games.handle(NEW)
        games.handle(line("tell", game="friday", event=LINES[0]))
        assert games.versions == '{"friday":1}'
        kept = path.read_bytes()
    (tmp_path / "copy").write_bytes(kept)
    with closing(Games(str(tmp_path / "copy"))) as games:
        assert games.versions == '{"friday":1}'
        assert json.loads(games.handle(line("undo", game="friday")) or "")["result"]["changed"]


def test_a_slow_line_is_answered_from_copies_as_by_itself(tmp_path: Path) -> None:
    with closing(Games(str(tmp_path / "games"))) as games:
        games.handle(NEW)
        games.handle(line("tell", game="friday", event=LINES[0]))
        copies = games.copies(RIVALS)
        assert copies is not None
        assert answer_apart(copies, RIVALS) == games.handle(RIVALS)
        assert games.versions == '{"friday":1}'


def test_other_lines_need_no_copies(tmp_path: Path) -> None:
    with closing(Games(str(tmp_path / "games"))) as games:
        assert games.copies(RIVALS) is None  # there is no such game
        games.handle(NEW)
        for other in (NEW, line("beliefs", game="friday"), "", "nonsense"):
            assert games.copies(other) is None


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("no games")
    with pytest.raises(StoreError, match="not a database"):
        Games(str(tmp_path / "games"))
