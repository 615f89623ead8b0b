"""Repairs of a log and suspicious entries, in sentences."""

from collections.abc import Sequence

from cluetree.events import Event
from cluetree.explain import Repair, Suspicion, explain_repair
from cluetree.table import Table
from cluetree.text.language import number, t
from cluetree.text.sentences import worded
from cluetree.text.telling import brief


def where(repair: Repair, entry: str = "why.event") -> str:
    """Return what a repair changes; `entry` is the text key for the name of an event."""
    return t(entry, number=repair.event) if repair.event else t("rule.set_up")


def change(repair: Repair, table: Table, events: Sequence[Event]) -> str:
    """Say how a repair changes the table or its event in the log."""
    said = explain_repair(table, events, repair)
    if said is not None:
        return worded(said)
    entry = brief(repair.replacement, table.edition) if repair.replacement else ""
    if repair.candidates:
        return t("repair.perhaps", count=len(repair.candidates), entry=entry)
    return t("repair.becomes", entry=entry)


def suspicion(found: Suspicion, table: Table) -> str:
    """Return why the deals make an entry suspicious, and its likeliest replacement."""
    return t(
        "suspicion.why",
        bits=number(found.score, 1),
        deals=found.deals,
        others=found.others,
        repaired=found.repaired,
        entry=brief(found.replacement, table.edition),
    )
