"""Advice in plain words: what to do, what a suggestion is good for, what a show gives away."""

from math import log2
from typing import Final

from cluetree.advice import Advised, Choice, Showing
from cluetree.faces.words.turns import eliminated, next_turn
from cluetree.notebook import Notebook

_LEFT: Final = {
    0.0: "nearly all",
    log2(4 / 3): "three quarters",
    log2(3 / 2): "two thirds",
    1.0: "half",
    log2(3): "a third",
    2.0: "a quarter",
    log2(6): "a sixth",
    3.0: "an eighth",
    4.0: "a sixteenth",
}
"""How much stays possible after so many bits, by the simple fraction that is nearest."""
_SHARED: Final = (1 / 3, 0.9)
"""The shares of the gain up to which it is mostly the asker's, and from which it is public."""


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

    >>> [left(bits) for bits in (0, 0.05, 0.9, 1.5, 9)]
    ['all', 'nearly all', 'half', 'a third', 'a sixteenth']
    """
    return _LEFT[min(_LEFT, key=lambda bits: abs(bits - gain))] if gain else "all"


def worth(one: Advised) -> str:
    """Say what a suggestion is good for, and for whom."""
    if not one.gain:
        return "tells nothing about the envelope"
    part = left(one.gain)
    good = "halves" if part == "half" else f"leaves about {part} of"
    return f"{good} what is possible, {_shared(one.leak / one.gain)}"


def _shared(public: float) -> str:
    mostly_own, mostly_public = _SHARED
    if public >= mostly_public:
        return "for all to see"
    return "mostly for you alone" if public <= mostly_own else "partly for all to see"


def verdict(found: Showing, choice: Choice) -> str:
    """Say whether a card should be shown, and why."""
    if choice.seen or choice.known:
        return f"safe to show: {found.reason(choice)}"
    best = choice.card == found.best and len(found.choices) > 1
    return f"best: {found.reason(choice)}" if best else found.reason(choice)
