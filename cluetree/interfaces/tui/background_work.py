"""Long work beside the screen, so that keys are answered while it goes on."""

from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import Generic, TypeVar

from textual.message import Message
from textual.widget import Widget

T = TypeVar("T")


@dataclass
class _Job(Generic[T]):
    work: Callable[[], T]
    deliver: Callable[[T], None]
    fail: Callable[[Exception], None]


class BackgroundWork(Widget):
    """Does work in threads: of each kind one piece at a time, and of what waits only the last.

    Results are delivered in the screen's own thread. One that nobody waits for any more, since
    something newer of its kind was asked or the kind was dropped, is thrown away. A thread still
    at work does not hold up the end of the program.
    """

    DEFAULT_CSS = "BackgroundWork { display: none; }"

    class Done(Message):
        """A piece of work is over; `report` delivers what came of it."""

        def __init__(self, kind: str, report: Callable[[], None]):
            self.kind = kind
            self.report = report
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self._at_work: dict[str, bool] = {}
        """The kinds that a thread is busy with, and whether its result is still wanted."""
        self._waiting: dict[str, Callable[[], None]] = {}

    @property
    def busy(self) -> frozenset[str]:
        """The kinds of work whose results are still to come."""
        wanted = {kind for kind, is_wanted in self._at_work.items() if is_wanted}
        return frozenset(wanted | self._waiting.keys())

    def ask(
        self,
        kind: str,
        work: Callable[[], T],
        deliver: Callable[[T], None],
        fail: Callable[[Exception], None],
    ) -> None:
        """Have a piece of work done, in place of what was asked of its kind before.

        Args:
            kind: What later work takes the place of this.
            work: What is done in a thread; it must not share what others change.
            deliver: What is called in the screen's thread with the result.
            fail: What is called instead if the work raises an error.
        """
        self.drop(kind)
        job = _Job(work, deliver, fail)
        if kind in self._at_work:
            self._waiting[kind] = lambda: self._start(kind, job)
        else:
            self._start(kind, job)

    def drop(self, kind: str) -> None:
        """Want no result of this kind any more."""
        self._waiting.pop(kind, None)
        if kind in self._at_work:
            self._at_work[kind] = False

    def _start(self, kind: str, job: _Job[T]) -> None:
        self._at_work[kind] = True
        context = copy_context()
        Thread(target=context.run, args=(self._run, kind, job), daemon=True).start()

    def _run(self, kind: str, job: _Job[T]) -> None:
        """Do the work; this is the only part that runs in the thread."""
        try:
            result = job.work()
        except Exception as error:  # noqa: BLE001 -- whatever it is, the screen must hear of it
            self._report(kind, partial(job.fail, error))
        else:
            self._report(kind, partial(job.deliver, result))

    def _report(self, kind: str, report: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the program has ended meanwhile
            self.post_message(self.Done(kind, report))

    def on_background_work_done(self, message: Done) -> None:
        """Deliver a result that is still wanted, and begin what waited for it."""
        message.stop()
        wanted = self._at_work.pop(message.kind)
        start = self._waiting.pop(message.kind, None)
        if start is not None:
            start()
        if wanted:
            message.report()
