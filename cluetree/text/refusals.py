"""Error messages in the reader's language."""

from typing import Final

from cluetree.errors import (
    ClueError,
    InvalidEditionError,
    InvalidEventError,
    InvalidGuessError,
    InvalidTableError,
    RecordError,
    UnknownAgentError,
    UnknownCardError,
    UnknownEditionError,
    UnknownNameError,
    UnknownPlayerError,
)
from cluetree.text.language import enumeration, reworded, t

_NAMES: Final = (UnknownAgentError, UnknownCardError, UnknownEditionError, UnknownPlayerError)
_ABOUT: Final[tuple[tuple[type[ClueError], str], ...]] = (
    (InvalidEventError, "refusal.rules"),
    (InvalidGuessError, "refusal.rules"),
    (InvalidTableError, "refusal.set_up"),
    (InvalidEditionError, "refusal.set_up"),
    (RecordError, "refusal.reading"),
)


def refusal(error: ClueError) -> str:
    """Return the message of an error without its position in a record.

    A message that has no translation is quoted in English.
    """
    cause = error
    while isinstance(cause, RecordError) and isinstance(cause.__cause__, ClueError):
        cause = cause.__cause__
    _, why = position_and_reason(error)
    if isinstance(cause, _NAMES) and why == str(cause):
        return _wrong_name(cause)
    said = reworded("refusal.why.", why)
    if said != why:
        return said
    about = next((key for kind, key in _ABOUT if isinstance(cause, kind)), "refusal.other")
    return t(about, why=why)


def message_of(error: Exception) -> str:
    """Return the message of an error with its position; unchanged if it has no translation."""
    position, why = position_and_reason(error)
    return position + reworded("refusal.why.", why)


def position_and_reason(error: Exception) -> tuple[str, str]:
    """Split the message of an error: its position in a record, if any, and the rest."""
    why = error.reason if isinstance(error, RecordError) else str(error)
    return str(error).removesuffix(why), why


def _wrong_name(error: UnknownNameError) -> str:
    # Escaped, so that no character can control a terminal.
    word, names = repr(error.word)[1:-1], [" ".join(name.split()) for name in error.candidates]
    key = "ambiguous" if error.ambiguous else "meant" if names else "unknown"
    return t(f"refusal.{key}_{error.kind}", word=word, names=enumeration(names, "or"))
