"""What each suggestion would tell its asker, estimated from the cards that places can have.

Cards that the same places can have are alike. Each lies at one of them independently of the
others, with its own chance. Beside the exact gain of `cluetree.advice` these estimates are quick,
and rank suggestions nearly as well.
"""

from math import exp, log2
from typing import NamedTuple

from cluetree.play.engine.compiling import FloatRows, Floats, Row, compilable, size
from cluetree.play.engine.views import CAN, CATEGORIES, KNOWN, PLAYERS, SEAT, hand_size

_KINDS = 3
"""The categories."""
_ROUNDS = 3
"""How often chances are scaled to the hand sizes."""


class Estimates(NamedTuple):
    """Memory for the estimates of one seat."""

    groups: Row
    """Sets of cards that are alike, by category."""
    starts: Row
    """For each category its first group, and the number of groups at the end."""
    chances: FloatRows
    """For each group the chance that a card of it is hidden, or with each other seat as it answers.
    """
    scales: Floats
    """For each place how likely it has a card that it can have, up to a factor."""
    replies: Floats
    """The chance of each reply: no show, and for each other seat the three cards."""
    values: FloatRows
    """For each choice of three groups: gain, leak and guaranteed information in bits."""
    found: Floats
    """The chance of the suggestion by each model."""


@compilable
def choices(view: Row, guess: int, models: FloatRows, memory: Estimates) -> None:
    """Find how likely each model chooses a suggestion, from what the seat knows.

    A model has three numbers: how much likelier, as a logarithm, a suggestion is for each bit of
    its gain, its leak and its guaranteed information. The chances are written to `memory.found`.
    """
    _group(view, memory)
    starts, groups, values = memory.starts, memory.groups, memory.values
    others = view[PLAYERS] - 1
    at = chosen = 0
    for one in range(starts[0], starts[1]):
        for two in range(starts[1], starts[2]):
            for three in range(starts[2], starts[3]):
                _estimate(memory, one, two, three, others, values[at])
                if groups[one] & guess and groups[two] & guess and groups[three] & guess:
                    chosen = at
                at += 1
    for model in range(len(models)):
        total = 0.0
        at = 0
        for one in range(starts[0], starts[1]):
            for two in range(starts[1], starts[2]):
                for three in range(starts[2], starts[3]):
                    alike = size(groups[one]) * size(groups[two]) * size(groups[three])
                    power = 0.0
                    for which in range(_KINDS):
                        more = values[at][which] - values[chosen][which]
                        power += models[model][which] * more
                    total += alike * exp(min(power, 100.0))
                    at += 1
        memory.found[model] = 1.0 / total


@compilable
def _group(view: Row, memory: Estimates) -> None:
    """Find the groups and their chances."""
    players, found = view[PLAYERS], 0
    groups, starts = memory.groups, memory.starts
    for category in range(_KINDS):
        starts[category] = found
        rest = view[CATEGORIES + category]
        while rest:
            card = rest & -rest
            group = rest
            for place in range(players + 1):
                can = view[CAN + place]
                group &= can if can & card else ~can
            groups[found] = group
            rest &= ~group
            found += 1
    starts[_KINDS] = found
    for place in range(players + 1):
        memory.scales[place] = 1.0
    for _ in range(_ROUNDS):
        _scale(view, memory, found)
    for group in range(found):
        _place(view, memory, group)


@compilable
def _scale(view: Row, memory: Estimates, groups: int) -> None:
    """Scale the chances of each seat to the cards that it has beside the known ones."""
    players = view[PLAYERS]
    for group in range(groups):
        _place(view, memory, group)
    for seat in range(players):
        if seat == view[SEAT]:
            continue
        column = 1 + (seat - view[SEAT] - 1) % players
        total = 0.0
        for group in range(groups):
            if not memory.groups[group] & view[KNOWN]:
                total += size(memory.groups[group]) * memory.chances[group][column]
        wanted = hand_size(view, seat) - size(view[CAN + seat] & view[KNOWN])
        if total > 0.0:
            memory.scales[seat] *= wanted / total


@compilable
def _place(view: Row, memory: Estimates, group: int) -> None:
    """Find how likely a card of a group is hidden, or with each other seat."""
    players, seat = view[PLAYERS], view[SEAT]
    card = memory.groups[group] & -memory.groups[group]
    chances = memory.chances[group]
    total = 0.0
    for column in range(players):
        place = players if column == 0 else (seat + column) % players
        chances[column] = memory.scales[place] if view[CAN + place] & card else 0.0
        if column == 0 and chances[column] > 0.0:
            for category in range(CATEGORIES, CAN):
                if view[category] & card:
                    open_cards = view[CAN + players] & view[category]
                    chances[column] = 1.0 / size(open_cards)
        total += chances[column]
    if total > 0.0:
        for column in range(players):
            chances[column] /= total


@compilable
def _estimate(  # noqa: PLR0917 -- three groups of cards
    memory: Estimates, one: int, two: int, three: int, others: int, found: Floats
) -> None:
    """Estimate what a suggestion of one card of each of three groups tells, in bits.

    The sums run over which of the cards are hidden, eight cases.
    """
    replies, chances = memory.replies, memory.chances
    first, second, third = chances[one], chances[two], chances[three]
    for reply in range(_KINDS * others + 1):
        replies[reply] = 0.0
    hiding = own = public = 0.0  # sums of p log p
    for case in range(1 << _KINDS):
        a, b, c = case & 1, case & 2, case & 4
        left = (first[0] if a else 1.0 - first[0]) * (second[0] if b else 1.0 - second[0])
        left *= third[0] if c else 1.0 - third[0]
        if left < 1e-9:  # noqa: PLR2004 -- nearly impossible
            continue
        hiding += left * log2(left)
        rest_a, rest_b, rest_c = 1.0 - first[0], 1.0 - second[0], 1.0 - third[0]
        for other in range(1, others + 1):
            has_a = 0.0 if a else _share(first[other], rest_a)
            has_b = 0.0 if b else _share(second[other], rest_b)
            has_c = 0.0 if c else _share(third[other], rest_c)
            rest_a, rest_b = rest_a - first[other], rest_b - second[other]
            rest_c -= third[other]
            passes = (1.0 - has_a) * (1.0 - has_b) * (1.0 - has_c)
            at = _KINDS * other - 2
            shown = left * _shown(has_a, has_b, has_c)
            replies[at] += shown
            own += _term(shown)
            shown = left * _shown(has_b, has_a, has_c)
            replies[at + 1] += shown
            own += _term(shown)
            shown = left * _shown(has_c, has_a, has_b)
            replies[at + 2] += shown
            own += _term(shown)
            public += _term(left * (1.0 - passes))
            left *= passes
        replies[0] += left
        own += _term(left)
        public += _term(left)
    gain, leak, most = -_term(replies[0]), -_term(replies[0]), replies[0]
    for other in range(others):
        total = 0.0
        for reply in range(_KINDS * other + 1, _KINDS * other + 4):
            gain -= _term(replies[reply])
            total += replies[reply]
            most = max(most, replies[reply])
        leak -= _term(total)
    found[0], found[1] = gain - hiding + own, leak - hiding + public
    found[2] = -log2(most)


@compilable
def _share(chance: float, rest: float) -> float:
    return min(chance / rest, 1.0) if chance > 0.0 and rest > 0.0 else 0.0


@compilable
def _shown(this: float, one: float, other: float) -> float:
    """Return how likely a card is shown, by how likely a seat has it and the two others."""
    return this * (1.0 - (one + other) / 2.0 + one * other / 3.0)


@compilable
def _term(chance: float) -> float:
    return chance * log2(chance) if chance > 0.0 else 0.0
