"""How a player chooses what to suggest and which card to show.

A policy for suggestions is one function on plain ints. Any such function makes an agent
(`PolicyPlayer`), with a deck of any size. Those in `POLICIES` also play in games by the thousand
(`cluetree.play.engine`) and give the chances by which opponents are modelled: they are compiled, so
they use ints, floats, rows and other compilable functions only.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final, Literal, Protocol, TypeAlias

from cluetree.advice import ReplyModel, card_to_show, uniform
from cluetree.advice.showing import shown_before
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.deduction import bits
from cluetree.events import Event
from cluetree.play.engine.chance import drawn, share
from cluetree.play.engine.compiling import Floats, Row, compilable, size
from cluetree.play.engine.views import (
    CAN,
    CATEGORIES,
    KNOWN,
    PLAYERS,
    SEAT,
    SHOWS,
    SeatKnowledge,
    first_show,
    hand,
    hand_size,
    hidden,
    hideable,
    in_doubt,
    seen,
    unlocated,
    view_of,
)
from cluetree.table import Table

Tie: TypeAlias = Literal["first", "random"]
"""Which of several equally good cards: the first in the edition's order, or any."""
Cards: TypeAlias = Sequence[ClueCard]

PolicyFunction: TypeAlias = Callable[[Row, int, int, int, Floats, Floats], int]
"""Says how one card of a suggestion is chosen.

Its arguments are what the seat knows; the cards of one category that may be named; the number of
that category; the cards of the categories before, which are named already; the numbers of the
policy; and a row for the weight of each card. It returns the cards of which each is equally likely,
at least one. Or it sets the weight of each card of the category and returns 0.
"""

ROOM: Final = 2
"""The number of the category of rooms."""


# The policies.


@compilable
def anything(view: Row, cards: int, at: int, named: int, numbers: Floats, weights: Floats) -> int:
    """Name any card, own ones too."""
    return cards


@compilable
def not_own(view: Row, cards: int, at: int, named: int, numbers: Floats, weights: Floats) -> int:
    """Name any card but own and face-up ones; any, if there is none."""
    return cards & seen(view) & ~hand(view) or cards


@compilable
def not_located(
    view: Row, cards: int, at: int, named: int, numbers: Floats, weights: Floats
) -> int:
    """Name any card that is not known to be with a player; any, if there is none."""
    return cards & unlocated(view) or cards


@compilable
def fewest_holders(
    view: Row, cards: int, at: int, named: int, numbers: Floats, weights: Floats
) -> int:
    """Name a card, not located, that the fewest players can have: the paper's heuristic."""
    left = cards & unlocated(view) or cards
    # The number of players who can have each card, in binary: digit by digit for all cards at once.
    ones = twos = fours = eights = sixteens = more = most = 0
    for seat in range(view[PLAYERS]):
        carry = view[CAN + seat]
        ones, carry = ones ^ carry, ones & carry
        twos, carry = twos ^ carry, twos & carry
        fours, carry = fours ^ carry, fours & carry
        eights, carry = eights ^ carry, eights & carry
        sixteens, carry = sixteens ^ carry, sixteens & carry
        more, carry = more ^ carry, more & carry
        most ^= carry
    for digit in (most, more, sixteens, eights, fours, twos, ones):
        left = left & ~digit or left
    return left


@compilable
def first_of_fewest_holders(
    view: Row, cards: int, at: int, named: int, numbers: Floats, weights: Floats
) -> int:
    """Name the first card, in the edition's order, that `fewest_holders` may name."""
    best = fewest_holders(view, cards, at, named, numbers, weights)
    return best & -best


@compilable
def bluff(view: Row, cards: int, at: int, named: int, numbers: Floats, weights: Floats) -> int:
    """Name an own card, if there is one, with a chance by category; else as `fewest_holders`.

    The numbers are the three chances.
    """
    own = cards & hand(view)
    honest = fewest_holders(view, cards, at, named, numbers, weights)
    rate = numbers[at] if own else 0.0
    for number in range(len(weights)):
        card = 1 << number
        if cards & card:
            weights[number] = rate / size(own) if own & card else 0.0
            if honest & card:
                weights[number] += (1.0 - rate) / size(honest)
    return 0


@compilable
def likeliest(view: Row, cards: int, at: int, named: int, numbers: Floats, weights: Floats) -> int:
    """Name a card likely to be hidden, the likelier the more often.

    A card twice as likely to be hidden is named 2 to the power of `numbers[0]` times as often. How
    likely a card is to be hidden is estimated card by card: a player's open cards are equally
    likely to be theirs, more so if they showed one of a few.
    """
    may = hideable(view)
    if not may & cards:
        return cards
    share = 1.0 / size(may & view[CATEGORIES + at])
    for number in range(len(weights)):
        card = 1 << number
        if cards & card:
            weights[number] = 0.0
            if may & card:
                others = _chance_with_players(view, card)
                weights[number] = power(share / (share + others), numbers[0])
    return 0


@compilable
def power(base: float, exponent: float) -> float:
    """Raise a number to a power; a whole one is quicker by squaring."""
    left = int(exponent)
    if left != exponent or left < 0:
        return float(base**exponent)
    found = 1.0
    while left:
        if left & 1:
            found *= base
        base *= base
        left >>= 1
    return found


@compilable
def _chance_with_players(view: Row, card: int) -> float:
    """Estimate how likely a card is to be with any other player, a sum of chances."""
    total = 0.0
    first = first_show(view)
    for seat in range(view[PLAYERS]):
        known = view[CAN + seat] & view[KNOWN]
        opened = view[CAN + seat] & ~known
        if not opened & card:
            continue
        density = (hand_size(view, seat) - size(known)) / size(opened)
        density = min(max(density, 0.0), 1.0)
        chance = density
        for at in range(first, first + 2 * view[SHOWS], 2):
            shown = view[at + 1]
            if view[at] == seat and shown & card:
                # Given that one of n cards is there, each is likelier by this factor.
                chance /= 1.0 - (1.0 - density) ** size(shown)
        total += min(chance, 1.0)
    return total


@compilable
def wensel(view: Row, cards: int, at: int, named: int, numbers: Floats, weights: Floats) -> int:
    """Name a card as Wensel's agent does; see `cluetree.play.agents.wensel`.

    Two unknown cards are named, those with the best scores; the third is an option, an own card or
    the hidden one. Where a category's hidden card is known, an option is named.
    """
    found = hidden(view)
    if found & view[CATEGORIES + at]:
        return _first(hand(view) & cards) or found & cards or cards
    best = _best_unknown(view, cards)
    if at < ROOM and not found and _gives_way(view, at):
        return _first(hand(view) & cards) or best
    return best or cards


@compilable
def _first(cards: int) -> int:
    return cards & -cards


@compilable
def _gives_way(view: Row, at: int) -> bool:
    """Return whether, of three unknown cards, Wensel replaces the suspect or the weapon.

    The worse of the two gives way, the weapon if they are as good.
    """
    suspect = wensel_score(view, _best_unknown(view, view[CATEGORIES]))
    weapon = wensel_score(view, _best_unknown(view, view[CATEGORIES + 1]))
    return (weapon > suspect) == (at == 0)


@compilable
def _best_unknown(view: Row, cards: int) -> int:
    """Return the unknown card with the best score, the first of equal ones; 0 if there is none."""
    rest = cards & in_doubt(view)
    best, most = 0, -1
    while rest:
        card = rest & -rest
        rest ^= card
        score = wensel_score(view, card)
        if score > most:
            best, most = card, score
    return best


@compilable
def wensel_score(view: Row, card: int) -> int:
    """Return how many other players lack a card, plus the number of open shows that it is in."""
    score = 0
    for seat in range(view[PLAYERS]):
        if seat != view[SEAT] and not view[CAN + seat] & card:
            score += 1
    first = first_show(view)
    for at in range(first, first + 2 * view[SHOWS], 2):
        if view[at + 1] & card:
            score += 1
    return score


@compilable
def rooms_worth_naming(view: Row) -> int:
    """Return the rooms not located; once the hidden one is known, that one and own ones."""
    rooms = view[CATEGORIES + ROOM]
    found = hidden(view) & rooms
    return found | hand(view) & rooms if found else unlocated(view) & rooms


POLICIES: Final[Sequence[PolicyFunction]] = (
    anything,
    not_own,
    not_located,
    fewest_holders,
    first_of_fewest_holders,
    bluff,
    likeliest,
    wensel,
)
"""The policies that play in simulated games, in the order of their numbers."""


@compilable
def candidates(  # noqa: PLR0911 -- one for each policy
    number: int, view: Row, cards: int, at: int, named: int, numbers: Floats, weights: Floats
) -> int:
    """Call a policy by its number; a chain of cases compiles to one quick function."""
    if number == 0:
        return anything(view, cards, at, named, numbers, weights)
    if number == 1:
        return not_own(view, cards, at, named, numbers, weights)
    if number == 2:
        return not_located(view, cards, at, named, numbers, weights)
    if number == 3:
        return fewest_holders(view, cards, at, named, numbers, weights)
    if number == 4:
        return first_of_fewest_holders(view, cards, at, named, numbers, weights)
    if number == 5:
        return bluff(view, cards, at, named, numbers, weights)
    if number == 6:
        return likeliest(view, cards, at, named, numbers, weights)
    return wensel(view, cards, at, named, numbers, weights)


_WITHOUT_CHANCE: Final = (first_of_fewest_holders, wensel)
"""The policies that name one card only, so that an agent draws nothing."""

# Suggestions drawn by policies, and their chances.


@compilable
def suggest(
    policy: int, numbers: Floats, view: Row, rooms: int, weights: Floats, chance: Row
) -> int:
    """Draw a suggestion by a policy, naming one of some rooms."""
    named = 0
    for at in range(ROOM + 1):
        cards = rooms if at == ROOM else view[CATEGORIES + at]
        among = candidates(policy, view, cards, at, named, numbers, weights)
        named |= drawn(among, chance) if among else drawn_by_weight(cards, weights, chance)
    return named


@compilable
def drawn_by_weight(cards: int, weights: Floats, chance: Row) -> int:
    """Draw a card of a set by weight."""
    total = 0.0
    for number in range(len(weights)):
        if cards & (1 << number):
            total += weights[number]
    left = share(chance) * total
    found = 0
    for number in range(len(weights)):
        if cards & (1 << number) and weights[number] > 0.0 and left >= 0.0:
            found = 1 << number
            left -= weights[number]
    return found


@compilable
def chance_to_name(
    policy: int, numbers: Floats, view: Row, at: int, guess: int, weights: Floats
) -> float:
    """Return the chance that a policy names a guess's card of a category, given those before it."""
    cards = view[CATEGORIES + at]
    named = 0
    for before in range(at):
        named |= guess & view[CATEGORIES + before]
    among = candidates(policy, view, cards, at, named, numbers, weights)
    if among:
        return 1.0 / size(among) if among & guess else 0.0
    total = right = 0.0
    for number in range(len(weights)):
        if cards & (1 << number):
            total += weights[number]
            if guess & (1 << number):
                right = weights[number]
    return right / total


@dataclass(frozen=True)
class Policy:
    """A way to choose suggestions: a function with its numbers.

    >>> heuristic, bluffer = Policy(fewest_holders), Policy(bluff, (0.3, 0.3, 0.3))
    """

    function: PolicyFunction
    numbers: tuple[float, ...] = ()

    def __repr__(self) -> str:
        return f"Policy({', '.join((self.function.__name__, *map(str, self.numbers)))})"

    @property
    def number(self) -> int:
        """The number of the function, for `candidates`.

        Raises:
            ValueError: If simulated games do not have the function.
        """
        if self.function not in POLICIES:
            raise ValueError(f"a simulated policy must be one of POLICIES, got {self.function!r}")
        return POLICIES.index(self.function)

    def chances(self, known: SeatKnowledge, rooms: int) -> dict[int, float]:
        """Return the suggestions that it may make, naming one of some rooms, with their chances."""
        found, view = {0: 1.0}, view_of(known)
        for at, cards in enumerate((*known.frame.categories[:-1], rooms)):
            found = {
                named | card: before * chance
                for named, before in found.items()
                for card, chance in self._card_chances(view, cards, at, named).items()
            }
        return found

    def _card_chances(self, view: Row, cards: int, at: int, named: int) -> dict[int, float]:
        weights = [0.0] * cards.bit_length()
        among = self.function(view, cards, at, named, [*self.numbers], weights)
        if among:
            return {1 << card: 1 / size(among) for card in bits(among)}
        total = sum(weights)
        return {1 << card: weights[card] / total for card in bits(cards) if weights[card]}

    def choose(self, known: SeatKnowledge, rooms: int, rng: Random) -> int:
        """Draw a suggestion, as a set of three cards, naming one of some rooms."""
        view, named = view_of(known), 0
        for at, cards in enumerate((*known.frame.categories[:-1], rooms)):
            chances = self._card_chances(view, cards, at, named)
            if self.function in _WITHOUT_CHANCE:
                [card] = chances
            elif len({*chances.values()}) == 1:
                card = one_of(sum(chances), rng)
            else:
                [card] = rng.choices([*chances], [*chances.values()])
            named |= card
        return named


@dataclass(frozen=True)
class Mixture:
    """For each suggestion one of several policies, drawn by share."""

    parts: tuple[tuple[float, Policy], ...]
    """Policies, each with its share; the shares sum to 1."""


def one_of(cards: int, rng: Random) -> int:
    """Draw one card of a set that is not empty, each equally likely."""
    for _ in range(rng.randrange(cards.bit_count())):
        cards &= cards - 1
    return cards & -cards


# Policies for showing a card.


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
