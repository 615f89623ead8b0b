"""The sheet as a grid: its marks, its columns, and what of it is out of sight."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cluetree import Notebook, Table
from cluetree.editions import CLUE_US
from tests.tui.driving import Person, with_keyboard

textual = pytest.importorskip("textual")

from textual.app import App, ComposeResult  # noqa: E402 -- only where it is installed

from cluetree.interfaces.tui.grid import SIGN, Sheet, cell_width, cut, mark  # noqa: E402

CARD = CLUE_US.card
PLAYERS = {"Alexandra": 6, "Bob": 6, "Eve": 5}
WORD = cell_width()


def game() -> Notebook:
    """A game in which the rope lies face-up, and something is known of the plum."""
    book = Notebook(Table.set_up(CLUE_US, PLAYERS, face_up=("rope",)))
    book.holds("Bob", "Plum")
    return book


def test_a_mark_is_a_sign_with_its_word_or_a_chance() -> None:
    beliefs = game().beliefs
    marks = {
        ("plum", "Bob"): ("✓ yes", " ✓ ", "bold green"),
        ("plum", "Eve"): ("✗ no ", " ✗ ", "dim"),
        ("rope", "envelope"): ("▲ up ", " ▲ ", "dim"),
        ("rope", "Bob"): ("✗ no ", " ✗ ", "dim"),
        ("hall", "envelope"): ("· 11%", " 11", ""),
    }
    for (card, place), (whole, short, style) in marks.items():
        for cell, text in ((WORD, whole), (SIGN, short)):
            drawn = mark(beliefs, CARD(card), place, cell)
            assert (drawn.plain, drawn.style) == (text, style)


def test_of_an_impossible_log_nothing_is_marked() -> None:
    book = game()
    book.holds("Eve", "Plum")
    drawn = mark(book.beliefs, CARD("hall"), "Bob", WORD)
    assert (drawn.plain.strip(), drawn.style) == ("-", "dim")


def test_what_is_cut_shows_it() -> None:
    assert cut("Library", 7) == "Library"
    assert cut("Library", 6) == "Libra…"


class Room(App[None]):
    """An app with a sheet and nothing else."""

    def __init__(self, book: Notebook) -> None:
        super().__init__()
        self.book = book

    def compose(self) -> ComposeResult:
        yield Sheet(self.book.table, id="sheet")


@asynccontextmanager
async def looking(height: int, book: Notebook) -> AsyncIterator[tuple[Person, Sheet]]:
    room = Room(book)
    async with room.run_test(size=(80, height)) as pilot:
        yield Person(pilot), room.query_one(Sheet)


def draw(sheet: Sheet, book: Notebook, room: int, *, tall: bool = False) -> int:
    return sheet.draw(book.table, book.beliefs, room, cell=WORD, tall=tall)


@with_keyboard
async def test_where_there_is_room_the_categories_stand_apart() -> None:
    book = game()
    async with looking(40, book) as (_, sheet):
        draw(sheet, book, 80)
        assert {row.height for row in sheet.ordered_rows} == {1}
        draw(sheet, book, 80, tall=True)
        apart = [at for at, row in enumerate(sheet.ordered_rows) if row.height == 2]
        assert [CLUE_US.cards[at].name for at in apart] == ["Professor Plum", "Wrench"]


@with_keyboard
async def test_a_sheet_is_as_wide_as_its_columns() -> None:
    book = game()
    async with looking(40, book) as (_, sheet):
        for room in (45, 60, 80):
            drawn = draw(sheet, book, room)
            width = sum(column.get_render_width(sheet) for column in sheet.ordered_columns)
            assert drawn == width + 1, "with its scroll bar"
            assert drawn <= room


@with_keyboard
async def test_headings_lose_their_numbers_before_their_letters() -> None:
    book = game()
    async with looking(40, book) as (_, sheet):
        draw(sheet, book, 45)
        assert [str(column.label) for column in sheet.ordered_columns] == [
            "",
            "Alexand…",
            "Bob 6",
            "Eve 5",
            "envelo…",
        ]
        draw(sheet, book, 80)
        assert str(sheet.ordered_columns[1].label) == "Alexandra"


@with_keyboard
async def test_the_cursor_stays_on_its_cell() -> None:
    book = game()
    async with looking(40, book) as (somebody, sheet):
        draw(sheet, book, 80)
        assert sheet.chosen == ("Alexandra", CLUE_US.cards[0])
        await somebody.press("down", "down", "right")
        assert sheet.chosen == ("Bob", CLUE_US.cards[2])
        draw(sheet, book, 60, tall=True)
        assert sheet.chosen == ("Bob", CLUE_US.cards[2])


@with_keyboard
async def test_what_is_out_of_sight_is_counted() -> None:
    book = game()
    async with looking(12, book) as (somebody, sheet):
        draw(sheet, book, 60)
        await somebody.rest()
        assert sheet.hidden() == "▼ 10"
        sheet.move_cursor(row=11)
        await somebody.rest()
        assert sheet.hidden() == "▲ 1 ▼ 9"
        sheet.move_cursor(row=20)
        await somebody.rest()
        assert sheet.hidden() == "▲ 10"


@with_keyboard
async def test_columns_out_of_sight_are_pointed_to() -> None:
    book = game()
    async with looking(40, book) as (somebody, sheet):
        draw(sheet, book, 60)
        await somebody.rest()
        assert not sheet.hidden()
        await somebody.pilot.resize_terminal(30, 40)
        await somebody.rest()
        assert sheet.hidden() == "▶"
