"""The states of the count that leaves cards out: a field for each place, the envelope's last.

A field has the number of cards that the place still takes and a bit for each of its unmet
branches; branches over several places have their bits above all fields. Unlike in `_states`,
every player has a field to the end, because the asked cards may come to any of them.
"""

from collections.abc import Container
from typing import NamedTuple, TypeAlias

from cluetree.deduction import bits
from cluetree.exact._problem import Problem


class Field(NamedTuple):
    """Where in a state a place's part lies."""

    shift: int
    width: int
    """Bits of the number of cards still taken; it is always 1 where any number is."""
    branches: tuple[int, ...]
    """The cards of each of its branches: a bit each above the number, set while it is unmet."""

    @property
    def mask(self) -> int:
        """All bits of the field."""
        return (1 << self.width + len(self.branches)) - 1

    @property
    def room(self) -> int:
        """The bits of the number, where they lie in the state."""
        return (1 << self.width) - 1 << self.shift

    @property
    def unmet(self) -> int:
        """The bits of all branches, where they lie in the state."""
        return (1 << len(self.branches)) - 1 << self.shift + self.width


class Taker(NamedTuple):
    """The effect on a state of giving a card to a place."""

    place: int
    room: int
    """Bits of which one must be set."""
    one: int
    """The number that is subtracted from the state."""
    kept: int
    """All bits but those of the branches that are met."""


class FieldLayout:
    """The fields of one problem, and what each card does to them.

    Attributes:
        rooms: How many cards each place takes at first; `None` for any number.
        unmet: The bits of all branches.
        fields: Each place's field.
        takers: For each card, the places that may get it, the envelope first.
        loose: The players of unknown hand size.
        done: The state in which nothing is left to do.
    """

    def __init__(self, problem: Problem, hideable: Container[int]):
        """Lay out a problem of which these cards may be hidden."""
        self.rooms = (*problem.room, sum(problem.needs))
        self.fields: list[Field] = []
        at = 0
        for place, room in enumerate(self.rooms):
            branches = tuple(b[0][1] for b in problem.branches if [p for p, _ in b] == [place])
            width = max((room or 0).bit_length(), 1)
            self.fields.append(Field(at, width, branches))
            at += width + len(branches)
        self._wide_at = at
        self._wide = [dict(branch) for branch in problem.branches if len(branch) != 1]
        wide = (1 << len(self._wide)) - 1 << at
        self.unmet = wide | sum(field.unmet for field in self.fields)
        self.takers = [
            tuple(
                self._taker(place, card)
                for place in (problem.envelope, *range(problem.envelope))
                if (card in hideable if place == problem.envelope else places >> place & 1)
            )
            for card, (_, places) in enumerate(problem.cards)
        ]
        self.loose = tuple(player for player, room in enumerate(problem.room) if room is None)
        self.done = sum(1 << self.fields[player].shift for player in self.loose)

    def _taker(self, place: int, card: int) -> Taker:
        field = self.fields[place]
        met = sum(
            1 << field.shift + field.width + i
            for i, cards in enumerate(field.branches)
            if cards >> card & 1
        )
        met += sum(
            1 << self._wide_at + i
            for i, branch in enumerate(self._wide)
            if branch.get(place, 0) >> card & 1
        )
        return Taker(place, field.room, 0 if self.rooms[place] is None else 1 << field.shift, ~met)


class Hopes(dict[int, bool]):
    """Whether the cards to come are enough for a value of a field; computed on demand."""

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
"""A field's shift and mask, and whether its values are feasible."""


def _can_meet(unmet: list[int], room: int) -> bool:
    """Return whether `room` cards can meet all these branches."""
    if not unmet or not room:
        return not unmet
    first, *others = unmet
    return any(
        _can_meet([cards for cards in others if not cards >> card & 1], room - 1)
        for card in bits(first)
    )


class Ahead:
    """The checks for every set of cards to come."""

    def __init__(self, problem: Problem, layout: FieldLayout):
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
        """Return whether a place may need the card."""
        room = self._layout.rooms[place]
        if room is not None and (ahead & self._may[place]).bit_count() < room:
            return True
        return self._branches[place] >> card & 1 > 0
