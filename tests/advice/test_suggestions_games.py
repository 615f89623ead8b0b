"""Advice on suggestions in games of real size: the counter confirms the score of each reply.

The deal determines the showers, and under `in_order` the cards. So a reply is an ordinary event:
its probability is the share of deals that are left after it, and its information is the loss of
the envelope's entropy.
"""

from collections.abc import Iterator
from math import isclose
from random import Random

import pytest

from cluetree import Answering, ClueGuess, Event, Evidence, Holds, Lacks, Show, Suggestion, Table
from cluetree.advice import Advised, Reply, advise, in_order
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.exact import count
from tests.exact.games import blurred, play, seeded


def games(rng: Random) -> Iterator[tuple[Table, tuple[Event, ...]]]:
    """One game of each kind, after one or two rounds."""
    for players in (2, 3, 4, 5, 6):
        for answering in Answering:
            rounds = rng.choice((1, 2))
            game = play(rng, CLUE_US, players, rounds, answering=answering)
            table = blurred(game.table, rng) if rng.random() < 0.3 else game.table
            yield table, game.events
    for players, rounds in ((6, 3), (10, 3)):
        game = play(rng, MASTER_DETECTIVE, players, rounds, leftover_face_up=True)
        yield game.table, game.events


def told(
    table: Table, events: tuple[Event, ...], guess: ClueGuess, reply: Reply, *, cards: bool
) -> Evidence:
    """Return the beliefs after a reply, with or without the cards shown."""
    asker = table.viewpoint or ""
    shown = reply.cards(guess)
    shows = tuple(Show(by, card if cards else None) for by, card in shown.items())
    facts: list[Event] = [Suggestion(asker, guess, shows)]
    for by, card in shown.items() if cards else ():
        before = guess.cards[: guess.cards.index(card)]
        facts += [Holds(by, card), *(Lacks(by, other) for other in before)]
    return Evidence.gather(table, (*events, *facts))


def check(table: Table, events: tuple[Event, ...], one: Advised) -> None:
    now = count(Evidence.gather(table, events))
    left = solves = 0.0
    for reply in one.replies:
        then = count(told(table, events, one.guess, reply, cards=True))
        assert isclose(reply.probability, then.deals / now.deals, abs_tol=1e-12)
        left += reply.probability * then.entropy
        solves += reply.probability if then.answer else 0
    assert isclose(one.gain, now.entropy - left, abs_tol=1e-9)
    assert isclose(one.solves, solves, abs_tol=1e-9)
    left = 0.0
    public = {tuple(reply.shows): reply for reply in one.replies}
    for reply in public.values():
        then = count(told(table, events, one.guess, reply, cards=False))
        left += then.deals / now.deals * then.entropy
    assert isclose(one.leak, now.entropy - left, abs_tol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 12))
def test_reply_scores_equal_recounted_beliefs(seed: int) -> None:
    rng = seeded(seed)
    for table, events in games(rng):
        advice = advise(table, Evidence.gather(table, events), model=in_order)
        assert isclose(advice.entropy, count(Evidence.gather(table, events)).entropy, abs_tol=1e-9)
        best, *others = advice.suggestions
        for one in (best, *rng.sample(others, 8)):
            check(table, events, one)
