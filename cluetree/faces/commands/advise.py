"""`cluetree advise`: suggestions, best first, each with its reason."""

from typing import Annotated, Final

import cyclopts
from cyclopts import Parameter
from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.advice import Advice, wensel_suggestion
from cluetree.faces.commands.common import (
    OK,
    RecordPath,
    console,
    console_on,
    print_json,
    read,
    ruled,
)
from cluetree.faces.forms.advice import AdviceForm
from cluetree.faces.words.numbers import many, percent

_FEW: Final = 10
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
    json: Annotated[bool, Parameter(negative="", help="Answer in cluetree-advice/1.")] = False,
) -> int:
    """Rank every suggestion by what it can be expected to tell, exactly."""
    if top is not None and top < 1:
        raise cyclopts.CycloptsError(msg=f"--top wants 1 or more, not {top}")
    book = read(record)
    named = None if rooms is None else [word.strip() for word in rooms.split(",") if word.strip()]
    if wensel:
        cards = None if named is None else book.table.edition.hand(*named)
        asked = wensel_suggestion(book.table, book.events, rooms=cards)
        told = "nothing: no room is worth it" if asked is None else str(asked)
        console().print(told, markup=False)
        return OK
    advice = book.advise(named)
    if json:
        print_json(AdviceForm.of(advice, top))
        return OK
    console_on(book).print(_ranking(advice, top))
    return OK


def _ranking(advice: Advice, top: int | None = None) -> RenderableType:
    """Draw the best suggestions, a line each."""
    grid = ruled("suggest", "bits", "solves", "leaks", note=True)
    shown = advice.suggestions[: _FEW if top is None else top]
    for one in shown:
        solves, leak = percent(one.solves), f"{one.leak:.2f}"
        grid.add_row(Text(str(one.guess)), f"{one.gain:.2f}", solves, leak, Text(one.reason))
    left = len(advice.suggestions) - len(shown)
    more = f"; {many(left, 'more suggestion')} not shown" if left else ""
    return Group(
        grid,
        Text(
            "bits: expected to be learned about the envelope. solves: the chance that it is known "
            "then. leaks: how many of the bits all can see."
        ),
        Text(f"{_open(advice)}{more}"),
    )


def _open(advice: Advice) -> str:
    if advice.entropy:
        return f"{advice.entropy:.2f} bits of the envelope are open"
    return "the envelope is known: there is nothing left to ask, only to accuse"
