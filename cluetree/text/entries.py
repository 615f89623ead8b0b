"""Names and lines as people say them."""

from functools import lru_cache

from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import UnknownCardError
from cluetree.record import spelled
from cluetree.table import Table


def example(table: Table) -> str:
    """Return a line as it may be typed, with players and short cards of this table.

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
    """Return a card's name as people say it: without its title, where that is enough.

    >>> from cluetree.editions import CLUE_US
    >>> [spoken(CLUE_US.card(name), CLUE_US) for name in ("plum", "pipe", "dining")]
    ['Plum', 'Pipe', 'Dining Room']
    """
    _, _, rest = card.name.partition(" ")
    try:
        return rest if rest and edition.card(rest) == card else card.name
    except UnknownCardError:
        return card.name
