"""Work beside the screen: only the last of a kind counts, and keys are answered meanwhile."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Event

import pytest

from tests.tui.driving import at_the_keyboard

textual = pytest.importorskip("textual")

from textual.app import App, ComposeResult  # noqa: E402 -- only where it is installed
from textual.pilot import Pilot  # noqa: E402

from cluetree.interfaces.tui.background_work import BackgroundWork  # noqa: E402


class Room(App[None]):
    """An app with nothing but background work."""

    def compose(self) -> ComposeResult:
        yield BackgroundWork()


class Errand:
    """A piece of work that takes until it is told to end."""

    def __init__(self, result: str):
        self.result = result
        self.begun = Event()
        self.end = Event()

    def __call__(self) -> str:
        self.begun.set()
        assert self.end.wait(60)
        if self.result == "trouble":
            raise ValueError(self.result)
        return self.result


class Office:
    """Somebody who sends others on errands."""

    def __init__(self, pilot: Pilot[None]):
        self.pilot = pilot
        self.room = pilot.app.query_one(BackgroundWork)
        self.heard: list[str] = []
        self.failed: list[str] = []

    def ask(self, kind: str, result: str) -> Errand:
        errand = Errand(result)
        self.room.ask(kind, errand, self.heard.append, lambda e: self.failed.append(str(e)))
        return errand

    async def until(self, true: Callable[[], bool]) -> None:
        for _ in range(1000):
            await self.pilot.pause(0.005)
            if true():
                return
        pytest.fail("it never came")


@asynccontextmanager
async def office() -> AsyncIterator[Office]:
    async with Room().run_test() as pilot:
        yield Office(pilot)


@at_the_keyboard
async def test_of_one_kind_only_the_last_result_is_delivered() -> None:
    async with office() as desk:
        first, second, third = (desk.ask("why", name) for name in ("first", "second", "third"))
        assert desk.room.busy == {"why"}
        assert not second.begun.is_set(), "one at a time"
        for errand in (third, second, first):
            errand.end.set()
        await desk.until(lambda: not desk.room.busy)
        assert desk.heard == ["third"]
        assert not second.begun.is_set(), "what nobody waits for is not begun"


@at_the_keyboard
async def test_kinds_do_not_wait_for_each_other() -> None:
    async with office() as desk:
        slow, fast = desk.ask("advice", "slow"), desk.ask("reading", "fast")
        fast.end.set()
        await desk.until(lambda: desk.heard == ["fast"])
        assert desk.room.busy == {"advice"}
        slow.end.set()
        await desk.until(lambda: desk.heard == ["fast", "slow"])


@at_the_keyboard
async def test_what_is_dropped_is_not_delivered() -> None:
    async with office() as desk:
        errand = desk.ask("why", "dropped")
        desk.room.drop("why")
        assert not desk.room.busy
        later = desk.ask("why", "later")
        errand.end.set()
        later.end.set()
        await desk.until(lambda: not desk.room.busy)
        assert desk.heard == ["later"]


@at_the_keyboard
async def test_trouble_is_reported_and_work_goes_on() -> None:
    async with office() as desk:
        desk.ask("why", "trouble").end.set()
        await desk.until(lambda: desk.failed == ["trouble"])
        desk.ask("why", "well").end.set()
        await desk.until(lambda: desk.heard == ["well"])


@at_the_keyboard
async def test_leaving_does_not_wait_for_work() -> None:
    async with office() as desk:
        errand = desk.ask("why", "too late")
    assert errand.begun.is_set()
    errand.end.set()
    assert not desk.heard
