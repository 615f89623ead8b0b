"""Proofs, open facts, contradictions with their repairs, suspicious entries, and reviews."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from cluetree.beliefs import Beliefs, Deal, by_place
from cluetree.explain import Conflicts, Open, Proof, Repair, Repairs, Review, Suspicions
from cluetree.explain.review import Lesson
from cluetree.interfaces.drawing.parts import assembled, draw, entries, rows
from cluetree.notebook import Notebook
from cluetree.operations.explain import Clash, Explained
from cluetree.table import ENVELOPE
from cluetree.text.events import (
    brief,
    brief_guess,
    capital,
    fact,
    facts_by_place,
    in_full,
    place_name,
)
from cluetree.text.language import number, t
from cluetree.text.numbers import percent
from cluetree.text.proofs import Point, ProofLine, open_claim, proof_lines
from cluetree.text.repairs import change, suspicion, where

MOST_SHOWN: Final = 10
"""Repairs, contradictions and entries that are shown of each; JSON has them all."""

_FEW: Final = 4
"""Of more entries than these the decisive one is marked."""


@draw.register
def proof(found: Proof, book: Notebook, said: Sequence[Point] = ()) -> RenderableType:
    """Draw a proof: the fact, its entries, and the argument in sentences, or its formal steps."""
    count = len(found.events)
    more = "" if found.least else t("prove.perhaps_fewer")
    rests = "prove.rests" if count else "prove.rests_on_set_up"
    claim = (f"{capital(fact(found.fact))}.", "bold")
    decisive = found.events[-1] if count > _FEW else None
    body: list[RenderableType] = [entries(book, found.events, decisive), Text("")] if count else []
    if said:
        body.append(argument(said))
    else:
        steps = proof_lines(found.steps)
        body.append(rows(((f"{line.number}.", _step(line)) for line in steps), "dim"))
        if found.counted:
            body.append(Text(f"\n{t('prove.counted')}"))
    return Group(Text.assemble(claim, f" {t(rests, count=count, more=more)}"), *body)


@draw.register
def explanation(said: Explained, book: Notebook, *, formal: bool = False) -> RenderableType:
    """Draw a proof or two deals; of an impossible log, say first how many entries count."""
    parts: list[RenderableType] = []
    if said.events < len(book):
        parts.append(Text(t("grid.stale", count=said.events), "bold red"))
        book = Notebook(book.table, book.events[: said.events], limit=book.limit)
    if said.proof is not None:
        parts.append(proof(said.proof, book, () if formal else said.short))
    if said.open is not None:
        parts.append(open_fact(said.open, book))
    return Group(*parts)


def argument(points: Sequence[Point]) -> RenderableType:
    """List the sentences of an argument, each on its own line."""
    return Group(*(Text(one) for point in points for one in point))


@draw.register
def contradiction(found: Clash, _: Notebook) -> RenderableType:
    """Draw why a log is impossible, in sentences."""
    return argument(found.short)


def _step(line: ProofLine) -> Text:
    text = Text("│ " * line.depth)
    if line.assumed:
        return text.append(line.claim, "italic")
    return text.append(line.claim, "bold").append(f" ({line.ground})", "dim")


@draw.register
def open_fact(found: Open, book: Notebook) -> RenderableType:
    """Draw a deal in which an open fact is true, and one in which it is false."""
    return Group(
        Text.assemble((t("why.open"), "bold"), open_claim(book, found)),
        Text(f"\n{t('why.so')}:", style="dim"),
        deal(book, found.so),
        Text(f"\n{t('why.not_so')}:", style="dim"),
        deal(book, found.not_so),
    )


def deal(book: Notebook, placed: Deal) -> RenderableType:
    """List who holds which cards in a deal."""
    cards = by_place(book.table, placed).items()
    edition = book.table.edition
    return rows((place_name(place), brief_guess(held, edition)) for place, held in cards)


@draw.register
def conflicts(found: Conflicts, book: Notebook) -> RenderableType:
    """List the minimal sets of entries that contradict each other."""
    if found.sets == ((),):
        return Text(t("check.set_up"))
    lines: list[RenderableType] = []
    for at, conflict in enumerate(found.sets[:MOST_SHOWN]):
        opening = f"\n{t('check.nor')}" if at else t("check.cannot")
        lines.append(Text(opening, style="bold red"))
        lines.append(entries(book, conflict))
    more = len(found.sets) - MOST_SHOWN
    if more > 0:
        lines.append(Text(t("check.more_conflicts", more=more)))
    if not found.complete:
        lines.append(Text(t("check.maybe_conflicts" if found.sets else "check.not_found")))
    return Group(*lines)


@draw.register
def repairs(found: Repairs, book: Notebook) -> RenderableType:
    """List changes of one entry that remove the contradictions, likeliest first."""
    if not found.found:
        return Text(t("repair.none" if found.complete else "check.no_repair_yet"))
    few = found.found[:MOST_SHOWN]
    lines: list[RenderableType] = [
        Text(t("check.repair"), style="bold"),
        _repairs(book, few),
    ]
    more = len(found.found) - MOST_SHOWN
    if more > 0:
        lines.append(Text(t("check.less_likely", more=more)))
    if not found.complete:
        lines.append(Text(t("check.maybe_repairs")))
    return Group(*lines)


def _repairs(book: Notebook, few: tuple[Repair, ...]) -> Grid:
    grid = Grid.grid(padding=(0, 1))
    for style in ("bold", "dim", "dim"):
        grid.add_column(justify="right", style=style)
    grid.add_column()
    for at, repair in enumerate(few, start=1):
        becomes = change(repair, book.table, book.events)
        line = t("repair.change", where=where(repair), change=becomes)
        deals = t("count.deals", count=repair.deals)
        grid.add_row(str(at), percent(repair.chance), deals, Text(line))
    return grid


@draw.register
def suspicions(found: Suspicions, book: Notebook) -> RenderableType:
    """Say that the log is consistent, and list the entries that a slip would explain better."""
    lines: list[RenderableType] = [Text(t("check.true", fit=_fitting(book.beliefs)))]
    if not found.complete:
        lines.append(Text(t("check.not_all")))
    if not found.found:
        lines.append(Text(t("check.none" if found.complete else "check.none_of_others")))
        return Group(*lines)
    lines.append(Text(f"\n{t('check.second_look')}", style="bold"))
    for one in found.found[:MOST_SHOWN]:
        entry = brief(book.events[one.event - 1], book.table.edition)
        lines.append(rows([(one.event, entry), ("", suspicion(one, book.table))]))
    return Group(*lines, Text(t("check.unseen"), style="dim"))


def _fitting(beliefs: Beliefs) -> str:
    if beliefs.exact:
        return t("check.fit", count=beliefs.deals)
    leading, _, power = f"{beliefs.deals:.1e}".partition("e")
    return t("check.fit_about", number=f"{number(float(leading), 1)}e{power}")


@draw.register
def review(found: Review, book: Notebook) -> RenderableType:
    """List what became certain with which entry, what a player missed, and what was untrue."""
    lines = [line for lesson in found.lessons if lesson.deduced for line in _lesson(book, lesson)]
    lines.append(Text(""))
    if not found.complete:
        lines.append(Text(t("review.not_all")))
    if found.settled_by is None:
        lines.append(Text(t("review.open"), style="bold"))
    else:
        settled = (str(found.settled_by), "bold")
        lines.append(assembled("review.settled", number=settled, cards=str(found.answer)))
    lines += [Text(f"  {_entry(book, 'review.missed', one)}") for one in found.missed]
    lines += [
        Text(f"  {_entry(book, 'review.untrue', one)}", style="bold red") for one in found.untrue
    ]
    return Group(*lines)


def _lesson(book: Notebook, lesson: Lesson) -> Iterator[Text]:
    yield Text(f"{lesson.number:>3}. {in_full(book.events[lesson.number - 1])}", style="bold")
    places = (*book.table.names, ENVELOPE.name)
    facts = sorted(lesson.deduced, key=lambda f: (not f.holds, places.index(f.player)))
    for said in facts_by_place(facts):
        yield Text(f"       {said}")


def _entry(book: Notebook, key: str, number: int) -> str:
    entry = in_full(book.events[number - 1])
    return t(key, event=t("why.event", number=number), entry=entry)
