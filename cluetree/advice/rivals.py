"""Estimate the knowledge of the other players about the envelope.

The estimate draws deals that fit the viewpoint's knowledge, each equally likely. Shown cards that
the viewpoint did not see are drawn by a model of replies. For each player, the deals that fit their
own log are then counted.

All players hear everything, forget nothing and draw every conclusion; only the asker and the shower
see a shown card. All hear bare facts, unless these are private or about the envelope. The estimate
ignores missing accusations, the choice of suggestions, and the choice of cards that the viewpoint
saw.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from cluetree.advice._draws import Draws, Progress, chance, mean, verify_samples
from cluetree.advice._perspectives import Conclusions, Hands, Perspectives
from cluetree.advice.replies import ReplyModel, uniform
from cluetree.beliefs import Estimate
from cluetree.events import Event, Logged, log_of
from cluetree.evidence import Evidence
from cluetree.limit import Bound, limited
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
    table: Table | Logged,
    events: Iterable[Event] = (),
    *,
    rng: Random,
    samples: int = 200,
    model: ReplyModel = uniform,
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
        limit: The work limit; at the limit fewer deals are used and errors are larger.
        private: The numbers, from 1, of bare facts that no other player heard.
        progress: A callback that receives the deals done and their total.

    Returns:
        The opponents, from the viewpoint's left; all players without a viewpoint.

    Raises:
        ContradictionError: If no deal fits.
        InvalidEventError: If a private event is unknown, a suggestion or an accusation, or the
            model's weights are invalid.
        InvalidLimitError: If `samples` is less than 2.
        LimitReached: If the limit was reached before two deals were examined.
        ClueError: If an event alone breaks the rules.
    """
    verify_samples(samples)
    table, log = log_of(table, events)
    perspectives = Perspectives(table, log, model, private)
    gone = eliminated(table, log)
    names = table.names if table.me is None else table.left_of(table.me.name)
    seats = {name: perspectives.frame.place(name) for name in names if name not in gone}
    evidence = Evidence.gather(table, log)
    with limited(limit):
        draws = Draws.make(evidence, perspectives, seats.values(), samples, rng)
        seen, exact = draws.each(partial(_conclusions, perspectives, seats, draws.rng), progress)

    def rival(name: str) -> Rival:
        if name not in seats:
            return Rival(name, Estimate(0.0), Estimate(1.0), out=True)
        cases = [case for known in seen for case in known[seats[name]]]
        bits = mean([(each.bits, weight) for each, weight in cases], exact=exact)
        knows = chance([(each.knows, weight) for each, weight in cases], exact=exact)
        return Rival(name, bits, knows, out=False)

    return tuple(map(rival, names))


def _conclusions(
    perspectives: Perspectives, seats: Mapping[str, int], rng: Random | None, hands: Hands
) -> dict[int, list[tuple[Conclusions, float]]]:
    """Return for each seat what it can conclude in a deal, with probabilities."""
    return {
        seat: [
            (perspectives.conclusions(view), weight)
            for view, weight in perspectives.views(seat, hands, rng)
        ]
        for seat in seats.values()
    }
