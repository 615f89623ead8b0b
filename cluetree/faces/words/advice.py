"""Advice in plain words: what to do, what a suggestion is good for, what a show gives away."""

from math import inf
from typing import Final

from cluetree.advice import Advised, Choice, Showing
from cluetree.faces.words.turns import eliminated, next_turn
from cluetree.notebook import Notebook

_GAINS: Final = (
    (0.05, "all", "Tells nothing new."),
    (0.35, "most", "Tells a little."),
    (0.75, "two thirds", "Rules out about a third of what is possible."),
    (1.25, "half", "About halves what is possible."),
    (1.75, "a third", "Leaves about a third of what is possible."),
    (2.5, "a quarter", "Leaves about a quarter of what is possible."),
    (inf, "little", "Leaves little of what is possible."),
)
"""Up to how many bits what stays possible, and how that is said."""
_SHARED: Final = (1 / 4, 3 / 4)
"""The shares of the gain below which others learn little, and above which as much."""


def to_do(book: Notebook) -> str | None:
    """Say what to do with a known answer; `None` while it is open.

    Whoever only watches, or has accused wrongly, cannot accuse; nor can anybody once the game
    is over.
    """
    if book.answer is None:
        return None
    me = book.table.me
    out = {book.table.player(name).name for name in eliminated(book.events)}
    over = next_turn(book.table, book.events) is None
    return f"{'Solved' if me is None or me.name in out or over else 'Accuse'}: {book.answer}"


def left(gain: float) -> str:
    """Say about how much of what is possible stays so after so many bits.

    >>> [left(bits) for bits in (0, 0.3, 0.9, 1.5, 9)]
    ['all', 'most', 'half', 'a third', 'little']
    """
    return next(part for most, part, _ in _GAINS if gain < most)


def worth(one: Advised) -> str:
    """Say what a suggestion can be expected to tell the asker, and what the others."""
    said = next(words for most, _, words in _GAINS if one.gain < most)
    return said if one.gain < _GAINS[0][0] else f"{said} The others learn {learnt(one)}."


def learnt(one: Advised) -> str:
    """Say how much of what a suggestion tells the asker the others learn."""
    little, much = (share * one.gain for share in _SHARED)
    return "little" if one.leak < little else "as much" if one.leak > much else "some of it"


def verdict(found: Showing, choice: Choice) -> str:
    """Say whether a card should be shown, and why."""
    if choice.seen or choice.known:
        return f"safe to show: {found.reason(choice)}"
    best = choice.card == found.best and len(found.choices) > 1
    return f"best: {found.reason(choice)}" if best else found.reason(choice)
