"""Compile functions with numba where it is installed; run the same functions without it.

Nothing is compiled before the first call of `run`. Compiled code is kept in the user's cache
directory, in a folder for the present source, because numba does not notice a change in another
file than the function's own. With `NUMBA_DISABLE_JIT=1` in the environment all is plain Python.
"""

import os
from collections.abc import Callable, MutableSequence, Sequence
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from inspect import getsource
from types import FunctionType, ModuleType
from typing import Concatenate, Final, ParamSpec, Protocol, TypeAlias, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

Row: TypeAlias = MutableSequence[int]
"""Ints in order: a list, or a one-dimensional array in compiled functions."""
Rows: TypeAlias = MutableSequence[Row]
Floats: TypeAlias = MutableSequence[float]
FloatRows: TypeAlias = MutableSequence[Floats]


class _Function(Protocol):
    """A function whose types numba finds out."""

    def __call__(self, *args: object) -> object: ...


_OPTIONS: Final = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""Compiled functions make no arrays, so that numba need not count references to them."""
_functions: Final[list[object]] = []
_dispatchers: Final[list[tuple[_Function, Sequence[object]]]] = []


def compilable(function: Callable[P, R]) -> Callable[P, R]:
    """Let compiled functions call a function, which is returned unchanged.

    Raises:
        RuntimeError: If something is compiled already, in which it would be missing.
    """
    if _prepared.cache_info().currsize:
        raise RuntimeError(f"{function.__name__} must be defined before games are played")
    _functions.append(function)
    return function


def dispatcher(functions: Sequence[Callable[P, R]]) -> Callable[Concatenate[int, P], R]:
    """Return a function that calls one of several by its number, also when compiled."""

    def call(number: int, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return functions[number](*args, **kwargs)

    _dispatchers.append((cast("_Function", call), functions))
    return call


def size(cards: int) -> int:
    """Return the number of cards in a set."""
    return cards.bit_count()


def is_compiled() -> bool:
    """Return whether `run` compiles: numba is installed and not disabled."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") == "0" and find_spec("numba") is not None


def run(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function with arrays of numpy in place of rows, compiled if possible.

    The function may change the arrays; without numba they are copied to lists and back. Ints are
    of type int64 in arrays, so a set with the 64th card is negative; no other int may be.
    """
    if is_compiled():
        compiled = cast("Callable[P, R]", _compiled(function))
        return compiled(*args, **kwargs)
    from cluetree.play.engine.arrays import ListCopies  # noqa: PLC0415 -- needs numpy

    copies = ListCopies()
    result = cast("_Function", function)(*map(copies.of, args))
    copies.write_back()
    return cast("R", result)


@cache
def _compiled(function: object) -> object:
    numba = _prepared()
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = before or _cache_folder()
    try:
        found: object = numba.njit(function, cache=True, **_OPTIONS)
    except RuntimeError:  # the folder cannot be written
        found = numba.njit(function, **_OPTIONS)
    finally:
        numba.config.CACHE_DIR = before
    return found


def _cache_folder() -> str:
    from platformdirs import user_cache_path  # noqa: PLC0415 -- an extra

    functions = cast("list[FunctionType]", [_prepared, _chain, *_functions])
    source = "".join(map(getsource, functions)) + repr(_OPTIONS)
    return str(user_cache_path("cluetree") / sha256(source.encode()).hexdigest()[:16])


@cache
def _prepared() -> ModuleType:
    """Tell numba which functions it may compile, and return it."""
    import_module("cluetree.play.engine.observations")  # which may not be imported yet
    numba, extending = import_module("numba"), import_module("numba.extending")
    integer = numba.types.int64

    def count_bits(_typing: object, cards: object) -> object:  # noqa: ARG001 -- numba reads it
        return integer(integer), lambda _context, builder, _signature, args: builder.ctpop(args[0])

    population = extending.intrinsic(count_bits)
    extending.overload(size)(lambda cards: lambda cards: population(cards))
    for function in _functions:
        extending.register_jitable(forceinline=True, **_OPTIONS)(function)
    for call, functions in _dispatchers:
        chosen = _chain(cast("Sequence[_Function]", functions), extending)
        extending.overload(call, jit_options=_OPTIONS)(_implementation(chosen))
    return numba


def _implementation(function: _Function) -> object:
    """Return what numba asks for the function by which it replaces another."""
    return lambda number, *args: lambda number, *args: function(number, *args)


def _chain(functions: Sequence[_Function], extending: ModuleType) -> _Function:
    """Return a function that compares its number with that of each function in turn."""
    *others, last = functions
    number = len(others)
    if others:
        rest = _chain(others, extending)

        def chosen(at: object, *args: object) -> object:
            return last(*args) if at == number else rest(at, *args)

    else:

        def chosen(at: object, *args: object) -> object:  # noqa: ARG001 -- as above
            return last(*args)

    return cast("_Function", extending.register_jitable(**_OPTIONS)(chosen))
