"""Models of which card a player shows, and their probabilities."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from reprlib import repr as brief
from typing import Final, Protocol, TypeAlias

from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import InvalidEventError
from cluetree.exact.replies import Holders, Shares, Shown

Weight: TypeAlias = int | float | Fraction


class ReplyModel(Protocol):
    """A callable that returns the weight of each asked card that a player holds.

    It must be deterministic and must not depend on the player's other cards.
    """

    def __call__(
        self, player: str, guess: ClueGuess, held: tuple[ClueCard, ...], /
    ) -> Sequence[Weight]:
        """Return a weight for each card of `held`, none negative and not all 0."""
        ...


def verify_model(model: object) -> None:
    """Check the type of a model; an untyped caller may pass anything.

    Raises:
        InvalidEventError: If it is not callable.
    """
    if not callable(model):
        raise InvalidEventError(
            f"model must be a function of player, guess and held cards, got {brief(model)}"
        )


def uniform(player: str, guess: ClueGuess, held: tuple[ClueCard, ...], /) -> Sequence[Weight]:  # noqa: ARG001 -- a model's arguments
    """Show each card with the same probability; the default model."""
    return (1,) * len(held)


def in_order(player: str, guess: ClueGuess, held: tuple[ClueCard, ...], /) -> Sequence[Weight]:  # noqa: ARG001 -- a model's arguments
    """Show suspect before weapon before room, as most published players do."""
    return (1, *(0 for _ in held[1:]))


@dataclass(frozen=True, slots=True)
class Reply:
    """A possible answer to a suggestion, as the asker sees it.

    By the rule "first" at most one player shows; by the rule "all" every player who can.
    """

    shows: Mapping[str, Category]
    """The category of the card that each player shows, in asking order; empty if no one shows."""
    probability: float
    """From 0 to 1."""

    def cards(self, guess: ClueGuess) -> dict[str, ClueCard]:
        """Return the card that each player shows to this suggestion."""
        named = {card.category: card for card in guess}
        return {by: named[category] for by, category in self.shows.items()}


_SETS: Final = tuple(tuple(i for i in range(3) if held >> i & 1) for held in range(1, 1 << 3))
_Chances: TypeAlias = tuple[tuple[Fraction, ...], ...]


class Habits:
    """The cards that each player shows of a guess, as integer shares of a scale.

    Attributes:
        scale: The sum of the shares of one player.
        shares: For each seat and each set of asked cards held, each asked card's share.
    """

    def __init__(self, chances: Sequence[_Chances], scale: int, most: int):
        """Convert the model's probabilities; at most `most` players show."""
        self.scale = scale
        self.shares: Shares = [
            [_by_card(cards, given, scale) for cards, given in zip(_SETS, row, strict=True)]
            for row in chances
        ]
        self._most = most
        self._known: dict[Holders, list[tuple[Shown, int]]] = {}

    def ways(self, holders: Holders) -> list[tuple[Shown, int]]:
        """List the cards that the holders can show, with weights that sum to `scale**most`."""
        if holders not in self._known:
            ways: list[tuple[Shown, int]] = [((), self.scale ** (self._most - len(holders)))]
            for seat, held in holders:
                ways = [
                    ((*shown, (seat, card)), weight * share)
                    for shown, weight in ways
                    for card, share in enumerate(self.shares[seat][held - 1])
                    if share
                ]
            self._known[holders] = ways
        return self._known[holders]


def _by_card(cards: Sequence[int], chances: Sequence[Fraction], scale: int) -> list[int]:
    """Return the share of each of the three asked cards; 0 for cards not held."""
    shares = [0, 0, 0]
    for card, chance in zip(cards, chances, strict=True):
        shares[card] = int(chance * scale)
    return shares


def habits(
    model: ReplyModel, players: Sequence[str], guesses: Sequence[ClueGuess], most: int
) -> tuple[int, list[Habits]]:
    """Query a model; return the scale and the habits for each guess.

    Guesses with equal habits share an object.

    Raises:
        InvalidEventError: If the model's weights are invalid.
    """
    if model is uniform:  # the same for every guess and player
        alike = tuple(tuple(Fraction(1, len(cards)) for _ in cards) for cards in _SETS)
        different = [(alike,) * len(players)]
        numbers = [0] * len(guesses)
    else:
        known: dict[tuple[_Chances, ...], int] = {}
        numbers = [
            known.setdefault(tuple(_by_set(model, player, guess) for player in players), len(known))
            for guess in guesses
        ]
        different = list(known)
    scale = lcm(*(c.denominator for row in different for sets in row for s in sets for c in s))
    shown = [Habits(row, scale, most) for row in different]
    return scale**most, [shown[number] for number in numbers]


def _by_set(model: ReplyModel, player: str, guess: ClueGuess) -> _Chances:
    """Return each card's probability for each set of asked cards held."""
    held = (tuple(guess.cards[i] for i in cards) for cards in _SETS)
    return tuple(chances_to_show(model, player, guess, cards) for cards in held)


def chances_to_show(
    model: ReplyModel, player: str, guess: ClueGuess, held: tuple[ClueCard, ...]
) -> tuple[Fraction, ...]:
    """Return the probability by a model that a player shows each of their asked cards.

    Raises:
        InvalidEventError: If the model's weights are invalid.
    """
    given = tuple(model(player, guess, held))
    try:
        weights = [Fraction(weight) for weight in given]
    except (ValueError, OverflowError):  # NaN or infinite
        weights = []
    if len(weights) != len(held) or min(weights) < 0 or not any(weights):
        raise InvalidEventError(
            "a reply model must return a weight for each card held, none negative and not all 0; "
            f"for {player} with {', '.join(map(str, held))} it returned {given}"
        )
    return tuple(weight / sum(weights) for weight in weights)
