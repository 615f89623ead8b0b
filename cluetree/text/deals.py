"""Where all cards lay, as people say it after a game: the envelope need not be named."""

from cluetree.beliefs import Deal
from cluetree.cards import Category
from cluetree.errors import InvalidTableError
from cluetree.table import ENVELOPE, Table


def read_deal(table: Table, text: str) -> Deal:
    """Read where the cards lay: "Bob: Rope, Hall; Eve: Plum, ..."; the rest is the envelope.

    The viewpoint's hand is known already and may be left out.

    Raises:
        InvalidTableError: If a card is in two places, or what is left over is no triple.
        UnknownPlayerError: If a name is nobody's.
        UnknownCardError: If a word is no card's.
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
    """Lay the cards that are in no hand into the envelope, beside those that are there already.

    Raises:
        InvalidTableError: If it does not hold one card of each category then.
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
