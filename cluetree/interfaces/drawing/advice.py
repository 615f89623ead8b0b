"""Advice for the next move: suggestions, a card to show, opponents, an accusation."""

from collections.abc import Sequence
from typing import Final

from rich.box import HEAVY
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from cluetree.advice import Accusing, Advice, Advised, Rival, Showing
from cluetree.interfaces.drawing.parts import assembled, draw, ruled
from cluetree.notebook import Notebook
from cluetree.operations.ask import Rivals
from cluetree.text.advice import (
    accusing_words,
    advice_lines,
    reason,
    rival_lines,
    to_do,
    verdict,
    worth,
)
from cluetree.text.events import brief_guess, sentence
from cluetree.text.language import number, t
from cluetree.text.numbers import bits, percent

FEW: Final = 8
"""How many suggestions are shown by default."""


def known_answer(book: Notebook) -> RenderableType | None:
    """Say what to do with a known answer; `None` while it is open."""
    if (said := to_do(book)) is None:
        return None
    return Panel.fit(Text(said, style="bold"), box=HEAVY, padding=(0, 2))


@draw.register
def advice(found: Advice, book: Notebook, top: int = FEW) -> RenderableType:
    """Draw the best suggestions, with the reason for the first."""
    lacks = [*map(Text, advice_lines(found))]
    if not found.suggestions:
        return Group(*lacks)
    best = found.suggestions[0]
    is_open = t("advise.open", bits=number(found.entropy, 2))
    if not best.gain:
        return Group(*lacks, Text(t("advise.nothing", open=is_open)))
    ranking = found.suggestions[:top]
    others = len(found.suggestions) - len(ranking)
    more = t("advise.more", count=others) if others else ""
    return Group(
        recommended(found, book),
        _table(book, ranking),
        Text(f"{is_open}{more}", style="dim"),
        *lacks,
    )


def recommended(found: Advice, book: Notebook) -> RenderableType:
    """Draw the best suggestion with its reason."""
    best = found.suggestions[0]
    head = assembled("panel.best", cards=(str(best.guess), "bold"))
    return Group(head, Text(f"{worth(found, best)} {sentence(reason(book, best))}"))


def _table(book: Notebook, ranking: Sequence[Advised]) -> RenderableType:
    heads = ("advise.suggest", "advise.leaves", "advise.gain", "advise.solves_head", "advise.leaks")
    grid = ruled(*map(t, heads))
    for one in ranking:
        guess, solves = Text(brief_guess(one.guess, book.table.edition)), percent(one.solves)
        leaves = t(f"left.{one.left}")
        grid.add_row(guess, leaves, number(one.gain, 2), solves, number(one.leak, 2))
    legend = (t("advise.leaves_is"), t("advise.solves_is"))
    return Group(grid, *(Text(line, style="dim") for line in legend))


@draw.register
def showing(found: Showing, _book: Notebook | None = None) -> RenderableType:
    """Rank the cards that can be shown, with a reason for each."""
    cards = str(found.guess)
    return Group(
        assembled("show.asked", asker=found.asker, cards=cards, card=(found.best.name, "bold")),
        _choices(found),
        Text(t("show.before", asker=found.asker, chance=percent(found.knew))),
        Text(t("show.all_learn", bits=number(found.table, 2))),
        *map(Text, rival_lines(found)),
    )


def _choices(found: Showing) -> RenderableType:
    grid = ruled(
        t("show.card"), t("show.then_knows", asker=found.asker), t("show.given"), note=True
    )
    for choice in found.choices:
        name = Text(choice.card.name, style="bold" if choice.card == found.best else "")
        given, why = Text(bits(choice.bits)), Text(verdict(found, choice))
        grid.add_row(name, percent(choice.knows), given, why)
    return grid


@draw.register
def rivals(found: Rivals, _book: Notebook) -> RenderableType:
    """Draw how many bits each opponent lacks, and how likely they know the answer."""
    each = found.rivals
    return Group(
        _opponents(each),
        *map(Text, rival_lines(*each)),
    )


def _opponents(found: Sequence[Rival]) -> RenderableType:
    grid = ruled("", t("rivals.open_head"), t("rivals.knows_head"), note=True)
    for rival in found:
        out = t("rivals.gone") if rival.out else ""
        grid.add_row(Text(rival.name), Text(bits(rival.bits)), percent(rival.knows), Text(out))
    return grid


@draw.register
def accusing(found: Accusing, book: Notebook) -> RenderableType:
    """Say whether to accuse now."""
    said = accusing_words(book, found)
    return Group(Text(said.short, style="bold"), Text(said.text), *map(Text, said.notes))
