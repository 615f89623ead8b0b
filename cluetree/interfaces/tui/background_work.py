"""Long work in a thread, so that keys are answered meanwhile."""

from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from threading import Thread
from typing import Generic, TypeVar

from textual.message_pump import MessagePump

T = TypeVar("T")


class BackgroundWork(Generic[T]):
    """Does one kind of work, one piece at a time; only the last request is answered.

    A thread that is still at work does not delay the end of the program.

    Args:
        screen: Answers are delivered in its thread.
        deliver: Called with the result.
        fail: Called instead if the work raises an error.
    """

    def __init__(
        self,
        screen: MessagePump,
        deliver: Callable[[T], None],
        fail: Callable[[Exception], None],
    ):
        self._screen = screen
        self._deliver = deliver
        self._fail = fail
        self._requested: Callable[[], T] | None = None
        self._at_work = False

    @property
    def busy(self) -> bool:
        """Whether a result is outstanding."""
        return self._requested is not None

    def ask(self, work: Callable[[], T]) -> None:
        """Request work, which must not share state that others change."""
        self._requested = work
        if not self._at_work:
            self._start(work)

    def drop(self) -> None:
        """Drop the request."""
        self._requested = None

    def _start(self, work: Callable[[], T]) -> None:
        self._at_work = True
        Thread(target=copy_context().run, args=(self._run, work), daemon=True).start()

    def _run(self, work: Callable[[], T]) -> None:
        """Do the work; this is the only part that runs in the thread."""
        try:
            report = partial(self._deliver, work())
        except Exception as error:  # noqa: BLE001 -- the screen must report any error
            report = partial(self._fail, error)
        with suppress(RuntimeError):  # the program has ended meanwhile
            self._screen.call_later(self._finish, work, report)

    def _finish(self, work: Callable[[], T], report: Callable[[], None]) -> None:
        self._at_work = False
        if self._requested is work:
            self._requested = None
            report()
        elif self._requested is not None:
            self._start(self._requested)
