"""Evidence: the certain facts and open branches that the counter uses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from cluetree.cards import ClueCard, ClueGuess, Edition
from cluetree.claims import Fact, OneOf
from cluetree.deduction import Branch, Frame, Marks, union
from cluetree.errors import InvalidEventError, listed
from cluetree.events import Event, Logged, log_of
from cluetree.table import CluePlayer, Table


@dataclass(frozen=True)
class Evidence:
    """The certain facts and the open branches, from which deals are counted.

    The same deals fit the evidence and the events. Cards are bit sets, as in the counter. Methods
    raise a `ClueError` for an event that breaks the rules or an unknown name.
    """

    frame: Frame
    """The numbers of cards and places."""
    face_up_set: int
    """The face-up cards."""
    held: tuple[int, ...]
    """For each place, the cards known to be there."""
    lacked: tuple[int, ...]
    """For each place, the cards known not to be there (not all that can be deduced)."""
    branches: tuple[Branch, ...]
    """The open branches: at least one card of each is at its place."""
    failed_sets: frozenset[int]
    """The triples of failed accusations, each a set of three cards."""

    @classmethod
    def gather(cls, table: Table | Logged, events: Iterable[Event] = ()) -> "Evidence":
        """Collect the claims of a table's set-up and events, without deduction.

        A tree gives evidence for the same deals with fewer open branches, and with reasons. Use
        this method if only numbers are needed.
        """
        if not isinstance(table, Table):
            table, events = log_of(table, events)
        return cls.of(_taken(Marks.at(table), table, events))

    def after(self, table: Table, events: Iterable[Event]) -> "Evidence":
        """Return the evidence with more events, as if all had been gathered at once."""
        return self.of(_taken(self.marks(), table, events))

    @classmethod
    def of(cls, marks: Marks) -> "Evidence":
        """Convert marks to evidence."""
        lacked = tuple(marks.frame.deck & ~may for may in marks.may)
        branches, failed = _open(marks.branches, marks.held), frozenset(marks.failed_accusations)
        return cls(marks.frame, marks.face_up, tuple(marks.held), lacked, branches, failed)

    @classmethod
    def joined(cls, *parts: "Evidence") -> "Evidence":
        """Return the conjunction of evidence for one table."""
        held = tuple(map(union, zip(*(part.held for part in parts), strict=True)))
        return cls(
            parts[0].frame,
            union(part.face_up_set for part in parts),
            held,
            tuple(map(union, zip(*(part.lacked for part in parts), strict=True))),
            _open(chain.from_iterable(part.branches for part in parts), held),
            frozenset[int]().union(*(part.failed_sets for part in parts)),
        )

    def marks(self) -> Marks:
        """Convert the evidence to marks, for deduction."""
        marks = Marks(self.frame, self.face_up_set)
        marks.held = [*self.held]
        marks.may = [may & ~lacked for may, lacked in zip(marks.may, self.lacked, strict=True)]
        marks.branches = [*self.branches]
        marks.failed_accusations = [*self.failed_sets]
        return marks

    @property
    def edition(self) -> Edition:
        """The deck."""
        return self.frame.edition

    @property
    def players(self) -> tuple[CluePlayer, ...]:
        """The players in seat order, with their hand sizes where known."""
        return self.frame.players

    @property
    def hands(self) -> tuple[CluePlayer, ...]:
        """The players in seat order, then the face-down hands."""
        return self.frame.hands

    @property
    def places(self) -> Mapping[str, int]:
        """The number of each place: the players by seat, face-down hands, then "envelope"."""
        return self.frame.places

    @cached_property
    def face_up(self) -> frozenset[ClueCard]:
        """The face-up cards."""
        return frozenset(self.frame.cards(self.face_up_set))

    @cached_property
    def facts(self) -> frozenset[Fact]:
        """Every certain fact about a player (or the envelope) and a card."""
        sides, frame = ((self.held, True), (self.lacked, False)), self.frame
        sets = ((name, side[i], holds) for name, i in self.places.items() for side, holds in sides)
        return frozenset(Fact(n, card, holds) for n, s, holds in sets for card in frame.cards(s))

    @cached_property
    def one_of(self) -> tuple[OneOf, ...]:
        """The open branches with their remaining alternatives."""
        return tuple(map(self.frame.one_of, self.branches))

    @cached_property
    def failed_accusations(self) -> frozenset[ClueGuess]:
        """The triples of failed accusations."""
        return frozenset(map(self.frame.guess, self.failed_sets))

    def knows(self, player: str, card: ClueCard | str) -> bool | None:
        """Return whether a player (or "envelope") holds a card; `None` if it is open."""
        place, bit = self.frame.place(player), self.frame.bit(card)
        if self.held[place] & bit:
            return True
        return False if self.lacked[place] & bit else None

    def assuming(self, fact: Fact) -> "Evidence":
        """Return the evidence with one more fact."""
        place, bit = self.frame.place(fact.player), self.frame.bit(fact.card)
        return self.adding(place, held=bit) if fact.holds else self.adding(place, lacked=bit)

    def adding(self, place: int, *, held: int = 0, lacked: int = 0, one_of: int = 0) -> "Evidence":
        """Return the evidence with more sets of cards of one place."""
        all_held, all_lacked = [*self.held], [*self.lacked]
        all_held[place] |= held
        all_lacked[place] |= lacked
        branches = (*self.branches, ((place, one_of),)) if one_of else self.branches
        return replace(self, held=tuple(all_held), lacked=tuple(all_lacked), branches=branches)


def _open(branches: Iterable[Branch], held: Sequence[int]) -> tuple[Branch, ...]:
    """Return the distinct branches of which no card is known to be at its place."""
    distinct = dict.fromkeys(branches)
    return tuple(one for one in distinct if not any(held[place] & cards for place, cards in one))


def _taken(marks: Marks, table: Table, events: Iterable[Event]) -> Marks:
    for event in listed("events", events, InvalidEventError):
        for claim in event.claims(table):
            marks.take(claim)
    return marks
