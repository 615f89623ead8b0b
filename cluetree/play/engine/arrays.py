"""Arrays of numpy as rows for `run`, and lists in their place for plain Python.

Ints and sets of cards are of type int64 there, so a set with the 64th card is a negative number.
No other int is negative.
"""

from collections.abc import Callable, MutableSequence
from typing import ParamSpec, Protocol, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cluetree.play.engine.compiling import FloatRows, Floats, Row, Rows, compiled, is_compiled

_P = ParamSpec("_P")
_R = TypeVar("_R")

Sets: TypeAlias = NDArray[np.uint64]
"""Sets of cards; the owner of an array documents its axes."""
Numbers: TypeAlias = NDArray[np.int64]
Reals: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]


def row(values: ArrayLike) -> Row:
    """Return ints or sets as a new array."""
    return cast("Row", _integers(values))


def rows(values: ArrayLike) -> Rows:
    """Return ints or sets as a new array of two axes."""
    return cast("Rows", _integers(values))


def layers(values: ArrayLike) -> MutableSequence[Rows]:
    """Return ints or sets as a new array of three axes."""
    return cast("MutableSequence[Rows]", _integers(values))


def floats(values: ArrayLike) -> Floats:
    """Return real numbers as a new array."""
    return cast("Floats", np.array(values, np.float64))


def float_rows(values: ArrayLike) -> FloatRows:
    """Return real numbers as a new array of two axes."""
    return cast("FloatRows", np.array(values, np.float64))


def numbers(values: object) -> Numbers:
    """Return the array behind a row or rows of ints."""
    return cast("Numbers", values)


def sets(values: object) -> Sets:
    """Return the array behind a row or rows of sets, as unsigned numbers."""
    return numbers(values).view(np.uint64)


def _integers(values: ArrayLike) -> Numbers:
    array = np.asarray(values)
    if array.dtype != np.uint64:
        return np.array(array, np.int64, order="C")
    return np.array(array, order="C").view(np.int64)


class _Call(Protocol):
    """A function, or the class of a named tuple."""

    def __call__(self, *args: object) -> object: ...


class ListCopies:
    """The arrays among the arguments of a function, copied to lists and back."""

    def __init__(self) -> None:
        self._copies: list[tuple[Numbers | Reals, object]] = []

    def of(self, value: object) -> object:
        """Return an argument with lists in place of arrays, also inside of tuples.

        Arrays of int8 stay: observations are large, and few of their ints change at a time.
        """
        if isinstance(value, np.ndarray):
            array = cast("Numbers | Reals", value)
            if array.dtype == np.int8:
                return array
            is_integer = array.dtype == np.int64
            lists: object = (array.view(np.uint64) if is_integer else array).tolist()
            self._copies.append((array, lists))
            return lists
        if isinstance(value, tuple):
            fields = cast("tuple[object, ...]", value)
            return cast("_Call", type(fields))(*map(self.of, fields))
        return value

    def write_back(self) -> None:
        """Copy the lists back to the arrays."""
        for array, lists in self._copies:
            is_integer = array.dtype == np.int64
            copied = np.array(lists, np.uint64 if is_integer else np.float64).reshape(array.shape)
            array[...] = copied.view(array.dtype)


def run(function: Callable[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R:
    """Call a function with arrays in place of rows, compiled if possible.

    The function may change the arrays; without numba they are copied to lists and back.
    """
    if is_compiled():
        quick = cast("Callable[_P, _R]", compiled(function))
        return quick(*args, **kwargs)
    copies = ListCopies()
    plain = cast("_Call", function)
    result = plain(*map(copies.of, args))
    copies.write_back()
    return cast("_R", result)
