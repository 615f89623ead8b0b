"""A user's type checker finds no error and reveals no `Any`."""

import ast
import doctest
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Final

import pytest

import cluetree
from cluetree import (
    Answering,
    Table,
    cards,
    editions,
    errors,
    events,
    evidence,
    infos,
    notebook,
    record,
    table,
    tree,
)
from cluetree.editions import CLUE_US
from tests.typing.use_bot import Bot, events as told

ROOT: Final = Path(cluetree.__file__).parent.parent
MODULES: Final = (
    *(cluetree, cards, editions, errors, events, evidence, infos, notebook, record, table, tree),
)


def public(module: ModuleType) -> dict[str, object]:
    """The public names of a module: its `__all__`, or its own definitions."""
    names: tuple[str, ...] = getattr(module, "__all__", ())
    if names:
        return {name: getattr(module, name) for name in names}
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_")
        and getattr(value, "__module__", module.__name__) == module.__name__
        and not isinstance(value, ModuleType)
    }


def classes() -> dict[str, type]:
    return {
        f"{module.__name__}.{name}": value
        for module in MODULES
        for name, value in public(module).items()
        if isinstance(value, type)
    }


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
    assert "SolverTree.at(table)" in source.read_text("utf-8")
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
    bot.book.holds("Cid", "white")
    assert bot.repair()
    table = Table.set_up(CLUE_US, seats, answering=Answering.ALL)
    assert [event.at(table) for event in told(CLUE_US)] == told(CLUE_US)


STANDARD: Final = vars(BaseException).keys() | vars(Formatter).keys()
"""Attributes of standard classes, some of which typeshed gives `Any`."""


def attributes(kind: type) -> Iterator[str]:
    """Every public attribute of a class that is declared in cluetree, set in `__init__` too."""
    for base in kind.__mro__:
        if not base.__module__.startswith("cluetree"):
            continue
        yield from vars(base)
        yield from inspect.get_annotations(base)
        for node in ast.walk(ast.parse(inspect.getsource(sys.modules[base.__module__]))):
            if isinstance(node, ast.ClassDef) and node.name == base.__name__:
                yield from (
                    part.attr
                    for part in ast.walk(node)
                    if isinstance(part, ast.Attribute)
                    and isinstance(part.value, ast.Name)
                    and part.value.id == "self"
                )


def script() -> str:
    """A user's module that reveals the type of every public name."""
    modules = ", ".join(module.__name__.split(".")[1] for module in MODULES[1:])
    lines = ["import cluetree", f"from cluetree import {modules}"]
    for module in MODULES:
        lines += [f"reveal_type({module.__name__}.{name})" for name in public(module)]
    for number, (name, kind) in enumerate(sorted(classes().items())):
        lines.append(f"def f{number}(x: {name}) -> None:")
        names = sorted({n for n in attributes(kind) if not n.startswith("_")} - STANDARD)
        lines += [f"    reveal_type(x.{attribute})" for attribute in names]
        lines.append("    reveal_type(x)")
    return "\n".join(lines)


@pytest.mark.slow
def test_public_types_contain_no_any(tmp_path: Path) -> None:
    source = tmp_path / "user.py"
    source.write_text(script(), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(source)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    revealed = re.findall(r'user\.py:(\d+): note: Revealed type is "(.*)"', done.stdout)
    lines = source.read_text("utf-8").splitlines()
    asked = sum("reveal_type" in line for line in lines)
    assert len(revealed) == asked > 300, done.stdout[-3000:]
    assert not re.search(r": error: ", done.stdout), done.stdout[-3000:]
    vague = [f"{lines[int(at) - 1].strip()}: {kind}" for at, kind in revealed if "Any" in kind]
    assert vague == []
    shown = {lines[int(at) - 1].strip(): kind for at, kind in revealed}
    assert shown["reveal_type(x.children)"] == "tuple[cluetree.tree.node.SolverNode, ...]"
