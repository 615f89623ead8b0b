"""How an entry goes wrong, and how likely that is: the events that may have been meant.

The model draws the kind of slip by the weights below, then one change of this kind. A neighbouring
seat and a similar card are drawn more often.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum
from fractions import Fraction
from typing import Final, assert_never

from cluetree.cards import ClueCard, ClueGuess
from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Show, Suggestion
from cluetree.table import ENVELOPE, Answering, Table


class SlipKind(StrEnum):
    """The kind of mistake in an entry."""

    ANSWER = "answer"
    """A pass was a show, or a show was a pass."""
    SEAT = "seat"
    """Another player showed."""
    SHOWN = "shown"
    """Another card was shown."""
    ASKED = "asked"
    """Another card was named."""
    ASKER = "asker"
    """Another player suggested."""
    PASSER = "passer"
    """Another player passed, or one did not pass."""
    OUTCOME = "outcome"
    """A correct accusation failed, or a failed one was correct."""
    FACT = "fact"
    """The player holds a card entered as lacked, or lacks one entered as held."""
    HOLDER = "holder"
    """Another player holds the card."""
    CARD = "card"
    """The fact is about another card."""
    SIZE = "size"
    """A hand has another size."""
    BLANK = "blank"
    """The card that was shown is not known."""
    SOMEBODY = "somebody"
    """The player who showed is not known."""
    BOTH = "both"
    """Another player showed another card."""
    DROPPED = "dropped"
    """The event is unreliable."""


WEIGHTS: Final = {
    SlipKind.ANSWER: Fraction(2),
    SlipKind.SEAT: Fraction(1),
    SlipKind.SHOWN: Fraction(1),
    SlipKind.ASKED: Fraction(1),
    SlipKind.ASKER: Fraction(1, 2),
    SlipKind.PASSER: Fraction(1, 2),
    SlipKind.OUTCOME: Fraction(1),
    SlipKind.FACT: Fraction(1),
    SlipKind.HOLDER: Fraction(1),
    SlipKind.CARD: Fraction(1),
    SlipKind.SIZE: Fraction(1, 2),
    SlipKind.BOTH: Fraction(1, 10),
    # These only weaken the entry: a specific repair is better if it keeps a fair part of the deals.
    SlipKind.BLANK: Fraction(1, 50),
    SlipKind.SOMEBODY: Fraction(1, 50),
    SlipKind.DROPPED: Fraction(1, 100),
}
"""The relative frequency of each kind; the ranking hardly depends on the exact values."""

ODD: Final = Fraction(1, 8)
"""The factor for each oddity of an event: an unexpected pass, or a card seen or unseen."""
_NEAR, _FAR = 2, 1
"""The odds of a similar seat or card, and of any other."""
_ALIKE: Final = 0.6
"""The least similarity of two names that look alike; 1 is the same name."""

VAGUE: Final = frozenset({SlipKind.BLANK, SlipKind.SOMEBODY, SlipKind.DROPPED})
"""The kinds that leave the intended entry open."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A possible intended form of an event or the set-up."""

    kind: SlipKind
    meant: Event | Table | None
    """The correct entry; `None` if it is dropped."""
    odds: int = _FAR
    """The odds against the other slips of its kind."""
    about: ClueCard | None = None
    """The wrong card, where counting can hardly identify the right one."""


def weighted(slips: Iterable[Slip]) -> Iterator[tuple[Slip, Fraction]]:
    """Share each kind's weight among its slips by their odds; drop duplicates."""
    by_kind: dict[SlipKind, list[Slip]] = {}
    seen: set[Event | Table | None] = set()
    for slip in slips:
        if slip.meant not in seen:
            seen.add(slip.meant)
            by_kind.setdefault(slip.kind, []).append(slip)
    for kind, some in by_kind.items():
        share = WEIGHTS[kind] / sum(slip.odds for slip in some)
        yield from ((slip, share * slip.odds) for slip in some)


def near_seats(table: Table, one: str, other: str) -> int:
    """Return the odds of confusing two players: higher for neighbours."""
    names = table.names
    if one not in names or other not in names:
        return _FAR
    apart = abs(names.index(one) - names.index(other))
    return _NEAR if apart in {1, len(names) - 1} else _FAR


def near_cards(table: Table, one: ClueCard, other: ClueCard) -> int:
    """Return the odds of confusing two cards: higher for sheet neighbours and similar names."""
    position = table.edition.position
    if abs(position[one] - position[other]) == 1:
        return _NEAR
    names = one.name.casefold(), other.name.casefold()
    return _NEAR if SequenceMatcher(None, *names).ratio() >= _ALIKE else _FAR


def _others(table: Table, card: ClueCard) -> Iterator[ClueCard]:
    return (other for other in table.edition.of(card.category) if other != card)


def _guesses(table: Table, guess: ClueGuess) -> Iterator[tuple[ClueCard, ClueCard, ClueGuess]]:
    """Yield each guess that differs in one card: the old card, the new card, and the guess."""
    for card in guess:
        for other in _others(table, card):
            cards = (other if kept == card else kept for kept in guess)
            yield card, other, ClueGuess(*cards)


def meant_by(
    table: Table, event: Event, *, double: bool = False
) -> Iterator[tuple[Slip, Fraction, Fraction]]:
    """Yield each change of an event, the weight of the slip, and how usual the change is.

    The last number is 1 for a change as usual as the entry and less for a rarer one: a card that
    the viewpoint could not see, or a pass by a player who was not asked.

    Args:
        table: The set-up.
        event: The event as entered.
        double: Whether to change who showed and which card at once, instead of one part.
    """
    before = _oddities(table, event)
    for slip, weight in weighted(_slips(table, event, double=double)):
        # A vague change has no oddities to compare.
        is_vague = slip.kind in VAGUE
        yield slip, weight, ODD ** (0 if is_vague else _oddities(table, slip.meant) - before)


def most_usual(table: Table, event: Event) -> Fraction:
    """Return an upper bound of how much more usual a change can make an event."""
    return ODD ** -_oddities(table, event)


def _slips(table: Table, event: Event, *, double: bool) -> Iterator[Slip]:
    if isinstance(event, Suggestion):
        slips = _Suggestion(table, event)
        yield from slips.both() if double else slips.all()
    elif not double:
        yield from _fact_slips(table, event)
    if not double:
        yield Slip(SlipKind.DROPPED, None)


def _fact_slips(table: Table, event: Accusation | Holds | Lacks | HoldsOneOf) -> Iterator[Slip]:
    match event:
        case Accusation():  # who made it does not matter
            yield from _accusation_slips(table, event)
        case HoldsOneOf():
            yield from _one_of_slips(table, event)
        case Holds() | Lacks():
            yield from _bare_slips(table, event)
        case _:
            assert_never(event)


def _accusation_slips(table: Table, event: Accusation) -> Iterator[Slip]:
    yield Slip(SlipKind.OUTCOME, replace(event, correct=not event.correct))
    for card, other, guess in _guesses(table, event.guess):
        yield Slip(SlipKind.ASKED, replace(event, guess=guess), near_cards(table, card, other))


def _bare_slips(table: Table, event: Holds | Lacks) -> Iterator[Slip]:
    kind, opposite = (Holds, Lacks) if isinstance(event, Holds) else (Lacks, Holds)
    who, card = event.player, event.card
    yield Slip(SlipKind.FACT, opposite(who, card))
    for name in _holders(table, who):
        yield Slip(SlipKind.HOLDER, kind(name, card), near_seats(table, who, name))
    for other in _others(table, card):
        yield Slip(SlipKind.CARD, kind(who, other), near_cards(table, card, other))


def _one_of_slips(table: Table, event: HoldsOneOf) -> Iterator[Slip]:
    who = event.player
    for name in _holders(table, who):
        yield Slip(SlipKind.HOLDER, HoldsOneOf(name, event.cards), near_seats(table, who, name))
    for card in event.cards:
        for other in _others(table, card):
            if other not in event.cards:
                cards = tuple(other if kept == card else kept for kept in event.cards)
                yield Slip(SlipKind.CARD, HoldsOneOf(who, cards), near_cards(table, card, other))


def _holders(table: Table, but: str) -> Iterator[str]:
    return (name for name in (*table.names, ENVELOPE.name) if name != but)


def _oddities(table: Table, event: Event | Table | None) -> int:
    """Count unlikely details: passes that break the seat order, a card seen or unseen wrongly.

    Such a suggestion may be true (a player was skipped, a card was dropped), but rarely is.
    """
    if not isinstance(event, Suggestion):
        return 0
    strange = sum(
        (show.card is None)
        is (table.viewpoint is not None and table.viewpoint in {event.by, show.by})
        for show in event.shows
    )
    return strange + (not _goes_by_seats(table, event))


def _goes_by_seats(table: Table, event: Suggestion) -> bool:
    """Whether the passes are those that the seats imply, or the seats imply nothing."""
    return Show(None) in event.shows or event.passes(table) == replace(event, passed=None).passes(
        table
    )


class _Suggestion:
    """The slips in one suggestion."""

    def __init__(self, table: Table, event: Suggestion):
        self._table = table
        self._by, self._guess, self._shows = event.by, event.guess, event.shows
        self._named = tuple((show.by, show) for show in self._shows if show.by is not None)
        self._showers = tuple(name for name, _ in self._named)
        self._passes = event.passes(table)
        self._has_passes = event.passed is not None
        self._goes_by_seats = _goes_by_seats(table, event)
        self._first = table.answering is Answering.FIRST

    def _changed(
        self,
        *,
        by: str | None = None,
        guess: ClueGuess | None = None,
        shows: tuple[Show, ...] | None = None,
        also: tuple[str, ...] = (),
    ) -> Iterator[Suggestion]:
        """Yield the event with some parts changed.

        The passes follow the seats; passes that did not follow them are also kept.
        `also` are further players who pass; a player who now asks or shows does not pass.
        """
        by = self._by if by is None else by
        shows = self._shows if shows is None else shows
        event = Suggestion(by, self._guess if guess is None else guess, shows)
        if not self._has_passes:
            yield event
            return
        by_seats = replace(event, passed=event.passes(self._table))
        if self._goes_by_seats:
            yield by_seats
            return
        kept = {*self._passes, *also}.difference({by}, (show.by for show in shows))
        passed = tuple(name for name in self._table.left_of(by) if name in kept)
        yield replace(event, passed=passed)
        yield by_seats

    def _sees(self, by: str, shower: str) -> bool:
        """Whether the viewpoint sees a card shown by one to the other."""
        return self._table.viewpoint in {by, shower}

    def _shows_by(self, name: str, instead_of: Show | None) -> Iterator[Show]:
        """Yield the entries for a show by this player."""
        seen = instead_of.card if instead_of else None
        me = self._table.me
        mine = me.hand if me is not None and me.name == name else self._table.edition.cards
        if instead_of and instead_of.by and self._sees(self._by, instead_of.by) is (seen is None):
            yield Show(name, seen)  # this record does not follow what the viewpoint sees
        elif not self._sees(self._by, name):
            yield Show(name)
        elif seen is not None and seen in mine:
            yield Show(name, seen)
        else:
            yield from (Show(name, card) for card in self._guess if card in mine)

    def all(self) -> Iterator[Slip]:
        """Yield every single slip; `both` yields the double ones."""
        yield from self._answers()
        yield from self._seats()
        yield from self._shown()
        if self._named:
            yield Slip(SlipKind.SOMEBODY, self._with(self._guess, (Show(None),)))
        yield from self._asked()
        yield from self._askers()
        yield from self._passers()

    def _answers(self) -> Iterator[Slip]:
        for name, show in self._named:
            rest = tuple(other for other in self._shows if other != show)
            for meant in self._changed(shows=rest, also=(name,)):
                yield Slip(SlipKind.ANSWER, meant)
        if Show(None) in self._shows:
            yield Slip(SlipKind.ANSWER, self._with(self._guess, ()))
            return  # a player who passed and showed is a wrong passer
        if self._first and self._shows:
            return  # only one player shows, so this is a wrong seat
        for name in self._passes:
            for show in self._shows_by(name, None):
                for meant in self._changed(shows=(*self._shows, show)):
                    yield Slip(SlipKind.ANSWER, meant)

    def _seats(self) -> Iterator[Slip]:
        asked = self._table.left_of(self._by)
        for shower, old in self._named:
            for name in asked:
                if name in self._showers:
                    continue
                passes = not self._first or asked.index(shower) < asked.index(name)
                odds = near_seats(self._table, shower, name)
                for show in self._shows_by(name, old):
                    shows = tuple(show if other == old else other for other in self._shows)
                    for meant in self._changed(shows=shows, also=(shower,) if passes else ()):
                        yield Slip(SlipKind.SEAT, meant, odds)

    def both(self) -> Iterator[Slip]:
        """Yield the double slips: another player showed another card."""
        for shower, old in self._named:
            if old.card is None:
                continue
            for name in self._table.left_of(self._by):
                if name in self._showers or not self._sees(self._by, name):
                    continue
                odds = near_seats(self._table, shower, name)
                for card in self._guess:
                    if card != old.card:
                        show = Show(name, card)
                        shows = tuple(show if one == old else one for one in self._shows)
                        for meant in self._changed(shows=shows, also=(shower,)):
                            yield Slip(SlipKind.BOTH, meant, odds)

    def _shown(self) -> Iterator[Slip]:
        for show in self._shows:
            if show.card is None:
                continue
            for card in self._guess:
                if card != show.card:
                    yield Slip(SlipKind.SHOWN, self._with_card(show, card))
            yield Slip(SlipKind.BLANK, self._with_card(show, None))

    def _with_card(self, old: Show, card: ClueCard | None) -> Suggestion:
        shows = (Show(show.by, card) if show == old else show for show in self._shows)
        return self._with(self._guess, tuple(shows))

    def _with(self, guess: ClueGuess, shows: tuple[Show, ...]) -> Suggestion:
        return Suggestion(self._by, guess, shows, self._passes if self._has_passes else None)

    def _asked(self) -> Iterator[Slip]:
        for card, other, guess in _guesses(self._table, self._guess):
            shows = tuple(
                Show(show.by, other) if show.card == card else show for show in self._shows
            )
            odds = near_cards(self._table, card, other)
            yield Slip(SlipKind.ASKED, self._with(guess, shows), odds, about=card)

    def _askers(self) -> Iterator[Slip]:
        for name in self._table.names:
            if name == self._by or name in self._showers:
                continue
            odds = near_seats(self._table, self._by, name)
            for meant in self._changed(by=name):
                yield Slip(SlipKind.ASKER, meant, odds)

    def _passers(self) -> Iterator[Slip]:
        for name in self._passes:
            left = tuple(other for other in self._passes if other != name)
            meant = Suggestion(self._by, self._guess, self._shows, left)
            yield Slip(SlipKind.PASSER, meant)
            if not self._has_passes:
                continue  # the seats imply who was asked
            for other in self._table.left_of(self._by):
                if other not in {*self._passes, *self._showers}:
                    passed = tuple(other if kept == name else kept for kept in self._passes)
                    odds = near_seats(self._table, name, other)
                    yield Slip(SlipKind.PASSER, replace(meant, passed=passed), odds)
