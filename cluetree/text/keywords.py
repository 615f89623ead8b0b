"""The keywords of typed lines in the reader's language."""

from functools import lru_cache
from typing import Final

from cluetree.record import Keywords
from cluetree.table import Table
from cluetree.text.language import current_language, speaking, t

_KEYWORDS: Final = (
    *("shows", "passes", "accuses", "holds", "lacks", "one of"),
    *("nobody", "somebody", "right", "wrong", "envelope", "me"),
)


def keywords(table: Table) -> Keywords:
    """Return the words that can be typed at a table for the keywords of a line.

    A word that is part of the name of a player or a card keeps its meaning.
    """
    return _keywords(current_language(), table)


@lru_cache(maxsize=16)
def _keywords(code: str, table: Table) -> Keywords:
    with speaking(code):
        pairs = [(word, key) for key in _KEYWORDS for word in t(f"word.{key}").split("|")]
    own = tuple(pair for pair in pairs if pair[0] != pair[1])
    names = (*table.names, *(card.name for card in table.edition.cards))
    return Keywords(own).beside(names)
