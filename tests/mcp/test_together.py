"""Several assistants on one file, each in its own process."""

import subprocess
import sys
from pathlib import Path

import pytest

from cluetree import Notebook

RECORD = """
suspects Plum, Green
weapons Rope, Knife
rooms Hall, Study
players Ann 1, Bob 1, Eve 1
"""
TELL = """
import sys
from pathlib import Path
from cluetree.errors import ClueError
from cluetree.interfaces.mcp.notes import Notes

notes, line, entered = Notes(Path(sys.argv[1])), sys.argv[2], 0
while entered < int(sys.argv[3]):
    try:
        notes.tell(line=line)
    except ClueError as error:
        assert "another program has changed the file" in str(error), error
    else:
        entered += 1
        print(entered, flush=True)
"""


def teller(file: Path, line: str, entries: int) -> "subprocess.Popen[str]":
    words = [sys.executable, "-c", TELL, str(file), line, str(entries)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_no_acknowledged_entry_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "game.clue"
    file.write_text(RECORD, encoding="utf-8")
    lines = ("Bob lacks Plum", "Eve lacks Plum")
    patient = [teller(file, line, 30) for line in lines]
    killed = [teller(file, line, 10**6) for line in lines * 2]
    said = dict.fromkeys(lines, 0)
    for line, one in zip(lines * 2, killed, strict=True):
        assert one.stdout is not None
        assert one.stdout.readline()
        one.kill()
        said[line] += 1 + len(one.communicate()[0].splitlines())
    for line, one in zip(lines, patient, strict=True):
        said[line] += len(one.communicate()[0].splitlines())
        assert one.returncode == 0
    told = [*map(str, Notebook.load(file).events)]
    for line in lines:  # a killed program may have saved an entry without saying so
        assert said[line] <= told.count(line) <= said[line] + 2
    Notebook.load(file).save(file)
    assert [each.name for each in tmp_path.iterdir()] == ["game.clue"]
