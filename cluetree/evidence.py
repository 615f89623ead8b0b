"""Evidence: the certain facts and open quotas that the counter uses, and fast deduction on them.

`Frame` numbers the cards and places of a table. `Marks` collects claims and applies the four
rules; `Evidence` is marks that do not change. The tree's `KnownFacts` are marks with a node for
each fact. The prover applies the rules one conclusion at a time and keeps a reason for each, and
the proof checker implements them separately, so that tests can compare them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Final, NamedTuple, Self, TypeAlias, assert_never

from cluetree._names import listed, verify_type
from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.claims import Claim, Fact, Quota
from cluetree.errors import ContradictionError, InvalidEventError
from cluetree.events import Event, Game, log_of
from cluetree.table import ENVELOPE_HAND, CluePlayer, HandNames, Table

Options: TypeAlias = tuple[tuple[int, int], ...]
"""Distinct places in order, each with cards that may be there."""


class Bounds(NamedTuple):
    """A quota in numbers: at least `least` of the options are there, at least `spare` are not.

    Most have one place; a show by an unknown player has several.
    """

    options: Options
    least: int
    spare: int

    @classmethod
    def any_of(cls, *options: tuple[int, int]) -> "Bounds":
        """Return the quota that at least one of some cards is at its place."""
        return cls(options, 1, 0)

    @property
    def most(self) -> int:
        """The greatest number of options that are there."""
        return sum([cards.bit_count() for _, cards in self.options]) - self.spare

    def is_met(self, held: Sequence[int]) -> bool:
        """Return whether the known cards of each place meet it, whatever else is there."""
        if self.spare:
            return False
        return (
            sum([(held[place] & cards).bit_count() for place, cards in self.options]) >= self.least
        )

    def left(self, held: Sequence[int], may: Sequence[int]) -> "Bounds":
        """Return what is left of it when each place has these cards and can have those."""
        options, least, spare = self
        for place, cards in options:
            if cards & (held[place] | ~may[place]):
                break
        else:
            return self
        opened: list[tuple[int, int]] = []
        for place, cards in options:
            can = cards & may[place]
            there = can & held[place]
            if there:
                least -= there.bit_count()
            if can != cards:
                spare -= (cards ^ can).bit_count()
            if can != there:
                opened.append((place, can ^ there))
        if least <= 0 and spare <= 0:
            return MET
        return Bounds(tuple(opened), max(least, 0), max(spare, 0))


MET: Final = Bounds((), 0, 0)
"""The quota that is met in any case."""


def bits(cards: int) -> Iterator[int]:
    """Yield the positions of the set bits, lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def union(sets: Iterable[int]) -> int:
    """Return the union of some bit sets."""
    return reduce(int.__or__, sets, 0)


@dataclass(frozen=True)
class Frame:
    """The numbers of a table's cards and places, with the hand sizes and the face-up cards.

    Bit `i` of a set of cards is `edition.cards[i]`; the places are the players in seat order,
    the face-down hands, then the envelope. An unknown name or card raises `UnknownPlayerError` or
    `UnknownCardError`.
    """

    edition: Edition
    players: tuple[CluePlayer, ...]
    """The players in seat order, with their hand sizes if known."""
    face_down: tuple[CluePlayer, ...] = ()
    """The face-down hands, which have no player."""
    face_up: tuple[ClueCard, ...] = ()
    """The face-up cards, which are in no place."""

    @classmethod
    def of(cls, table: Table) -> "Frame":
        """Return the frame of a table."""
        return cls(table.edition, table.players, table.face_down, table.face_up)

    @cached_property
    def hands(self) -> tuple[CluePlayer, ...]:
        """The players, then the face-down hands."""
        return (*self.players, *self.face_down)

    @cached_property
    def envelope(self) -> int:
        """The envelope's place, after the last hand's."""
        return len(self.hands)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The number of each place: the hands, then "envelope"."""
        return {hand.name: i for i, hand in enumerate((*self.hands, ENVELOPE_HAND))}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each place."""
        return tuple(self.places)

    @cached_property
    def sizes(self) -> tuple[int | None, ...]:
        """The size of each hand, or `None` if unknown."""
        return tuple(hand.hand_size for hand in self.hands)

    @cached_property
    def all_cards(self) -> int:
        """All cards of the edition."""
        return (1 << len(self.edition.cards)) - 1

    @cached_property
    def deck(self) -> int:
        """The cards that are in some place: all but the face-up ones."""
        return self.all_cards & ~self.set_of(self.face_up)

    @cached_property
    def categories(self) -> tuple[int, ...]:
        """The cards of each category."""
        return tuple(self.set_of(self.edition.of(category)) for category in Category)

    @cached_property
    def _bit(self) -> Mapping[ClueCard, int]:
        return {card: 1 << i for i, card in enumerate(self.edition.cards)}

    def place(self, name: str) -> int:
        """Return the number of a hand's or the envelope's place."""
        try:
            return self.places[name]
        except (KeyError, TypeError):  # not exact
            return self.places[HandNames(self.hands).find_holder(name).name]

    def bit(self, card: ClueCard | str) -> int:
        """Return the set of one card."""
        bit = self._bit.get(card) if isinstance(card, ClueCard) else None
        return self._bit[self.edition.card(card)] if bit is None else bit

    def spelled(self, fact: Fact) -> Fact:
        """Return a fact with the table's names."""
        name, card = self.names[self.place(fact.player)], self.edition.card(fact.card)
        return Fact(name, card, fact.holds)

    def set_of(self, cards: Iterable[ClueCard]) -> int:
        """Return the bit set of some cards."""
        return union(map(self.bit, cards))

    def cards(self, cards: int) -> tuple[ClueCard, ...]:
        """Return the cards of a bit set, in the edition's order."""
        return tuple(self.edition.cards[at] for at in bits(cards))

    def guess(self, cards: int) -> ClueGuess:
        """Return the guess of these cards, which must be one of each category."""
        return self.edition.guess(*self.cards(cards))

    def bounds(self, claim: Quota) -> Bounds:
        """Convert a quota to numbers."""
        cards: dict[int, int] = {}
        for fact in claim.facts:
            if not fact.holds:
                raise InvalidEventError(f"the facts of a quota must be positive, got '{fact}'")
            place = self.place(fact.player)
            cards[place] = cards.get(place, 0) | self.bit(fact.card)
        size = sum([some.bit_count() for some in cards.values()])  # without repeated facts
        return Bounds(tuple(sorted(cards.items())), claim.least, max(size - claim.most, 0))

    def quota(self, bounds: Bounds) -> Quota:
        """Convert a quota from numbers."""
        facts = [
            Fact(self.names[place], card, holds=True)
            for place, cards in bounds.options
            for card in self.cards(cards)
        ]
        return Quota(tuple(facts), bounds.least, bounds.most)


class Marks:
    """The cards that each place has and can have, and the open quotas.

    The marks are true in every deal that fits the claims, but `settle` does not find every such
    truth. The order of the claims does not matter. If the rules find that no deal fits, they raise
    `ContradictionError`, and the marks are then invalid.

    Attributes:
        frame: The numbers of cards and places.
        held: For each place, the cards known to be there.
        may: For each place, the cards that can be there, including those of `held`.
        quotas: The open quotas: shows, failed accusations, and any others.
    """

    __slots__ = ("frame", "held", "may", "quotas")

    def __init__(self, frame: Frame):
        self.frame: Frame = frame
        self.held: list[int] = [0] * len(frame.names)
        self.may: list[int] = [frame.deck] * len(frame.names)
        self.quotas: list[Bounds] = []

    @classmethod
    def at(cls, table: Table) -> "Marks":
        """Return the marks of a table's set-up."""
        marks = cls(Frame.of(table))
        marks.see_hand(table.me)
        return marks

    def copy(self) -> Self:
        """Return an independent copy."""
        other = copy(self)
        other.held, other.may = [*self.held], [*self.may]
        other.quotas = [*self.quotas]
        return other

    def lay_open(self, cards: Iterable[ClueCard]) -> None:
        """Add that these cards lie face-up: they are in no place."""
        self.frame = replace(self.frame, face_up=(*self.frame.face_up, *cards))
        self.may = [may & self.frame.deck for may in self.may]

    def see_hand(self, player: CluePlayer | None) -> None:
        """Mark that a player holds exactly their hand; an onlooker has none."""
        if player is not None:
            place = self.frame.place(player.name)
            self.held[place] = self.may[place] = self.frame.set_of(player.hand)

    @property
    def shows(self) -> tuple[tuple[int, int], ...]:
        """The shows of which the shower is known and the card is not: place and cards."""
        return tuple([one[0] for one, least, _ in self.quotas if least and len(one) == 1])

    @property
    def answer(self) -> ClueGuess | None:
        """The envelope, once a card of each category is known to be there."""
        hidden = self.held[-1]
        return self.frame.guess(hidden) if hidden.bit_count() == len(Category) else None

    def take(self, claim: Claim) -> bool:
        """Add a claim without deduction; return whether it is new."""
        match claim:
            case Fact(player, card, holds):
                place, bit = self.frame.place(player), self.frame.bit(card)
                return self.hold(place, bit) if holds else self.lack(place, bit)
            case Quota():
                return self.meet(self.frame.bounds(claim))
            case _:
                assert_never(claim)

    def hold(self, place: int, cards: int) -> bool:
        """Add that a place has all of these cards; return whether that is new."""
        is_new = bool(cards & ~self.held[place])
        self.held[place] |= cards
        return is_new

    def lack(self, place: int, cards: int) -> bool:
        """Add that a place has none of these cards; return whether that is new."""
        is_new = bool(self.may[place] & cards)
        self.may[place] &= ~cards
        return is_new

    def meet(self, quota: Bounds) -> bool:
        """Add a quota; return whether it is new."""
        if quota.is_met(self.held):
            return False
        self.quotas.append(quota)
        return True

    def settle(self) -> None:
        """Apply the four rules until nothing changes.

        A card is in one place; a hand has its size; the envelope has one card of each category;
        a quota is met.
        """
        placed: tuple[int, ...] = ()
        # One pass of the first rule is its fixpoint, so stop when the other rules change nothing.
        while placed != (*self.held, *self.may):
            self._place_cards()
            placed = *self.held, *self.may
            self.prune_full()
            self._fill()
            if self.quotas:
                self._meet_quotas()

    def prune_elsewhere(self) -> int:
        """Prune held cards at all other places, and return them."""
        seen = 0
        for held, may in zip(self.held, self.may, strict=True):
            if held & (seen | ~may):
                raise contradiction()
            seen |= held
        free = ~seen
        self.may = [may & (free | held) for held, may in zip(self.held, self.may, strict=True)]
        return seen

    def _place_cards(self) -> None:
        seen = self.prune_elsewhere()
        once = more = 0
        for may in self.may:
            more |= once & may
            once |= may
        if once != self.frame.deck:
            raise contradiction()
        only = once & ~(more | seen)
        if only:
            for place, may in enumerate(self.may):
                self.held[place] |= only & may

    def prune_full(self) -> None:
        """Prune all other cards of full hands and of the categories settled in the envelope."""
        for place, size in enumerate(self.frame.sizes):
            if size is not None and self.held[place].bit_count() >= size:
                if self.held[place].bit_count() > size:
                    raise contradiction()
                self.may[place] = self.held[place]
        for category in self.frame.categories:
            held = self.held[-1] & category
            if held:
                if held & (held - 1):
                    raise contradiction()
                self.may[-1] &= ~category | held

    def _fill(self) -> None:
        for place, size in enumerate(self.frame.sizes):
            if size is not None and self.may[place].bit_count() <= size:
                if self.may[place].bit_count() < size:
                    raise contradiction()
                self.held[place] = self.may[place]
        for category in self.frame.categories:
            may = self.may[-1] & category
            if not may & (may - 1):
                if not may:
                    raise contradiction()
                self.held[-1] |= may

    def _meet_quotas(self) -> None:
        left: list[Bounds] = []
        for quota in self.quotas:
            rest = quota.left(self.held, self.may)
            if rest is MET:
                continue
            options, least, spare = rest
            size = 0
            for _, cards in options:
                size += cards.bit_count()
            if least > size or spare > size:
                raise contradiction()
            if spare == size:
                for place, cards in options:
                    self.may[place] &= ~cards
            elif least == size:
                for place, cards in options:
                    self.held[place] |= cards
            else:
                left.append(rest)
        self.quotas = left


def contradiction() -> ContradictionError:
    """Return the error that no deal fits; the rules do not know the events to blame."""
    return ContradictionError("the events contradict each other")


@dataclass(frozen=True)
class Evidence:
    """The certain facts and the open quotas, from which deals are counted.

    The same deals fit the evidence and the events. Cards are bit sets, as in the counter. Methods
    raise a `ClueError` for an event that breaks the rules or an unknown name.
    """

    frame: Frame
    """The numbers of cards and places."""
    held: tuple[int, ...]
    """For each place, the cards known to be there."""
    may: tuple[int, ...]
    """For each place, the cards that it is not known to lack (more than can be there)."""
    quotas: tuple[Bounds, ...]
    """The open quotas: shows, failed accusations, and any others."""

    @classmethod
    def gather(cls, game: Game, events: Iterable[Event] = ()) -> "Evidence":
        """Collect the claims of a table's set-up and events, without deduction.

        A tree gives evidence for the same deals with fewer open quotas, and with reasons. Use
        this method if only numbers are needed.
        """
        table, log = log_of(game, events)
        return cls.of(_taken(Marks.at(table), table, log))

    def after(self, table: Table, events: Iterable[Event]) -> "Evidence":
        """Return the evidence with more events, as if all had been gathered at once."""
        return self.of(_taken(self.marks(), table, events))

    def assuming(self, *claims: Claim) -> "Evidence":
        """Return the evidence with more claims."""
        marks = self.marks()
        for claim in claims:
            verify_type("a claim", claim, Fact | Quota, "a Fact or a Quota", InvalidEventError)
            marks.take(claim)
        return self.of(marks)

    @classmethod
    def of(cls, marks: Marks) -> "Evidence":
        """Convert marks to evidence, with the distinct quotas that the known cards do not meet."""
        quotas = [quota for quota in dict.fromkeys(marks.quotas) if not quota.is_met(marks.held)]
        return cls(marks.frame, tuple(marks.held), tuple(marks.may), tuple(quotas))

    @classmethod
    def joined(cls, *parts: "Evidence") -> "Evidence":
        """Return the conjunction of evidence for one table."""
        marks = Marks(parts[0].frame)
        marks.held = [*map(union, zip(*(part.held for part in parts), strict=True))]
        may = zip(*(part.may for part in parts), strict=True)
        marks.may = [reduce(int.__and__, sets) for sets in may]
        marks.quotas = [quota for part in parts for quota in part.quotas]
        return cls.of(marks)

    def marks(self) -> Marks:
        """Convert the evidence to marks, for deduction."""
        marks = Marks(self.frame)
        marks.held, marks.may = [*self.held], [*self.may]
        marks.quotas = [*self.quotas]
        return marks

    @cached_property
    def facts(self) -> frozenset[Fact]:
        """Every certain fact about a player (or the envelope) and a card."""
        cards, every = self.frame.cards, self.frame.all_cards
        places = [*zip(self.frame.places, self.held, self.may, strict=True)]
        holds = (Fact(name, card, holds=True) for name, held, _ in places for card in cards(held))
        lacks = (Fact(n, card, holds=False) for n, _, may in places for card in cards(every & ~may))
        return frozenset((*holds, *lacks))

    @cached_property
    def one_of(self) -> tuple[Quota, ...]:
        """The open quotas of which at least one fact is true: all but failed accusations."""
        return tuple([self.frame.quota(quota) for quota in self.quotas if quota.least])

    def knows(self, player: str, card: ClueCard | str) -> bool | None:
        """Return whether a player (or "envelope") holds a card; `None` if it is open."""
        place, bit = self.frame.place(player), self.frame.bit(card)
        if self.held[place] & bit:
            return True
        return None if self.may[place] & bit else False


def _taken(marks: Marks, table: Table, events: Iterable[Event]) -> Marks:
    """Add the claims of events to marks, and return these."""
    for event in listed("events", events, InvalidEventError):
        for claim in event.claims(table):
            marks.take(claim)
    return marks
