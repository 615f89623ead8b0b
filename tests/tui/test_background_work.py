"""Background work: only the last request is answered, and keys are answered meanwhile."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Event

import pytest

from tests.tui.driving import with_keyboard

textual = pytest.importorskip("textual")

from textual.app import App  # noqa: E402 -- only where it is installed
from textual.pilot import Pilot  # noqa: E402

from cluetree.interfaces.tui.background_work import BackgroundWork  # noqa: E402


class Piece:
    """A piece of work that takes until it is allowed to end."""

    def __init__(self, result: str):
        self.result = result
        self.begun = Event()
        self.end = Event()

    def __call__(self) -> str:
        self.begun.set()
        assert self.end.wait(300)
        if self.result == "trouble":
            raise ValueError(self.result)
        return self.result


class Client:
    """Requests work and keeps the answers."""

    def __init__(self, pilot: Pilot[None]):
        self.pilot = pilot
        self.results: list[str] = []
        self.work = BackgroundWork(
            pilot.app, self.results.append, lambda error: self.results.append(f"failed: {error}")
        )

    def ask(self, result: str) -> Piece:
        piece = Piece(result)
        self.work.ask(piece)
        return piece

    async def until(self, true: Callable[[], bool]) -> None:
        for _ in range(100_000):
            await self.pilot.pause(0.005)
            if true():
                return
        pytest.fail("it never came")


@asynccontextmanager
async def client() -> AsyncIterator[Client]:
    async with App[None]().run_test() as pilot:
        yield Client(pilot)


@with_keyboard
async def test_only_the_last_request_is_answered() -> None:
    async with client() as one:
        first, second, third = map(one.ask, ("first", "second", "third"))
        assert one.work.busy
        for piece in (third, second, first):
            piece.end.set()
        await one.until(lambda: not one.work.busy)
        assert one.results == ["third"]
        assert not second.begun.is_set(), "it was replaced before its turn"


@with_keyboard
async def test_dropped_request_is_not_answered() -> None:
    async with client() as one:
        dropped = one.ask("dropped")
        one.work.drop()
        assert not one.work.busy
        later = one.ask("later")
        dropped.end.set()
        later.end.set()
        await one.until(lambda: not one.work.busy)
        assert one.results == ["later"]


@with_keyboard
async def test_errors_are_reported_and_work_goes_on() -> None:
    async with client() as one:
        for result, answer in (("trouble", "failed: trouble"), ("well", "well")):
            one.ask(result).end.set()
            await one.until(lambda: not one.work.busy)
            assert one.results[-1] == answer


@with_keyboard
async def test_quitting_does_not_wait_for_work() -> None:
    async with client() as one:
        piece = one.ask("too late")
    assert piece.begun.wait(300)
    piece.end.set()
    assert not one.results
