"""The order of turns, answers and accusations, by seat and in a log.

The referee uses the functions by seat; simulated games have compiled versions. The functions of a
log raise a `ClueError` if an event breaks the rules or has an unknown name.
"""

from collections.abc import Container, Iterable

from cluetree.events import Accusation, Event, Game, Question, Suggestion, TurnEvent, log_of
from cluetree.table import Answering


def clockwise(seat: int, seats: int) -> tuple[int, ...]:
    """Return the other seats in turn order, starting with the left neighbour.

    >>> clockwise(1, 4)
    (2, 3, 0)
    """
    return (*range(seat + 1, seats), *range(seat))


def next_seat(seat: int, seats: int, out: Container[int] = ()) -> int | None:
    """Return the seat of the next turn after this seat's; `None` if all are out."""
    return next((s for s in (*clockwise(seat, seats), seat) if s not in out), None)


def showers(asker: int, seats: int, able: Container[int], answering: Answering) -> tuple[int, ...]:
    """Return the able seats that must show a card, in order, where answers go clockwise.

    A player who is out still answers.
    """
    order = tuple(seat for seat in clockwise(asker, seats) if seat in able)
    return order[:1] if answering is Answering.FIRST else order


def accusers(
    seat: int, seats: int, out: Container[int] = (), *, all_may: bool = False
) -> tuple[int, ...]:
    """Return the seats that may accuse at the end of this seat's turn, in order.

    The others may accuse only if `all_may`, without those in `out`, whose accusation failed.
    """
    others = clockwise(seat, seats) if all_may else ()
    return (seat, *(other for other in others if other not in out))


def eliminated(game: Game, events: Iterable[Event] = ()) -> frozenset[str]:
    """Return the players with a failed accusation, who still answer, but have no turns.

    A player who suggests or asks again after it is not out: some house rules allow that.

    >>> from cluetree import Table
    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
    >>> guess = CLUE_US.guess("plum", "rope", "hall")
    >>> failed = Accusation("Bob", guess, correct=False)
    >>> sorted(eliminated(table, [failed]))
    ['Bob']
    >>> sorted(eliminated(table, [failed, Suggestion("Bob", guess, "nobody")]))
    []
    """
    _, log = log_of(game, events)
    out: set[str] = set()
    for event in log:
        if isinstance(event, Accusation) and not event.correct:
            out.add(event.by)
        elif isinstance(event, Suggestion | Question):
            out.discard(event.by)
    return frozenset(out)


def winner(game: Game, events: Iterable[Event] = ()) -> str | None:
    """Return the player whose accusation was correct; `None` if there is none."""
    _, log = log_of(game, events)
    return next(
        (event.by for event in log if isinstance(event, Accusation) and event.correct), None
    )


def next_turn(game: Game, events: Iterable[Event] = ()) -> str | None:
    """Return the player of the next turn, at first the first seat; `None` if the game is over.

    >>> from cluetree import Table
    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
    >>> guess = CLUE_US.guess("plum", "rope", "hall")
    >>> next_turn(table, (Accusation("Bob", guess, correct=False), Suggestion("Ann", guess, ())))
    'Eve'
    """
    table, log = log_of(game, events)
    acts = [event for event in log if isinstance(event, TurnEvent)]
    if winner(table, acts) is not None:
        return None
    names = table.names
    last = names.index(acts[-1].by) if acts else -1
    out = {names.index(name) for name in eliminated(table, acts)}
    seat = next_seat(last % len(names), len(names), out)
    return None if seat is None else names[seat]
