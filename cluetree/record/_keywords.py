"""Keywords of lines in other languages. Records on disk have the English ones."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Final

VERBS: Final = frozenset({"holds", "lacks", "shows", "passes", "accuses"})
"""Keywords that follow a name, so that a name itself is never one."""
LONGEST: Final = 3
"""The maximum number of words in a keyword."""


@dataclass(frozen=True)
class Keywords:
    """The words of a language that can be typed for the keywords of a line.

    English keywords can always be typed. The first word for a keyword is the one that is written.

    >>> german = Keywords((("zeigt", "shows"), ("hat nicht", "lacks")))
    >>> german.written("shows"), german.written("passes")
    ('zeigt', 'passes')
    """

    pairs: tuple[tuple[str, str], ...] = ()
    """Words with the English keywords that they stand for."""

    @cached_property
    def _english(self) -> dict[str, str]:
        return {_key(word): keyword for word, keyword in self.pairs}

    @cached_property
    def _written(self) -> dict[str, str]:
        return {keyword: word for word, keyword in reversed(self.pairs)}

    def meant(self, phrase: str) -> str | None:
        """Return the English keyword for a phrase; `None` if it is not in the table."""
        return self._english.get(_key(phrase))

    def english(self, word: str) -> str:
        """Return the English keyword for a word, or the word."""
        return self.meant(word) or word

    def written(self, keyword: str) -> str:
        """Return the word for a keyword."""
        return self._written.get(keyword, keyword)

    def parts(self, keywords: Collection[str]) -> frozenset[str]:
        """Return every word of the phrases for these keywords."""
        phrases = (word for word, keyword in self.pairs if keyword in keywords)
        return frozenset(part for phrase in phrases for part in _key(phrase).split())

    def beside(self, names: Collection[str]) -> "Keywords":
        """Return the keywords that are not part of any of these names.

        A verb may be a whole name, because it follows one.
        """
        taken = [f" {_key(name)} " for name in names]

        def is_free(word: str, keyword: str) -> bool:
            phrase = f" {_key(word)} "
            return not any(
                phrase in name and (keyword not in VERBS or phrase != name) for name in taken
            )

        return Keywords(tuple(pair for pair in self.pairs if is_free(*pair)))


def _key(text: str) -> str:
    return " ".join(text.replace("\u2019", "'").casefold().split())


ENGLISH: Final = Keywords()
