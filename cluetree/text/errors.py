"""Error messages in the reader's language."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cluetree.cards import Category
from cluetree.errors import (
    ClueError,
    InvalidEditionError,
    InvalidEventError,
    InvalidGuessError,
    InvalidTableError,
    Message,
    MessageFormatter,
    RecordError,
    one_line,
)
from cluetree.text.language import ENGLISH, current_language, enumeration, t, translation

_ABOUT: Final[tuple[tuple[type[ClueError], str], ...]] = (
    (InvalidEventError, "error.rules"),
    (InvalidGuessError, "error.rules"),
    (InvalidTableError, "error.set_up"),
    (InvalidEditionError, "error.set_up"),
    (RecordError, "error.reading"),
)


def message_of(error: Exception) -> str:
    """Return the message of an error with its position."""
    return error.position + reason_of(error) if isinstance(error, ClueError) else str(error)


def reason_of(error: ClueError) -> str:
    """Return the message of an error without its position in a record or a request.

    A message that has no translation is quoted in English.
    """
    english = str(error).removeprefix(error.position)
    if current_language() == ENGLISH:
        return english
    if translation(f"error.{error.message.template}") is not None:
        return one_line(_Translator().write(error.message))
    cause = error
    while isinstance(cause.__cause__, ClueError):
        cause = cause.__cause__
    about = next((key for kind, key in _ABOUT if isinstance(cause, kind)), "error.other")
    return t(about, why=english)


class _Translator(MessageFormatter):
    """Writes messages in the language in use, or in English where they have no translation."""

    def write(self, message: Message) -> str:
        template = translation(f"error.{message.template}") or message.template
        return super().write(replace(message, template=template))

    def convert_field(self, value: object, conversion: str | None) -> object:
        if conversion == "r" and isinstance(value, str):
            return t("error.quoted", text=repr(value)[1:-1])
        return super().convert_field(value, conversion)

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, Category):
            return t(f"{format_spec or 'one'}.{value}")
        return super().format_field(value, format_spec)

    def either(self, words: Sequence[str]) -> str:
        return enumeration(words, "or")
