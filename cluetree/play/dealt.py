"""The true deal, which only the referee knows."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from cluetree.beliefs import Deal
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import InvalidTableError
from cluetree.play.rules import Rules
from cluetree.table import ENVELOPE, CluePlayer, Table


@dataclass(frozen=True)
class Dealt:
    """The cards of one game, all in their places.

    Raises:
        InvalidTableError: If the places do not take every card of the deck exactly once.
    """

    rules: Rules
    envelope: ClueGuess
    hands: tuple[tuple[ClueCard, ...], ...]
    """By seat, each in the order of the edition."""
    face_up: tuple[ClueCard, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", tuple(map(self._sorted, self.hands)))
        object.__setattr__(self, "face_up", self._sorted(self.face_up))
        if len(self.hands) != len(self.rules.players):
            raise InvalidTableError(
                f"hands must be {len(self.rules.players)}, one a player, got {len(self.hands)}"
            )
        lying = Counter([*self.envelope, *self.face_up])
        for hand in self.hands:
            lying.update(hand)
        for card in self.rules.edition.cards:
            if lying[card] != 1:
                raise InvalidTableError(f"{card} must be dealt once, got {lying[card]} times")

    def _sorted(self, cards: Iterable[ClueCard]) -> tuple[ClueCard, ...]:
        position = self.rules.edition.position
        for card in (cards := tuple(cards)):
            if card not in position:
                raise InvalidTableError(f"{card} is not a card of {self.rules.edition}")
        return tuple(sorted(cards, key=position.__getitem__))

    @cached_property
    def seat_of(self) -> Mapping[ClueCard, int]:
        """For each card in a hand, the index of the seat that holds it."""
        return {card: seat for seat, hand in enumerate(self.hands) for card in hand}

    @cached_property
    def deal(self) -> Deal:
        """The true deal: for each card that is not face-up a player's name, or "envelope"."""
        names = self.rules.players
        held = {card: names[seat] for card, seat in self.seat_of.items()}
        return {**held, **dict.fromkeys(self.envelope, ENVELOPE.name)}

    def table(self, viewpoint: str | None) -> Table:
        """Return the set-up as this player sees it; `None` for an onlooker.

        Raises:
            UnknownPlayerError: If no player has this name.
        """
        hands = zip(self.rules.players, self.hands, strict=True)
        players = tuple(CluePlayer(n, len(h), h if n == viewpoint else ()) for n, h in hands)
        return Table(self.rules.edition, players, viewpoint, self.face_up, self.rules.answering)


def shuffle(rules: Rules, rng: Random) -> Dealt:
    """Hide one card of each category, shuffle the rest and deal it out.

    Every deal is equally likely. Cards go round one by one from the first seat on, so that the
    first seats hold one more where they do not go round evenly and none lies face-up.
    """
    edition, players = rules.edition, len(rules.players)
    envelope = ClueGuess(*(rng.choice(edition.of(category)) for category in Category))
    pack = [card for card in edition.cards if card not in envelope.cards]
    rng.shuffle(pack)
    over = len(pack) % players if rules.leftover_face_up else 0
    hands = tuple(tuple(pack[over + seat :: players]) for seat in range(players))
    return Dealt(rules, envelope, hands, tuple(pack[:over]))
