"""From evidence to beliefs: reduce, count, and name the numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from cluetree.beliefs import Beliefs, Hidden
from cluetree.deduction import bits
from cluetree.evidence import Evidence
from cluetree.exact._count import envelopes, tally
from cluetree.exact._counter import Counter
from cluetree.exact._problem import Label, Reduction, Tally, reduce
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
        counted = None if reduction is None else tally(reduction.problem)
    return _beliefs(evidence, reduction, counted)


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
        found = {} if reduction is None else envelopes(reduction.problem)
    return {} if reduction is None else _named(evidence, reduction, found)


def _beliefs(evidence: Evidence, reduction: Reduction | None, counted: Tally | None) -> Beliefs:
    """Name numbers of deals by open card and place."""
    deals = 0 if counted is None else counted.deals
    rows = [[0] * len(evidence.edition.cards) for _ in evidence.places]
    if reduction is not None and counted is not None and deals:
        for row, held in zip(rows, reduction.held, strict=True):
            for card in bits(held):
                row[card] = deals
        for card, where in zip(reduction.cards, counted.where, strict=True):
            for place, number in zip(reduction.places, where, strict=True):
                rows[place][card] = number
    return Beliefs(
        edition=evidence.edition,
        hands=evidence.hands,
        face_up=evidence.face_up,
        deals=deals,
        counts={name: tuple(row) for name, row in zip(evidence.places, rows, strict=True)},
        _source=_Counted(evidence, reduction, counted),
    )


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


def _hands(reduction: Reduction, places: Sequence[int]) -> list[int]:
    """Turn the places of the open cards into the cards at each place."""
    hands = list(reduction.held)
    for card, place in zip(reduction.cards, places, strict=True):
        hands[reduction.places[place]] |= 1 << card
    return hands


@dataclass(eq=False)
class _Counted:
    """Results of a count that are computed on demand: envelopes and samples."""

    _evidence: Evidence
    _reduction: Reduction | None
    _counted: Tally | None
    _sampler: Counter | None = None

    def envelopes(self) -> Mapping[Hidden, int]:
        """Return every possible envelope with its number of deals."""
        reduction, counted = self._reduction, self._counted
        if reduction is None or counted is None:
            return {}
        return _named(self._evidence, reduction, counted.triples)

    def draw(self, count: int, rng: Random) -> list[list[int]]:
        """Draw deals that fit, uniformly."""
        reduction = self._reduction
        if reduction is None:
            return []
        if self._sampler is None:
            self._sampler = Counter(reduction.problem)
        drawn = self._sampler.draw(count, rng.getrandbits(64))
        return [_hands(reduction, places) for places in drawn]
