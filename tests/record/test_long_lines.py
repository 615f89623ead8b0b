"""The work on a line is linear in its length, which is bounded."""

import itertools
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from unicodedata import normalize

import pytest

from cluetree import _names as names
from cluetree.cards import Edition
from cluetree.editions import CLUE_US
from cluetree.errors import ClueError, RecordError
from cluetree.events import HoldsOneOf
from cluetree.record import (
    Record,
    dumps_clue,
    dumps_clue_event,
    dumps_json,
    loads_clue,
    loads_clue_event,
    loads_json,
)
from cluetree.record._line import LONGEST_LINE
from cluetree.table import Table
from tests.record.samples import SAMPLE, SAMPLE_CLUE, TABLE

READERS: dict[str, Callable[[str], object]] = {
    "tell": lambda line: loads_clue_event(line, TABLE),
    "file": lambda line: loads_clue(f"{SAMPLE_CLUE}\n{line}"),
}
LINES = (
    *("{},Bob: ", "Bob: {} ", "Bob: {}z,", "{} plum -> {},", "Bob: plum, rope, hall -> {} shows,"),
    *("Bob holds {}", "Bob holds one of {},", 'Bob holds "{}', '{}" "', "{} -> ", "{} has not "),
)


def work(read: Callable[[], object]) -> int:
    """The number of calls that reading takes."""
    calls, before = itertools.count(), sys.getprofile()
    sys.setprofile(lambda *_: next(calls))
    try:
        with suppress(RecordError):
            read()
    finally:
        sys.setprofile(before)
    return next(calls)


def both_formats(game: Record) -> None:
    assert loads_clue(dumps_clue(game)) == game
    assert loads_json(dumps_json(game)) == game


def test_work_on_a_record_is_linear() -> None:
    games = (replace(SAMPLE, events=SAMPLE.events * times) for times in (5, 20))
    short, long = (work(partial(both_formats, game)) for game in games)
    assert short < long < 4.4 * short


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("form", LINES)
def test_work_is_linear_and_compares_few_names(
    reader: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    head, piece = form.split("{}", 1)
    compared: list[str] = []

    def near(word: str, *_: object, **__: object) -> list[str]:
        compared.append(word)
        return []

    monkeypatch.setattr(names, "get_close_matches", near)
    _, few, many = (  # the first fills caches
        work(partial(READERS[reader], head + "".join(f"q{n:03}{piece}" for n in range(size))))
        for size in (50, 100, 200)
    )
    assert many < 2.2 * few
    assert len(compared) <= 20
    assert all(len(word) <= 40 for word in compared)


def test_meaning_of_a_spelling_is_found_once_and_few_are_kept() -> None:
    deck = replace(CLUE_US)
    first, again = (work(partial(deck.card, "plum")) for _ in range(2))
    assert again < first / 10
    for blanks in range(2000):
        assert deck.card(f"plum{' ' * blanks}") in deck
    copy = pickle.dumps(deck)
    assert len(copy) < 300_000
    assert pickle.loads(copy).card("plum") == deck.card("plum")  # noqa: S301 -- our own


@pytest.mark.parametrize("reader", READERS)
def test_long_line_is_rejected(reader: str) -> None:
    line = f"Bob holds Rope{' ' * (LONGEST_LINE - 13)}"
    at = len(SAMPLE_CLUE.splitlines()) + 2 if reader == "file" else 1
    position = f"line {at}: " if reader == "file" else ""
    message = f"^{position}a line must have at most 20000 characters, got 20001"
    READERS[reader](line[:-1])
    with pytest.raises(RecordError, match=message):
        READERS[reader](line)


def test_long_names_are_rejected_and_never_normalized() -> None:
    """That would take minutes."""
    marks = "a" + "\u0301\u0323" * 1_000_000
    for find in (CLUE_US.card, TABLE.player, TABLE.holder):
        with pytest.raises(LookupError, match="unknown"):
            find(marks)
    many = {"a": [f"alias {number}" for number in range(10_001)]}
    for make in (
        lambda: Edition((marks,), ("b",), ("c",)),
        lambda: Edition(("a",), ("b",), ("c",), aliases=many),
        lambda: Table.set_up(CLUE_US, {marks: 9, "Bob": 9}),
    ):
        with pytest.raises(ClueError, match=r"must have at most 10*0 \w+, got"):
            make()


def test_record_with_a_long_line_is_not_written() -> None:
    deck = Edition(tuple(f"{number:0990}" for number in range(21)), ("b",), ("c",))
    table = Table.set_up(deck, {"Ann": 9, "Bob": 10})
    with pytest.raises(RecordError, match="<record>:2: a line must have at most"):
        dumps_clue(Record(table))
    with pytest.raises(RecordError, match="<record>: a line must have at most"):
        dumps_clue_event(HoldsOneOf("Bob", deck.cards), table)


def test_spellings_of_unicode_name_one_player() -> None:
    composed, decomposed = (normalize(form, "Zo\u00eb") for form in ("NFC", "NFD"))
    table = Table.set_up(CLUE_US, {decomposed: 0, "Bob": 18}, viewpoint=decomposed)
    assert table.names == (composed, "Bob")
    assert table.viewpoint == table.player(decomposed.upper()).name == composed
    with pytest.raises(ClueError, match="two players have the name"):
        Table.set_up(CLUE_US, {decomposed: 9, composed: 9})
