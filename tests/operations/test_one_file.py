"""An operation added in one file appears in every interface."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import cluetree

ADDED: Final = '''

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Held:
    """The cards that a player surely holds."""

    player: str
    cards: tuple[ClueCard, ...]


@operation("cluetree-held/1")
def surely_held(book: Notebook, *, player: Holder, at_most: Count = 100) -> Held:
    """List the cards that a player or the envelope surely holds."""
    holder = book.table.holder(player).name
    return Held(holder, tuple(book.beliefs.hand(holder))[:at_most])
'''
LOOK: Final = """
import json
from cluetree.interfaces.rpc import Session
request = {"jsonrpc": "2.0", "id": 1, "method": "surely_held", "params": {"game": "x"}}
print(json.loads(Session().handle(json.dumps(request)))["error"]["data"]["path"])
"""
ROOT: Final = Path(__file__).parents[2]
GAME: Final = ROOT / "examples" / "friday.clue"
PAGE: Final = ROOT / "docs" / "operations_page.py"


@pytest.mark.slow
def test_operation_in_one_file_is_everywhere(tmp_path: Path) -> None:
    package = tmp_path / "cluetree"
    shutil.copytree(
        Path(cluetree.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__")
    )
    with (package / "operations" / "ask.py").open("a", encoding="utf-8") as file:
        file.write(ADDED)

    def run(*words: str) -> str:
        env = {**os.environ, "PYTHONPATH": str(tmp_path), "COLUMNS": "100", "LANG": "C.UTF-8"}
        done = subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    held = {
        "format": "cluetree-held/1",
        "player": "envelope",
        "cards": ["Mrs. White", "Rope", "Billiard Room"],
    }
    assert run("-c", LOOK) == "$.params\n"  # where `player` is missing
    run(str(PAGE), str(tmp_path))
    assert "### surely_held" in (tmp_path / "operations.md").read_text("utf-8")
    schema = json.loads((tmp_path / "protocol.schema.json").read_text("utf-8"))
    method = schema["methods"]["surely_held"]
    assert method["params"] == {"$ref": "#/$defs/SurelyHeldParams"}
    assert "surely-held" in run("-m", "cluetree", "--help")
    command = ("-m", "cluetree", "surely-held", str(GAME), "envelope")
    assert json.loads(run(*command, "--json")) == held
    assert json.loads(run(*command, "--at-most", "1"))["cards"] == ["Mrs. White"]
