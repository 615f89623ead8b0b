"""What the panels say of the next move: what to ask, which card to show, what rivals know."""

import re
from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.advice import Advice
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import ClueError, UnknownCardError
from cluetree.faces.terminal.answer import Answer, percent, rows
from cluetree.faces.words.advice import to_do, verdict, worth
from cluetree.faces.words.entries import brief_guess, example, spoken
from cluetree.faces.words.limits import advice_lines, rival_lines
from cluetree.faces.words.numbers import sentence
from cluetree.notebook import Notebook

_BEST: Final = 8
"""Suggestions that are shown."""
_ASKED: Final = re.compile(r"\s*(?P<who>[^:]+):\s(?P<cards>[^>→]*?)(?:(?:->|→).*)?")


def advice(book: Notebook, line: str) -> Answer:
    """Say what to suggest; if the line names rooms, only in these."""
    if (answer := to_do(book)) is not None:
        return Answer("Suggest", Text(answer, style="bold reverse"))
    rooms = _rooms(book, line)
    found = book.advise(rooms or None)
    where = f" in {', '.join(spoken(room, book.table.edition) for room in rooms)}" if rooms else ""
    return Answer(f"Suggest{where}", Group(*_suggestions(book, found)))


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
    yield Text.assemble("Best: ", (_said(book, best.guess), "bold"))
    if not best.gain:
        yield Text("But no suggestion tells anything about the envelope.")
        return
    yield Text(f"{worth(best)} {sentence(best.reason)}")
    yield Text("\nExpected bits, best first:", style="dim")
    yield rows((f"{one.gain:.2f}", _said(book, one.guess)) for one in found[:_BEST])
    yield Text(
        f"\nOf the best, {best.leak:.2f} bits are for everybody; solved then with a chance of "
        f"{percent(best.solves)}. What may come:"
    )
    yield rows(
        (percent(reply.probability), ", ".join(map(str, reply.shows)) or "nobody shows")
        for reply in best.replies
    )


def _said(book: Notebook, guess: ClueGuess) -> str:
    return brief_guess(guess, book.table.edition)


def showing(book: Notebook, line: str) -> Answer:
    """Say which card to show to whoever asks as the line says."""
    asked = _ASKED.fullmatch(line)
    if asked is None:
        asked_so = example(book.table).partition(" -> ")[0]
        return Answer("Show", Text(f"Type what you are asked, such as `{asked_so}`."))
    guess = book.table.edition.guess(*asked["cards"].strip().strip(",").split(","))
    found = book.card_to_show(asked["who"].strip(), guess)
    choices = rows(
        (spoken(choice.card, book.table.edition), f"{verdict(found, choice)} ({choice.bits} bits)")
        for choice in found.choices
    )
    title = Text(f"{found.asker}: {_said(book, guess)}", style="bold")
    return Answer("Show", Group(title, Text("What each card gives away:\n"), choices))


def rivalry(book: Notebook) -> Answer:
    """Say what the others probably know, and whether to wait for them."""
    found = book.rivals()
    known = rows(
        (
            rival.name,
            "is out"
            if rival.out
            else f"knows the answer {percent(rival.knows)}, lacks {rival.bits} bits",
        )
        for rival in found
    )
    lacks = map(Text, rival_lines(found))
    return Answer("Rivals", Group(known, *lacks, Text(""), *_accusing(book)))


def _accusing(book: Notebook) -> Iterator[Text]:
    try:
        found = book.accuse_now()
    except ClueError:  # the game is over, or there is nobody to accuse
        return
    yield Text("Accuse now? " + ("Yes." if found.accuse else "Rather wait."), style="bold")
    yield Text(
        f"{_said(book, found.guess)} is right {percent(float(found.right))}; "
        f"another turn comes {percent(found.again)}."
    )
