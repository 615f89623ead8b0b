"""From the library's errors to those of the protocol."""

import re
from collections.abc import Callable
from typing import Final, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from cluetree.errors import (
    ClueError,
    ContradictionError,
    InvalidEditionError,
    InvalidEventError,
    InvalidGuessError,
    InvalidTableError,
    LimitReached,
    RecordError,
    UnknownNameError,
)
from cluetree.interfaces.rpc.protocol import Code, ErrorData, RpcError

_T = TypeVar("_T")

_CODES: Final[tuple[tuple[type[ClueError], Code], ...]] = (
    (UnknownNameError, Code.UNKNOWN_NAME),
    (ContradictionError, Code.CONTRADICTION),
    (LimitReached, Code.LIMIT),
    (RecordError, Code.RECORD),
    (InvalidEditionError, Code.INVALID),
    (InvalidEventError, Code.INVALID),
    (InvalidGuessError, Code.INVALID),
    (InvalidTableError, Code.INVALID),
)


def fault(error: ClueError, path: str | UnsetType = UNSET) -> RpcError:
    """Say in the protocol's words what the library said, and which part of the request it is."""
    return RpcError(_code(error), str(error), _data(error, path))


def named(find: Callable[[str], _T], word: str, path: str) -> _T:
    """Look up a name that came with a request.

    Raises:
        RpcError: If it is nobody's; `path` is where in the request it stands.
    """
    try:
        return find(word)
    except UnknownNameError as error:
        raise fault(error, path) from None


def fault_of_record(error: RecordError, path: str, *, root: str = "$") -> RpcError:
    """Say what is wrong with a record or an event that came with a request.

    Args:
        error: What the record's reader says.
        path: Where in the request it stands.
        root: What the reader's own paths to it start with.
    """
    if error.path is not None:
        path += error.path.removeprefix(root).removeprefix("$")
    cause = _cause(error)
    if cause is not None:  # a name or a rule, and the record's error only says where
        code, data = _code(cause), _data(cause, path, error)
    elif error.line is not None:
        code, data = Code.RECORD, _data(error, path, error)
    else:
        code, data = Code.INVALID_PARAMS, ErrorData(kind="invalid_params", path=path)
    return RpcError(code, f"{path}: {error.reason}", data)


def _cause(error: BaseException) -> ClueError | None:
    """What first went wrong, if that was not found by a reader of records itself."""
    while isinstance(error, RecordError) and error.__cause__ is not None:
        error = error.__cause__
    return error if isinstance(error, ClueError) and not isinstance(error, RecordError) else None


def _code(error: ClueError) -> Code:
    return next((code for kind, code in _CODES if isinstance(error, kind)), Code.CLUE_ERROR)


def _data(
    error: ClueError, path: str | UnsetType = UNSET, place: RecordError | None = None
) -> ErrorData:
    place = error if isinstance(error, RecordError) else place
    data = ErrorData(
        kind=_kind(error),
        path=path,
        line=_given(None if place is None else place.line),
        column=_given(None if place is None else place.column),
    )
    if isinstance(error, UnknownNameError):
        return replace(
            data, word=error.word, candidates=error.candidates, ambiguous=error.ambiguous
        )
    if isinstance(error, ContradictionError):
        return replace(data, causes=error.causes)
    return data


def _given(number: int | None) -> int | UnsetType:
    return UNSET if number is None else number


_INITIAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


def _kind(error: ClueError) -> str:
    """The class in lower case: `unknown_card` for an `UnknownCardError`."""
    return _INITIAL.sub("_", type(error).__name__.removesuffix("Error")).lower()
