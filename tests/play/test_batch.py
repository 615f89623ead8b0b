"""Many games at once: the parts against plain counterparts, the whole against the paper."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, strategies as st

from cluetree.cards import Edition
from cluetree.deduction import bits
from cluetree.editions import CLUE_US
from cluetree.errors import InvalidTableError, UnknownNameError
from cluetree.play import AccusationRule
from cluetree.play.batch import (
    Answers,
    BatchLayout,
    BatchRules,
    Games,
    HeuristicPolicy,
    Policy,
    RandomStatefulPolicy,
    Views,
    deal,
    play,
    play_on,
)
from cluetree.play.batch.masks import Masks, lowest, pick, pick_within, settled
from cluetree.play.knowledge import Knowledge
from cluetree.table import Table
from tests.play.batches import (
    LAYOUTS as SOME_LAYOUTS,
    THREE,
    WIDE,
    begun,
    generator,
    knowledge_of,
    take_turns,
)

TOO_WIDE = Edition(WIDE.suspects, WIDE.weapons, (*WIDE.rooms, "one more"))
LAYOUTS = {**SOME_LAYOUTS, "64 cards": BatchLayout.even(WIDE, 6)}
each_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
SOLVERS: tuple[Policy, ...] = (RandomStatefulPolicy(), HeuristicPolicy(), HeuristicPolicy("random"))


def masks(*cards: int) -> Masks:
    return np.array(cards, dtype=np.uint64)


class TestMasks:
    @given(st.lists(st.integers(0, (1 << 64) - 1), min_size=1))
    def test_lowest(self, cards: list[int]) -> None:
        assert lowest(masks(*cards)).tolist() == [c & -c for c in cards]

    @given(st.lists(st.lists(st.integers(0, 255), min_size=3, max_size=3), min_size=2))
    def test_settled(self, places: list[list[int]]) -> None:
        for view, found in enumerate(settled(np.array(places, dtype=np.uint64))):
            for bit in range(8):
                once = sum(cards[view] >> bit & 1 for cards in places) == 1
                assert bool(int(found) >> bit & 1) == once

    @pytest.mark.parametrize("cards", [0b1, 0b1011, 0b111111, 0b100000])
    def test_every_card_is_picked_as_often(self, cards: int) -> None:
        shift, games = 7, 20_000
        for found in (
            pick(np.full(games, cards << shift, dtype=np.uint64), generator()),
            pick_within(
                np.full(games, cards << shift, dtype=np.uint64), 0b111111 << shift, generator()
            ),
        ):
            values, counts = np.unique(found, return_counts=True)
            assert values.tolist() == [1 << at + shift for at in bits(cards)]
            expected = games / len(values)
            assert np.abs(counts - expected).max() < 4 * expected**0.5

    def test_both_ways_to_pick_agree(self) -> None:
        sets = generator().integers(0, 1 << 9, 2000).astype(np.uint64) << np.uint64(12)
        plain = pick(sets, generator(5))
        assert (pick_within(sets, 0b111111111 << 12, generator(5)) == plain).all()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: BatchLayout.even(TOO_WIDE, 3), "at most 64 cards, got 65"),
        (lambda: BatchLayout(CLUE_US, (18,)), "two players"),
        (lambda: BatchLayout(CLUE_US, (10, 9)), "need 22 cards, the deck has 21"),
        (lambda: BatchLayout.of(Table.set_up(CLUE_US, {"Ann": 6, "Bob": None})), "hand size"),
    ],
)
def test_an_impossible_layout_is_rejected(make: Callable[[], BatchLayout], message: str) -> None:
    with pytest.raises(InvalidTableError, match=message):
        make()


class TestDeals:
    @each_layout
    def test_a_deal_is_a_deal(self, layout: BatchLayout) -> None:
        hands, cards = deal(layout, 200, generator())
        for game in range(200):
            some = [int(hand) for hand in hands[:, game]]
            assert tuple(map(int.bit_count, some)) == layout.hand_sizes
            hidden = int(cards[game]) & ~sum(some)
            assert [(hidden & c).bit_count() for c in layout.categories] == [1, 1, 1]

    def test_each_card_is_everywhere_as_often(self) -> None:
        games = 20_000
        hands, _ = deal(THREE, games, generator())
        for hand in hands:
            for at, card in enumerate(CLUE_US.cards):
                share = (hand >> np.uint64(at) & np.uint64(1)).mean()
                alike = len(CLUE_US.of(card.category))
                assert share == pytest.approx((1 - 1 / alike) / 3, abs=0.015)


def tell(known: Knowledge, seat: int, answers: Answers, game: int) -> None:
    """Tell what a seat sees of a suggestion, straight from the rules of the game."""
    guess = int(answers.guesses[game])
    for other in range(len(known.frame.sizes)):
        if answers.passed[other, game]:
            known.lack(other, guess)
        card = int(answers.shown[other, game])
        if card and other != seat:
            known.meet(((other, card if seat == answers.asker else guess),))
    known.settle()


class TestDeduction:
    @each_layout
    @pytest.mark.parametrize("policy", SOLVERS, ids=repr)
    def test_all_seats_know_what_they_know_one_by_one(
        self, layout: BatchLayout, policy: Policy
    ) -> None:
        games, dealt, _ = begun(layout, games=6)
        known = [
            [knowledge_of(games.views.of(seat), dealt, game) for game in range(6)]
            for seat in range(layout.players)
        ]
        assert all(one.may == Knowledge(one.table).may for row in known for one in row)
        for answers in take_turns(games, policy, 25):
            for seat, row in enumerate(known):
                for game, one in enumerate(row):
                    tell(one, seat, answers, game)
                    assert [int(cards) for cards in games.views.can[:, seat, game]] == one.may
                    is_solved = bool(games.views.solved(seat)[game])
                    assert is_solved == (one.answer is not None)

    def test_an_unknown_level(self) -> None:
        with pytest.raises(UnknownNameError, match="exact"):
            play(THREE, [HeuristicPolicy()] * 3, 1, seed=1, rules=BatchRules(deduction="exact"))  # type: ignore[arg-type]  # the fault under test


def same(one: Views, other: Views) -> bool:
    """Whether views are alike, and go on to be."""
    if not (one.can == other.can).all():
        return False
    players, games = one.layout.players, one.games
    guesses = np.resize(masks(*one.layout.guesses), games)
    passed = np.zeros((players, games), dtype=np.bool_)
    passed[1] = (guesses & one.can[1, 1]) == 0
    shown = np.zeros((players, games), dtype=np.uint64)
    for views in (one, other):
        views.learn(Answers(0, guesses, passed, shown))
    return bool((one.can == other.can).all())


class TestViews:
    @pytest.fixture
    def games(self) -> Games:
        games, *_ = begun(LAYOUTS["four, all answer"], 40, 7, HeuristicPolicy("random"))
        assert len(games.views.shows.rows)
        return games

    def test_some_games(self, games: Games) -> None:
        rows = np.array([5, 39, 0, 17])
        some = games.views.take(rows)
        assert some.games == 4
        assert (some.can == games.views.can[:, :, rows]).all()
        assert same(some, games.views.drawn(rows))

    def test_games_drawn_with_repeats_go_on_apart(self, games: Games) -> None:
        rows = np.array([3, 3, 8, 3, 0])
        drawn = games.views.drawn(rows)
        for at, row in enumerate(rows):
            alone = games.views.take(np.array([row]))
            mine = drawn.take(np.array([at]))
            assert same(mine, alone)
        assert (games.views.can[:, :, 3] == drawn.can[:, :, 0]).all()


class TestPlay:
    def test_the_same_seed_gives_the_same_games(self) -> None:
        one, other, third = (
            play(THREE, [HeuristicPolicy("random")] * 3, 100, seed=seed) for seed in (1, 1, 2)
        )
        assert (one.turns == other.turns).all()
        assert (one.winners == other.winners).all()
        assert (one.turns != third.turns).any()

    @each_layout
    def test_every_game_has_a_winner(self, layout: BatchLayout) -> None:
        outcomes = play(layout, [HeuristicPolicy()] * layout.players, 50, seed=1)
        assert set(outcomes.winners.tolist()) <= set(range(layout.players))
        assert outcomes.shares.sum() == pytest.approx(1)

    def test_on_the_suggesters_turn_only(self) -> None:
        rules = BatchRules(claims=AccusationRule.SUGGESTER)
        outcomes = play(THREE, [HeuristicPolicy()] * 3, 300, seed=1, rules=rules)
        assert (outcomes.winners == (outcomes.turns - 1) % 3).all()

    def test_the_longest_game(self) -> None:
        rules = BatchRules(most_turns=4)
        outcomes = play(THREE, [RandomStatefulPolicy()] * 3, 300, seed=1, rules=rules)
        assert (outcomes.turns[outcomes.winners < 0] == 4).all()
        assert (outcomes.winners < 0).mean() > 0.5

    def test_a_policy_for_each_seat(self) -> None:
        with pytest.raises(InvalidTableError, match="expected 3 policies, got 2"):
            play(THREE, [HeuristicPolicy()] * 2, 1, seed=1)

    def test_a_first_suggestion(self) -> None:
        games, *_ = begun(THREE, 50)
        hidden = THREE.deck & ~np.bitwise_or.reduce(games.hands, axis=0)
        first = games.answer(hidden, "first", generator())
        outcomes = play_on(games, [HeuristicPolicy()] * 3, generator(), first=first)
        assert (outcomes.turns == 1).all()
        assert (outcomes.winners == 0).all()

    def test_as_many_games_as_may_be_are_left_unfinished(self) -> None:
        """Three of four are won by their first suggestion; in the last nothing is asked for."""
        for unfinished, is_left in ((0.25, True), (0.24, False)):
            games, *_ = begun(THREE, 4)
            guesses = THREE.deck & ~np.bitwise_or.reduce(games.hands, axis=0)
            guesses[3] = 0
            first = games.answer(guesses, "first", generator())
            policies = [HeuristicPolicy()] * 3
            outcomes = play_on(games, policies, generator(), first=first, unfinished=unfinished)
            assert outcomes.winners[:3].tolist() == [0, 0, 0]
            assert (outcomes.winners[3] == -1) == (outcomes.turns[3] == 1) == is_left

    def test_an_eliminated_player_only_answers(self) -> None:
        games, *_ = begun(THREE, 200)
        games.eliminated = frozenset({1})
        outcomes = play_on(games, [HeuristicPolicy()] * 3, generator())
        assert set(outcomes.winners.tolist()) == {0, 2}
        assert games.next_seat() in {0, 2}


PAPER = {
    "random": (RandomStatefulPolicy(), 15.87, (39.7, 30.1, 30.3)),
    "heuristic": (HeuristicPolicy(), 11.55, (37.8, 27.8, 34.5)),
}


@pytest.mark.parametrize(("policy", "length", "shares"), PAPER.values(), ids=PAPER)
@pytest.mark.parametrize(
    ("number", "turns_off", "points_off"),
    [(4000, 0.3, 3), pytest.param(40_000, 0.05, 0.9, marks=pytest.mark.slow)],
)
def test_the_papers_table(  # noqa: PLR0917 -- a row of the table, and how near to it
    policy: Policy,
    length: float,
    shares: tuple[float, ...],
    number: int,
    turns_off: float,
    points_off: float,
) -> None:
    outcomes = play(THREE, [policy] * 3, number, seed=1)
    assert outcomes.turns.mean() == pytest.approx(length, abs=turns_off)
    assert 100 * outcomes.shares == pytest.approx(shares, abs=points_off)
