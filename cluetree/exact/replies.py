"""The number of deals behind each reply to a suggestion, for many suggestions at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, product
from typing import Final, TypeAlias

from cluetree.cards import Category, ClueCard
from cluetree.errors import ContradictionError
from cluetree.evidence import Evidence, bits
from cluetree.exact._count import envelopes
from cluetree.exact._labels import Labels
from cluetree.exact._patterns import SHIFT, Asked, PatternCounter, Patterns
from cluetree.exact._problem import Group, Reduction, group, most_ways, reduce
from cluetree.limit import check_memory
from cluetree.table import Answering, Table

CardClass: TypeAlias = int
"""Interchangeable cards of one category: the number of the first of them, or `~seat` if the seat
that has them is known."""
GuessClass: TypeAlias = tuple[CardClass, ...]
"""The classes of a suggestion's three cards; suggestions of one class have the same replies."""
Holders: TypeAlias = tuple[tuple[int, int], ...]
"""The players who have to answer, in asking order: each a seat and the asked cards that they hold,
as a set of three bits (suspect 1, weapon 2, room 4). By the rule "first" at most one does."""
Settled: TypeAlias = tuple[int | None, ...]
"""For each asked card the seat where it is known to lie."""
_PLACE: Final = (1 << SHIFT) - 1


class Replies:
    """The numbers of deals for every suggestion, every choice of answerers, every envelope.

    Numbers are packed: one int has a number for each label, which stands for several envelopes
    (`sizes`) that each have this number of deals. Packed ints may be added up, and multiplied
    by weights whose sum is at most the scale. Exact under any hand sizes, known or not.

    Args:
        evidence: The evidence.
        asked: The suspects, weapons and rooms that may be asked for, in every combination.
        asker: The name of the player who suggests.
        table: The set-up, with the rules of answering.
        scale: By how much packed numbers will be multiplied at most.

    Attributes:
        deals: The number of deals that fit.
        order: The seats of those who are asked, in asking order.
        classes: For each category, the classes of the cards that may be asked for, as given.
        sizes: For each label, how many envelopes it stands for.
        envelopes: The packed numbers of all deals.

    Raises:
        UnknownPlayerError: If no player has the asker's name.
        UnknownCardError: If a card is not of this deck.
        ContradictionError: If no deal fits.
        LimitReached: If a limit applies and is reached first.
    """

    def __init__(
        self,
        evidence: Evidence,
        asked: Sequence[Sequence[ClueCard]],
        *,
        asker: str,
        table: Table,
        scale: int = 1,
    ):
        self.order: tuple[int, ...] = tuple(map(table.names.index, table.asked_by(asker)))
        reduction = reduce(evidence)
        triples = envelopes(reduction.problem)
        if not triples:
            raise ContradictionError("no deal fits, so chances are undefined")
        self.deals: int = sum(triples.values())
        self._evidence = evidence
        self._reduction = reduction
        classes, self._groups = _sort(evidence, reduction, asked)
        self.classes: tuple[tuple[CardClass, ...], ...] = classes
        self._asked = [sorted({n for n in classes if n >= 0}) for classes in self.classes]
        self._most = 1 if table.answering is Answering.FIRST else len(Category)
        self._known: dict[Settled, dict[int, Holders]] = {}
        problem = reduction.problem
        # Each partial deal that can be completed is part of another deal. A number of ways to a
        # state that cannot be completed may be too large for its digits; no result contains it.
        most = most_ways(problem) if problem.failed_accusations else self.deals
        self._labels = Labels(self._hideable, max(self.deals * scale, most))
        self.sizes: tuple[int, ...] = self._labels.sizes
        self.envelopes: int = self._labels.packed(triples)

    def numbers(self, packed: int) -> Sequence[int]:
        """Return the number of deals for each label."""
        return self._labels.numbers(packed)

    @cached_property
    def hidden(self) -> tuple[tuple[tuple[ClueCard, ...], ...], ...]:
        """For each category the cards that may be hidden, interchangeable ones together."""
        deck, reduction = self._evidence.frame.edition.cards, self._reduction
        settled = {deck[at].category: ((deck[at],),) for at in bits(reduction.held[-1])}
        return tuple(
            settled.get(category)
            or tuple(tuple(deck[reduction.cards[card]] for card in cards) for cards in groups)
            for category, groups in zip(Category, self._hideable, strict=True)
        )

    @cached_property
    def _hideable(self) -> list[tuple[tuple[int, ...], ...]]:
        """For each category, the cards from which one is hidden, those of a group together.

        A group's candidate is apart. There are none where the envelope needs none.
        """
        problem = self._reduction.problem
        found: list[list[tuple[int, ...]]] = [[] for _ in problem.needs]
        for each in self._groups:
            category = problem.cards[each.cards[0]].category
            if problem.hideable(category, each.cards[:1]):
                found[category] += [(each.candidate,)] if each.candidate is not None else []
                found[category] += [each.others] if each.others else []
        return [*map(tuple, found)]

    def _read(self, guess_class: GuessClass) -> tuple[Asked, Settled]:
        """Return the candidates that a class asks for, and where its other cards lie."""
        # A player with two of the cards is found with any third card.
        pairs = zip(guess_class, self._asked, strict=True)
        asked = tuple(n if n >= 0 else next(iter(candidates), None) for n, candidates in pairs)
        return asked, tuple(~number if number < 0 else None for number in guess_class)

    @cached_property
    def holders(self) -> Mapping[GuessClass, Mapping[Holders, int]]:
        """For each class, the possible answerers and their cards, with packed numbers."""
        problem, labels = self._reduction.problem, self._labels
        fit = labels.without(problem.failed_accusations)
        guess_classes: dict[Asked, list[tuple[GuessClass, Settled]]] = {}
        for guess_class in product(*map(set, self.classes)):
            asked, settled = self._read(guess_class)
            guess_classes.setdefault(asked, []).append((guess_class, settled))
        found: dict[GuessClass, Mapping[Holders, int]] = {}
        counter, held = PatternCounter(problem, labels), 0
        for chosen, patterns in counter.patterns(self._groups, self._asked):
            for guess_class, holders in self._answers(guess_classes.get(chosen, ()), patterns, fit):
                found[guess_class] = holders
                held += len(holders) * labels.size
            check_memory(held)
        return found

    def _answers(
        self, guess_classes: Iterable[tuple[GuessClass, Settled]], patterns: Patterns, fit: int
    ) -> Iterator[tuple[GuessClass, Mapping[Holders, int]]]:
        """Yield the answerers and their cards per class, given the places of the asked cards."""
        narrowed: dict[int, Patterns] = {}
        for guess_class, settled in guess_classes:
            opened = sum(_PLACE << SHIFT * c for c, place in enumerate(settled) if place is None)
            if opened not in narrowed:
                narrowed[opened] = _narrow(patterns, opened)
            known = self._known.setdefault(settled, {})
            totals: dict[Holders, int] = {}
            for where, weight in narrowed[opened].items():
                holders = known.get(where)
                if holders is None:
                    holders = known[where] = self._who(settled, where)
                totals[holders] = totals.get(holders, 0) + weight
            possible = {who: rest for who, weight in totals.items() if (rest := weight & fit)}
            yield guess_class, possible

    def _who(self, settled: Settled, where: int) -> Holders:
        held: dict[int, int] = {}
        for category, known in enumerate(settled):
            at = where >> SHIFT * category & _PLACE
            place = self._reduction.places[at] if known is None else known
            held[place] = held.get(place, 0) | 1 << category
        return tuple((seat, held[seat]) for seat in self.order if seat in held)[: self._most]


def alike(evidence: Evidence) -> Mapping[ClueCard, CardClass]:
    """Return the class of each card of the deck; at least one deal must fit."""
    cards = evidence.frame.edition.cards
    (classes,), _ = _sort(evidence, reduce(evidence), [cards])
    return dict(zip(cards, classes, strict=True))


def _sort(
    evidence: Evidence, reduction: Reduction, asked: Sequence[Sequence[ClueCard]]
) -> tuple[tuple[tuple[CardClass, ...], ...], list[Group]]:
    """Find the classes of the asked cards, and the groups that the open cards make.

    The class of an open card is its group's candidate, that of any other card is its place.
    """
    deck = evidence.frame.edition
    positions = [[deck.position[deck.card(card)] for card in cards] for cards in asked]
    number = {at: card for card, at in enumerate(reduction.cards)}
    groups = group(reduction.problem, {number[at] for at in chain(*positions) if at in number})
    # The place of a face-up card follows the envelope.
    card_class = dict.fromkeys(
        map(deck.position.__getitem__, evidence.frame.face_up), ~len(evidence.frame.places)
    )
    for place, held in enumerate(reduction.held):
        card_class.update(dict.fromkeys(bits(held), ~place))
    for each in groups:
        if each.candidate is not None:
            card_class.update({reduction.cards[card]: each.candidate for card in each.cards})
    return tuple(tuple(card_class[at] for at in category) for category in positions), groups


def _narrow(patterns: Patterns, opened: int) -> Patterns:
    """Add up the patterns that agree in the places of some categories."""
    found: Patterns = {}
    for where, weight in patterns.items():
        found[where & opened] = found.get(where & opened, 0) + weight
    return found
