"""Texts that people type: keywords and examples of lines, short names of cards, deals."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from cluetree.beliefs import Deal
from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import InvalidTableError, Message, UnknownCardError
from cluetree.record import Keywords, spelled
from cluetree.table import ENVELOPE, Table
from cluetree.text.language import t

_KEYWORDS: Final = (
    *("shows", "passes", "accuses", "holds", "lacks", "one of"),
    *("nobody", "somebody", "right", "wrong", "envelope", "me"),
)
_PHRASES: Final = ("asks", "the", "or", "not", "is", "is not", "me holds", "me lacks")
"""Words of sentences that no line of a record has."""


def keywords(table: Table, words: Mapping[str, str] | None = None) -> Keywords:
    """Return words that can be typed at a table for the keywords of a line.

    A word that is part of the name of a player or a card keeps its meaning. Sentences of the
    language in use can be typed too, among them printed events.

    Args:
        table: The table.
        words: Words with their keywords; `None`: those of the language in use.
    """
    if words is None:
        typed = ((word, key) for key in _KEYWORDS for word in t(f"word.{key}").split("|"))
        pairs = tuple(typed)
    else:
        pairs = tuple(words.items())
    phrases = ((word, key) for key in _PHRASES for word in t(f"typed.{key}").split("|"))
    return Keywords(pairs, tuple(phrases)).beside((*table.names, *map(str, table.edition.cards)))


def example(table: Table) -> str:
    """Return an example line with players and short card names of this table.

    >>> from cluetree.editions import CLUE_US
    >>> example(Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6}))
    'Bob: Plum, Pipe, Hall -> Eve shows'
    """
    asker = table.names[1]
    shower = table.left_of(asker)[0]
    names = [
        [short_name(card, table.edition) for card in table.edition.of(each)] for each in Category
    ]
    cards = ", ".join(min(kind, key=len) for kind in names)
    return f"{spelled(asker)}: {cards} -> {spelled(shower)} shows"


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
            raise InvalidTableError(
                "whose cards are {hand!r}? write NAME: CARD, CARD; ...", hand=hand
            )
        holder = table.holder(name).name
        for card in table.edition.hand(*(word.strip() for word in cards.split(","))):
            if deal.setdefault(card, holder) != holder or card in table.face_up:
                raise InvalidTableError("{card} is in two places", card=card)
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
            "the envelope would hold {cards}: name every other card's place",
            cards=tuple(hidden) or Message("nothing"),
        )
    return deal
