"""Whether to accuse now or to wait.

Waiting helps only if there is another turn, so its value is at most the probability of one. That
probability is a formula of what `cluetree.advice.rivals` estimates for each opponent. With the
probability `knows` that they know the answer, and `bits` of uncertainty, they accuse and win on
their next turn with probability

    0.9 * (knows + (1 - knows) * min(1, 1.75 * 2**-bits))

An opponent who knows the answer overlooks it with probability 0.1. One who does not yet know it can
find it by a suggestion. The factor 1.75 was fitted by log loss on 689 positions of simulated games.
On 664 other positions another turn was claimed with probability 0.770 on average, and came in
0.786 of them:

    claimed       0-10 %   10-30 %   30-50 %   50-70 %   70-90 %   above
    mean claimed    0.04      0.20      0.40      0.61      0.83    0.94
    came            0.00      0.24      0.41      0.68      0.83    0.96
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import nextafter
from typing import Final, Unpack

from cluetree._turns import eliminated, winner
from cluetree.advice._viewpoint import Sampling
from cluetree.advice.rivals import Rival, Rivals, rivals
from cluetree.cards import ClueGuess
from cluetree.errors import InvalidEventError, InvalidTableError
from cluetree.events import Event, Game, log_of
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.limit import Bound, limited
from cluetree.table import Table

OVERLOOKED: Final = 0.1
"""The probability that an opponent overlooks the answer."""
_FACTOR: Final = 1.75
"""How many times likelier than a random guess a suggestion reveals the answer to the asker."""


@dataclass(frozen=True, slots=True)
class Accusing:
    """The two probabilities that decide whether to accuse now."""

    accuse: bool
    """Whether `right` is 1 or exceeds `again`. If true, waiting cannot be better under the model.
    If false, accusing can still be better."""
    guess: ClueGuess
    """The likeliest envelope."""
    right: float
    """The probability that it is correct; 1 only if it is certain."""
    again: float
    """The probability of another turn, that is, that no opponent wins first."""
    wins: Mapping[str, float]
    """For each remaining opponent, in turn order, the probability that they win first."""
    complete: bool
    """Whether what the opponents know was estimated from all drawn deals within the limit."""


def accuse_now(
    game: Game,
    events: Iterable[Event] = (),
    *,
    known: Rivals | None = None,
    limit: Bound = None,
    **options: Unpack[Sampling],
) -> Accusing:
    """Compare an accusation of the likeliest envelope with waiting, on the viewpoint's turn.

    The arguments and further errors are those of `cluetree.advice.rivals`, and so is the time,
    unless its result for this log is `known`.

    Raises:
        InvalidTableError: If the table has no viewpoint.
        InvalidEventError: If the game is over, or the viewpoint is out.
        LimitReached: If the envelopes were not counted within the limit.
    """
    table, log = log_of(game, events)
    _verify_accuser(table, log)
    again, wins = 1.0, dict[str, float]()
    with limited(limit):
        beliefs = count(Evidence.gather(table, log))
        if known is None:
            known = rivals(table, log, **options)
    for rival in known:
        if not rival.out:
            chance = _wins_next(rival)
            wins[rival.name] = again * chance
            again *= 1 - chance
    best = beliefs.triples[0]
    is_certain = best.deals == beliefs.deals
    right = 1.0 if is_certain else min(best.deals / beliefs.deals, nextafter(1, 0))
    accuse = is_certain or right > again
    return Accusing(accuse, best.guess, right, again, wins, known.complete)


def _wins_next(rival: Rival) -> float:
    knows = rival.knows.value
    finds = min(1.0, _FACTOR * 2**-rival.bits.value)
    return (1 - OVERLOOKED) * (knows + (1 - knows) * finds)


def _verify_accuser(table: Table, events: Iterable[Event]) -> None:
    if table.me is None:
        raise InvalidTableError("advice on accusing needs a viewpoint")
    if table.me.name in eliminated(table, events):
        raise InvalidEventError(f"{table.me} made a failed accusation and cannot accuse again")
    if (won := winner(table, events)) is not None:
        raise InvalidEventError(f"the game is over: {won} made a correct accusation")
