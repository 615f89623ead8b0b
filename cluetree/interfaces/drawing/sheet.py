"""The sheet, the envelope's odds and what is open between several cards."""

from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.beliefs import Beliefs
from cluetree.cards import Category, ClueCard
from cluetree.claims import Fact
from cluetree.evidence import Evidence
from cluetree.interfaces.drawing.parts import assembled, ruled
from cluetree.notebook import Notebook
from cluetree.table import ENVELOPE, Table
from cluetree.text.events import labelled, place_name, quota
from cluetree.text.language import enumeration, number, t
from cluetree.text.nodes import reason, way
from cluetree.text.numbers import percent
from cluetree.tree import Origin

_MOST_TRIPLES: Final = 5
Mark: TypeAlias = Literal["holds", "lacks", "face_up", "open"]


def heads(table: Table) -> tuple[str, ...]:
    """Return the headings of the columns: each hand with its size, the envelope."""
    sizes = ((hand.name, "?" if hand.hand_size is None else hand.hand_size) for hand in table.hands)
    return (*(f"{name} {size}" for name, size in sizes), place_name(ENVELOPE))


def mark(beliefs: Beliefs, card: ClueCard, place: str) -> Mark:
    """Return what is known of a card in a place; a face-up card is marked in the last column."""
    if card in beliefs.face_up:
        return "face_up" if place == ENVELOPE else "lacks"
    chance = beliefs.chance(place, card)
    return "holds" if chance == 1 else "open" if chance else "lacks"


STYLES: Final[dict[Mark, str]] = {
    "holds": "bold green",
    "lacks": "dim",
    "face_up": "dim",
    "open": "",
}
"""Colour only repeats what a sign or a word says."""


def solution(book: Notebook) -> RenderableType:
    """Draw all that is known: the sheet, the envelope, and what is open between several cards."""
    parts = [sheet(book), Text(""), conclusion(book), one_of(book)]
    if unknown := [hand.name for hand in book.table.hands if hand.hand_size is None]:
        parts.append(Text(t("sheet.unknown_size", names=enumeration(unknown)), style="dim"))
    return Group(*parts)


def sheet(book: Notebook) -> RenderableType:
    """Draw the sheet: a mark or a chance for every card in every place."""
    beliefs = book.beliefs
    counted = {node.fact for node in book.tree.nodes() if node.origin is Origin.COUNTED}

    def marks(card: ClueCard) -> Iterator[Text]:
        for place in beliefs.counts:
            known = mark(beliefs, card, place)
            sign = "+" if Fact(place, card, known == "holds") in counted else ""
            yield _marked(known, percent(float(beliefs.chance(place, card)))) + sign

    return _rows(book.table, marks, "sheet.legend")


def settled(evidence: Evidence, table: Table) -> RenderableType:
    """Draw a sheet of what the rules find, without chances."""

    def marks(card: ClueCard) -> Iterator[Text]:
        for place in evidence.frame.places:
            known = evidence.knows(place, card)
            if card in evidence.frame.face_up and place == ENVELOPE:
                yield _marked("face_up", "?")
            else:
                yield _marked("open" if known is None else "holds" if known else "lacks", "?")

    return _rows(table, marks, "sheet.settled")


def _rows(table: Table, marks: Callable[[ClueCard], Iterator[Text]], legend: str) -> RenderableType:
    grid = ruled("", *heads(table), justify="center")
    for category in Category:
        cards = table.edition.of(category)
        for card in cards:
            grid.add_row(Text(card.name), *marks(card), end_section=card == cards[-1])
    words = t(legend, holds=t("mark.holds"), lacks=t("mark.lacks"))
    return Group(grid, Text(words, style="dim"))


def _marked(known: Mark, otherwise: str) -> Text:
    words = {"holds": t("mark.holds"), "lacks": t("mark.lacks"), "face_up": t("sheet.face_up")}
    return Text(words.get(known, otherwise), STYLES[known])


def conclusion(book: Notebook) -> RenderableType:
    """Say which cards of the envelope are found and how, and the odds of the others."""
    beliefs = book.beliefs
    lines: list[Text] = []
    if beliefs.answer:
        lines.append(assembled("sheet.answer", cards=(str(beliefs.answer), "green")))
        lines[0].stylize("bold")
    else:
        bits = number(beliefs.entropy, 2)
        what = t("sheet.open", triples=beliefs.possible, bits=bits)
        lines.append(Text.assemble((t("sheet.no_answer"), "bold"), what))
    findings = book.tree.findings()
    for category in Category:
        label = labelled(f"  {t(f'one.{category}')}")
        if category in findings:
            finding = findings[category]
            lines.append(Text.assemble(label, (finding.card.name, "bold")))
            lines.append(Text(labelled(f"    {way(finding)}").rstrip()))
            lines.extend(Text(f"      {reason(node)}") for node in dict.fromkeys(finding.nodes))
        else:
            odds = beliefs.envelope[category].items()
            lines.append(Text(label + ", ".join(f"{c} {percent(float(p))}" for c, p in odds)))
    if not beliefs.answer:
        lines.append(Text(t("sheet.likeliest"), style="bold"))
        lines.extend(
            Text(f"  {percent(triple.deals / beliefs.deals):>5}  {triple.guess}")
            for triple in beliefs.triples[:_MOST_TRIPLES]
        )
    return Group(*lines)


def one_of(book: Notebook) -> RenderableType:
    """List the open branches of the tree: cards of which a player holds at least one."""
    lines = [Text(f"  {quota(claim)}") for claim in book.tree.evidence().one_of if claim.facts]
    return Group(Text(t("sheet.one_of"), style="bold"), *lines) if lines else Group()
