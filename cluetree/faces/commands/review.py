"""`cluetree review`: what could be known when, and what was missed."""

from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter
from rich.console import Group
from rich.text import Text

from cluetree.explain import Review
from cluetree.faces.commands.common import IMPOSSIBLE, OK, RecordPath, Seconds, console_on, read
from cluetree.faces.words.deals import read_deal
from cluetree.table import ENVELOPE, Table


def review(
    record: RecordPath,
    /,
    *,
    deal: Annotated[
        str | None, Parameter(help='The hands as laid open: "Bob: Rope, Hall; Eve: Plum, ...".')
    ] = None,
    seconds: Seconds = None,
) -> int:
    """Look back on a game: which deduction was there when, and what was missed."""
    book = read(record, seconds)
    truth = None if deal is None else read_deal(book.table, deal)
    console_on(book).print(Group(*_lines(book.review(truth), book.table)))
    return OK if book.consistent else IMPOSSIBLE


def _lines(review: Review, table: Table) -> Iterator[Text]:
    for lesson in review.lessons:
        if not lesson.deduced:
            continue
        yield Text(f"{lesson.number:>3}. {lesson.event}", style="bold")
        for holds, word in ((True, "holds"), (False, "lacks")):
            for place in (*table.names, ENVELOPE.name):
                cards = [
                    fact.card.name
                    for fact in lesson.deduced
                    if fact.holds is holds and fact.player == place
                ]
                if cards:
                    yield Text(f"       {place} {word} {', '.join(cards)}")
    yield Text("")
    if not review.complete:
        yield Text("Not all could be counted in time: more may have followed, and earlier.")
    if review.settled_by is None:
        yield Text("The log does not settle the envelope.", style="bold")
    else:
        yield Text.assemble(
            "The answer was there after event ",
            (str(review.settled_by), "bold"),
            f": {review.answer}.",
        )
    for number, event in review.missed:
        yield Text(f"  missed   event {number}: {event}")
    for number, event in review.untrue:
        yield Text(f"  untrue   event {number}: {event}", style="bold red")
