"""Sentences of `cluetree.explain`, repairs and suspicious entries in the reader's language."""

from collections.abc import Sequence

from cluetree.cards import Edition
from cluetree.events import Event
from cluetree.explain import Repair, Sentence, Suspicion, explain_repair
from cluetree.explain.sentences import Value
from cluetree.table import Table
from cluetree.text.entries import spoken
from cluetree.text.language import listed, number, t
from cluetree.text.telling import brief


def worded(said: Sentence, edition: Edition | None = None) -> str:
    """Return a sentence without capital and full stop, or a clause.

    With the edition, cards have the short names that people say.
    """
    values = dict(said.values)
    count = values.pop("count", None)
    texts = {name: _value(name, value, edition) for name, value in values.items()}
    return t(said.key, count=count if isinstance(count, int) else None, **texts)


def _value(name: str, value: Value, edition: Edition | None) -> str:
    if not isinstance(value, tuple):
        return _part(name, value, edition)
    parts = (_part(name, part, edition) for part in value)
    return listed(parts, "or" if name == "any" else "standard")


def _part(name: str, part: str | int | Sentence, edition: Edition | None) -> str:
    if isinstance(part, Sentence):
        return worded(part, edition)
    if edition is None or name not in {"any", "card", "cards"}:
        return str(part)
    return spoken(edition.card(str(part)), edition)


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
