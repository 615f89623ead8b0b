"""Groups of cards that are alike, so that one of them may be asked for in the place of all."""

from collections.abc import Collection
from dataclasses import dataclass

from cluetree.exact._problem import Problem


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that are as good as each other, in every respect that the count knows."""

    cards: tuple[int, ...]
    candidate: int | None
    """The card that stands for all of them; `None` if none of them is asked for."""
    is_plain: bool
    """Whether every player may get them and no branch names them."""

    @property
    def others(self) -> tuple[int, ...]:
        """The cards that are never asked for."""
        return tuple(card for card in self.cards if card != self.candidate)


def group(problem: Problem, asked: Collection[int]) -> list[Group]:
    """Sort the cards of a problem into groups, with a candidate where a card of it is asked for."""
    found: dict[tuple[object, ...], list[int]] = {}
    everybody = (1 << problem.envelope) - 1
    plain: set[int] = set()
    for card, (category, places) in enumerate(problem.cards):
        branches = tuple(
            (i, place)
            for i, branch in enumerate(problem.branches)
            for place, cards in branch
            if cards >> card & 1
        )
        failed = tuple(triple for triple in problem.failed_accusations if triple >> card & 1)
        found.setdefault((category, places, branches, failed), []).append(card)
        if not branches and places & everybody == everybody:
            plain.add(card)
    return [
        Group(
            tuple(cards), next((card for card in cards if card in asked), None), cards[0] in plain
        )
        for cards in found.values()
    ]
