"""Parse the deal after a game; the envelope may be left out."""

from cluetree.beliefs import Deal
from cluetree.cards import Category
from cluetree.errors import InvalidTableError
from cluetree.table import ENVELOPE, Table


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
                raise InvalidTableError(f"{card} lies in two places")
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
        named = ", ".join(card.name for card in hidden) or "nothing"
        raise InvalidTableError(f"the envelope would hold {named}: name every other card's place")
    return deal
