"""Short names of cards, and deals as people type them."""

from functools import lru_cache

from cluetree.beliefs import Deal
from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import InvalidTableError, UnknownCardError
from cluetree.table import ENVELOPE, Table


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


def read_deal(table: Table, text: str) -> Deal:
    """Parse a deal: "Bob: Rope, Hall; Eve: Plum, ..."; the rest is the envelope.

    The viewpoint's hand may be left out.

    Raises:
        InvalidTableError: If a card is in two places, or the rest is not a triple.
        UnknownPlayerError: If a player is unknown.
        UnknownCardError: If a card is unknown.
    """
    deal = dict.fromkeys(table.me.hand, table.me.name) if table.me is not None else {}
    for hand in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, cards = hand.partition(":")
        if not colon:
            raise InvalidTableError(f"whose cards are {hand!r}? write NAME: CARD, CARD; ...")
        holder = table.holder(name).name
        for card in table.edition.hand(*(word.strip() for word in cards.split(","))):
            if deal.setdefault(card, holder) != holder or card in table.face_up:
                raise InvalidTableError(f"{card} is in two places")
    return rest_in_envelope(table, deal)


def rest_in_envelope(table: Table, placed: Deal) -> Deal:
    """Place all remaining cards in the envelope.

    Raises:
        InvalidTableError: If the envelope does not hold one card of each category.
    """
    deal = {
        card: placed.get(card, ENVELOPE.name)
        for card in table.edition.cards
        if card not in table.face_up
    }
    hidden = [card for card, place in deal.items() if place == ENVELOPE.name]
    if sorted(card.category for card in hidden) != sorted(Category):
        raise InvalidTableError(
            f"the envelope would hold {', '.join(map(str, hidden)) or 'nothing'}: "
            "name every other card's place"
        )
    return deal
