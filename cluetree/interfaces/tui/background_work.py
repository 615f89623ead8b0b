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
    """Does work in threads: one piece of each kind at a time; of those waiting, only the last.

    Results are delivered in the screen's own thread. A result is dropped if newer work of its
    kind was requested or the kind was dropped. A running thread does not delay the program's end.
    """

    DEFAULT_CSS = "BackgroundWork { display: none; }"

    class Done(Message):
        """A piece of work is finished; `report` delivers its result."""

        def __init__(self, kind: str, report: Callable[[], None]):
            self.kind = kind
            self.report = report
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self._at_work: dict[str, bool] = {}
        """The kinds that a thread works on, and whether the result is still needed."""
        self._waiting: dict[str, Callable[[], None]] = {}

    @property
    def busy(self) -> frozenset[str]:
        """The kinds of work whose results are outstanding."""
        wanted = {kind for kind, is_wanted in self._at_work.items() if is_wanted}
        return frozenset(wanted | self._waiting.keys())

    def ask(
        self,
        kind: str,
        work: Callable[[], T],
        deliver: Callable[[T], None],
        fail: Callable[[Exception], None],
    ) -> None:
        """Start a piece of work, in place of earlier work of its kind.

        Args:
            kind: Later work of the same kind replaces this.
            work: Called in a thread; it must not share state that others change.
            deliver: Called in the screen's thread with the result.
            fail: Called instead if the work raises an error.
        """
        self.drop(kind)
        job = _Job(work, deliver, fail)
        if kind in self._at_work:
            self._waiting[kind] = lambda: self._start(kind, job)
        else:
            self._start(kind, job)

    def drop(self, kind: str) -> None:
        """Drop the results of this kind."""
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
        except Exception as error:  # noqa: BLE001 -- the screen must report any error
            self._report(kind, partial(job.fail, error))
        else:
            self._report(kind, partial(job.deliver, result))

    def _report(self, kind: str, report: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the program has ended meanwhile
            self.post_message(self.Done(kind, report))

    def on_background_work_done(self, message: Done) -> None:
        """Deliver a result that is still needed, and start the work that waited for it."""
        message.stop()
        wanted = self._at_work.pop(message.kind)
        start = self._waiting.pop(message.kind, None)
        if start is not None:
            start()
        if wanted:
            message.report()
