"""The deck, the seats and the board of simulated games, and suggestions in their numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TypeAlias

from cluetree._turns import clockwise
from cluetree.board import Board, Place
from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import InvalidTableError
from cluetree.events import Suggestion
from cluetree.evidence import Frame, bits
from cluetree.play.engine.movement import FAR, NEVER
from cluetree.play.pawns import Pawns
from cluetree.table import Answering, Table

_WIDEST = 64
"""The number of cards that fit in one machine word."""


@dataclass(frozen=True)
class Layout(Frame):
    """The frame of a table for simulated games, with how its players answer."""

    answering: Answering = Answering.FIRST

    @classmethod
    def even(cls, edition: Edition, players: int) -> "Layout":
        """Return the layout of a deck dealt out evenly; the first seats get what is left over.

        Raises:
            InvalidTableError: As by `of`, or if there are too few or too many players.
        """
        each, over = divmod(len(edition.cards) - len(Category), max(players, 1))
        sizes = {f"Player {seat + 1}": each + (seat < over) for seat in range(players)}
        return cls.of(Table.set_up(edition, sizes))

    @classmethod
    def of(cls, table: Table) -> "Layout":
        """Return the layout of a table.

        Raises:
            InvalidTableError: If a hand size is not known, there are more than 64 cards, the hands
                and the envelope need more than there are, or the rules of asking are not Clue's.
        """
        cards = len(table.edition.cards)
        if cards > _WIDEST:
            raise InvalidTableError(
                f"a deck for simulations must have at most {_WIDEST} cards, got {cards}"
            )
        sizes = [player.hand_size for player in table.players if player.hand_size is not None]
        if len(sizes) < len(table.players):
            raise InvalidTableError("a simulation needs every player's hand size")
        needed = sum(sizes) + len(Category)
        if needed > cards:
            raise InvalidTableError(f"hands and envelope need {needed} cards, the deck has {cards}")
        for rule in ("answers", "questions", "unanswered"):
            if (value := getattr(table, rule)) is not (usual := getattr(Table, rule)):
                raise InvalidTableError(f"{rule} of a simulation must be '{usual}', got '{value}'")
        return cls(table.edition, table.players, (), table.face_up, table.answering)

    def left_of(self, seat: int) -> tuple[int, ...]:
        """Return the other seats in turn order, in which they also answer."""
        return clockwise(seat, len(self.players))

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
        return cls(
            layout.place(event.by),
            layout.set_of(event.guess),
            frozenset(map(layout.place, event.passes(table))),
            {
                layout.place(show.by): 0 if show.card is None else layout.set_of((show.card,))
                for show in event.shows
                if show.by is not None
            },
        )


Steps: TypeAlias = tuple[int, ...]
"""The steps to each room, in edition order; 0 if no roll is needed."""


@dataclass(frozen=True)
class Distances:
    """The distances between the rooms of a board, and whose pawn is whose.

    Other pawns block no way, and a pawn on its way is known by its distances only.
    """

    between: tuple[Steps, ...]
    """The steps from each room on foot."""
    inside: tuple[Steps, ...]
    """The steps of a pawn in each room: it has to leave before it enters again."""
    suspects: tuple[int, ...]
    """The suspect whose pawn each seat moves, as a set."""

    @classmethod
    def of(cls, board: Board, layout: Layout) -> "Distances":
        """Return what simulated games need to know of a board."""
        names = layout.edition.of(Category.ROOM)
        between = tuple(_steps(board, room) for room in names)
        inside = tuple(
            tuple(
                NEVER if to == here else 0 if board.passages.get(here) == to else steps
                for to, steps in zip(names, row_of, strict=True)
            )
            for here, row_of in zip(names, between, strict=True)
        )
        suspects = layout.edition.of(Category.SUSPECT)[: len(layout.players)]
        return cls(between, inside, tuple(layout.set_of((suspect,)) for suspect in suspects))

    def of_pawns(self, pawns: Pawns) -> tuple[Steps, ...]:
        """Return the steps of each seat's pawn."""
        names = pawns.board.edition.of(Category.ROOM)
        found: list[Steps] = []
        for seat, place in enumerate(pawns.places[: len(pawns.players)]):
            if isinstance(place, ClueCard):
                here = names.index(place)
                steps = [*self.inside[here]]
                steps[here] = 0 if seat in pawns.summoned else NEVER
                found.append(tuple(steps))
            else:
                found.append(_steps(pawns.board, place))
        return tuple(found)


def _steps(board: Board, place: Place) -> Steps:
    far = board.distances(place)
    return tuple(far.get(room, FAR) for room in board.edition.of(Category.ROOM))
