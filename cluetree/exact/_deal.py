"""Find one deal that fits, or that none does, without counting.

A backtracking search with the five rules as propagation. It is quick where deals are many, and
very slow where a contradiction lies deep.
"""

from cluetree.deduction import Marks, bits, union
from cluetree.errors import ContradictionError
from cluetree.evidence import Evidence
from cluetree.limit import ATTEMPT, Bound, Meter


def find_deal(evidence: Evidence, limit: Bound = None) -> tuple[int, ...] | None:
    """Return a deal that fits, as the cards at each place; `None` if none does.

    Raises:
        LimitReached: If the limit is reached first.
    """
    return _find(evidence.marks(), Meter.of(limit))


def _find(marks: Marks, meter: Meter) -> tuple[int, ...] | None:
    while True:
        meter.spend(ATTEMPT)
        try:
            marks.settle()
        except ContradictionError:
            return None
        option = _choose(marks)
        if option is None:
            return tuple(marks.held)
        tried = marks.copy()
        tried.hold(*option)
        found = _find(tried, meter)
        if found is not None:
            return found
        marks.lack(*option)


def _choose(marks: Marks) -> tuple[int, int] | None:
    """Return an option of the narrowest choice: a place and a card."""
    room = [
        len(marks.frame.edition.cards) if size is None else size - held.bit_count()
        for size, held in zip(marks.frame.sizes, marks.held, strict=False)
    ]
    options = min(_open(marks), key=len, default=None)
    if options is None:
        return None
    return max(options, key=lambda option: (*room, 0)[option[0]])


def _open(marks: Marks) -> "list[list[tuple[int, int]]]":
    """List the choices: a branch to be met, or a card to be placed."""
    found = [
        [(place, 1 << card) for place, cards in branch for card in bits(cards)]
        for branch in marks.branches
    ]
    if not found:
        found = [
            [(place, 1 << card) for place, may in enumerate(marks.may) if may >> card & 1]
            for card in bits(marks.frame.deck & ~marks.face_up & ~union(marks.held))
        ]
    return found
