"""Simulated games: their parts against plain counterparts, the whole against the paper."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cluetree.board import classic_board
from cluetree.cards import Edition
from cluetree.editions import CLUE_US
from cluetree.errors import InvalidTableError
from cluetree.evidence import bits
from cluetree.play import NAMES, AccusationRule, Rules, Seat, deal_of, play_dealt
from cluetree.play.agents import Heuristic
from cluetree.play.engine.arrays import Sets, row
from cluetree.play.engine.games import Opening
from cluetree.play.engine.layout import Asked, Distances, Layout
from cluetree.play.engine.policies import (
    Policy,
    first_of_fewest_holders,
    not_located,
    not_own,
)
from cluetree.play.engine.simulation import (
    GameRules,
    Simulator,
    Worlds,
    mix,
    replay,
)
from cluetree.play.knowledge import Knowledge
from tests.brute import deals_of_evidence
from tests.play.simulated import (
    LAYOUTS,
    MIXED,
    POLICIES,
    THREE,
    WIDE,
    InPlay,
    can,
    chances_of,
    each_layout,
    held,
    known_by,
    layout_of,
    tell,
)

TOO_WIDE = Edition(WIDE.suspects, WIDE.weapons, (*WIDE.rooms, "one more"))
FIRST = Policy(first_of_fewest_holders)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Layout.even(TOO_WIDE, 3), "at most 64 cards, got 65"),
        (lambda: Layout.even(CLUE_US, 1), "two players"),
        (lambda: layout_of(CLUE_US, (10, 9)), "need 22 cards, the deck has 21"),
        (lambda: layout_of(CLUE_US, (6, None)), "hand size"),
    ],
)
def test_impossible_layout_is_rejected(make: Callable[[], Layout], message: str) -> None:
    with pytest.raises(InvalidTableError, match=message):
        make()


@each_layout
def test_deal_gives_each_seat_its_hand_and_hides_one_of_each(layout: Layout) -> None:
    for seed in range(60):
        game = InPlay(layout, seed)
        assert tuple(map(int.bit_count, game.hands)) == layout.sizes
        assert sum(game.hands).bit_count() == sum(filter(None, layout.sizes)), (
            "no card is dealt twice"
        )
        assert [(game.hidden & cards).bit_count() for cards in layout.categories] == [1, 1, 1]


def test_deals_are_uniform_per_card() -> None:
    games, places = 1200, np.zeros(21)
    for seed in range(games):
        hands = InPlay(THREE, seed).hands
        places += [hands[1] >> at & 1 for at in range(21)]
    for share, card in zip(places / games, CLUE_US.cards, strict=True):
        alike = len(CLUE_US.of(card.category))
        assert share == pytest.approx((1 - 1 / alike) / 3, abs=0.06)


@each_layout
@pytest.mark.parametrize("policy", [Policy(not_located), FIRST, MIXED], ids=repr)
def test_seat_views_equal_marks(layout: Layout, policy: Policy) -> None:
    for seed in range(2):
        game = InPlay(layout, seed, policy)
        known = [game.knowledge(seat) for seat in range(len(layout.players))]
        for asked in game.turns(25):
            for seat, one in enumerate(known):
                tell(one, seat, asked)
                view = game.view(seat)
                assert can(view) == one.may
                assert held(view) == one.held


def in_positions(game: InPlay) -> Worlds:
    views = [[*view] for view in game.game.views]
    return Worlds(game.layout, np.array([views], np.uint64))


class TestReplays:
    @pytest.mark.parametrize("layout", [*LAYOUTS.values()][:3], ids=[*LAYOUTS][:3])
    def test_replay_gives_the_knowledge_and_chances_of_the_game(self, layout: Layout) -> None:
        game = InPlay(layout, rules=GameRules("first"))
        hands = np.array(game.hands, np.uint64)[:, None]
        history: list[Asked] = []
        expected: list[list[float]] = []
        known = [game.knowledge(seat) for seat in range(len(layout.players))]
        for asked in game.turns(16):
            is_seen = len(history) % 2
            seen = {seat: card * is_seen for seat, card in asked.shown.items()}
            history.append(Asked(asked.asker, asked.guess, asked.passed, seen))
            asker = known[asked.asker]
            rooms = layout.categories[-1]
            expected.append(
                [chances_of(each, asker, rooms).get(asked.guess, 0) for each in POLICIES]
            )
            for seat, one in enumerate(known):
                tell(one, seat, asked)
        positions, chances = replay(game.layout, hands, history, seed=1, models=POLICIES, viewer=0)
        others = [asked.asker != 0 for asked in history]
        assert chances[others, :, 0] == pytest.approx(np.array(expected)[others])
        assert not chances[np.logical_not(others)].any()
        assert positions.hands[:, 0].tolist() == game.hands
        assert positions.can[0].tolist() == [one.may for one in known]

    def test_open_rooms_are_equally_likely_on_a_board(self) -> None:
        game = InPlay(THREE)
        hands = np.array(game.hands, np.uint64)[:, None]
        rules = GameRules(distances=Distances.of(classic_board(CLUE_US), THREE))
        first = first_of_fewest_holders(game.view(0), THREE.categories[0], 0)
        weapon = first_of_fewest_holders(game.view(0), THREE.categories[1], 1)
        rooms = THREE.categories[2] & ~game.hands[0]
        for room in (1 << at for at in bits(THREE.categories[2])):
            asked = [Asked(0, first | weapon | room)]
            _, chances = replay(THREE, hands, asked, seed=1, rules=rules, models=[FIRST])
            expected = 1 / rooms.bit_count() if room & rooms else 0
            assert chances.ravel() == pytest.approx([expected])


class TestMix:
    def test_deals_are_uniform(self) -> None:
        known = known_by(6, 8)
        deals = {
            tuple(
                sum(1 << CLUE_US.position[card] for card, place in one.items() if place == name)
                for name in known.frame.names
            )
            for one in deals_of_evidence(known.evidence())
        }
        assert 20 < len(deals) < 500
        start = np.repeat(np.array(next(iter(deals)), np.uint64)[:, None], 12 * len(deals), axis=1)
        found = self.mixed(known, start)
        ends = Counter(tuple(map(int, one)) for one in found.T)
        assert set(ends) <= deals
        assert sum((ends[one] - 12) ** 2 / 12 for one in deals) < 1.6 * len(deals)

    @staticmethod
    def mixed(known: Knowledge, places: Sets) -> Sets:
        return mix(
            THREE,
            places,
            12,
            can=known.may,
            quotas=known.quotas,
            seed=1,
        )


class TestPlay:
    def test_games_depend_on_their_number_and_the_seed_only(self) -> None:
        simulator = Simulator(THREE, [MIXED] * 3)
        whole = simulator.play(9, seed=3)
        assert whole.turns[:3].tolist() == simulator.play(3, seed=3).turns.tolist()
        assert whole.turns.tolist() != simulator.play(9, seed=4).turns.tolist()

    @each_layout
    def test_every_game_has_a_winner(self, layout: Layout) -> None:
        outcomes = Simulator(layout, [FIRST] * len(layout.players)).play(10, seed=1)
        assert set(outcomes.winners.tolist()) <= set(range(len(layout.players)))
        assert outcomes.shares.sum() == pytest.approx(1)

    def test_long_games_end_without_a_winner(self) -> None:
        rules = GameRules(most_turns=4)
        outcomes = Simulator(THREE, [Policy(not_located)] * 3, rules).play(60, seed=1)
        assert (outcomes.turns[outcomes.winners < 0] == 4).all()
        assert (outcomes.winners < 0).mean() > 0.5

    def test_forgetful_seat_wins_by_an_unanswered_suggestion(self) -> None:
        """Each suggestion of cards other than one's own names the envelope once in 11 x 10 x 10."""
        rules = GameRules(forgets=(True,) * 3)
        outcomes = Simulator(THREE, [Policy(not_own)] * 3, rules).play(60, seed=1)
        assert 85 < outcomes.turns.mean() < 140

    def test_first_suggestion_can_be_given(self) -> None:
        game = InPlay(THREE)
        opening = Opening(row([game.hidden, 0]), row([0, 0]))
        simulator = Simulator(THREE, [FIRST] * 3)
        first, second = simulator.play_from(
            in_positions(game), np.zeros(2, np.int64), seed=1, opening=opening
        ).turns.tolist()
        assert first == 1
        assert second > 1

    def test_first_answer_can_be_given(self) -> None:
        """The shown card decides the asker's knowledge."""
        game = InPlay(THREE)
        theirs = [1 << at for at in range(21) if game.hands[1] >> at & 1]
        suspect = next(card for card in theirs if card & THREE.categories[0])
        room = next(card for card in theirs if card & THREE.categories[2])
        weapon = THREE.categories[1] & -THREE.categories[1]
        positions, ends = in_positions(game), []
        simulator = Simulator(THREE, [FIRST] * 3)
        for card in (suspect, room):
            opening = Opening(row([suspect | weapon | room]), row([card]), 1)
            outcomes = simulator.play_from(
                positions, np.zeros(1, np.int64), seed=1, opening=opening
            )
            ends.append(int(outcomes.turns[0]))
        assert ends[0] != ends[1]

    def test_eliminated_player_only_answers(self) -> None:
        games = [in_positions(InPlay(THREE, seed)) for seed in range(30)]
        views = np.concatenate([one.views for one in games])
        positions = Worlds(THREE, views, 0, frozenset({1}))
        outcomes = Simulator(THREE, [FIRST] * 3).play_from(positions, np.arange(30), seed=1)
        assert set(outcomes.winners.tolist()) == {0, 2}


@pytest.mark.parametrize(
    ("policy", "length", "shares"),
    [
        (Policy(not_located), 15.87, (39.7, 30.1, 30.3)),
        (FIRST, 11.55, (37.8, 27.8, 34.5)),
    ],
    ids=["random", "heuristic"],
)
@pytest.mark.parametrize(
    ("number", "turns_off", "points_off"),
    [(300, 1.2, 12), pytest.param(40_000, 0.06, 1, marks=pytest.mark.slow)],
)
def test_papers_table(  # noqa: PLR0917 -- a row of the table, and how near to it
    policy: Policy,
    length: float,
    shares: tuple[float, ...],
    number: int,
    turns_off: float,
    points_off: float,
) -> None:
    outcomes = Simulator(THREE, [policy] * 3).play(number, seed=1)
    assert outcomes.turns.mean() == pytest.approx(length, abs=turns_off)
    assert 100 * outcomes.shares == pytest.approx(shares, abs=points_off)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("accusers", AccusationRule)
def test_game_without_chance_is_that_of_the_referee(players: int, accusers: AccusationRule) -> None:
    rules = Rules(players=NAMES[:players], accusers=accusers)
    layout = Layout.even(CLUE_US, players)
    ours = GameRules(accusers=accusers)
    simulator = Simulator(layout, [FIRST] * players, ours)
    for seed in range(3):
        dealt = deal_of(rules, f"both {seed}")
        hands = np.array([[layout.set_of(hand)] for hand in dealt.hands], np.uint64)
        positions, _ = replay(layout, hands, (), seed=0, rules=ours)
        outcomes = simulator.play_from(positions, np.zeros(1, np.int64), seed=1)
        result = play_dealt([Seat(Heuristic()) for _ in range(players)], dealt, 0)
        assert result.turns == outcomes.turns[0]
        assert result.winner == rules.players[outcomes.winners[0]]


PLAIN_GAMES = """
import numpy as np
from cluetree.play.engine.simulation import GameRules, Simulator
from tests.play.simulated import MIXED, POLICIES, THREE

rules = GameRules("uniform", most_turns=100)
with np.errstate(over="ignore"):  # the generator's products, of which the lower half counts
    for policy in (*POLICIES, MIXED):
        outcomes = Simulator(THREE, [policy] * 3, rules).play(6, seed=5)
        print(outcomes.turns.tolist(), outcomes.winners.tolist())
"""


@pytest.mark.slow
def test_compiled_games_are_the_plain_ones() -> None:
    plain, compiled = (
        subprocess.run(
            [sys.executable, "-c", PLAIN_GAMES],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
        ).stdout
        for disabled in ("1", "0")
    )
    assert len(plain.splitlines()) == len(POLICIES) + 1
    assert plain == compiled


@pytest.mark.slow
def test_compilation_is_announced_once(tmp_path: Path) -> None:
    program = "from tests.play.test_engine import *\nSimulator(THREE, [FIRST] * 3).play(2, seed=1)"
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    said = [
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            text=True,
            env=environment,
        ).stderr.splitlines()
        for _ in range(2)
    ]
    assert said == [["Compiling simulated games; later programs use the compiled code."], []]
