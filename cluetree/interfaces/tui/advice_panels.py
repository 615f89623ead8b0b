"""What the panels say of the next move: what to ask, which card to show, what rivals know."""

import re
from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.advice import Advice
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import ClueError, UnknownCardError
from cluetree.interfaces.tui.answer import Answer, percent, rows
from cluetree.notebook import Notebook
from cluetree.text.entries import example, spoken
from cluetree.text.figures import bits
from cluetree.text.language import number, parts, t
from cluetree.text.limits import advice_lines, rival_lines
from cluetree.text.moves import reason, to_do, verdict, worth
from cluetree.text.telling import brief_guess, sentence, shown

_BEST: Final = 8
"""Suggestions that are shown."""
_ASKED: Final = re.compile(r"\s*(?P<who>[^:]+):\s(?P<cards>[^>→]*?)(?:(?:->|→).*)?")


def advice(book: Notebook, line: str) -> Answer:
    """Say what to suggest; if the line names rooms, only in these."""
    if (answer := to_do(book)) is not None:
        return Answer(t("panel.suggest"), Text(answer, style="bold reverse"))
    rooms = _rooms(book, line)
    found = book.advise(rooms or None)
    where = brief_guess(rooms, book.table.edition)
    title = t("panel.suggest_in", rooms=where) if rooms else t("panel.suggest")
    return Answer(title, Group(*_suggestions(book, found)))


def _rooms(book: Notebook, line: str) -> list[ClueCard]:
    """The rooms that a line lists, if it lists nothing else."""
    try:
        cards = [book.table.edition.card(word) for word in line.split(",")]
    except UnknownCardError:
        return []
    return cards if all(card.category is Category.ROOM for card in cards) else []


def _suggestions(book: Notebook, advice: Advice) -> Iterator[RenderableType]:
    yield from map(Text, advice_lines(advice))
    found = advice.suggestions
    if not found:
        return
    best = found[0]
    yield Text.assemble(*parts("panel.best", cards=(_said(book, best.guess), "bold")))
    if not best.gain:
        yield Text(t("panel.nothing"))
        return
    yield Text(f"{worth(best)} {sentence(reason(book, best))}")
    yield Text(f"\n{t('panel.bits')}", style="dim")
    yield rows((number(one.gain, 2), _said(book, one.guess)) for one in found[:_BEST])
    solves = percent(best.solves)
    yield Text(f"\n{t('panel.of_the_best', leak=number(best.leak, 2), chance=solves)}")
    yield rows(
        (percent(reply.probability), ", ".join(map(shown, reply.shows)) or t("advice.nobody"))
        for reply in best.replies
    )


def _said(book: Notebook, guess: ClueGuess) -> str:
    return brief_guess(guess, book.table.edition)


def showing(book: Notebook, line: str) -> Answer:
    """Say which card to show to whoever asks as the line says."""
    asked = _ASKED.fullmatch(line)
    if asked is None:
        asked_so = example(book.table).partition(" -> ")[0]
        return Answer(t("key.show"), Text(t("panel.ask", line=asked_so)))
    guess = book.table.edition.guess(*asked["cards"].strip().strip(",").split(","))
    found = book.card_to_show(asked["who"].strip(), guess)
    choices = rows(
        (
            spoken(choice.card, book.table.edition),
            t("panel.choice", why=verdict(found, choice), bits=bits(choice.bits)),
        )
        for choice in found.choices
    )
    title = Text(f"{found.asker}: {_said(book, guess)}", style="bold")
    return Answer(t("key.show"), Group(title, Text(f"{t('panel.gives_away')}\n"), choices))


def rivalry(book: Notebook) -> Answer:
    """Say what the others probably know, and whether to wait for them."""
    found = book.rivals()
    known = rows(
        (
            rival.name,
            t("story.out")
            if rival.out
            else t("panel.rival", chance=percent(rival.knows), bits=bits(rival.bits)),
        )
        for rival in found
    )
    lacks = map(Text, rival_lines(found))
    return Answer(t("key.rivals"), Group(known, *lacks, Text(""), *_accusing(book)))


def _accusing(book: Notebook) -> Iterator[Text]:
    try:
        found = book.accuse_now()
    except ClueError:  # the game is over, or there is nobody to accuse
        return
    yield Text(t("panel.accuse" if found.accuse else "panel.wait"), style="bold")
    right, again = percent(float(found.right)), percent(found.again)
    yield Text(t("panel.chances", cards=_said(book, found.guess), right=right, again=again))
