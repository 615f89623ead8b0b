"""How a player chooses what to suggest, and by which rule a card to show.

A policy for suggestions is one function on plain ints. Any such function makes an agent
(`PolicyPlayer`), with a deck of any size. Those in `POLICIES` also play in games by the thousand
(`cluetree.play.engine`) and give the chances by which opponents are modelled: they are compiled, so
they use ints, floats, rows and other compilable functions only.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal, TypeAlias

from cluetree.play.engine.chance import drawn, share
from cluetree.play.engine.compiling import Row, compilable, size
from cluetree.play.engine.views import (
    CAN,
    CATEGORIES,
    PLAYERS,
    SEAT,
    SHOWS,
    first_show,
    hand,
    hidden,
    in_doubt,
    seen,
    unlocated,
    view_of,
)
from cluetree.play.knowledge import Knowledge

Tie: TypeAlias = Literal["first", "random"]
"""Which of several equally good cards: the first in the edition's order, or any."""
ShowRule: TypeAlias = Literal["first", "uniform"]
"""Which card is shown: the first by suspect, weapon, room, or any of those asked for."""

PolicyFunction: TypeAlias = Callable[[Row, int, int], int]
"""Says which cards of a category are named: it returns those of which each is equally likely.

Its arguments are what the seat knows, the cards of the category that may be named, and the number
of the category. It returns at least one card.
"""

ROOM: Final = 2
"""The number of the category of rooms."""


# The policies.


@compilable
def anything(view: Row, cards: int, at: int) -> int:
    """Name any card, own ones too."""
    return cards


@compilable
def not_own(view: Row, cards: int, at: int) -> int:
    """Name any card but own and face-up ones; any, if there is none."""
    return cards & seen(view) & ~hand(view) or cards


@compilable
def not_located(view: Row, cards: int, at: int) -> int:
    """Name any card that is not known to be with a player; any, if there is none."""
    return cards & unlocated(view) or cards


@compilable
def fewest_holders(view: Row, cards: int, at: int) -> int:
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
def first_of_fewest_holders(view: Row, cards: int, at: int) -> int:
    """Name the first card, in the edition's order, that `fewest_holders` may name."""
    best = fewest_holders(view, cards, at)
    return best & -best


@compilable
def wensel(view: Row, cards: int, at: int) -> int:
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
    wensel,
)
"""The policies that play in simulated games, in the order of their numbers."""


@compilable
def candidates(number: int, view: Row, cards: int, at: int) -> int:
    """Call a policy by its number; a chain of cases compiles to one quick function."""
    if number == 0:
        return anything(view, cards, at)
    if number == 1:
        return not_own(view, cards, at)
    if number == 2:
        return not_located(view, cards, at)
    if number == 3:
        return fewest_holders(view, cards, at)
    if number == 4:
        return first_of_fewest_holders(view, cards, at)
    return wensel(view, cards, at)


_WITHOUT_CHANCE: Final = (first_of_fewest_holders, wensel)
"""The policies that name one card only, so that an agent draws nothing."""

# Suggestions drawn by policies, and their chances.


@compilable
def suggest(policy: int, own_cards: float, view: Row, rooms: int, chance: Row) -> int:
    """Draw a suggestion by a policy, naming one of some rooms; see `Policy.own_cards`."""
    named = 0
    for at in range(ROOM + 1):
        cards = rooms if at == ROOM else view[CATEGORIES + at]
        own = cards & hand(view)
        if own_cards > 0.0 and own and share(chance) < own_cards:
            named |= drawn(own, chance)
        else:
            named |= drawn(candidates(policy, view, cards, at), chance)
    return named


@compilable
def chance_to_name(policy: int, own_cards: float, view: Row, at: int, guess: int) -> float:
    """Return the chance that a policy names a guess's card of a category."""
    cards = view[CATEGORIES + at]
    own, among = cards & hand(view), candidates(policy, view, cards, at)
    chance = 1.0 / size(among) if among & guess else 0.0
    if own_cards > 0.0 and own:
        chance *= 1.0 - own_cards
        if own & guess:
            chance += own_cards / size(own)
    return chance


@dataclass(frozen=True)
class Policy:
    """A way to choose suggestions.

    >>> heuristic, bluffer = Policy(fewest_holders), Policy(fewest_holders, own_cards=0.3)
    """

    function: PolicyFunction
    own_cards: float = 0.0
    """How often an own card is named instead, in each category that has one; from 0 to 1."""

    def __repr__(self) -> str:
        own = f", {self.own_cards}" if self.own_cards else ""
        return f"Policy({self.function.__name__}{own})"

    @property
    def number(self) -> int:
        """The number of the function, for `candidates`.

        Raises:
            ValueError: If simulated games do not have the function.
        """
        if self.function not in POLICIES:
            raise ValueError(f"a simulated policy must be one of POLICIES, got {self.function!r}")
        return POLICIES.index(self.function)

    def choose(self, known: Knowledge, rooms: int, rng: Random) -> int:
        """Draw a suggestion, as a set of three cards, naming one of some rooms."""
        view, named = view_of(known), 0
        for at, cards in enumerate((*known.frame.categories[:-1], rooms)):
            own = cards & hand(view) if self.own_cards else 0
            if own and rng.random() < self.own_cards:
                named |= one_of(own, rng)
            else:
                among = self.function(view, cards, at)
                named |= among if self.function in _WITHOUT_CHANCE else one_of(among, rng)
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
