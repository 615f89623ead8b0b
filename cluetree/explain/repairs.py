"""Which one entry, changed in one place, makes an impossible log possible again.

The repairs are ranked by Bayes' rule. All deals being equally likely, a mended log is met with
a chance proportional to the deals that fit it; the log as told came of it by a slip, whose
chance is the weight of its kind, shared by the changes of that kind (twice for a neighbouring
seat, the next card on the sheet, or a similar name). What is not as the game goes, a pass of
somebody who was not asked or a card that the viewpoint could not see, is taken to happen once in
eight times. What a player would rather have asked for or shown plays no part. Dropping an event
says nothing of what happened, so it weighs least.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from cluetree.deduction import Frame
from cluetree.events import Event, entries
from cluetree.evidence import Evidence
from cluetree.exact import is_possible
from cluetree.exact.limit import verify_limit
from cluetree.explain._meant import meant_by
from cluetree.explain._parts import Parts, deals, joined
from cluetree.explain._slips import Slip, SlipKind, weighted
from cluetree.table import CluePlayer, Table

_MOST_TRIES = 5_000
"""Changed logs that are counted, before the search gives up."""


@dataclass(frozen=True)
class Repair:
    """One change of one entry that makes a log possible."""

    event: int
    """The number of the event; 0 for the set-up."""
    change: str
    """What is changed, in words."""
    replacement: Event | None
    """The event as it should stand; `None` if it is dropped, or if the set-up is changed."""
    table: Table | None
    """The table with the right hand size, where that is what changes; otherwise `None`."""
    deals: int
    """The number of deals that fit the log once it is mended."""
    chance: float
    """How likely this mend is, if one of those found is the right one: from 0 to 1."""

    def mended(self, table: Table, events: Sequence[Event]) -> tuple[Table, tuple[Event, ...]]:
        """Return the log with this change made; the log given stays as it is."""
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
    """Whether everything was tried; of very many changes the likeliest slips are tried."""


def find_repairs(table: Table, events: Sequence[Event], *, most: int = _MOST_TRIES) -> Repairs:
    """Find every change of one entry that makes an impossible log possible, likeliest first.

    >>> from cluetree import record
    >>> game = record.loads_clue('''
    ... edition  clue-us
    ... players  Ann 6, Bob 6, Eve 6
    ... Bob holds Rope
    ... Eve: Plum, Rope, Hall -> Ann passes, Bob passes
    ... ''')
    >>> for repair in find_repairs(game.table, game.events).found[:3]:
    ...     print(f"event {repair.event}: {repair.change}")
    event 2: Ann showed, not passed
    event 2: Bob showed, not passed
    event 1: Bob lacks Rope, not holds

    Tried are, for each event that the log is possible without: the other answer (pass or show,
    right or wrong, holds or lacks), another player in any part, another of the asked cards
    shown, one card changed for another of its category, and the event dropped; and for the
    set-up, a hand size one larger or smaller, or two swapped. The viewpoint's own hand and the
    face-up cards are taken as they are. A log that is possible, or that no single change mends,
    has none.

    Args:
        table: The set-up.
        events: The log.
        most: How many changed logs are counted at most, the likeliest slips first.

    Raises:
        InvalidLimitError: If `most` is negative.
        ClueError: If an event breaks the rules by itself.
    """
    verify_limit("most", most, whole=True)
    events = entries(table, events)
    parts = Parts(table, events)
    if is_possible(parts.without()):
        return Repairs((), complete=True)
    tries = sorted(_tries(table, events, parts.culprits()), key=lambda t: (-t.weight, t.number))
    return Repairs(_ranked(_fitting(table, parts, tries[:most])), complete=len(tries) <= most)


def _fitting(
    table: Table, parts: Parts, tries: Iterable["_Try"]
) -> Iterator[tuple[Fraction, Repair]]:
    """Make each change in turn; yield those that mend the log, with their weights."""
    usual = deals(Evidence.gather(table))
    without: dict[int, Evidence] = {}
    for one in tries:
        meant, evidence = one.slip.meant, without.get(one.number)
        if evidence is None:
            evidence = without[one.number] = parts.without({one.number})
        if isinstance(meant, Table):
            left = deals(replace(evidence, frame=Frame(meant.edition, meant.players)))
            # Of other hands there are more deals, or fewer, to begin with.
            if left:
                yield one.weight * Fraction(left, deals(Evidence.gather(meant))), one.repair(left)
            continue
        left = deals(evidence if meant is None else joined(evidence, parts.part(meant)))
        if left:
            yield one.weight * Fraction(left, usual), one.repair(left)


@dataclass(frozen=True, slots=True)
class _Try:
    """A change that may mend the log."""

    number: int
    slip: Slip
    weight: Fraction

    def repair(self, fitting: int) -> Repair:
        meant = self.slip.meant
        event, table = (None, meant) if isinstance(meant, Table) else (meant, None)
        return Repair(self.number, self.slip.change, event, table, fitting, chance=0.0)


def _ranked(found: Iterable[tuple[Fraction, Repair]]) -> tuple[Repair, ...]:
    # The sort is stable, and what was found comes in the order of the slips' own weights.
    ranked = sorted(found, key=lambda pair: -pair[0])
    total = sum(weight for weight, _ in ranked)
    return tuple(replace(repair, chance=float(weight / total)) for weight, repair in ranked)


def _tries(table: Table, events: Sequence[Event], numbers: Sequence[int]) -> Iterator[_Try]:
    for slip, weight in weighted(_size_slips(table)):
        yield _Try(0, slip, weight)
    for number in numbers:
        for slip, weight, usual in meant_by(table, events[number - 1]):
            yield _Try(number, slip, weight * usual)


def _size_slips(table: Table) -> Iterator[Slip]:
    """Yield the tables with one hand size off by one, or two swapped."""
    counted = [p for p in table.players if p.hand_size is not None and p != table.me]
    for player in counted:
        size = player.hand_size or 0
        for other in (size + 1, size - 1):
            if other >= 0:
                change = f"{player}'s hand size is {other}, not {size}"
                yield Slip(SlipKind.SIZE, change, _resized(table, {player: other}))
    for first, second in combinations(counted, 2):
        if first.hand_size != second.hand_size:
            sizes = {first: second.hand_size or 0, second: first.hand_size or 0}
            each = [f"{player}'s hand size is {size}" for player, size in sizes.items()]
            change = f"{' and '.join(each)}, not the other way round"
            yield Slip(SlipKind.SIZE, change, _resized(table, sizes))


def _resized(table: Table, sizes: dict[CluePlayer, int]) -> Table:
    players = (
        replace(player, hand_size=sizes[player]) if player in sizes else player
        for player in table.players
    )
    return replace(table, players=tuple(players))
