"""Estimate the knowledge of the other players about the envelope.

The estimate draws deals that fit the viewpoint's knowledge, each equally likely. Shown cards that
the viewpoint did not see are drawn by a model of replies. For each player, the deals that fit their
own log are then counted.

All players hear everything, forget nothing and draw every conclusion; only the asker and the shower
see a shown card. `only_me` says who heard a bare fact. The estimate ignores missing accusations,
the choice of suggestions, and the choice of cards that the viewpoint saw.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Unpack

from cluetree._results import Results
from cluetree._turns import eliminated
from cluetree.advice._viewpoint import Sampling, Viewpoint
from cluetree.beliefs import Estimate
from cluetree.events import Event, Game, log_of
from cluetree.limit import Bound, limited


@dataclass(frozen=True, slots=True)
class Rival:
    """An estimate of what one opponent knows."""

    name: str
    bits: Estimate
    """Their uncertainty about the envelope, in bits."""
    knows: Estimate
    """The probability, from 0 to 1, that they know the answer."""
    out: bool
    """Whether they made a failed accusation: they have seen the envelope and cannot win."""


@dataclass(frozen=True)
class Rivals(Results[Rival]):
    """The opponents, from the viewpoint's left; all players without a viewpoint."""

    rivals: tuple[Rival, ...]
    complete: bool
    """Whether all drawn deals were examined within the limit."""

    @property
    def _results(self) -> tuple[Rival, ...]:
        return self.rivals


def rivals(
    game: Game,
    events: Iterable[Event] = (),
    *,
    limit: Bound = None,
    **options: Unpack[Sampling],
) -> Rivals:
    """Estimate what each opponent does not know yet, and whether they know the answer.

    The same seed gives the same numbers, unless the limit is reached. If at most `samples` deals
    fit, all are used and the numbers are exact, with errors of 0. In the classic game 200 deals
    take less than a second from the third round on, and up to about five seconds in the first
    rounds of six players.

    Args:
        game: The set-up, or a game with its log; with or without a viewpoint.
        events: The log, or further events.
        limit: The work limit; at the limit fewer deals are used and errors are larger.
        options: How deals and shown cards are drawn, see `Sampling`.

    Raises:
        ContradictionError: If no deal fits.
        InvalidEventError: If the model's weights are invalid.
        InvalidLimitError: If `samples` is less than 2.
        LimitReached: If the limit was reached before two deals were examined.
        ClueError: If an event alone breaks the rules.
    """
    viewpoint = Viewpoint(*log_of(game, events), **options)
    table, gone = viewpoint.table, eliminated(viewpoint)
    names = table.names if table.me is None else table.left_of(table.me.name)
    with limited(limit):
        active = [name for name in names if name not in gone]
        known = viewpoint.examine(active, viewpoint.perspectives.conclusions)

    def rival(name: str) -> Rival:
        if name in gone:
            return Rival(name, Estimate(0.0), Estimate(1.0), out=True)
        bits = known[name].mean(lambda each: each.bits)
        return Rival(name, bits, known[name].chance(lambda each: each.knows), out=False)

    complete = all(cases.complete for cases in known.values())
    return Rivals(tuple(map(rival, names)), complete)
