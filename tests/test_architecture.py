"""Rules that no linter has; import-linter checks the layers, Ruff the rest."""

import ast
from pathlib import Path
from typing import Final

import cluetree

FILES: Final = sorted(Path(cluetree.__file__).parent.rglob("*.py"))
STATE: Final = {"CardStage", "JoinStage", "JsonObject", "OpenGames"}
"""Mutable classes besides the tree and the notebook; they never leave their own package."""


def test_data_between_packages_is_frozen() -> None:
    assert not [
        f"{path}: {node.name}"
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
        and not node.name.startswith("_")
        and node.name not in STATE
        and "dataclass" in (made := " ".join(map(ast.unparse, node.decorator_list)))
        and "frozen=True" not in made
    ]
