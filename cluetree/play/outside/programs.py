"""Programs that are asked by JSON-RPC over their standard input, and kept for the next game."""

import os
import weakref
from collections.abc import Mapping
from itertools import count
from time import monotonic
from typing import Final, TypeVar

import msgspec
from msgspec import Raw

from cluetree.errors import IllegalActError
from cluetree.play.outside.child import Child, LateError, ProgramError

_T = TypeVar("_T")

_LONGEST_ANSWER: Final = 1 << 16
_MOST_BREAKDOWNS: Final = 3
_MOST_REPEATED: Final = 200
"""Characters of a program's own words that are repeated."""


class Call(msgspec.Struct, frozen=True, tag_field="jsonrpc", tag="2.0", omit_defaults=True):
    """What is said to a program; without an id it needs no answer."""

    method: str
    params: msgspec.Struct | Mapping[str, object]
    id: int | None = None


class Answer(msgspec.Struct, frozen=True):
    """What a program answers."""

    id: int | str | None = None
    result: Raw = msgspec.field(default_factory=Raw)
    error: Raw = msgspec.field(default_factory=Raw)

    @staticmethod
    def read(line: bytes) -> "Answer | None":
        """Read a line; `None` if it is no answer, for all else may come and is passed over."""
        try:
            answer = _ANSWER.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        return answer if bytes(answer.result) or bytes(answer.error) else None

    @property
    def is_error(self) -> bool:
        """Whether it refuses what was asked."""
        return bytes(self.error) not in {b"", b"null"}


# Made here, and so those of `messages`: what reads a class for the first time in two threads at
# once ends the process, and a Dask worker plays in several.
_ANSWER: Final = msgspec.json.Decoder(Answer)


class Program:
    """One running program.

    Raises:
        ProgramError: If it cannot be started.
    """

    def __init__(self, command: tuple[str, ...]):
        self.child = Child(command, longest=_LONGEST_ANSWER)
        self.over = False
        """Whether it was ended."""
        self._ids = count(1)

    def tell(self, method: str, params: msgspec.Struct) -> None:
        """Tell it something that needs no answer."""
        self.child.send(msgspec.json.encode(Call(method, params)))

    def ask(self, method: str, params: msgspec.Struct, form: type[_T], seconds: float) -> _T:
        """Ask it something, and pass over all that it says besides.

        Raises:
            LateError: If it does not answer in that time.
            ProgramError: If it ends.
            IllegalActError: If it answers with an error, or not in this form.
        """
        number = next(self._ids)
        self.child.send(msgspec.json.encode(Call(method, params, number)))
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            answer = Answer.read(self.child.receive(left))
            if answer is not None and answer.id == number:
                return _read(answer, form)
        raise LateError(f"no answer in {seconds:.3g} seconds, but much else")


def _read(answer: Answer, form: type[_T]) -> _T:
    if answer.is_error:
        words = bytes(answer.error)[:_MOST_REPEATED].decode(errors="replace")
        raise IllegalActError(f"it answers with an error: {words}")
    try:
        return msgspec.json.decode(bytes(answer.result), type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise IllegalActError(f"its answer cannot be read: {problem}") from None


class Programs:
    """The programs of one command: idle ones are taken again before new ones are started.

    A command that broke down three times in a row, each time before it had played a whole game,
    is not started any more.
    """

    def __init__(self, command: tuple[str, ...]):
        self.command = command
        self._breakdowns = 0
        self._idle: list[Program] = []
        self._owner = os.getpid()
        self._finalizer = weakref.finalize(self, _end_all, self._idle)

    def take(self) -> tuple[Program, bool]:
        """Return a program that plays no game now, and whether it was started just now.

        Raises:
            ProgramError: If there is none and none can be started.
        """
        if self._owner != os.getpid():  # forked off: what runs is our parent's
            self._idle.clear()
            self._owner = os.getpid()
        if self._idle:
            return self._idle.pop(), False
        if self._breakdowns >= _MOST_BREAKDOWNS:
            raise ProgramError(f"it broke down {self._breakdowns} times in a row")
        try:
            return Program(self.command), True
        except ProgramError:
            self._breakdowns += 1
            raise

    def put_back(self, program: Program) -> None:
        """Keep a program for the next game, unless it was given up."""
        if not program.over:
            self._breakdowns = 0
            self._idle.append(program)

    def give_up(self, program: Program) -> None:
        """End a program that broke down."""
        self._breakdowns += 1
        program.over = True
        program.child.end(grace=0)

    def close(self) -> None:
        """End all that are idle."""
        _end_all(self._idle)


def _end_all(programs: list[Program]) -> None:
    while programs:
        programs.pop().child.end()
