"""The knowledge of one seat in a game: the cards that each place can have, and open shows.

A view is one row of ints, so that compiled functions pass a single array:

```text
KNOWN SHOWS HAS_NEWS SEAT PLAYERS | categories | CAN: places | hand sizes | shows
```

A place has a card if no other place can have it. The propagation is that of
`cluetree.evidence.Marks`, for known hand sizes and without accusations; tests compare the two.
"""

from collections.abc import Sequence
from typing import Final

from cluetree.evidence import union
from cluetree.play.engine.compiling import Row, compilable, size
from cluetree.play.knowledge import Knowledge

KNOWN: Final = 0
"""The cards that exactly one place can have."""
SHOWS: Final = 1
"""The number of open shows: unseen, and of no card known to be there."""
HAS_NEWS: Final = 2
"""Whether conclusions are still to be drawn."""
SEAT: Final = 3
"""Whose knowledge it is."""
PLAYERS: Final = 4
"""The number of seats; also the number that the envelope has as a place."""
CATEGORIES: Final = 5
"""The cards of the first category; those of the others follow."""
CAN: Final = 8
"""The cards that the first place can have; those of the others follow, the envelope last."""

MOST_SHOWS: Final = 128
"""The number of open shows that a seat remembers; even in long games few are open at a time."""


def new_view(  # noqa: PLR0917 -- all that is fixed
    seat: int,
    categories: Sequence[int],
    sizes: Sequence[int],
    can: Sequence[int],
    known: int = 0,
    shows: Sequence[tuple[int, int]] = (),
) -> list[int]:
    """Return a view; shows are seats with cards, at least two and none of them known."""
    head = [known, len(shows), 0, seat, len(sizes)]
    return [*head, *categories, *can, *sizes, *(number for show in shows for number in show)]


def view_of(known: Knowledge) -> Row:
    """Return what a seat knows, as policies read it."""
    frame = known.frame
    sizes = [size or 0 for size in frame.sizes]
    return new_view(known.seat, frame.categories, sizes, known.may, union(known.held), known.shows)


@compilable
def first_show(view: Row) -> int:
    """Return where the shows begin: the seat of the first, its cards, and so on."""
    return CAN + 2 * view[PLAYERS] + 1


@compilable
def hand_size(view: Row, seat: int) -> int:
    """Return a seat's number of cards."""
    return view[CAN + view[PLAYERS] + 1 + seat]


@compilable
def hand(view: Row) -> int:
    """Return the seat's own cards."""
    return view[CAN + view[SEAT]]


@compilable
def hideable(view: Row) -> int:
    """Return the cards that the envelope can have."""
    return view[CAN + view[PLAYERS]]


@compilable
def hidden(view: Row) -> int:
    """Return the cards known to be in the envelope."""
    return hideable(view) & view[KNOWN]


@compilable
def seen(view: Row) -> int:
    """Return the cards that do not lie face-up."""
    cards = 0
    for place in range(view[PLAYERS] + 1):
        cards |= view[CAN + place]
    return cards


@compilable
def in_doubt(view: Row) -> int:
    """Return the cards that several places can have."""
    return seen(view) & ~view[KNOWN]


@compilable
def unlocated(view: Row) -> int:
    """Return the cards that are not known to be with a player or face-up."""
    return in_doubt(view) | hideable(view)


@compilable
def take_hand(view: Row, cards: int, dealt: int) -> None:
    """Let a seat look at its cards; `dealt` is all cards that do not lie face-up."""
    for place in range(view[PLAYERS] + 1):
        view[CAN + place] = dealt & ~cards
    view[CAN + view[SEAT]] = cards
    view[SHOWS] = 0
    view[HAS_NEWS] = 1
    conclude(view)


@compilable
def learn(  # noqa: PLR0917 -- an answer
    view: Row, asker: int, guess: int, passed: int, seat: int, shown: int
) -> None:
    """Take in how a seat answered a suggestion, without conclusions.

    Args:
        view: The knowledge of one seat.
        asker: The seat that suggested.
        guess: The three cards.
        passed: Whether the seat passed.
        seat: The seat that answered.
        shown: The card that it showed the asker; 0 if none.
    """
    if passed and view[CAN + seat] & guess:
        view[CAN + seat] &= ~guess
        view[HAS_NEWS] = 1
    if not shown or seat == view[SEAT]:
        return
    if view[SEAT] == asker:
        _hold(view, seat, shown)
    else:
        _note_show(view, seat, guess & view[CAN + seat])


@compilable
def _note_show(view: Row, seat: int, cards: int) -> None:
    number = view[SHOWS]
    if not cards & view[KNOWN] and number < MOST_SHOWS:
        at = first_show(view) + 2 * number
        view[at], view[at + 1] = seat, cards
        view[SHOWS] = number + 1
        if not cards & (cards - 1):
            view[HAS_NEWS] = 1


@compilable
def _hold(view: Row, place: int, cards: int) -> None:
    """Note that a place has some cards."""
    for other in range(view[PLAYERS] + 1):
        if other != place and view[CAN + other] & cards:
            view[CAN + other] &= ~cards
            view[HAS_NEWS] = 1


@compilable
def conclude(view: Row) -> None:
    """Draw all conclusions from what is new, until nothing changes."""
    players = view[PLAYERS]
    while view[HAS_NEWS]:
        view[HAS_NEWS] = 0
        once = twice = 0
        for place in range(players + 1):
            may = view[CAN + place]
            twice |= once & may
            once |= may
        known = view[KNOWN] = once & ~twice
        # A change causes another round, which uses it.
        _conclude_hands(view, players, known)
        _conclude_envelope(view, players, known)
        _conclude_shows(view, known)


@compilable
def _conclude_hands(view: Row, players: int, known: int) -> None:
    """A hand that is complete lacks all other cards; one that needs all it can have, has them."""
    for seat in range(players):
        may = view[CAN + seat]
        has = may & known
        if may != has:
            full = view[CAN + players + 1 + seat]
            if size(has) == full:
                view[CAN + seat] = has
                view[HAS_NEWS] = 1
            elif size(may) == full:
                _hold(view, seat, may)


@compilable
def _conclude_envelope(view: Row, envelope: int, known: int) -> None:
    """The envelope has one card of each category."""
    for category in range(CATEGORIES, CAN):
        may = view[CAN + envelope] & view[category]
        has = may & known
        if may == has:
            continue
        if has:
            view[CAN + envelope] &= ~(may & ~has)
            view[HAS_NEWS] = 1
        elif not may & (may - 1):
            _hold(view, envelope, may)


@compilable
def _conclude_shows(view: Row, known: int) -> None:
    """Forget the shows that are met; of one with a single card left, the shower has the card."""
    start = kept = first_show(view)
    holder = single = 0
    for at in range(start, start + 2 * view[SHOWS], 2):
        seat = view[at]
        cards = view[at + 1] & view[CAN + seat]
        if cards & known:
            continue
        if not cards & (cards - 1):
            holder, single = seat, cards
        view[kept], view[kept + 1] = seat, cards
        kept += 2
    view[SHOWS] = (kept - start) >> 1
    # One at a time: what is held then is met in the next round.
    if single:
        _hold(view, holder, single)
