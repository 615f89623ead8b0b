"""The detective's sheet in the terminal: rows are cards, columns are where they may be."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from cluetree.beliefs import Beliefs
from cluetree.cards import Category, ClueCard
from cluetree.claims import Fact
from cluetree.faces.words.figures import percent
from cluetree.faces.words.limits import estimate_lines
from cluetree.faces.words.reasons import reason
from cluetree.notebook import Notebook
from cluetree.table import ENVELOPE
from cluetree.tree import Finding, Origin

# Every mark is a word or a number; colour only repeats it.
_HOLDS, _LACKS, _COUNTED = "holds", "no", "+"
_LEGEND = (
    f"{_HOLDS}: the card is here.  {_LACKS}: it is not.  12 %: the chance that it is.  "
    f"{_COUNTED}: found by counting, not by the tree's rules."
)
_MOST_TRIPLES = 5


def sheet(book: Notebook) -> RenderableType:
    """Draw the sheet: a mark or a chance for every card and every place it may be in."""
    table, beliefs = book.table, book.beliefs
    counted = {node.fact for node in book.tree.nodes() if node.origin is Origin.COUNTED}
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column("")
    for player in table.players:
        size = "?" if player.hand_size is None else player.hand_size
        grid.add_column(Text(f"{player} {size}"), justify="center")
    grid.add_column(ENVELOPE.name, justify="center")
    for category in Category:
        cards = table.edition.of(category)
        for card in cards:
            marks = _marks(beliefs, card, counted)
            grid.add_row(Text(card.name), *marks, end_section=card == cards[-1])
    return Group(grid, Text(_LEGEND, style="dim"), *map(Text, estimate_lines(beliefs)))


def _marks(beliefs: Beliefs, card: ClueCard, counted: set[Fact | None]) -> Iterator[Text]:
    for place in beliefs.counts:
        if card in beliefs.face_up:
            yield Text("face-up" if place == ENVELOPE.name else _LACKS, style="dim")
            continue
        chance = beliefs.chance(card, place)
        if chance in {0, 1}:
            sign = _COUNTED if Fact(place, card, chance == 1) in counted else ""
            word, style = (_HOLDS, "bold green") if chance else (_LACKS, "dim")
            yield Text(word + sign, style=style)
        else:
            yield Text(percent(float(chance)))


def conclusion(book: Notebook) -> RenderableType:
    """Say what is found of the envelope and how, and the odds of what is not."""
    beliefs = book.beliefs
    lines: list[Text] = []
    if beliefs.answer:
        lines.append(Text.assemble(("Answer: ", "bold"), (str(beliefs.answer), "bold green")))
    else:
        what = f"{len(beliefs.triples)} triples are possible, {beliefs.entropy:.2f} bits are open"
        lines.append(Text.assemble(("No answer yet: ", "bold"), what))
    findings = book.tree.findings()
    for category in Category:
        if category in findings:
            lines.append(Text.assemble(f"  {category}: ", (findings[category].card.name, "bold")))
            lines.extend(Text(f"    {line}") for line in _how(findings[category]))
        else:
            odds = beliefs.envelope[category].items()
            chances = ", ".join(f"{card} {percent(float(chance))}" for card, chance in odds)
            lines.append(Text(f"  {category}: {chances}"))
    if not beliefs.answer:
        lines.append(Text("Likeliest triples:", style="bold"))
        lines.extend(
            Text(f"  {percent(triple.deals / beliefs.deals):>5}  {triple.guess}")
            for triple in beliefs.triples[:_MOST_TRIPLES]
        )
    return Group(*lines)


def _how(finding: Finding) -> Iterator[str]:
    yield f"{finding.way}:"
    for node in dict.fromkeys(finding.nodes):
        yield f"  {reason(node)}"


def one_of(beliefs: Beliefs) -> RenderableType:
    """List of which cards a player must hold at least one."""
    lines = [
        Text(
            f"  {found.player} holds "
            + " or ".join(card.name for card in beliefs.edition.cards if card in found.cards)
        )
        for found in beliefs.one_of
    ]
    if not beliefs.one_of_complete and beliefs.exact:
        lines.append(Text("  There may be more; the search stopped here."))
    return Group(Text("At least one of each:", style="bold"), *lines) if lines else Group()
