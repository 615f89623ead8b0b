"""What can still come of a state: the cards to come must fill every hand and meet every branch.

The places are looked at one by one. So a state that fails is sure to be a dead end, and one that
passes may still be one. It is a speed-up, never the answer.
"""

from typing import TypeAlias

from cluetree.deduction import bits
from cluetree.exact._fields import Field, Layout
from cluetree.exact._problem import Problem


class Hopes(dict[int, bool]):
    """Says of a field's values whether the cards to come will do; worked out when first asked."""

    def __init__(self, field: Field, ahead: int, most: int | None):
        """Take what is to come.

        Args:
            field: The place's field.
            ahead: The cards to come that may meet a branch of the place.
            most: How many cards it may still get; `None` if it takes any number.
        """
        self._field = field
        self._ahead = ahead
        self._most = most

    def __missing__(self, value: int) -> bool:
        field = self._field
        room = value & (1 << field.width) - 1
        unmet = [field.branches[i] & self._ahead for i in bits(value >> field.width)]
        self[value] = self._will_do(room, unmet)
        return self[value]

    def _will_do(self, room: int, unmet: list[int]) -> bool:
        if self._most is None:
            return all(unmet)
        return room <= self._most and _can_meet(unmet, room)


Check: TypeAlias = tuple[int, int, Hopes]
"""A field's shift and mask, and what its values are worth."""


def _can_meet(unmet: list[int], room: int) -> bool:
    """Say whether so many cards can meet all these branches."""
    if not unmet or not room:
        return not unmet
    first, *others = unmet
    return any(
        _can_meet([cards for cards in others if not cards >> card & 1], room - 1)
        for card in bits(first)
    )


class Ahead:
    """Knows for every set of cards to come what must be checked."""

    def __init__(self, problem: Problem, layout: Layout):
        self._layout = layout
        self._may = [0] * len(layout.fields)
        for card, takers in enumerate(layout.takers):
            for taker in takers:
                self._may[taker.place] |= 1 << card
        self._branches = [0] * len(layout.fields)
        for branch in problem.branches:
            if len(branch) == 1:
                self._branches[branch[0][0]] |= branch[0][1]
        self._known: dict[tuple[int, int, int | None], Hopes] = {}

    def check(self, place: int, ahead: int) -> Check | None:
        """Return what to check of a place when these cards are to come; `None` if all is well."""
        room, branches = self._layout.rooms[place], self._branches[place]
        most = None if room is None else min((ahead & self._may[place]).bit_count(), room)
        if most == room and not branches:
            return None
        field = self._layout.fields[place]
        key = place, ahead & branches, most
        if key not in self._known:
            self._known[key] = Hopes(field, ahead & branches, most)
        return field.shift, field.mask, self._known[key]

    def is_touched(self, place: int, card: int, ahead: int) -> bool:
        """Say whether a place that might get the card may be in trouble for not getting it."""
        room = self._layout.rooms[place]
        if room is not None and (ahead & self._may[place]).bit_count() < room:
            return True
        return self._branches[place] >> card & 1 > 0
