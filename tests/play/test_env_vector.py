"""The vector environment: Gymnasium's conventions, and the games of `ClueEnv`."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from cluetree.editions import CLUE_US
from cluetree.errors import IllegalActError, InvalidTableError
from cluetree.evidence import bits
from cluetree.play import AccusationRule, Rules
from cluetree.play.engine.arrays import Sets, sets
from cluetree.play.engine.policies import Policy, not_located
from cluetree.play.engine.views import CAN
from cluetree.play.env import Array, ClueEnv, ClueVectorEnv, aec, split
from cluetree.play.state import Dealt

RANDOM = Policy(not_located)
CARDS = CLUE_US.cards


def hands_of(games: ClueVectorEnv) -> Sets:
    """The cards of each seat. Axes: game, seat."""
    players = 1 + len(games.opponents)
    can = sets(games._games.views)[..., CAN : CAN + players]
    return can.diagonal(axis1=1, axis2=2).copy()


@dataclass
class Run:
    """The results of some steps with random actions."""

    hands: list[Sets]
    actions: list[np.ndarray[tuple[int, ...], np.dtype[np.int64]]]
    observed: list[Array]
    rewards: list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]
    ended: list[np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]


def play(games: ClueVectorEnv, steps: int, seed: int = 5) -> Run:
    """Reset, and take some steps."""
    rng = np.random.default_rng(seed)
    observations, infos = games.reset(seed=seed)
    assert infos == {}
    run = Run([hands_of(games)], [], [observations], [], [])
    for _ in range(steps):
        run.actions.append(rng.integers(324, size=games.num_envs))
        observations, rewards, terminations, truncations, _ = games.step(run.actions[-1])
        run.hands.append(hands_of(games))
        run.observed.append(observations)
        run.rewards.append(rewards)
        run.ended.append(terminations | truncations)
    return run


def whole_games(run: Run) -> Iterator[tuple[int, int, int]]:
    """Where each game that ended was played: its place, its first and its last observation."""
    for place, ended in enumerate(np.array(run.ended).T):
        ends = (np.flatnonzero(ended) + 1).tolist()
        yield from zip(repeat(place), (0, *(end + 1 for end in ends)), ends, strict=False)


@pytest.mark.parametrize(
    ("players", "accusers", "number"),
    [
        (3, AccusationRule.SUGGESTER, 1),
        pytest.param(3, AccusationRule.SUGGESTER, 24, marks=pytest.mark.slow),
        pytest.param(3, AccusationRule.ALL, 24, marks=pytest.mark.slow),
        pytest.param(6, AccusationRule.SUGGESTER, 24, marks=pytest.mark.slow),
    ],
)
def test_vector_environment_equals_single_environments(
    players: int, accusers: AccusationRule, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = ClueVectorEnv(number, (RANDOM,) * (players - 1), accusers=accusers)
    run, compared = play(games, 30), 0
    names = tuple(f"seat {seat}" for seat in range(players))
    for game, begun, end in whole_games(run):
        named = [
            split(run.observed[turn][game], players)["named"] for turn in range(begun, end + 1)
        ]
        askers = np.flatnonzero(named[0].any(axis=1))
        first = int(askers[0]) if len(askers) else 0
        rules = Rules(CLUE_US, names, accusers=accusers, starts=names[first])
        dealt = dealt_of(run.hands[end][game], rules)
        monkeypatch.setattr(aec, "deal_of", lambda *_, dealt=dealt: dealt)
        clue = ClueEnv(rules)
        clue.reset(seed=0)
        suggest(clue, named[0])
        for turn in range(begun, end):
            assert np.array_equal(clue.observe("seat 0")["observation"], run.observed[turn][game])
            suggest(clue, named[turn + 1 - begun] - named[turn - begun])
            compared += 1
        assert all(clue.terminations.values())
        assert clue.rewards["seat 0"] == run.rewards[end - 1][game]
        last = split(clue.observe("seat 0")["observation"], players)
        assert np.array_equal(last["named"], named[-1])
    assert compared > 10 * number


def dealt_of(hands: Sets, rules: Rules) -> Dealt:
    """The deal of a game of the vector environment, for players named by seat."""
    held = [tuple(CARDS[card] for card in bits(int(hand))) for hand in hands]
    hidden = [card for card in CARDS if not any(card in hand for hand in held)]
    seats = [int(name.removeprefix("seat ")) for name in rules.players]
    return Dealt(rules, CLUE_US.guess(*hidden), tuple(held[seat] for seat in seats))


def suggest(clue: ClueEnv, named: Array) -> None:
    """Let each player who named cards suggest them, and the others show the first they can."""
    for cards in named[named.any(axis=1)]:
        guess = CLUE_US.guess(*np.array(CARDS)[cards == 1])
        clue.step(clue._actions.guesses.index(guess))
        while not all(clue.terminations.values()):
            mask = clue.observe(clue.agent_selection)["action_mask"]
            if mask[0]:  # a suggestion
                break
            clue.step(int(mask.argmax()))


def test_game_begins_again_in_the_step_after_its_last() -> None:
    run = play(ClueVectorEnv(5, (RANDOM, RANDOM)), 30)
    ended, rewards = np.array(run.ended), np.array(run.rewards)
    assert ended[:-1].sum() > 5
    assert not (ended[:-1] & (rewards[1:] > 0)).any(), "who has not suggested yet has not won"
    assert (np.abs(rewards) == ended).all()
    for step, game in zip(*ended[:-1].nonzero(), strict=True):
        parts = split(run.observed[step + 2][game], 3)
        assert parts["holds"][0].sum() == 6
        suggestions = parts["named"].sum(axis=1).tolist()
        assert suggestions in ([0, 0, 0], [0, 0, 3], [0, 3, 3]), "those after the first player"


def test_same_seed_gives_the_same_games() -> None:
    one, again, other = (play(ClueVectorEnv(8, (RANDOM,)), 9, seed=seed) for seed in (1, 1, 2))
    assert all(np.array_equal(a, b) for a, b in zip(one.observed, again.observed, strict=True))
    assert not np.array_equal(one.hands, other.hands)


def test_games_are_truncated_after_the_most_turns() -> None:
    games = ClueVectorEnv(200, (RANDOM, RANDOM), most_turns=9)
    games.reset(seed=1)
    cut = won_last = 0
    for _ in range(4):
        observed, rewards, terminations, truncations, _ = games.step(np.zeros(200, np.int64))
        assert not (terminations & truncations).any()
        is_last = split(observed, 3)["named"].sum(axis=(1, 2)) == 3 * 9
        assert (is_last[~terminations] == truncations[~terminations]).all()
        assert (rewards[truncations] == 0).all()
        cut += truncations.sum()
        won_last += (is_last & terminations).sum()
    assert cut > 100
    assert won_last > 0
    assert won_last < cut


def test_gymnasium_wrappers_accept_the_environment() -> None:
    games = RecordEpisodeStatistics(ClueVectorEnv(30, (RANDOM, RANDOM)))
    games.reset(seed=1)
    games.action_space.seed(1)
    for _ in range(30):
        *_, infos = games.step(games.action_space.sample())
        if "episode" in infos:
            break
    else:
        pytest.fail("no episode came to its end")
    assert set(np.unique(infos["episode"]["r"])) <= {-1, 0, 1}


@pytest.mark.parametrize(
    "actions", [[324, 0], [-1, 0], [0], [[0], [0]], [[0], [0, 1]], [0.5, 1], None, "ab", object()]
)
def test_invalid_action_is_rejected(actions: Any) -> None:  # noqa: ANN401 -- wrong on purpose
    games = ClueVectorEnv(2, (RANDOM, RANDOM))
    games.reset(seed=1)
    with pytest.raises(IllegalActError, match="0 to 323"):
        games.step(actions)


def test_impossible_games_are_rejected() -> None:
    with pytest.raises(InvalidTableError, match="must be positive"):
        ClueVectorEnv(0, (RANDOM,))
    with pytest.raises(InvalidTableError, match="two players"):
        ClueVectorEnv(1, ())
