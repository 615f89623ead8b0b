"""The what-ifs of the paper's rollout as plain functions, and the agent that makes them."""

import math
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from statistics import fmean

import pytest
from paper.rollout_agent import (
    PolicyRollout,
    WhatIfs,
    chance_to_meet,
    deals_in_order,
    turns_to_solve,
)

from cluetree.cards import Category
from cluetree.editions import CLUE_US
from cluetree.errors import UnknownNameError
from cluetree.evidence import Bounds, union
from cluetree.exact import count
from cluetree.play import AccusationRule, Rules, deal_of, play_game
from cluetree.play.agents import Heuristic
from cluetree.play.engine.chance import begin_stream
from cluetree.play.engine.policies import Policy, first_of_fewest_holders, not_located
from cluetree.play.engine.views import view_of
from cluetree.play.knowledge import Knowledge
from tests.exact.games import seeded
from tests.play.simulated import THREE as LAYOUT, known_by

RULES = Rules(accusers=AccusationRule.ALL)
GUESSES = LAYOUT.guesses
HEURISTIC, RANDOM = Policy(first_of_fewest_holders), Policy(not_located)


def started(seat: int = 0) -> tuple[Knowledge, list[int]]:
    """A seat's knowledge at the start of a game, and the hands."""
    dealt = deal_of(RULES, 1)
    tables = [dealt.table(name) for name in RULES.players]
    return Knowledge(tables[seat]), [Knowledge(table).hand for table in tables]


def solved_after(
    known: Knowledge,
    base: Policy,
    hands: Sequence[int] | None,
    first: Sequence[int],
    horizon: int,
) -> list[int]:
    """The turns of a what-if from each suggestion, answered by a deal or by the formula."""
    start = view_of(known)
    what_ifs = WhatIfs(start, base.number, horizon, 1, hands is None, [[*(hands or ())]])
    found: list[int] = []
    for number, guess in enumerate(first):
        chance = [0, 0]
        begin_stream(chance, [1, 2], number)
        found.append(turns_to_solve(what_ifs, 0, guess, [*start], chance))
    return found


class TestWhatIfs:
    def test_naming_the_envelope_solves_at_once(self) -> None:
        known, hands = started()
        hidden = known.frame.deck & ~union(hands)
        assert solved_after(known, HEURISTIC, hands, [hidden], 5) == [1]

    @pytest.mark.parametrize("seat", range(3))
    def test_deal_answers_as_a_game_with_one_suggester(self, seat: int) -> None:
        known, hands = started(seat)
        (turns,) = solved_after(known, HEURISTIC, hands, GUESSES[:1], 30)
        assert _alone(known, GUESSES[0], hands) == turns

    def test_formula_of_the_paper(self) -> None:
        """The chance that three cards of m = 9 meet a hand of k = 4, factor by factor."""
        assert chance_to_meet(9, 4, 3) == pytest.approx(1 - 5 / 9 * 4 / 8 * 3 / 7)
        assert chance_to_meet(9, 4, 0) == 0
        assert chance_to_meet(9, 0, 3) == 0
        assert chance_to_meet(3, 3, 1) == 1
        m, k, j = 12, 5, 2
        assert chance_to_meet(m, k, j) == pytest.approx(1 - math.comb(m - j, k) / math.comb(m, k))

    def test_card_known_to_be_held_is_shown(self) -> None:
        known, _ = started()
        theirs = known.may[1] & -known.may[1]
        known.hold(1, theirs)
        known.settle()
        guess = next(guess for guess in GUESSES if guess & theirs)
        turns = solved_after(known, HEURISTIC, None, [guess] * 20, 1)
        assert turns == [2] * 20, "nothing is learnt"

    def test_open_show_is_used(self) -> None:
        """Bob showed one of three cards; when the others pass on two of them, it was the third."""
        means: list[float] = []
        for shown in (0, GUESSES[0]):
            known, _ = started()
            if shown:
                known.meet(Bounds.any_of((1, shown & ~known.hand)))
            means.append(fmean(solved_after(known, RANDOM, None, GUESSES, 40)))
        assert means[1] < means[0]


def _alone(known: Knowledge, guess: int, hands: list[int]) -> int:
    """Suggest alone by the plain heuristic; return the turns taken."""
    for turn in range(1, 31):
        for other in LAYOUT.left_of(known.seat):
            shown = guess & hands[other]
            if shown:
                known.hold(other, shown & -shown)
                break
            known.lack(other, guess)
        known.settle()
        if known.answer is not None:
            return turn
        guess = HEURISTIC.choose(known, known.frame.categories[-1], seeded(1))
    return 31


class TestDealsInOrder:
    @pytest.mark.parametrize("turns", [pytest.param(6, marks=pytest.mark.slow), 9])
    def test_every_deal_once(self, turns: int) -> None:
        known = known_by(4, turns)
        found = [tuple(places) for places in deals_in_order(known)]
        assert len(set(found)) == len(found) == count(known.evidence()).deals


class TestPolicyRollout:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        "agent",
        [
            PolicyRollout("random", w=2, transition="formula"),
            PolicyRollout(w=2, horizon=6),
            PolicyRollout(w=2, order="first"),
        ],
        ids=repr,
    )
    def test_game(self, agent: PolicyRollout) -> None:
        """A seed gives the same game again."""
        games = [play_game([deepcopy(agent), Heuristic(), Heuristic()], RULES, 3) for _ in range(2)]
        assert games[0].winner is not None
        assert games[0].messages == games[1].messages

    @pytest.mark.parametrize("transition", ["deals", "formula"])
    def test_solved_what_ifs_are_counted(self, transition: str) -> None:
        known = known_by(4, 9)
        agent = PolicyRollout(w=3, horizon=4, transition=transition)  # type: ignore[arg-type]
        agent.begin(known.table, seeded(1))
        agent.known = known
        solved = agent.solved_after(GUESSES[::40])
        assert len(solved) == len(GUESSES[::40])
        assert all(len(each) == 4 and sum(each) <= 3 for each in solved)
        assert any(map(sum, solved))

    def test_solving_suggestion_is_chosen(self) -> None:
        """Only the room is unknown, one of two: the agent asks for one of these."""
        known = known_by(4, 40)
        agent = PolicyRollout(w=3, horizon=4)
        agent.begin(known.table, seeded(1))
        rooms = known.frame.categories[-1]
        theirs = next(cards for cards in (known.held[1], known.held[2]) if cards & rooms) & rooms
        holder = 1 if known.held[1] & theirs else 2
        either = theirs & -theirs | known.held[-1] & rooms
        agent.known.held, agent.known.may = known.held[:], known.may[:]
        for place in (holder, 3):
            agent.known.held[place] &= ~either
            agent.known.may[place] |= either
        guess = agent.suggest(CLUE_US.of(Category.ROOM))
        assert guess is not None
        assert known.frame.set_of([guess.room]) & either

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (partial(PolicyRollout, "clever"), "clever"),  # type: ignore[arg-type]
            (partial(PolicyRollout, order="last"), "last"),  # type: ignore[arg-type]
            (partial(PolicyRollout, w=0), "must be positive"),
            (partial(PolicyRollout, beta=1.5), "beta"),
        ],
    )
    def test_wrong_options_are_named(self, make: Callable[[], PolicyRollout], message: str) -> None:
        with pytest.raises((UnknownNameError, ValueError), match=message):
            make()
