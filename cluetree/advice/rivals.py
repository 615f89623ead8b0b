"""Estimate the knowledge of the other players about the envelope.

The estimate draws deals that fit the viewpoint's knowledge, each equally likely. Shown cards that
the viewpoint did not see are drawn by a model of replies. For each player, the deals that fit their
own log are then counted.

All players hear everything, forget nothing and draw every conclusion; only the asker and the shower
see a shown card. All hear bare facts, unless these are private or about the envelope. A player who
knows the answer on their turn accuses, unless they overlook it. The last turn of the log is not
over yet. The choice of suggestions, and of cards that the viewpoint saw, is no evidence.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from random import Random

from cluetree.advice._draws import Draws, Progress, chance, mean, verify_sampling
from cluetree.advice._perspectives import (
    OVERLOOKED,
    Conclusions,
    Hands,
    Opponents,
    Perspectives,
    nonempty,
)
from cluetree.advice.replies import ReplyModel, uniform
from cluetree.beliefs import Estimate
from cluetree.events import Event, entries
from cluetree.evidence import Evidence
from cluetree.limit import Bound
from cluetree.table import Table
from cluetree.turns import eliminated


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


def rivals(
    table: Table,
    events: Iterable[Event] = (),
    *,
    rng: Random,
    samples: int = 200,
    model: ReplyModel = uniform,
    overlooked: float = OVERLOOKED,
    limit: Bound = None,
    private: Collection[int] = (),
    progress: Progress | None = None,
) -> tuple[Rival, ...]:
    """Estimate what each opponent does not know yet, and whether they know the answer.

    The same seed gives the same numbers, unless the limit is reached. If at most `samples` deals
    fit, all are used and the numbers are exact, with errors of 0. In the classic game 200 deals
    take less than a second from the third round on, and up to about five seconds in the first
    rounds of six players.

    Args:
        table: The set-up, with or without a viewpoint.
        events: The log.
        rng: The random number generator.
        samples: The number of deals to draw, at least 2.
        model: How players choose the card to show.
        overlooked: The probability, from 0 to 1, that a player who could know the answer on
            their turn overlooks it. With 1, a missing accusation counts as nothing.
        limit: The work limit; at the limit fewer deals are used and errors are larger.
        private: The numbers, from 1, of bare facts that no other player heard.
        progress: A callback that receives the deals done and their total.

    Returns:
        The opponents, from the viewpoint's left; all players without a viewpoint.

    Raises:
        ContradictionError: If no deal fits, or `overlooked` is 0 but the answer was overlooked.
        InvalidEventError: If a private event is unknown, a suggestion or an accusation, the
            model's weights are invalid, or `overlooked` is not from 0 to 1.
        InvalidLimitError: If `samples` is less than 2.
        LimitReached: If the limit was reached before two deals were examined.
        ClueError: If an event alone breaks the rules.
    """
    verify_sampling(samples, overlooked, progress)
    log = entries(table, events)
    perspectives = Perspectives(table, log, model, private, limit)
    gone = eliminated(table, log)
    names = table.names if table.me is None else table.left_of(table.me.name)
    seats = {name: perspectives.frame.place(name) for name in names if name not in gone}
    others = Opponents(perspectives, seats.values(), overlooked, rng)
    draws = Draws.make(Evidence.gather(table, log), perspectives, seats.values(), samples, rng)

    def conclusions(hands: Hands) -> dict[int, list[tuple[Conclusions, float]]]:
        return {
            seat: [(perspectives.conclusions(case.view), case.weight) for case in cases]
            for seat, cases in others.cases(hands, exact=draws.exact).items()
        }

    seen, exact = draws.each(conclusions, progress)

    def rival(name: str) -> Rival:
        if name not in seats:
            return Rival(name, Estimate(0.0), Estimate(1.0), out=True)
        found = nonempty([case for cases in seen for case in cases[seats[name]]])
        bits = mean([(each.bits, weight) for each, weight in found], exact=exact)
        knows = chance([(each.knows, weight) for each, weight in found], exact=exact)
        return Rival(name, bits, knows, out=False)

    return tuple(map(rival, names))
