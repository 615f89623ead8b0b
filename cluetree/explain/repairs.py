"""Single changes that make an impossible log possible.

Repairs are ranked by Bayes' rule. The prior of a repaired log is proportional to the deals that
fit it. The likelihood of the entered log is the weight of the slip: see `cluetree.explain.slips`.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

from cluetree.cards import Category
from cluetree.errors import LimitReached
from cluetree.events import Event, Holds, HoldsOneOf, Logged, Suggestion, log_of
from cluetree.evidence import Evidence
from cluetree.exact import count, is_possible
from cluetree.explain.conflicts import LogEvidence
from cluetree.explain.slips import ODD, Slip, SlipKind, corrected, is_uneven, meant_by, weighted
from cluetree.limit import Bound, limited, part, verify_limit
from cluetree.names import name_key
from cluetree.table import (
    ENVELOPE,
    POOL,
    Answering,
    CluePlayer,
    Direction,
    Table,
    left_over,
)

_MOST_TRIES = 5_000
"""The maximum number of changed logs to count."""
_MISSED = "New player"
"""The name of a player who is missing in the set-up."""
_LISTING = 0.25
"""The share of the work for listing the changes to try."""


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

    def apply(self, table: Table, events: Sequence[Event]) -> tuple[Table, tuple[Event, ...]]:
        """Return the repaired table and log; the arguments stay unchanged."""
        if self.table is not None:
            return self.table, tuple(events)
        instead = () if self.replacement is None else (self.replacement,)
        return table, (*events[: self.event - 1], *instead, *events[self.event :])


@dataclass(frozen=True, slots=True)
class Repairs:
    """The single changes that repair a log."""

    found: tuple[Repair, ...]
    """Likeliest first."""
    complete: bool
    """Whether every change was tried; otherwise only the likeliest ones were."""
    enough: bool = True
    """Whether one of them repairs the log; otherwise each removes one of several contradictions."""


def find_repairs(
    table: Table | Logged,
    events: Sequence[Event] = (),
    *,
    most: int = _MOST_TRIES,
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
    >>> for repair in find_repairs(game.table, game.events).found[:3]:
    ...     print(f"event {repair.event}: {repair.replacement}")
    event 2: Eve suggests Professor Plum, Rope, Hall: Ann shows a card
    event 2: Eve suggests Professor Plum, Rope, Hall: Ann passes, Bob shows a card
    event 1: Bob lacks Rope

    The search tries each `SlipKind` of mistake in each event that the log is possible without, and
    in the set-up: the cards of the viewpoint's hand, the hand sizes, the cards that lie open, two
    players in each other's seat, the direction of the answers, a missing player, and cards that
    belong to nobody. No two repairs mean the same. All replacements of one asked or face-up card
    make one repair with `candidates`. A possible log has no repairs.

    If no change repairs the log, the repairs are those of its longest start that one change
    repairs, and of the contradictions beside it: repair again after each.

    Args:
        table: The set-up.
        events: The log.
        most: The maximum number of changed logs to count, the likeliest slips first.
        limit: The work limit; the repairs found within it are returned.

    Raises:
        InvalidLimitError: If `most` is negative.
        ClueError: If an event alone breaks the rules.
    """
    verify_limit("most", most, whole=True)
    found: list[tuple[Fraction, _Try, int]] = []
    complete = False
    with suppress(LimitReached), limited(limit):
        set_up, log = log_of(table, events)
        complete = _search(set_up, log, most, found)
        if complete and not found:
            return _one_by_one(set_up, log, most)
    return Repairs(_ranked(found), complete)


def _one_by_one(table: Table, events: Sequence[Event], most: int) -> Repairs:
    """Find the repairs of the longest start that one change repairs, then those of the rest."""
    log = LogEvidence(table, events)
    if is_possible(log.without()):
        return Repairs((), complete=True)

    def is_hopeless(stop: int) -> bool:
        return not any(log.culprits(log.numbers[:stop], log.numbers[stop:]))

    start = events[: bisect_left(log.numbers, True, key=is_hopeless)]
    first = find_repairs(table, start, most=most)
    wrong = {repair.event for repair in first.found} - {0}
    if not wrong:
        return replace(first, enough=False) if start else first
    # An entry that is always true keeps the numbers.
    true = HoldsOneOf(ENVELOPE.name, table.edition.of(Category.SUSPECT))
    rest = [true if at in wrong else event for at, event in enumerate(events, start=1)]
    other = find_repairs(table, rest, most=most)
    found = {(each.event, str(each)): each for each in (*other.found, *first.found)}
    likeliest = sorted(found.values(), key=lambda repair: -repair.chance)
    return Repairs(tuple(likeliest), first.complete and other.complete, enough=False)


class _Try(NamedTuple):
    """A change to try."""

    number: int
    slip: Slip
    weight: Fraction


def _search(
    table: Table,
    events: Sequence[Event],
    most: int,
    found: list[tuple[Fraction, _Try, int]],
) -> bool:
    """Collect repairs with their posterior weights and deals; return whether all were tried."""
    log = LogEvidence(table, events)
    if is_possible(log.without()):
        return True

    @cache
    def without(number: int) -> Evidence:
        return log.without({number})

    culprits = [*log.culprits(log.numbers)]
    usual = count(Evidence.gather(table)).deals
    tries: list[_Try] = []
    is_listed = False
    with suppress(LimitReached), part(_LISTING):
        tries.extend(_tries(table, events, culprits))
        is_listed = True
    tries.sort(key=lambda one: (-one.weight, one.number))
    for one in tries[:most]:
        meant, prior = one.slip.meant, usual
        if isinstance(meant, Table):
            evidence = Evidence.gather(meant, events)
        else:
            changed = () if meant is None else (meant,)
            evidence = without(one.number).after(table, changed)
        left = count(evidence).deals
        if left and isinstance(meant, Table):
            # Another set-up changes the total number of deals.
            prior = count(Evidence.gather(meant)).deals
        if left:
            found.append((one.weight * Fraction(left, prior), one, left))
    return is_listed and len(tries) <= most


def _ranked(found: Sequence[tuple[Fraction, _Try, int]]) -> tuple[Repair, ...]:
    total = sum(weight for weight, _, _ in found)
    groups: dict[tuple[int, object], list[Repair]] = {}
    # The sort is stable: ties keep the order of the slips' weights.
    for weight, (number, slip, _), left in sorted(found, key=lambda each: -each[0]):
        event, table = (None, slip.meant) if isinstance(slip.meant, Table) else (slip.meant, None)
        repair = Repair(number, slip.kind, event, table, left, float(weight / total))
        groups.setdefault((number, slip.about or slip.meant), []).append(repair)
    repairs = [
        group[0]
        if len(group) == 1
        else replace(group[0], chance=sum(each.chance for each in group), candidates=tuple(group))
        for group in groups.values()
    ]
    return tuple(sorted(repairs, key=lambda repair: -repair.chance))


def _tries(table: Table, events: Sequence[Event], numbers: Sequence[int]) -> Iterator[_Try]:
    for slip, weight in weighted(_set_up_slips(table, events)):
        yield _Try(0, slip, weight * (ODD if is_uneven(slip.meant) else 1))
    for number in numbers:
        event, later = events[number - 1], events[number : number + 2 * len(table.players)]
        for slip, weight, usual in meant_by(table, event):
            yield _Try(number, slip, weight * usual * corrected(event, slip, later))


def _set_up_slips(table: Table, events: Sequence[Event]) -> Iterator[Slip]:
    """Yield the tables with one card of the viewpoint's hand replaced, or other hand sizes."""
    me = table.me
    if me is not None:
        # The hand as facts, so that the search for culprits applies to each card.
        seats = tuple(replace(player, hand=()) for player in table.players)
        held = [Holds(me.name, card) for card in me.hand]
        log = LogEvidence(
            replace(table, players=seats, viewpoint=None),
            (*held, *(_without_own_pass(table, event) for event in events)),
        )
        seen = {*me.hand, *table.face_up}
        for number in log.culprits(log.numbers[: len(held)]):
            card = me.hand[number - 1]
            for other in (other for other in table.edition.cards if other not in seen):
                hand = tuple(other if kept == card else kept for kept in me.hand)
                yield Slip(SlipKind.HAND, _with(table, {me.name: replace(me, hand=hand)}))
    yield from _seat_slips(table)
    if table.answering is Answering.FIRST and len(table.players) > 2:  # noqa: PLR2004
        (way,) = {*Direction} - {table.answers}
        yield Slip(SlipKind.DIRECTION, replace(table, answers=way))
    yield from _face_up_slips(table)
    yield from _size_slips(table)


def _without_own_pass(table: Table, event: Event) -> Event:
    """Leave out a pass that by the rule "all" follows from the viewpoint's hand only."""
    if isinstance(event, Suggestion) and event.passed is None and table.answering is Answering.ALL:
        passed = tuple(name for name in event.passes(table) if name != table.viewpoint)
        return replace(event, passed=passed)
    return event


def _size_slips(table: Table) -> Iterator[Slip]:
    """Yield the tables with other hand sizes, with cards of nobody, or with one more player."""
    me, left = table.me, left_over(table.edition, table.hands, table.face_up)
    sizes = {p: p.hand_size for p in table.hands if p.hand_size is not None and p != me}
    if left:
        changes = [{hand: size + left} for hand, size in sizes.items()]
        half, odd = divmod(left, 2)
        changes += [
            {one: sizes[one] + half, two: sizes[two] + half}
            for one, two in combinations(sizes, 2)
            if not odd
        ]
    else:
        changes = [{one: sizes[two], two: sizes[one]} for one, two in combinations(sizes, 2)]
        changes += [
            {one: sizes[one] + 1, two: sizes[two] - 1} for one, two in permutations(sizes, 2)
        ]
    for change in changes:
        if min(change.values()) >= 0 and any(sizes[hand] != change[hand] for hand in change):
            new = {hand.name: replace(hand, hand_size=size) for hand, size in change.items()}
            yield Slip(SlipKind.SIZE, _with(table, new))
    names = {name_key(hand.name) for hand in table.hands}
    if left > 0 and name_key(POOL) not in names:
        lying = (*table.face_down, CluePlayer(POOL, left))
        yield Slip(SlipKind.FACE_DOWN, replace(table, face_down=lying))
    if left > 1 and name_key(_MISSED) not in names:
        for seat in range(len(table.players)):
            missed = CluePlayer(_MISSED, left)
            players = (*table.players[: seat + 1], missed, *table.players[seat + 1 :])
            yield Slip(SlipKind.MISSING, replace(table, players=players), about=SlipKind.MISSING)


def _seat_slips(table: Table) -> Iterator[Slip]:
    """Yield the tables in which two players sit in each other's seat."""
    seats, seen = range(len(table.players)), {table.left_of(table.names[0])}
    for one, two in combinations(seats, 2):
        order = {one: two, two: one}
        players = tuple(table.players[order.get(seat, seat)] for seat in seats)
        swapped = replace(table, players=players)
        if (circle := swapped.left_of(table.names[0])) not in seen:
            seen.add(circle)
            yield Slip(SlipKind.ORDER, swapped)


def _face_up_slips(table: Table) -> Iterator[Slip]:
    """Yield the tables with another card face-up, or with one more if one is left over."""
    seen = {*(table.me.hand if table.me else ()), *table.face_up}
    others = [card for card in table.edition.cards if card not in seen]
    for wrong in table.face_up:
        for other in others:
            cards = tuple(other if card == wrong else card for card in table.face_up)
            yield Slip(SlipKind.FACE_UP, replace(table, face_up=cards), about=wrong)
    if left_over(table.edition, table.hands, table.face_up) == 1:
        for other in others:
            cards = (*table.face_up, other)
            yield Slip(SlipKind.FACE_UP, replace(table, face_up=cards), about=SlipKind.FACE_UP)


def _with(table: Table, hands: Mapping[str, CluePlayer]) -> Table:
    players, face_down = (
        tuple(hands.get(hand.name, hand) for hand in each)
        for each in (table.players, table.face_down)
    )
    return replace(table, players=players, face_down=face_down)
