"""What may have been meant by an event as told, each with the weight of the slip."""

from collections.abc import Iterator
from fractions import Fraction

from cluetree.events import Event, Suggestion
from cluetree.explain._fact_slips import fact_slips
from cluetree.explain._slips import ODD, VAGUE, Slip, SlipKind, weighted
from cluetree.explain._suggestion_slips import double_slips, oddities, suggestion_slips
from cluetree.table import Table


def meant_by(
    table: Table, event: Event, *, double: bool = False
) -> Iterator[tuple[Slip, Fraction, Fraction]]:
    """Yield every change of an event, with the weight of the slip and how usual it makes things.

    A double one changes who showed and which card at once.

    The second number is 1 where the change is as usual as what was told, less where it is
    rarer: a card that the viewpoint could not see, a pass of somebody not asked.
    """
    before = _oddities(table, event)
    for slip, weight in weighted(_doubles(table, event) if double else _slips(table, event)):
        # What is left open is neither usual nor strange.
        is_vague = slip.kind in VAGUE
        yield slip, weight, ODD ** (0 if is_vague else _oddities(table, slip.meant) - before)


def most_usual(table: Table, event: Event) -> Fraction:
    """Return the most that a change of an event can make things more usual."""
    return ODD ** -_oddities(table, event)


def _slips(table: Table, event: Event) -> Iterator[Slip]:
    if isinstance(event, Suggestion):
        yield from suggestion_slips(table, event)
    else:
        yield from fact_slips(table, event)
    yield Slip(SlipKind.DROPPED, None)


def _doubles(table: Table, event: Event) -> Iterator[Slip]:
    if isinstance(event, Suggestion):
        yield from double_slips(table, event)


def _oddities(table: Table, event: Event | Table | None) -> int:
    return oddities(table, event) if isinstance(event, Suggestion) else 0
