"""The widgets alone: the line to type in, the sheet as a grid, and the log as a list."""

from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager

import pytest
from textual.widget import Widget
from textual.widgets import Static

from cluetree import Table
from cluetree.cards import Edition
from cluetree.editions import SHIPPED
from cluetree.interfaces.drawing.sheet import heads
from cluetree.interfaces.tui.entry import Entry, Line
from cluetree.interfaces.tui.grid import SIGN, cell_width, widths
from cluetree.interfaces.tui.log import Log
from cluetree.record.completion import Completion
from tests.tui.driving import NAMES, Person, friday, showing, with_keyboard

WORDS = ("Kitchen, ", "Knife, ", "Hall ->")
WORD = cell_width()

# The line


def complete(text: str) -> Completion:
    """Offer the words that continue the last one; after a full stop nothing may follow."""
    last = text.rpartition(" ")[2]
    found = tuple(word for word in WORDS if word.casefold().startswith(last.casefold()))
    return Completion("" if text.endswith(".") else "a card", len(text) - len(last), found)


class Typist:
    """A person at the line, with one more line after it."""

    def __init__(self, person: Person, entered: list[str]):
        self.entered = entered
        self.entry = person.app.query_one(Entry)
        self.following = person.app.query(Line).last()
        self.line = self.entry.line

    def below(self) -> str:
        return str(self.entry.query_one(".hint", Static).content)


@asynccontextmanager
async def typing(text: str = "") -> AsyncIterator[tuple[Person, Typist]]:
    entered: list[str] = []

    def widgets() -> Iterator[Widget]:
        yield Entry(complete, entered.append, example="Tom lacks Rope", id="entry")
        yield Line(complete, lambda: None, lambda: None, value="hall")

    async with showing(widgets, css=".label { width: auto; }") as person:
        typist = Typist(person, entered)
        typist.entry.put(text)
        await person.rest()
        yield person, typist


@with_keyboard
async def test_candidates_are_chosen_in_a_circle_until_the_line_changes() -> None:
    async with typing("hall, k") as (person, typist):
        assert typist.line.candidates() == ("Kitchen, ", "Knife, ")
        assert typist.below() == " Kitchen  Knife "
        await person.press("down")
        assert typist.below() == " Knife  Kitchen "
        await person.press("down")
        assert typist.below() == " Kitchen  Knife ", "the first one follows the last"
        for keys in (("down", "backspace", "k"), ("down", "home", "end")):
            await person.press(*keys)
            assert typist.line.taken() == "hall, Kitchen, "
        await person.press("up", "tab")
        assert typist.line.value == "hall, Knife, "


@pytest.mark.parametrize("text", ["xyz", "Hall ->"])
@with_keyboard
async def test_tab_without_a_candidate_goes_to_the_next_line(text: str) -> None:
    async with typing(text) as (person, typist):
        await person.press("tab")
        assert typist.line.value == text
        assert person.app.focused is typist.following
        assert typist.following.selected_text == "hall", "typing replaces it"


@with_keyboard
async def test_line_shows_its_completion() -> None:
    async with typing() as (person, typist):
        for keys, seen in (
            ((), "Tom lacks Rope"),
            (("K",), "Kitchen,"),
            (("down",), "Knife,"),
            (("up",), "Kitchen,"),
            (("n", "i", "left"), "Kni"),  # at the cursor it would continue differently
            (("down",), "Kni"),
        ):
            await person.press(*keys)
            await person.rest()
            x, y, width, _ = typist.line.region
            assert person.shown().splitlines()[y][x : x + width].strip().startswith(seen)


@with_keyboard
async def test_message_stays_below_until_the_next_key() -> None:
    async with typing("ha") as (person, typist):
        entry = typist.entry
        entry.say("Done.")
        assert typist.below() == "Done.   Hall "
        entry.refuse("no such card", 2)
        entry.add("Unseen.")
        assert typist.below() == "✗ no such card"
        assert typist.line.cursor_position == 1
        entry.refuse("not now", None)
        assert typist.line.cursor_position == 1, "the whole line is wrong"
        entry.say("Done.")
        entry.add("More.")
        assert typist.below() == "Done.  More.   Hall "
        await person.press("x")
        assert typist.below() == "a card"
        entry.put("xyz.")
        assert not typist.below(), "nothing is expected"


# The sheet


@pytest.mark.parametrize("players", range(2, 10))
@pytest.mark.parametrize("edition", SHIPPED)
def test_columns_fit_their_marks_and_the_width(players: int, edition: Edition) -> None:
    table = Table.set_up(edition, dict.fromkeys(NAMES[:players]))
    for cell in (WORD, SIGN):
        least = widths(table, 0, cell)
        assert set(least[1:]) == {cell}
        for width in range(sum(least), 200, 7):
            columns = widths(table, width, cell)
            assert sum(columns) <= width
            assert min(columns[1:]) >= cell
    wide = widths(table, 500, SIGN)
    assert [min(len(head), 10) for head in heads(table)] == list(wide[1:])


# The log


@asynccontextmanager
async def reading(height: int = 40) -> AsyncIterator[tuple[Person, Log]]:
    async with showing(lambda: [Log(id="log")], size=(80, height)) as person:
        log = person.app.query_one(Log)
        log.focus()
        yield person, log


def see(log: Log, count: int, clashing: Collection[int] = (), kept: int = 100) -> None:
    book = friday(count)
    log.draw(book.events, book.table.edition, clashing=clashing, kept=kept)


@with_keyboard
async def test_entries_have_their_numbers_and_signs() -> None:
    async with reading() as (person, log):
        for clashing, signs in (({2, 9}, ["!2", "!9", "?10"]), ((), ["2", "9", "?10"])):
            see(log, 10, clashing, kept=9)
            await person.rest()
            lines = [line.split() for line in person.shown().splitlines() if line.strip()]
            assert [lines[at][0] for at in (1, 8, 9)] == signs
            assert " ".join(lines[0]) == "1 Rosa: Green, Wrench, Kitchen → Tom shows Kitchen"


@with_keyboard
async def test_view_stays_at_the_end_or_on_the_chosen_entry() -> None:
    async with reading(height=8) as (person, log):
        see(log, 0)
        assert log.number == 0
        for count in (5, 12, 20, 19):
            see(log, count)
            await person.rest()
            assert log.number == count
            lines = [line for line in person.shown().splitlines() if line.strip()]
            assert lines[-1].strip().startswith(str(count))
        await person.press("up")
        assert log.number == 18
        see(log, 27)
        assert log.number == 18
        see(log, 10)
        assert log.number == 10, "as far as there is anything"
        await person.press("home")
        see(log, 11)
        assert log.number == 1
