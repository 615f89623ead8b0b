"""The compiled core of cluetree: what `cluetree.exact` counts, and games by chance.

`count`, `sampler` and `score` take what is left of a limit, and return the states that they spent
and what they found. That is `None` where the core declines, because a number might not fit, and
where the limit of states was reached.
"""

from collections.abc import Callable, Sequence, Set as AbstractSet
from typing import Protocol, TypeAlias, final

__version__: str
API: int
"""Goes up with every change that an older or newer cluetree would not understand."""

Check: TypeAlias = Callable[[], object]
"""Raises an exception once the work must end, such as at a limit of time."""
Cards: TypeAlias = int
"""A set of cards, as bits."""
Triple: TypeAlias = tuple[int | None, ...]
"""For each category a number, or none."""

class Problem(Protocol):
    """Open cards to be dealt to places that have capacity; the envelope is the last place."""

    @property
    def cards(self) -> Sequence[tuple[int, int]]:
        """For each card its category's number, and the set of places it may be in."""
    @property
    def capacity(self) -> Sequence[int | None]:
        """How many cards each player still takes; `None` for any number."""
    @property
    def needs(self) -> tuple[bool, ...]:
        """For each category, whether the envelope still takes a card of it."""
    @property
    def branches(self) -> Sequence[Sequence[tuple[int, Cards]]]:
        """Of each, pairs of a place and a set of cards; at least one card must come there."""
    @property
    def failed_accusations(self) -> AbstractSet[Cards]:
        """Sets of cards that must not all come into the envelope. `count` leaves them aside."""

Counted: TypeAlias = tuple[int, tuple[tuple[int, ...], ...], dict[Triple, int]]
"""The deals; for each card, for each place, those in which it lies there; those of each triple."""

def count(
    problem: Problem, *, states: int | None = None, check: Check | None = None
) -> tuple[int, Counted | None]:
    """Count every deal of a problem, as if no accusation had failed.

    Args:
        problem: What is to be counted.
        states: How many states it may take.
        check: Called now and then; what it raises ends the work and is raised.
    """

@final
class Sampler:
    """Draws deals of one problem, each equally likely."""

    def draw(self, number: int, seed: int) -> list[list[int]]:
        """Draw deals: for each card its place. There must be a deal.

        Args:
            number: How many.
            seed: 64 bits; the same seed draws the same deals.
        """

def sampler(
    problem: Problem, *, states: int | None = None, check: Check | None = None
) -> tuple[int, Sampler | None]:
    """Make ready to draw deals of a problem; what is looked up serves all draws.

    Args:
        problem: What is to be drawn; deals that hide a failed accusation are not.
        states: How many states it may take.
        check: Called now and then; what it raises ends the work and is raised.
    """

class Question(Protocol):
    """What is asked about suggestions."""

    @property
    def problem(self) -> Problem:
        """What is left to count."""
    @property
    def deals_bits(self) -> int:
        """How many bits the number of its deals has."""
    @property
    def hidden(self) -> Sequence[Sequence[Sequence[int]]]:
        """For each category the cards from which one is hidden, those of a group together."""
    @property
    def plain(self) -> Cards:
        """The cards never asked for that are special to nobody."""
    @property
    def special(self) -> Sequence[int]:
        """The other cards never asked for."""
    @property
    def asked(self) -> Sequence[Sequence[int]]:
        """For each category every card that is asked for, one for all that are like it."""
    @property
    def seats(self) -> Sequence[int]:
        """For each place of the problem the seat."""
    @property
    def order(self) -> Sequence[int]:
        """The seats of those who are asked, in asking order."""
    @property
    def most(self) -> int:
        """How many have to show at most: one, or three."""
    @property
    def habits(self) -> Sequence[Sequence[Sequence[Sequence[int]]]]:
        """For each seat, for each set of asked cards held, each card's share of being shown."""
    @property
    def scale(self) -> int:
        """What the shares of one player add up to."""
    @property
    def guesses(self) -> Sequence[tuple[Sequence[int], int]]:
        """What is to be scored, by which habits.

        For each category the card asked for, or `~seat` of the seat where it is known to lie.
        """

Shown: TypeAlias = tuple[tuple[int, int], ...]
"""Who shows, by seat in asking order, and which of the three cards."""
Figures: TypeAlias = tuple[float, float, float, tuple[float, float, float], dict[Shown, float]]
"""Gain and leak, in bits; the chance that the envelope is known after the reply, that each
category's card is, and the chance that each thing is shown."""

def score(
    question: Question, *, states: int | None = None, check: Check | None = None
) -> tuple[int, tuple[float, list[Figures]] | None]:
    """Say what can be expected of suggestions.

    Returns what is not known about the envelope, in bits, and the figures of each guess.

    Args:
        question: What is asked.
        states: How many states it may take.
        check: Called now and then; what it raises ends the work and is raised.
    """
