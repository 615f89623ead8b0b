"""What callers write: arguments of a type, and names in any spelling.

`Names` decides which of several named things a text means.
"""

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from itertools import chain
from reprlib import repr as brief
from types import UnionType
from typing import ClassVar, Final, Generic, TypeVar

from more_itertools import unique_everseen

from cluetree.errors import ClueError, UnknownNameError, escaped

T = TypeVar("T")

_LONGEST: Final = 1000
"""The maximum length of a name; normalizing Unicode text takes time quadratic in its length."""
_NOT_IN_XML: Final = "\ufffe\uffff"
_MOST_COMPARED: Final = 40
"""The characters of a name that are compared for similarity, which takes quadratic time, too."""
_MOST_KNOWN: Final = 256
"""The maximum number of spellings with a cached meaning; a log repeats its few names."""
_SPELLED: Final = str.maketrans(
    dict(zip("łøđð\u0131ħ", "loddih", strict=True)) | {"þ": "th", "æ": "ae", "œ": "oe"}
)
"""Letters that Unicode does not decompose, as a plain keyboard spells them."""


TITLES: Final = frozenset(
    {"the", "miss", "ms", "mrs", "mr", "dr", "doctor", "col", "colonel", "prof", "professor"}
    | {"rev", "revd", "reverend", "sgt", "sergeant", "captain", "chef", "mayor", "solicitor"}
    | {"m", "madame", "mme", "monsieur", "mademoiselle", "mlle", "docteur", "pr", "professeur"}
    | {"frau", "herr", "fraulein", "fraeulein", "frl", "oberst", "baronin", "direktor", "dir"}
    | {"doktor", "v", "von", "senor", "sr", "senora", "sra", "senorita", "srta", "coronel", "cnel"}
    | {"profesor", "padre", "doctora", "dra", "signor", "sig", "signora", "sigra", "signorina"}
    | {"contessa", "colonnello", "dottor", "dott", "dottoressa", "dottssa", "reverendo", "signa"}
    | {"kolonel", "dominee", "mevrouw", "mw", "dhr", "van", "fru", "froken", "overste", "pastor"}
    | {"mevr", "mej", "kol", "ds", "frk", "ov", "plk", "ks", "p", "d"}
    | {"senhor", "senhora", "senhorita", "dona", "cel", "pulkownik", "pani", "panna", "ksiadz"}
)
"""Case-folded titles, with "von" and "van", which people leave out when they name a card."""
_SMALL: Final = frozenset(
    {"a", "an", "and", "at", "by", "de", "del", "della", "der", "des", "di", "du", "el", "for"}
    | {"in", "la", "le", "no", "not", "of", "on", "one", "or", "to", "with", "y"}
)
"""Words that do not name a card of which they are a part."""
_LEAST_WORD: Final = 3
"""The least length of a word that names a card of which it is a part."""


def is_text(word: object) -> bool:
    """Return whether an untyped argument is a string."""
    return isinstance(word, str)


def listed(what: str, values: Iterable[T], error: type[ClueError]) -> tuple[T, ...]:
    """Return the values of an argument; raise an error if it is a string or not iterable."""
    if isinstance(values, str | bytes):  # a likely slip
        raise error(f"{what} must be a list, as in [{values!r}], got a string")
    if not hasattr(values, "__iter__"):  # much faster than isinstance
        raise error(f"{what} must be a list, got {brief(values)}")
    return tuple(values)


def verify_type(
    what: str, value: object, kind: type | UnionType, expected: str, error: type[ClueError]
) -> None:
    """Raise an error if an untyped argument is not a `kind`; a bool does not count as an int."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise error(f"{what} must be {expected}, got {brief(value)}")


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


def similar(
    word: str, names: Iterable[str], *, most: int = 3, least: float = 0.6
) -> tuple[str, ...]:
    """Return the names most similar to a misspelt word, the most similar first.

    >>> similar("plmu", ["plum", "white"])
    ('plum',)
    """
    cut = {name[:_MOST_COMPARED]: name for name in reversed([*names])}
    near = get_close_matches(word[:_MOST_COMPARED], cut, n=most, cutoff=least)
    return tuple(cut[name] for name in near)


def untitled(words: Sequence[str]) -> list[str]:
    """Return the words without titles; the last word is never a title, as in "Agent V"."""
    return [word for word in words[:-1] if word not in TITLES] + [*words[-1:]]


def names_in(text: str) -> list[str]:
    """Return the names in a list that is separated by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


class Names(Generic[T]):
    """Things by name; `str` of a thing is its name.

    The strictest comparison that finds anything decides what a text means.
    """

    error: ClassVar[type[UnknownNameError]]
    least: ClassVar[float] = 0.6
    """The minimum similarity of a candidate to a misspelt name."""
    near: ClassVar[float] = 1.0
    """The minimum similarity of a misspelt word that is read as the right one."""
    reserved: ClassVar[Collection[str]] = ()
    """Words that mean a thing only as its whole name, or at the end of its whole name."""
    lists_all: ClassVar[bool] = False
    """Whether all things are candidates if no name is similar."""

    def __init__(self, things: Iterable[T], aliases: Mapping[str, Iterable[str]] | None = None):
        self.exact: dict[str, T] = {str(thing): thing for thing in things}
        self.aliases: Mapping[str, Iterable[str]] = aliases or {}
        self.default: tuple[str, ...] = tuple(self.exact) if self.lists_all else ()
        self._known: dict[str, tuple[T, ...]] = {}

    @staticmethod
    def keys(text: str) -> tuple[str, ...]:
        """Return the two forms of a name that are compared, the stricter first, and its words."""
        raise NotImplementedError

    @cached_property
    def spellings(self) -> tuple[list[tuple[tuple[str, ...], T]], ...]:
        """The keys of the names, then those of the aliases, each with its thing."""
        names = [(self.keys(name), thing) for name, thing in self.exact.items()]
        others = ((thing, self.aliases.get(name, ())) for name, thing in self.exact.items())
        return names, [(self.keys(alias), thing) for thing, each in others for alias in each]

    def find(self, text: str) -> T:
        """Return the only thing that a text can mean; raise the error with candidates if none."""
        meant = self.meant_by(text) or self.corrected(text)
        if len(meant) != 1:
            raise self.unknown(text, meant)
        return meant[0]

    def meant_by(self, text: str) -> tuple[T, ...]:
        """Return the things that a text can mean: none, one, or several if it is ambiguous."""
        if not is_text(text):
            raise self.error(text, self.default)
        if text in self.exact:
            return (self.exact[text],)
        meant = self._known.get(text, ())
        if not meant and 0 < len(text.strip()) <= _LONGEST:
            found = self.loosely(text)
            meant = tuple(thing for thing in self.exact.values() if thing in found)
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            if meant and len(text) <= _LONGEST:  # without many blanks
                self._known[text] = meant
        return meant

    def loosely(self, text: str) -> set[T]:
        """Return what a text means that is no exact name."""
        keys, (names, aliases) = self.keys(text), self.spellings
        whole = [(names, 0), (names, 1), (aliases, 0), (aliases, 1)]
        begun = whole if keys[0] != keys[1] else [whole[1], whole[0], *whole[2:]]
        if keys[0].rpartition(" ")[2] in self.reserved:
            whole, begun = whole[:1], []
        for of, at in whole:
            if found := {thing for name, thing in of if name[at] == keys[at]}:
                return found
        in_a_row = self._with(keys[2:])
        for of, at in begun:
            if found := {thing for name, thing in of if name[at].startswith(keys[at])}:
                return found | in_a_row
        return in_a_row

    def _with(self, words: Sequence[str]) -> set[T]:
        """Return the things with a name that contains some words, but for titles, in a row."""
        words = untitled(words)
        phrase = f" {' '.join(words)} "
        if not {*words} - _SMALL or len(phrase.strip()) < _LEAST_WORD:
            return set()
        spellings = chain(*self.spellings)
        return {thing for (_, _, *of), thing in spellings if phrase in f" {' '.join(of)} "}

    def corrected(self, text: str) -> tuple[T, ...]:
        """Return the only thing that a text means if its one unknown word is misspelt, or none."""
        known = {word for keys, _ in chain(*self.spellings) for word in keys[2:]}
        word, *others = {*untitled(self.keys(text[:_MOST_COMPARED])[2:])} - known or {""}
        found = set[T]()
        if len(text) <= _MOST_COMPARED and len(word) > _LEAST_WORD + 1 and not others:
            for right in similar(word, filter(str.isalpha, known), most=6, least=self.near):
                found |= self.loosely(folded(text).replace(word, right))
        return tuple(found) if len(found) == 1 else ()

    def unknown(self, text: str, meant: Sequence[T] = ()) -> UnknownNameError:
        """Return the error of a text, with the things it can mean or similar ones."""
        spellings = reversed([*chain(*self.spellings)])
        parts = {part: thing for keys, thing in spellings for part in keys}
        key = min(self.keys(text[:_LONGEST])[:2], key=len)  # without titles
        near = unique_everseen(
            parts[part] for part in similar(key, parts, most=6, least=self.least)
        )
        names = tuple(map(str, meant or [*near][:3])) or self.default
        return self.error(text, names, ambiguous=len(meant) > 1)
