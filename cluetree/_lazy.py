"""Modules that are imported when they are used."""

from importlib import import_module


class LazyModule:
    """A module that is imported when an attribute of it is used."""

    def __init__(self, name: str):
        self._name = name

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self._name), name)
