"""How an entry goes wrong, and how likely that is: the events that may have been meant.

The model draws the kind of slip by the weights below, then one change of this kind, each with equal
probability. A pass by a player who was not asked, and a card that the viewpoint could not see, are
taken to be eight times rarer. Dropping an event weighs least, because it explains nothing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final, assert_never

from cluetree.cards import ClueCard, ClueGuess
from cluetree.deduction import MET
from cluetree.events import (
    Accusation,
    BareFact,
    Event,
    Holds,
    HoldsOneOf,
    HoldsSome,
    Lacks,
    Show,
    Suggestion,
)
from cluetree.evidence import Evidence
from cluetree.limit import check
from cluetree.table import Answering, Table


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
    """Another player passed."""
    OVERLOOKED = "overlooked"
    """A player passed, but overlooked a card."""
    OUTCOME = "outcome"
    """A correct accusation failed, or a failed one was correct."""
    FACT = "fact"
    """The player holds a card entered as lacked, or lacks one entered as held."""
    HOLDER = "holder"
    """Another player holds the card."""
    CARD = "card"
    """The fact is about another card."""
    HAND = "hand"
    """The viewpoint holds another card."""
    SIZE = "size"
    """A hand has another size, or two have."""
    FACE_UP = "face up"
    """A card that lies face-up is missing in the set-up, or is another."""
    FACE_DOWN = "face down"
    """Cards that belong to nobody are missing in the set-up."""
    ORDER = "order"
    """Two players sit in each other's seat."""
    DIRECTION = "direction"
    """Players are asked in the other direction."""
    MISSING = "missing"
    """A player is missing in the set-up."""
    BLANK = "blank"
    """The card that was shown is not known."""
    SOMEBODY = "somebody"
    """The player who showed is not known."""
    DROPPED = "dropped"
    """The event is unreliable."""


WEIGHTS: Final = dict.fromkeys(SlipKind, Fraction(1)) | {
    SlipKind.ANSWER: Fraction(2),
    SlipKind.ASKER: Fraction(1, 2),
    SlipKind.PASSER: Fraction(1, 2),
    SlipKind.ORDER: Fraction(1, 2),
    SlipKind.DIRECTION: Fraction(1, 20),
    SlipKind.FACE_DOWN: Fraction(1, 2),
    # These only weaken the entry: a specific repair is better if it keeps a fair part of the deals.
    SlipKind.BLANK: Fraction(1, 50),
    SlipKind.SOMEBODY: Fraction(1, 50),
    SlipKind.DROPPED: Fraction(1, 100),
}
"""The relative frequency of each kind; the ranking hardly depends on the exact values."""

ODD: Final = Fraction(1, 8)
"""The factor for each oddity of an event: an unexpected pass, or a card seen or unseen."""
_CORRECTED: Final = 10
"""The factor for an overlooked card that its player names within two rounds: about half of them do,
while an unrelated fact names this player and one of the cards in about one case of 20."""
VAGUE: Final = frozenset({SlipKind.OVERLOOKED, SlipKind.BLANK, SlipKind.SOMEBODY, SlipKind.DROPPED})
"""The kinds that leave the intended entry open."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A possible intended form of an event or the set-up."""

    kind: SlipKind
    meant: Event | Table | None
    """The correct entry; `None` if it is dropped."""
    about: ClueCard | SlipKind | str | None = None
    """What is wrong, where counting can hardly identify the right card; who overlooked a card."""


def weighted(slips: Iterable[Slip]) -> Iterator[tuple[Slip, Fraction]]:
    """Share each kind's weight equally among its slips."""
    by_kind: dict[SlipKind, list[Slip]] = {}
    for slip in slips:
        check()
        by_kind.setdefault(slip.kind, []).append(slip)
    for kind, alike in by_kind.items():
        yield from ((slip, WEIGHTS[kind] / len(alike)) for slip in alike)


def _meaning(table: Table, event: Event | Table | None, known: Evidence, told: Event) -> object:
    """Return what an event says beyond the set-up; equal meanings are the same event.

    Another asker than in the event told is a change even if the answers say nothing new, and so is
    the card that the viewpoint showed.
    """
    after = known.after(table, () if event is None or isinstance(event, Table) else (event,))
    still_open = {quota.left(after.held, after.may) for quota in after.quotas} - {MET}
    asker, own = "", frozenset[ClueCard | None]()
    if isinstance(event, Suggestion) and isinstance(told, Suggestion):
        asker = event.by if event.by != told.by else ""
        own = frozenset(show.card for show in event.shows if show.by == table.viewpoint)
    return after.held, after.may, frozenset(still_open), asker, own


def _replaced(
    table: Table, cards: Iterable[ClueCard]
) -> Iterator[tuple[ClueCard, ClueCard, tuple[ClueCard, ...]]]:
    """Yield each change of one card in its category: the old card, the new one, and all cards."""
    cards = tuple(cards)
    for card in cards:
        for other in table.edition.of(card.category):
            if other not in cards:
                yield card, other, tuple(other if kept == card else kept for kept in cards)


def meant_by(table: Table, event: Event) -> Iterator[tuple[Slip, Fraction, Fraction]]:
    """Yield each change of an event, the weight of the slip, and how usual the change is.

    The last number is 1 for a change as usual as the entry, and less for a rarer one.
    """
    before, known = _oddities(table, event), Evidence.gather(table)
    usual: dict[object, tuple[Fraction, Slip]] = {}
    for slip in _slips(table, event):
        check()
        # A vague change has no oddities to compare.
        odd = 0 if slip.kind in VAGUE else _oddities(table, slip.meant) - before
        meaning = _meaning(table, slip.meant, known, event)
        best = usual.get(meaning)
        if best is None or WEIGHTS[slip.kind] * ODD**odd > WEIGHTS[best[1].kind] * best[0]:
            usual[meaning] = ODD**odd, slip
    how_usual = {slip: share for share, slip in usual.values()}
    for slip, weight in weighted(how_usual):
        yield slip, weight, how_usual[slip]


def most_usual(table: Table, event: Event) -> Fraction:
    """Return an upper bound of how much more usual a change can make an event."""
    return ODD ** -_oddities(table, event)


def _slips(table: Table, event: Event) -> Iterator[Slip]:
    if isinstance(event, Suggestion):
        yield from _Suggestion(table, event).all()
    else:
        yield from _fact_slips(table, event)
    yield Slip(SlipKind.DROPPED, None)


def _fact_slips(table: Table, event: Accusation | BareFact) -> Iterator[Slip]:
    match event:
        case Accusation(_, guess, correct):  # who made it does not matter
            yield Slip(SlipKind.OUTCOME, replace(event, correct=not correct))
            for _, _, cards in _replaced(table, guess):
                yield Slip(SlipKind.ASKED, replace(event, guess=ClueGuess(*cards)))
            return
        case Holds(_, card) | Lacks(_, card):
            opposite = Lacks if isinstance(event, Holds) else Holds
            yield Slip(SlipKind.FACT, opposite(event.player, card))
            cards = (card,)
        case HoldsSome(_, cards):
            pass
        case _:
            assert_never(event)
    for name in table.places:
        if name != event.player:
            yield Slip(SlipKind.HOLDER, replace(event, player=name))
    for _, other, changed in _replaced(table, cards):
        if isinstance(event, HoldsSome):
            yield Slip(SlipKind.CARD, replace(event, cards=changed))
        else:
            yield Slip(SlipKind.CARD, replace(event, card=other))


def _oddities(table: Table, event: Event | Table | None) -> int:
    """Count unlikely details: passes that break the seat order, a card seen or unseen wrongly."""
    if not isinstance(event, Suggestion):
        return 0
    strange = sum(
        (show.card is None)
        is (table.viewpoint is not None and table.viewpoint in {event.by, show.by})
        for show in event.shows
    )
    return strange + (not _goes_by_seats(table, event))


def corrected(event: Event, slip: Slip, later: Iterable[Event]) -> int:
    """Return the factor for a later fact about an overlooked card: "sorry, I did have one"."""
    is_named = isinstance(event, Suggestion) and any(
        fact.player == slip.about
        and {*event.guess}.issuperset([fact.card] if isinstance(fact, Holds) else fact.cards)
        for fact in later
        if isinstance(fact, Holds | HoldsOneOf)
    )
    return _CORRECTED if is_named else 1


def is_uneven(event: Event | Table | None) -> bool:
    """Whether a set-up has hands that nobody deals: cards are left over only from equal hands."""
    if not isinstance(event, Table):
        return False
    sizes = [player.hand_size for player in event.players if player.hand_size is not None]
    most = 0 if event.face_up or event.face_down else 1
    return max(sizes, default=0) - min(sizes, default=0) > most


def _goes_by_seats(table: Table, event: Suggestion) -> bool:
    """Whether the passes are those that the seats imply, or the seats imply nothing."""
    return Show(None) in event.shows or event.passes(table) == replace(event, passed=None).passes(
        table
    )


class _Suggestion:
    """The slips in one suggestion."""

    def __init__(self, table: Table, event: Suggestion):
        self._table, self._event = table, event
        self._by, self._guess, self._shows = event.by, event.guess, event.shows
        self._showers = {show.by: show for show in self._shows if show.by is not None}
        self._passes = event.passes(table)
        self._has_passes = event.passed is not None
        self._goes_by_seats = _goes_by_seats(table, event)
        self._first = table.answering is Answering.FIRST
        me, own = table.viewpoint, {*(table.me.hand if table.me else ())}
        must_show = not self._first and not own.isdisjoint(event.guess)
        # By the rule `all`, the viewpoint showed if it has one of the cards.
        self._in_doubt = {n: s for n, s in self._showers.items() if not must_show or n != me}

    def all(self) -> Iterator[Slip]:
        """Yield every slip."""
        yield from self._answers()
        yield from self._seats()
        yield from self._shown()
        if self._showers and self._in_doubt == self._showers:
            yield Slip(SlipKind.SOMEBODY, self._with(self._guess, (Show(None),)))
        for card, other, cards in _replaced(self._table, self._guess):
            shows = tuple(
                Show(show.by, other) if show.card == card else show for show in self._shows
            )
            yield Slip(SlipKind.ASKED, self._with(ClueGuess(*cards), shows), about=card)
        for name in self._table.names:
            if name != self._by and name not in self._showers:
                yield from self._changed(SlipKind.ASKER, by=name)
        yield from self._passers()

    def _with(self, guess: ClueGuess, shows: tuple[Show, ...]) -> Suggestion:
        return Suggestion(self._by, guess, shows, self._passes if self._has_passes else None)

    def _instead(self, old: Show, *new: Show) -> tuple[Show, ...]:
        """Return the shows with one replaced or left out."""
        return tuple(one for show in self._shows for one in (new if show == old else (show,)))

    def _changed(
        self,
        kind: SlipKind,
        *,
        by: str | None = None,
        shows: tuple[Show, ...] | None = None,
        also: str | None = None,
    ) -> Iterator[Slip]:
        """Yield the event with another asker or other shows, and `also` as a further pass.

        The passes follow the seats; passes that did not follow them are also kept.
        """
        by = self._by if by is None else by
        shows = self._shows if shows is None else shows
        event = Suggestion(by, self._guess, shows)
        if not self._has_passes:
            yield Slip(kind, event)
            return
        if not self._goes_by_seats:
            kept = {*self._passes, also}.difference({by}, (show.by for show in shows))
            passed = tuple(name for name in self._table.asked_by(by) if name in kept)
            yield Slip(kind, replace(event, passed=passed))
        # If nobody passes by the seats, that need not be written.
        yield Slip(kind, replace(event, passed=event.passes(self._table) or None))

    def _sees(self, shower: str) -> bool:
        """Whether the viewpoint sees a card shown to the asker."""
        return self._table.viewpoint in {self._by, shower}

    def _shows_by(self, name: str, instead_of: Show | None) -> Iterator[Show]:
        """Yield the entries for a show by this player."""
        seen = instead_of.card if instead_of else None
        me = self._table.me
        mine = me.hand if me is not None and me.name == name else self._table.edition.cards
        if instead_of and instead_of.by and self._sees(instead_of.by) is (seen is None):
            yield Show(name, seen)  # this record does not follow what the viewpoint sees
        elif not self._sees(name):
            yield Show(name)
        elif seen is not None and seen in mine:
            yield Show(name, seen)
        else:
            yield from (Show(name, card) for card in self._guess if card in mine)

    def _answers(self) -> Iterator[Slip]:
        for name, show in self._in_doubt.items():
            yield from self._changed(SlipKind.ANSWER, shows=self._instead(show), also=name)
        if Show(None) in self._shows:
            yield Slip(SlipKind.ANSWER, self._with(self._guess, ()))
            return  # a player who passed and showed is a wrong passer
        if self._first and self._shows:
            return  # only one player shows, so this is a wrong seat
        for name in self._passes:
            for show in self._shows_by(name, None):
                yield from self._changed(SlipKind.ANSWER, shows=(*self._shows, show))

    def _seats(self) -> Iterator[Slip]:
        asked = self._table.asked_by(self._by)
        for shower, old in self._in_doubt.items():
            for name in asked:
                if name in self._showers:
                    continue
                passes = not self._first or asked.index(shower) < asked.index(name)
                for show in self._shows_by(name, old):
                    yield from self._changed(
                        SlipKind.SEAT,
                        shows=self._instead(old, show),
                        also=shower if passes else None,
                    )

    def _shown(self) -> Iterator[Slip]:
        for old in self._shows:
            if old.card is not None:
                cards = [card for card in self._guess if card != old.card]
                # The viewpoint knows which card it showed itself.
                for card in (*cards, *((None,) if old.by != self._table.viewpoint else ())):
                    kind = SlipKind.BLANK if card is None else SlipKind.SHOWN
                    shows = self._instead(old, Show(old.by, card))
                    yield Slip(kind, self._with(self._guess, shows))

    def _passers(self) -> Iterator[Slip]:
        for name in self._passes:
            left = tuple(other for other in self._passes if other != name)
            yield Slip(SlipKind.OVERLOOKED, replace(self._event, passed=left), about=name)
            # Without recorded passes the seats imply who was asked.
            for other in self._table.asked_by(self._by) if self._has_passes else ():
                if other not in {*self._passes, *self._showers}:
                    passed = tuple(other if kept == name else kept for kept in self._passes)
                    yield Slip(SlipKind.PASSER, replace(self._event, passed=passed))
