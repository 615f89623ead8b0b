"""Repairs of a log and suspicious entries, in sentences."""

from collections.abc import Sequence

from cluetree.events import Event, Show, Suggestion
from cluetree.explain import Repair, SlipKind, Suspicion
from cluetree.table import Table
from cluetree.text.language import listed, number, t
from cluetree.text.telling import brief, shown


def where(repair: Repair, entry: str = "why.event") -> str:
    """Return what a repair changes; `entry` is the text key for the name of an event."""
    return t(entry, number=repair.event) if repair.event else t("rule.set_up")


def change(repair: Repair, table: Table, events: Sequence[Event]) -> str:
    """Say how a repair changes the table or its event in the log."""
    if repair.table is not None:
        return listed(
            t("repair.size", name=meant.name, cards=t("count.cards", count=meant.hand_size or 0))
            for meant, old in zip(repair.table.players, table.players, strict=True)
            if meant.hand_size != old.hand_size
        )
    if repair.replacement is None:
        return t("repair.dropped")
    old, new = events[repair.event - 1], repair.replacement
    if repair.candidates:
        entry = brief(new, table.edition)
        return t("repair.perhaps", count=len(repair.candidates), entry=entry)
    if isinstance(old, Suggestion) and isinstance(new, Suggestion):
        said = _change(repair.kind, table, old, new)
        if said is not None:
            return f"{said}{_passes(table, old, new)}"
    return t("repair.becomes", entry=brief(new, table.edition))


# One case a kind of slip.
def _change(  # noqa: PLR0911
    kind: SlipKind, table: Table, old: Suggestion, new: Suggestion
) -> str | None:
    gone = [show for show in old.shows if show not in new.shows]
    come = [show for show in new.shows if show not in old.shows]
    match kind, gone, come:
        case SlipKind.ANSWER, [Show(None)], []:
            return t("repair.nobody")
        case SlipKind.ANSWER, [Show(str() as name)], []:
            return t("repair.passed", name=name)
        case SlipKind.ANSWER, [], [show]:
            return t("repair.showed", shown=shown(show))
        case ((SlipKind.SEAT | SlipKind.BOTH), [Show(str() as name)], [show]):
            return t("repair.other_showed", shown=shown(show), name=name)
        case SlipKind.SHOWN, [Show(_, old_card)], [Show(_, new_card)]:
            return t("repair.other_card", card=str(new_card), was=str(old_card))
        case SlipKind.BLANK, _, [Show(str() as name)]:
            return t("repair.card_unknown", name=name)
        case SlipKind.SOMEBODY, _, _:
            return t("repair.shower_unknown")
        case SlipKind.ASKER, _, _:
            return t("repair.asker", name=new.by, was=old.by)
        case SlipKind.PASSER, _, _:
            before, after = old.passes(table), new.passes(table)
            names = listed(name for name in after if name not in before)
            was = listed(name for name in before if name not in after)
            return t("repair.other_passed" if names else "repair.not_passed", name=names, was=was)
        case _:
            return None


def _passes(table: Table, old: Suggestion, new: Suggestion) -> str:
    """Name the passes if they change beyond the players who now ask or show."""
    if old.passed is None or new.passed is None or (old.shows == new.shows and old.by == new.by):
        return ""
    busy = {new.by, *(show.by for show in new.shows)}
    showed = {show.by for show in old.shows} - busy
    kept = set(old.passes(table)) - busy
    if set(new.passed) in (kept, kept | showed):
        return ""
    passes = ", ".join(t("told.passes", name=name) for name in new.passed)
    return f"; {passes or t('told.nobody_passes')}"


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
