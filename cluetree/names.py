"""Names as people spell them: what they can be, and which of several things a text means."""

import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from itertools import chain
from typing import ClassVar, Final, Generic, TypeVar

from more_itertools import unique_everseen

from cluetree.errors import ClueError, UnknownNameError, escaped, verify_type

T = TypeVar("T")

_LONGEST: Final = 1000
"""The maximum length of a name; normalizing Unicode text takes time quadratic in its length."""
_NOT_IN_XML: Final = "\ufffe\uffff"
_MOST_COMPARED: Final = 40
"""The characters of a name that are compared for similarity, which takes quadratic time, too."""
_SPELLED: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "\u0131": "i", "æ": "ae", "œ": "oe"}
    | {"ħ": "h"}
)
"""Letters that Unicode does not decompose, as a plain keyboard spells them."""


def verify_name(name: str, error: type[ClueError]) -> None:
    """Raise an error if a name is not a string, is too long, or has undrawable characters."""
    verify_type("a name", name, str, "a string", error)
    if len(name) > _LONGEST:
        raise error(f"a name must have at most {_LONGEST} characters, got {len(name)}")
    if any(unicodedata.category(char) == "Cc" or char in _NOT_IN_XML for char in name):
        raise error(f"a name must have no control characters, got {escaped(name)!r}")


def folded(text: str) -> str:
    """Return a text without case and accents.

    >>> folded("Zoë Łódź")
    'zoe lodz'
    """
    bare = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in bare if not unicodedata.combining(c)).translate(_SPELLED)


def name_key(name: str) -> str:
    """Return the form of a name to compare, without case, of one Unicode spelling."""
    name = name.strip()
    return (unicodedata.normalize("NFC", name) if len(name) <= _LONGEST else name).casefold()


def bare_key(name: str) -> str:
    """Return the form of a name to compare without accents; a name of accents only keeps them."""
    return folded(name_key(name)) or name_key(name)


def similar(word: str, names: dict[str, T], *, most: int = 3, least: float = 0.6) -> tuple[T, ...]:
    """Return what the names most similar to a misspelt word stand for, the most similar first.

    >>> similar("plmu", {"plum": 1, "white": 2})
    (1,)
    """
    cut = {name[:_MOST_COMPARED]: meant for name, meant in reversed(names.items())}
    near = get_close_matches(word[:_MOST_COMPARED], cut, n=most, cutoff=least)
    return tuple(cut[name] for name in near)


class Names(Generic[T]):
    """Things by name, each with a `str` that is its name.

    The strictest comparison that finds anything decides what a text means.
    """

    error: ClassVar[type[UnknownNameError]]
    keys: ClassVar[tuple[Callable[[str], str], ...]]
    """Functions that return what is compared of a name."""
    least: ClassVar[float] = 0.6
    """The minimum similarity of a candidate to a misspelt name."""

    def __init__(
        self,
        exact: Mapping[str, T],
        aliases: Mapping[str, Sequence[str]] | None = None,
        default: Sequence[str] = (),
    ):
        self.exact = exact
        self.aliases = aliases or {}
        self.default = default
        """The candidates if no name is similar."""

    @cached_property
    def _spellings(self) -> tuple[list[tuple[str, T]], list[tuple[str, T]]]:
        """The names, then the aliases."""
        names = [*self.exact.items()]
        return names, [(alias, thing) for name, thing in names for alias in self.spelled(name)[1:]]

    def spelled(self, name: str) -> tuple[str, ...]:
        """Return a name with its aliases."""
        return (name, *self.aliases.get(name, ()))

    @cached_property
    def _tables(self) -> list[list[tuple[str, T]]]:
        """The things by each key of their names, then of their aliases."""
        return [
            [(key(name), thing) for name, thing in spellings]
            for spellings in self._spellings
            for key in self.keys
        ]

    def find(self, text: str) -> T:
        """Return the only thing that a text can mean; raise the error with candidates if none."""
        try:
            return self.exact[text]
        except (KeyError, TypeError):  # not exact
            pass
        meant = self.meant_by(text)
        if len(meant) == 1:
            return meant[0]
        raise self.unknown(text, meant)

    def meant_by(self, text: str) -> tuple[T, ...]:
        """Return the things that a text can mean: none, one, or several if it is ambiguous."""
        self.error.verify_is_text(text, self.default)
        if text in self.exact:
            return (self.exact[text],)
        text = text.strip()
        found = self._loosely(text) if 0 < len(text) <= _LONGEST else ()
        return tuple(thing for thing in self.exact.values() if thing in found)

    def _loosely(self, text: str) -> Collection[T]:
        raise NotImplementedError

    def strictest(
        self, match: Callable[[str, str], bool], *wanted: tuple[int, str]
    ) -> frozenset[T]:
        """Return the things that the first of some keys finds, each with its table's number."""
        found = (
            frozenset(thing for name, thing in self._tables[at] if match(name, key))
            for at, key in wanted
        )
        return next(filter(None, found), frozenset())

    def parts(self, name: str) -> Sequence[str]:
        """Return the parts of a name that a misspelt one can mean; the whole name is the first."""
        return (self.keys[-1](name),)

    def unknown(self, text: str, meant: Sequence[T] = ()) -> UnknownNameError:
        """Return the error of a text, with the things it can mean or similar ones."""
        parts: dict[str, T] = {}
        for name, thing in chain(*self._spellings):
            for part in self.parts(name):
                parts.setdefault(part, thing)
        near = similar(self.parts(text[:_LONGEST])[0], parts, most=6, least=self.least)
        names = tuple(map(str, meant or [*unique_everseen(near)][:3])) or self.default
        return self.error(text, names, ambiguous=len(meant) > 1)
