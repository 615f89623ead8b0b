"""`cluetree review`: what could be known when, and what was missed."""

from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter
from rich.console import Group
from rich.text import Text

from cluetree.events import Event
from cluetree.explain import Review
from cluetree.interfaces.cli.common import (
    IMPOSSIBLE,
    OK,
    RecordPath,
    Seconds,
    assembled,
    console_on,
    read,
)
from cluetree.table import ENVELOPE, Table
from cluetree.text.deals import read_deal
from cluetree.text.language import t
from cluetree.text.telling import holds, in_full


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
        yield Text(f"{lesson.number:>3}. {in_full(lesson.event)}", style="bold")
        for has_card in (True, False):
            for place in (*table.names, ENVELOPE.name):
                cards = ", ".join(
                    fact.card.name
                    for fact in lesson.deduced
                    if fact.holds is has_card and fact.player == place
                )
                if cards:
                    yield Text(f"       {holds(place, cards, has_card=has_card)}")
    yield Text("")
    if not review.complete:
        yield Text(t("review.not_all"))
    if review.settled_by is None:
        yield Text(t("review.open"), style="bold")
    else:
        number = (str(review.settled_by), "bold")
        yield assembled("review.settled", number=number, cards=str(review.answer))
    for missed, event in review.missed:
        yield Text(f"  {_entry('review.missed', missed, event)}")
    for untrue, event in review.untrue:
        yield Text(f"  {_entry('review.untrue', untrue, event)}", style="bold red")


def _entry(key: str, number: int, event: Event) -> str:
    return t(key, event=t("why.event", number=number), entry=in_full(event))
