"""The detective's sheet in the terminal: rows are cards, columns are where they may be."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from cluetree.beliefs import Beliefs
from cluetree.cards import Category, ClueCard
from cluetree.claims import Fact, OneOf
from cluetree.interfaces.cli.common import assembled
from cluetree.notebook import Notebook
from cluetree.table import ENVELOPE
from cluetree.text.figures import percent
from cluetree.text.language import number, t
from cluetree.text.limits import estimate_lines
from cluetree.text.reasons import reason, way
from cluetree.text.telling import either, holds, place_name
from cluetree.tree import Finding, Origin

_MOST_TRIPLES = 5


def sheet(book: Notebook) -> RenderableType:
    """Draw the sheet: a mark or a chance for every card and every place it may be in.

    Every mark is a word or a number; colour only repeats it.
    """
    table, beliefs = book.table, book.beliefs
    counted = {node.fact for node in book.tree.nodes() if node.origin is Origin.COUNTED}
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column("")
    for player in table.players:
        size = "?" if player.hand_size is None else player.hand_size
        grid.add_column(Text(f"{player} {size}"), justify="center")
    grid.add_column(Text(place_name(ENVELOPE.name)), justify="center")
    for category in Category:
        cards = table.edition.of(category)
        for card in cards:
            marks = _marks(beliefs, card, counted)
            grid.add_row(Text(card.name), *marks, end_section=card == cards[-1])
    legend = t("sheet.legend", holds=t("mark.holds"), lacks=t("mark.lacks"))
    return Group(grid, Text(legend, style="dim"), *map(Text, estimate_lines(beliefs)))


def _marks(beliefs: Beliefs, card: ClueCard, counted: set[Fact | None]) -> Iterator[Text]:
    for place in beliefs.counts:
        if card in beliefs.face_up:
            open_for_all = place == ENVELOPE.name
            yield Text(t("sheet.face_up" if open_for_all else "mark.lacks"), style="dim")
            continue
        chance = beliefs.chance(card, place)
        if chance in {0, 1}:
            sign = "+" if Fact(place, card, chance == 1) in counted else ""
            word, style = ("mark.holds", "bold green") if chance else ("mark.lacks", "dim")
            yield Text(t(word) + sign, style=style)
        else:
            yield Text(percent(float(chance)))


def conclusion(book: Notebook) -> RenderableType:
    """Say what is found of the envelope and how, and the odds of what is not."""
    beliefs = book.beliefs
    lines: list[Text] = []
    if beliefs.answer:
        lines.append(assembled("sheet.answer", cards=(str(beliefs.answer), "green")))
        lines[0].stylize("bold")
    else:
        bits = number(beliefs.entropy, 2)
        what = t("sheet.open", triples=len(beliefs.triples), bits=bits)
        lines.append(Text.assemble((t("sheet.no_answer"), "bold"), what))
    findings = book.tree.findings()
    for category in Category:
        if category in findings:
            card = findings[category].card.name
            lines.append(Text.assemble(f"  {t(f'one.{category}')}: ", (card, "bold")))
            lines.extend(Text(f"    {line}") for line in _how(findings[category]))
        else:
            odds = beliefs.envelope[category].items()
            chances = ", ".join(f"{card} {percent(float(chance))}" for card, chance in odds)
            lines.append(Text(f"  {t(f'one.{category}')}: {chances}"))
    if not beliefs.answer:
        lines.append(Text(t("sheet.likeliest"), style="bold"))
        lines.extend(
            Text(f"  {percent(triple.deals / beliefs.deals):>5}  {triple.guess}")
            for triple in beliefs.triples[:_MOST_TRIPLES]
        )
    return Group(*lines)


def _how(finding: Finding) -> Iterator[str]:
    yield f"{way(finding)}:"
    for node in dict.fromkeys(finding.nodes):
        yield f"  {reason(node)}"


def one_of(beliefs: Beliefs) -> RenderableType:
    """List of which cards a player must hold at least one."""
    lines = [Text(f"  {_one_of(beliefs, found)}") for found in beliefs.one_of]
    if not beliefs.one_of_complete and beliefs.exact:
        lines.append(Text(f"  {t('sheet.more')}"))
    return Group(Text(t("sheet.one_of"), style="bold"), *lines) if lines else Group()


def _one_of(beliefs: Beliefs, found: OneOf) -> str:
    cards = either(card.name for card in beliefs.edition.cards if card in found.cards)
    return holds(found.player or t("told.somebody"), cards)
