"""How a player chooses what to suggest and to show: each policy defined once, in plain Python.

`PolicyPlayer` makes an agent of a policy. The versions for many games at a time, in
`cluetree.play.batch` and in the compiled core, are tested against these.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod
from random import Random
from typing import Final, Literal, Protocol, TypeAlias

from cluetree.advice import ReplyModel, card_to_show, uniform
from cluetree.advice.showing import shown_before
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.deduction import bits
from cluetree.events import Event
from cluetree.play import wensel
from cluetree.play.knowledge import Knowledge
from cluetree.table import Table

Tie: TypeAlias = Literal["first", "random"]
"""Which of several equally good cards: the first in the edition's order, or any."""
Chances: TypeAlias = Mapping[int, float]
"""Sets of cards, each with its chance; the chances sum to 1."""
Cards: TypeAlias = Sequence[ClueCard]


class Policy(ABC):
    """Chooses suggestions from what a seat knows."""

    @abstractmethod
    def chances(self, known: Knowledge, rooms: int) -> Chances:
        """Return the suggestions it may make, naming one of these rooms, with their chances."""

    def choose(self, known: Knowledge, rooms: int, rng: Random) -> int:
        """Draw a suggestion, as a set of three cards."""
        chances = self.chances(known, rooms)
        return rng.choices([*chances], [*chances.values()])[0]


class CardwisePolicy(Policy):
    """Chooses the three cards independently of each other."""

    @abstractmethod
    def card_chances(self, known: Knowledge, cards: int) -> Chances:
        """Return the chance to name each of these cards, all of one category."""

    def chances(self, known: Knowledge, rooms: int) -> Chances:
        """Return the suggestions it may make, naming one of these rooms, with their chances."""
        suspects, weapons, _ = known.frame.categories
        found = [self.card_chances(known, cards).items() for cards in (suspects, weapons, rooms)]
        return {sum(card for card, _ in each): prod(p for _, p in each) for each in product(*found)}


class UniformPolicy(CardwisePolicy):
    """Chooses from some cards of each category, each equally likely."""

    @abstractmethod
    def among(self, known: Knowledge, cards: int) -> int:
        """Return the cards to choose from, of some that are all of one category."""

    def card_chances(self, known: Knowledge, cards: int) -> Chances:
        """Return the chance to name each of these cards, all of one category."""
        among = self.among(known, cards)
        return {1 << card: 1 / among.bit_count() for card in bits(among)}

    def choose(self, known: Knowledge, rooms: int, rng: Random) -> int:
        """Draw a suggestion, as a set of three cards."""
        *others, _ = known.frame.categories
        return sum(self.draw(self.among(known, cards), rng) for cards in (*others, rooms))

    def draw(self, cards: int, rng: Random) -> int:
        """Draw one of the cards to choose from."""
        return one_of(cards, rng)


def one_of(cards: int, rng: Random) -> int:
    """Draw one card of a set that is not empty, each equally likely."""
    for _ in range(rng.randrange(cards.bit_count())):
        cards &= cards - 1
    return cards & -cards


@dataclass(frozen=True)
class Anything(UniformPolicy):
    """Any card of each category, own ones too."""

    def among(self, known: Knowledge, cards: int) -> int:  # noqa: ARG002 -- it looks at nothing
        """Return all cards."""
        return cards


@dataclass(frozen=True)
class Stateless(UniformPolicy):
    """Any card of each category other than its own and face-up ones; any, if there is none."""

    def among(self, known: Knowledge, cards: int) -> int:
        """Return the cards that it does not see from the start."""
        return cards & ~(known.hand | known.face_up) or cards


@dataclass(frozen=True)
class Stateful(UniformPolicy):
    """Any card of each category that is not known to be with a player; any, if there is none."""

    def among(self, known: Knowledge, cards: int) -> int:
        """Return the cards that are not located."""
        return cards & ~known.located or cards


@dataclass(frozen=True)
class FewestHolders(UniformPolicy):
    """The paper's heuristic: the card, not located, that the fewest players can have."""

    tie: Tie = "first"

    def among(self, known: Knowledge, cards: int) -> int:
        """Return the best cards, or the first of them."""
        best = fewest_holders(known, cards)
        return best & -best if self.tie == "first" else best

    def draw(self, cards: int, rng: Random) -> int:
        """Draw one of the cards to choose from; the first needs no chance."""
        return cards if self.tie == "first" else one_of(cards, rng)


def fewest_holders(known: Knowledge, cards: int) -> int:
    """Return those of the cards that the fewest players can have, of those not located if any."""
    players = known.may[:-1]
    found: dict[int, int] = {}
    for card in bits(cards & ~known.located or cards):
        holders = sum(may >> card & 1 for may in players)
        found[holders] = found.get(holders, 0) | 1 << card
    return found[min(found)]


@dataclass(frozen=True)
class Bluff(CardwisePolicy):
    """In each category an own card, with a fixed chance, or else one as `FewestHolders` does."""

    bluff: tuple[float, ...] = (1 / 3,) * len(Category)
    """How often an own card is named where there is one, from 0 to 1, by category."""

    def card_chances(self, known: Knowledge, cards: int) -> Chances:
        """Return the chance to name each of these cards, all of one category."""
        own, others = known.hand & cards, fewest_holders(known, cards)
        at = next(at for at, of in enumerate(known.frame.categories) if of & cards)
        share = self.bluff[at] if own else 0.0
        chances = {1 << card: share / own.bit_count() for card in bits(own)}
        for card in bits(others):
            honest = (1 - share) / others.bit_count()
            chances[1 << card] = chances.get(1 << card, 0.0) + honest
        return chances


@dataclass(frozen=True)
class Likeliest(CardwisePolicy):
    """In each category a card likely to be hidden, the likelier the more often.

    How likely a card is to be hidden is estimated card by card: a player's open cards are equally
    likely to be theirs, more so if they showed one of a few.
    """

    sharpness: float = 20.0
    """A card twice as likely to be hidden is named 2 to this power times as often."""

    def card_chances(self, known: Knowledge, cards: int) -> Chances:
        """Return the chance to name each of these cards, all of one category."""
        weights = {
            1 << card: _hidden_chance(known, card) ** self.sharpness
            for card in bits(cards & known.may[-1])
        }
        total = sum(weights.values())
        return {card: weight / total for card, weight in weights.items()}


def _hidden_chance(known: Knowledge, card: int) -> float:
    [category] = [cards for cards in known.frame.categories if cards >> card & 1]
    share = 1 / (known.may[-1] & category).bit_count()
    theirs = 0.0
    for place, size in enumerate(known.frame.sizes[: len(known.may) - 1]):
        open_cards = known.may[place] & ~known.held[place]
        if not open_cards >> card & 1:
            continue
        density = ((size or 0) - known.held[place].bit_count()) / open_cards.bit_count()
        chance = density = min(max(density, 0.0), 1.0)
        for shower, shown in known.shows:
            if shower == place and shown >> card & 1:
                # Given that one of n cards is there, each is likelier by this factor.
                chance /= 1 - (1 - density) ** shown.bit_count()
        theirs += min(chance, 1.0)
    return share / (share + theirs)


@dataclass(frozen=True)
class WenselScores(Policy):
    """Suggests by the scores of `cluetree.play.wensel`, from whatever is known."""

    def chances(self, known: Knowledge, rooms: int) -> Chances:
        """Return the suggestion it makes."""
        return {wensel.choice(known, known.seat, rooms): 1.0}


@dataclass(frozen=True)
class Mixture(Policy):
    """For each suggestion one of several policies, drawn by share."""

    parts: tuple[tuple[float, Policy], ...]
    """Policies, each with its share; the shares sum to 1."""

    def chances(self, known: Knowledge, rooms: int) -> Chances:
        """Return the suggestions it may make, naming one of these rooms, with their chances."""
        found: dict[int, float] = {}
        for share, policy in self.parts:
            for guess, chance in policy.chances(known, rooms).items():
                found[guess] = found.get(guess, 0.0) + share * chance
        return found


class ShowPolicy(Protocol):
    """A policy that chooses which of the asked cards to show."""

    def choose(self, asker: str, guess: ClueGuess, cards: Cards, rng: Random) -> ClueCard:
        """Return one of `cards`, which are the cards of the guess in hand, at least one."""
        ...


@dataclass(frozen=True, slots=True)
class FixedOrder:
    """Show the first category in a fixed order, by default suspect, weapon, room.

    Wensel's agent and the players of the paper on Clue as a Markov decision process show so.
    """

    order: tuple[Category, ...] = tuple(Category)

    def choose(self, asker: str, guess: ClueGuess, cards: Cards, rng: Random) -> ClueCard:  # noqa: ARG002
        """Return the card of the first category."""
        return min(cards, key=lambda card: self.order.index(card.category))


ROOMS_FIRST: Final = FixedOrder((Category.ROOM, Category.WEAPON, Category.SUSPECT))
"""The reverse order: there are more rooms, so a room reveals less."""


@dataclass(frozen=True, slots=True)
class Uniform:
    """Show each card with the same probability."""

    def choose(self, asker: str, guess: ClueGuess, cards: Cards, rng: Random) -> ClueCard:  # noqa: ARG002
        """Return a random card."""
        return rng.choice(cards)


@dataclass(frozen=True)
class SeenBefore:
    """Show a card that the viewpoint has shown to the asker before; else use another policy."""

    table: Table
    events: Sequence[Event]
    """The log."""
    otherwise: ShowPolicy = FixedOrder()

    def choose(self, asker: str, guess: ClueGuess, cards: Cards, rng: Random) -> ClueCard:
        """Return a card shown to the asker before, if there is one."""
        shown = shown_before(self.table, self.events, asker)
        again = [card for card in cards if card in shown]
        return self.otherwise.choose(asker, guess, again or cards, rng)


@dataclass(frozen=True)
class LeastGiven:
    """Show a card shown before, or the least revealing card by `card_to_show`."""

    table: Table
    events: Sequence[Event]
    """The log."""
    samples: int = 50
    model: ReplyModel = uniform

    def choose(self, asker: str, guess: ClueGuess, cards: Cards, rng: Random) -> ClueCard:
        """Return the card that gives the asker the fewest bits.

        Raises:
            ClueError: As `card_to_show` raises it.
        """
        shown = shown_before(self.table, self.events, asker)
        if len(cards) == 1 or shown.intersection(cards):
            return next((card for card in cards if card in shown), cards[0])
        ranked = partial(card_to_show, rng=rng, samples=self.samples, model=self.model)
        return ranked(self.table, self.events, asker, guess).best
