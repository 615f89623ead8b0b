"""A cache of the last results, which threads share."""

from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Cache(Generic[K, V]):
    """The results of the last questions, as many as fit into a total size."""

    def __init__(self, most: int):
        """Keep results whose sizes add up to at most `most`."""
        self._most = most
        self._kept: dict[K, tuple[V, int]] = {}
        self._size = 0
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """Return a kept result, which becomes the newest."""
        with self._lock:
            found = self._kept.pop(key, None)  # hashing a large key takes most of the time
            if found is None:
                return None
            self._kept[key] = found
            return found[0]

    def keep(self, key: K, result: V, size: int) -> None:
        """Keep a result, which is the same each time, and drop the oldest ones of too many."""
        with self._lock:
            number = len(self._kept)
            self._kept[key] = result, size
            if len(self._kept) > number:  # another thread may have kept it
                self._size += size
            while self._size > self._most:
                self._size -= self._kept.pop(next(iter(self._kept)))[1]

    def clear(self) -> None:
        """Drop all results."""
        with self._lock:
            self._kept.clear()
            self._size = 0
