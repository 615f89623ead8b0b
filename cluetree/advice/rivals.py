"""What the other players know of the envelope, and whether to wait for them.

Nobody sees into another head, but the log says much of what went in. A deal is drawn from those
that fit what the viewpoint knows, each equally likely; it gives every player's hand. Cards shown
that the viewpoint did not see are filled in by a model of replies: if none is given, each asked
card that the shower holds has the same chance. In each player's place the deals that fit *their*
log are then counted, exactly. That is done for many deals.

What is assumed: everybody hears all that is said and forgets nothing, a show is seen by the
asker and the shower alone, and everybody draws every conclusion from it. Bare facts are heard by
all, unless they are about the envelope or said to be private. Whoever knows the answer on their
turn accuses, unless they overlook it; so what would have told somebody the answer before a turn
that they let pass is less likely. The last turn of the log is not over yet.

What is not used: what people choose to ask, and, of the cards that the viewpoint did see, that
another one might have been shown.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from cluetree.advice._draws import Draws, Progress, verify_samples
from cluetree.advice._opponents import OVERLOOKED, Opponents, some
from cluetree.advice._perspectives import Hands, Mind, Perspectives
from cluetree.advice.estimate import Estimate, chance, mean
from cluetree.advice.replies import ReplyModel, uniform
from cluetree.events import Event, entries
from cluetree.evidence import Evidence
from cluetree.limit import Bound
from cluetree.table import Table
from cluetree.turns import eliminated


@dataclass(frozen=True, slots=True)
class Rival:
    """What one other player probably knows."""

    name: str
    bits: Estimate
    """How much of the envelope is still open to them, in bits."""
    knows: Estimate
    """The chance, from 0 to 1, that they know the answer."""
    out: bool
    """Whether they have accused in vain: they have seen the envelope, and cannot win."""
    counted: bool = True
    """Whether what they know in each deal was counted. Else counting met the limit, and that was
    estimated in turn: rather too many bits, and a chance that they know which is too low if only
    counting would tell it."""


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
    """Say of each opponent how much they lack, and how likely they know the answer.

    The same seed gives the same numbers, unless time runs out. If no more deals fit than were
    asked for, all are looked at and the numbers are exact, with errors of 0. In the classic
    game 200 deals take less than a second from the third round on, and up to some five seconds
    in the first rounds of six players.

    Args:
        table: The set-up, as one player or an onlooker sees it.
        events: What happened so far.
        rng: Where all chance comes from.
        samples: How many deals to draw, at least 2.
        model: How players choose what to show.
        overlooked: The chance, from 0 to 1, that somebody who could know the answer on their
            turn does not see it. With 1, nothing is made of their not having accused.
        limit: How much work it may take; then fewer deals are looked at, and errors are wider;
            and what others know in them is estimated where counting it takes too long.
        private: The numbers of bare facts that nobody else heard, from 1.
        progress: Is told how many deals are looked at, and of how many.

    Returns:
        The opponents in answering order from the viewpoint's left; for an onlooker everybody.

    Raises:
        ContradictionError: If no deal fits; or nothing may be overlooked, but has been.
        InvalidEventError: If a private event is a suggestion or an accusation, the model's
            weights make no sense, or `overlooked` is no chance.
        InvalidLimitError: If fewer than 2 samples are asked for.
        LimitReached: If the limit was met before two deals were looked at.
        ClueError: If an event breaks the rules by itself.
    """
    verify_samples(samples)
    log = entries(table, events)
    perspectives = Perspectives(table, log, model, private, limit)
    gone = eliminated(table, log)
    names = table.names if table.me is None else table.left_of(table.me.name)
    seats = {name: perspectives.seat(name) for name in names if name not in gone}
    others = Opponents.of(perspectives, seats.values(), overlooked, rng)
    draws = Draws.make(Evidence.gather(table, log), perspectives, seats.values(), samples, rng)

    def minds(hands: Hands) -> dict[int, list[tuple[Mind, float]]]:
        return {
            seat: [(perspectives.mind(case.view), case.weight) for case in cases]
            for seat, cases in others.cases(hands, exact=draws.exact).items()
        }

    seen, exact = draws.each(minds, progress)
    found = {seat: [case for cases in seen for case in cases[seat]] for seat in seats.values()}
    return tuple(
        _rival(name, some(found[seats[name]]), exact=exact) if name in seats else _gone(name)
        for name in names
    )


def _rival(name: str, found: Sequence[tuple[Mind, float]], *, exact: bool) -> Rival:
    bits = mean([(mind.bits, weight) for mind, weight in found], exact=exact)
    knows = chance([(mind.knows, weight) for mind, weight in found], exact=exact)
    return Rival(name, bits, knows, out=False, counted=all(mind.counted for mind, _ in found))


def _gone(name: str) -> Rival:
    return Rival(name, Estimate(0.0), Estimate(1.0), out=True)
