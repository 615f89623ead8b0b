"""The layout of a batch: the deck, the seats, and who answers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.deduction import Branch, bits
from cluetree.errors import InvalidTableError
from cluetree.play.batch.masks import Flags, Masks, pick_within
from cluetree.table import Answering, Table
from cluetree.turns import clockwise

_WIDEST = 64
"""The number of cards that fit in one machine word."""


@dataclass(frozen=True)
class BatchLayout:
    """The deck and the seats of a batch; a set of cards is one int throughout.

    Raises:
        InvalidTableError: If the deck has more than 64 cards, there are fewer than two seats,
            or the hands and the envelope need more cards than there are.
    """

    edition: Edition
    hand_sizes: tuple[int, ...]
    """Each seat's number of cards."""
    answering: Answering = Answering.FIRST

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand_sizes", tuple(self.hand_sizes))
        if len(self.edition.cards) > _WIDEST:
            raise InvalidTableError(
                f"a batch takes at most {_WIDEST} cards, got {len(self.edition.cards)}"
            )
        if len(self.hand_sizes) < 2:  # noqa: PLR2004 -- the least number of players
            raise InvalidTableError("a game must have at least two players")
        dealt = sum(self.hand_sizes) + len(Category)
        if dealt > len(self.edition.cards):
            raise InvalidTableError(
                f"hands and envelope need {dealt} cards, the deck has {len(self.edition.cards)}"
            )

    @classmethod
    def even(
        cls, edition: Edition, players: int, *, leftover_face_up: bool = False
    ) -> "BatchLayout":
        """Return the layout of a deck dealt out as evenly as possible.

        Cards that are left over go to the first seats, or lie face-up.
        """
        each, over = divmod(len(edition.cards) - len(Category), players)
        if leftover_face_up:
            over = 0
        return cls(edition, tuple(each + (seat < over) for seat in range(players)))

    @classmethod
    def of(cls, table: Table) -> "BatchLayout":
        """Return the deck and the seats of a table.

        Raises:
            InvalidTableError: If a hand size is not known, or there are more than 64 cards.
        """
        sizes = [player.hand_size for player in table.players if player.hand_size is not None]
        if len(sizes) < len(table.players):
            raise InvalidTableError("a batch needs every player's hand size")
        return cls(table.edition, tuple(sizes), table.answering)

    @property
    def players(self) -> int:
        """The number of seats; also the number that the envelope has as a place."""
        return len(self.hand_sizes)

    @cached_property
    def categories(self) -> tuple[int, ...]:
        """The cards of each category, as sets."""
        return tuple(self.mask(self.edition.of(category)) for category in Category)

    @cached_property
    def category_masks(self) -> Masks:
        """The cards of each category, as an array of sets."""
        return np.array(self.categories, dtype=np.uint64)

    @cached_property
    def sizes(self) -> NDArray[np.uint8]:
        """Each seat's number of cards, as an array."""
        return np.array(self.hand_sizes, dtype=np.uint8)

    @cached_property
    def deck(self) -> int:
        """Every card, as a set."""
        return (1 << len(self.edition.cards)) - 1

    def left_of(self, seat: int) -> tuple[int, ...]:
        """Return the other seats in answering order."""
        return clockwise(seat, self.players)

    def mask(self, cards: Iterable[ClueCard]) -> int:
        """Return some cards as a set."""
        return sum(1 << self.edition.position[card] for card in cards)

    def guess(self, mask: int) -> ClueGuess:
        """Return a set of one card of each category as a guess."""
        return self.edition.guess(*(self.edition.cards[place] for place in bits(mask)))

    @cached_property
    def guesses(self) -> Sequence[int]:
        """Every possible suggestion as a set, rooms changing fastest."""
        return [sum(1 << card for card in cards) for cards in product(*map(bits, self.categories))]


def deal(layout: BatchLayout, games: int, rng: np.random.Generator) -> tuple[Masks, Masks]:
    """Deal a number of games, every deal equally likely.

    Returns:
        The hands (axes: seat, game), and the cards that do not lie face-up, by game.
    """
    hidden = np.zeros(games, dtype=np.uint64)
    for category in layout.categories:
        hidden |= pick_within(np.full(games, category, dtype=np.uint64), category, rng)
    numbers = np.arange(layout.deck.bit_length())
    is_hidden = hidden[:, None] >> numbers.astype(np.uint64) & np.uint64(1)
    pack = np.argsort(rng.random(is_hidden.shape) + is_hidden, axis=1)  # the hidden cards last
    bits = np.uint64(1) << pack.astype(np.uint64)
    ends = np.cumsum(layout.hand_sizes)
    hands = np.array(
        [
            np.bitwise_or.reduce(bits[:, end - size : end], axis=1)
            for size, end in zip(layout.hand_sizes, ends, strict=True)
        ]
    )
    return hands, hidden | np.bitwise_or.reduce(hands, axis=0)


@dataclass(frozen=True)
class Constraints:
    """The constraints on deals."""

    layout: BatchLayout
    can: Sequence[int]
    """For each place, the envelope last, the cards it can have."""
    branches: Sequence[Branch] = ()
    """Of each, at least one card is at its place."""
    failed_accusations: Sequence[int] = ()
    """Triples that are not the envelope."""

    def hold(self, places: Masks) -> Flags:
        """Return which deals fit the branches and the failed accusations. Axes: place, deal."""
        fits = np.ones(places.shape[1], dtype=np.bool_)
        for branch in self.branches:
            met = (places[place] & np.uint64(cards) for place, cards in branch)
            fits &= np.bitwise_or.reduce(list(met), axis=0) != 0
        for triple in self.failed_accusations:
            fits &= (~places[-1] & np.uint64(triple)) != 0
        return fits
