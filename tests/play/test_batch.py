"""Many games at once: the parts against plain counterparts, the whole against the paper."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, strategies as st

from cluetree import editions
from cluetree.cards import Edition
from cluetree.deduction import bits
from cluetree.editions import CLUE_US
from cluetree.errors import InvalidTableError, UnknownNameError
from cluetree.exact import count
from cluetree.play import NAMES, AccusationRule
from cluetree.play.batch import (
    Answers,
    BatchLayout,
    BatchRules,
    Games,
    HeuristicPolicy,
    Policy,
    RandomStatefulPolicy,
    RandomStatelessPolicy,
    Views,
    deal,
    play,
    play_on,
)
from cluetree.play.batch.masks import Masks, lowest, pick, pick_within, settled
from cluetree.play.knowledge import Knowledge
from cluetree.table import Answering, CluePlayer, Table
from tests.exact.games import seeded

WIDE = Edition(
    tuple(f"s{i}" for i in range(20)),
    tuple(f"w{i}" for i in range(20)),
    tuple(f"r{i}" for i in range(24)),
)
"""As many cards as a machine word takes, in categories too wide for a lookup."""

LAYOUTS = {
    "three": BatchLayout.even(CLUE_US, 3),
    "four, uneven": BatchLayout.even(CLUE_US, 4),
    "five, rest face-up": BatchLayout.even(CLUE_US, 5, leftover_face_up=True),
    "ten of Master Detective": BatchLayout.even(editions.MASTER_DETECTIVE, 10),
    "two, all answer": BatchLayout(CLUE_US, (9, 9), Answering.ALL),
    "four, all answer": BatchLayout(CLUE_US, (5, 5, 4, 4), Answering.ALL),
    "64 cards": BatchLayout.even(WIDE, 6),
}
each_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
POLICIES: tuple[Policy, ...] = (
    RandomStatefulPolicy(),
    HeuristicPolicy(),
    HeuristicPolicy("random"),
)


def generator(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def dealt(layout: BatchLayout, games: int, seed: int = 1) -> Games:
    hands, cards = deal(layout, games, generator(seed))
    return Games(layout, hands, Views.at_start(layout, hands, cards))


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

    def test_a_category_wider_than_the_table(self) -> None:
        category = WIDE.of(next(iter(WIDE.cards)).category)
        layout = LAYOUTS["64 cards"]
        assert layout.mask(category).bit_count() == 20
        found = pick_within(
            np.full(4000, layout.mask(category), dtype=np.uint64),
            layout.mask(category),
            generator(),
        )
        assert len(np.unique(found)) == 20


class TestLayout:
    def test_too_many_cards(self) -> None:
        deck = Edition(WIDE.suspects, WIDE.weapons, (*WIDE.rooms, "one more"))
        with pytest.raises(InvalidTableError, match="at most 64 cards, got 65"):
            BatchLayout.even(deck, 3)

    def test_too_few_seats(self) -> None:
        with pytest.raises(InvalidTableError, match="two players"):
            BatchLayout(CLUE_US, (18,))

    def test_hands_that_are_too_large(self) -> None:
        with pytest.raises(InvalidTableError, match="need 22 cards, the deck has 21"):
            BatchLayout(CLUE_US, (10, 9))

    def test_a_table_without_hand_sizes(self) -> None:
        table = Table(CLUE_US, (CluePlayer("Ann", 6), CluePlayer("Bob"), CluePlayer("Eve", 6)))
        with pytest.raises(InvalidTableError, match="hand size"):
            BatchLayout.of(table)

    def test_guesses(self) -> None:
        layout = LAYOUTS["three"]
        assert len(set(layout.guesses)) == 324
        for mask in layout.guesses[::50]:
            assert layout.mask(layout.guess(mask)) == mask


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
        hands, _ = deal(LAYOUTS["three"], games, generator())
        for hand in hands:
            for at, card in enumerate(CLUE_US.cards):
                share = (hand >> np.uint64(at) & np.uint64(1)).mean()
                alike = len(CLUE_US.of(card.category))
                assert share == pytest.approx((1 - 1 / alike) / 3, abs=0.015)


def turns(games: Games, policy: Policy, number: int) -> Iterator[Answers]:
    """Play some turns whatever anybody knows by then."""
    rng = generator(3)
    for _ in range(number):
        guesses = policy.choose(games.views.of(games.seat), rng)
        answers = games.answer(guesses, "uniform", rng)
        games.views.learn(answers)
        yield answers
        games.seat = games.next_seat()


def plain(layout: BatchLayout, seat: int, games: Games, game: int) -> Knowledge:
    """What a seat knows at the start of a game, kept one by one."""
    names = NAMES[: layout.players]
    cards = layout.edition.cards
    everybody = int(np.bitwise_or.reduce(games.views.can[:, seat, game]))
    table = Table(
        layout.edition,
        tuple(
            CluePlayer(
                name,
                layout.hand_sizes[other],
                tuple(cards[at] for at in bits(int(games.hands[seat, game])))
                if other == seat
                else (),
            )
            for other, name in enumerate(names)
        ),
        names[seat],
        tuple(cards[at] for at in bits(layout.deck & ~everybody)),
        layout.answering,
    )
    return Knowledge(table)


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
    @pytest.mark.parametrize("policy", POLICIES, ids=repr)
    def test_all_seats_know_what_they_know_one_by_one(
        self, layout: BatchLayout, policy: Policy
    ) -> None:
        number = 6
        games = dealt(layout, number)
        known = [
            [plain(layout, seat, games, game) for game in range(number)]
            for seat in range(layout.players)
        ]
        for answers in turns(games, policy, 25):
            for seat, row in enumerate(known):
                for game, one in enumerate(row):
                    tell(one, seat, answers, game)
                    assert [int(cards) for cards in games.views.can[:, seat, game]] == one.may
                    is_solved = bool(games.views.solved(seat)[game])
                    assert is_solved == (one.answer is not None)

    def test_an_unknown_level(self) -> None:
        hands, cards = deal(LAYOUTS["three"], 1, generator())
        with pytest.raises(UnknownNameError, match="exact"):
            Views.at_start(LAYOUTS["three"], hands, cards, "exact")  # type: ignore[arg-type]  # the fault under test

    def test_certain_knowledge_alone_is_less(self) -> None:
        policies = [RandomStatefulPolicy()] * 3
        means = [
            play(
                LAYOUTS["three"], policies, 1000, seed=1, rules=BatchRules(deduction=level)
            ).turns.mean()
            for level in ("certain", "propagation")
        ]
        assert means[0] > means[1] + 1


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
        games = dealt(LAYOUTS["four, uneven"], 40)
        for _ in turns(games, HeuristicPolicy("random"), 7):
            pass
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

    def test_no_games(self, games: Games) -> None:
        nothing = np.zeros(0, dtype=np.intp)
        assert games.views.take(nothing).games == games.views.drawn(nothing).games == 0


class TestPlay:
    def test_the_same_seed_gives_the_same_games(self) -> None:
        one, other, third = (
            play(LAYOUTS["three"], [HeuristicPolicy("random")] * 3, 100, seed=seed)
            for seed in (1, 1, 2)
        )
        assert (one.turns == other.turns).all()
        assert (one.winners == other.winners).all()
        assert (one.turns != third.turns).any()

    @each_layout
    def test_somebody_wins(self, layout: BatchLayout) -> None:
        outcomes = play(layout, [HeuristicPolicy()] * layout.players, 50, seed=1)
        assert set(outcomes.winners.tolist()) <= set(range(layout.players))
        assert outcomes.shares.sum() == pytest.approx(1)

    def test_on_the_suggesters_turn_only(self) -> None:
        rules = BatchRules(claims=AccusationRule.SUGGESTER)
        outcomes = play(LAYOUTS["three"], [HeuristicPolicy()] * 3, 300, seed=1, rules=rules)
        assert (outcomes.winners == (outcomes.turns - 1) % 3).all()

    def test_who_knows_wins_at_once_if_everybody_may_claim(self) -> None:
        games = dealt(LAYOUTS["three"], 200)
        outcomes = play_on(games, [HeuristicPolicy()] * 3, generator())
        assert (outcomes.winners != (outcomes.turns - 1) % 3).any()

    def test_the_longest_game(self) -> None:
        rules = BatchRules(most_turns=4)
        outcomes = play(LAYOUTS["three"], [RandomStatefulPolicy()] * 3, 300, seed=1, rules=rules)
        assert (outcomes.turns[outcomes.winners < 0] == 4).all()
        assert (outcomes.winners < 0).mean() > 0.5

    def test_a_policy_for_each_seat(self) -> None:
        with pytest.raises(InvalidTableError, match="expected 3 policies, got 2"):
            play(LAYOUTS["three"], [HeuristicPolicy()] * 2, 1, seed=1)

    def test_a_first_suggestion(self) -> None:
        games = dealt(LAYOUTS["three"], 50)
        hidden = LAYOUTS["three"].deck & ~np.bitwise_or.reduce(games.hands, axis=0)
        first = games.answer(hidden, "first", generator())
        outcomes = play_on(games, [HeuristicPolicy()] * 3, generator(), first=first)
        assert (outcomes.turns == 1).all()
        assert (outcomes.winners == 0).all()

    def test_as_many_games_as_may_be_are_left_unfinished(self) -> None:
        """Three of four are won by their first suggestion; in the last nothing is asked for."""
        for unfinished, is_left in ((0.25, True), (0.24, False)):
            games = dealt(LAYOUTS["three"], 4)
            guesses = LAYOUTS["three"].deck & ~np.bitwise_or.reduce(games.hands, axis=0)
            guesses[3] = 0
            first = games.answer(guesses, "first", generator())
            policies = [HeuristicPolicy()] * 3
            outcomes = play_on(games, policies, generator(), first=first, unfinished=unfinished)
            assert outcomes.winners[:3].tolist() == [0, 0, 0]
            assert (outcomes.winners[3] == -1) == (outcomes.turns[3] == 1) == is_left

    def test_who_is_out_only_answers(self) -> None:
        games = dealt(LAYOUTS["three"], 200)
        games.eliminated = frozenset({1})
        outcomes = play_on(games, [HeuristicPolicy()] * 3, generator())
        assert set(outcomes.winners.tolist()) == {0, 2}
        assert games.next_seat() in {0, 2}

    def test_a_stateless_seat_among_others(self) -> None:
        policies: list[Policy] = [RandomStatelessPolicy(), *[HeuristicPolicy()] * 2]
        outcomes = play(LAYOUTS["three"], policies, 400, seed=1)
        assert outcomes.shares[0] < 0.1


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
    outcomes = play(LAYOUTS["three"], [policy] * 3, number, seed=1)
    assert outcomes.turns.mean() == pytest.approx(length, abs=turns_off)
    assert 100 * outcomes.shares == pytest.approx(shares, abs=points_off)


def test_random_ties_are_shorter() -> None:
    outcomes = play(LAYOUTS["three"], [HeuristicPolicy("random")] * 3, 4000, seed=1)
    assert outcomes.turns.mean() < 10.6


def test_uniform_deals_of_the_counter_as_hands() -> None:
    games = dealt(LAYOUTS["three"], 1)
    known = plain(LAYOUTS["three"], 0, games, 0)
    deals = count(known.evidence()).sample_hands(50, rng=seeded(1))
    hands = np.array(deals, np.uint64).T[:-1]
    assert (hands[0] == games.hands[0]).all()
