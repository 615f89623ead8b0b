"""The panels beside the sheet, each of which is worked out away from the screen."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rich.text import Text

from cluetree.beliefs import Beliefs
from cluetree.cards import ClueCard
from cluetree.interfaces.tui import advice_panels, reason_panels
from cluetree.interfaces.tui.answer import Answer, percent
from cluetree.notebook import Notebook
from cluetree.text.entries import spoken
from cluetree.text.language import number, t
from cluetree.text.moves import to_do
from cluetree.text.telling import brief_guess, capital


class Panel(StrEnum):
    """What can be asked for beside the sheet, by the text that names it."""

    WHY = "key.why"
    ADVICE = "key.advice"
    SHOW = "key.show"
    RIVALS = "key.rivals"
    CHECK = "key.check"


@dataclass(frozen=True)
class Question:
    """What is asked, and of what."""

    panel: Panel
    book: Notebook
    """A notebook that nobody else changes."""
    chosen: tuple[str, ClueCard]
    """The place and the card under the sheet's cursor."""
    line: str
    """What stands in the entry line."""


def answer(question: Question) -> Answer:
    """Work out what a panel says.

    Raises:
        ClueError: If there is no answer, since nothing follows from an impossible log, or an
            onlooker asks what only a player can do.
    """
    book = question.book
    match question.panel:
        case Panel.WHY:
            return reason_panels.why(book, *question.chosen)
        case Panel.ADVICE:
            return advice_panels.advice(book, question.line)
        case Panel.SHOW:
            return advice_panels.showing(book, question.line)
        case Panel.RIVALS:
            return advice_panels.rivalry(book)
        case Panel.CHECK:
            return reason_panels.check(book)


@dataclass(frozen=True)
class SheetContent:
    """What follows from a log, as the sheet shows it."""

    beliefs: Beliefs
    odds: tuple[Text, ...]
    """What is known of the envelope: one line in short, then one for each category."""


def read(book: Notebook) -> SheetContent:
    """Work out what follows from a log."""
    return SheetContent(book.beliefs, tuple(_odds(book)))


def _odds(book: Notebook) -> Iterator[Text]:
    beliefs, edition = book.beliefs, book.table.edition
    if not beliefs.deals:
        yield Text(t("panel.impossible"), style="bold red")
        return
    if (answer := to_do(book)) is not None:
        yield Text(f"✓ {answer}")
        return
    best = beliefs.triples[0]
    odds = t(
        "panel.odds",
        possible=len(beliefs.triples),
        bits=number(beliefs.entropy, 1),
        chance=percent(best.deals / beliefs.deals),
        cards=brief_guess(best.guess, edition),
    )
    yield Text.assemble((f"{capital(t('place.envelope'))}: ", "bold"), odds)
    for category, chances in beliefs.envelope.items():
        line = Text(f"{t(f'one.{category}'):>8}: ", style="dim")
        for card, chance in chances.items():
            line.append(f"{spoken(card, edition)} ", "bold" if chance == 1 else "")
            line.append(f"{percent(float(chance))}  ", "dim")
        yield line
