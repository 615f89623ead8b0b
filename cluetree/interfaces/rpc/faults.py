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
_INITIAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


def fault(error: ClueError) -> RpcError:
    """Translate an error of the library or of an operation."""
    if not isinstance(error, OperationError):
        return RpcError(_code(error), str(error), _data(error))
    cause = _cause(error)
    if error.kind == "invalid_params" and cause is not None:
        code, data = _code(cause), _data(cause)
    else:
        code = Code[error.kind.upper()]
        data = ErrorData(
            kind=error.kind,
            word=_given(error.word),
            candidates=UNSET if error.word is None else error.candidates,
            version=_given(error.version),
        )
    place = error.__cause__
    if isinstance(place, RecordError):
        data = replace(data, line=_given(place.line), column=_given(place.column))
    if not error.path:
        return RpcError(code, error.reason, data)
    path = f"$.params.{error.path}"
    return RpcError(code, f"{path}: {error.reason}", replace(data, path=path))


def _cause(error: OperationError) -> ClueError | None:
    """Return the library's error about a parameter; `None` if it has no separate code."""
    found = error.__cause__
    while isinstance(found, RecordError) and found.__cause__ is not None:
        found = found.__cause__
    if isinstance(found, RecordError) and found.line is None:
        return None
    return found if isinstance(found, ClueError) else None


def _given(value: _T | None) -> _T | UnsetType:
    return UNSET if value is None else value


def _code(error: ClueError) -> Code:
    match error:
        case UnknownNameError():
            return Code.UNKNOWN_NAME
        case ContradictionError():
            return Code.CONTRADICTION
        case LimitReached():
            return Code.LIMIT
        case RecordError():
            return Code.RECORD
        case (
            InvalidEditionError() | InvalidEventError() | InvalidGuessError() | InvalidTableError()
        ):
            return Code.INVALID
        case _:
            return Code.CLUE_ERROR


def _data(error: ClueError) -> ErrorData:
    # The class in lower case: `unknown_card` for an `UnknownCardError`.
    data = ErrorData(kind=_INITIAL.sub("_", type(error).__name__.removesuffix("Error")).lower())
    match error:
        case UnknownNameError(word=word, candidates=candidates, ambiguous=ambiguous):
            return replace(data, word=word, candidates=candidates, ambiguous=ambiguous)
        case ContradictionError(causes=causes):
            return replace(data, causes=causes)
        case _:
            return data
