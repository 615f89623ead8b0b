"""Whose turn it is and who is out, as far as a log tells (not the rules of a running game)."""

from collections.abc import Iterable

from cluetree.events import Accusation, Event, Suggestion
from cluetree.table import Table


def eliminated(table: Table, events: Iterable[Event]) -> frozenset[str]:
    """Return the players who made a failed accusation: they still answer, but have no turns.

    A player who suggests after that plays by a house rule that lets them stay, and is not out.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
    >>> guess = CLUE_US.guess("plum", "rope", "hall")
    >>> failed = Accusation("Bob", guess, correct=False)
    >>> (
    ...     list(eliminated(table, (failed,))),
    ...     list(eliminated(table, (failed, Suggestion("Bob", guess)))),
    ... )
    (['Bob'], [])

    Raises:
        UnknownPlayerError: If an event names a player who is not at the table.
    """
    out: set[str] = set()
    for event in events:
        if isinstance(event, Accusation) and not event.correct:
            out.add(table.player(event.by).name)
        elif isinstance(event, Suggestion):
            out.discard(table.player(event.by).name)
    return frozenset(out)


def winner(table: Table, events: Iterable[Event]) -> str | None:
    """Return the player whose accusation was correct; `None` if there is none.

    Raises:
        UnknownPlayerError: If that player is not at the table.
    """
    right = (e.by for e in events if isinstance(e, Accusation) and e.correct)
    by = next(right, None)
    return None if by is None else table.player(by).name


def next_turn(table: Table, events: Iterable[Event]) -> str | None:
    """Return the player whose turn comes next; `None` once the game is over.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
    >>> guess = CLUE_US.guess("plum", "rope", "hall")
    >>> next_turn(table, (Accusation("Bob", guess, correct=False), Suggestion("Ann", guess)))
    'Eve'

    Raises:
        UnknownPlayerError: If an event names a player who is not at the table.
    """
    acts = [event for event in events if isinstance(event, Suggestion | Accusation)]
    if winner(table, acts) is not None:
        return None
    last = table.player(acts[-1].by).name if acts else table.names[-1]
    out = eliminated(table, acts)
    return next((name for name in (*table.left_of(last), last) if name not in out), None)
