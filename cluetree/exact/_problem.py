"""What is left to count once simple rules have settled what they can.

Rules on bit sets run to a fixpoint and make the rest small; they are only a speed-up, never
the answer. What they leave is a `Problem`, renumbered so that positions which differ only in
which card is which look the same to the cache.
"""

from dataclasses import dataclass
from typing import NamedTuple

from cluetree.cards import Category
from cluetree.evidence import Evidence, bits

CATEGORIES = len(Category)


class OpenCard(NamedTuple):
    """A card whose place is open: its category's number, and the places it may be in."""

    category: int
    places: int


@dataclass(frozen=True, slots=True)
class Problem:
    """Open cards to be dealt to places that have room; the envelope is the last place."""

    cards: tuple[OpenCard, ...]
    room: tuple[int | None, ...]
    """How many cards each player still takes: exactly, or any number where `None`."""
    needs: tuple[bool, ...]
    """For each category, whether the envelope still takes a card of it."""
    branches: tuple[tuple[int, int], ...]
    """Places with cards of which at least one must come there."""
    vain: frozenset[int]
    """Sets of cards that must not all come into the envelope."""

    @property
    def envelope(self) -> int:
        """The envelope's place."""
        return len(self.room)


@dataclass(frozen=True, slots=True)
class Reduction:
    """A problem, and how its numbers lead back to the evidence's."""

    problem: Problem
    cards: tuple[int, ...]
    """For each card of the problem, its place in the edition."""
    places: tuple[int, ...]
    """For each place of the problem, the envelope last, its place in the evidence."""
    held: tuple[int, ...]
    """For each place of the evidence, the cards settled there."""


class Impossible(Exception):  # noqa: N818 -- a finding, not an error; it never leaves this room
    """No deal fits."""


def reduce(evidence: Evidence) -> Reduction | None:
    """Settle what rules can; return what is left to count, or `None` if no deal fits."""
    try:
        return _Rules(evidence).reduction()
    except Impossible:
        return None


class _Rules:
    """The rules' working state: for each place, what may be and what is there."""

    def __init__(self, evidence: Evidence):
        deck = evidence.edition
        self.deck = (1 << len(deck.cards)) - 1 & ~evidence.out
        self.categories: list[int] = []
        start = 0
        for names in (deck.suspects, deck.weapons, deck.rooms):
            self.categories.append((1 << len(names)) - 1 << start)
            start += len(names)
        self.envelope = len(evidence.players)
        self.sizes = [player.hand_size for player in evidence.players]
        self.may = [self.deck & ~lacked for lacked in evidence.lacked]
        self.held = list(evidence.held)
        self.branches = set(evidence.branches)
        self.vain = set(evidence.vain)
        before: tuple[object, ...] = ()
        while before != (now := (*self.may, *self.held, len(self.branches), len(self.vain))):
            before = now
            self._one_place_a_card()
            self._fill_hands()
            self._fill_envelope()
            self._settle_branches()
            self._settle_vain()

    def _one_place_a_card(self) -> None:
        seen = once = more = 0
        for held, may in zip(self.held, self.may, strict=True):
            if held & (seen | ~may):
                raise Impossible
            seen |= held
        for place, held in enumerate(self.held):
            may = self.may[place] = self.may[place] & (~seen | held)
            more |= once & may
            once |= may
        if once != self.deck:
            raise Impossible
        only = once & ~more & ~seen
        if only:
            for place, may in enumerate(self.may):
                self.held[place] |= only & may

    def _fill_hands(self) -> None:
        for place, size in enumerate(self.sizes):
            if size is None:
                continue
            held, may = self.held[place], self.may[place]
            if held.bit_count() > size or may.bit_count() < size:
                raise Impossible
            if held.bit_count() == size:
                self.may[place] = held
            elif may.bit_count() == size:
                self.held[place] = may

    def _fill_envelope(self) -> None:
        for category in self.categories:
            held = self.held[-1] & category
            may = self.may[-1] & category
            if not may or held.bit_count() > 1:
                raise Impossible
            if held:
                self.may[-1] &= ~category | held
            elif may.bit_count() == 1:
                self.held[-1] |= may

    def _settle_branches(self) -> None:
        left: set[tuple[int, int]] = set()
        for place, cards in self.branches:
            standing = cards & self.may[place]
            if standing & self.held[place]:
                continue
            if not standing:
                raise Impossible
            if standing.bit_count() == 1:
                self.held[place] |= standing
            else:
                left.add((place, standing))
        self.branches = left

    def _settle_vain(self) -> None:
        for triple in tuple(self.vain):
            if triple & ~self.may[-1]:
                self.vain.discard(triple)
                continue
            standing = triple & ~self.held[-1]
            if not standing:
                raise Impossible
            if standing.bit_count() == 1:
                self.may[-1] &= ~standing
                self.vain.discard(triple)

    def reduction(self) -> Reduction:
        settled = 0
        for held in self.held:
            settled |= held
        places = self._places_with_room()
        branches = self._least_branches()
        opened = [
            (category, self._places_of(bit, places), bit)
            for category, cards in enumerate(self.categories)
            for bit in (1 << at for at in bits(cards & self.deck & ~settled))
        ]
        touched = {
            bit: tuple(b for b, (_, c) in enumerate(branches) if c & bit) for *_, bit in opened
        }
        opened.sort(key=lambda card: (card[0], card[1], touched[card[2]]))
        number = {bit: i for i, (_, _, bit) in enumerate(opened)}
        return Reduction(
            Problem(
                cards=tuple(OpenCard(category, where) for category, where, _ in opened),
                room=tuple(self._room(place) for place in places[:-1]),
                needs=tuple(not self.held[-1] & category for category in self.categories),
                branches=tuple(
                    (places.index(place), _renumber(cards, number)) for place, cards in branches
                ),
                vain=frozenset(_renumber(triple & ~self.held[-1], number) for triple in self.vain),
            ),
            cards=tuple(bit.bit_length() - 1 for *_, bit in opened),
            places=tuple(places),
            held=tuple(self.held),
        )

    def _room(self, place: int) -> int | None:
        size = self.sizes[place]
        return None if size is None else size - self.held[place].bit_count()

    def _places_with_room(self) -> list[int]:
        return [*(p for p in range(self.envelope) if self._room(p) != 0), self.envelope]

    def _places_of(self, bit: int, places: list[int]) -> int:
        return sum(1 << i for i, place in enumerate(places) if self.may[place] & bit)

    def _least_branches(self) -> list[tuple[int, int]]:
        """The branches that no other implies, in an order of their own."""
        return sorted(
            (place, cards)
            for place, cards in self.branches
            if not any(
                place == other and less != cards and less & cards == less
                for other, less in self.branches
            )
        )


def _renumber(cards: int, number: dict[int, int]) -> int:
    return sum(1 << number[1 << at] for at in bits(cards))
