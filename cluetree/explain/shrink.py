"""Shrink a set to a smallest part that still does what the whole does."""

from collections.abc import Callable


def smallest(numbers: tuple[int, ...], does: Callable[[tuple[int, ...]], bool]) -> tuple[int, ...]:
    """Return a part that still does it, and of which nothing can be left out.

    What a part does, every larger part must do too. Found by QuickXplain (Junker 2004) with few
    looks: about as many as the answer is large times the logarithm of the whole.
    """
    return tuple(sorted(() if does(()) else _needed((), numbers, does, is_new=False)))


def _needed(
    given: tuple[int, ...],
    numbers: tuple[int, ...],
    does: Callable[[tuple[int, ...]], bool],
    *,
    is_new: bool,
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
