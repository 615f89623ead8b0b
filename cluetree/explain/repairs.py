"""Which one entry, changed in one place, makes an impossible log possible again.

The repairs are ranked by Bayes' rule. All deals being equally likely, a mended log is met with
a chance proportional to the deals that fit it; the log as told came of it by a slip, whose
chance is the weight of its kind, shared by the changes of that kind (twice for a neighbouring
seat, the next card on the sheet, or a similar name). What is not as the game goes, a pass of
somebody who was not asked or a card that the viewpoint could not see, is taken to be eight times
rarer. What a player would rather have asked for or shown plays no part. Dropping an event says
nothing of what happened, so it weighs least.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from cluetree.deduction import Frame
from cluetree.errors import LimitReached
from cluetree.events import Event, entries
from cluetree.evidence import Evidence
from cluetree.exact import is_possible
from cluetree.explain._meant import meant_by
from cluetree.explain._parts import Parts, deals, joined
from cluetree.explain._slips import VAGUE, Slip, SlipKind, weighted
from cluetree.limit import Bound, Meter, verify_limit
from cluetree.table import CluePlayer, Table

_MOST_TRIES = 5_000
"""Changed logs that are counted, before the search gives up."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A change of one entry that makes a log possible."""

    event: int
    """The number of the event; 0 for the set-up."""
    kind: SlipKind
    """What is wrong with the entry."""
    replacement: Event | None
    """The correct event; `None` if it is dropped, or if the set-up is changed."""
    table: Table | None
    """The table with the correct hand size, where that is what changes; otherwise `None`."""
    deals: int
    """The number of deals that fit the repaired log."""
    chance: float
    """The probability of this repair, from 0 to 1, if one of those found is right."""
    candidates: tuple["Repair", ...] = ()
    """Where a card is wrong but it is hard to tell which one was meant: the changes that this
    stands for, likeliest first. The replacement and the deals are those of the first."""

    def apply(self, table: Table, events: Sequence[Event]) -> tuple[Table, tuple[Event, ...]]:
        """Return the repaired table and log; those given stay unchanged."""
        if self.table is not None:
            return self.table, tuple(events)
        instead = () if self.replacement is None else (self.replacement,)
        return table, (*events[: self.event - 1], *instead, *events[self.event :])


@dataclass(frozen=True, slots=True)
class Repairs:
    """The single changes that mend a log."""

    found: tuple[Repair, ...]
    """Likeliest first."""
    complete: bool
    """Whether everything was tried; of very many changes the likeliest slips are tried, and as
    many as the limit allows."""


def find_repairs(
    table: Table, events: Sequence[Event], *, most: int = _MOST_TRIES, limit: Bound = None
) -> Repairs:
    """Find every change of one entry that makes an impossible log possible, likeliest first.

    >>> from cluetree import record
    >>> game = record.loads_clue('''
    ... edition  clue-us
    ... players  Ann 6, Bob 6, Eve 6
    ... Bob holds Rope
    ... Eve: Plum, Rope, Hall -> Ann passes, Bob passes
    ... ''')
    >>> for repair in find_repairs(game.table, game.events).found[:3]:
    ...     print(f"event {repair.event}: {repair.replacement}")
    event 2: Eve suggests Professor Plum, Rope, Hall: Ann shows a card
    event 2: Eve suggests Professor Plum, Rope, Hall: Ann passes, Bob shows a card
    event 1: Bob lacks Rope

    Tried are, for each event that the log is possible without: the other answer (pass or show,
    right or wrong, holds or lacks), another player in any part, another of the asked cards
    shown, one card changed for another of its category, and the event dropped; and for the
    set-up, a hand size one larger or smaller, or two swapped. The viewpoint's own hand and the
    face-up cards are taken as they are. Which other card was asked for is hard to tell, so that
    is one proposal, with its candidates. Where no such change mends the log, it is tried whether
    another player showed another card. A log that is possible, or that nothing of this mends,
    has none.

    Args:
        table: The set-up.
        events: The log.
        most: How many changed logs are counted at most, the likeliest slips first.
        limit: How much work it may take; then there are the mends found so far.

    Raises:
        InvalidLimitError: If `most` is negative.
        ClueError: If an event breaks the rules by itself.
    """
    verify_limit("most", most, whole=True)
    search = _Search(table, entries(table, events), Meter.of(limit))
    with suppress(LimitReached):
        if is_possible(search.parts.without(), limit=search.meter):
            return Repairs((), complete=True)
        search.find(most)
    return Repairs(_ranked(search.found), search.complete)


class _Search:
    """Makes changes in turn, and keeps those that mend the log, with their weights."""

    def __init__(self, table: Table, events: Sequence[Event], meter: Meter):
        self.meter = meter
        self.parts = Parts(table, events)
        self.found: list[tuple[Fraction, _Try, int]] = []
        self.complete = False
        self._table, self._events = table, events
        self._without: dict[int, Evidence] = {}

    def find(self, most: int) -> None:
        """Make so many changes at most.

        Raises:
            LimitReached: If not all could be tried.
        """
        culprits = [*self.parts.culprits(self.meter)]
        usual = deals(Evidence.gather(self._table), self.meter)
        for double in (False, True):
            tries = sorted(
                _tries(self._table, self._events, culprits, double=double),
                key=lambda one: (-one.weight, one.number),
            )
            for one in tries[:most]:
                self._make(one, usual)
            self.complete = len(tries) <= most
            if self.found_specific:
                break

    @property
    def found_specific(self) -> bool:
        """Whether some change says what was meant."""
        return any(one.slip.kind not in VAGUE for _, one, _ in self.found)

    def _make(self, one: "_Try", usual: int) -> None:
        meant, evidence = one.slip.meant, self._without.get(one.number)
        if evidence is None:
            evidence = self._without[one.number] = self.parts.without({one.number})
        if isinstance(meant, Table):
            evidence = replace(evidence, frame=Frame(meant.edition, meant.players))
        elif meant is not None:
            evidence = joined(evidence, self.parts.part(meant))
        left = deals(evidence, self.meter)
        if left and isinstance(meant, Table):
            # Of other hands there are more deals, or fewer, to begin with.
            usual = deals(Evidence.gather(meant), self.meter)
        if left:
            self.found.append((one.weight * Fraction(left, usual), one, left))


@dataclass(frozen=True, slots=True)
class _Try:
    """A change that may mend the log."""

    number: int
    slip: Slip
    weight: Fraction

    def repair(self, fitting: int, chance: float) -> Repair:
        meant = self.slip.meant
        event, table = (None, meant) if isinstance(meant, Table) else (meant, None)
        return Repair(self.number, self.slip.kind, event, table, fitting, chance)


def _ranked(found: Sequence[tuple[Fraction, _Try, int]]) -> tuple[Repair, ...]:
    total = sum(weight for weight, _, _ in found)
    groups: dict[tuple[int, object], list[Repair]] = {}
    # The sort is stable, and what was found comes in the order of the slips' own weights.
    for weight, one, left in sorted(found, key=lambda each: -each[0]):
        key = one.number, one.slip.about or one.slip.meant
        groups.setdefault(key, []).append(one.repair(left, float(weight / total)))
    repairs = [
        some[0]
        if len(some) == 1
        else replace(some[0], chance=sum(each.chance for each in some), candidates=tuple(some))
        for some in groups.values()
    ]
    return tuple(sorted(repairs, key=lambda repair: -repair.chance))


def _tries(
    table: Table, events: Sequence[Event], numbers: Sequence[int], *, double: bool
) -> Iterator[_Try]:
    for slip, weight in () if double else weighted(_size_slips(table)):
        yield _Try(0, slip, weight)
    for number in numbers:
        for slip, weight, usual in meant_by(table, events[number - 1], double=double):
            yield _Try(number, slip, weight * usual)


def _size_slips(table: Table) -> Iterator[Slip]:
    """Yield the tables with one hand size off by one, or two swapped."""
    counted = [p for p in table.players if p.hand_size is not None and p != table.me]
    for player in counted:
        size = player.hand_size or 0
        for other in (size + 1, size - 1):
            if other >= 0:
                yield Slip(SlipKind.SIZE, _resized(table, {player: other}))
    for first, second in combinations(counted, 2):
        if first.hand_size != second.hand_size:
            sizes = {first: second.hand_size or 0, second: first.hand_size or 0}
            yield Slip(SlipKind.SIZE, _resized(table, sizes))


def _resized(table: Table, sizes: dict[CluePlayer, int]) -> Table:
    players = (
        replace(player, hand_size=sizes[player]) if player in sizes else player
        for player in table.players
    )
    return replace(table, players=tuple(players))
