"""From evidence to beliefs: reduce it to a problem, count its deals, and name the numbers.

The counts of the last few problems are cached.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import sub
from random import Random
from typing import Final

from cluetree._cache import Cache
from cluetree.beliefs import Beliefs, Hidden
from cluetree.claims import Claim
from cluetree.evidence import MET, Evidence, bits
from cluetree.exact._counter import Counter
from cluetree.exact._problem import (
    CATEGORIES,
    Label,
    OpenCard,
    Problem,
    Reduction,
    Tally,
    reduce,
    renumbered,
)
from cluetree.limit import Bound, limited


def count(evidence: Evidence, *, limit: Bound = None) -> Beliefs:
    """Count every deal that fits the evidence.

    Exact for any hand sizes, known or not, any deck and any number of players. The last few
    problems are cached; a limit never changes an answer.

    Raises:
        LimitReached: If `limit` is given and reached first.
    """
    with limited(limit):
        reduction = reduce(evidence)
        counted = tally(reduction.problem)
    frame = evidence.frame
    rows = [[0] * len(frame.edition.cards) for _ in frame.places]
    for row, held in zip(rows, reduction.held, strict=True):
        for card in bits(held):
            row[card] = counted.deals
    for card, where in zip(reduction.cards, counted.where, strict=True):
        for place, number in zip(reduction.places, where, strict=True):
            rows[place][card] = number
    return Beliefs(
        edition=frame.edition,
        hands=frame.hands,
        face_up=frozenset(frame.face_up),
        deals=counted.deals,
        counts={name: tuple(row) for name, row in zip(frame.places, rows, strict=True)},
        _source=_Counted(evidence, reduction, counted),
    )


def is_possible(evidence: Evidence, *, limit: Bound = None) -> bool:
    """Return whether any deal fits the evidence.

    Raises:
        LimitReached: If `limit` is given and reached first.
    """
    return bool(count_envelopes(evidence, limit=limit))


def count_envelopes(evidence: Evidence, *, limit: Bound = None) -> Mapping[Hidden, int]:
    """Count the deals behind each possible envelope: all that `count` tells about the envelope.

    It takes about half the time, and nothing is cached. There are none if no deal fits.

    Raises:
        LimitReached: If `limit` is given and reached first.
    """
    with limited(limit):
        reduction = reduce(evidence)
        return _named(evidence, reduction, envelopes(reduction.problem))


def _named(
    evidence: Evidence, reduction: Reduction, triples: Mapping[Label, int]
) -> dict[Hidden, int]:
    """Name numbers of deals by the cards of the edition that are hidden."""
    opened = dict[int | None, int](enumerate(reduction.cards))
    # A label is silent about a category whose card is settled.
    suspects, weapons, rooms = (
        opened | {None: (reduction.held[-1] & category).bit_length() - 1}
        for category in evidence.frame.categories
    )
    return {(suspects[s], weapons[w], rooms[r]): n for (s, w, r), n in triples.items()}


@dataclass(eq=False)
class _Counted:
    """Results of a count that are computed on demand: envelopes, chances of claims, samples."""

    _evidence: Evidence
    _reduction: Reduction
    _counted: Tally

    def envelopes(self) -> Mapping[Hidden, int]:
        return _named(self._evidence, self._reduction, self._counted.triples)

    def deals_with(self, claims: Iterable[Claim]) -> int:
        return sum(envelopes(reduce(self._evidence.assuming(*claims)).problem).values())

    @cached_property
    def _sampler(self) -> Counter:
        return Counter(self._reduction.problem)

    def draw(self, count: int, rng: Random) -> list[list[int]]:
        drawn = self._sampler.draw(count, rng.getrandbits(64))
        return [self._hands(places) for places in drawn]

    def _hands(self, places: Sequence[int]) -> list[int]:
        """Turn the places of the open cards into the cards at each place."""
        hands = list(self._reduction.held)
        for card, place in zip(self._reduction.cards, places, strict=True):
            hands[self._reduction.places[place]] |= 1 << card
        return hands


# Counting a problem

_known: Final = Cache[Problem, Tally](most=400_000)
"""The tallies of the last few problems, by how many numbers they have."""
_chosen: Final = Cache[Problem, Mapping[Label, int]](most=100_000)
"""The envelopes of the last few problems. Views of rivals often leave equal problems."""


def tally(problem: Problem) -> Tally:
    """Count a problem; the last few are cached."""
    counted = _known.get(problem)
    if counted is None:
        counted = _tally(problem)
        _known.keep(problem, counted, counted.size)
    return counted


def envelopes(problem: Problem) -> Mapping[Label, int]:
    """Count the deals behind each choice of hidden cards, in about half the time of a tally."""
    counted = _known.get(problem)
    if counted is not None:
        return counted.triples
    cached = _chosen.get(problem)
    if cached is not None:
        return cached
    triples = Counter(problem, places=False).envelopes()
    for failed in problem.failed_accusations:
        triples.pop(_label(problem, failed), 0)
    _chosen.keep(problem, triples, len(triples))
    return triples


def _label(problem: Problem, triple: int) -> Label:
    """Return a set of hidden cards, one of each category that is needed, as a label."""
    of_category = {problem.cards[card].category: card for card in bits(triple)}
    return tuple(map(of_category.get, range(CATEGORIES)))


def _tally(problem: Problem) -> Tally:
    """Count all deals, then subtract those that hide the triple of a failed accusation."""
    counted = Counter(problem).tally()
    if not problem.failed_accusations:
        return counted
    deals, triples = counted.deals, dict(counted.triples)
    where = [list(row) for row in counted.where]
    # Hiding interchangeable cards leaves equal problems.
    alike: dict[Problem, Tally] = {}
    for triple in problem.failed_accusations:
        label = _label(problem, triple)
        if not triples.pop(label, 0):
            continue
        hidden = [card for card in label if card is not None]
        left = _hide(problem, hidden)
        apart = alike.get(left)
        if apart is None:
            apart = alike[left] = Counter(left).tally()
        deals -= apart.deals
        rows = iter(apart.where)
        for card, row in enumerate(where):
            if card in hidden:
                row[problem.envelope] -= apart.deals
            else:
                row[:] = map(sub, row, next(rows))
    return Tally(deals, tuple(map(tuple, where)), triples)


def _hide(problem: Problem, hidden: Collection[int]) -> Problem:
    """Return the problem that is left when the envelope has taken its cards."""
    left = [c for c in range(len(problem.cards)) if c not in hidden]
    inside, others = (sum(1 << c for c in cards) for cards in (hidden, left))
    held, may = ([cards] * problem.envelope + [inside] for cards in (0, others))
    quotas = [quota.left(held, may) for quota in problem.quotas]
    number = {card: i for i, card in enumerate(left)}
    return Problem(
        cards=tuple(
            OpenCard(problem.cards[c].category, problem.cards[c].places & ~(1 << problem.envelope))
            for c in left
        ),
        capacity=problem.capacity,
        needs=(False,) * CATEGORIES,
        quotas=renumbered([q for q in quotas if q is not MET], range(len(held)), number),
        failed_accusations=frozenset(),
    )
