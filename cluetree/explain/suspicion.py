"""Entries of a possible log that a slip explains better."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, isnan, log2
from typing import Final

from cluetree.errors import InvalidLimitError, LimitReached
from cluetree.events import Event, Game, log_of
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.explain.conflicts import LogEvidence
from cluetree.explain.slips import VAGUE, meant_by, most_usual
from cluetree.limit import Bound, limited, seconds_left
from cluetree.table import Table

_FROM: Final = 2.5
"""The least score, in bits, of a suspicious entry: where reports are right more often than not."""


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
    >>> for one in find_suspicious(game, least=1).found:
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
        game: The set-up, or a game with its log.
        events: The log, or further events.
        least: The least score to report. At 2.5 bits, 21 of 28 reports on logs with a slip named
            the wrong entry first, and 10 of 637 correct logs had a report.
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
        complete = _search(*log_of(game, events), least, found)
    found.sort(key=lambda one: (-one.score, one.event))
    return Suspicions(tuple(found), complete)


def _search(table: Table, events: Sequence[Event], least: float, found: list[Suspicion]) -> bool:
    """Collect the suspicious entries; return whether every entry was checked."""
    log = LogEvidence(table, events)
    deals = count(log.without()).deals
    complete = True
    for number, event in enumerate(events if deals else (), start=1):
        try:
            one = _suspicion(table, event, log.without({number}), deals, least)
        except LimitReached:
            if not seconds_left():
                raise
            complete = False  # only this entry needs too much memory
            continue
        if one is not None:
            found.append(replace(one, event=number))
    return complete


def _suspicion(
    table: Table, event: Event, others: Evidence, deals: int, least: float
) -> Suspicion | None:
    fitting = count(others).deals
    # No replacement leaves more deals than dropping the entry: most entries need no search.
    if _bits(most_usual(table, event) * fitting / deals) < least:
        return None
    slips = [slip for slip in meant_by(table, event) if slip[0].kind not in VAGUE]
    total = sum(weight for _, weight, _ in slips)
    # The probability of each replacement, the deals that it leaves, and the event.
    meant: list[tuple[Fraction, int, Event]] = []
    for slip, weight, usual in slips:
        if slip.meant is not None and not isinstance(slip.meant, Table):
            fit = count(others.after(table, (slip.meant,))).deals
            meant.append((weight / total * usual, fit, slip.meant))
    score = _bits(sum(share * fit for share, fit, _ in meant) / Fraction(deals))
    if score < least:
        return None
    _, repaired, replacement = max(meant, key=lambda one: one[0] * one[1])
    return Suspicion(0, score, replacement, deals, fitting, repaired)


def _bits(ratio: Fraction) -> float:
    # The quotient may be too large for a float; the difference is not.
    return log2(ratio.numerator) - log2(ratio.denominator) if ratio else -inf
