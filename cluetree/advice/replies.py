"""What a player shows of several asked cards: models of replies, and how they are used."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final, Protocol, TypeAlias

from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import InvalidEventError
from cluetree.exact.questions import Shares, Shown
from cluetree.exact.replies import Holders

Weight: TypeAlias = int | float | Fraction


class ReplyModel(Protocol):
    """Says how likely a player is to show each of the asked cards that they hold.

    Any callable will do. It must answer the same way each time, and may not depend on what else
    the player holds.
    """

    def __call__(
        self, player: str, guess: ClueGuess, held: tuple[ClueCard, ...], /
    ) -> Sequence[Weight]:
        """Return a weight for each card of `held`: not negative, not all 0, of any sum."""
        ...


def uniform(player: str, guess: ClueGuess, held: tuple[ClueCard, ...], /) -> Sequence[Weight]:  # noqa: ARG001 -- a model's arguments
    """Show any of them with the same chance: what advice assumes if nothing is said."""
    return (1,) * len(held)


def in_order(player: str, guess: ClueGuess, held: tuple[ClueCard, ...], /) -> Sequence[Weight]:  # noqa: ARG001 -- a model's arguments
    """Show the suspect before the weapon before the room, as most published players do."""
    return (1, *(0 for _ in held[1:]))


@dataclass(frozen=True, slots=True)
class Reply:
    """A possible answer to a suggestion, as the asker sees it.

    By the rule "first" at most one player shows; by the rule "all" every player who can.
    """

    shows: Mapping[str, Category]
    """The category of the card that each player shows, in asking order; empty if none can."""
    probability: float
    """From 0 to 1."""

    def cards(self, guess: ClueGuess) -> dict[str, ClueCard]:
        """Return the card that each player shows to this suggestion."""
        named = {card.category: card for card in guess}
        return {by: named[category] for by, category in self.shows.items()}


_SETS: Final = tuple(tuple(i for i in range(3) if held >> i & 1) for held in range(1, 1 << 3))
_Chances: TypeAlias = tuple[tuple[Fraction, ...], ...]


class Habits:
    """What each player shows of some guesses, as whole numbers on a scale.

    Attributes:
        scale: What the shares of one player add up to.
        shares: For each seat, for each set of asked cards held, each asked card's share.
    """

    def __init__(self, chances: Sequence[_Chances], scale: int, most: int):
        """Take the model's chances.

        Args:
            chances: For each seat, for each set of asked cards held, each card's chance.
            scale: What the weights of one player add up to.
            most: How many players may have to show; all weights together are on this power.
        """
        self.scale = scale
        self.shares: Shares = [
            [_by_card(cards, given, scale) for cards, given in zip(_SETS, row, strict=True)]
            for row in chances
        ]
        self._most = most
        self._known: dict[Holders, list[tuple[Shown, int]]] = {}

    def ways(self, holders: Holders) -> list[tuple[Shown, int]]:
        """List what those who answer may show, with weights that add up to the same for all."""
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
    """Return the share of each of the three asked cards, whether or not it is held."""
    shares = [0, 0, 0]
    for card, chance in zip(cards, chances, strict=True):
        shares[card] = int(chance * scale)
    return shares


def habits(
    model: ReplyModel, players: Sequence[str], guesses: Sequence[ClueGuess], most: int
) -> tuple[int, list[Habits]]:
    """Ask a model about guesses; return the scale, and for each guess what is shown.

    Guesses that are answered alike have the same object.

    Raises:
        InvalidEventError: If the model's weights make no sense.
    """
    if model is uniform:  # the same whatever is asked, so nobody need be asked
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
    """Return for each set of asked cards held each card's chance."""
    held = (tuple(guess.cards[i] for i in cards) for cards in _SETS)
    return tuple(chances_to_show(model, player, guess, cards) for cards in held)


def chances_to_show(
    model: ReplyModel, player: str, guess: ClueGuess, held: tuple[ClueCard, ...]
) -> tuple[Fraction, ...]:
    """Ask a model how likely a player is to show each of the asked cards that they hold.

    Raises:
        InvalidEventError: If the model's weights make no sense.
    """
    given = tuple(model(player, guess, held))
    try:
        weights = [Fraction(weight) for weight in given]
    except (ValueError, OverflowError):  # not a number, or infinite
        weights = []
    if len(weights) != len(held) or min(weights) < 0 or not any(weights):
        raise InvalidEventError(
            "a reply model gives each card held a weight, none negative and not all 0; "
            f"for {player} with {', '.join(map(str, held))} it gave {given}"
        )
    return tuple(weight / sum(weights) for weight in weights)
