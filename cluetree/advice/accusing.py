"""Whether to accuse now or to wait.

Waiting helps only if there is another turn, so its value is at most the probability of one. The
estimate plays the turns until then in deals that fit, drawn as in `cluetree.advice.rivals`. The
model: a player who knows the answer on their turn, before or after their own suggestion, accuses
and wins, unless they overlook it. Any other player suggests one of their possible envelopes, drawn
by its probability, in any room. Players answer by the rule of the table and the model of replies,
and every player learns from the answers.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from cluetree.advice._draws import Draws, Progress, chance, verify_sampling
from cluetree.advice._perspectives import (
    OVERLOOKED,
    Hands,
    LoggedShow,
    Opponents,
    Perspectives,
    View,
    nonempty,
)
from cluetree.advice.replies import ReplyModel, uniform
from cluetree.beliefs import Estimate
from cluetree.cards import ClueGuess
from cluetree.deduction import Branch, bits, union
from cluetree.errors import ContradictionError, InvalidEventError, InvalidTableError
from cluetree.events import Event, entries
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.limit import Bound
from cluetree.table import Answering, CluePlayer, Table
from cluetree.turns import eliminated, winner

_FLOAT_BITS: Final = 1000
"""The bits of a number that a float can surely hold."""


@dataclass(frozen=True, slots=True)
class Accusing:
    """The two probabilities that decide whether to accuse now."""

    accuse: bool
    """Whether the accusation is certain, or likelier to be right than another turn is to come. If
    true, waiting cannot be better under the model. If false, waiting is not always better."""
    guess: ClueGuess
    """The likeliest envelope."""
    right: Fraction
    """The probability that it is correct."""
    again: Estimate
    """The probability of another turn, that is, that no opponent wins first."""
    wins: Mapping[str, Estimate]
    """For each remaining opponent, in turn order, the probability that they win first."""


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
    """Compare an accusation of the likeliest envelope with waiting, on the viewpoint's turn.

    The arguments and further errors are those of `cluetree.advice.rivals`. In the classic game 100
    deals take less than a second from the third round on, and up to about ten seconds in the
    first rounds of six players.

    Raises:
        InvalidTableError: If the table has no viewpoint.
        InvalidEventError: If the game is over, or the viewpoint is out.
    """
    verify_sampling(samples, overlooked, progress)
    log = entries(table, events)
    gone = eliminated(table, log)
    me = _accuser(table, log, gone)
    perspectives = Perspectives(table, log, model, private, limit)
    evidence = Evidence.gather(table, log)
    beliefs = count(evidence, limit=perspectives.meter)
    if not beliefs.deals:
        raise ContradictionError("no deal fits the log, so no accusation can be advised")
    best, frame = beliefs.triples[0], perspectives.frame
    order = [frame.place(name) for name in table.left_of(me.name) if name not in gone]
    winners: list[tuple[int | None, float]] = [(None, 1.0)]
    if order:
        others = Opponents(perspectives, order, overlooked, rng, over=True)

        def won(hands: Hands) -> tuple[int | None, float]:
            views, weight = others.draw(hands)
            return (_winner(others, hands, views) if weight else None), weight

        draws = Draws.sampled(beliefs, perspectives, samples, rng)
        seen, _ = draws.each(won, progress)
        winners = nonempty([(winner, weight) for winner, weight in seen if weight])

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
        raise InvalidTableError("advice on accusing needs a viewpoint")
    if table.me.name in gone:
        raise InvalidEventError(f"{table.me} made a failed accusation and cannot accuse again")
    if (won := winner(table, events)) is not None:
        raise InvalidEventError(f"the game is over: {won} made a correct accusation")
    return table.me


def _winner(others: Opponents, hands: Hands, views: Mapping[int, View]) -> int | None:
    """Play the opponents' turns in a deal; return the first winner, or `None`."""
    perspectives, rng = others.perspectives, others.rng
    known = {seat: perspectives.evidence(view) for seat, view in views.items()}
    for seat in others.seats:
        beliefs = perspectives.believe(known[seat])
        if beliefs.answer is None:
            excess = max(beliefs.deals.bit_length() - _FLOAT_BITS, 0)
            weights = [triple.deals >> excess for triple in beliefs.triples]
            guess = rng.choices(beliefs.triples, weights)[0].guess
            _suggest(others, seat, guess, hands, known)
            if _is_open(known[seat], hands):
                continue
            beliefs = perspectives.believe(known[seat])
        if beliefs.answer is not None and rng.random() >= others.overlooked:
            return seat
    return None


def _suggest(
    others: Opponents, asker: int, guess: ClueGuess, hands: Hands, known: dict[int, Evidence]
) -> None:
    """Play the answers to a suggestion, and update what each opponent knows."""
    perspectives = others.perspectives
    table, frame = perspectives.table, perspectives.frame
    asked, own = frame.set_of(guess), known[asker]
    lacked, branches = [0] * len(frame.names), list[Branch]()
    for name in table.left_of(table.names[asker]):
        by = frame.place(name)
        if not hands[by] & asked:
            lacked[by] = asked
        else:
            branches.append(((by, asked),))
            card = perspectives.draw(LoggedShow(by, guess, None), hands, others.rng)
            own = own.adding(by, held=card)
            if table.answering is Answering.FIRST:
                break
    known[asker] = own
    nothing = (0,) * len(frame.names)
    heard = Evidence(frame, 0, nothing, tuple(lacked), tuple(branches), frozenset())
    for seat, evidence in known.items():
        known[seat] = Evidence.joined(evidence, heard)


def _is_open(evidence: Evidence, hands: Hands) -> bool:
    """Look for another envelope that fits, one swap away from a deal; it may exist if not found.

    It takes a small part of the time of a count, and mostly there is one.
    """
    hidden = evidence.frame.deck & ~evidence.face_up_set & ~union(hands)
    places = [*hands, hidden]
    for place, hand in enumerate(hands):
        for category in evidence.frame.categories:
            inside = hidden & category
            for at in bits(hand & category & ~evidence.lacked[-1]):
                places[place], places[-1] = hand ^ inside ^ 1 << at, hidden ^ inside ^ 1 << at
                if _fits(evidence, places):
                    return True
        places[place] = hand
    return False


def _fits(evidence: Evidence, places: Sequence[int]) -> bool:
    """Return whether a deal, as the cards at each place, fits the evidence."""
    pairs = zip(evidence.held, evidence.lacked, places, strict=True)
    return (
        all(not held & ~here and not lacked & here for held, lacked, here in pairs)
        and all(any(places[p] & cards for p, cards in branch) for branch in evidence.branches)
        and not any(triple & ~places[-1] == 0 for triple in evidence.failed_sets)
    )
