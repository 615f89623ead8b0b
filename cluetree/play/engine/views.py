"""The knowledge of one seat in a game: the cards that each place can have, and open shows.

A place has a card if no other place can have it. This propagation is that of
`cluetree.deduction.Marks`, for games among known hand sizes without accusations; tests compare
the two.
"""

from typing import Final, NamedTuple

from cluetree.play.engine.compiling import Row, compilable, size

MOST_SHOWS: Final = 128
"""The number of open shows that a seat remembers; in a game of 300 turns about 20 are open."""

KNOWN: Final = 0
"""In `View.notes`: the cards that exactly one place can have."""
SHOWS: Final = 1
"""In `View.notes`: the number of open shows."""
HAS_NEWS: Final = 2
"""In `View.notes`: whether conclusions are still to be drawn."""
NOTES: Final = 3
"""The number of notes."""


class Setup(NamedTuple):
    """Deck and seats in numbers; the envelope is the place after the last seat."""

    sizes: Row
    """Each seat's number of cards."""
    categories: Row
    """The cards of each category."""
    all_answer: bool
    """Whether all players who can show a card do, or only the first."""
    propagates: bool = True
    """Whether seats draw conclusions from hand sizes, the envelope and unseen shows."""


class View(NamedTuple):
    """What a seat knows."""

    setup: Setup
    seat: int
    can: Row
    """For each place, the envelope last, the cards that it can have."""
    notes: Row
    """`KNOWN`, `SHOWS` and `HAS_NEWS`."""
    showers: Row
    """For each open show the seat that showed; only the first `SHOWS` count."""
    shown: Row
    """For each open show the cards that it can have been, at least two and none of them known."""


@compilable
def begin(view: View, hand: int, dealt: int) -> None:
    """Let a seat look at its hand; `dealt` is all cards that do not lie face-up."""
    for place in range(len(view.can)):
        view.can[place] = dealt & ~hand
    view.can[view.seat] = hand
    view.notes[SHOWS] = 0
    view.notes[HAS_NEWS] = 1
    conclude(view)


@compilable
def in_doubt(view: View) -> int:
    """Return the cards that several places can have."""
    cards = 0
    for may in view.can:
        cards |= may
    return cards & ~view.notes[KNOWN]


@compilable
def unlocated(view: View) -> int:
    """Return the cards that are not known to be with a player or face-up."""
    return in_doubt(view) | view.can[len(view.can) - 1]


@compilable
def hidden(view: View) -> int:
    """Return the cards known to be in the envelope."""
    return view.can[len(view.can) - 1] & view.notes[KNOWN]


@compilable
def learn(view: View, asker: int, guess: int, passed: int, shown: Row) -> None:
    """Take in a suggestion, without conclusions.

    Args:
        view: The knowledge of a seat.
        asker: The seat that suggested.
        guess: The three cards.
        passed: The seats that passed, as a set.
        shown: The card that each seat showed the asker, 0 if none.
    """
    can = view.can
    for seat in range(len(can) - 1):
        if passed & (1 << seat) and can[seat] & guess:
            can[seat] &= ~guess
            view.notes[HAS_NEWS] = 1
        if not shown[seat] or seat == view.seat:
            continue
        if view.seat == asker:
            _hold(view, seat, shown[seat])
        elif view.setup.propagates:
            _note_show(view, seat, guess & can[seat])


@compilable
def _note_show(view: View, seat: int, cards: int) -> None:
    number = view.notes[SHOWS]
    if not cards & view.notes[KNOWN] and number < MOST_SHOWS:
        view.showers[number] = seat
        view.shown[number] = cards
        view.notes[SHOWS] = number + 1
        if not cards & (cards - 1):
            view.notes[HAS_NEWS] = 1


@compilable
def _hold(view: View, place: int, cards: int) -> None:
    """Note that a place has some cards."""
    can = view.can
    for other in range(len(can)):
        if other != place and can[other] & cards:
            can[other] &= ~cards
            view.notes[HAS_NEWS] = 1


@compilable
def conclude(view: View) -> None:
    """Draw all conclusions from what is new, until nothing changes."""
    while view.notes[HAS_NEWS]:
        view.notes[HAS_NEWS] = 0
        once = twice = 0
        for may in view.can:
            twice |= once & may
            once |= may
        view.notes[KNOWN] = once & ~twice
        if view.setup.propagates:  # a change causes another round, which uses it
            _conclude_hands(view)
            _conclude_envelope(view)
            _conclude_shows(view)


@compilable
def _conclude_hands(view: View) -> None:
    """A hand that is complete lacks all other cards; one that needs all it can have, has them."""
    can, sizes = view.can, view.setup.sizes
    for seat in range(len(sizes)):
        may = can[seat]
        has = may & view.notes[KNOWN]
        if may != has:
            if size(has) == sizes[seat]:
                can[seat] = has
                view.notes[HAS_NEWS] = 1
            elif size(may) == sizes[seat]:
                _hold(view, seat, may)


@compilable
def _conclude_envelope(view: View) -> None:
    """The envelope has one card of each category."""
    can, envelope = view.can, len(view.can) - 1
    for cards in view.setup.categories:
        may = can[envelope] & cards
        has = may & view.notes[KNOWN]
        if may == has:
            continue
        if has:
            can[envelope] &= ~(may & ~has)
            view.notes[HAS_NEWS] = 1
        elif not may & (may - 1):
            _hold(view, envelope, may)


@compilable
def _conclude_shows(view: View) -> None:
    """Forget the shows that are met; of one with a single card left, the shower has the card."""
    can, notes = view.can, view.notes
    kept = 0
    single_seat = single = 0
    for number in range(notes[SHOWS]):
        seat = view.showers[number]
        cards = view.shown[number] & can[seat]
        if cards & notes[KNOWN]:
            continue
        if not cards & (cards - 1):
            single_seat, single = seat, cards
        view.showers[kept] = seat
        view.shown[kept] = cards
        kept += 1
    notes[SHOWS] = kept
    # One at a time: what is held then is met in the next round.
    if single:
        _hold(view, single_seat, single)
