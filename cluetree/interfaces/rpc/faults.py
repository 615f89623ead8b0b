"""Translate the library's errors to those of the protocol."""

import re
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
from cluetree.operations import OperationError

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
_INITIAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


def fault(error: ClueError) -> RpcError:
    """Translate an error of the library or of an operation."""
    if not isinstance(error, OperationError):
        return RpcError(_code(error), str(error), _data(error))
    path = f"$.params.{error.path}" if error.path else UNSET
    message = f"{path}: {error.reason}" if error.path else error.reason
    place = error.__cause__ if isinstance(error.__cause__, RecordError) else None
    cause = _cause(error)
    if error.kind == "invalid_params" and cause is not None:
        return RpcError(_code(cause), message, _placed(_data(cause), path, place))
    data = ErrorData(
        kind=error.kind,
        path=path,
        word=_given(error.word),
        candidates=UNSET if error.word is None else error.candidates,
        version=_given(error.version),
    )
    return RpcError(Code[error.kind.upper()], message, _placed(data, path, place))


def _cause(error: BaseException) -> ClueError | None:
    """Return the library's error about a parameter; `None` if it has no separate code."""
    found = error.__cause__
    while isinstance(found, RecordError) and found.__cause__ is not None:
        found = found.__cause__
    if isinstance(found, RecordError) and found.line is None:
        return None
    return found if isinstance(found, ClueError) else None


def _placed(data: ErrorData, path: str | UnsetType, place: RecordError | None) -> ErrorData:
    if place is None:
        return replace(data, path=path)
    return replace(data, path=path, line=_given(place.line), column=_given(place.column))


def _given(value: _T | None) -> _T | UnsetType:
    return UNSET if value is None else value


def _code(error: ClueError) -> Code:
    return next((code for kind, code in _CODES if isinstance(error, kind)), Code.CLUE_ERROR)


def _data(error: ClueError) -> ErrorData:
    # The class in lower case: `unknown_card` for an `UnknownCardError`.
    kind = _INITIAL.sub("_", type(error).__name__.removesuffix("Error")).lower()
    match error:
        case UnknownNameError():
            return ErrorData(
                kind=kind,
                word=error.word,
                candidates=error.candidates,
                ambiguous=error.ambiguous,
            )
        case ContradictionError():
            return ErrorData(kind=kind, causes=error.causes)
        case _:
            return ErrorData(kind=kind)
