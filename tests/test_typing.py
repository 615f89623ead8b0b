"""A user's type checker finds no error."""

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import cluetree
from cluetree import Table
from cluetree.editions import CLUE_US
from cluetree.table import Answering
from tests.typing.use_bot import Bot, events as told

ROOT: Final = Path(cluetree.__file__).parent.parent


def run(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def prompts(page: Path) -> str:
    """The Python blocks of a page as one program that prints the shown results."""
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    lines: list[str] = []
    for block in blocks:
        for example in doctest.DocTestParser().get_examples(block):
            code = ast.parse(example.source)
            shown = example.want and isinstance(code.body[-1], ast.Expr)
            lines.append(f"print({example.source.strip()})" if shown else example.source.rstrip())
    return "\n".join(("# pyright: strict", *lines, ""))


@pytest.mark.slow
def test_readme_satisfies_both_type_checkers(tmp_path: Path) -> None:
    source = tmp_path / "readme.py"
    source.write_text(prompts(ROOT / "README.md"), "utf-8")
    assert "Notebook(table)" in source.read_text("utf-8")
    run("mypy", "--strict", str(source))
    run("pyright", "--pythonpath", sys.executable, str(source))


def test_bot_plays() -> None:
    seats = {"Ann": 6, "Bob": 6, "Cid": 6}
    bot = Bot(CLUE_US, seats, "Ann", ["plum", "knife", "rope", "hall", "study", "lounge"])
    bot.hear("Ann", ["white", "wrench", "hall"], {"Bob": "white"})
    bot.hear("Bob", ["green", "wrench", "kitchen"], {"Cid": ""})
    assert bot.book.beliefs.hand("Bob") == CLUE_US.hand("white")
    assert bot.ask("kitchen").room == CLUE_US.card("kitchen")
    assert bot.show("Cid", ("plum", "rope", "hall")) in bot.book.beliefs.hand("Ann")
    assert bot.accusation() is None
    assert not bot.repair()
    assert len([*bot.reasons()]) == 1
    bot.book.tell_holds("Cid", "white")
    assert bot.repair()
    table = Table.set_up(CLUE_US, seats, answering=Answering.ALL)
    assert [event.at(table) for event in told(CLUE_US)] == told(CLUE_US)
