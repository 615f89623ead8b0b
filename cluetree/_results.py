"""The shape of an answer that is a list."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Results(Sequence[T]):
    """A sequence of results; `complete`, which each subclass has, tells if the limit cut it."""

    __slots__ = ()

    @property
    @abstractmethod
    def _results(self) -> tuple[T, ...]: ...

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: "slice[int | None, int | None, int | None]") -> tuple[T, ...]: ...
    def __getitem__(
        self, index: "int | slice[int | None, int | None, int | None]"
    ) -> T | tuple[T, ...]:
        return self._results[index]

    def __len__(self) -> int:
        return len(self._results)
