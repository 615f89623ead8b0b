"""The modules that `import cluetree` loads in a fresh interpreter."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import cluetree

HEAVY: Final = (
    "asyncio",
    "cyclopts",
    "hypothesis",
    "matplotlib",
    "msgspec",
    "multiprocessing",
    "numpy",
    "pytest",
    "rich",
    "starlette",
    "uvicorn",
)


def fresh(code: str) -> list[str]:
    """Run some code in a new interpreter and return the modules it has loaded by then."""
    script = f"{code}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    modules: list[str] = json.loads(done.stdout)
    return modules


@pytest.fixture(scope="module")
def loaded() -> list[str]:
    return fresh("import cluetree")


def test_import_loads_no_heavy_module(loaded: list[str]) -> None:
    assert not {*HEAVY} & {*loaded}


def test_import_loads_parts_when_they_are_used(loaded: list[str]) -> None:
    assert [name for name in loaded if "cluetree" in name] == ["cluetree"]
    used = fresh("import cluetree\ncluetree.Edition, cluetree.editions.CLUE_US")
    packages = {name.split(".")[1] for name in used if name.startswith("cluetree.")}
    assert {"cards", "editions"} <= packages
    assert not packages & {"exact", "interfaces", "play", "tree"}


def test_front_has_the_parts_and_names_that_a_type_checker_sees() -> None:
    """The checker reads the imports for types; `dir` must show them before any is used."""
    front = ast.parse(Path(cluetree.__file__).read_text("utf-8"))
    imports = [node for node in ast.walk(front) if isinstance(node, ast.ImportFrom)]
    seen = {
        name
        for node in imports
        if node.module and node.module.startswith("cluetree")
        for name in (*node.module.split(".")[1:], *(alias.name for alias in node.names))
    }
    assert {"editions", "record", "Notebook"} < seen == {*dir(cluetree)} - {"__version__"}
    for name in seen:
        assert getattr(cluetree, name)
    fresh("import cluetree\nassert cluetree.record.load")


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'cluetree' has no attribute 'Clue'"):
        getattr(cluetree, "Clue")  # noqa: B009 -- the checkers know all names


@pytest.mark.slow
def test_command_imports_only_what_it_uses() -> None:
    loaded = fresh(
        "import contextlib, io\n"
        "from cluetree.interfaces.cli.main import main\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        "    assert main(['editions']) == 0"
    )
    assert not {"asyncio", "multiprocessing", "cluetree.play"} & {*loaded}


@pytest.mark.slow
def test_tree_needs_no_heavy_module() -> None:
    code = """
from cluetree import SolverTree, Suggestion, Table, editions
table = Table.set_up(editions.CLUE_US, {"Ann": 9, "Bob": 9})
guess = table.edition.guess("plum", "rope", "hall")
tree = SolverTree.at(table)
for by in table.names:
    tree.grow(Suggestion(by, guess, "nobody"))
tree.prune()
assert tree.get_answer() == guess
assert str(tree) and tree.to_svg() and tree.evidence().facts
"""
    assert not {*HEAVY} & {*fresh(code)}


@pytest.mark.slow
def test_protocol_loads_no_drawing_and_no_server() -> None:
    """A page that runs Python itself has none of these."""
    loaded = {*fresh("from cluetree.interfaces.rpc import Session")}
    assert {"msgspec", "cluetree.operations.ask"} <= loaded
    assert not loaded & {*HEAVY, "socketserver", "sqlite3", "subprocess"} - {"msgspec"}
    packages = {name.split(".")[2] for name in loaded if name.startswith("cluetree.interfaces.")}
    assert packages == {"rpc"}
