"""Arrays of numpy as rows for `run`.

Ints and sets of cards are of type int64 there, so a set with the 64th card is a negative number.
No other int is negative.
"""

from collections.abc import Callable, MutableSequence
from typing import ParamSpec, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cluetree.play.engine.compiling import FloatRows, Floats, Row, Rows, compiled, quickly

_P = ParamSpec("_P")
_R = TypeVar("_R")

Sets: TypeAlias = NDArray[np.uint64]
"""Sets of cards; the owner of an array documents its axes."""
Numbers: TypeAlias = NDArray[np.int64]
Reals: TypeAlias = NDArray[np.float64]


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


def run(function: Callable[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R:
    """Call a function compiled, with arrays in place of rows, which it may change."""
    quick = cast("Callable[_P, _R]", compiled(function))
    with quickly():
        return quick(*args, **kwargs)
