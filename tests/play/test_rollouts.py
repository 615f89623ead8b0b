"""Rollouts to the end of the game: their deals, their reading, their choices."""

import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from unittest.mock import patch

import numpy as np
import pytest

from cluetree.board import classic_board
from cluetree.cards import Category
from cluetree.deduction import bits, union
from cluetree.editions import CLUE_US, CLUEDO_UK
from cluetree.events import Accusation, Holds, Suggestion
from cluetree.exact import count
from cluetree.play import NAMES, AccusationRule, Agent, Rules, check_agent, deal_of, play_game
from cluetree.play.agents import (
    Heuristic,
    RandomStateful,
    Wensel,
    _deals,
    _trials,
)
from cluetree.play.agents._deals import draw_candidates, draw_hands
from cluetree.play.agents._opponent_models import OpponentModels
from cluetree.play.agents.rollouts import DealRollout, ReadingRollout, Strongest
from cluetree.play.engine.layout import Asked
from cluetree.play.knowledge import Knowledge
from cluetree.play.policies import (
    FixedOrder,
    Policy,
    PolicyFunction,
    bluff,
    fewest_holders,
    likeliest,
    not_located,
    wensel,
)
from cluetree.table import Answering
from tests.bench.adversaries import Turncoat
from tests.exact.games import seeded
from tests.play.simulated import THREE, generator, known_by


class TestDeals:
    @pytest.mark.slow
    @pytest.mark.parametrize("turns", [0, 4, 7])
    def test_drawn_deals_have_the_exact_chances(self, turns: int) -> None:
        known = known_by(4, turns)
        beliefs = count(known.evidence())
        number = 6000
        places = np.zeros(21)
        for seed in range(10):
            hands = draw_hands(THREE, known, beliefs, number // 10, seeded(seed), generator(seed))
            for at in range(21):
                places[at] += (hands[1] >> np.uint64(at) & np.uint64(1)).sum()
        for at, card in enumerate(CLUE_US.cards):
            assert places[at] / number == pytest.approx(
                float(beliefs.chance(card, NAMES[1])), abs=0.06
            )


class TestOpponentModels:
    def reading(self, make: Callable[[], Agent], seed: int) -> tuple[OpponentModels, float]:
        """Read a game from the first seat; return the truth's share against a uniform draw's."""
        rules = Rules()
        dealt = deal_of(rules, seed)
        table = dealt.table(NAMES[0])
        known = Knowledge(table, "exact")
        history: list[Asked] = []
        for message in play_game([make() for _ in range(3)], rules, seed).messages[:-1]:
            if NAMES[0] in message.to and isinstance(message.event, Suggestion):
                if len(history) == 8:
                    break
                known.tell(message.event)
                history.append(Asked.of(message.event, table, THREE))
        reading = OpponentModels(THREE, 0, seeded(seed), generator(seed))
        worlds = reading.worlds(known, history, 800, 400, on_board=False)
        truth = np.array([[THREE.set_of(hand)] for hand in dealt.hands], np.uint64)
        alike = sum(
            float(np.bitwise_count(worlds.hands[seat] & truth[seat]).mean()) for seat in (1, 2)
        )
        beliefs = count(known.evidence())
        uniform = sum(
            float(beliefs.chance(card, holder))
            for card, holder in dealt.deal.items()
            if holder in NAMES[1:3]
        )
        return reading, alike - uniform

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("make", "policies"),
        [
            (lambda: Heuristic(tie="random"), (fewest_holders, likeliest)),
            (RandomStateful, (not_located,)),
            (Wensel, (wensel,)),
        ],
        ids=["heuristic", "random", "wensel"],
    )
    def test_models_identify_the_policy(
        self, make: Callable[[], Agent], policies: tuple[PolicyFunction, ...]
    ) -> None:
        found, closer = [], []
        for seed in range(12):
            reading, gain = self.reading(make, seed)
            closer.append(gain)
            found += [
                sum(share for share, part in mixture.parts if part.function in policies)
                for mixture in reading.policies()[1:]
            ]
        assert np.mean(found) > 0.3  # 0.14 to begin with, for the random player
        assert np.mean(closer) > 0.3

    @pytest.mark.slow
    def test_bluffs_of_a_bluffer_are_expected(self) -> None:
        """Two own cards in each question are more than a model that bluffs by thirds has."""
        read = [self.reading(lambda: Turncoat(honest=0), seed)[0] for seed in range(3)]
        parts = [
            (share, policy.numbers)
            for reading in read
            for mixture in reading.policies()[1:]
            for share, policy in mixture.parts
            if policy.function is bluff
        ]
        shares, rates = zip(*parts, strict=True)
        assert sum(shares) / 6 > 0.5
        assert np.mean(rates) > 0.45
        honest, _ = self.reading(lambda: Heuristic(tie="random"), 1)
        assert honest.policies()[0].parts == ((1.0, Policy(fewest_holders)),)

    def test_candidates_follow_requests_for_foreign_cards(self) -> None:
        """Half of them for each of the others; their weights make up for it."""
        known = known_by(4, 0)
        free = [guess for guess in THREE.guesses if not guess & known.hand]
        asked = {1: (free[0], free[1]), 2: (free[-1],)}
        history = [Asked(seat, one, frozenset()) for seat in asked for one in asked[seat]]
        hands, logs = draw_candidates(THREE, known, history, 2000, seeded(1), generator())
        weights = np.exp(logs) / np.exp(logs).sum()
        beliefs = count(known.evidence())
        for seat, guesses in asked.items():
            assert ((hands[seat] & np.uint64(union(guesses))) == 0).mean() > 0.5
            for card in bits(union(guesses)):
                held = (hands[seat] >> np.uint64(card) & np.uint64(1)).astype(float)
                chance = float(beliefs.chance(CLUE_US.cards[card], NAMES[seat]))
                assert weights @ held == pytest.approx(chance, abs=0.05)

    def test_show_rule_is_inferred_from_shows(self) -> None:
        """All cards are known, and of three asked for one player has two."""
        dealt = deal_of(Rules(), 1)
        known = Knowledge(dealt.table(NAMES[0]))
        for card, place in dealt.deal.items():
            known.tell(Holds(place, card))
        theirs = THREE.set_of(dealt.hands[1])
        guess = next(g for g in THREE.guesses if (g & theirs).bit_count() == 2)
        first, second = (1 << card for card in bits(guess & theirs))
        for shown, likelier in ((None, 1), (first, 0.985 / 0.5), (second, 0.015 / 0.5)):
            history = [Asked(0, guess, frozenset(), {1: shown})] if shown else []
            reading = OpponentModels(THREE, 0, seeded(1), generator())
            reading.worlds(known, history, 10, 5, on_board=False)
            assert reading.first == pytest.approx({1: likelier / (likelier + 1), 2: 0.5})
            assert reading.shows() == (
                "uniform",
                "first" if shown == first else "uniform",
                "uniform",
            )


AGENTS = (
    DealRollout(deals=30, playouts=120),
    ReadingRollout(deals=30, playouts=120, candidates=60),
    DealRollout(deals=30, playouts=120, show=FixedOrder()),
    Strongest(deals=30, playouts=120, candidates=60, accusing="proven"),
)
each_agent = pytest.mark.parametrize(
    "agent", AGENTS, ids=["deals", "reading", "deals, fixed order", "strongest"]
)


@pytest.mark.slow
@pytest.mark.parametrize("package", ["numpy", "numba"])
def test_missing_package_names_the_extra(package: str) -> None:
    program = f"""
import sys
sys.modules["{package}"] = None
from cluetree.interfaces.cli.main import main
for agent in "strongest", "deal-rollout", "reading-rollout":
    for command in "play", "benchmark":
        assert main([command, agent]) == 2
"""
    run = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert not run.stdout
    said = run.stderr.splitlines()
    assert len(said) == 6
    error = f"simulated games need {package}: run pip install -e '.[fast]'"
    assert all(error in one for one in said)


class TestAgents:
    @pytest.mark.slow
    @each_agent
    @pytest.mark.parametrize(
        "rules",
        [
            Rules(),
            Rules(players=NAMES[:2], accusers=AccusationRule.ALL),
            Rules(players=NAMES[:4], answering=Answering.ALL),
            Rules(edition=CLUEDO_UK, players=NAMES[:5], leftover_face_up=True),
        ],
        ids=["three", "two", "four, all answer", "five, rest face-up"],
    )
    def test_agent_plays_a_game(self, agent: DealRollout, rules: Rules) -> None:
        """Every accusation is right, and the same seed gives the same game."""
        others = [Heuristic(tie="random") for _ in rules.players[1:]]
        one, other = (play_game([deepcopy(agent), *others], rules, 3) for _ in range(2))
        assert one.winner is not None
        assert one.messages == other.messages
        accusations = [m.event for m in one.messages if isinstance(m.event, Accusation)]
        assert all(event.correct for event in accusations)

    @pytest.mark.slow
    @each_agent
    def test_agent_check_finds_no_fault(self, agent: DealRollout) -> None:
        rules = (Rules(board=classic_board(CLUE_US)),)
        report = check_agent(lambda: deepcopy(agent), rules=rules, seeds=range(1))
        assert report.ok, str(report)

    def test_opponents_can_be_remembered_by_name(self) -> None:
        for remember in (True, False):
            agent = ReadingRollout(deals=30, playouts=120, candidates=60, remember=remember)
            agent.begin(deal_of(Rules(), 1).table(NAMES[0]), seeded(1))
            models = agent.trials.models
            assert models is not None
            usual = models.shares[1]
            models.shares[1] = met = usual[::-1]
            agent.trials.speeds.note_win(1)
            usually = agent.trials.speeds.of(2)
            names = (NAMES[2], NAMES[4], NAMES[1])  # the known player sits elsewhere
            agent.begin(deal_of(Rules(players=names), 2).table(NAMES[2]), seeded(1))
            models = agent.trials.models
            assert models is not None
            expected = 0.8 * met + 0.2 * usual if remember else usual
            assert models.shares[2] == pytest.approx(expected)
            assert models.shares[1] == pytest.approx(usual)
            speeds = agent.trials.speeds
            assert (speeds.of(2) > usually) == remember
            assert speeds.of(1) == usually

    @pytest.mark.parametrize("kind", [DealRollout, ReadingRollout])
    @pytest.mark.parametrize(("others", "gambles"), [(0.0, False), (1.0, True)])
    def test_agent_gambles_when_waiting_is_worse(
        self, kind: type[DealRollout], others: float, *, gambles: bool
    ) -> None:
        agent = kind(deals=300, playouts=120, accusing="likely")
        dealt = deal_of(Rules(), 3)
        agent.begin(dealt.table(NAMES[0]), seeded(1))
        result = play_game([Heuristic(tie="random") for _ in range(3)], Rules(), 3)
        for event in result.seen_by(NAMES[0])[:-1]:
            agent.observe(event)
        with (
            patch.object(agent.trials.speeds, "chance_of_others", return_value=others),
            patch.object(_deals, "_CORE", 300),  # all of them independent
        ):
            accused = agent.accuse()
        assert (accused is not None) == (agent.gambled is not None) == gambles
        if agent.gambled is not None:
            assert accused == agent.gambled.guess
            beliefs = count(agent.known.evidence())
            ways = {triple.guess: triple.deals for triple in beliefs.triples}
            exact = ways[agent.gambled.guess] / beliefs.deals
            assert kind is ReadingRollout or agent.gambled.chance == pytest.approx(exact, abs=0.1)
        calm = kind(deals=30, playouts=120)
        calm.begin(dealt.table(NAMES[0]), seeded(1))
        assert calm.accuse() is None

    def test_agent_asks_for_informative_cards_after_no_news(self) -> None:
        """Opponents who ask for own cards only give no information; the agent has to ask."""
        agent = DealRollout(deals=40, playouts=200)
        agent.begin(deal_of(Rules(), 1).table(NAMES[0]), seeded(1))
        rooms = CLUE_US.of(Category.ROOM)
        own = agent.known.hand
        # Own or not, card by card: of eight kinds of question seven may tell something.
        asked = [agent.suggest(rooms) for _ in range(9)]
        masks = [THREE.set_of(guess) for guess in asked if guess is not None]
        assert len(masks) == 9
        assert len({mask for mask in masks if mask & ~own}) == 7
        assert all(mask & ~own for mask in masks[1:])

    def test_number_of_games_follows_the_last_pace(self) -> None:
        table = deal_of(Rules(), 1).table(NAMES[0])
        for seconds, expected in ((0.0, (120, 120)), (0.5, (250, 62))):
            agent = DealRollout(playouts=120, seconds=seconds)
            agent.begin(table, seeded(1))
            agent.trials._pace = 500.0
            with patch.object(_trials, "perf_counter", side_effect=[0, 2, 5, 6]):
                for number in expected:
                    with agent.trials._decision() as given:
                        assert given == number

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("agent", "least"),
        [(DealRollout(), 0.5), (ReadingRollout(), 0.6)],
        ids=["deals", "reading"],
    )
    def test_strongest_beats_two_heuristics(self, agent: DealRollout, least: float) -> None:
        won = 0
        for seed in range(12):
            for seat in range(3):
                agents: list[Agent] = [Heuristic(tie="random") for _ in range(3)]
                agents[seat] = deepcopy(agent)
                won += play_game(agents, Rules(), seed).winner == NAMES[seat]
        assert won / 36 > least
