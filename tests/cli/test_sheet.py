"""The sheet in the terminal says of every card in every place what is believed."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from rich.console import Console, RenderableType

from cluetree import Notebook, SolverTree, Table
from cluetree.editions import CLUE_US
from cluetree.interfaces.cli.common import read, share_time
from cluetree.limit import Limit
from cluetree.text.drawing.parts import ruled
from cluetree.text.drawing.sheet import conclusion, sheet
from cluetree.text.figures import percent

FRIDAY: Final = Path(__file__).parents[2] / "examples" / "friday.clue"


@pytest.fixture(scope="module")
def book() -> Notebook:
    """A game in which something is certain, and something only by counting."""
    friday = Notebook.load(FRIDAY)
    return Notebook(friday.table, friday.events[:20])


def drawn(part: RenderableType) -> list[str]:
    console = Console(width=160, color_system=None)
    with console.capture() as capture:
        console.print(part)
    return [line.rstrip() for line in capture.get().splitlines()]


def row_of(name: str, lines: list[str]) -> str:
    (row,) = (line for line in lines if line.startswith(f" {name} "))
    return row


def test_every_mark_is_what_is_believed(book: Notebook) -> None:
    lines, beliefs = drawn(sheet(book)), book.beliefs
    signs: dict[bool, set[str]] = {True: set(), False: set()}
    counted = 0
    for card in beliefs.edition.cards:
        marks = row_of(card.name, lines).strip().removeprefix(card.name).strip()
        for place, mark in zip(beliefs.counts, re.split(r"\s{2,}", marks), strict=True):
            chance = beliefs.chance(card, place)
            if chance in {0, 1}:
                signs[chance == 1].add(mark.removesuffix("+"))
                counted += mark.endswith("+")
            else:
                assert mark == percent(float(chance))
    assert sorted(map(len, signs.values())) == [1, 1]
    assert not signs[True] & signs[False]
    by_rules = SolverTree.at(book.table, book.events).evidence().facts
    assert counted == len({*beliefs.facts} - {*by_rules}) > 0


def test_categories_stand_apart(book: Notebook) -> None:
    deck, lines = book.table.edition, drawn(sheet(book))
    row = {card: at for at, line in enumerate(lines) for card in deck.cards if card.name in line}
    for one, other in pairwise(deck.cards):
        assert row[other] - row[one] == 1 + (one.category is not other.category)


def test_over_the_columns_stands_who_holds_how_many() -> None:
    table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": None})
    head, *_ = filter(None, drawn(sheet(Notebook(table))))
    assert re.split(r"\s{2,}", head.strip()) == ["Ann 9", "Bob ?", "envelope"]


def test_the_odds_of_the_envelope_are_told(book: Notebook) -> None:
    lines, beliefs = drawn(conclusion(book)), book.beliefs
    likeliest = [
        f"{percent(triple.deals / beliefs.deals):>5}  {triple.guess}" for triple in beliefs.triples
    ]
    shown = [line.removeprefix("  ") for line in lines if line.removeprefix("  ") in likeliest]
    assert shown == likeliest[:5]
    assert len(likeliest) > len(shown), "not all of them"
    for category, odds in beliefs.envelope.items():
        (line,) = (line for line in lines if line.startswith(f"  {category}: "))
        open_ones = {card: chance for card, chance in odds.items() if chance not in {0, 1}}
        assert all(f"{card} {percent(float(chance))}" in line for card, chance in open_ones.items())
        certain = [card for card, chance in odds.items() if chance == 1]
        assert all(line.endswith(f": {card}") for card in certain)


def test_numbers_stand_under_each_other_beside_names() -> None:
    grid = ruled("name", "games", "won", note=True)
    grid.add_row("a", "1", "10", "a remark")
    grid.add_row("Ann", "100", "1", "one")
    *_, one, other = (line for line in drawn(grid) if line)
    assert one == " a          1    10   a remark"
    assert other == " Ann      100     1   one"


def test_several_questions_share_the_time_of_one() -> None:
    book = read(str(FRIDAY), 4.0)
    assert book.limit == Limit(seconds=4.0)
    share_time(book, 2)
    assert book.limit == Limit(seconds=2.0)
    share_time(Notebook(book.table), 2)
