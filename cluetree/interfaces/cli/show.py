"""`cluetree show` and `cluetree rivals`: which card to show, and what the others know."""

from collections.abc import Sequence
from random import Random
from typing import Annotated

import cyclopts
from cyclopts import Parameter
from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.advice import Rival, Showing
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
)
from cluetree.interfaces.cli.progress import bar
from cluetree.operations.forms.advice import RivalsForm, ShowingForm
from cluetree.text.figures import bits, percent
from cluetree.text.language import number, t
from cluetree.text.limits import rival_lines
from cluetree.text.moves import verdict

Samples = Annotated[int, Parameter(help="How many deals to draw.")]
Seed = Annotated[int, Parameter(help="The same number draws the same deals.")]
AsJson = Annotated[bool, Parameter(negative="", help="Answer for programs.")]


def show(
    record: RecordPath,
    asker: Annotated[str, Parameter(help="Who asks.")],
    cards: Annotated[list[str], Parameter(help="The three cards of the suggestion.")],
    /,
    *,
    samples: Samples = 200,
    seed: Seed = 0,
    seconds: Seconds = None,
    json: AsJson = False,
) -> int:
    """Say which card to show, and how much each would give away."""
    _verify(samples)
    book = read(record, seconds)
    names = [word.strip() for part in cards for word in part.split(",") if word.strip()]
    guess = book.table.edition.guess(*names)
    with bar(t("progress.deals")) as tell:
        found = book.card_to_show(asker, guess, samples=samples, progress=tell, rng=Random(seed))
    if json:
        print_json(ShowingForm.of(found))
    else:
        console().print(draw_choices(found))
    return OK


def draw_choices(found: Showing) -> RenderableType:
    """Draw the cards that could be shown, the best first, and what speaks for each."""
    knows = t("show.then_knows", asker=found.asker)
    grid = ruled(t("show.card"), knows, t("show.given"), note=True)
    for choice in found.choices:
        style = "bold" if choice.card == found.best else ""
        name = Text(choice.card.name, style=style)
        why = Text(verdict(found, choice))
        grid.add_row(name, percent(choice.knows), Text(bits(choice.bits)), why)
    best = (found.best.name, "bold")
    return Group(
        assembled("show.asked", asker=found.asker, cards=str(found.guess), card=best),
        grid,
        Text(t("show.before", asker=found.asker, chance=percent(found.knew))),
        Text(t("show.all_learn", bits=number(found.table, 2))),
    )


def rivals(
    record: RecordPath,
    /,
    *,
    samples: Samples = 200,
    seed: Seed = 0,
    seconds: Seconds = None,
    json: AsJson = False,
) -> int:
    """Say of each opponent what they still lack, and how likely they know the answer."""
    _verify(samples)
    book = read(record, seconds)
    with bar(t("progress.deals")) as tell:
        found = book.rivals(samples=samples, progress=tell, rng=Random(seed))
    if json:
        print_json(RivalsForm.of(found))
    else:
        console_on(book).print(draw_rivals(found))
    return OK


def draw_rivals(found: Sequence[Rival]) -> RenderableType:
    """Draw what each opponent still lacks, and how likely they know the answer."""
    grid = ruled("", t("rivals.open_head"), t("rivals.knows_head"), note=True)
    for rival in found:
        out = t("rivals.gone") if rival.out else ""
        grid.add_row(Text(rival.name), Text(bits(rival.bits)), percent(rival.knows), Text(out))
    return Group(grid, *map(Text, rival_lines(found)))


def _verify(samples: int) -> None:
    if samples < 2:  # noqa: PLR2004 -- two is the least that has a standard error
        raise cyclopts.CycloptsError(msg=f"--samples wants 2 or more, not {samples}")
