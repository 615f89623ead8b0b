"""The problem that remains to be counted after the rules of deduction.

Rules on bit sets run to a fixpoint (unit propagation) and make the rest small; they are only a
speed-up, never the answer. The rest is a `Problem`, renumbered so that positions which differ
only in which card is which are the same to the cache.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import factorial, prod
from typing import Final, NamedTuple, TypeAlias

from cluetree.cards import Category
from cluetree.errors import ContradictionError
from cluetree.evidence import Bounds, Evidence, Marks, bits, union
from cluetree.limit import check_time

CATEGORIES: Final = len(Category)

Label: TypeAlias = tuple[int | None, ...]
"""For each category a card of the problem, `None` where the envelope needs none."""


class OpenCard(NamedTuple):
    """A card whose place is open: its category's number, and the places it may be in."""

    category: int
    places: int


@dataclass(frozen=True, slots=True)
class Problem:
    """Open cards to be dealt to places that have capacity; the envelope is the last place."""

    cards: tuple[OpenCard, ...]
    capacity: tuple[int | None, ...]
    """How many cards each player still takes: exactly, or any number where `None`."""
    needs: tuple[bool, ...]
    """For each category, whether the envelope still takes a card of it."""
    quotas: tuple[Bounds, ...]
    """Quotas to be met, failed accusations apart."""
    failed_accusations: frozenset[int]
    """Sets of cards that must not all come into the envelope."""

    @property
    def envelope(self) -> int:
        """The envelope's place."""
        return len(self.capacity)

    @property
    def sized(self) -> dict[int, int]:
        """The capacity of each player of known hand size."""
        return {p: capacity for p, capacity in enumerate(self.capacity) if capacity is not None}

    def may(self) -> list[int]:
        """For each place, return the cards that may come there."""
        may = [0] * (self.envelope + 1)
        for card, (_, places) in enumerate(self.cards):
            for place in bits(places):
                may[place] |= 1 << card
        return may

    def hideable(self, category: int, among: Iterable[int] | None = None) -> list[int]:
        """Return the cards that the envelope may take for a category, of all or of those given."""
        cards, may_hide = self.cards, self.needs[category] << self.envelope
        among = range(len(cards)) if among is None else among
        return [i for i in among if cards[i].category == category and cards[i].places & may_hide]


NO_DEAL: Final = Problem((), (1,), (False,) * CATEGORIES, (), frozenset())
"""A problem without a solution: a player still takes a card, and none is open."""


def most_ways(problem: Problem) -> int:
    """Return a bound on the ways to deal any part of the cards.

    Without bars and quotas every partial deal can be completed, so there are at most as many
    ways as such deals.
    """
    most = prod(card.places.bit_count() for card in problem.cards)
    sized = problem.sized.values()
    if len(sized) < len(problem.capacity):
        return most
    of_category = [sum(card.category == c for card in problem.cards) for c in range(CATEGORIES)]
    hidden = prod(n for n, needed in zip(of_category, problem.needs, strict=True) if needed)
    return min(most, hidden * factorial(sum(sized)) // prod(map(factorial, sized)))


@dataclass(frozen=True, slots=True)
class Tally:
    """The result of a count, in the problem's numbers."""

    deals: int
    where: tuple[tuple[int, ...], ...]
    """For each card, for each place, the number of deals in which it lies there."""
    triples: dict[Label, int]
    """The number of deals behind each choice of hidden cards that some deal allows."""

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return 1 + sum(map(len, self.where)) + len(self.triples)


@dataclass(frozen=True, slots=True)
class Group:
    """Interchangeable cards."""

    cards: tuple[int, ...]
    candidate: int | None
    """The card that represents the group; `None` if none of it is asked for."""

    @property
    def others(self) -> tuple[int, ...]:
        """The cards that are never asked for."""
        return tuple(card for card in self.cards if card != self.candidate)


def group(problem: Problem, asked: Collection[int]) -> list[Group]:
    """Group the cards of a problem, with a candidate where a card of the group is asked for."""
    found: dict[tuple[object, ...], list[int]] = {}
    options = [(i, *option) for i, (where, *_) in enumerate(problem.quotas) for option in where]
    for card, (category, places) in enumerate(problem.cards):
        quotas = tuple((i, place) for i, place, cards in options if (cards >> card) & 1)
        failed = tuple(triple for triple in problem.failed_accusations if (triple >> card) & 1)
        found.setdefault((category, places, quotas, failed), []).append(card)
    chosen = (next(filter(asked.__contains__, cards), None) for cards in found.values())
    return [Group(tuple(cards), one) for cards, one in zip(found.values(), chosen, strict=True)]


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


def reduce(evidence: Evidence) -> Reduction:
    """Settle what rules can; return what is left, `NO_DEAL` if they find that no deal fits."""
    check_time()
    marks = evidence.marks()
    try:
        marks.settle()
    except ContradictionError:
        return Reduction(NO_DEAL, cards=(), places=(), held=(0,) * len(marks.held))
    return _left(marks)


def _left(marks: Marks) -> Reduction:
    """Renumber the open cards and places of settled marks."""
    opened = marks.frame.deck & ~union(marks.held)
    sized = zip(marks.frame.sizes, marks.held, strict=False)
    capacities = [None if size is None else size - held.bit_count() for size, held in sized]
    opened_places = [place for place, capacity in enumerate(capacities) if capacity != 0]
    places = [*opened_places, marks.frame.envelope]
    needs = [cards for cards in marks.frame.categories if not marks.held[-1] & cards]
    failed = {quota for quota in marks.quotas if _is_failed(quota, marks.frame.envelope, needs)}
    quotas = _least([quota for quota in marks.quotas if quota not in failed])
    touched: dict[int, tuple[int, ...]] = {}
    for q, quota in enumerate(quotas):
        for at in bits(union([cards for _, cards in quota.options])):
            touched[at] = (*touched.get(at, ()), q)
    # Cards are numbered by their properties.
    categories = enumerate(marks.frame.categories)
    numbered = ((category, at) for category, cards in categories for at in bits(cards & opened))
    ordered = sorted((c, _where(marks, at, places), touched.get(at, ()), at) for c, at in numbered)
    number = {at: i for i, (*_, at) in enumerate(ordered)}
    hidden = marks.held[-1]
    return Reduction(
        Problem(
            cards=tuple([OpenCard(category, may_be) for category, may_be, *_ in ordered]),
            capacity=tuple(capacity for capacity in capacities if capacity != 0),
            needs=tuple(not hidden & category for category in marks.frame.categories),
            quotas=renumbered(quotas, places, number),
            failed_accusations=frozenset(_renumber(cards, number) for ((_, cards),), *_ in failed),
        ),
        cards=tuple(number),
        places=tuple(places),
        held=tuple(marks.held),
    )


def renumbered(
    quotas: Iterable[Bounds], places: Sequence[int], number: Mapping[int, int]
) -> tuple[Bounds, ...]:
    """Give the places and the cards of quotas new numbers; a place's is its position."""
    return tuple(
        Bounds(
            tuple([(places.index(place), _renumber(cards, number)) for place, cards in options]),
            least,
            spare,
        )
        for options, least, spare in quotas
    )


def _where(marks: Marks, card: int, places: list[int]) -> int:
    """Return the set of the places, by their new numbers, where a card can be."""
    return sum(1 << i for i, place in enumerate(places) if (marks.may[place] >> card) & 1)


def _is_failed(quota: Bounds, envelope: int, needs: list[int]) -> bool:
    """Return whether a quota rules out only one choice of the cards that the envelope needs."""
    if quota.least or quota.spare != 1 or len(quota.options) != 1:
        return False
    ((place, cards),) = quota.options
    one_each = all((cards & category).bit_count() == 1 for category in needs)
    return place == envelope and cards.bit_count() == len(needs) and one_each


def _least(quotas: list[Bounds]) -> list[Bounds]:
    """The quotas that no other implies, sorted."""
    found = sorted(set(quotas))
    # A quota is implied only by those whose first card is in it.
    first: dict[int, dict[int, list[Bounds]]] = {}
    for quota in found:
        place, cards = quota.options[0]
        first.setdefault(place, {}).setdefault(cards & -cards, []).append(quota)
    least: list[Bounds] = []
    for quota in found:
        check_time()
        others = [
            other
            for place, cards in quota.options
            for card, those in first.get(place, {}).items()
            if card & cards
            for other in those
        ]
        wide = dict(quota.options)
        if quota.spare or not any(
            other.least >= quota.least and _implies(other, wide)
            for other in others
            if other is not quota
        ):
            least.append(quota)
    return least


def _implies(quota: Bounds, wide: dict[int, int]) -> bool:
    """Return whether the options of a quota are among wider ones."""
    return all(not cards & ~wide.get(place, 0) for place, cards in quota.options)


def _renumber(cards: int, number: Mapping[int, int]) -> int:
    return sum(1 << number[at] for at in bits(cards))
