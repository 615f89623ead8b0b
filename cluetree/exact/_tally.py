"""From the last states of a pass to the tally: the plain cards by formula, the digits unpacked."""

from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import TypeAlias

from cluetree.exact._pass import Pass, States, Weights
from cluetree.exact._problem import CATEGORIES

Label: TypeAlias = tuple[int | None, ...]
"""For each category a card of the problem, `None` where the envelope needs none."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted, in the problem's numbers."""

    deals: int
    where: tuple[tuple[int, ...], ...]
    """For each card, for each place, the number of deals in which it lies there."""
    triples: dict[Label, int]
    """The number of deals behind each choice of hidden cards that some deal allows."""


def finish(run: Pass, states: States) -> Tally:
    """Count the deals that come of the last states."""
    layout, problem = run.layout, run.problem
    plain = _Plain(run)
    deals = cards = triples = 0
    for key, weights in states.items():
        needs = [category for category in range(CATEGORIES) if key & layout.need(category)]
        ways, spread = plain.count(weights, needs, key >> layout.width & layout.mask)
        deals += weights[0] * ways
        cards += weights[1] * ways
        if ways:
            shift = sum(run.labels[plain.hideable(category)[0]] for category in needs)
            triples += weights[3] * spread << shift
    players = len(problem.room)
    rows = _digits(cards, len(layout.steps) * (players + 1), run.digit)
    where: list[tuple[int, ...]] = [()] * len(problem.cards)
    for index, step in enumerate(layout.steps):
        where[step.card] = tuple(rows[index * (players + 1) :][:players])
    for card in layout.plan.plain:
        where[card] = tuple(plain.row(card))
    return Tally(
        deals,
        tuple((*row, deals - sum(row)) for row in where),
        _unpack(run, triples),
    )


def _unpack(run: Pass, triples: int) -> dict[Label, int]:
    """Give each triple the number of its classes."""
    axes: list[list[tuple[int, ...]] | list[tuple[None]]] = [
        classes or [(None,)] for classes in reversed(run.classes)
    ]
    numbers = _digits(triples, prod(map(len, axes)), run.digit)
    return {
        label[::-1]: deals
        for classes, deals in zip(product(*axes), numbers, strict=True)
        if deals
        for label in product(*classes)
    }


def _digits(packed: int, count: int, width: int) -> list[int]:
    """Split a packed int into its lowest digits of so many bits, a multiple of 8."""
    size = width // 8
    data = packed.to_bytes(count * size, "little")
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, count * size, size)]


class _Plain:
    """The cards special to nobody, counted by formula: any of them is as good as another.

    Those that may be hidden are told from those that may not, category by category.
    """

    def __init__(self, run: Pass):
        problem = run.problem
        self._players = len(problem.room)
        self._digit = run.digit
        self._loose = len(run.layout.loose)
        self._loose_row = sum(1 << player * run.digit for player in run.layout.loose)
        self._kind = {
            card: (problem.cards[card].category, problem.cards[card].places >> problem.envelope & 1)
            for card in run.layout.plan.plain
        }
        self._rows = dict.fromkeys(self._kind.values(), 0)

    def hideable(self, category: int) -> list[int]:
        """The plain cards of a category that the envelope may take."""
        return [card for card, kind in self._kind.items() if kind == (category, 1)]

    def count(self, weights: Weights, needs: list[int], pool: int) -> tuple[int, int]:
        """Count the ways to deal them from a last state: all, and for one choice of the hidden.

        What the envelope leaves fills the resting pool; what that does not take goes to players
        of unknown hand size.
        """
        rest = len(self._kind) - len(needs)
        if pool > rest or (pool < rest and not self._loose):
            return 0, 0
        spread = comb(rest, pool) * self._loose ** (rest - pool)
        ways = spread * prod(len(self.hideable(category)) for category in needs)
        if ways and rest:
            self._place(weights, needs, pool, ways)
        return ways, spread

    def _place(self, weights: Weights, needs: list[int], pool: int, ways: int) -> None:
        """Add to each kind's digits the ways in which one card of it comes to each player."""
        rest = len(self._kind) - len(needs)
        for category, may_hide in self._rows:
            hidden = ways // len(self.hideable(category)) if may_hide and category in needs else 0
            row = weights[2] * (ways - hidden) // rest
            if pool < rest:
                loose = weights[0] * (ways - hidden) * (rest - pool) // (rest * self._loose)
                row += self._loose_row * loose
            self._rows[category, may_hide] += row

    def row(self, card: int) -> list[int]:
        """For each player, the number of deals in which this card is theirs."""
        return _digits(self._rows[self._kind[card]], self._players, self._digit)
