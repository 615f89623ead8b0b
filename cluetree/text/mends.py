"""What would mend a log, and what looks wrong in it, in words."""

from cluetree.explain import Repair, Suspicion
from cluetree.table import Table
from cluetree.text.language import listed, number, t
from cluetree.text.telling import brief


def where(repair: Repair, entry: str = "why.event") -> str:
    """Say what a repair changes; `entry` is the text for what an event is called."""
    return t(entry, number=repair.event) if repair.event else t("rule.set_up")


def change(repair: Repair, table: Table) -> str:
    """Say how a repair changes it: in English as the core does, else what should stand there."""
    return t("repair.told", change=repair.change, mend=_mend(repair, table))


def _mend(repair: Repair, table: Table) -> str:
    if repair.table is not None:
        return listed(
            t("mend.size", name=meant.name, cards=t("count.cards", count=meant.hand_size or 0))
            for meant, told in zip(repair.table.players, table.players, strict=True)
            if meant.hand_size != told.hand_size
        )
    if repair.replacement is None:
        return t("mend.dropped")
    entry = brief(repair.replacement, table.edition)
    if repair.candidates:
        return t("mend.perhaps", count=len(repair.candidates), entry=entry)
    return t("mend.becomes", entry=entry)


def suspicion(found: Suspicion, table: Table) -> str:
    """Say what speaks against an entry: in English as the core does, else what was meant."""
    bits = number(found.score, 1)
    entry = brief(found.replacement, table.edition)
    likelier = t("mend.likelier", times=number(2**found.score, 0), entry=entry)
    return t("suspicion.why", bits=bits, why=found.why, likelier=likelier)
