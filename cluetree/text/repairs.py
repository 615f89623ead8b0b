"""Repairs and suspicious entries in the reader's language."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from cluetree.events import Event, Show, Suggestion
from cluetree.explain import Repair, SlipKind, Suspicion
from cluetree.table import CluePlayer, Table
from cluetree.text.events import brief, shown
from cluetree.text.language import enumeration, number, t


def where(repair: Repair) -> str:
    """Return what a repair changes."""
    return t("why.entry", number=repair.event) if repair.event else t("rule.set_up")


def change(repair: Repair, table: Table, events: Sequence[Event]) -> str:
    """Say how a repair changes the table or its event in the log."""
    if repair.table is not None:
        pairs = zip(repair.table.players, table.players, strict=True)
        return enumeration(_seat(new, old) for new, old in pairs if new != old)
    if repair.replacement is None:
        return t("repair.dropped")
    old, new = events[repair.event - 1], repair.replacement
    entry = brief(new, table.edition)
    if repair.candidates:
        return t("repair.perhaps", count=len(repair.candidates), entry=entry)
    if isinstance(old, Suggestion) and isinstance(new, Suggestion):
        gone = [show for show in old.shows if show not in new.shows]
        come = [show for show in new.shows if show not in old.shows]
        worded, passes = _CLAUSES.get(repair.kind), _passes(table, old, new)
        if worded and (clause := worded(_Edit(table, old, new, gone, come))):
            return t("repair.and_passes", clauses=clause, passes=passes) if passes else clause
    return t("repair.becomes", entry=entry)


def _seat(new: CluePlayer, old: CluePlayer) -> str:
    if new.hand_size != old.hand_size:
        return t("repair.size", name=new.name, cards=t("count.cards", count=new.hand_size or 0))
    cards, was = (
        enumeration(str(card) for card in one.hand if card not in other.hand)
        for one, other in ((new, old), (old, new))
    )
    return t("repair.hand", name=new.name, cards=cards, was=was)


def suspicion(entry: Suspicion, table: Table) -> str:
    """Return why the deals make an entry suspicious, and its likeliest replacement."""
    return t(
        "suspicion.why",
        bits=number(entry.score, 1),
        deals=entry.deals,
        others=entry.others,
        repaired=entry.repaired,
        entry=brief(entry.replacement, table.edition),
    )


def likelier(suspicion: Suspicion, table: Table) -> str:
    """Say how many times better a slip explains the log, and name the likeliest entry."""
    entry = brief(suspicion.replacement, table.edition)
    return t("repair.likelier", times=number(2**suspicion.score, 1), entry=entry)


class _Edit(NamedTuple):
    """A suggestion before and after a repair, with the shows that it drops and adds."""

    table: Table
    old: Suggestion
    new: Suggestion
    gone: list[Show]
    come: list[Show]


def _answer(edit: _Edit) -> str | None:
    if edit.gone and edit.come:
        return None
    if edit.come:
        return t("repair.showed", shown=shown(edit.come[0]))
    name = edit.gone[0].by
    return t("repair.nobody") if name is None else t("repair.passed", name=name)


def _shower(edit: _Edit) -> str | None:
    name = edit.gone[0].by
    return name and t("repair.other_showed", shown=shown(edit.come[0]), name=name)


def _card(edit: _Edit) -> str:
    return t("repair.other_card", card=str(edit.come[0].card), was=str(edit.gone[0].card))


def _passer(edit: _Edit) -> str:
    before, after = edit.old.passes(edit.table), edit.new.passes(edit.table)
    names = enumeration(name for name in after if name not in before)
    was = enumeration(name for name in before if name not in after)
    return t("repair.other_passed" if names else "repair.not_passed", names=names, was=was)


_CLAUSES: Final[Mapping[SlipKind, Callable[[_Edit], str | None]]] = {
    SlipKind.ANSWER: _answer,
    SlipKind.SEAT: _shower,
    SlipKind.SHOWN: _card,
    SlipKind.BLANK: lambda edit: t("repair.card_unknown", name=f"{edit.come[0].by}"),
    SlipKind.SOMEBODY: lambda _: t("repair.shower_unknown"),
    SlipKind.ASKER: lambda edit: t("repair.asker", name=edit.new.by, was=edit.old.by),
    SlipKind.PASSER: _passer,
}
"""A clause for each kind of slip that is not best told as a whole entry."""


def _passes(table: Table, old: Suggestion, new: Suggestion) -> str:
    """Name the passes if they change beyond the players who now ask or show."""
    if old.passed is None or new.passed is None or (old.shows == new.shows and old.by == new.by):
        return ""
    busy = {new.by, *(show.by for show in new.shows)}
    showed = {show.by for show in old.shows} - busy
    kept = set(old.passes(table)) - busy
    if set(new.passed) in (kept, kept | showed):
        return ""
    passes = enumeration(t("told.passes", name=name) for name in new.passed)
    return passes or t("told.nobody_passes")
