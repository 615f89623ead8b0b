"""Short names of cards and an example line."""

from functools import lru_cache

from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import UnknownCardError
from cluetree.record import spelled
from cluetree.table import Table


def example(table: Table) -> str:
    """Return an example line with players and short card names of this table.

    >>> from cluetree.editions import CLUE_US
    >>> example(Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6}))
    'Bob: Plum, Pipe, Hall -> Eve shows'
    """
    asker = table.names[1]
    shower = table.left_of(asker)[0]
    names = [[spoken(card, table.edition) for card in table.edition.of(each)] for each in Category]
    cards = ", ".join(min(kind, key=len) for kind in names)
    return f"{spelled(asker)}: {cards} -> {spelled(shower)} shows"


@lru_cache(maxsize=1024)
def spoken(card: ClueCard, edition: Edition) -> str:
    """Return a card's name without its title, where that is unambiguous.

    >>> from cluetree.editions import CLUE_US
    >>> [spoken(CLUE_US.card(name), CLUE_US) for name in ("plum", "pipe", "dining")]
    ['Plum', 'Pipe', 'Dining Room']
    """
    _, _, rest = card.name.partition(" ")
    is_name = rest[:1].isupper() or card.category is Category.SUSPECT  # not "salon" alone
    try:
        return rest if rest and is_name and edition.card(rest) == card else card.name
    except UnknownCardError:
        return card.name
