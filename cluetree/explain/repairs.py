"""Single changes that explain a log better than the log as entered.

They are repairs of an impossible log, and suspicious entries of a possible one. Both follow from
Bayes' rule. The prior of a changed log is proportional to the deals that fit it. The likelihood of
the entered log is the weight of the slip: see `cluetree.explain.slips`.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import inf, isnan, log2
from typing import Final, NamedTuple

from cluetree.cards import Category
from cluetree.errors import InvalidEventError, InvalidLimitError, LimitReached
from cluetree.events import Correction, Event, Game, HoldsOneOf, changed, log_of
from cluetree.evidence import Evidence
from cluetree.exact import count, is_possible
from cluetree.explain.conflicts import LogEvidence
from cluetree.explain.slips import VAGUE, WEIGHTS, Slip, SlipKind, most_usual, slips
from cluetree.limit import Bound, limited, part, seconds_left
from cluetree.table import ENVELOPE, Table

_MOST_TRIES: Final = 5_000
"""The maximum number of changed logs to count, the likeliest slips first."""
_LISTING: Final = 0.25
"""The share of the work for listing the changes to try."""
_FROM: Final = 2.5
"""The least score, in bits, of a suspicious entry: where reports are right more often than not."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A change of one entry that makes a log possible."""

    event: int
    """The number of the event; 0 for the set-up."""
    kind: SlipKind
    """The mistake in the entry."""
    replacement: Event | None
    """The correct event; `None` if it is dropped, or if the set-up is changed."""
    table: Table | None
    """The table of the correct set-up; `None` if an event changes."""
    deals: int
    """The number of deals that fit the repaired log, or the part of it with one contradiction."""
    chance: float
    """The probability of this repair, from 0 to 1, given that one of those found is right."""
    candidates: tuple["Repair", ...] = ()
    """The changes that this repair stands for, likeliest first, where counting can hardly
    identify the right card. The replacement and the deals are those of the first."""

    def __str__(self) -> str:
        if self.table is not None:
            return f"set-up: {self.kind}, {self.table}"
        return f"event {self.event}: {self.replacement or 'it is dropped'}"

    def apply(self, game: Game, events: Iterable[Event] = ()) -> tuple[Table, tuple[Event, ...]]:
        """Return the repaired table and log; the arguments stay unchanged."""
        table, log = log_of(game, events)
        if self.table is not None:
            return self.table, log
        return table, changed(table, log, self.event, self.replacement)


@dataclass(frozen=True, slots=True)
class Repairs:
    """The single changes that repair a log."""

    found: tuple[Repair, ...]
    """Likeliest first."""
    complete: bool
    """Whether every change was tried; otherwise only the likeliest ones were."""
    enough: bool = True
    """Whether one of them repairs the log; otherwise each removes one of several contradictions."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """An entry that fits the rest of the log badly."""

    event: int
    """The number of the event."""
    score: float
    """How much better a slip here explains the log than the entry does, in bits."""
    replacement: Event
    """The likeliest intended event."""
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
    """Whether every entry was checked within the limit."""


def find_repairs(
    game: Game,
    events: Iterable[Event] = (),
    *,
    limit: Bound = None,
) -> Repairs:
    """Find every change of one entry that makes an impossible log possible, likeliest first.

    >>> from cluetree import record
    >>> game = record.loads_clue('''
    ... edition  clue-us
    ... players  Ann 6, Bob 6, Eve 6
    ... Bob holds Rope
    ... Eve: Plum, Rope, Hall -> Ann passes, Bob passes
    ... ''')
    >>> for repair in find_repairs(game).found[:3]:
    ...     print(f"event {repair.event}: {repair.replacement}")
    event 2: Eve suggests Professor Plum, Rope, Hall: Ann shows a card
    event 2: Eve suggests Professor Plum, Rope, Hall: Ann passes, Bob shows a card
    event 1: Bob lacks Rope

    The search tries each `SlipKind` of mistake in each event that the log is possible without, and
    in the set-up. No two repairs mean the same. All replacements of one asked or face-up card make
    one repair with `candidates`. A possible log has no repairs.

    If no change repairs the log, the repairs are those of its longest start that one change
    repairs, and of the contradictions beside it: repair again after each.

    Args:
        game: The set-up, or a game with its log.
        events: The log, or further events.
        limit: The work limit; the repairs found within it are returned.

    Raises:
        ClueError: If an event alone breaks the rules.
    """
    found: list[_Counted] = []
    complete = False
    with suppress(LimitReached), limited(limit):
        log = LogEvidence(*log_of(game, events))
        if is_possible(log.without()):
            return Repairs((), complete=True)
        complete = _search(log, found)
        if complete and not found and log.events:
            return _one_by_one(log)
    return Repairs(_ranked(found), complete)


def find_suspicious(
    game: Game,
    events: Iterable[Event] = (),
    *,
    least: float = _FROM,
    limit: Bound = None,
) -> Suspicions:
    """Find the entries of a possible log that a slip explains better, most suspicious first.

    >>> from cluetree import record
    >>> game = record.loads_clue('''
    ... edition  clue-us
    ... players  Ann 9, Bob 9
    ... Ann: Plum, Rope, Hall -> nobody
    ... Bob: Green, Rope, Hall -> Ann shows
    ... ''')
    >>> for one in find_suspicious(game.table, game.events, least=1).found:
    ...     print(f"event {one.event} by {one.score:.1f} bits: {one.replacement}")
    ...     print(f"{one.deals} of {one.others} deals fit it, {one.repaired} the replacement")
    event 1 by 1.4 bits: Ann suggests Professor Plum, Rope, Hall: Bob shows a card
    2588300 of 13064480 deals fit it, 10476180 the replacement

    The score is the base-2 logarithm of a Bayes factor: the deals that fit the log with this entry
    replaced, averaged over the possible replacements (weighted as in `find_repairs`), against the
    deals that fit the log as entered. It ignores how rare slips are: at one slip in 50 entries, an
    entry with 3 bits is still probably right.

    Counting detects a pass taken for a show, a wrong shower and a wrong asker, but no wrong asked
    card. An impossible log has conflicts and repairs, but no suspicious entries.

    Args:
        game: The set-up, or a notebook or record, whose events come first.
        events: The log.
        least: The least score to report. At 2.5 bits, 34 of 49 reports on logs with a slip named
            the wrong entry first, and 16 of 1,255 correct logs had a report.
        limit: The work limit; the entries checked within it are ranked.

    Raises:
        InvalidLimitError: If `least` is NaN.
        ClueError: If an event alone breaks the rules.
    """
    if isnan(least):
        raise InvalidLimitError("least must be a number, got nan")
    found: list[Suspicion] = []
    complete = False
    with suppress(LimitReached), limited(limit):
        complete = _suspect(LogEvidence(*log_of(game, events)), least, found)
    found.sort(key=lambda one: (-one.score, one.event))
    return Suspicions(tuple(found), complete)


class _Counted(NamedTuple):
    """A change that was tried."""

    slip: Slip
    deals: int
    """The number of deals that fit the changed log."""
    posterior: Fraction
    """The weight of the change times the share of all deals that fit."""


def _count(log: LogEvidence, changes: Iterable[Slip]) -> Iterator[_Counted]:
    """Count the deals that fit each changed log."""

    @cache
    def without(number: int) -> Evidence:
        return log.without({number})

    numbered = enumerate(log.events, start=1)
    late = [(n, event.entry) for n, event in numbered if isinstance(event, Correction)]
    corrected, tried = {number for pair in late for number in pair}, set[tuple[Event, ...]]()
    usual = count(log.only(())).deals
    for slip in changes:
        meant, every = slip.meant, usual
        if isinstance(meant, Table):
            deals = count(Evidence.gather(meant, log.events)).deals
            # Another set-up changes the total number of deals.
            every = count(Evidence.gather(meant)).deals if deals else 0
        elif slip.number in corrected:
            deals = 0
            with suppress(InvalidEventError):  # such as that the player who passed has shown
                events = changed(log.table, log.events, slip.number, meant)
                # Two changes are the same without the pass that is taken back.
                deals = 0 if events in tried else count(Evidence.gather(log.table, events)).deals
                slip = replace(slip, meant=meant and events[slip.number - 1])  # noqa: PLW2901
                tried.add(events)
        else:
            told = () if meant is None else (meant,)
            deals = count(without(slip.number).after(log.table, told)).deals
        yield _Counted(slip, deals, slip.weight * Fraction(deals, every or 1))


def _search(log: LogEvidence, found: list[_Counted]) -> bool:
    """Collect the repairs of an impossible log; return whether every change was tried."""
    culprits = [*log.culprits(log.numbers)]
    changes: list[Slip] = []
    is_listed = False
    with suppress(LimitReached), part(_LISTING):
        for number in (0, *culprits):
            changes.extend(slips(log.table, log.events, number))
        is_listed = True
    changes.sort(key=lambda one: (-one.weight, one.number))
    found.extend(one for one in _count(log, changes[:_MOST_TRIES]) if one.deals)
    return is_listed and len(changes) <= _MOST_TRIES


def _ranked(found: Sequence[_Counted]) -> tuple[Repair, ...]:
    total = sum(one.posterior for one in found)
    groups: dict[tuple[int, object], list[Repair]] = {}
    # The sort is stable: ties keep the order of the slips' weights.
    for slip, deals, posterior in sorted(found, key=lambda one: -one.posterior):
        event, table = (None, slip.meant) if isinstance(slip.meant, Table) else (slip.meant, None)
        repair = Repair(slip.number, slip.kind, event, table, deals, float(posterior / total))
        groups.setdefault((slip.number, slip.about or slip.meant), []).append(repair)
    repairs = [
        group[0]
        if len(group) == 1
        else replace(group[0], chance=sum(each.chance for each in group), candidates=tuple(group))
        for group in groups.values()
    ]
    return tuple(sorted(repairs, key=lambda repair: -repair.chance))


def _one_by_one(log: LogEvidence) -> Repairs:
    """Find the repairs of the longest start that one change repairs, then those of the rest."""

    def is_hopeless(stop: int) -> bool:
        return not any(log.culprits(log.numbers[:stop], log.numbers[stop:]))

    start = log.events[: bisect_left(log.numbers, True, key=is_hopeless)]
    first = find_repairs(log.table, start)
    wrong = {repair.event for repair in first.found} - {0}
    if not wrong:
        return replace(first, enough=False)
    # An entry that is always true keeps the numbers.
    true = HoldsOneOf(ENVELOPE, log.table.edition.of(Category.SUSPECT))
    rest = [true if at in wrong else event for at, event in enumerate(log.events, start=1)]
    other = find_repairs(log.table, rest)
    found = {(each.event, str(each)): each for each in (*other.found, *first.found)}
    likeliest = sorted(found.values(), key=lambda repair: -repair.chance)
    return Repairs(tuple(likeliest), first.complete and other.complete, enough=False)


def _suspect(log: LogEvidence, least: float, found: list[Suspicion]) -> bool:
    """Collect the suspicious entries of a possible log; return whether every entry was checked."""
    deals = count(log.without()).deals
    complete = True
    for number in log.numbers if deals else ():
        try:
            found.extend(_suspicion(log, number, deals, least))
        except LimitReached:
            if not seconds_left():
                raise
            complete = False  # only this entry needs too much memory
    return complete


def _suspicion(log: LogEvidence, number: int, deals: int, least: float) -> Iterator[Suspicion]:
    """Yield the suspicion of an entry with at least this score."""
    others = count(log.without({number})).deals
    # No replacement leaves more deals than dropping the entry: most entries need no search.
    most = most_usual(log.table, log.events[number - 1])
    if _bits(most * others / deals) < least:
        return
    changes = slips(log.table, log.events, number)
    counted = [*_count(log, (slip for slip in changes if slip.kind not in VAGUE))]
    if not counted:
        return
    entered = Fraction(deals, count(log.only(())).deals)
    weights = sum(WEIGHTS[kind] for kind in {one.slip.kind for one in counted})
    score = _bits(sum(one.posterior for one in counted) / (entered * weights))
    best = max(counted, key=lambda one: one.posterior)
    if score >= least and isinstance(best.slip.meant, Event):
        yield Suspicion(number, score, best.slip.meant, deals, others, best.deals)


def _bits(ratio: Fraction) -> float:
    # The quotient may be too large for a float; the difference is not.
    return log2(ratio.numerator) - log2(ratio.denominator) if ratio else -inf
