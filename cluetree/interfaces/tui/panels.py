"""The panels beside the sheet, each worked out away from the screen."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.advice import Estimate
from cluetree.beliefs import Beliefs
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import ClueError, ContradictionError, UnknownCardError
from cluetree.explain import Repair
from cluetree.notebook import Notebook
from cluetree.operations.explain import before_contradiction, clash, explain
from cluetree.table import Table
from cluetree.text.advice import to_do
from cluetree.text.drawing import advice, reasons
from cluetree.text.entries import example, spoken
from cluetree.text.figures import compact
from cluetree.text.language import number, t
from cluetree.text.telling import brief_guess, capital, place_name

_ASKED: Final = re.compile(r"\s*(?P<asker>[^:]+):\s(?P<cards>[^>→]*?)\s*,?\s*(?:(?:->|→).*)?")


class Panel(StrEnum):
    """A kind of panel, by the catalogue key of its name."""

    WHY = "key.why"
    ADVICE = "key.advice"
    SHOW = "key.show"
    RIVALS = "key.rivals"
    CHECK = "key.check"


@dataclass(frozen=True)
class Question:
    """A question to a panel."""

    panel: Panel
    book: Notebook
    """A copy that nothing else changes."""
    chosen: tuple[str, ClueCard]
    """The place and the card under the sheet's cursor."""
    line: str
    """The text of the entry line."""
    formal: bool = False
    """Whether a proof shows its formal steps."""


@dataclass(frozen=True)
class Answer:
    """The content of a panel."""

    title: str
    body: RenderableType
    repairs: tuple[Repair, ...] = ()
    """The changes that can be made by number."""
    clashing: frozenset[int] = frozenset()
    """The numbers of the entries that contradict each other."""


def answer(question: Question) -> Answer:
    """Work out what a panel shows.

    Raises:
        ClueError: If the log is impossible, or an onlooker asks a question for players.
    """
    book = question.book
    match question.panel:
        case Panel.WHY:
            return _why(book, *question.chosen, formal=question.formal)
        case Panel.ADVICE:
            return _advice(book, question.line)
        case Panel.SHOW:
            return _showing(book, question.line)
        case Panel.RIVALS:
            return _rivals(book)
        case Panel.CHECK:
            return _check(book)


def _why(book: Notebook, place: str, card: ClueCard, *, formal: bool) -> Answer:
    title = t("panel.why", place=place_name(place), card=spoken(card, book.table.edition))
    known = before_contradiction(book)
    try:
        said = explain(known, player=place, card=card.name)
    except ContradictionError:  # by the set-up alone
        return Answer(title, Text(t("panel.nothing_follows")))
    stale = reasons.stale(book, said)
    if said.proof is not None:
        proof = reasons.proof(book, said.proof, None if formal else said)
        other = Text(f"\n{t('panel.sentences' if formal else 'panel.formal')}", style="dim")
        return Answer(title, Group(stale, proof, other))
    beliefs, body = known.beliefs, [stale]
    if said.open is not None:
        chance = Estimate(float(beliefs.chance(card, place)), beliefs.error(card, place))
        body.append(reasons.open_fact(known, said.open, chance))
    return Answer(title, Group(*body))


def _advice(book: Notebook, line: str) -> Answer:
    """Advise what to suggest; only in the rooms that the line lists, if it lists rooms."""
    if (known := advice.known_answer(book)) is not None:
        return Answer(t("panel.suggest"), known)
    rooms = _rooms(book, line)
    where = brief_guess(rooms, book.table.edition)
    title = t("panel.suggest_in", rooms=where) if rooms else t("panel.suggest")
    found = book.advise(rooms or None)
    parts = [advice.advice(book, found)]
    if found.suggestions and found.suggestions[0].gain:
        parts += [Text(""), advice.replies(found.suggestions[0])]
    return Answer(title, Group(*parts))


def _rooms(book: Notebook, line: str) -> list[ClueCard]:
    try:
        cards = [book.table.edition.card(word) for word in line.split(",")]
    except UnknownCardError:
        return []
    return cards if all(card.category is Category.ROOM for card in cards) else []


def asked(line: str, table: Table) -> tuple[str, ClueGuess] | None:
    """Return who asks for which cards in a line; `None` if it does not read as a suggestion.

    Raises:
        ClueError: If a name is unknown, or the cards are not one of each category.
    """
    found = _ASKED.fullmatch(line)
    if found is None:
        return None
    return table.player(found["asker"].strip()).name, table.edition.guess(
        *map(str.strip, found["cards"].split(","))
    )


def _showing(book: Notebook, line: str) -> Answer:
    question = asked(line, book.table)
    if question is None:
        ask = example(book.table).partition(" -> ")[0]
        return Answer(t("key.show"), Text(t("panel.ask", line=ask)))
    return Answer(t("key.show"), advice.showing(book.card_to_show(*question)))


def _rivals(book: Notebook) -> Answer:
    parts = [advice.rivals(book.rivals())]
    with suppress(ClueError):  # the game is over, or an onlooker asks
        parts += [Text(""), advice.accusing(book, book.accuse_now())]
    return Answer(t("key.rivals"), Group(*parts))


def _check(book: Notebook) -> Answer:
    if book.consistent:
        return Answer(t("key.check"), reasons.suspicions(book, book.suspicious()))
    why, repairs, conflicts = clash(book), book.repairs(), book.conflicts()
    clashing = frozenset(number for conflict in conflicts.sets for number in conflict)
    make = [Text(t("panel.make"))] if repairs.found else []
    said = [reasons.argument(book, why.short), Text("")] if why.points else []
    body = (
        *said,
        reasons.repairs(book, repairs),
        *make,
        Text(""),
        reasons.conflicts(book, conflicts),
    )
    return Answer(t("tab.Repair"), Group(*body), repairs.found[: reasons.MOST_SHOWN], clashing)


@dataclass(frozen=True)
class SheetContent:
    """The sheet of a log."""

    beliefs: Beliefs
    odds: tuple[Text, ...]
    """The envelope: one line in short, then one for each category."""


def read(book: Notebook) -> SheetContent:
    """Work out what follows from a log."""
    return SheetContent(book.beliefs, tuple(_odds(book)))


def _odds(book: Notebook) -> Iterator[Text]:
    beliefs, edition = book.beliefs, book.table.edition
    if not beliefs.deals:
        yield Text(t("panel.impossible"), style="bold red")
        return
    if (known := to_do(book)) is not None:
        yield Text(f"✓ {known}")
        return
    best = beliefs.triples[0]
    odds = t(
        "panel.odds",
        possible=len(beliefs.triples),
        bits=number(beliefs.entropy, 1),
        chance=compact(best.deals / beliefs.deals),
        cards=brief_guess(best.guess, edition),
    )
    yield Text.assemble((f"{capital(t('place.envelope'))}: ", "bold"), odds)
    for category, chances in beliefs.envelope.items():
        line = Text(f"{t(f'one.{category}'):>8}: ", style="dim")
        for card, chance in chances.items():
            line.append(f"{spoken(card, edition)} ", "bold" if chance == 1 else "")
            line.append(f"{compact(float(chance))}  ", "dim")
        yield line
