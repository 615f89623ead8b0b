"""Rollouts to the end of the game: their deals, their reading, their choices."""

import subprocess
import sys
from collections.abc import Callable
from unittest.mock import patch

import numpy as np
import pytest

from cluetree.board import classic_board
from cluetree.cards import Category
from cluetree.editions import CLUE_US, CLUEDO_UK
from cluetree.events import Holds, Suggestion
from cluetree.evidence import bits, union
from cluetree.exact import count
from cluetree.play import NAMES, AccusationRule, Agent, Rules, check_agent, deal_of, play_game
from cluetree.play.agents import (
    Heuristic,
    RandomStateful,
    Strongest,
    Wensel,
    _deals,
)
from cluetree.play.agents._deals import draw_candidates, draw_hands
from cluetree.play.agents._opponent_models import MODELS, OpponentModels, _thinned
from cluetree.play.engine.layout import Asked, Layout
from cluetree.play.engine.policies import Policy, fewest_holders, wensel
from cluetree.play.engine.simulation import PAPER
from cluetree.play.knowledge import Knowledge
from cluetree.table import Answering
from tests.bench.adversaries import Bluffer
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
                float(beliefs.chance(NAMES[1], card)), abs=0.06
            )


def share_of(reading: OpponentModels, model: str) -> float:
    """The mean share of a model, for both other players."""
    [at] = (at for at, each in enumerate(MODELS) if each.asks_for == model)
    return float(np.mean([shares[at] for shares in reading.shares.values()]))


class TestOpponentModels:
    def reading(self, make: Callable[[], Agent], seed: int) -> tuple[OpponentModels, float]:
        """Read a game from the first seat; return the truth's share against a uniform draw's."""
        rules = Rules()
        dealt = deal_of(rules, seed)
        table = dealt.table(NAMES[0])
        layout, known = Layout.of(table), Knowledge(table, "exact")
        history: list[Asked] = []
        for message in play_game([make() for _ in range(3)], rules, seed).messages[:-1]:
            if NAMES[0] in message.to and isinstance(message.event, Suggestion):
                if len(history) == 8:
                    break
                known.tell(message.event)
                history.append(Asked.of(message.event, table, layout))
        reading = OpponentModels(layout, 0, seeded(seed), generator(seed))
        worlds = reading.worlds(known, history, 800, 400, PAPER)
        truth = np.array([[layout.set_of(hand)] for hand in dealt.hands], np.uint64)
        alike = sum(
            float(np.bitwise_count(worlds.hands[seat] & truth[seat]).mean()) for seat in (1, 2)
        )
        beliefs = count(known.evidence())
        uniform = sum(
            float(beliefs.chance(holder, card))
            for card, holder in dealt.deal.items()
            if holder in NAMES[1:3]
        )
        return reading, alike - uniform

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("make", "model", "least"),
        [
            (lambda: Heuristic(tie="random"), "cards that the fewest players can have", 0.3),
            (Heuristic, "the first of these", 0.6),
            (RandomStateful, "any card that may be hidden", 0.3),
            (Wensel, "cards mentioned most, by Wensel's scores", 0.6),
            (Bluffer, "those of the fewest, or 1 time in 3 an own card", 0.2),
        ],
        ids=["heuristic", "first", "random", "wensel", "bluffer"],
    )
    def test_models_identify_the_player(
        self, make: Callable[[], Agent], model: str, least: float
    ) -> None:
        found = [self.reading(make, seed) for seed in range(8)]
        assert np.mean([share_of(reading, model) for reading, _ in found]) > least
        assert np.mean([closer for _, closer in found]) > 0.3

    def test_policies_follow_the_shares(self) -> None:
        reading = OpponentModels(THREE, 0, seeded(1), generator())
        names = [each.asks_for for each in MODELS]
        reading.shares[1] = np.eye(len(MODELS))[3]
        careful = np.eye(len(MODELS))[names.index("gain")]
        reading.shares[2] = (np.eye(len(MODELS))[1] + 99 * careful) / 100
        assert [each.parts for each in reading.policies()] == [
            ((1.0, Policy(fewest_holders)),),
            ((1.0, Policy(wensel)),),
            ((1.0, Policy(fewest_holders)),),  # of the policies, the one most like it
        ]
        assert [reading.explained(seat) for seat in (1, 2)] == pytest.approx([1, 0.01])

    def test_equal_deals_keep_their_weight(self) -> None:
        hands = np.array([[1] * 12 + [2] * 3, [2] * 12 + [1] * 3], dtype=np.uint64)
        kept, logs = _thinned(hands, np.log(np.arange(1.0, 16.0)))
        for hand in (1, 2):
            drawn = np.arange(1.0, 16.0)[hands[0] == hand]
            some = np.exp(logs)[kept[0] == hand]
            assert len(some) == min(5, len(drawn))
            assert some.sum() == pytest.approx(drawn[: len(some)].mean() * len(drawn))

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
                chance = float(beliefs.chance(NAMES[seat], CLUE_US.cards[card]))
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
            reading.worlds(known, history, 10, 5, PAPER)
            assert reading.first == pytest.approx({1: likelier / (likelier + 1), 2: 0.5})
            assert reading.shows() == (
                "uniform",
                "first" if shown == first else "uniform",
                "uniform",
            )


def small() -> Strongest:
    return Strongest(candidates=60, deals=30, playouts=120)


@pytest.mark.slow
@pytest.mark.parametrize("package", ["numpy", "numba"])
def test_missing_package_names_the_extra(package: str) -> None:
    program = f"""
import sys
sys.modules["{package}"] = None
from cluetree.interfaces.cli.main import main
for command in "play", "benchmark":
    assert main([command, "strongest"]) == 2
"""
    run = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert not run.stdout
    said = run.stderr.splitlines()
    assert len(said) == 2
    error = f"simulated games need {package}: install cluetree with the extra 'fast'"
    assert all(error in one for one in said)


class TestAgent:
    @pytest.mark.slow
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
    def test_same_seed_gives_the_same_game(self, rules: Rules) -> None:
        others = [Heuristic(tie="random") for _ in rules.players[1:]]
        one, other = (play_game([small(), *others], rules, 3) for _ in range(2))
        assert one.winner is not None
        assert one.messages == other.messages

    @pytest.mark.slow
    def test_agent_check_finds_no_fault(self) -> None:
        rules = (Rules(board=classic_board(CLUE_US)),)
        report = check_agent(small, rules=rules, seeds=range(1))
        assert report.ok, str(report)

    @pytest.mark.parametrize(("others", "gambles"), [(0.0, False), (1.0, True)])
    def test_agent_gambles_when_waiting_is_worse(self, others: float, *, gambles: bool) -> None:
        agent = Strongest(deals=300, playouts=120)
        agent.begin(deal_of(Rules(), 3).table(NAMES[0]), seeded(1))
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
            assert 0 < agent.gambled.chance < 1

    def test_agent_asks_for_informative_cards_after_no_news(self) -> None:
        """Opponents who ask for own cards only give no information; the agent has to ask."""
        agent = Strongest(candidates=80, deals=40, playouts=200)
        agent.begin(deal_of(Rules(), 1).table(NAMES[0]), seeded(1))
        rooms = CLUE_US.of(Category.ROOM)
        own = agent.known.hand
        # Own or not, card by card: of eight kinds of question seven may tell something.
        asked = [agent.suggest(rooms) for _ in range(9)]
        masks = [THREE.set_of(guess) for guess in asked if guess is not None]
        assert len(masks) == 9
        assert len({mask for mask in masks if mask & ~own}) == 7
        assert all(mask & ~own for mask in masks[1:])

    @pytest.mark.slow
    def test_strongest_beats_two_heuristics(self) -> None:
        won = 0
        for seed in range(8):
            for seat in range(3):
                agents: list[Agent] = [Heuristic(tie="random") for _ in range(3)]
                agents[seat] = Strongest()
                won += play_game(agents, Rules(), seed).winner == NAMES[seat]
        assert won / 24 > 0.6
