"""Why a suggestion is worth making, in one line."""

from collections.abc import Iterator, Sequence
from math import fsum

from cluetree.advice._scoring import Score
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.table import Table

_FEW = 3
"""So many candidates are named one by one."""
CERTAIN = 1 - 1e-9
"""From which chance on something is sure; chances are sums of floats."""


def reason(table: Table, guess: ClueGuess, score: Score) -> str:
    """Say what a guess may settle, which cards are only a screen, and who will answer."""
    if all(sum(map(len, groups)) == 1 for groups in score.hidden):
        return "the envelope is known"
    if not score.gain:
        return "tells nothing about the envelope"
    parts = [*_settles(table, score), *_screen(table, guess), *_answers(table, score)]
    return "; ".join(parts)


def _settles(table: Table, score: Score) -> Iterator[str]:
    surely: list[str] = []
    maybe: list[str] = []
    for category, groups, chance in zip(Category, score.hidden, score.settles, strict=True):
        cards = sorted((card for cards in groups for card in cards), key=table.edition.cards.index)
        if len(cards) == 1:
            continue
        if chance >= CERTAIN:
            surely.append(either(cards) if len(cards) <= _FEW else f"the {category}")
        elif chance:
            maybe.append(f"the {category} {percent(chance)}")
    if surely:
        yield f"settles {' and '.join(surely)}"
    if maybe:
        yield f"may settle {', '.join(maybe)}"
    if not surely and not maybe:
        yield "settles nothing yet, but shifts the odds"


def _screen(table: Table, guess: ClueGuess) -> Iterator[str]:
    hand = table.me.hand if table.me else ()
    own = [card.name for card in guess if card in hand]
    if own:
        yield f"{' and '.join(own)} {'is' if len(own) == 1 else 'are'} yours"


def _answers(table: Table, score: Score) -> Iterator[str]:
    """Tell of the first player who may pass or show, and of nobody's showing."""
    shows = [
        fsum(chance for shown, chance in score.shown.items() if seat in dict(shown))
        for seat in range(len(table.names))
    ]
    order = [table.names.index(name) for name in table.left_of(table.viewpoint or "")]
    first = next((seat for seat in order if 0 < shows[seat] < CERTAIN), None)
    said: list[str] = []
    if first is not None:
        said.append(f"{table.names[first]} passes {percent(1 - shows[first])}")
    nobody = score.shown.get((), 0.0)
    if nobody:
        said.append(f"nobody shows {percent(nobody)}")
    if said:
        yield ", ".join(said)


def either(cards: Sequence[ClueCard]) -> str:
    """List cards of which it is one."""
    *others, last = (card.name for card in cards)
    return f"{', '.join(others)} or {last}" if others else last


def percent(chance: float) -> str:
    """Write a chance as a percentage that is 0 or 100 only if it is sure."""
    if 0 < chance < 0.01:  # noqa: PLR2004 -- one in a hundred
        return "<1 %"
    return ">99 %" if 0.99 < chance < 1 else f"{chance * 100:.0f} %"  # noqa: PLR2004
