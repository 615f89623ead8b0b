"""Names and modules that are imported when they are used."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module


def on_demand(package: str, names: Sequence[str], parts: Sequence[str]) -> Callable[[str], object]:
    """Return the function `__getattr__` of a package that does not import its parts.

    Args:
        package: The package.
        names: Its public names.
        parts: The modules that define them, those of lower layers first.
    """

    def find(name: str) -> object:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        for part in parts:
            module = import_module(f"{package}.{part}")
            if part == name or hasattr(module, name):
                found = module if part == name else getattr(module, name)
                setattr(sys.modules[package], name, found)
                return found
        raise AttributeError(f"no part of {package!r} defines {name!r}", name=name)

    return find


class _LazyModule:
    def __init__(self, name: str):
        self._name = name

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self._name), name)


def lazy_module(name: str) -> object:
    """Return a module that is imported when an attribute of it is used."""
    return _LazyModule(name)
