"""Notices two threads at work in one place, which is for one."""

from threading import RLock

from cluetree.errors import NotebookInUseError


class Alone:
    """Entered by one thread at a time, as often as it likes; another one gets an error.

    Raises:
        NotebookInUseError: On entering, if another thread is inside.
    """

    def __init__(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise NotebookInUseError("another thread is at work here: give each its book.copy()")

    def __exit__(self, *_: object) -> None:
        self._lock.release()
