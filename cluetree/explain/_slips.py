"""How an entry goes wrong, and how likely that is.

A slip is made at random: first its kind, by the weights below, then one of the changes of this
kind, by odds that prefer the neighbouring seat and the card that looks alike.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from fractions import Fraction
from typing import Final

from cluetree.cards import ClueCard, ClueGuess
from cluetree.events import Event
from cluetree.table import Table


class SlipKind(StrEnum):
    """What is wrong with an entry."""

    ANSWER = "answer"
    """A pass was a show, or the other way round."""
    SEAT = "seat"
    """Another player showed."""
    SHOWN = "shown"
    """Another card was shown."""
    ASKED = "asked"
    """Another card was named."""
    ASKER = "asker"
    """Another player suggested."""
    PASSER = "passer"
    """Another player passed, or one did not pass."""
    OUTCOME = "outcome"
    """A correct accusation had failed, or the other way round."""
    FACT = "fact"
    """A player holds the card that they were said to lack, or the other way round."""
    HOLDER = "holder"
    """The card is another player's."""
    CARD = "card"
    """The fact is about another card."""
    SIZE = "size"
    """A hand has another size."""
    BLANK = "blank"
    """The card that was shown is not known."""
    SOMEBODY = "somebody"
    """The player who showed is not known."""
    BOTH = "both"
    """Another player showed another card."""
    DROPPED = "dropped"
    """The event is not to be trusted."""


WEIGHTS: Final = {
    SlipKind.ANSWER: Fraction(2),
    SlipKind.SEAT: Fraction(1),
    SlipKind.SHOWN: Fraction(1),
    SlipKind.ASKED: Fraction(1),
    SlipKind.ASKER: Fraction(1, 2),
    SlipKind.PASSER: Fraction(1, 2),
    SlipKind.OUTCOME: Fraction(1),
    SlipKind.FACT: Fraction(1),
    SlipKind.HOLDER: Fraction(1),
    SlipKind.CARD: Fraction(1),
    SlipKind.SIZE: Fraction(1, 2),
    SlipKind.BOTH: Fraction(1, 10),
    # These say less in place of what was told: every specific mend that leaves a fair
    # part of their deals is the better one.
    SlipKind.BLANK: Fraction(1, 50),
    SlipKind.SOMEBODY: Fraction(1, 50),
    SlipKind.DROPPED: Fraction(1, 100),
}
"""How often each kind is met, against the others; what comes of it hardly depends on them."""

ODD: Final = Fraction(1, 8)
"""How much rarer an event is for each thing about it that is not as the game goes."""
_NEAR, _FAR = 2, 1
"""The odds of what is easily mistaken, and of the rest."""
_ALIKE: Final = 0.6
"""From which likeness on two names look alike; 1 is the same name."""


VAGUE: Final = frozenset({SlipKind.BLANK, SlipKind.SOMEBODY, SlipKind.DROPPED})
"""The kinds that leave open what was meant."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What may have been meant by an event, or by the set-up."""

    kind: SlipKind
    meant: Event | Table | None
    """What the record should hold; `None` if nothing."""
    odds: int = _FAR
    """Its odds against the other slips of its kind."""
    about: ClueCard | None = None
    """The card that is wrong, where it is hard to tell which other one was meant."""


def weighted(slips: Iterable[Slip]) -> Iterator[tuple[Slip, Fraction]]:
    """Give each slip the chance of its kind, shared out by the odds; drop what says the same."""
    by_kind: dict[SlipKind, list[Slip]] = {}
    seen: set[Event | Table | None] = set()
    for slip in slips:
        if slip.meant not in seen:
            seen.add(slip.meant)
            by_kind.setdefault(slip.kind, []).append(slip)
    for kind, some in by_kind.items():
        share = WEIGHTS[kind] / sum(slip.odds for slip in some)
        yield from ((slip, share * slip.odds) for slip in some)


def near_seats(table: Table, one: str, other: str) -> int:
    """The odds that two players, who sit side by side or not, are mistaken."""
    names = table.names
    if one not in names or other not in names:
        return _FAR
    apart = abs(names.index(one) - names.index(other))
    return _NEAR if apart in {1, len(names) - 1} else _FAR


def near_cards(table: Table, one: ClueCard, other: ClueCard) -> int:
    """The odds that two cards, next to each other on the sheet or alike in name, are mistaken."""
    position = table.edition.position
    if abs(position[one] - position[other]) == 1:
        return _NEAR
    names = one.name.casefold(), other.name.casefold()
    return _NEAR if SequenceMatcher(None, *names).ratio() >= _ALIKE else _FAR


def others(table: Table, card: ClueCard) -> Iterator[ClueCard]:
    """Yield the other cards of its category."""
    return (other for other in table.edition.of(card.category) if other != card)


def guesses(table: Table, guess: ClueGuess) -> Iterator[tuple[ClueCard, ClueCard, ClueGuess]]:
    """Yield each guess that differs in one card: the card, the other, and the guess."""
    for card in guess:
        for other in others(table, card):
            cards = (other if kept == card else kept for kept in guess)
            yield card, other, ClueGuess(*cards)
