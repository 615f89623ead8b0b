"""The optional packages of cluetree."""

from importlib.util import find_spec
from typing import Final

from cluetree.errors import MissingExtraError

EXTRAS: Final[dict[str, tuple[str, ...]]] = {
    "cluster": ("distributed",),
    "envs": ("gymnasium", "numpy", "pettingzoo"),
    "fast": ("numpy",),
    "mcp": ("mcp",),
    "plot": ("matplotlib",),
    "ratings": ("choix",),
    "web": ("segno", "starlette", "uvicorn"),
}
"""The modules that each extra brings."""


def need(extra: str, what: str) -> None:
    """Check before anything starts that an extra is installed, which some features need.

    Raises:
        MissingExtraError: If one of its packages is missing.
    """
    for module in EXTRAS[extra]:
        if find_spec(module) is None:
            raise MissingExtraError(what, module, extra)
