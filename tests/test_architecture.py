"""The layers: which part may import which, read from the source."""

import ast
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

import cluetree

PACKAGE: Final = Path(cluetree.__file__).parent

# Layer by layer, lowest first; parts in one set may import each other.
LAYERS: Final = (
    ({"start"}, {"lazy"}, {"markup"}),
    ({"errors", "limit"}, {"line_protocol"}, {"atomic_file"}),
    ({"cards", "editions"},),
    ({"table"}, {"board"}, {"claims"}),
    ({"infos", "events"}, {"deduction"}),
    ({"turns"},),
    ({"evidence", "beliefs"}, {"record"}),
    ({"tree"}, {"exact"}),
    ({"explain"}, {"advice"}),
    ({"notebook"},),
    ({"__init__"},),  # what `import cluetree` gives
    ({"play"},),
    ({"text"},),
    ({"operations"},),
    ({"interfaces"},),
    ({"__main__"},),
)


def places_in(layers: Sequence[Sequence[Collection[str]]]) -> dict[str, tuple[int, int]]:
    """Return the number of each part's layer, and of its group in the layer."""
    return {
        part: (layer, group)
        for layer, groups in enumerate(layers)
        for group, parts in enumerate(groups)
        for part in parts
    }


LAYER_OF: Final = places_in(LAYERS)

# The same within `interfaces`.
INTERFACES: Final = (({"extras"}, {"drawing"}), ({"rpc"},), ({"web"}, {"mcp"}), ({"cli"},))
INTERFACE_OF: Final = places_in(INTERFACES)
DRAWN_WITH: Final = {"rich", "cyclopts"}
"""Packages that draw, and packages that read a command line."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """A file of the package, parsed once."""

    path: Path

    def __str__(self) -> str:
        return "/".join(self.parts)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        return self.path.relative_to(PACKAGE).parts

    @property
    def part(self) -> str:
        """The package's name: the module at the top, or the folder."""
        return self.parts[0].removesuffix(".py")

    @property
    def interface(self) -> str | None:
        """The interface that it belongs to, if any."""
        return self.parts[1].removesuffix(".py") if self.part == "interfaces" else None

    @cached_property
    def text(self) -> str:
        return self.path.read_text("utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        return tuple(ast.walk(self.tree))

    @cached_property
    def imports(self) -> tuple[str, ...]:
        """Every module imported anywhere in the file, also lazily or for types alone."""
        return tuple(imported(self.nodes))

    @property
    def functions(self) -> list[Function]:
        return [node for node in self.nodes if isinstance(node, Function)]

    @property
    def parts_imported(self) -> set[str]:
        """Which parts of cluetree it imports; `__init__` for the front itself."""
        names = [name.split(".") for name in self.imports]
        parts = {rest[0] if rest else "" for top, *rest in names if top == "cluetree"}
        return {part if part in LAYER_OF else "__init__" for part in parts}

    @property
    def libraries(self) -> set[str]:
        return {name.split(".")[0] for name in self.imports}


def imported(nodes: tuple[ast.AST, ...]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def modules() -> tuple[Module, ...]:
    return tuple(map(Module, sorted(PACKAGE.rglob("*.py"))))


def test_every_module_has_a_layer() -> None:
    assert not [f"{module}" for module in modules() if module.part not in LAYER_OF]


def test_imports_go_down_only() -> None:
    assert not [
        f"{module} imports {part}"
        for module in modules()
        for part in module.parts_imported - {module.part}
        if not is_below(LAYER_OF[part], LAYER_OF[module.part])
    ]


def is_below(other: tuple[int, int], here: tuple[int, int]) -> bool:
    """Whether a part may be imported: it lies in a lower layer or the same group."""
    return other[0] < here[0] or other == here


def test_imports_have_no_cycle() -> None:
    """This includes imports for types alone."""
    named = {
        ".".join(("cluetree", *module.parts)).removesuffix(".py"): module for module in modules()
    }
    files = {name.removesuffix(".__init__"): module for name, module in named.items()}
    needs = {
        name: {known for imported in module.imports for known in known_as(imported, files)} - {name}
        for name, module in files.items()
    }
    # A package only re-exports names of its modules.
    packages = {name for name, module in files.items() if module.path.name == "__init__.py"}
    TopologicalSorter({name: needs[name] - packages for name in needs}).prepare()


def known_as(name: str, files: Container[str]) -> set[str]:
    """The file that an import names, whether it names the module or something in it."""
    return {known for known in (name, name.rpartition(".")[0]) if known in files}


def test_within_the_interfaces_imports_go_down_as_well() -> None:
    assert not [
        f"{module} imports {name}"
        for module in modules()
        for name in module.imports
        if module.interface not in {None, "__init__"} and name.startswith("cluetree.interfaces.")
        for other in [name.split(".")[2]]
        if other != module.interface
        and not is_below(INTERFACE_OF[other], INTERFACE_OF[str(module.interface)])
    ]


def test_only_drawings_commands_and_the_terminal_use_rich() -> None:
    assert not [
        f"{module} draws"
        for module in modules()
        if module.libraries & DRAWN_WITH and module.interface not in {"cli", "drawing"}
    ]


def test_only_one_module_imports_anytree() -> None:
    found = [str(module) for module in modules() if "anytree" in module.libraries]
    assert found == ["tree/_anytree.py"]


def test_private_modules_are_imported_by_their_own_package_only() -> None:
    assert not [
        f"{module} imports {name}"
        for module in modules()
        for name in module.imports
        if is_private(name) and name.split(".")[1] != module.part
    ]


def is_private(name: str) -> bool:
    top, *parts = name.split(".")
    hidden = (part.startswith("_") and not part.startswith("__") for part in parts)
    return top == "cluetree" and any(hidden)


def test_module_has_less_than_five_hundred_lines() -> None:
    assert not [f"{module}" for module in modules() if len(module.text.splitlines()) >= 500]


LONG: Final = {"follows"}
"""The proof checker's match over all rules, which is read beside their list."""


def test_function_has_less_than_fifty_lines() -> None:
    """Its docstring not counted: a function is not longer for saying more."""
    assert not [
        f"{module}: {function.name}"
        for module in modules()
        for function in module.functions
        if lines_of(function) >= 50 and function.name not in LONG
    ]


def lines_of(function: Function) -> int:
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    told = function.body[0]
    if ast.get_docstring(function) is not None:
        lines -= (told.end_lineno or told.lineno) - told.lineno + 1
    return lines


def public_defs(node: ast.Module | ast.ClassDef) -> Iterator[Function | ast.ClassDef]:
    """Yield public functions and classes, and those in public classes; no stubs of types."""
    for child in node.body:
        if isinstance(child, Function | ast.ClassDef) and not child.name.startswith("_"):
            yield child
            if isinstance(child, ast.ClassDef):
                yield from public_defs(child)


def test_every_module_and_public_def_has_a_docstring() -> None:
    assert not [f"{module}" for module in modules() if not ast.get_docstring(module.tree)]
    assert not [
        f"{module}: {node.name}"
        for module in modules()
        for node in public_defs(module.tree)
        if not ast.get_docstring(node) and not (module.interface == "tui" and is_handler(node))
    ]


def is_handler(node: Function | ast.ClassDef) -> bool:
    """Whether Textual calls a method by its name."""
    return node.name.startswith(("compose", "on_", "action_"))


STATE: Final = {"Game", "Games", "OpenGames", "OpenShows", "Views", "WhatIfs"}
"""Mutable classes besides the tree and the notebook; they never leave their own package."""


def test_data_between_packages_is_frozen() -> None:
    assert not [
        f"{module}: {node.name}"
        for module in modules()
        for node in module.nodes
        if isinstance(node, ast.ClassDef)
        and not node.name.startswith("_")
        and is_open(node)
        and node.name not in STATE
    ]


def is_open(node: ast.ClassDef) -> bool:
    """Whether a class is a mutable dataclass or struct."""
    made = [part for part in node.decorator_list if "dataclass" in ast.unparse(part)]
    keywords = [k for part in made if isinstance(part, ast.Call) for k in part.keywords]
    is_value = made or any(ast.unparse(base).endswith("Struct") for base in node.bases)
    frozen = [k for k in (*keywords, *node.keywords) if k.arg == "frozen"]
    return bool(is_value or frozen) and [ast.unparse(k.value) for k in frozen] != ["True"]


FRAMES: Final = {"Call", "Response", "Error", "Success", "Failure", "JsonObject"}
"""The structs of JSON-RPC, which fixes the order of their fields, and a base without fields."""


def test_fields_of_a_document_are_given_by_name() -> None:
    """Else a new field would move all others; msgspec does not hand `kw_only` on to subclasses."""
    assert not [
        f"{module}: {node.name}"
        for module in modules()
        for node in module.nodes
        if {"rpc", "operations", "outside"} & set(module.parts)
        and isinstance(node, ast.ClassDef)
        and not node.name.startswith("_")
        and node.name not in FRAMES
        and (said := {k.arg: ast.unparse(k.value) for k in node.keywords})
        and said.get("kw_only") != "True"
    ]


def test_no_assert_checks_an_input() -> None:
    """An assert may help a type checker, but must not check an argument."""
    assert not [
        f"{module}: {function.name} asserts {names}"
        for module in modules()
        for function in module.functions
        for node in ast.walk(function)
        if isinstance(node, ast.Assert)
        and (names := names_in(node) & arguments_of(function) - {"self", "cls"})
    ]


def names_in(node: ast.AST) -> set[str]:
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}


def arguments_of(function: Function) -> set[str]:
    arguments = function.args
    listed = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    rest = filter(None, (arguments.vararg, arguments.kwarg))
    return {argument.arg for argument in (*listed, *rest)}


def test_no_module_prints_or_logs() -> None:
    quiet = [module for module in modules() if module.part not in {"interfaces", "__main__"}]
    assert not [
        f"{module} calls {node.func.id}"
        for module in quiet
        for node in module.nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"print", "input", "breakpoint", "exec", "eval"}
    ]
    assert not [f"{module}" for module in quiet if "logging" in module.libraries]


def test_package_lists_its_exports() -> None:
    assert list(cluetree.__all__) == sorted(
        cluetree.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    assert len(set(cluetree.__all__)) == len(cluetree.__all__)
    assert all(hasattr(cluetree, name) for name in cluetree.__all__)


def test_package_is_marked_as_typed() -> None:
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
def test_imports_are_found(tmp_path: Path, path: str, code: str, expected: set[str]) -> None:
    file = tmp_path / Path(path).name
    file.write_text(code, "utf-8")
    assert Module(file).parts_imported == expected
