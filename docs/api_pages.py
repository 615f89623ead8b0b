"""Writes the API pages, one for each public module, before Sphinx reads the sources.

Public modules are found automatically: the top-level modules of `cluetree`, the packages with
`__all__`, the modules of `cluetree.play` whose names it does not export itself, and the policies
of its engine.
"""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from sphinx.application import Sphinx

import cluetree

DOCS = Path(__file__).parent
FOLDER = DOCS / "reference" / "api"
LONGEST_VALUE = 200  # of a constant, in characters
INTERNAL = {"cluetree.play.workers"}  # can change
NESTED = {"cluetree.play.engine.policies"}  # public, below packages that can change
MAIN = ("Notebook", "SolverTree")  # documented on the page of `cluetree`, with inherited methods


def public_modules() -> dict[str, list[str]]:
    """Return each public module with the names that its page documents."""
    names_of = {}
    for info in pkgutil.walk_packages(cluetree.__path__, "cluetree."):
        if re.search(r"\._", info.name) or info.name in INTERNAL:
            continue
        parent, _, _ = info.name.rpartition(".")
        if not (info.ispkg or parent in {"cluetree", "cluetree.play"} or info.name in NESTED):
            continue
        module = importlib.import_module(info.name)
        if info.ispkg and not hasattr(module, "__all__"):
            continue
        exported = set() if parent == "cluetree" else set(_all(importlib.import_module(parent)))
        names = [name for name in _names(module) if name not in exported]
        if parent == "cluetree.play" and not info.ispkg and len(names) < len(_names(module)):
            names = []
        if names:
            names_of[info.name] = names
    return names_of


def _all(module: ModuleType) -> tuple[str, ...]:
    return tuple(getattr(module, "__all__", ()))


def _names(module: ModuleType) -> list[str]:
    """Return the public names of a module: its `__all__`, or else its definitions."""
    if hasattr(module, "__all__"):
        return [name for name in _all(module) if _is_ours(getattr(module, name))]
    return [*_definitions(module)]


def _is_ours(value: object) -> bool:
    """Whether this is not a class of another library, which only appears in a signature."""
    return not inspect.isclass(value) or value.__module__.startswith("cluetree.")


def _definitions(module: ModuleType) -> dict[str, tuple[str, str]]:
    """Return the definitions without an underscore: for data its value and its text."""
    body = ast.parse(inspect.getsource(module)).body
    definitions: dict[str, tuple[str, str]] = {}
    for node, after in zip(body, [*body[1:], None], strict=True):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                definitions[name] = "", ""
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                definitions[name] = ast.unparse(value), _text(after)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                definitions[name] = ast.unparse(value), _text(after)
    return {name: value for name, value in definitions.items() if not name.startswith("_")}


def _text(node: ast.stmt | None) -> str:
    """Return the string below an assignment."""
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return inspect.cleandoc(text)
    return ""


def _data(module: ModuleType, name: str) -> tuple[str, str]:
    """Return value and text of a constant, from the module that defines it."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if not isinstance(node, ast.ImportFrom) or node.module == module.__name__:
            continue
        if name in {alias.name for alias in node.names}:
            return _data(importlib.import_module(str(node.module)), name)
    return _definitions(module).get(name, ("", ""))


def page(module: str, names: list[str]) -> str:
    """Return the page of a module in reStructuredText."""
    return "\n".join([
        module,
        "=" * len(module),
        "",
        f".. automodule:: {module}",
        "   :no-members:",
        "",
        *(
            line
            for name in names
            for line in (
                [f"- :py:obj:`{name} <cluetree.{name}>`", ""]
                if name in MAIN
                else _entry(importlib.import_module(module), name)
            )
        ),
    ])  # fmt: skip


def _entry(module: ModuleType, name: str) -> Iterator[str]:
    value = getattr(module, name)
    if inspect.isclass(value):
        kind = "exception" if issubclass(value, BaseException) else "class"
        yield f".. auto{kind}:: {module.__name__}.{name}"
        if kind == "exception":
            yield "   :show-inheritance:"
    elif inspect.isroutine(value):
        yield f".. autofunction:: {module.__name__}.{name}"
    else:
        literal, text = _data(module, name)
        yield f".. py:data:: {module.__name__}.{name}"
        if 0 < len(literal) <= LONGEST_VALUE:
            yield f"   :value: {literal}"
        yield ""
        yield from (f"   {line}".rstrip() for line in text.splitlines())
    yield ""


def front_page(modules: dict[str, list[str]]) -> str:
    """Return the page of `cluetree` itself: its names, each with a link to its entry."""
    homes = {
        name: f"obj:`{name} <{module}.{name}>`"
        for module in modules
        for name in modules[module]
        if getattr(importlib.import_module(module), name) is getattr(cluetree, name, None)
    }
    homes |= {name: f"obj:`{name} <cluetree.{name}>`" for name in MAIN}
    lines = (homes.get(name, f"mod:`cluetree.{name}`") for name in _all(cluetree))
    return "\n".join([
        "cluetree",
        "========",
        "",
        "The names exported by ``cluetree``; each links to its entry.",
        "",
        *(f"- :py:{line}" for line in lines),
        "",
        *(f".. autoclass:: cluetree.{name}\n   :inherited-members:\n" for name in MAIN),
    ])  # fmt: skip


def write_pages(_app: Sphinx) -> None:
    """Write changed pages, and delete obsolete ones."""
    FOLDER.mkdir(exist_ok=True)
    modules = public_modules()
    pages = {f"{module}.rst": page(module, names) for module, names in modules.items()}
    pages["cluetree.rst"] = front_page(modules)
    pages["modules.inc"] = "".join(
        f"- {{doc}}`{name} <api/{name}>`: {_first_line(name)}\n" for name in ("cluetree", *modules)
    )
    for old in {path.name for path in FOLDER.iterdir()} - set(pages):
        (FOLDER / old).unlink()
    for name, text in pages.items():
        path = FOLDER / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def _first_line(module: str) -> str:
    line, *_ = (inspect.getdoc(importlib.import_module(module)) or "").splitlines()
    return line.removesuffix(".")


def leave_uneditable(
    _app: Sphinx, page: str, _template: str, context: dict[str, object], _tree: object
) -> None:
    """Remove the edit link of generated pages."""
    if page.startswith("reference/api/"):
        context["theme_top_of_page_buttons"] = []


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("builder-inited", write_pages)
    app.connect("html-page-context", leave_uneditable)
    return {"parallel_read_safe": True}
