"""The line to type in: what it offers, how that is chosen and taken, what is said below it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.tui.driving import Person, with_keyboard

textual = pytest.importorskip("textual")

from textual.app import App, ComposeResult  # noqa: E402 -- only where it is installed
from textual.pilot import Pilot  # noqa: E402
from textual.widgets import Static  # noqa: E402

from cluetree.interfaces.tui.entry import Entry, Line  # noqa: E402
from cluetree.record.completion import Completion  # noqa: E402

WORDS = ("Kitchen, ", "Knife, ", "Hall ->")


def complete(text: str) -> Completion:
    """Offer every word that goes on as the last one typed; behind a stop there is none."""
    last = text.rpartition(" ")[2]
    found = tuple(word for word in WORDS if word.casefold().startswith(last.casefold()))
    return Completion("" if text.endswith(".") else "a card", len(text) - len(last), found)


class Room(App[None]):
    """An app with a line to type in and one more to go on to."""

    CSS = ".label { width: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self.entered: list[str] = []

    def compose(self) -> ComposeResult:
        yield Entry(complete, self.entered.append, example="Tom lacks Rope", id="entry")
        yield Line(complete, lambda: None, lambda: None, value="hall")


class Typist(Person):
    """Somebody at the line."""

    def __init__(self, pilot: Pilot[None], room: Room):
        super().__init__(pilot)
        self.entered = room.entered
        self.entry = room.query_one(Entry)
        self.line = self.entry.line

    def below(self) -> str:
        """What stands below the line."""
        return str(self.entry.query_one(".hint", Static).content)

    async def sees(self) -> str:
        """The line as it is shown."""
        await self.rest()
        x, y, width, _ = self.line.region
        return self.shown().splitlines()[y][x : x + width].strip()


@asynccontextmanager
async def typist(text: str = "") -> AsyncIterator[Typist]:
    """Put a text into the line."""
    room = Room()
    async with room.run_test() as pilot:
        somebody = Typist(pilot, room)
        somebody.entry.put(text)
        await somebody.rest()
        yield somebody


@with_keyboard
async def test_candidates_are_chosen_in_a_circle() -> None:
    async with typist("hall, k") as somebody:
        assert somebody.line.candidates() == ("Kitchen, ", "Knife, ")
        assert somebody.below() == " Kitchen  Knife "
        await somebody.press("down")
        assert somebody.below() == " Knife  Kitchen "
        await somebody.press("down")
        assert somebody.below() == " Kitchen  Knife ", "after the last one comes the first"
        await somebody.press("up", "tab")
        assert somebody.line.value == "hall, Knife, "


@with_keyboard
async def test_the_chosen_candidate_is_lit_up_and_what_is_expected_is_dim() -> None:
    async with typist("k") as somebody:
        hint = somebody.line.offers()
        lit = [hint.plain[span.start : span.end] for span in hint.spans if span.style == "reverse"]
        assert lit == [" Kitchen "]
        somebody.entry.put("xyz")
        assert somebody.line.offers().style == "dim"


@with_keyboard
async def test_a_choice_lasts_until_something_else_may_come() -> None:
    async with typist("k") as somebody:
        await somebody.press("down", "backspace", "k")
        assert somebody.line.taken() == "Kitchen, "
        await somebody.press("down", "home", "end")
        assert somebody.line.taken() == "Kitchen, "


@with_keyboard
async def test_what_stands_behind_the_cursor_stays_there() -> None:
    async with typist("knife hall") as somebody:
        somebody.line.cursor_position = 2
        await somebody.press("tab")
        assert somebody.line.value == "Knife, ife hall"
        assert somebody.line.cursor_position == len("Knife, ")


@pytest.mark.parametrize("text", ["xyz", "Hall ->"])
@with_keyboard
async def test_with_nothing_to_take_the_tabulator_goes_on(text: str) -> None:
    async with typist(text) as somebody:
        await somebody.press("tab")
        assert somebody.line.value == text
        following = somebody.app.query(Line).last()
        assert somebody.app.focused is following
        assert following.selected_text == "hall", "typing begins anew"


@with_keyboard
async def test_the_line_is_shown_as_the_candidate_would_make_it() -> None:
    async with typist() as somebody:
        assert "Tom lacks Rope" in await somebody.sees(), "nobody has begun yet"
        await somebody.press("K")
        assert await somebody.sees() == "Kitchen,"
        await somebody.press("down")
        assert await somebody.sees() == "Knife,"
        await somebody.press("up")
        assert await somebody.sees() == "Kitchen,"
        await somebody.press("n", "i", "left")
        assert await somebody.sees() == "Kni", "it would go on otherwise than it does"
        await somebody.press("down")
        assert await somebody.sees() == "Kni"


@with_keyboard
async def test_what_is_said_stands_below_until_somebody_types() -> None:
    async with typist("ha") as somebody:
        somebody.entry.say("Done.")
        assert somebody.below() == "Done.   Hall "
        somebody.entry.refuse("no such card", 2)
        assert somebody.below() == "✗ no such card"
        assert somebody.line.cursor_position == 1
        somebody.entry.refuse("not now", None)
        assert somebody.line.cursor_position == 1, "no one word is wrong"
        somebody.entry.say("Done.")
        assert somebody.below() == "Done.   Hall ", "what was refused is over"
        await somebody.press("x")
        assert somebody.below() == "a card"
        somebody.entry.put("xyz.")
        assert not somebody.below(), "nothing need come"


@with_keyboard
async def test_a_letter_typed_elsewhere_goes_on_in_the_line() -> None:
    async with typist("ha") as somebody:
        somebody.app.query(Line).last().focus()
        somebody.entry.type("l")
        assert somebody.line.value == "hal"
        assert somebody.line.has_focus
        await somebody.press("l", "enter")
        assert somebody.entered == ["hall"]
