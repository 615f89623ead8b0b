"""Compile the functions of the engine with numba, which the extra `fast` installs.

The first call of `compiled` compiles, says so on stderr, and keeps the code in the user's cache
directory, in a folder for the present source of the engine: numba does not notice
a change in another file than the function's own. With `NUMBA_DISABLE_JIT=1` in the environment the
functions stay plain Python, for tests and debuggers.
"""

import sys
from collections.abc import Callable, Generator, MutableSequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Final, ParamSpec, TypeAlias, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")

Row: TypeAlias = MutableSequence[int]
"""Ints in order: a list, or a one-dimensional array in compiled functions."""
Rows: TypeAlias = MutableSequence[Row]
Floats: TypeAlias = MutableSequence[float]
FloatRows: TypeAlias = MutableSequence[Floats]


_OPTIONS: Final = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""Compiled functions make no arrays, so that numba need not count references to them."""
_functions: Final[list[object]] = []
"""The functions that numba does not know yet."""


def compilable(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Let compiled functions call a function, which is returned unchanged."""
    _functions.append(function)
    return function


@compilable
def size(cards: int) -> int:
    """Return the number of cards in a set; the loop compiles to one instruction."""
    number = 0
    while cards:
        cards &= cards - 1
        number += 1
    return number


@cache
def compiled(function: object) -> object:
    """Return a function compiled, which takes arrays in place of rows."""
    numba = import_module("numba")
    if numba.config.DISABLE_JIT:
        return function
    register = import_module("numba.extending").register_jitable
    while _functions:
        register(forceinline=True, **_OPTIONS)(_functions.pop())
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = before or _cache_folder(function.__module__)
    try:
        found: object = numba.njit(function, cache=True, **_OPTIONS)
    except RuntimeError:  # the folder cannot be written
        found = numba.njit(function, **_OPTIONS)
    finally:
        numba.config.CACHE_DIR = before
    return found


@contextmanager
def quickly() -> Generator[None, None, None]:
    """Let numba optimize less, which halves the time to compile and keeps the speed of games.

    numba optimizes each function with all that it calls, and again for each of its callers.
    """
    config = import_module("numba").config
    before = config.OPT, config.LOOP_VECTORIZE
    config.OPT, config.LOOP_VECTORIZE = type(config.OPT)(1), 0
    try:
        yield
    finally:
        config.OPT, config.LOOP_VECTORIZE = before


@cache
def _cache_folder(module: str) -> str:
    """Return a folder for code of a module, to which the code refers by the module's name."""
    from platformdirs import user_cache_path  # noqa: PLC0415 -- an extra

    sources = sorted(Path(__file__).parent.glob("*.py"))
    text = "".join(path.read_text("utf-8") for path in sources) + module
    folder = user_cache_path("cluetree") / sha256(text.encode()).hexdigest()[:16]
    if not folder.exists():
        _announce()
    return str(folder)


@cache
def _announce() -> None:
    sys.stderr.write("Compiling simulated games; later programs use the compiled code.\n")
