"""The what-ifs of a policy rollout, and the agent that makes them."""

import math
from collections.abc import Sequence
from copy import deepcopy

import numpy as np
import pytest
from numpy.typing import NDArray

from cluetree.cards import Category
from cluetree.editions import CLUE_US
from cluetree.events import Suggestion
from cluetree.exact import count
from cluetree.play import NAMES, AccusationRule, Rules, deal_of, play_game
from cluetree.play.agents import Heuristic
from cluetree.play.agents._deals import deals_in_order
from cluetree.play.agents.policy_rollout import PolicyRollout
from cluetree.play.batch import (
    DealTransition,
    FormulaTransition,
    HeuristicPolicy,
    Masks,
    Policy,
    Position,
    RandomStatefulPolicy,
    Transition,
    turns_to_solve,
)
from cluetree.play.knowledge import Knowledge
from cluetree.play.policies import FewestHolders
from tests.exact.games import seeded
from tests.play.batches import THREE, begun, generator, knowledge_of

ANN = NAMES[0]


def known_by(seed: int, turns: int) -> Knowledge:
    """What the first seat knows after so many turns of a game of three."""
    rules = Rules(claims=AccusationRule.ALL)
    result = play_game([Heuristic(tie="random") for _ in range(3)], rules, seed)
    known = Knowledge(deal_of(rules, seed).table(ANN))
    events = [event for event in result.seen_by(ANN) if isinstance(event, Suggestion)]
    for event in events[:turns]:
        known.tell(event)
    return known


def started(seat: int = 0) -> tuple[Knowledge, Masks]:
    """What a seat knows at the start of a game, and the hands."""
    games, dealt, _ = begun(THREE)
    return knowledge_of(games.views.of(seat), dealt), games.hands


def solved_after(
    known: Knowledge, policy: Policy, transition: Transition, first: Sequence[int], horizon: int
) -> NDArray[np.int64]:
    position = Position(THREE, known.seat, known.may, known.shows)
    guesses = np.array(first, dtype=np.uint64)
    return turns_to_solve(position, policy, transition, guesses, horizon=horizon, rng=generator())


class TestWhatIfs:
    def test_naming_the_envelope_solves_at_once(self) -> None:
        known, hands = started()
        hidden = THREE.deck & ~int(np.bitwise_or.reduce(hands[:, 0]))
        turns = solved_after(known, HeuristicPolicy(), DealTransition(hands), [hidden], 5)
        assert turns.tolist() == [1]

    def test_nothing_is_solved_beyond_the_horizon(self) -> None:
        known, hands = started()
        transition = DealTransition(np.tile(hands, (1, len(THREE.guesses))))
        turns = solved_after(known, RandomStatefulPolicy(), transition, THREE.guesses, 3)
        assert turns.max() == 4
        assert turns.min() >= 1

    @pytest.mark.parametrize("seat", range(3))
    def test_a_deal_answers_as_a_game_in_which_only_one_player_suggests(self, seat: int) -> None:
        known, hands = started(seat)
        first = THREE.guesses[0]
        (turns,) = solved_after(known, HeuristicPolicy(), DealTransition(hands), [first], 30)
        assert _alone(known, first, [int(hand) for hand in hands[:, 0]]) == turns

    def test_the_formula(self) -> None:
        """The chance that three cards of m = 9 meet a hand of k = 4, factor by factor."""
        chances = FormulaTransition(THREE).chances
        assert chances[9, 4, 3] == pytest.approx(1 - 5 / 9 * 4 / 8 * 3 / 7)
        assert chances[9, 4, 0] == 0
        assert chances[9, 0, 3] == 0
        assert chances[3, 3, 1] == 1
        m, k, j = 12, 5, 2
        assert chances[m, k, j] == pytest.approx(1 - math.comb(m - j, k) / math.comb(m, k))

    def test_a_card_known_to_be_held_is_shown(self) -> None:
        known, _ = started()
        theirs = known.may[1] & -known.may[1]
        for place in (2, 3):
            known.may[place] &= ~theirs
        guess = next(guess for guess in THREE.guesses if guess & theirs)
        turns = solved_after(known, HeuristicPolicy(), FormulaTransition(THREE), [guess] * 100, 1)
        assert (turns == 2).all(), "nothing is learnt"

    def test_an_open_show_is_used(self) -> None:
        """Bob showed one of three cards; when the others pass on two of them, it was the third."""
        means: list[float] = []
        for shown in (0, THREE.guesses[0]):
            known, _ = started()
            if shown:
                known.meet(((1, shown & ~known.hand),))
            first = [*THREE.guesses] * 20
            transition = FormulaTransition(THREE)
            turns = solved_after(known, RandomStatefulPolicy(), transition, first, 40)
            means.append(float(turns.mean()))
        assert means[1] < means[0]


def _alone(known: Knowledge, guess: int, hands: list[int]) -> int:
    """Suggest alone by the plain heuristic; return the turns taken."""
    for turn in range(1, 31):
        for other in THREE.left_of(known.seat):
            shown = guess & hands[other]
            if shown:
                known.hold(other, shown & -shown)
                break
            known.lack(other, guess)
        known.settle()
        if known.answer is not None:
            return turn
        guess = FewestHolders("first").choose(known, known.frame.categories[-1], seeded(1))
    return 31


class TestEmission:
    @pytest.mark.parametrize("turns", [6, 9])
    def test_every_deal_once(self, turns: int) -> None:
        known = known_by(4, turns)
        found = [tuple(places) for places in deals_in_order(known)]
        assert len(set(found)) == len(found) == count(known.evidence()).deals


class TestPolicyRollout:
    @pytest.mark.parametrize(
        "agent",
        [
            PolicyRollout("random", w=2, transition="formula"),
            PolicyRollout(w=2, horizon=6),
            PolicyRollout(w=2, order="first"),
        ],
        ids=repr,
    )
    def test_a_game(self, agent: PolicyRollout) -> None:
        rules = Rules(claims=AccusationRule.ALL)
        one, other = (
            play_game([deepcopy(agent), Heuristic(), Heuristic()], rules, 3) for _ in range(2)
        )
        assert one.winner is not None
        assert one.messages == other.messages

    def test_it_names_what_solves_the_game(self) -> None:
        """All is known but the room, one of two: it asks for one of these, and for no third."""
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
