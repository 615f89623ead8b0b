"""The what-ifs of a policy rollout, and the agent that makes them."""

import math
from copy import deepcopy

import numpy as np
import pytest

from cluetree.cards import Category
from cluetree.editions import CLUE_US
from cluetree.events import Suggestion
from cluetree.exact import count
from cluetree.play import NAMES, AccusationRule, Rules, deal_of, play_game
from cluetree.play.agents import Heuristic
from cluetree.play.agents._deals import deals_in_order
from cluetree.play.agents.policy_rollout import PolicyRollout
from cluetree.play.batch import (
    BatchLayout,
    DealTransition,
    FormulaTransition,
    HeuristicPolicy,
    Position,
    RandomStatefulPolicy,
    deal,
    turns_to_solve,
)
from cluetree.play.knowledge import Knowledge
from cluetree.table import CluePlayer, Table
from tests.exact.games import seeded

LAYOUT = BatchLayout.even(CLUE_US, 3)
ANN, BOB, EVE = NAMES[0], NAMES[1], NAMES[2]


def position(
    seat: int = 0, seed: int = 1
) -> tuple[Position, np.ndarray[tuple[int, int], np.dtype[np.uint64]]]:
    """A seat's knowledge at the start of a game, and the hands."""
    hands, _ = deal(LAYOUT, 1, np.random.default_rng(seed))
    mine = int(hands[seat, 0])
    can = [LAYOUT.deck & ~mine] * 4
    can[seat] = mine
    return Position(LAYOUT, seat, can), hands


def known_by(seed: int, turns: int) -> Knowledge:
    """What the first seat knows after so many turns of a game of three."""
    rules = Rules(claims=AccusationRule.ALL)
    result = play_game([Heuristic(tie="random") for _ in range(3)], rules, seed)
    known = Knowledge(deal_of(rules, seed).table(ANN))
    events = [m.event for m in result.messages if ANN in m.to and isinstance(m.event, Suggestion)]
    for event in events[:turns]:
        known.tell(event)
    return known


class TestWhatIfs:
    def test_naming_the_envelope_solves_at_once(self) -> None:
        start, hands = position()
        hidden = np.array([LAYOUT.deck & ~int(np.bitwise_or.reduce(hands[:, 0]))], dtype=np.uint64)
        turns = turns_to_solve(
            start,
            HeuristicPolicy(),
            DealTransition(hands),
            hidden,
            horizon=5,
            rng=np.random.default_rng(1),
        )
        assert turns.tolist() == [1]

    def test_nothing_is_solved_beyond_the_horizon(self) -> None:
        start, hands = position()
        first = np.array(LAYOUT.guesses, dtype=np.uint64)
        turns = turns_to_solve(
            start,
            RandomStatefulPolicy(),
            DealTransition(np.tile(hands, (1, len(first)))),
            first,
            horizon=3,
            rng=np.random.default_rng(1),
        )
        assert turns.max() == 4
        assert turns.min() >= 1

    def test_a_deal_answers_as_the_game_does(self) -> None:
        """Alone against a deal is a game in which nobody else ever suggests."""
        for seat in range(3):
            start, hands = position(seat)
            told = Knowledge(_table(seat, int(hands[seat, 0])))
            turns = turns_to_solve(
                start,
                HeuristicPolicy(),
                DealTransition(hands),
                np.array([LAYOUT.guesses[0]], dtype=np.uint64),
                horizon=30,
                rng=np.random.default_rng(1),
            )
            assert _alone(told, seat, [int(h) for h in hands[:, 0]]) == turns[0]

    def test_the_formula(self) -> None:
        """The chance that three cards of m = 9 meet a hand of k = 4, factor by factor."""
        transition = FormulaTransition(LAYOUT)
        chances = transition.chances
        expected = 1 - 5 / 9 * 4 / 8 * 3 / 7
        assert chances[9, 4, 3] == pytest.approx(expected)
        assert chances[9, 4, 0] == 0
        assert chances[9, 0, 3] == 0
        assert chances[3, 3, 1] == 1
        m, k, j = 12, 5, 2
        assert chances[m, k, j] == pytest.approx(1 - math.comb(m - j, k) / math.comb(m, k))

    def test_what_is_known_to_be_held_is_what_is_shown(self) -> None:
        """Who is known to have one of the cards shows it, and nothing is learnt."""
        start, _ = position()
        can = list(start.can)
        theirs = can[1] & -can[1]  # one card, surely with the next seat
        for place in (2, 3):
            can[place] &= ~theirs
        guess = next(g for g in LAYOUT.guesses if g & theirs)
        turns = turns_to_solve(
            Position(LAYOUT, 0, can),
            HeuristicPolicy(),
            FormulaTransition(LAYOUT),
            np.full(100, guess, dtype=np.uint64),
            horizon=1,
            rng=np.random.default_rng(1),
        )
        assert (turns == 2).all()

    def test_a_show_still_open_is_used(self) -> None:
        """Bob showed one of three cards; when the others pass on two of them, it was the third."""
        start, hands = position()
        three = LAYOUT.guesses[0] & ~int(hands[0, 0])
        bare = Position(LAYOUT, 0, start.can)
        first = np.tile(np.array(LAYOUT.guesses, dtype=np.uint64), 20)
        means = [
            turns_to_solve(
                where,
                RandomStatefulPolicy(),
                FormulaTransition(LAYOUT),
                first,
                horizon=40,
                rng=np.random.default_rng(1),
            ).mean()
            for where in (bare, Position(LAYOUT, 0, start.can, ((1, three),)))
        ]
        assert means[1] < means[0]


def _table(seat: int, hand: int) -> Table:
    cards = tuple(CLUE_US.cards[at] for at in range(21) if hand >> at & 1)
    players = tuple(
        CluePlayer(name, 6, cards if other == seat else ()) for other, name in enumerate(NAMES[:3])
    )
    return Table(CLUE_US, players, NAMES[seat])


def _alone(known: Knowledge, seat: int, hands: list[int]) -> int:
    """Suggest alone by the heuristic, first LAYOUT's first suggestion; return the turns taken."""
    guess = LAYOUT.guesses[0]
    for turn in range(1, 31):
        for other in LAYOUT.left_of(seat):
            shown = guess & hands[other]
            if shown:
                known.hold(other, shown & -shown)
                break
            known.lack(other, guess)
        known.settle()
        if known.answer is not None:
            return turn
        guess = sum(_best(known, cards) for cards in known.frame.categories)
    return 31


def _best(known: Knowledge, cards: int) -> int:
    among = cards & ~known.located
    return min(
        (1 << at for at in range(21) if among >> at & 1),
        key=lambda card: (sum(bool(may & card) for may in known.may[:-1]), card),
    )


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

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("agent", "least", "most"),
        [
            (PolicyRollout("heuristic"), 13.0, 14.8),
            (PolicyRollout("heuristic", order="first"), 11.1, 12.6),
        ],
        ids=repr,
    )
    def test_the_order_of_deals_makes_the_difference(
        self, agent: PolicyRollout, least: float, most: float
    ) -> None:
        rules = Rules(claims=AccusationRule.ALL)
        turns = [
            play_game([deepcopy(agent) for _ in range(3)], rules, seed).turns for seed in range(200)
        ]
        assert least < sum(turns) / len(turns) < most
