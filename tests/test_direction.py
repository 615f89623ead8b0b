"""Answers that go the other way round, and passes that say so."""

from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given, settings

from cluetree import Notebook, Suggestion
from cluetree.errors import InvalidTableError
from cluetree.explain import SlipKind
from cluetree.interfaces.drawing.parts import as_text
from cluetree.interfaces.drawing.reasons import suspicions
from cluetree.operations import ask
from cluetree.play.engine.layout import Layout
from cluetree.record import Record
from cluetree.table import Direction
from cluetree.text.advice import reason
from cluetree.text.changes import direction_hint
from tests.brute import asked
from tests.strategies import Told, told_anyhow, told_truly

SET_UP: Final = "edition cluedo-uk\nplayers Ann 5, Bob 5, Cid 4, Dan 4\n"
OTHER: Final = dict(zip(Direction, [*Direction][::-1], strict=True))


def conclusions(book: Notebook) -> tuple[object, ...]:
    """What depends on who is asked first and is not compared with enumeration elsewhere."""
    advice = book.advise().suggestions if book.consistent and book.table.me else ()
    replies = [(s, [f"{r.shows} {r.probability:.9f}" for r in s.replies]) for s in advice]
    # Places are in the order of the seats: "Bob or Cid".
    repairs = {
        (r.event, r.kind, *sorted(str(r.replacement).split()), r.deals)
        for r in book.repairs().found
    }
    return {(s.guess, reason(book, s), *shown) for s, shown in replies}, repairs


@pytest.mark.slow
@settings(max_examples=800)
@given(told_truly(most=5) | told_anyhow(most=5))
def test_mirrored_seats_with_the_other_direction_mean_the_same(told: Told) -> None:
    table = told.table
    mirrored = replace(table, players=table.players[::-1], answers=OTHER[table.answers])
    one, other = (conclusions(Notebook(each, told.events)) for each in (table, mirrored))
    assert one == other


@given(told_anyhow(most=5))
def test_passes_that_fit_the_other_direction_only_bring_a_hint(told: Told) -> None:
    for event in told.events:
        expected = False
        if isinstance(event, Suggestion) and event.passed and event.shows and event.shows[0].by:
            order = [player.name for player in asked(told.table, event.by)]
            late = order[order.index(event.shows[0].by) + 1 :]
            expected = told.table.answering == "first" and {*event.passed} <= {*late}
        assert bool(direction_hint(Record(told.table, (event,)))) is expected


def test_check_asks_for_the_direction() -> None:
    """In a possible log by a question, in an impossible one by a repair."""
    words = "Entry 1: By the seats Ann is asked after Dan: do answers go the other way round?"
    line = "Bob: Green, Spanner, Library -> Ann passes, Dan shows\n"
    book = Notebook.from_clue(SET_UP + line)
    assert ask.check(book).hint == words
    assert words in as_text(suspicions(book.suspicious(), book))
    book = Notebook.from_clue(f"{SET_UP}Ann: White, Rope, Hall -> Dan shows\nBob holds White\n")
    (one,) = (each for each in book.repairs().found if each.kind is SlipKind.DIRECTION)
    assert one.table == replace(book.table, answers=Direction.ANTICLOCKWISE)
    with pytest.raises(InvalidTableError, match="must be 'clockwise', got 'anticlockwise'"):
        Layout.of(one.table)
