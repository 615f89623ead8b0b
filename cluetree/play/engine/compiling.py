"""Compile functions with numba where it is installed; run the same functions without it.

Nothing is compiled before the first call of `run`. Compiled code is kept in the user's cache
directory, in a folder for the present source of the engine and the policies, because numba does not
notice a change in another file than the function's own. With `NUMBA_DISABLE_JIT=1` in the
environment all is plain Python.
"""

import os
from collections.abc import Callable, MutableSequence, Sequence
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from inspect import getsource
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Concatenate, Final, ParamSpec, Protocol, TypeAlias, TypeVar, cast

_P = ParamSpec("_P")
_R = TypeVar("_R")

Row: TypeAlias = MutableSequence[int]
"""Ints in order: a list, or a one-dimensional array in compiled functions."""
Rows: TypeAlias = MutableSequence[Row]
Floats: TypeAlias = MutableSequence[float]
FloatRows: TypeAlias = MutableSequence[Floats]


class _Function(Protocol):
    """A function whose types numba finds out."""

    def __call__(self, *args: object) -> object: ...


class _Builder(Protocol):
    def ctpop(self, value: object) -> object:
        """Return the instruction that counts the bits of a number."""
        ...


_OPTIONS: Final = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""Compiled functions make no arrays, so that numba need not count references to them."""
_functions: Final[list[object]] = []
"""The functions that numba does not know yet."""
_dispatchers: Final[list[tuple[_Function, Sequence[object]]]] = []


def compilable(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Let compiled functions call a function, which is returned unchanged."""
    _functions.append(function)
    return function


def dispatcher(functions: Sequence[Callable[_P, _R]]) -> Callable[Concatenate[int, _P], _R]:
    """Return a function that calls one of several by its number, also when compiled.

    Functions may be added to the sequence until `is_prepared`.
    """

    def call(number: int, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        return functions[number](*args, **kwargs)

    _dispatchers.append((cast("_Function", call), functions))
    return call


def size(cards: int) -> int:
    """Return the number of cards in a set."""
    return cards.bit_count()


def is_compiled() -> bool:
    """Return whether `run` compiles: numba is installed and not disabled."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") == "0" and find_spec("numba") is not None


def is_prepared() -> bool:
    """Return whether numba knows the functions of all dispatchers, so that none can be added."""
    return bool(_prepared.cache_info().currsize)


@cache
def compiled(function: object) -> object:
    """Return a function compiled, which takes arrays in place of rows."""
    numba = _prepared()
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


@cache
def _cache_folder(module: str) -> str:
    """Return a folder for code of a module, to which the code refers by the module's name."""
    from platformdirs import user_cache_path  # noqa: PLC0415 -- an extra

    engine = sorted(Path(__file__).parent.glob("*.py"))
    added = (cast("FunctionType", each) for _, functions in _dispatchers for each in functions)
    sources = [path.read_text("utf-8") for path in engine] + [*map(getsource, added), module]
    return str(user_cache_path("cluetree") / sha256("".join(sources).encode()).hexdigest()[:16])


@cache
def _prepared() -> ModuleType:
    """Tell numba how to count bits and to dispatch, and return it."""
    numba, extending = import_module("numba"), import_module("numba.extending")
    integer = numba.types.int64

    def instruction(
        _context: object, builder: _Builder, _signature: object, args: Sequence[object]
    ) -> object:
        return builder.ctpop(args[0])

    def count_bits(_typing: object, cards: object) -> tuple[object, object]:
        del cards  # numba reads its name
        return integer(integer), instruction

    extending.overload(size)(_implementation(extending.intrinsic(count_bits)))
    for call, functions in _dispatchers:
        chosen = _chain(cast("Sequence[_Function]", functions), extending)
        extending.overload(call, jit_options=_OPTIONS)(_implementation(chosen))
    return numba


def _implementation(function: _Function) -> object:
    """Return what numba asks for the function by which it replaces another."""

    def call(*args: object) -> object:
        return function(*args)

    def implementation(*args: object) -> object:
        del args  # only their types are passed
        return call

    return implementation


def _chain(functions: Sequence[_Function], extending: ModuleType) -> _Function:
    """Return a function that compares its number with that of each function in turn."""
    *others, last = functions
    number = len(others)
    if others:
        rest = _chain(others, extending)

        def chosen(at: object, *args: object) -> object:
            return last(*args) if at == number else rest(at, *args)

    else:

        def chosen(at: object, *args: object) -> object:  # noqa: ARG001 -- called as the others
            return last(*args)

    return cast("_Function", extending.register_jitable(**_OPTIONS)(chosen))
