"""`cluetree advise`: suggestions, best first, each with its reason."""

from collections.abc import Sequence
from typing import Annotated, Final

import cyclopts
from cyclopts import Parameter
from rich.box import HEAVY
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from cluetree.advice import Advice, Advised, WenselNotes
from cluetree.interfaces.cli.common import (
    OK,
    RecordPath,
    Seconds,
    assembled,
    console,
    console_on,
    print_json,
    read,
    ruled,
    share_time,
)
from cluetree.notebook import Notebook
from cluetree.operations.forms.advice import AdviceForm
from cluetree.text.advice import left
from cluetree.text.figures import percent
from cluetree.text.language import number, t
from cluetree.text.limits import advice_lines
from cluetree.text.moves import reason, to_do, worth
from cluetree.text.telling import brief_guess, sentence

_FEW: Final = 8
"""How many suggestions are shown if nobody says how many."""


def advise(
    record: RecordPath,
    /,
    *,
    rooms: Annotated[
        str | None, Parameter(help="The rooms that can be reached: Hall,Study,...")
    ] = None,
    top: Annotated[int | None, Parameter(help="How many suggestions, the best first.")] = None,
    wensel: Annotated[
        bool, Parameter(negative="", help="Say what Wensel's agent would ask instead.")
    ] = False,
    seconds: Seconds = None,
    json: Annotated[bool, Parameter(negative="", help="Answer in cluetree-advice/1.")] = False,
) -> int:
    """Rank every suggestion by what it can be expected to tell, exactly."""
    if top is not None and top < 1:
        raise cyclopts.CycloptsError(msg=f"--top wants 1 or more, not {top}")
    book = read(record, seconds)
    share_time(book, 2)
    named = None if rooms is None else [word.strip() for word in rooms.split(",") if word.strip()]
    if wensel:
        cards = None if named is None else book.table.edition.hand(*named)
        asked = WenselNotes(book.table, book.events).suggestion(cards)
        told = t("advise.no_room") if asked is None else str(asked)
        console().print(told, markup=False)
        return OK
    advice = book.advise(named)
    if json:
        print_json(AdviceForm.of(advice, top))
        return OK
    console_on(book).print(_advice(book, advice, top))
    return OK


def _advice(book: Notebook, advice: Advice, top: int | None) -> RenderableType:
    """Draw what is best to do: to accuse, or to ask one of the best suggestions."""
    if (answer := to_do(book)) is not None:
        return Panel.fit(Text(answer, style="bold"), box=HEAVY, padding=(1, 4))
    lacks = [*map(Text, advice_lines(advice))]
    if not advice.suggestions:
        return Group(*lacks)
    best = advice.suggestions[0]
    is_open = t("advise.open", bits=number(advice.entropy, 2))
    if not best.gain:
        return Text(t("advise.nothing", open=is_open))
    shown = advice.suggestions[: _FEW if top is None else top]
    others = len(advice.suggestions) - len(shown)
    more = t("advise.more", count=others) if others else ""
    return Group(
        assembled("panel.best", cards=(str(best.guess), "bold")),
        Text(f"{worth(best)}\n{sentence(reason(book, best))}"),
        _ranking(book, shown),
        *lacks,
        Text(t("advise.leaves_is")),
        Text(t("advise.solves_is")),
        Text(f"{is_open}{more}"),
    )


def _ranking(book: Notebook, shown: Sequence[Advised]) -> RenderableType:
    """Draw suggestions, a line each."""
    heads = ("advise.suggest", "advise.leaves", "advise.gain", "advise.solves_head", "advise.leaks")
    grid = ruled(*map(t, heads))
    for one in shown:
        guess, solves = Text(brief_guess(one.guess, book.table.edition)), percent(one.solves)
        leaves = t(f"left.{left(one.gain)}")
        grid.add_row(guess, leaves, number(one.gain, 2), solves, number(one.leak, 2))
    return grid
