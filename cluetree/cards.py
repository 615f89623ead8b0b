"""Cards, guesses and decks, with lookup of cards by the names that people use."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import chain
from reprlib import repr as brief
from typing import Final, TypeVar, dataclass_transform

from more_itertools import duplicates_everseen

from cluetree._names import TITLES, Names, folded, listed, untitled, verify_name, verify_type
from cluetree.errors import (
    InvalidEditionError,
    InvalidGuessError,
    InvalidTableError,
    UnknownCardError,
)

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True)
def _value(cls: type[_T]) -> type[_T]:
    """Make a frozen dataclass that msgspec passes to its hooks.

    msgspec recognizes dataclasses by the attribute removed here.
    """
    made = dataclass(frozen=True, slots=True)(cls)
    delattr(made, "__dataclass_fields__")
    return made


class Category(StrEnum):
    """The three kinds of card; the envelope holds one of each."""

    SUSPECT = "suspect"
    WEAPON = "weapon"
    ROOM = "room"


@_value
class ClueCard:
    """One card of a deck. Cards are equal if their names and categories are."""

    name: str
    category: Category

    def __repr__(self) -> str:
        return f"ClueCard({self.name!r}, Category.{self.category.name})"

    def __hash__(self) -> int:
        # Faster than hashing a tuple of the fields, because a string caches its hash.
        return hash(self.name)

    def __reduce__(self) -> tuple[type["ClueCard"], tuple[str, Category]]:
        return ClueCard, (self.name, self.category)

    def __str__(self) -> str:
        return self.name


@_value
class ClueGuess:
    """The suspect, weapon and room of a suggestion or an accusation.

    Raises:
        InvalidGuessError: If a card is in another category's place.
    """

    suspect: ClueCard
    weapon: ClueCard
    room: ClueCard

    def __post_init__(self) -> None:
        _verify_is(self.suspect, Category.SUSPECT)
        _verify_is(self.weapon, Category.WEAPON)
        _verify_is(self.room, Category.ROOM)

    @property
    def cards(self) -> tuple[ClueCard, ClueCard, ClueCard]:
        """The three cards: suspect, weapon, room."""
        return (self.suspect, self.weapon, self.room)

    @property
    def names(self) -> tuple[str, str, str]:
        """The names of the three cards: suspect, weapon, room."""
        return (self.suspect.name, self.weapon.name, self.room.name)

    def __iter__(self) -> Iterator[ClueCard]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return _as_card(card) in self.cards

    def __hash__(self) -> int:
        return hash((self.suspect.name, self.weapon.name, self.room.name))

    def __reduce__(self) -> tuple[type["ClueGuess"], tuple[ClueCard, ClueCard, ClueCard]]:
        return ClueGuess, self.cards

    def __str__(self) -> str:
        return ", ".join(card.name for card in self.cards)


def _verify_is(card: ClueCard, category: Category) -> None:
    if getattr(card, "category", None) != category:
        raise InvalidGuessError(f"{card} is a {_as_card(card).category}, not a {category}")


def _as_card(card: object) -> ClueCard:
    """Return a card; raise an error for a name, which would equal no card."""
    if not isinstance(card, ClueCard):
        raise UnknownCardError(brief(card))
    return card


MOST_CARDS: Final = 1000
"""The maximum size of a deck."""
MOST_ALIASES: Final = 10_000
"""The maximum number of aliases in a deck."""

_SOFT: Final = re.compile(r"[\w\s'\u2019]|(?<=\S)[-\u2010-\u2013](?=\S)|(?<=\w)\.(?!\.)")
"""What names of cards are compared without, beside letters and digits."""


def _signs(text: str) -> set[str]:
    """Return the signs that can change the meaning of a name, such as `?` in "Rope?"."""
    return {*_SOFT.sub("", folded(text))}


class _CardNames(Names[ClueCard]):
    """Cards by name or alias, or by their beginning or some words of them."""

    error = UnknownCardError
    least = 0.7  # allows one typing error in a short word
    near = 0.85  # allows a letter too many or too few, and another letter in a long word

    @staticmethod
    def keys(text: str) -> tuple[str, ...]:
        """Return the words joined, those that are no titles joined (if any), and each word.

        A name without letters and digits is its own key.
        """
        bare = "".join(c for c in folded(text) if c not in "'\u2019")
        bare = " ".join(x if (x := w.replace(".", "")) in TITLES else w for w in bare.split())
        words = "".join(c if c.isalnum() else " " for c in bare).split()
        full = "".join(words) or text.strip().casefold()
        return (full, "".join(untitled(words)) or full, *words)

    def loosely(self, text: str) -> set[ClueCard]:
        """Find cards with the signs and the title of a text; a suspect needs no title."""
        full, short, *words = self.keys(text)
        titles = TITLES.intersection(words) - {"the"} if full != short else set[str]()

        def fits(card: ClueCard) -> bool:
            names = " ".join((card.name, *self.aliases.get(card.name, ())))
            is_titled = card.category is Category.SUSPECT or titles.intersection(self.keys(names))
            return bool(is_titled or not titles) and _signs(text) <= _signs(names)

        return {*filter(fits, super().loosely(text))}


def _names(what: str, names: Iterable[str]) -> tuple[str, ...]:
    names = listed(what, names, InvalidEditionError)
    for name in names:
        verify_name(name, InvalidEditionError)
    return names


@dataclass(frozen=True, init=False)
class Edition:
    """A deck: the names of its suspects, weapons and rooms, in the order of the printed sheet.

    >>> deck = Edition(("Miss Scarlet", "Prof. Plum"), ("Rope", "Knife"), ("Hall", "Study"))
    >>> deck.card("plum")
    ClueCard('Prof. Plum', Category.SUSPECT)
    >>> str(deck.guess("study", "sc", "rope"))
    'Miss Scarlet, Rope, Study'

    Categories have at least one card, and a deck at most 1,000. The shipped decks are in
    `cluetree.editions`.

    Raises:
        InvalidEditionError: If a category is empty, there are more than 1,000 cards, two card
            names are too similar, or an alias belongs to a card that is not in the deck.
    """

    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    rooms: tuple[str, ...]
    id: str | None = field(compare=False)
    """The id of a shipped edition; `None` for a custom deck."""
    title: str
    aliases: Mapping[str, tuple[str, ...]] = field(hash=False)
    """Other names, by the card's printed name: `{"Knife": ("Dagger",)}`."""
    leaves_face_down: bool = field(compare=False)
    """Whether the rules deal every player the same number of cards and leave the others face down;
    only shipped editions do."""

    def __init__(  # noqa: PLR0917 -- the fields in their order
        self,
        suspects: Iterable[str],
        weapons: Iterable[str],
        rooms: Iterable[str],
        id: str | None = None,  # noqa: A002 -- the word of the record format
        title: str = "",
        aliases: Mapping[str, Iterable[str]] | None = None,
        *,
        leaves_face_down: bool = False,
    ):
        for category, given in zip(Category, (suspects, weapons, rooms), strict=True):
            names = _names(f"{category}s", given)
            object.__setattr__(self, f"{category}s", names)
            if not names:
                raise InvalidEditionError(f"an edition must have at least one {category}")
        verify_type("title", title, str, "a string", InvalidEditionError)
        verify_type("aliases", aliases, Mapping | None, "a mapping or None", InvalidEditionError)
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "title", title)
        object.__setattr__(self, "leaves_face_down", leaves_face_down)
        names = (*self.suspects, *self.weapons, *self.rooms)
        if (size := len(names)) > MOST_CARDS:
            raise InvalidEditionError(f"a deck must have at most {MOST_CARDS} cards, got {size}")
        if not all(map(str.strip, names)):
            raise InvalidEditionError("a card's name must not be blank")
        for key in duplicates_everseen(_CardNames.keys(name)[0] for name in names):
            name, twin, *_ = [name for name in names if _CardNames.keys(name)[0] == key]
            raise InvalidEditionError(f"card names must be distinct, got {name} and {twin}")
        aliases = aliases or {}
        if strangers := ", ".join(sorted(map(str, set(aliases).difference(names)))):
            raise InvalidEditionError(f"alias for a card not in the deck: {strangers}")
        kept = {card: _names(f"aliases of {card}", others) for card, others in aliases.items()}
        # Without empty tuples, so that equal decks compare equal.
        object.__setattr__(self, "aliases", {card: each for card, each in kept.items() if each})
        if (number := sum(map(len, kept.values()))) > MOST_ALIASES:
            raise InvalidEditionError(
                f"a deck must have at most {MOST_ALIASES} aliases, got {number}"
            )

    @cached_property
    def cards(self) -> tuple[ClueCard, ...]:
        """Every card: suspects, then weapons, then rooms, as the edition lists them."""
        lists = zip(Category, (self.suspects, self.weapons, self.rooms), strict=True)
        return tuple(ClueCard(name, category) for category, names in lists for name in names)

    @cached_property
    def _by_category(self) -> Mapping[Category, tuple[ClueCard, ...]]:
        return {c: tuple(card for card in self.cards if card.category is c) for c in Category}

    def of(self, category: Category) -> tuple[ClueCard, ...]:
        """Return the cards of one category, as the edition lists them."""
        return self._by_category[category]

    @cached_property
    def position(self) -> Mapping[ClueCard, int]:
        """The index of each card in `cards`."""
        return {card: place for place, card in enumerate(self.cards)}

    def __contains__(self, card: object) -> bool:
        return _as_card(card) in self.position

    @cached_property
    def _cards(self) -> _CardNames:
        return _CardNames(self.cards, self.aliases)

    def meant_by(self, word: str) -> tuple[ClueCard, ...]:
        """Return the cards that a word can mean: none, one, or several if it is ambiguous.

        These are the matches of the strictest comparison that finds any card. A sign such as `?`
        is never ignored: it must be part of the card's name. So must a title, unless the card is
        a suspect.
        """
        return self._cards.meant_by(word)

    def card(self, word: "str | ClueCard") -> ClueCard:
        """Find a card by name, alias, or a prefix or words that only one card has.

        Case, accents, titles, blanks, `-` and `_` inside a name are ignored. A full name is
        preferred to a prefix or words, and a printed name to an alias. One misspelt word of five
        letters or more is corrected if only one card is near.

        Raises:
            UnknownCardError: If no card or several cards match; with the candidates.
        """
        if not isinstance(word, ClueCard):
            return self._cards.find(word)
        if word not in self.position:
            raise self._cards.unknown(word.name)
        return word

    def hand(self, *words: "str | ClueCard") -> tuple[ClueCard, ...]:
        """Find several distinct cards, in the order given.

        Raises:
            UnknownCardError: If a word is not a card.
            InvalidTableError: If a card is named twice.
        """
        cards = tuple(self.card(word) for word in words)
        for card in duplicates_everseen(cards):
            raise InvalidTableError(f"{card} is named twice")
        return cards

    def guess(self, *words: "str | ClueCard | ClueGuess") -> ClueGuess:
        """Return a guess of three cards, named in any order, or given as a guess of this deck.

        Raises:
            UnknownCardError: If a word is not a card.
            InvalidGuessError: If they are not one suspect, one weapon and one room.
        """
        named = ([*word] if isinstance(word, ClueGuess) else [word] for word in words)
        cards = [self.card(each) for each in chain.from_iterable(named)]
        by_category = {card.category: card for card in cards}
        if len(cards) != len(Category) or len(by_category) != len(Category):
            given = ", ".join(f"{card} ({card.category})" for card in cards) or "nothing"
            raise InvalidGuessError(
                f"a guess must be one suspect, one weapon and one room, got {given}"
            )
        return ClueGuess(*(by_category[category] for category in Category))

    def __str__(self) -> str:
        return self.title or self.id or "a custom deck"
