"""Files with one mistake each, and the one line that says so.

`invalid/expected.txt` has that line for every other file in its folder, in order of name.
"""

import os
from pathlib import Path

import pytest

from cluetree.errors import RecordError
from cluetree.record import load

FOLDER = Path(__file__).parent / "invalid"
FILES = sorted(path for path in FOLDER.iterdir() if path.suffix in {".json", ".clue"})
EXPECTED = (FOLDER / "expected.txt").read_text(encoding="utf-8").split("\n")[:-1]


@pytest.mark.parametrize(
    ("path", "message"), list(zip(FILES, EXPECTED, strict=True)), ids=[path.name for path in FILES]
)
def test_message_is_exact(path: Path, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        load(path)
    assert str(caught.value).removeprefix(f"{FOLDER}{os.sep}") == message
    assert len(message.splitlines()) == 1
