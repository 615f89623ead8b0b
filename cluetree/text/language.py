"""Translated texts, numbers and lists.

Each file in `languages/` maps keys to texts; the web page reads the same files. `{name}` is a
placeholder. A text with plural forms is selected by `count` and the language's plural rules; the
form "zero" is for 0 in every language.
"""

import re
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec

from cluetree.text import RULES, TEXTS

Text: TypeAlias = str | Mapping[str, str]
"""A text, or its plural forms by CLDR category: "one", "other", ..."""
_V = TypeVar("_V")

ENGLISH: Final = "en"
LANGUAGES: Final = frozenset(file.stem for file in TEXTS.glob("*.json"))
"""The codes of the available languages."""
_PLACE: Final = re.compile(r"\{(\w+)\}")


class _Rules(msgspec.Struct, frozen=True):
    """The rules of a language in CLDR."""

    decimal: str
    lists: Mapping[str, tuple[str, str, str]]
    """The separators by kind of list: in the middle, before the last word, between two words."""
    forms: Mapping[str, frozenset[int]]
    """The counts of each plural form but "other", up to 199."""

    def form(self, count: int) -> str:
        least = count if count < 100 else 100 + count % 100  # noqa: PLR2004 -- the last two digits
        return next((form for form, counts in self.forms.items() if least in counts), "other")


@cache
def _texts(code: str) -> Mapping[str, Text]:
    file = TEXTS / f"{code}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str | dict[str, str]])


@cache
def _rules() -> Mapping[str, _Rules]:
    return msgspec.json.decode(RULES.read_bytes(), type=dict[str, _Rules])


_spoken: Final = ContextVar("language", default=ENGLISH)


def preferred_language(environ: Mapping[str, str]) -> str:
    """Return the language that an environment selects, by the rules of GNU gettext.

    >>> preferred_language({"LANG": "de_DE.UTF-8"})
    'de'
    >>> preferred_language({"LANG": "fr_FR.UTF-8", "LANGUAGE": "nl:de:en"})
    'de'
    >>> preferred_language({"LANG": "de_DE.UTF-8", "LC_ALL": "C", "LANGUAGE": "de"})
    'en'
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, (environ.get(name) for name in names)), "C")
    if _code(locale) in {"c", "posix"}:
        return ENGLISH
    codes = map(_code, (*environ.get("LANGUAGE", "").split(":"), locale))
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def _code(locale: str) -> str:
    return re.split(r"[-_.@]", locale, maxsplit=1)[0].casefold()


def current_language() -> str:
    """Return the code of the language in use."""
    return _spoken.get()


@contextmanager
def speaking(code: str) -> Generator[None]:
    """Use a language within the context; the default is English."""
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


def parts(key: str, /, *, count: int | None = None, **values: _V) -> list[str | _V]:
    """Return a text in parts, so that values can be other than strings."""
    text = _texts(_spoken.get())[key]
    if not isinstance(text, str):
        if count is None:
            raise KeyError("count")
        form = _rules()[_spoken.get()].form(count) if count or "zero" not in text else "zero"
        text = text.get(form, text["other"])
    known: dict[str, str | _V] = {**values}
    if count is not None:
        known["count"] = str(count)
    pieces = enumerate(_PLACE.split(text))  # every second one is a name
    return [known[piece] if at % 2 else piece for at, piece in pieces]


def t(key: str, /, *, count: int | None = None, **values: str | int) -> str:
    """Return a text with its values.

    >>> t("fact.lacks", place="Bob", card="Rope")
    'Bob lacks Rope'
    >>> with speaking("de"):
    ...     print(t("fact.lacks", place="Bob", card="Seil"), t("count.entries", count=1))
    Bob hat Seil nicht 1 Eintrag
    """
    return "".join(map(str, parts(key, count=count, **values)))


def translation(key: str) -> str | None:
    """Return a text without its values; `None` if this language has none, or only plural forms."""
    text = _texts(_spoken.get()).get(key)
    return text if isinstance(text, str) else None


def enumeration(words: Iterable[str], by: Literal["standard", "or"] = "standard") -> str:
    """List words.

    >>> enumeration(["Ann", "Bob", "Eve"]), enumeration(["Ann", "Bob"], "or")
    ('Ann, Bob and Eve', 'Ann or Bob')
    """
    middle, last, pair = _rules()[_spoken.get()].lists[by]
    *before, end = [*words] or [""]
    start = middle.join(before) + (last if before[1:] else pair) if before else ""
    return f"{start}{end}"


def number(value: float, places: int) -> str:
    """Format a number with this many decimal places, without digit grouping.

    >>> with speaking("de"):
    ...     print(number(1234.5, 2))
    1234,50
    """
    return f"{value:z.{places}f}".replace(".", _rules()[_spoken.get()].decimal)
