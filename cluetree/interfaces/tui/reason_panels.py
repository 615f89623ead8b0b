"""What the panels say of proofs, and of what clashes in a log."""

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from cluetree.beliefs import Deal, by_place
from cluetree.cards import ClueCard
from cluetree.explain import Conflicts, Open, Proof, Repairs
from cluetree.interfaces.tui.answer import Answer, entries, percent, rows
from cluetree.notebook import Notebook
from cluetree.text.entries import spoken
from cluetree.text.language import t
from cluetree.text.mends import change, where
from cluetree.text.reasons import ProofLine, proof_lines
from cluetree.text.telling import brief_guess, fact, place_name

_MOST_SHOWN: Final = 12


def why(book: Notebook, place: str, card: ClueCard) -> Answer:
    """Prove a mark of the sheet, or show that it is open."""
    title = t("panel.why", place=place_name(place), card=spoken(card, book.table.edition))
    if not book.consistent:
        return Answer(title, Text(t("panel.nothing_follows")))
    reason = book.why(place, card)
    body = _proof(book, reason) if isinstance(reason, Proof) else _open(book, reason)
    return Answer(title, Group(*body))


def _proof(book: Notebook, proof: Proof) -> Iterator[RenderableType]:
    count = len(proof.events)
    ground = t("panel.rests", count=count) if count else t("why.set_up")
    yield Text.assemble((f"{fact(proof.fact)}.", "bold"), f" {ground}")
    yield entries(book, proof.events)
    if len(proof.steps) > 1:
        yield Text("")
    steps = Grid.grid(padding=(0, 1))
    for line in proof_lines(proof.summary, "why.entry"):
        steps.add_row(Text(f"{line.number}.", style="dim"), _step(line))
    yield steps


def _step(line: ProofLine) -> Text:
    text = Text("│ " * line.depth)
    if line.assumed:
        return text.append(line.claim, "italic")
    return text.append(line.claim, "bold").append(f" ({line.ground})", "dim")


def _open(book: Notebook, reason: Open) -> Iterator[RenderableType]:
    chance = float(book.beliefs.chance(reason.fact.card, reason.fact.player))
    what = t("why.chance", fact=fact(reason.fact), chance=percent(chance))
    yield Text.assemble((t("why.open"), "bold"), what)
    yield Text(f"\n{t('why.so')}:", style="dim")
    yield _deal(book, reason.so)
    yield Text(f"\n{t('why.not_so')}:", style="dim")
    yield _deal(book, reason.not_so)


def _deal(book: Notebook, deal: Deal) -> Grid:
    placed = by_place(book.table, deal).items()
    edition = book.table.edition
    return rows((place_name(place), brief_guess(cards, edition)) for place, cards in placed)


def check(book: Notebook) -> Answer:
    """Name what clashes and what would mend it; of a possible log, what looks like a slip."""
    if book.consistent:
        return Answer(t("key.check"), Group(*_suspicious(book)))
    repairs = book.repairs()
    conflicts = book.conflicts()
    clashing = frozenset(number for conflict in conflicts.sets for number in conflict)
    told = (Text(f"\n{t('panel.entries')}", style="bold"), entries(book, sorted(clashing)))
    body = Group(*_repairs(book, repairs), *_conflicts(conflicts), *(told if clashing else ()))
    return Answer(t("tab.Mend"), body, repairs.found[:_MOST_SHOWN], clashing)


def _suspicious(book: Notebook) -> Iterator[RenderableType]:
    yield Text(t("panel.true", count=book.beliefs.deals))
    found = book.suspicious().found[:_MOST_SHOWN]
    if not found:
        yield Text(t("check.none"))
        return
    yield Text(f"\n{t('check.second_look')}", style="bold")
    yield entries(book, (one.event for one in found))


def _conflicts(conflicts: Conflicts) -> Iterator[RenderableType]:
    """Tell which entries clash by their numbers."""
    if conflicts.sets == ((),):
        yield Text(f"\n{t('check.set_up')}")
        return
    sets = ["+".join(map(str, conflict)) for conflict in conflicts.sets]
    more = [t("panel.more")] if len(sets) > _MOST_SHOWN or not conflicts.complete else []
    numbers = "; ".join([*sets[:_MOST_SHOWN], *more])
    yield Text(f"\n{t('panel.clashing', numbers=numbers)}", "bold red")


def _repairs(book: Notebook, repairs: Repairs) -> Iterator[RenderableType]:
    if not repairs.found:
        yield Text(t("mend.none"))
        return
    yield Text(t("panel.mend"), style="bold")
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(justify="right", style="bold")
    grid.add_column()
    grid.add_column(justify="right", style="dim")
    for number, repair in enumerate(repairs.found[:_MOST_SHOWN], start=1):
        becomes = change(repair, book.table)
        line = t("mend.change", where=where(repair, "why.entry"), change=becomes)
        grid.add_row(str(number), Text(line), percent(repair.chance))
    yield grid
