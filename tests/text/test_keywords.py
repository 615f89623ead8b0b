"""Lines typed in the language shown: parsed, completed, written; English always works."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, strategies as st

from cluetree import Notebook, record
from cluetree.cards import Category
from cluetree.errors import RecordError
from cluetree.interfaces.web.app import STATIC
from cluetree.record.completion import begun, complete, in_language
from cluetree.table import Table
from cluetree.text.entries import keywords
from cluetree.text.events import brief, in_full
from cluetree.text.language import speaking, t
from tests.strategies import Told, told_anyhow
from tests.text.languages import ALL

OTHERS: Final = sorted({*ALL} - {"en"})


def game(name: str) -> Notebook:
    return Notebook.load(STATIC / str(ALL[name]["language.example"]))


def words(name: str) -> Iterator[tuple[str, str]]:
    for key, text in ALL[name].items():
        if key.startswith("word."):
            yield from ((word, key.removeprefix("word.")) for word in str(text).split("|"))


@pytest.mark.parametrize("name", OTHERS)
def test_each_line_of_a_game_is_typed_in_the_language_and_in_english(name: str) -> None:
    book = game(name)
    with speaking(name):
        for event in book.events:
            line = record.dumps_clue_event(event, book.table)
            typed = in_language(line, keywords(book.table))
            assert typed != line
            printed = in_full(event), brief(event, book.table.edition)
            for text in (typed, line, typed.upper() if "ß" not in typed else typed, *printed):
                read = record.loads_clue_event(text, book.table, keywords=keywords(book.table))
                assert read == event, text


@given(told_anyhow(), st.sampled_from(sorted(ALL)))
def test_printed_event_is_read(told: Told, name: str) -> None:
    with speaking(name):
        for event in told.events:
            for line in (in_full(event), brief(event, told.table.edition)):
                read = record.loads_clue_event(line, told.table, keywords=keywords(told.table))
                assert read == event.at(told.table), line
                assert begun(line, told.table, keywords=keywords(told.table)).error is None


SENTENCES: Final = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text("utf-8"))


def seated(name: str) -> Table:
    deck = game(name).table.edition
    hand = deck.hand(*map(str, (*deck.cards[:2], *deck.cards[-3:])))
    return Table.set_up(
        deck, {"Rosa": 5, "Tom": 5, "Mina": 4, "Jules": 4}, viewpoint="Rosa", hand=hand
    )


@pytest.mark.parametrize("name", sorted(ALL))
def test_natural_sentence_is_read(name: str) -> None:
    table = seated(name)
    with speaking(name):
        for pair in SENTENCES[name].strip().splitlines():
            typed, line = pair.format(*table.edition.cards).split(" = ")
            read = record.loads_clue_event(typed, table, turn="Tom", keywords=keywords(table))
            assert read == record.loads_clue_event(line, table), typed
            assert begun(typed, table, "Tom", keywords=keywords(table)).error is None


@pytest.mark.parametrize(
    "line",
    [
        "Mina has neither {7} nor {12}",  # two facts
        "Mina has {7}, {12}",  # both, or one of them
        "perhaps Mina has {7}",
        "Mina has not {7} or {12}",
        "│ Mina has {7} (one of: entry 1, 2.)",  # a supposition
        "Mina asks {2}, {7}, {12}",  # nobody has answered yet
        "Mina asks {2}, {7}, {12}: Jules",
        "scar rope > mi",  # two cards
        "scar peacock rope hall > mi",  # two suspects
        "scar, rope, hall > tom",  # nobody answers their own suggestion
        "scar rope ro > mi",  # rope, dining room or billiard room
        '"scar" rope hall > mi',
    ],
)
def test_sentence_with_unknown_words_or_several_meanings_is_rejected(line: str) -> None:
    table = seated("en")
    typed = line.format(*table.edition.cards)
    with pytest.raises(RecordError):
        record.loads_clue_event(typed, table, turn="Tom", keywords=keywords(table))


@pytest.mark.parametrize("name", sorted(ALL))
def test_each_word_of_the_language_is_understood(name: str) -> None:
    table = game(name).table
    cards = ", ".join(str(table.edition.of(kind)[0]) for kind in Category)
    card = table.edition.cards[0]
    lines = {
        "shows": f"Tom: {cards} -> Mina WORD",
        "passes": f"Tom: {cards} -> Mina WORD",
        "accuses": f"Tom WORD {cards}: wrong",
        "holds": f"Tom WORD {card}",
        "lacks": f"Tom WORD {card}",
        "one of": f"Tom holds WORD {cards}",
        "nobody": f"Tom: {cards} -> WORD",
        "somebody": f"Tom: {cards} -> WORD shows",
        "right": f"Tom accuses {cards}: WORD",
        "wrong": f"Tom accuses {cards}: WORD",
        "envelope": f"WORD holds {card}",
        "me": f"WORD holds {card}",
    }
    with speaking(name):
        for word, keyword in words(name):
            line = lines[keyword]
            expected = record.loads_clue_event(line.replace("WORD", keyword), table)
            typed = line.replace("WORD", word)
            assert record.loads_clue_event(typed, table, keywords=keywords(table)) == expected


@pytest.mark.parametrize("name", OTHERS)
def test_line_is_completed_in_the_typed_language(name: str) -> None:
    table = game(name).table
    with speaking(name):
        known = keywords(table)
        shows, holds, envelope = (known.written(word) for word in ("shows", "holds", "envelope"))
        asks = record.dumps_clue_event(game(name).events[3], table).partition(" -> ")[0]
        found = complete(f"{asks} -> ", table, keywords=known)
        assert f"Mina {shows}" in found.candidates
        assert known.written("nobody") in found.candidates
        begun = complete(f"{asks} -> Mina {shows[:2]}", table, keywords=known)
        assert begun.take(f"{asks} -> Mina {shows[:2]}", begun.candidates[0]).endswith(
            f"Mina {shows}"
        )
        assert complete(f"{asks} -> Mina sh", table, keywords=known).candidates == ("Mina shows",)
        assert f"Tom {holds} " in complete("Tom", table, keywords=known).candidates
        assert f"{envelope} {holds} " in complete(envelope[:2], table, keywords=known).candidates


def test_name_at_the_table_is_not_taken_for_a_keyword() -> None:
    deck = game("fr").table.edition
    table = Table.set_up(deck, {"A": 6, "Personne": 6, "Umschlag": 6})
    with speaking("fr"):
        known = keywords(table)
        for line, player in (
            ("a a corde", "A"),
            ("A holds corde", "A"),
            ("personne a corde", "Personne"),
        ):
            event = record.loads_clue_event(line, table, keywords=known)
            assert str(event) == f"{player} holds Corde", line
    with speaking("de"):
        event = record.loads_clue_event("umschlag hat corde", table, keywords=keywords(table))
    assert str(event) == "Umschlag holds Corde"


def test_error_quotes_the_typed_word_at_its_column() -> None:
    table = game("de").table
    with speaking("de"), pytest.raises(RecordError) as caught:
        record.loads_clue_event("Tom zeigt Gloria", table, keywords=keywords(table))
    assert "got 'zeigt'" in str(caught.value)
    assert caught.value.column == 5


@pytest.mark.parametrize("name", OTHERS)
def test_record_on_disk_has_english_keywords(name: str, tmp_path: Path) -> None:
    book = game(name)
    with speaking(name):
        book.save(tmp_path / "game.clue")
        text = (tmp_path / "game.clue").read_text("utf-8")
        assert t("word.shows").split("|")[0] not in text
    assert " shows" in text
