"""The log as a list: what is drawn, what is chosen, what is wanted of it."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import pytest
from rich.console import Console
from rich.table import Table as Grid

from cluetree import Notebook
from tests.tui.driving import FRIDAY, Person, with_keyboard

textual = pytest.importorskip("textual")

from textual.app import App, ComposeResult  # noqa: E402 -- only where it is installed
from textual.pilot import Pilot  # noqa: E402

from cluetree.interfaces.tui.log import Log  # noqa: E402

BOOK = Notebook.load(FRIDAY)


class Room(App[None]):
    """An app with a log."""

    def compose(self) -> ComposeResult:
        yield Log(id="log")


class Reader(Person):
    """Somebody at the log."""

    def __init__(self, pilot: Pilot[None]):
        super().__init__(pilot)
        self.log = pilot.app.query_one(Log)

    async def see(
        self, count: int, *, clashing: Collection[int] = (), kept: int = len(BOOK)
    ) -> list[str]:
        """Draw so many entries, and return what stands in the log, line by line."""
        events = BOOK.events[:count]
        self.log.draw(events, BOOK.table.edition, clashing=clashing, kept=kept)
        await self.rest()
        return [line.strip() for line in self.shown().splitlines() if line.strip()]


@asynccontextmanager
async def reader(height: int = 40) -> AsyncIterator[Reader]:
    async with Room().run_test(size=(80, height)) as pilot:
        somebody = Reader(pilot)
        somebody.log.focus()
        yield somebody


@with_keyboard
async def test_entries_bear_their_numbers_and_those_that_clash_a_sign() -> None:
    async with reader() as somebody:
        lines = await somebody.see(10, clashing={2, 9}, kept=8)
        signs = [line.split()[0] for line in lines]
        assert signs == ["1", "!2", *map(str, range(3, 9)), "!9", "?10"]
        assert lines[0].endswith("Rosa: Green, Wrench, Kitchen → Tom shows Kitchen")
        lines = await somebody.see(10)
        assert [line.split()[0] for line in lines] == [*map(str, range(1, 11))]


@with_keyboard
async def test_what_clashes_and_what_is_supposed_is_drawn_otherwise() -> None:
    async with reader() as somebody:
        await somebody.see(12, clashing={11}, kept=11)
        drawn = [
            {str(part.style) for part in Console(width=80).render(option.prompt) if part.style}
            for option in somebody.log.options
            if isinstance(option.prompt, Grid)
        ]
        assert drawn[-3:] == [set(), {"bold red"}, {"italic"}]


@with_keyboard
async def test_who_looks_at_the_end_goes_on_looking_at_it() -> None:
    async with reader(height=8) as somebody:
        await somebody.see(0)
        assert somebody.log.number == 0
        for count in (5, 12, 20, 19):
            lines = await somebody.see(count)
            assert somebody.log.number == count
            assert lines[-1].startswith(str(count))
        await somebody.press("up")
        assert somebody.log.number == 18
        await somebody.see(27)
        assert somebody.log.number == 18, "who looks elsewhere stays there"
        await somebody.see(10)
        assert somebody.log.number == 10, "as far as there is anything"


@with_keyboard
async def test_the_first_entry_may_stay_chosen() -> None:
    async with reader() as somebody:
        await somebody.see(5)
        await somebody.press("home")
        await somebody.see(6)
        assert somebody.log.number == 1


@with_keyboard
async def test_what_is_drawn_already_stays() -> None:
    async with reader() as somebody:
        await somebody.see(5)
        before = [*somebody.log.options]
        await somebody.see(9)
        assert somebody.log.options[:5] == before
        await somebody.see(9, clashing={4})
        assert somebody.log.options[:3] == before[:3]
        assert len(somebody.log.options) == 9
