"""Questions about many suggestions at once, in numbers, and their answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from cluetree.exact._problem import Problem

Kind: TypeAlias = int
"""Cards of one category have the same kind if the count cannot tell them from each other: the
number of the card that stands for them, or `~seat` of the seat where they are known to lie."""
Orbit: TypeAlias = tuple[Kind, ...]
"""The kinds of a suggestion's three cards; suggestions of one orbit have the same numbers."""
Shares: TypeAlias = Sequence[Sequence[Sequence[int]]]
"""For each seat, for each set of asked cards held, each card's share of being shown."""
Shown: TypeAlias = tuple[tuple[int, int], ...]
"""The players who show, by seat in asking order, and which of the three asked cards."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the compiled core, which reads the attributes by name."""

    problem: Problem
    deals_bits: int
    """How many bits the number of its deals has."""
    hidden: Sequence[Sequence[tuple[int, ...]]]
    """For each category the cards from which one is hidden, those of a group together."""
    plain: int
    """The plain cards that are never asked for, as a set."""
    special: Sequence[int]
    """The other cards never asked for."""
    asked: Sequence[Sequence[int]]
    """For each category every candidate."""
    seats: Sequence[int]
    """For each place of the problem the seat."""
    order: Sequence[int]
    """The seats of those who are asked, in asking order."""
    most: int
    """How many have to show at most."""
    habits: Sequence[Shares]
    scale: int
    """The sum of the shares of one player."""
    guesses: Sequence[tuple[Orbit, int]]
    """Which orbits are to be scored, by which habits."""


Figures: TypeAlias = tuple[float, float, float, tuple[float, float, float], Mapping[Shown, float]]
"""Gain and leak, in bits; the chance that the envelope is known after the reply, that each
category's card is, and the chance that each thing is shown."""
