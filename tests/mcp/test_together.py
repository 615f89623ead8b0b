"""Several assistants on one file, each in its own process."""

import subprocess
import sys
from pathlib import Path

import pytest

from cluetree import Notebook

RECORD = "suspects A, B\nweapons C, D\nrooms E, F\nplayers Ann 1, Bob 1, Eve 1"
TELL = """
import sys
from pathlib import Path
from cluetree.errors import ClueError
from cluetree.interfaces.mcp.notes import Notes

notes, line, entered = Notes(Path(sys.argv[1])), sys.argv[2], 0
while entered < 30:
    try:
        notes.tell(line=line)
    except ClueError as error:
        assert "another program has changed" in str(error), error
    else:
        entered += 1
        print(entered, flush=True)
"""


@pytest.mark.slow
def test_no_acknowledged_entry_is_lost(tmp_path: Path) -> None:
    file, lines = tmp_path / "game.clue", ("Bob lacks A", "Eve lacks A")
    file.write_text(RECORD, encoding="utf-8")
    words = [sys.executable, "-c", TELL, str(file)]
    tellers = [
        subprocess.Popen([*words, line], stdout=subprocess.PIPE, text=True) for line in lines * 3
    ]
    said = dict.fromkeys(lines, 0)
    for number, (line, one) in enumerate(zip(lines * 3, tellers, strict=True)):
        assert one.stdout is not None
        said[line] += bool(one.stdout.readline())
        if number < 4:
            one.kill()
        said[line] += len(one.communicate()[0].splitlines())
        assert number < 4 or one.returncode == 0
    told = [*map(str, Notebook.load(file).events)]
    for line in lines:  # a killed program may have saved an entry without saying so
        assert said[line] <= told.count(line) <= said[line] + 2
    Notebook.load(file).save(file)
    assert [each.name for each in tmp_path.iterdir()] == ["game.clue"]
