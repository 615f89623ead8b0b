"""In how many deals a suggestion would be answered how, for many suggestions at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from typing import Final, TypeAlias

from cluetree.cards import Category, ClueCard
from cluetree.deduction import bits
from cluetree.errors import ContradictionError, UnknownPlayerError
from cluetree.evidence import Evidence
from cluetree.exact._count import tally
from cluetree.exact._dealer import SHIFT, Asked, Dealer, Patterns
from cluetree.exact._groups import Group, group
from cluetree.exact._labels import Labels
from cluetree.exact._marginals import leave_out
from cluetree.exact._problem import Reduction, reduce
from cluetree.exact.limit import Limit, Meter
from cluetree.table import Answering

Holders: TypeAlias = tuple[tuple[int, int], ...]
"""Who has to answer, in asking order: each a player's seat and which of the asked cards they
hold, as a set of three bits (suspect 1, weapon 2, room 4). By the rule "first" at most one does."""
Kind: TypeAlias = int
"""Cards of one category have the same kind if the count cannot tell them from each other."""
Orbit: TypeAlias = tuple[Kind, ...]
"""The kinds of a suggestion's three cards; suggestions of one orbit have the same numbers."""

_Settled: TypeAlias = tuple[int | None, ...]
"""For each asked card the place where it is known to lie."""
_PLACE: Final = (1 << SHIFT) - 1


@dataclass(frozen=True)
class Replies:
    """How many deals there are for every suggestion, every choice of answerers, every envelope.

    Numbers are packed: one int has a number for each label, which stands for so many envelopes
    (`sizes`) that each have that number of deals. Packed ints may be added up, and multiplied
    by weights whose sum is at most the scale that was asked for.
    """

    deals: int
    """The number of deals that fit."""
    hidden: tuple[tuple[tuple[ClueCard, ...], ...], ...]
    """What the labels mean: for each category groups of cards, from one of which a card is
    hidden. Labels count through the groups of suspects first, of rooms last."""
    sizes: tuple[int, ...]
    """For each label, how many envelopes it stands for."""
    envelopes: int
    """The packed numbers of all deals."""
    order: tuple[int, ...]
    """The seats of those who are asked, in asking order."""
    kinds: tuple[tuple[Kind, ...], ...]
    """For each category, the kinds of the cards that may be asked for, as they were given."""
    holders: Mapping[Orbit, Mapping[Holders, int]]
    """For each orbit, who may have to answer with what, with packed numbers of deals."""
    _labels: Labels = field(repr=False, compare=False)

    def numbers(self, packed: int) -> tuple[int, ...]:
        """Return the number of deals for each label."""
        return self._labels.numbers(packed)


def count_replies(
    evidence: Evidence,
    asked: Sequence[Sequence[ClueCard]],
    *,
    asker: str,
    answering: Answering = Answering.FIRST,
    scale: int = 1,
    limit: Limit | None = None,
) -> Replies:
    """Count how suggestions would be answered if a player made them now.

    Exact under any hand sizes, known or not, for any deck and any number of players.

    Args:
        evidence: What is known.
        asked: The suspects, weapons and rooms that may be asked for, in every combination.
        asker: The name of the player who suggests.
        answering: Who answers.
        scale: By how much packed numbers will be multiplied at most.
        limit: How much work it may take.

    Raises:
        UnknownPlayerError: If no player is called like the asker.
        UnknownCardError: If a card is not of this deck.
        ContradictionError: If no deal fits.
        LimitReached: If `limit` is given and reached first.
    """
    order = _order(evidence, asker)
    reduction = reduce(evidence)
    deals = tally(reduction.problem, limit).deals if reduction else 0
    if reduction is None or not deals:
        raise ContradictionError("no deal fits, so there are no chances")
    kinds, groups = _sort(evidence, reduction, asked)
    labels = Labels(reduction.problem, groups, deals * scale)
    gathered = _Gathered(kinds, order, answering, reduction, labels)
    dealer = Dealer(reduction.problem, labels, Meter(limit))
    for chosen, patterns in leave_out(dealer, groups, gathered.asked):
        gathered.take(chosen, patterns)
    return Replies(
        deals=deals,
        hidden=_hidden(evidence, reduction, labels),
        sizes=labels.sizes,
        envelopes=gathered.envelopes,
        order=order,
        kinds=kinds,
        holders=gathered.found,
        _labels=labels,
    )


def _order(evidence: Evidence, asker: str) -> tuple[int, ...]:
    """The seats of those who are asked."""
    names = [player.name for player in evidence.players]
    if asker not in names:
        raise UnknownPlayerError(asker, tuple(names))
    seat = names.index(asker)
    return (*range(seat + 1, len(names)), *range(seat))


def _sort(
    evidence: Evidence, reduction: Reduction, asked: Sequence[Sequence[ClueCard]]
) -> tuple[tuple[tuple[Kind, ...], ...], list[Group]]:
    """Find the kinds of the asked cards, and the groups that the open cards make.

    The kind of an open card is its group's candidate, that of any other says where it lies.
    """
    deck = evidence.edition
    positions = [[deck.position[deck.card(card)] for card in cards] for cards in asked]
    number = {at: card for card, at in enumerate(reduction.cards)}
    groups = group(reduction.problem, {number[at] for at in chain(*positions) if at in number})
    kind = {at: ~place for at, place in _places(evidence, reduction).items()}
    for each in groups:
        if each.candidate is not None:
            kind.update({reduction.cards[card]: each.candidate for card in each.cards})
    return tuple(tuple(kind[at] for at in some) for some in positions), groups


def _places(evidence: Evidence, reduction: Reduction) -> dict[int, int]:
    """Say where each card lies whose place is known; face-up cards come after the envelope."""
    settled = dict.fromkeys(bits(evidence.face_up_set), len(evidence.places))
    for place, held in enumerate(reduction.held):
        settled.update(dict.fromkeys(bits(held), place))
    return settled


def _hidden(
    evidence: Evidence, reduction: Reduction, labels: Labels
) -> tuple[tuple[tuple[ClueCard, ...], ...], ...]:
    """Name what the labels number, also where the envelope's card is known."""
    deck = evidence.edition.cards
    settled = {deck[at].category: ((deck[at],),) for at in bits(reduction.held[-1])}
    return tuple(
        settled.get(category)
        or tuple(tuple(deck[reduction.cards[card]] for card in cards) for cards in groups)
        for category, groups in zip(Category, labels.hidden, strict=True)
    )


class _Gathered:
    """Turns where the asked cards may lie into who answers with what."""

    def __init__(
        self,
        kinds: Sequence[Sequence[Kind]],
        order: Sequence[int],
        answering: Answering,
        reduction: Reduction,
        labels: Labels,
    ):
        self.asked = [sorted({kind for kind in some if kind >= 0}) for some in kinds]
        """For each category every candidate that is asked for."""
        # Who has two cards is seen while any third is asked for along with them.
        self._orbits: dict[Asked, list[Orbit]] = {}
        for orbit in product(*map(set, kinds)):
            asked = tuple(
                kind if kind >= 0 else next(iter(some), None)
                for kind, some in zip(orbit, self.asked, strict=True)
            )
            self._orbits.setdefault(asked, []).append(orbit)
        self._order = order
        self._most = 1 if answering is Answering.FIRST else len(order)
        self._places = reduction.places
        self._fit = labels.fit
        self._holders: dict[_Settled, dict[int, Holders]] = {}
        self.found: dict[Orbit, Mapping[Holders, int]] = {}
        self.envelopes = 0

    def take(self, asked: Asked, patterns: Patterns) -> None:
        """Sum up where the cards may lie for all orbits that ask for these candidates."""
        self.envelopes = self.envelopes or sum(patterns.values()) & self._fit
        narrowed: dict[int, Patterns] = {}
        for orbit in self._orbits.get(asked, ()):
            settled = tuple(~kind if kind < 0 else None for kind in orbit)
            opened = sum(_PLACE << SHIFT * c for c, place in enumerate(settled) if place is None)
            if opened not in narrowed:
                narrowed[opened] = _narrow(patterns, opened)
            known = self._holders.setdefault(settled, {})
            totals: dict[Holders, int] = {}
            for where, weight in narrowed[opened].items():
                holders = known.get(where)
                if holders is None:
                    holders = known[where] = self._who(settled, where)
                totals[holders] = totals.get(holders, 0) + weight
            self.found[orbit] = {
                holders: rest for holders, weight in totals.items() if (rest := weight & self._fit)
            }

    def _who(self, settled: _Settled, where: int) -> Holders:
        held: dict[int, int] = {}
        for category, known in enumerate(settled):
            place = self._places[where >> SHIFT * category & _PLACE] if known is None else known
            held[place] = held.get(place, 0) | 1 << category
        return tuple((seat, held[seat]) for seat in self._order if seat in held)[: self._most]


def _narrow(patterns: Patterns, opened: int) -> Patterns:
    """Look at some categories' places only."""
    found: Patterns = {}
    for where, weight in patterns.items():
        found[where & opened] = found.get(where & opened, 0) + weight
    return found
