"""The floors of the house: which room may import which, read off the source."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import cluetree

PACKAGE: Final = Path(cluetree.__file__).parent
MODULES: Final = sorted(PACKAGE.rglob("*.py"))

# Floor by floor, from the ground up; what shares a room may import each other.
FLOORS: Final = (
    ({"errors"}, {"lines"}),
    ({"cards", "editions"},),
    ({"table"}, {"board"}, {"claims"}),
    ({"infos", "events"}, {"deduction"}),
    ({"evidence", "beliefs"}, {"record"}),
    ({"tree"}, {"exact"}),
    ({"explain"}, {"advice"}),
    ({"notebook"},),
    ({"__init__"},),  # the front: what `import cluetree` gives
    ({"play"},),
    ({"faces"},),
    ({"__main__"},),
)
FLOOR_OF: Final = {
    part: (floor, room)
    for floor, rooms in enumerate(FLOORS)
    for room, parts in enumerate(rooms)
    for part in parts
}

# The same within the faces; what shares a room may import each other.
FACES: Final = (
    ({"words"}, {"forms"}),
    ({"rpc"}, {"terminal"}),
    ({"web"}, {"conformance"}),
    ({"commands"},),
    ({"cli"},),
)
FACE_OF: Final = {
    part: (floor, room)
    for floor, rooms in enumerate(FACES)
    for room, parts in enumerate(rooms)
    for part in parts
}
DRAWN_WITH: Final = {"rich", "textual", "cyclopts"}
"""What draws, and what reads a command line."""

each_module = pytest.mark.parametrize(
    "path", MODULES, ids=[str(path.relative_to(PACKAGE)) for path in MODULES]
)


def part_of(path: Path) -> str:
    """The room's name: the module at the top, or the folder."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(path: Path) -> Iterator[str]:
    """Yield every module imported anywhere in the file, also lazily or for types alone."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def parts_imported(path: Path) -> set[str]:
    """Which parts of cluetree a file imports; `__init__` for the front itself."""
    names = [name.split(".") for name in imports(path)]
    parts = {rest[0] if rest else "" for top, *rest in names if top == "cluetree"}
    return {part if part in FLOOR_OF else "__init__" for part in parts}


@each_module
def test_every_module_has_its_floor(path: Path) -> None:
    assert part_of(path) in FLOOR_OF


@each_module
def test_imports_go_down_only(path: Path) -> None:
    here = part_of(path)
    floor, room = FLOOR_OF[here]
    for part in parts_imported(path) - {here}:
        below, other = FLOOR_OF[part]
        assert below < floor or (below, other) == (floor, room), f"{here} imports {part}"


each_face = pytest.mark.parametrize(
    "path",
    [path for path in MODULES if path.relative_to(PACKAGE).parts[:1] == ("faces",)][1:],
    ids=lambda path: str(path.relative_to(PACKAGE / "faces")),
)


@each_face
def test_within_the_faces_imports_go_down_as_well(path: Path) -> None:
    here = path.relative_to(PACKAGE / "faces").parts[0].removesuffix(".py")
    floor, room = FACE_OF[here]
    for name in imports(path):
        top, *rest = name.split(".")
        if (top, rest[:1]) == ("cluetree", ["faces"]) and rest[1] != here:
            below, other = FACE_OF[rest[1]]
            assert below < floor or (below, other) == (floor, room), f"{here} imports {name}"


@each_face
def test_only_commands_and_the_terminal_draw(path: Path) -> None:
    here = path.relative_to(PACKAGE / "faces").parts[0].removesuffix(".py")
    uses = {name.split(".")[0] for name in imports(path)}
    assert here in {"commands", "terminal", "cli"} or not uses & DRAWN_WITH


@each_module
def test_only_the_seam_imports_anytree(path: Path) -> None:
    uses = any(name.split(".")[0] == "anytree" for name in imports(path))
    assert uses == (path == PACKAGE / "tree" / "_anytree.py")


@each_module
def test_only_a_room_itself_looks_behind_an_underscore(path: Path) -> None:
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "cluetree" and any(
            part.startswith("_") and not part.startswith("__") for part in parts[1:]
        ):
            assert parts[1] == part_of(path), name


@each_module
def test_a_module_has_less_than_five_hundred_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) < 500


Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


LONG: Final = {"follows"}
"""The proof checker's one match over all rules: to be read beside their list, not taken apart."""


@each_module
def test_a_function_has_less_than_fifty_lines(path: Path) -> None:
    """Its docstring not counted: a function is not longer for saying more."""
    for function in functions(parsed(path)):
        assert function.end_lineno is not None
        lines = function.end_lineno - function.lineno + 1
        told = function.body[0]
        if ast.get_docstring(function) is not None:
            lines -= (told.end_lineno or told.lineno) - told.lineno + 1
        assert lines < 50 or function.name in LONG, function.name


def public_defs(node: ast.Module | ast.ClassDef) -> Iterator[Function | ast.ClassDef]:
    """Yield public functions and classes, and those in public classes; no stubs of types."""
    for child in node.body:
        if isinstance(child, Function | ast.ClassDef) and not child.name.startswith("_"):
            yield child
            if isinstance(child, ast.ClassDef):
                yield from public_defs(child)


@each_module
def test_every_public_def_has_a_docstring(path: Path) -> None:
    module = parsed(path)
    assert ast.get_docstring(module), "a module says what it is for"
    for node in public_defs(module):
        assert ast.get_docstring(node), node.name


@each_module
def test_no_assert_checks_an_input(path: Path) -> None:
    """An assert may help a type checker along, but must not look at what a caller handed in."""
    for function in functions(parsed(path)):
        arguments = function.args
        given = {
            argument.arg
            for argument in (
                *arguments.posonlyargs,
                *arguments.args,
                *arguments.kwonlyargs,
                *filter(None, (arguments.vararg, arguments.kwarg)),
            )
        } - {"self", "cls"}
        for node in ast.walk(function):
            if isinstance(node, ast.Assert):
                names = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
                assert not names & given, f"{function.name} asserts {names & given}"


@each_module
def test_no_module_prints_or_logs(path: Path) -> None:
    if part_of(path) in {"faces", "__main__"}:
        return
    called = {
        node.func.id
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"print", "input", "breakpoint", "exec", "eval"}
    assert "logging" not in {name.split(".")[0] for name in imports(path)}


def test_the_front_names_all_that_it_gives() -> None:
    assert list(cluetree.__all__) == sorted(
        cluetree.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    assert len(set(cluetree.__all__)) == len(cluetree.__all__)
    assert all(hasattr(cluetree, name) for name in cluetree.__all__)


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


# The tests above can fail: each rule finds the fault in a sentence that has it.


@pytest.mark.parametrize(
    ("path", "code", "expected"),
    [
        ("table.py", "from cluetree.tree import SolverTree", {"tree"}),
        ("table.py", "def f():\n    import cluetree.tree.solver", {"tree"}),
        ("record/a.py", "from cluetree import editions", {"editions"}),
        ("record/a.py", "from cluetree import __version__", {"__init__"}),
        ("record/a.py", "import cluetree", {"__init__"}),
        ("record/a.py", "from cluetree import editions, ClueCard", {"__init__", "editions"}),
        ("record/a.py", "import json\nfrom anytree import Node", set()),
    ],
)
def test_imports_are_seen(tmp_path: Path, path: str, code: str, expected: set[str]) -> None:
    file = tmp_path / Path(path).name
    file.write_text(code, "utf-8")
    assert parts_imported(file) == expected
