"""Advice for the next move: suggestions, a card to show, opponents, an accusation."""

from collections.abc import Sequence
from typing import Final

from rich.box import HEAVY
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from cluetree.advice import Accusing, Advice, Advised, AdvisedQuestion, Rival, Showing
from cluetree.interfaces.drawing.parts import assembled, ruled
from cluetree.notebook import Notebook
from cluetree.text.advice import (
    accusing_words,
    advice_lines,
    reason,
    to_do,
    verdict,
    worth,
)
from cluetree.text.events import brief_guess, sentence, short_name
from cluetree.text.language import number, t
from cluetree.text.numbers import bits, percent

FEW: Final = 8
"""How many suggestions are shown by default."""


def ranking(result: Advice, book: Notebook, top: int = FEW) -> RenderableType:
    """Draw the best suggestions with the reason for the first, or what to do with the answer."""
    if action := to_do(book):
        return Panel.fit(Text(action, style="bold"), box=HEAVY, padding=(0, 2))
    lacks = [*map(Text, advice_lines(result))]
    if not result:
        return Group(*lacks)
    best = result[0]
    is_open = t("advise.open", bits=number(result.entropy, 2))
    if not best.gain:
        return Group(*lacks, Text(t("advise.nothing", open=is_open)))
    shown = result[:top]
    others = len(result) - len(shown)
    more = t("advise.more", count=others) if others else ""
    return Group(
        recommended(result, book),
        _choices(book, shown),
        Text(f"{is_open}{more}", style="dim"),
        *lacks,
    )


def recommended(result: Advice, book: Notebook) -> RenderableType:
    """Draw the best suggestion or question with its reason."""
    best = result[0]
    if isinstance(best, AdvisedQuestion):
        what = t("advice.ask", name=best.to, cards=", ".join(map(str, best.cards)))
    else:
        what = str(best.guess)
    head = assembled("panel.best", cards=(what, "bold"))
    return Group(head, Text(" ".join([*worth(result, best), sentence(reason(book, best))])))


def _choices(book: Notebook, shown: Sequence[Advised | AdvisedQuestion]) -> RenderableType:
    what = "advise.suggest" if isinstance(shown[0], Advised) else "advise.ask"
    heads = ("advise.leaves", "advise.gain", "advise.solves_head", "advise.leaks")
    grid, deck = ruled(t(what), *map(t, heads)), book.table.edition
    for one in shown:
        if isinstance(one, AdvisedQuestion):
            name = f"{one.to}: {', '.join(short_name(card, deck) for card in one.cards)}"
        else:
            name = brief_guess(one.guess, deck)
        leaves, solves = t(f"left.{one.left}"), percent(one.solves)
        grid.add_row(Text(name), leaves, number(one.gain, 2), solves, number(one.leak, 2))
    legend = (t("advise.leaves_is"), t("advise.solves_is"))
    return Group(grid, *(Text(line, style="dim") for line in legend))


def showing(result: Showing) -> RenderableType:
    """Rank the cards that can be shown, with a reason for each."""
    cards = str(result.guess)
    return Group(
        assembled("show.asked", asker=result.asker, cards=cards, card=(result.best.name, "bold")),
        _cards(result),
        Text(t("show.before", asker=result.asker, chance=percent(result.knew))),
        Text(t("show.all_learn", bits=number(result.table, 2))),
    )


def _cards(result: Showing) -> RenderableType:
    grid = ruled(
        t("show.card"), t("show.then_knows", asker=result.asker), t("show.given"), note=True
    )
    for choice in result.choices:
        name = Text(choice.card.name, style="bold" if choice.card == result.best else "")
        given, why = Text(bits(choice.bits)), Text(verdict(result, choice))
        grid.add_row(name, percent(choice.knows), given, why)
    return grid


def opponents(rivals: Sequence[Rival]) -> RenderableType:
    """Draw how many bits each opponent lacks, and how likely they know the answer."""
    grid = ruled("", t("rivals.open_head"), t("rivals.knows_head"), note=True)
    for rival in rivals:
        out = t("rivals.gone") if rival.out else ""
        grid.add_row(Text(rival.name), Text(bits(rival.bits)), percent(rival.knows), Text(out))
    return grid


def accusing(result: Accusing, book: Notebook) -> RenderableType:
    """Say whether to accuse now."""
    words = accusing_words(book, result)
    return Group(Text(words.short, style="bold"), Text(words.text))
