"""Whether to accuse now or to wait for more.

Waiting is of use only if there is another turn, so its worth is at most the chance of that. It
is found by playing the turns till then in deals that fit (see `cluetree.advice.rivals` for how
deals and what was seen in them are drawn). The model: whoever knows the answer on their turn
accuses and wins. Whoever does not suggests one of the envelopes that are possible to them, drawn
by the chance that it has for them, in any room; players answer by the rule of the table and by
the model of replies, and everybody takes that in. Whoever knows the answer after their own
suggestion accuses and wins; nobody else accuses. Now and then somebody overlooks the answer.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from cluetree.advice._draws import WEIGH, Draws, Progress, verify_samples
from cluetree.advice._opponents import OVERLOOKED, Opponents, some
from cluetree.advice._perspectives import Hands, Perspectives, Shown, View, told
from cluetree.advice.estimate import Estimate, chance
from cluetree.advice.replies import ReplyModel, uniform
from cluetree.cards import ClueGuess
from cluetree.errors import ContradictionError, InvalidEventError, InvalidTableError
from cluetree.events import Event, entries
from cluetree.evidence import Evidence
from cluetree.exact import weigh
from cluetree.limit import Bound
from cluetree.table import Answering, CluePlayer, Table
from cluetree.turns import eliminated, winner


@dataclass(frozen=True, slots=True)
class Accusing:
    """The two chances that decide whether to accuse now."""

    accuse: bool
    """Whether the accusation is certain, or likelier to be right than another turn to come. If so,
    waiting cannot be better, under the model. If not, it need not be: the viewpoint may still not
    know the answer on another turn."""
    guess: ClueGuess
    """The likeliest envelope."""
    right: Fraction
    """The probability that it is the true one; estimated, if counting met the limit."""
    again: Estimate
    """The probability of another turn: that no opponent wins before."""
    wins: Mapping[str, Estimate]
    """For each opponent who is still in the game, in the order of their turns, the probability
    that they win before that."""


def accuse_now(
    table: Table,
    events: Iterable[Event] = (),
    *,
    rng: Random,
    samples: int = 100,
    model: ReplyModel = uniform,
    overlooked: float = OVERLOOKED,
    limit: Bound = None,
    private: Collection[int] = (),
    progress: Progress | None = None,
) -> Accusing:
    """Weigh an accusation of the likeliest envelope, on the viewpoint's turn, against waiting.

    The same seed gives the same numbers, unless time runs out. In the classic game 100 deals
    take less than a second from the third round on, and up to some ten seconds in the first
    rounds of six players.

    Args:
        table: The set-up, seen by the player whose turn it is.
        events: What happened so far.
        rng: Where all chance comes from.
        samples: How many deals to draw, at least 2.
        model: How players choose what to show.
        overlooked: The chance, from 0 to 1, that somebody who could know the answer on their
            turn does not see it, on an earlier turn or on the next.
        limit: How much work it may take; then fewer deals are looked at, and errors are wider.
        private: The numbers of bare facts that nobody else heard, from 1.
        progress: Is told how many deals are played, and of how many.

    Raises:
        InvalidTableError: If the table is an onlooker's.
        InvalidEventError: If the game is over, or over for the viewpoint; or as for
            `cluetree.advice.rivals`.
        ContradictionError: If no deal fits; or nothing may be overlooked, but has been.
        InvalidLimitError: If fewer than 2 samples are asked for.
        LimitReached: If the limit was met before two deals were looked at.
        ClueError: If an event breaks the rules by itself.
    """
    verify_samples(samples)
    log = entries(table, events)
    gone = eliminated(table, log)
    me = _accuser(table, log, gone)
    perspectives = Perspectives(table, log, model, private, limit)
    evidence = Evidence.gather(table, log)
    beliefs = weigh(evidence, limit=perspectives.meter.part(WEIGH))
    if not beliefs.deals:
        raise ContradictionError("no deal fits, so there is nothing to accuse")
    best = beliefs.triples[0]
    order = [perspectives.seat(name) for name in table.left_of(me.name) if name not in gone]
    winners: list[tuple[int | None, float]] = [(None, 1.0)]
    if order:
        others = Opponents.of(perspectives, order, overlooked, rng, over=True)

        def won(hands: Hands) -> tuple[int | None, float]:
            views, weight = others.draw(hands)
            return (_winner(others, hands, views) if weight else None), weight

        draws = Draws.sampled(evidence, beliefs, perspectives, samples, rng)
        seen, _ = draws.each(won, progress)
        winners = some([(winner, weight) for winner, weight in seen if weight])

    def share(seat: int | None) -> Estimate:
        return chance([(winner == seat, weight) for winner, weight in winners], exact=not order)

    right, again = Fraction(best.deals, beliefs.deals), share(None)
    return Accusing(
        right == 1 or right > again.value,
        best.guess,
        right,
        again,
        {table.names[seat]: share(seat) for seat in order},
    )


def _accuser(table: Table, events: Sequence[Event], gone: frozenset[str]) -> CluePlayer:
    if table.me is None:
        raise InvalidTableError("an onlooker accuses nobody: advice needs a viewpoint")
    if table.me.name in gone:
        raise InvalidEventError(f"{table.me} made a failed accusation and cannot accuse again")
    if (won := winner(table, events)) is not None:
        raise InvalidEventError(f"the game is over: {won} made a correct accusation")
    return table.me


def _winner(others: Opponents, hands: Hands, views: Mapping[int, View]) -> int | None:
    """Play the turns of the others in a deal; return the first who wins, `None` if none does."""
    perspectives, rng = others.perspectives, others.rng
    known = {seat: perspectives.evidence(view) for seat, view in views.items()}
    for seat in others.seats:
        beliefs = perspectives.believe(known[seat])
        if beliefs.answer is None:
            weights = [triple.deals for triple in beliefs.triples]
            guess = rng.choices(beliefs.triples, weights)[0].guess
            _suggest(others, seat, guess, hands, known)
            beliefs = perspectives.believe(known[seat])
        if beliefs.answer is not None and rng.random() >= others.overlooked:
            return seat
    return None


def _suggest(
    others: Opponents, asker: int, guess: ClueGuess, hands: Hands, known: dict[int, Evidence]
) -> None:
    """Let everybody answer, and the others take in what they see of it."""
    perspectives = others.perspectives
    table, asked = perspectives.table, perspectives.set_of(guess)
    for name in table.left_of(table.names[asker]):
        by = perspectives.seat(name)
        holds = hands[by] & asked
        learned = {"one_of": asked} if holds else {"lacks": asked}
        known.update({seat: told(known[seat], by, **learned) for seat in known})
        if holds:
            card = perspectives.draw(Shown(by, guess, None), hands, others.rng)
            known[asker] = told(known[asker], by, holds=card)
            if table.answering is Answering.FIRST:
                break
