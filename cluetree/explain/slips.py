"""How an entry goes wrong, and how likely that is: the events that may have been meant.

The model draws the kind of slip by the weights below, then one change of this kind, each with equal
probability. A number of cards can be any other: a miscount is off by one, but a misheard or
mistyped number is not. A pass by a player who was not asked, and a card that the viewpoint could
not see, are taken to be eight times rarer. Dropping an event weighs least, because it explains
nothing.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Final, TypeVar

from more_itertools import map_reduce

from cluetree._names import name_key
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.events import (
    Accusation,
    Answer,
    BareFact,
    Correction,
    Event,
    Holds,
    HoldsOneOf,
    HoldsSome,
    Lacks,
    OneHolds,
    Question,
    Saw,
    Show,
    Suggestion,
)
from cluetree.evidence import MET, Evidence
from cluetree.explain.conflicts import LogEvidence
from cluetree.limit import check_time
from cluetree.table import POOL, Answering, CluePlayer, Direction, Table, left_over

_T = TypeVar("_T")


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
    """The player holds a card entered as lacked, or lacks one entered as held, or holds another
    number of the cards."""
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
_MISSED: Final = "New player"
"""The name of a player who is missing in the set-up."""
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
    number: int = 0
    """The number of the event; 0 for the set-up."""
    weight: Fraction = Fraction(0)


def slips(table: Table, events: Sequence[Event], number: int) -> Iterator[Slip]:
    """Yield each change of an event, or of the set-up (0), with its weight.

    Each kind's weight is shared equally among its changes, and smaller for a change that is less
    usual than the entry.
    """
    if number:
        event, later = events[number - 1], events[number : number + 2 * len(table.players)]
        changes = _usual(table, event).items()
        usual = {slip: share * _corrected(event, slip, later) for slip, share in changes}
    else:
        changed = _set_up_slips(table, events)
        usual = {slip: ODD ** _oddities(table, slip.meant) for slip in changed}
    for kind, alike in map_reduce(usual, lambda slip: slip.kind).items():
        for slip in alike:
            check_time()
            weight = WEIGHTS[kind] / len(alike) * usual[slip]
            yield replace(slip, number=number, weight=weight)


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


def _replaced(table: Table, cards: Collection[ClueCard]) -> Iterator[tuple[ClueCard, ClueCard]]:
    """Yield each card with each other one of its category that can be there instead."""
    for card in cards:
        for other in table.edition.of(card.category):
            if other not in cards:
                yield card, other


def _usual(table: Table, event: Event) -> dict[Slip, Fraction]:
    """Return how usual each change of an event is: 1 if as usual as the entry, less if rarer."""
    before, known = _oddities(table, event), Evidence.gather(table)
    usual: dict[object, tuple[Slip, Fraction]] = {}
    for slip in _slips(table, event):
        check_time()
        # A vague change has no oddities to compare.
        share = ODD ** (0 if slip.kind in VAGUE else _oddities(table, slip.meant) - before)
        meaning = _meaning(table, slip.meant, known, event)
        best = usual.get(meaning)
        if best is None or WEIGHTS[slip.kind] * share > WEIGHTS[best[0].kind] * best[1]:
            usual[meaning] = slip, share
    return dict(usual.values())


def most_usual(table: Table, event: Event) -> Fraction:
    """Return an upper bound of how much more usual a change can make an event."""
    return ODD ** -_oddities(table, event)


def _slips(table: Table, event: Event) -> Iterator[Slip]:
    match event:
        case Suggestion():
            yield from _Suggestion(table, event).all()
        case Accusation(_, guess, correct, right):  # who made it does not matter
            yield Slip(SlipKind.OUTCOME, replace(event, correct=not correct, right=None))
            for number in () if right is None else {*range(len(Category))} - {right}:
                yield Slip(SlipKind.OUTCOME, replace(event, right=number))
            for card, other in _replaced(table, guess.cards):
                instead = ClueGuess(*_instead(guess, card, other))
                yield Slip(SlipKind.ASKED, replace(event, guess=instead))
        case Question():
            yield from _question_slips(table, event)
        case Correction():
            pass
        case _:
            yield from _fact_slips(table, event)
    yield Slip(SlipKind.DROPPED, None)


def _question_slips(table: Table, event: Question) -> Iterator[Slip]:
    by, to, cards, shown = event.by, event.to, event.cards, event.card
    if event.answer is None:
        return
    other_answers: tuple[Answer, ...] = ("yes", "shows") if event.answer == "no" else ("no",)
    for answer in other_answers:
        yield Slip(SlipKind.ANSWER, replace(event, answer=answer, card=None))
    for card in cards if shown else ():
        if card != shown:
            yield Slip(SlipKind.SHOWN, replace(event, card=card))
    for name in table.names:
        if name not in {by, to}:
            yield Slip(SlipKind.SEAT, replace(event, to=name))
    for card, other in _replaced(table, cards):
        seen = other if card == shown else shown
        meant = replace(event, cards=_instead(cards, card, other), card=seen)
        yield Slip(SlipKind.ASKED, meant, about=card)


def _fact_slips(table: Table, event: BareFact | Saw) -> Iterator[Slip]:
    if isinstance(event, Holds | Lacks):
        opposite = Lacks if isinstance(event, Holds) else Holds
        yield Slip(SlipKind.FACT, opposite(event.player, event.card, only_me=event.only_me))
    if isinstance(event, HoldsSome):
        for least, most in _other_bounds(event.least, event.most, len(event.cards)):
            yield Slip(SlipKind.FACT, replace(event, least=least, most=most))
    yield from _holder_slips(table, event)
    cards = event.cards if isinstance(event, HoldsSome) else (event.card,)
    for card, other in _replaced(table, [card for card in cards if card is not None]):
        if isinstance(event, HoldsSome):
            yield Slip(SlipKind.CARD, replace(event, cards=_instead(event.cards, card, other)))
        else:
            yield Slip(SlipKind.CARD, replace(event, card=other))


def _holder_slips(table: Table, event: BareFact | Saw) -> Iterator[Slip]:
    """Yield that another place has the card, or one of the places that may have it is another."""
    places = event.players if isinstance(event, OneHolds) else (event.player,)
    by = event.by if isinstance(event, Saw) else None
    lying = table.places[:-1] if isinstance(event, Saw) else table.places
    for old, new in product(places, lying):
        if new in {*places, by}:
            continue
        if isinstance(event, OneHolds):
            meant = replace(event, players=_instead(places, old, new))
            yield Slip(SlipKind.HOLDER, meant.at(table))
        else:
            yield Slip(SlipKind.HOLDER, replace(event, player=new))


def _other_bounds(least: int, most: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the bounds with any other number in place of one that the entry states.

    "At least" states no greatest number, "at most" no least one, and "one of" none at all.
    """
    if (least, most) == (1, size):
        return
    if least == most:
        yield from ((number, number) for number in range(size + 1) if number != least)
        return
    if least:
        yield from ((number, most) for number in range(1, most + 1) if number != least)
    if most < size:
        yield from ((least, number) for number in range(least, size) if number != most)


def _oddities(table: Table, event: Event | Table | None) -> int:
    """Count unlikely details of an event or a set-up.

    These are passes that break the seat order, a card seen or unseen wrongly, and hands that nobody
    deals: cards are left over only from equal hands.
    """
    if isinstance(event, Table):
        sizes = [player.hand_size for player in event.players if player.hand_size is not None]
        most = 0 if event.face_up or event.face_down else 1
        return int(max(sizes, default=0) - min(sizes, default=0) > most)
    if not isinstance(event, Suggestion):
        return 0
    strange = sum(
        (show.card is None)
        is (table.viewpoint is not None and table.viewpoint in {event.by, show.by})
        for show in event.shows
    )
    return strange + (not _goes_by_seats(table, event))


def _corrected(event: Event, slip: Slip, later: Iterable[Event]) -> int:
    """Return the factor for a later fact about an overlooked card: "sorry, I did have one"."""
    is_named = isinstance(event, Suggestion) and any(
        fact.player == slip.about
        and {*event.guess}.issuperset([fact.card] if isinstance(fact, Holds) else fact.cards)
        for fact in later
        if isinstance(fact, Holds | HoldsOneOf)
    )
    return _CORRECTED if is_named else 1


def _goes_by_seats(table: Table, event: Suggestion) -> bool:
    """Whether the passes are those that the seats imply, or the seats imply nothing."""
    implied = replace(event, passed=None).passes(table)
    return Show(None) in event.shows or event.passes(table) == implied


class _Suggestion:
    """The slips in one suggestion."""

    def __init__(self, table: Table, event: Suggestion):
        self._table, self._passes = table, event.passes(table)
        self._event = event if event.passed is None else replace(event, passed=self._passes)
        self._by, self._guess, self._shows = event.by, event.guess, event.shows
        self._showers = {show.by: show for show in self._shows if show.by is not None}
        self._goes_by_seats = _goes_by_seats(table, event)
        self._first = table.answering is Answering.FIRST
        me, own = table.viewpoint, {*(table.me.hand if table.me else ())}
        must_show = not self._first and not own.isdisjoint(event.guess)
        # By the rule `all`, the viewpoint showed if it has one of the cards.
        self._in_doubt = {n: s for n, s in self._showers.items() if not must_show or n != me}

    def all(self) -> Iterator[Slip]:
        yield from self._answers()
        yield from self._shown()
        if self._showers and self._in_doubt == self._showers:
            yield Slip(SlipKind.SOMEBODY, replace(self._event, shows=(Show(None),)))
        for card, other in _replaced(self._table, self._guess.cards):
            guess = ClueGuess(*_instead(self._guess, card, other))
            shows = [Show(show.by, other) if show.card == card else show for show in self._shows]
            meant = replace(self._event, guess=guess, shows=tuple(shows))
            yield Slip(SlipKind.ASKED, meant, about=card)
        for name in self._table.names:
            if name != self._by and name not in self._showers:
                yield from self._changed(SlipKind.ASKER, replace(self._event, by=name))
        yield from self._passers()

    def _changed(
        self, kind: SlipKind, event: Suggestion, also: str | None = None
    ) -> Iterator[Slip]:
        """Yield an event with another asker or other shows, and `also` as a further pass.

        The passes follow the seats; passes that did not follow them are also kept.
        """
        if event.passed is None:
            yield Slip(kind, event)
            return
        if not self._goes_by_seats:
            kept = {*self._passes, also}.difference({event.by}, (show.by for show in event.shows))
            passed = tuple(name for name in self._table.asked_by(event.by) if name in kept)
            yield Slip(kind, replace(event, passed=passed))
        implied = replace(event, passed=None).passes(self._table)
        # If nobody passes by the seats, that need not be written.
        yield Slip(kind, replace(event, passed=implied or None))

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
        """Yield that a show was a pass, or another player's, and that a pass was a show."""
        asked = self._table.asked_by(self._by)
        for shower, old in self._in_doubt.items():
            without = replace(self._event, shows=_instead(self._shows, old))
            yield from self._changed(SlipKind.ANSWER, without, shower)
            for name in asked:
                passes = not self._first or asked.index(shower) < asked.index(name)
                also = shower if passes else None
                for show in () if name in self._showers else self._shows_by(name, old):
                    instead = replace(self._event, shows=_instead(self._shows, old, show))
                    yield from self._changed(SlipKind.SEAT, instead, also)
        if Show(None) in self._shows:
            yield Slip(SlipKind.ANSWER, replace(self._event, shows=()))
        elif not (self._first and self._shows):  # only one player shows: a wrong seat
            for name in self._passes:
                for show in self._shows_by(name, None):
                    more = replace(self._event, shows=(*self._shows, show))
                    yield from self._changed(SlipKind.ANSWER, more)

    def _shown(self) -> Iterator[Slip]:
        for old in self._shows:
            if old.card is not None:
                cards = [card for card in self._guess if card != old.card]
                # The viewpoint knows which card it showed itself.
                for card in (*cards, *((None,) if old.by != self._table.viewpoint else ())):
                    kind = SlipKind.BLANK if card is None else SlipKind.SHOWN
                    shows = _instead(self._shows, old, Show(old.by, card))
                    yield Slip(kind, replace(self._event, shows=shows))

    def _passers(self) -> Iterator[Slip]:
        for name in self._passes:
            left = _instead(self._passes, name)
            yield Slip(SlipKind.OVERLOOKED, replace(self._event, passed=left), about=name)
            # Without recorded passes the seats imply who was asked.
            for other in self._table.asked_by(self._by) if self._event.passed is not None else ():
                if other not in {*self._passes, *self._showers}:
                    passed = _instead(self._passes, name, other)
                    yield Slip(SlipKind.PASSER, replace(self._event, passed=passed))


def _set_up_slips(table: Table, events: Sequence[Event]) -> Iterator[Slip]:
    """Yield the tables with another card in the viewpoint's hand or face-up, or other seats."""
    hand, face_up = table.me.hand if table.me else (), table.face_up
    others = [card for card in table.edition.cards if card not in {*hand, *face_up}]
    if table.me is not None:
        # The hand as facts, so that the search for culprits applies to each card.
        seats = tuple(replace(player, hand=()) for player in table.players)
        held = [Holds(table.me.name, card) for card in hand]
        said = (e.answers(table, own=False) if isinstance(e, Suggestion) else e for e in events)
        log = LogEvidence(replace(table, players=seats, viewpoint=None), (*held, *said))
        wrong = [hand[number - 1] for number in log.culprits(log.numbers[: len(hand)])]
        for card, other in product(wrong, others):
            me = replace(table.me, hand=_instead(hand, card, other))
            yield Slip(SlipKind.HAND, _with(table, {table.me: me}))
    yield from _seat_slips(table)
    if table.answering is Answering.FIRST and len(table.players) > 2:  # noqa: PLR2004
        (way,) = {*Direction} - {table.answers}
        yield Slip(SlipKind.DIRECTION, replace(table, answers=way))
    for card, other in product(face_up, others):
        laid = replace(table, face_up=_instead(face_up, card, other))
        yield Slip(SlipKind.FACE_UP, laid, about=card)
    left = left_over(table.edition, table.hands, face_up)
    for other in others if left == 1 else ():
        laid = replace(table, face_up=(*face_up, other))
        yield Slip(SlipKind.FACE_UP, laid, about=SlipKind.FACE_UP)
    yield from _size_slips(table, left)


def _size_slips(table: Table, left: int) -> Iterator[Slip]:
    """Yield the tables with other hand sizes, with cards of nobody, or with one more player."""
    sizes = {p: p.hand_size for p in table.hands if p.hand_size is not None and p != table.me}
    pairs = [*combinations(sizes, 2)]
    if left:
        changes = [{hand: size + left} for hand, size in sizes.items()]
        half, odd = divmod(left, 2)
        if not odd:
            changes += [{one: sizes[one] + half, two: sizes[two] + half} for one, two in pairs]
    else:
        changes = [{one: sizes[two], two: sizes[one]} for one, two in pairs]
        changes += [
            {one: sizes[one] + 1, two: sizes[two] - 1} for one, two in permutations(sizes, 2)
        ]
    for change in changes:
        if min(change.values()) >= 0 and any(sizes[hand] != change[hand] for hand in change):
            new = {hand: replace(hand, hand_size=size) for hand, size in change.items()}
            yield Slip(SlipKind.SIZE, _with(table, new))
    names = {name_key(hand.name) for hand in table.hands}
    if left > 0 and name_key(POOL) not in names:
        lying = (*table.face_down, CluePlayer(POOL, left))
        yield Slip(SlipKind.FACE_DOWN, replace(table, face_down=lying))
    if left > 1 and name_key(_MISSED) not in names:
        for seat in range(len(table.players)):
            players = [*table.players]
            players.insert(seat + 1, CluePlayer(_MISSED, left))
            missed = replace(table, players=tuple(players))
            yield Slip(SlipKind.MISSING, missed, about=SlipKind.MISSING)


def _seat_slips(table: Table) -> Iterator[Slip]:
    """Yield the tables in which two players sit in each other's seat, each circle once."""
    first = table.names[0]
    seen = {table.left_of(first)}
    for one, two in combinations(table.players, 2):
        swapped = _with(table, {one: two, two: one})
        if swapped.left_of(first) not in seen:
            seen.add(swapped.left_of(first))
            yield Slip(SlipKind.ORDER, swapped)


def _with(table: Table, hands: Mapping[CluePlayer, CluePlayer]) -> Table:
    players, face_down = (
        tuple(hands.get(hand, hand) for hand in each) for each in (table.players, table.face_down)
    )
    return replace(table, players=players, face_down=face_down)


def _instead(items: Iterable[_T], old: _T, *new: _T) -> tuple[_T, ...]:
    """Return the items with one replaced or left out."""
    return tuple(one for item in items for one in (new if item == old else (item,)))
