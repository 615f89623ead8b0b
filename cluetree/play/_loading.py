"""Agents from other modules or files: found by name, and sent to workers."""

import copyreg
import hashlib
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from cluetree.errors import InvalidAgentError
from cluetree.play.agent import Agent

METHODS: Final = ("begin", "observe", "move", "suggest", "show", "accuse")
"""The methods of an agent."""


def agent_class(where: str, name: str) -> type[Agent]:
    """Return a class by its module, or by the path of its .py file, and its name.

    Raises:
        InvalidAgentError: If it cannot be imported, or is not a class of agents.
    """
    try:
        module = _of_file(Path(where)) if where.endswith(".py") else import_module(where)
    except (Exception, SystemExit) as error:  # a user's code may raise anything
        raise InvalidAgentError(f"{where} cannot be imported: {error!r}") from error
    found: object = getattr(module, name, None)
    if not isinstance(found, type):
        classes = ", ".join(word for word in vars(module) if _is_agent(vars(module)[word]))
        raise InvalidAgentError(f"{where} has no class {name!r}; agents there: {classes or 'none'}")
    missing = [method for method in METHODS if not callable(getattr(found, method, None))]
    if missing:
        raise InvalidAgentError(
            f"{where}:{name} is not an agent: it has no method {', '.join(missing)}"
        )
    kind: type[Agent] = found
    if where.endswith(".py"):
        _send_by_path(kind, str(Path(where).resolve()))
    return kind


def _is_agent(found: object) -> bool:
    return isinstance(found, type) and all(hasattr(found, method) for method in METHODS)


def _of_file(path: Path) -> ModuleType:
    """Import a file under a unique name: two files may both be called agent.py."""
    path = path.resolve()
    name = f"cluetree_agent_{hashlib.blake2b(str(path).encode(), digest_size=8).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ImportError(f"no such file: {path}")
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _send_by_path(kind: type[Agent], path: str) -> None:
    """Let another process make copies from the file, as it cannot import the module."""

    def reduce(agent: Agent) -> tuple[Callable[..., Agent], tuple[str, str], object]:  # type: ignore[explicit-any]  # as pickle calls it
        return _blank, (path, kind.__name__), agent.__getstate__()

    copyreg.pickle(kind, reduce)


def _blank(path: str, name: str) -> Agent:
    kind = agent_class(path, name)
    return kind.__new__(kind)
