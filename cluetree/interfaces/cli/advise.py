"""`cluetree advise`, `show` and `rivals`: advice, and estimates of opponents' knowledge."""

from dataclasses import replace
from random import Random
from typing import Annotated

from cyclopts import Parameter

from cluetree.advice import WenselNotes
from cluetree.interfaces.cli.common import (
    OK,
    RecordPath,
    Seconds,
    at_least,
    console,
    console_on,
    print_result,
    read,
    split,
)
from cluetree.interfaces.cli.progress import bar
from cluetree.notebook import Notebook
from cluetree.operations.ask import Rivals
from cluetree.text.drawing import advice as drawing
from cluetree.text.language import t

Samples = Annotated[int, Parameter(help="How many deals to draw.", validator=at_least(2))]
Seed = Annotated[int, Parameter(help="The same seed draws the same deals.")]
AsJson = Annotated[bool, Parameter(negative="", help="Print JSON.")]


def advise(
    record: RecordPath,
    /,
    *,
    rooms: Annotated[str | None, Parameter(help="The reachable rooms: Hall,Study,...")] = None,
    top: Annotated[
        int | None,
        Parameter(help="How many suggestions to list, best first.", validator=at_least(1)),
    ] = None,
    wensel: Annotated[
        bool, Parameter(negative="", help="Print what Wensel's agent would suggest instead.")
    ] = False,
    seconds: Seconds = None,
    json: Annotated[bool, Parameter(negative="", help="Print JSON: cluetree-advice/2.")] = False,
) -> int:
    """Rank every suggestion by its expected information, computed exactly."""
    book = read(record, seconds, questions=2)
    named = None if rooms is None else split(rooms)
    if wensel:
        console().print(_wensel(book, named), markup=False)
        return OK
    advice = book.advise(named)
    if json:
        print_result("advise", replace(advice, suggestions=advice.suggestions[:top]))
        return OK
    drawn = drawing.known_answer(book) or drawing.advice(book, advice, top or drawing.FEW)
    console_on(book).print(drawn)
    return OK


def _wensel(book: Notebook, rooms: list[str] | None) -> str:
    cards = None if rooms is None else book.table.edition.hand(*rooms)
    guess = WenselNotes(book.table, book.events).suggestion(cards)
    return t("advise.no_room") if guess is None else str(guess)


def show(
    record: RecordPath,
    asker: Annotated[str, Parameter(help="The player who asks.")],
    cards: Annotated[list[str], Parameter(help="The three cards of the suggestion.")],
    /,
    *,
    samples: Samples = 200,
    seed: Seed = 0,
    seconds: Seconds = None,
    json: AsJson = False,
) -> int:
    """Rank the cards you can show by the information that each reveals."""
    book = read(record, seconds)
    guess = book.table.edition.guess(*(name for part in cards for name in split(part)))
    with bar(t("progress.deals")) as update:
        found = book.card_to_show(asker, guess, samples=samples, progress=update, rng=Random(seed))
    if json:
        print_result("card_to_show", found)
    else:
        console().print(drawing.showing(found))
    return OK


def rivals(
    record: RecordPath,
    /,
    *,
    samples: Samples = 200,
    seed: Seed = 0,
    seconds: Seconds = None,
    json: AsJson = False,
) -> int:
    """Estimate the open bits of each opponent, and whether they know the answer."""
    book = read(record, seconds)
    with bar(t("progress.deals")) as update:
        found = book.rivals(samples=samples, progress=update, rng=Random(seed))
    if json:
        print_result("rivals", Rivals(found))
    else:
        console_on(book).print(drawing.rivals(found))
    return OK
