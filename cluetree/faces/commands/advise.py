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
from cluetree.faces.commands.common import (
    OK,
    RecordPath,
    Seconds,
    console,
    console_on,
    print_json,
    read,
    ruled,
    share_time,
)
from cluetree.faces.forms.advice import AdviceForm
from cluetree.faces.words.advice import left
from cluetree.faces.words.figures import percent
from cluetree.faces.words.limits import advice_lines
from cluetree.faces.words.moves import to_do, worth
from cluetree.faces.words.numbers import many
from cluetree.faces.words.telling import brief_guess, sentence
from cluetree.notebook import Notebook

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
        told = "nothing: no room is worth it" if asked is None else str(asked)
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
    is_open = f"{advice.entropy:.2f} bits of the envelope are open"
    if not best.gain:
        return Text(f"No suggestion tells anything about the envelope; {is_open}.")
    shown = advice.suggestions[: _FEW if top is None else top]
    others = len(advice.suggestions) - len(shown)
    more = f"; {many(others, 'more suggestion')} not shown" if others else ""
    return Group(
        Text.assemble("Best: ", (str(best.guess), "bold")),
        Text(f"{worth(best)}\n{sentence(best.reason)}"),
        _ranking(book, shown),
        *lacks,
        Text("leaves: about how much of what is possible stays so; 1 bit halves it."),
        Text("solves: the chance that all is known then. leaks: bits that all can see."),
        Text(f"{is_open}{more}"),
    )


def _ranking(book: Notebook, shown: Sequence[Advised]) -> RenderableType:
    """Draw suggestions, a line each."""
    grid = ruled("suggest", "leaves", "bits", "solves", "leaks")
    for one in shown:
        guess, solves = Text(brief_guess(one.guess, book.table.edition)), percent(one.solves)
        grid.add_row(guess, left(one.gain), f"{one.gain:.2f}", solves, f"{one.leak:.2f}")
    return grid
