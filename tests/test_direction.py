"""Answers that go the other way round, and passes that say so."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings

from cluetree import Direction, InvalidTableError, Notebook, Suggestion
from cluetree.explain import SlipKind
from cluetree.interfaces.cli.main import main
from cluetree.play.engine.layout import Layout
from cluetree.text.advice import reason
from cluetree.text.changes import direction_hint, hint
from tests.strategies import Told, told_anyhow, told_truly

SET_UP: Final = "edition cluedo-uk\nplayers Ann 5, Bob 5, Cid 4, Dan 4\n"
ASKED: Final = "Bob: Green, Spanner, Library ->"
WORDS: Final = "By the seats Ann is asked after Dan: do answers go the other way round?"


def answers(book: Notebook) -> tuple[object, ...]:
    """Everything that depends on who is asked first, without the order of the seats."""
    table, is_open = book.table, book.consistent and book.table.me
    asked = [event for event in book.events if isinstance(event, Suggestion)]
    order = [(event.passes(table), event.can_have_shown(table)) for event in asked]
    repairs = {
        (each.event, each.kind, str(each.replacement), each.deals) for each in book.repairs().found
    }
    advice = book.advise().suggestions if is_open else ()
    replies = {
        (s.guess, reason(book, s), *(f"{r.shows} {r.probability:.9f}" for r in s.replies))
        for s in advice
    }
    few = is_open and book.beliefs.deals < 50
    rivals = book.rivals() if few else ()
    known = {(each.name, round(each.bits.value, 9)) for each in rivals}
    return order, {*book.beliefs.counts.items()}, repairs, replies, known


@pytest.mark.slow
@settings(max_examples=800)
@given(told_truly(most=5) | told_anyhow(most=5))
def test_mirrored_seats_with_the_other_direction_mean_the_same(told: Told) -> None:
    seats = told.table.players[::-1]
    mirrored = replace(told.table, players=seats, answers=told.table.answers.opposite)
    assert answers(Notebook(mirrored, told.events)) == answers(Notebook(told.table, told.events))


@pytest.mark.parametrize(
    ("rule", "replies", "words"),
    [
        ("", "Ann passes, Dan shows", WORDS),
        ("answers clockwise\n", "Ann passes, Dan shows", WORDS),
        ("answers anticlockwise\n", "Cid passes, Dan shows", WORDS.replace("Ann", "Cid")),
        ("answers anticlockwise\n", "Ann passes, Dan shows", ""),
        ("answering all\n", "Ann passes, Dan shows", ""),
        # Neither direction explains these, or the seats do.
        ("", "Cid passes, Ann passes, Dan shows", ""),
        ("", "Cid passes, Dan shows", ""),
        ("", "Ann passes, somebody shows", ""),
        ("", "Ann passes", ""),
        ("", "nobody passes, Dan shows", ""),
        ("", "Dan shows", ""),
    ],
)
def test_listed_pass_after_the_show_brings_a_hint(rule: str, replies: str, words: str) -> None:
    book = Notebook.from_clue(f"{SET_UP}{rule}Bob lacks Rope\n{ASKED} {replies}\n")
    assert hint(book.table, book.events) == words
    assert direction_hint(book.table, book.events) == (words and f"Entry 2: {words}")


def test_check_asks_for_the_direction(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """In a possible log by a question, in an impossible one by a repair."""
    log = tmp_path / "game.clue"
    log.write_text(f"{SET_UP}{ASKED} Ann passes, Dan shows\n")
    main(["check", str(log)])
    assert f"Entry 1: {WORDS}\n" in capsys.readouterr().out
    book = Notebook.from_clue(f"{SET_UP}Ann: White, Rope, Hall -> Dan shows\nBob holds White\n")
    (one,) = (each for each in book.repairs().found if each.kind is SlipKind.DIRECTION)
    table, _ = one.apply(book.table, book.events)
    assert table == replace(book.table, answers=Direction.ANTICLOCKWISE)


def test_simulations_refuse_the_other_direction() -> None:
    table = Notebook.from_clue(f"{SET_UP}answers anticlockwise\n").table
    with pytest.raises(InvalidTableError, match="must go clockwise, got anticlockwise"):
        Layout.of(table)


def test_any_player_may_begin() -> None:
    """Before the first turn no player is skipped; after it the order is known."""
    book = Notebook.from_clue(
        f"{SET_UP}Cid lacks Rope\n{ASKED} nobody\nAnn: Plum, Rope, Hall -> nobody\n"
    )
    hints = [hint(book.table, book.events[:number]) for number in (1, 2, 3)]
    assert hints == ["", "", "Skipped: Cid and Dan."]
