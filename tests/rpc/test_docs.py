"""The pages on the protocols match the code."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from cluetree.interfaces.rpc import Session
from cluetree.interfaces.rpc.protocol import Code, ErrorData
from cluetree.operations import OPERATIONS
from docs.operations_page import BOT

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = ROOT / "docs" / "reference"
TEXT: Final = (PAGES / "protocol.md").read_text(encoding="utf-8")
BOT_TEXT: Final = (PAGES / "bots.md").read_text(encoding="utf-8")


def rows(text: str) -> dict[str, str]:
    """Return the rows of tables by the word in their first cell."""
    return dict(re.findall(r"^\| `?([\w-]+)`? \|(.*)$", text, re.MULTILINE))


OWN, BOTS = rows(TEXT), rows(BOT_TEXT)


def test_documented_dialogue_is_current() -> None:
    session = Session()
    dialogue = re.findall(r"^--> (.*)\n(?:<-- (.*)\n)?", TEXT, re.MULTILINE)
    shown = set(re.findall(r'"method": "(\w+)"', "\n".join(line for line, _ in dialogue)))
    assert {*OPERATIONS} <= shown
    for line, expected in dialogue:
        answer = session.handle(line) or ""
        pattern = re.escape(expected).replace(r"\.\.\.", ".*")
        assert re.fullmatch(pattern, answer), f"{line}\n{answer}"


def test_every_question_to_a_bot_has_its_row() -> None:
    assert set(BOTS) - {"request"} == set(BOT)
    for name, (params, result) in BOT.items():
        given, answered = (set(re.findall(r"`(\w+)`", cell)) for cell in BOTS[name].split("|")[:2])
        assert set(params.__struct_fields__) == given
        assert result is None or set(result.__struct_fields__) <= answered


def test_codes_have_their_documented_meanings() -> None:
    for code in Code:
        assert OWN[str(int(code))].strip(" |") == code.meaning


def test_error_data_is_documented() -> None:
    _, part = TEXT.split("## Errors")
    assert set(ErrorData.__struct_fields__) <= set(re.findall(r"`(\w+)`", part))


def test_documented_bot_dialogue_is_current() -> None:
    dialogue = re.findall(r"^==> (.*)\n(?:<== (.*)\n)?", BOT_TEXT, re.MULTILINE)
    assert {json.loads(asked)["method"] for asked, _ in dialogue} == {*BOT}
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "bots" / "bot.py"],
        input="".join(f"{asked}\n" for asked, _ in dialogue),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.splitlines() == [answer for _, answer in dialogue if answer]
