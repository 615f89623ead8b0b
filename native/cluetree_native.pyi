"""The compiled core of cluetree: what `cluetree.exact` counts, in numbers that fit the machine.

Every function takes what is left of a limit, and returns the states that it spent (the same
number as on the plain path) and what it found. That is `None` where the core declines, because
a number might not fit, and where the limit was reached.
"""

from collections.abc import Sequence
from typing import TypeAlias

__version__: str
API: int
"""Goes up with every change that an older or newer cluetree would not understand."""

Row: TypeAlias = tuple[int, ...]
Label: TypeAlias = tuple[int | None, int | None, int | None]
Counted: TypeAlias = tuple[int, tuple[Row, ...], dict[Label, int]]
"""The deals; for each card, for each place, those in which it lies there; those of each triple."""

def count(
    cards: Sequence[tuple[int, int]],
    room: Sequence[int | None],
    needs: tuple[bool, bool, bool],
    branches: Sequence[Sequence[tuple[int, int]]],
    *,
    states: int | None = None,
    seconds: float | None = None,
) -> tuple[int, Counted | None]:
    """Count every deal of a problem, as if no accusation had failed.

    Args:
        cards: For each card its category's number, and the set of places it may be in.
        room: How many cards each player still takes; `None` for any number.
        needs: For each category, whether the envelope still takes a card of it.
        branches: Of each, pairs of a place and a set of cards; at least one card must come to
            its place. The envelope's place is the number of players.
        states: How many states it may take.
        seconds: How long it may take.
    """
