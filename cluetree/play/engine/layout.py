"""The deck and the seats of simulated games, and suggestions in their numbers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.errors import InvalidTableError
from cluetree.events import Suggestion
from cluetree.evidence import bits
from cluetree.table import Answering, Direction, Table
from cluetree.turns import clockwise

_WIDEST = 64
"""The number of cards that fit in one machine word."""


@dataclass(frozen=True)
class Layout:
    """The deck and the seats of simulated games; a set of cards is one int throughout.

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
                f"a deck for simulations must have at most {_WIDEST} cards, "
                f"got {len(self.edition.cards)}"
            )
        if len(self.hand_sizes) < 2:  # noqa: PLR2004 -- the least number of players
            raise InvalidTableError("a game must have at least two players")
        dealt = sum(self.hand_sizes) + len(Category)
        if dealt > len(self.edition.cards):
            raise InvalidTableError(
                f"hands and envelope need {dealt} cards, the deck has {len(self.edition.cards)}"
            )

    @classmethod
    def even(cls, edition: Edition, players: int) -> "Layout":
        """Return the layout of a deck dealt out evenly; the first seats get what is left over."""
        each, over = divmod(len(edition.cards) - len(Category), players)
        return cls(edition, tuple(each + (seat < over) for seat in range(players)))

    @classmethod
    def of(cls, table: Table) -> "Layout":
        """Return the deck and the seats of a table.

        Raises:
            InvalidTableError: If a hand size is not known, there are more than 64 cards, or answers
                go anticlockwise.
        """
        sizes = [player.hand_size for player in table.players if player.hand_size is not None]
        if len(sizes) < len(table.players):
            raise InvalidTableError("a simulation needs every player's hand size")
        if table.answers is not Direction.CLOCKWISE:
            raise InvalidTableError(f"simulated answers must go clockwise, got {table.answers}")
        return cls(table.edition, tuple(sizes), table.answering)

    @property
    def players(self) -> int:
        """The number of seats; also the number that the envelope has as a place."""
        return len(self.hand_sizes)

    @cached_property
    def categories(self) -> tuple[int, ...]:
        """The cards of each category, as sets."""
        return tuple(self.set_of(self.edition.of(category)) for category in Category)

    def left_of(self, seat: int) -> tuple[int, ...]:
        """Return the other seats in turn order, in which they also answer."""
        return clockwise(seat, self.players)

    def set_of(self, cards: Iterable[ClueCard]) -> int:
        """Return some cards as a set."""
        return sum(1 << self.edition.position[card] for card in cards)

    def guess(self, cards: int) -> ClueGuess:
        """Return a set of one card of each category as a guess."""
        return self.edition.guess(*(self.edition.cards[place] for place in bits(cards)))

    @cached_property
    def guesses(self) -> Sequence[int]:
        """Every possible suggestion as a set, rooms changing fastest."""
        return [sum(1 << card for card in cards) for cards in product(*map(bits, self.categories))]


@dataclass(frozen=True)
class Asked:
    """One suggestion as one seat saw it, in the layout's numbers and sets."""

    asker: int
    guess: int
    passed: frozenset[int] = frozenset()
    shown: Mapping[int, int] = field(default_factory=dict[int, int])
    """The seats that showed a card, each with the card if it was seen, else 0."""

    @classmethod
    def of(cls, event: Suggestion, table: Table, layout: Layout) -> "Asked":
        """Return a suggestion of this table."""
        event = event.at(table)
        seat = {name: number for number, name in enumerate(table.names)}
        return cls(
            seat[event.by],
            layout.set_of(event.guess),
            frozenset(seat[name] for name in event.passes(table)),
            {
                seat[show.by]: 0 if show.card is None else layout.set_of((show.card,))
                for show in event.shows
                if show.by is not None
            },
        )
