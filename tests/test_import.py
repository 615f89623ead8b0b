"""The modules that `import cluetree` loads in a fresh interpreter."""

import json
import subprocess
import sys
from typing import Final

import pytest

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
    "textual",
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


@pytest.mark.parametrize("heavy", HEAVY)
def test_import_loads_no_heavy_module(loaded: list[str], heavy: str) -> None:
    assert "cluetree" in loaded
    assert heavy not in loaded


def test_import_loads_no_interface_and_no_play(loaded: list[str]) -> None:
    packages = {name.split(".")[1] for name in loaded if name.startswith("cluetree.")}
    assert {"cards", "tree", "editions"} <= packages
    assert not packages & {"interfaces", "play"}


@pytest.mark.slow
def test_tree_needs_no_heavy_module() -> None:
    code = """
from cluetree import SolverTree, Suggestion, Table, editions
table = Table.set_up(editions.CLUE_US, {"Ann": 9, "Bob": 9})
guess = table.edition.guess("plum", "rope", "hall")
tree = SolverTree.at(table)
for by in table.names:
    for info in Suggestion(by, guess).infos(table):
        tree.grow(info)
tree.prune()
assert tree.get_answer() == guess
assert str(tree) and tree.to_dot() and tree.to_mermaid() and tree.evidence().facts
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


@pytest.mark.slow
def test_importing_prints_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "import cluetree"], capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
