"""The panels beside the sheet, each worked out away from the screen."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.beliefs import Beliefs
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import ClueError, ContradictionError, UnknownCardError
from cluetree.explain import Repair
from cluetree.interfaces.drawing import draw
from cluetree.interfaces.drawing.advice import known_answer, replies
from cluetree.interfaces.drawing.reasons import MOST_SHOWN, explanation
from cluetree.notebook import Notebook
from cluetree.operations import ask
from cluetree.operations.explain import clash, explain
from cluetree.table import Table
from cluetree.text.advice import to_do
from cluetree.text.entries import example, short_name
from cluetree.text.events import brief_guess, capital, labelled, place_name
from cluetree.text.language import number, t
from cluetree.text.numbers import compact

_ARROW: Final = re.compile("->|→")


class Panel(StrEnum):
    """A kind of panel, by the catalogue key of its name."""

    WHY = "key.why"
    ADVICE = "key.advice"
    SHOW = "key.show"
    RIVALS = "key.rivals"
    CHECK = "key.check"


@dataclass(frozen=True)
class PanelContent:
    """The content of a panel."""

    title: str
    body: RenderableType
    repairs: tuple[Repair, ...] = ()
    """The changes that can be made by number."""
    clashing: frozenset[int] = frozenset()
    """The numbers of the entries that contradict each other."""


def content(
    panel: Panel, book: Notebook, chosen: tuple[str, ClueCard], line: str, *, formal: bool = False
) -> PanelContent:
    """Work out what a panel shows.

    Args:
        panel: The panel.
        book: A copy that nothing else changes.
        chosen: The place and the card under the sheet's cursor.
        line: The text of the entry line.
        formal: Whether a proof shows its formal steps.

    Raises:
        ClueError: If the log is impossible, or an onlooker asks a question for players.
    """
    match panel:
        case Panel.WHY:
            return _why(book, *chosen, formal=formal)
        case Panel.ADVICE:
            return _advice(book, line)
        case Panel.SHOW:
            return PanelContent(t("key.show"), _showing(book, line))
        case Panel.RIVALS:
            return PanelContent(t("key.rivals"), _rivals(book))
        case Panel.CHECK:
            return _check(book)


def _why(book: Notebook, place: str, card: ClueCard, *, formal: bool) -> PanelContent:
    title = t("panel.why", place=place_name(place), card=short_name(card, book.table.edition))
    try:
        said = explain(book, player=place, card=card.name)
    except ContradictionError:  # by the set-up alone
        return PanelContent(title, Text(t("panel.nothing_follows")))
    parts = [explanation(said, book, formal=formal)]
    if said.proof is not None:
        parts.append(Text(f"\n{t('panel.sentences' if formal else 'panel.formal')}", style="dim"))
    return PanelContent(title, Group(*parts))


def _advice(book: Notebook, line: str) -> PanelContent:
    """Advise what to suggest; only in the rooms that the line lists, if it lists rooms."""
    if (known := known_answer(book)) is not None:
        return PanelContent(t("panel.suggest"), known)
    rooms: list[ClueCard] = []
    with suppress(UnknownCardError):
        rooms = [book.table.edition.card(word) for word in line.split(",")]
    if any(card.category is not Category.ROOM for card in rooms):
        rooms = []
    where = brief_guess(rooms, book.table.edition)
    title = t("panel.suggest_in", rooms=where) if rooms else t("panel.suggest")
    found = book.advise(rooms or None)
    parts = [draw(found, book)]
    if found.suggestions and found.suggestions[0].gain:
        parts += [Text(""), replies(found.suggestions[0])]
    return PanelContent(title, Group(*parts))


def asked(line: str, table: Table) -> tuple[str, ClueGuess] | None:
    """Return who asks for which cards in a line; `None` if it does not read as a suggestion.

    Raises:
        ClueError: If a name is unknown, or the cards are not one of each category.
    """
    asker, colon, named = _ARROW.split(line, maxsplit=1)[0].partition(": ")
    if not asker or not colon or ">" in named:
        return None
    words = named.strip().removesuffix(",").split(",")
    return table.player(asker).name, table.edition.guess(*map(str.strip, words))


def _showing(book: Notebook, line: str) -> RenderableType:
    question = asked(line, book.table)
    if question is None:
        return Text(t("panel.ask", line=example(book.table).partition(" -> ")[0]))
    return draw(book.card_to_show(*question), book)


def _rivals(book: Notebook) -> RenderableType:
    parts = [draw(ask.rivals(book), book)]
    with suppress(ClueError):  # the game is over, or an onlooker asks
        parts += [Text(""), draw(book.accuse_now(), book)]
    return Group(*parts)


def _check(book: Notebook) -> PanelContent:
    if book.consistent:
        return PanelContent(t("key.check"), draw(book.suspicious(), book))
    why, repairs, conflicts = clash(book), book.repairs(), book.conflicts()
    make = [Text(t("panel.make"))] if repairs.found else []
    said = [Text(""), draw(why, book)] if why.points else []
    body = Group(draw(repairs, book), *make, *said, Text(""), draw(conflicts, book))
    clashing = frozenset(number for conflict in conflicts.sets for number in conflict)
    return PanelContent(t("tab.Repair"), body, repairs.found[:MOST_SHOWN], clashing)


@dataclass(frozen=True)
class SheetContent:
    """The sheet of a log; of an impossible one, the sheet before the first contradiction."""

    beliefs: Beliefs
    possible: bool
    """Whether the whole log is possible."""
    odds: tuple[Text, ...]
    """The envelope: one line in short, then one for each category."""


def read(book: Notebook) -> SheetContent:
    """Work out what follows from a log."""
    known = book.possible_part()
    return SheetContent(known.beliefs, book.consistent, tuple(_odds(book, known)))


def _odds(book: Notebook, known: Notebook) -> Iterator[Text]:
    beliefs, edition = book.beliefs, book.table.edition
    if not beliefs.deals:
        stale = f" {t('grid.stale', count=len(known))}" if known.consistent else ""
        yield Text(f"{t('panel.impossible')}{stale}", style="bold red")
        return
    if (answer := to_do(book)) is not None:
        yield Text(f"✓ {answer}")
        return
    best, last = beliefs.triples[0], beliefs.triples[-1]
    odds = t(
        "panel.odds" if best.deals > last.deals else "panel.all_alike",
        possible=beliefs.possible,
        bits=number(beliefs.entropy, 1),
        chance=compact(best.deals / beliefs.deals),
        cards=brief_guess(best.guess, edition),
    )
    yield Text.assemble((labelled(capital(t("place.envelope"))), "bold"), odds)
    names = {category: t(f"one.{category}") for category in beliefs.envelope}
    width = max(8, *map(len, names.values()))
    for category, chances in beliefs.envelope.items():
        line = Text(labelled(f"{names[category]:>{width}}"), style="dim")
        for card, chance in chances.items():
            line.append(f"{short_name(card, edition)} ", "bold" if chance == 1 else "")
            line.append(f"{compact(float(chance))}  ", "dim")
        yield line
