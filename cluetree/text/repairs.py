"""Repairs and suspicious entries in the reader's language."""

from cluetree.events import Logged, Show, Suggestion
from cluetree.explain import Repair, SlipKind, Suspicion
from cluetree.table import CluePlayer, Table
from cluetree.text.events import brief, shown
from cluetree.text.language import enumeration, number, t


def where(repair: Repair) -> str:
    """Return what a repair changes."""
    return t("why.entry", number=repair.event) if repair.event else t("rule.set_up")


def change(game: Logged, repair: Repair) -> str:
    """Say how a repair changes the table or its event in the log."""
    table = game.table
    if repair.table is not None:
        return _set_up(repair, repair.table, table)
    if repair.replacement is None:
        return t("repair.dropped")
    old, new = game.events[repair.event - 1], repair.replacement
    entry = brief(new, table.edition)
    if repair.candidates:
        return t("repair.perhaps", count=len(repair.candidates), entry=entry)
    if isinstance(old, Suggestion) and isinstance(new, Suggestion):
        passes = _passes(repair.kind, table, old, new)
        if clause := _clause(repair.kind, table, old, new):
            return t("repair.and_passes", clauses=clause, passes=passes) if passes else clause
    return t("repair.becomes", entry=entry)


def _set_up(repair: Repair, new: Table, old: Table) -> str:
    if repair.kind is SlipKind.FACE_UP:
        cards = enumeration(str(card) for card in new.face_up if card not in old.face_up)
        was = enumeration(str(card) for card in old.face_up if card not in new.face_up)
        key = "repair.face_up_not" if was else "repair.face_up"
        count = max(1, len(repair.candidates))
        return t(key, count=count, cards=cards, was=was)
    if repair.kind is SlipKind.FACE_DOWN:
        return t("repair.face_down", cards=t("count.cards", count=new.face_down[-1].hand_size or 0))
    if repair.kind is SlipKind.ORDER:
        moved = (one.name for one, two in zip(new.players, old.players, strict=True) if one != two)
        return t("repair.order", names=enumeration(moved))
    if repair.kind is SlipKind.DIRECTION:
        return t("repair.direction")
    if repair.kind is SlipKind.MISSING:
        seat = next(n for n, one in enumerate(new.players) if one not in old.players)
        missed = t("count.cards", count=new.players[seat].hand_size or 0)
        left, right = new.players[seat - 1], new.players[(seat + 1) % len(new.players)]
        return t("repair.missing", cards=missed, after=left.name, before=right.name)
    pairs = zip(new.hands, old.hands, strict=True)
    return enumeration(_seat(one, two) for one, two in pairs if one != two)


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


def _clause(kind: SlipKind, table: Table, old: Suggestion, new: Suggestion) -> str:
    """Say how a suggestion changes; nothing if the whole entry says it best."""
    gone = [show for show in old.shows if show not in new.shows]
    come = [show for show in new.shows if show not in old.shows]
    match kind, gone, come:
        case SlipKind.ANSWER, [], [show, *_]:
            words = t("repair.showed", shown=shown(show))
        case SlipKind.ANSWER, [Show(None), *_], []:
            words = t("repair.nobody")
        case SlipKind.ANSWER, [Show(str(name)), *_], []:
            words = t("repair.passed", name=name)
        case SlipKind.SEAT, [Show(str(name)), *_], [show, *_]:
            words = t("repair.other_showed", shown=shown(show), name=name)
        case SlipKind.SHOWN, [old_show, *_], [show, *_]:
            words = t("repair.other_card", card=f"{show.card}", was=f"{old_show.card}")
        case SlipKind.BLANK, _, [show, *_]:
            words = t("repair.card_unknown", name=f"{show.by}")
        case SlipKind.SOMEBODY, _, _:
            words = t("repair.shower_unknown")
        case SlipKind.ASKER, _, _:
            words = t("repair.asker", name=new.by, was=old.by)
        case SlipKind.PASSER | SlipKind.OVERLOOKED, _, _:
            before, after = old.passes(table), new.passes(table)
            names = enumeration(name for name in after if name not in before)
            was = enumeration(name for name in before if name not in after)
            key = "repair.other_passed" if names else "repair.not_passed"
            words = t(key, names=names, was=was)
        case _:
            words = ""
    return words


def _passes(kind: SlipKind, table: Table, old: Suggestion, new: Suggestion) -> str:
    """Name the passes if one was wrong, or if they change beyond the players who ask or show."""
    implied = kind in {SlipKind.ASKER, SlipKind.SOMEBODY} and None in {old.passed, new.passed}
    if implied or kind is SlipKind.PASSER:
        return ""
    before, after = old.passes(table), new.passes(table)
    busy = {new.by, *(show.by for show in new.shows)}
    showed = {show.by for show in old.shows} - busy
    kept = {*(after if kind is SlipKind.OVERLOOKED else before)} - busy
    was_wrong = kind in {SlipKind.ANSWER, SlipKind.OVERLOOKED} and len(before) > len(after)
    if not kept if was_wrong else {*after} in (kept, kept | showed):
        return ""
    passes = enumeration(t("told.passes", name=name) for name in after)
    return passes or t("told.nobody_passes")
