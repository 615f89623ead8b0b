"""Which entries of a log that can be true are better explained by a slip."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isnan, log2
from typing import Final

from cluetree.errors import InvalidLimitError, LimitReached
from cluetree.events import Event, entries
from cluetree.evidence import Evidence
from cluetree.explain._meant import meant_by, most_usual
from cluetree.explain._parts import Parts, deals, joined
from cluetree.explain._slips import VAGUE
from cluetree.limit import Bound, Meter
from cluetree.table import Table

_FROM: Final = 1.0
"""The score, in bits, from which an entry is worth a second look."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """An entry that alone makes the rest astonishing."""

    event: int
    """The number of the event."""
    score: float
    """How much better a slip here explains the log than the entry as it is, in bits."""
    replacement: Event
    """The event as it was likeliest meant."""
    deals: int
    """The number of deals that fit the log."""
    others: int
    """The number of deals that fit all other events."""
    repaired: int
    """The number of deals that fit the log with the replacement."""


@dataclass(frozen=True, slots=True)
class Suspicions:
    """The entries of a possible log that a slip explains better."""

    found: tuple[Suspicion, ...]
    """Most suspicious first."""
    complete: bool
    """Whether every entry was looked at; a limit may have been met before that."""


def find_suspicious(
    table: Table, events: Sequence[Event], *, least: float = _FROM, limit: Bound = None
) -> Suspicions:
    """Find the entries of a possible log that a slip explains better, most suspicious first.

    >>> from cluetree import record
    >>> game = record.loads_clue('''
    ... edition  clue-us
    ... players  Ann 9, Bob 9
    ... Ann: Plum, Rope, Hall -> nobody
    ... Bob: Green, Rope, Hall -> Ann shows
    ... ''')
    >>> for one in find_suspicious(game.table, game.events).found:
    ...     print(f"event {one.event} by {one.score:.1f} bits: {one.replacement}")
    ...     print(f"{one.deals} of {one.others} deals fit it, {one.repaired} the replacement")
    event 1 by 1.3 bits: Ann suggests Professor Plum, Rope, Hall: Bob shows a card
    2588300 of 13064480 deals fit it, 10476180 the replacement

    The score is the logarithm (base 2) of a Bayes factor: the deals that fit the log with this
    entry mended, averaged over all that may have been meant in its place (likelier slips weigh
    more, as for `find_repairs`), against the deals that fit the log as told. At 0 bits a slip
    explains the log just as well, at 3 bits eight times better. How rare slips are is not in
    it: who errs once in 50 entries should believe an entry of 3 bits still.

    A wrong entry that fits as many deals as the truth does not stand out, and none can be told
    by counting: an entry of 0 bits is no proof of anything. What can be seen is a pass taken for
    a show, a wrong shower, a wrong asker; a wrong card asked for fits about as well as the right
    one, and is found no better than by chance. An impossible log has no suspicious entries, but
    conflicts and repairs.

    Args:
        table: The set-up.
        events: The log.
        least: The score from which entries are reported. At 1 bit, one true log in ten or so
            has an entry reported.
        limit: How much work it may take; then the entries looked at so far are ranked.

    Raises:
        InvalidLimitError: If `least` is not a number.
        ClueError: If an event breaks the rules by itself.
    """
    if isnan(least):
        raise InvalidLimitError("least must be a number, got nan")
    found: list[Suspicion] = []
    complete = False
    with suppress(LimitReached):
        search = _Search(table, entries(table, events), Meter.of(limit))
        for number in range(1, len(events) + 1) if search.told else ():
            found += filter(None, (search.suspicion(number, least),))
        complete = True
    found.sort(key=lambda one: (-one.score, one.event))
    return Suspicions(tuple(found), complete)


class _Search:
    """One log, and how it would be with single entries mended."""

    def __init__(self, table: Table, events: Sequence[Event], meter: Meter):
        self._table = table
        self._events = events
        self._meter = meter
        self._ledger = Parts(table, events)
        self.told = deals(self._ledger.without(), meter)

    def suspicion(self, number: int, least: float) -> Suspicion | None:
        event = self._events[number - 1]
        others = self._ledger.without({number})
        fitting = deals(others, self._meter)
        # A change leaves no more deals than leaving out the entry does: most need no search.
        if _bits(most_usual(self._table, event) * fitting / self.told) < least:
            return None
        mends = tuple(self._mends(event, others))
        score = _bits(sum(share * left for share, left, _ in mends) / Fraction(self.told))
        if score < least:
            return None
        _, left, meant = max(mends, key=lambda mend: mend[0] * mend[1])
        return Suspicion(number, score, meant, self.told, fitting, left)

    def _mends(self, event: Event, others: Evidence) -> Iterator[tuple[Fraction, int, Event]]:
        """Yield how likely each change of an entry is, the deals that it leaves, and the event."""
        slips = [slip for slip in meant_by(self._table, event) if slip[0].kind not in VAGUE]
        total = sum(weight for _, weight, _ in slips)
        for slip, weight, usual in slips:
            if slip.meant is not None and not isinstance(slip.meant, Table):
                left = deals(joined(others, self._ledger.part(slip.meant)), self._meter)
                yield weight / total * usual, left, slip.meant


def _bits(ratio: Fraction) -> float:
    """The logarithm, of numbers of any size."""
    return log2(ratio.numerator) - log2(ratio.denominator) if ratio else -inf
