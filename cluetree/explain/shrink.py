"""Shrink a set to a smallest part that still does what the whole does."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from cluetree.errors import LimitReached

_Does: TypeAlias = Callable[[tuple[int, ...]], bool]


@dataclass(frozen=True, slots=True)
class Part:
    """A part that does what the whole does."""

    numbers: tuple[int, ...]
    least: bool
    """Whether nothing can be left out; a limit may have been met before that was reached."""


def smallest(numbers: tuple[int, ...], does: _Does) -> Part:
    """Return a part that still does it, and of which nothing can be left out.

    What a part does, every larger part must do too. Found by QuickXplain (Junker 2004) with few
    looks: about as many as the answer is large times the logarithm of the whole. If a look meets
    its limit, the answer is the smallest part found by then.
    """
    best = numbers

    def look(some: tuple[int, ...]) -> bool:
        nonlocal best
        found = does(some)
        if found and len(some) < len(best):
            best = some
        return found

    try:
        needed = () if look(()) else _needed((), numbers, look, is_new=False)
    except LimitReached:
        return Part(best, least=False)
    return Part(tuple(sorted(needed)), least=True)


def _needed(
    given: tuple[int, ...], numbers: tuple[int, ...], does: _Does, *, is_new: bool
) -> tuple[int, ...]:
    """Return a smallest part of the numbers that does it together with what is given."""
    if is_new and does(tuple(sorted(given))):
        return ()
    if len(numbers) == 1:
        return numbers
    half = len(numbers) // 2
    early, late = numbers[:half], numbers[half:]
    more = _needed((*given, *early), late, does, is_new=bool(early))
    return (*more, *_needed((*given, *more), early, does, is_new=bool(more)))
