"""Whose turn it is, as far as the log and the seats tell."""

from collections.abc import Iterable

from cluetree.events import Accusation, Event, Suggestion
from cluetree.table import Table


def eliminated(events: Iterable[Event]) -> frozenset[str]:
    """Return who has accused wrongly: they answer still, but have no turns."""
    return frozenset(e.by for e in events if isinstance(e, Accusation) and not e.correct)


def next_turn(table: Table, events: Iterable[Event]) -> str | None:
    """Return the player whose turn comes next; `None` once there is none, for the game is over.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
    >>> guess = CLUE_US.guess("plum", "rope", "hall")
    >>> next_turn(table, (Accusation("Bob", guess, correct=False), Suggestion("Ann", guess)))
    'Eve'
    """
    acts = [event for event in events if isinstance(event, Suggestion | Accusation)]
    if any(isinstance(act, Accusation) and act.correct for act in acts):
        return None
    last = table.player(acts[-1].by).name if acts else table.names[-1]
    out = {table.player(name).name for name in eliminated(acts)}
    return next((name for name in (*table.left_of(last), last) if name not in out), None)
