"""How far work has come is told to who watches, and only beside the answer."""

import io
import sys

import pytest

from cluetree.interfaces.cli.common import bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("watched", [True, False])
def test_who_watches_sees_how_much_is_done(
    watched: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = Terminal() if watched else io.StringIO()
    monkeypatch.setattr(sys, "stderr", error)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    with bar("games") as tell:
        tell(3, 9)
    assert ("3/9" in error.getvalue()) is ("games" in error.getvalue()) is watched
    assert bool(error.getvalue()) is watched
    assert capsys.readouterr().out == ""
