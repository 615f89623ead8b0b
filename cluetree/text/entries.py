"""Short names of cards, and lists of names as people type them."""

from functools import lru_cache

from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import UnknownCardError


@lru_cache(maxsize=1024)
def short_name(card: ClueCard, edition: Edition) -> str:
    """Return a card's name without its title, where that is unambiguous.

    >>> from cluetree.editions import CLUE_US
    >>> [short_name(CLUE_US.card(name), CLUE_US) for name in ("plum", "pipe", "dining")]
    ['Plum', 'Pipe', 'Dining Room']
    """
    _, _, rest = card.name.partition(" ")
    is_name = rest[:1].isupper() or card.category is Category.SUSPECT  # not "salon" alone
    try:
        return rest if rest and is_name and edition.card(rest) == card else card.name
    except UnknownCardError:
        return card.name


def names_in(text: str) -> list[str]:
    """Return the names in a list that is separated by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]
