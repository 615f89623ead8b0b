"""Commands that advise: what to ask, which card to show, what the others know."""

from random import Random
from typing import Annotated

import cyclopts
from cyclopts import Parameter

from cluetree.advice import wensel_suggestion
from cluetree.faces.commands import advise as advising, sheet, show as showing
from cluetree.faces.commands.common import OK, RecordPath, read
from cluetree.faces.commands.progress import bar
from cluetree.faces.forms.solution import to_json

Samples = Annotated[int, Parameter(help="How many deals to draw.")]
Seed = Annotated[int, Parameter(help="The same number draws the same deals.")]
AsJson = Annotated[bool, Parameter(negative="", help="Answer for programs.")]


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
    json: AsJson = False,
) -> int:
    """Rank every suggestion by what it can be expected to tell, exactly."""
    if top is not None and top < 1:
        raise cyclopts.CycloptsError(msg=f"--top wants 1 or more, not {top}")
    book = read(record)
    named = None if rooms is None else [word.strip() for word in rooms.split(",") if word.strip()]
    screen = sheet.console()
    if wensel:
        cards = None if named is None else book.table.edition.hand(*named)
        asked = wensel_suggestion(book.table, book.events, rooms=cards)
        screen.print("nothing: no room is worth it" if asked is None else str(asked), markup=False)
        return OK
    advice = book.advise(named)
    if json:
        print(to_json(advising.advice_json(advice, top)))
        return OK
    screen.print(sheet.heading(book))
    screen.print(advising.ranking(advice, top))
    return OK


def show(
    record: RecordPath,
    asker: Annotated[str, Parameter(help="Who asks.")],
    cards: Annotated[list[str], Parameter(help="The three cards of the suggestion.")],
    /,
    *,
    samples: Samples = 200,
    seed: Seed = 0,
    json: AsJson = False,
) -> int:
    """Say which card to show, and how much each would give away."""
    _verify(samples)
    book = read(record)
    names = [word.strip() for part in cards for word in part.split(",") if word.strip()]
    guess = book.table.edition.guess(*names)
    with bar("deals") as tell:
        found = book.card_to_show(asker, guess, samples=samples, progress=tell, rng=Random(seed))
    if json:
        print(to_json(showing.showing_json(found)))
    else:
        sheet.console().print(showing.showing(found))
    return OK


def rivals(
    record: RecordPath,
    /,
    *,
    samples: Samples = 200,
    seed: Seed = 0,
    json: AsJson = False,
) -> int:
    """Say of each opponent what they still lack, and how likely they know the answer."""
    _verify(samples)
    book = read(record)
    with bar("deals") as tell:
        found = book.rivals(samples=samples, progress=tell, rng=Random(seed))
    if json:
        print(to_json(showing.opponents_json(found)))
    else:
        screen = sheet.console()
        screen.print(sheet.heading(book))
        screen.print(showing.opponents(found))
    return OK


def _verify(samples: int) -> None:
    if samples < 2:  # noqa: PLR2004 -- two is the least that has a standard error
        raise cyclopts.CycloptsError(msg=f"--samples wants 2 or more, not {samples}")
