"""The expected information of a suggestion, by enumeration of all deals and replies.

It shares nothing with cluetree but the words: deals come from `tests.brute`, and who answers what
is played out at the table, deal by deal.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import TypeAlias, TypeVar

from cluetree import ClueCard, ClueGuess, Table
from cluetree.advice import ReplyModel
from tests.brute import Deal, asked, envelope

T = TypeVar("T")

Shows: TypeAlias = tuple[tuple[str, str], ...]
"""The players who show and their cards, in asking order."""
Look: TypeAlias = tuple[str, ClueCard] | None
"""The face-down card that the asker sees, and its hand."""


@dataclass(frozen=True)
class Expected:
    """The right figures of one suggestion."""

    gain: float
    leak: float
    solves: float
    replies: Mapping[Shows, float]


def expected(
    table: Table,
    found: Iterable[Deal],
    guess: ClueGuess,
    model: ReplyModel,
    seen: Collection[ClueCard] = (),
) -> Expected:
    """Play a suggestion out in each of these deals, all equally likely.

    `seen` are the face-down cards that the asker does not look at again.
    """
    joint: defaultdict[tuple[tuple[Shows, Look], ClueGuess], Fraction] = defaultdict(Fraction)
    number = 0
    for deal in found:
        number += 1
        for shows, chance in play_out(table, deal, guess, model):
            looks = [] if shows else _looks(table, deal, seen)
            for look in looks or [None]:
                joint[(shows, look), envelope(deal)] += chance / max(len(looks), 1)
    chances = {key: chance / number for key, chance in joint.items()}
    public: defaultdict[tuple[tuple[str, ...], ClueGuess], Fraction] = defaultdict(Fraction)
    replies: defaultdict[Shows, Fraction] = defaultdict(Fraction)
    envelopes: defaultdict[tuple[Shows, Look], dict[ClueGuess, Fraction]] = defaultdict(dict)
    for ((shows, look), hidden), chance in chances.items():
        public[tuple(name for name, _ in shows), hidden] += chance
        replies[shows] += chance
        if chance:
            envelopes[shows, look][hidden] = chance
    return Expected(
        gain=information(chances),
        leak=information(public),
        solves=float(sum(sum(each.values()) for each in envelopes.values() if len(each) == 1)),
        replies={shows: float(chance) for shows, chance in replies.items() if chance},
    )


def _looks(table: Table, deal: Deal, seen: Collection[ClueCard]) -> list[Look]:
    """List the face-down cards that an asker whom nobody answers may see."""
    if table.unanswered != "look":
        return []
    lying = {hand.name for hand in table.face_down}
    return [(place, card) for card, place in deal.items() if place in lying and card not in seen]


def play_out(
    table: Table, deal: Deal, guess: ClueGuess, model: ReplyModel
) -> Iterator[tuple[Shows, Fraction]]:
    """Yield the possible shows in one deal, with probabilities."""
    ways: list[tuple[Shows, Fraction]] = [((), Fraction(1))]
    for name in (player.name for player in asked(table, table.viewpoint or "")):
        held = tuple(card for card in guess if deal.get(card) == name)
        if not held:
            continue
        weights = [Fraction(weight) for weight in model(name, guess, held)]
        ways = [
            ((*shows, (name, card.name)), chance * weight / sum(weights))
            for shows, chance in ways
            for card, weight in zip(held, weights, strict=True)
        ]
        if table.answering == "first":
            break
    yield from ways


def information(joint: Mapping[tuple[T, ClueGuess], Fraction]) -> float:
    """How much the first of a pair tells about the second, in bits."""
    firsts: defaultdict[T, Fraction] = defaultdict(Fraction)
    seconds: defaultdict[ClueGuess, Fraction] = defaultdict(Fraction)
    for (first, second), chance in joint.items():
        firsts[first] += chance
        seconds[second] += chance
    return sum(
        float(chance) * log2(chance / (firsts[first] * seconds[second]))
        for (first, second), chance in joint.items()
        if chance
    )
