"""The vector environment: Gymnasium's conventions, and the games of `ClueEnv`."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from cluetree.cards import ClueGuess
from cluetree.deduction import bits
from cluetree.editions import CLUE_US
from cluetree.errors import IllegalActError, InvalidTableError
from cluetree.play import AccusationRule, Phase, Rules
from cluetree.play.dealt import Dealt
from cluetree.play.engine import arrays, compiling
from cluetree.play.engine.arrays import Sets, sets
from cluetree.play.engine.views import CAN
from cluetree.play.env import ClueEnv, ClueVectorEnv, Observations
from cluetree.play.policies import Mixture, Policy, bluff, fewest_holders, not_located
from cluetree.play.state import Suggest

RANDOM = Policy(not_located)
CARDS = CLUE_US.cards


def hands_of(games: ClueVectorEnv) -> Sets:
    """The cards of each seat. Axes: game, seat."""
    players = games.layout.players
    can = sets(games._games.views)[..., CAN : CAN + players]
    return can.diagonal(axis1=1, axis2=2).copy()


def copied(observations: Observations) -> Observations:
    """Copy observations, which the next step overwrites."""
    return {
        "observation": observations["observation"].copy(),
        "events": observations["events"].copy(),
        "event_mask": observations["event_mask"].copy(),
    }


@dataclass
class Run:
    """The results of some steps with random actions."""

    hands: list[Sets]
    observed: list[Observations]
    rewards: list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]
    ended: list[np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]


def play(games: ClueVectorEnv, steps: int, seed: int = 5) -> Run:
    """Reset, and take some steps."""
    rng = np.random.default_rng(seed)
    observations, infos = games.reset(seed=seed)
    assert infos == {}
    run = Run([hands_of(games)], [copied(observations)], [], [])
    for _ in range(steps):
        observations, rewards, terminations, truncations, _ = games.step(
            rng.integers(324, size=games.num_envs)
        )
        run.hands.append(hands_of(games))
        run.observed.append(copied(observations))
        run.rewards.append(rewards)
        run.ended.append(terminations | truncations)
    return run


def whole_games(run: Run) -> Iterator[tuple[int, int, int]]:
    """Where each game that ended was played: its place, its first and its last observation."""
    for place, ended in enumerate(np.array(run.ended).T):
        ends = (np.flatnonzero(ended) + 1).tolist()
        yield from zip(repeat(place), (0, *(end + 1 for end in ends)), ends, strict=False)


@pytest.mark.parametrize(
    ("players", "claims", "number"),
    [
        (3, AccusationRule.SUGGESTER, 1),
        pytest.param(3, AccusationRule.SUGGESTER, 24, marks=pytest.mark.slow),
        pytest.param(3, AccusationRule.ALL, 24, marks=pytest.mark.slow),
        pytest.param(6, AccusationRule.SUGGESTER, 24, marks=pytest.mark.slow),
    ],
)
def test_vector_environment_equals_single_environments(
    players: int, claims: AccusationRule, number: int
) -> None:
    games = ClueVectorEnv(number, (RANDOM,) * (players - 1), claims=claims)
    layout, run = games.layout, play(games, 30)
    compared = 0
    for game, begun, end in whole_games(run):
        told = int(run.observed[end]["event_mask"][game].sum())
        last = run.observed[end]["events"][game, :told]
        parts = layout.split_events(last)
        askers = parts["by"].argmax(axis=1).tolist()
        names = tuple(f"seat {(askers[0] + at) % players}" for at in range(players))
        clue = ClueEnv(Rules(CLUE_US, names, accusers=claims), accusations="sure")
        clue.reset(seed=0, options={"dealt": dealt_of(run.hands[end][game], clue.rules)})
        turn = begun
        for asker, flags in zip(askers, parts["guess"], strict=True):
            if asker == 0:
                seen = clue.observe("seat 0")
                for part in ("observation", "events", "event_mask"):
                    expected = run.observed[turn][part][game]
                    assert np.array_equal(seen[part], expected)
                turn += 1
                compared += 1
            suggest(clue, f"seat {asker}", CLUE_US.guess(*np.array(CARDS)[flags == 1]))
        assert all(clue.terminations.values())
        assert clue.rewards["seat 0"] == run.rewards[end - 1][game]
        events, mask = clue.observer("seat 0").history()
        assert np.array_equal(events[:told], last)
        assert mask.sum() == told + 1, "the accusation, which ends the game"
    assert compared > 10 * number


def dealt_of(hands: Sets, rules: Rules) -> Dealt:
    """The deal of a game of the vector environment, for players named by seat."""
    held = [tuple(CARDS[card] for card in bits(int(hand))) for hand in hands]
    hidden = [card for card in CARDS if not any(card in hand for hand in held)]
    seats = [int(name.removeprefix("seat ")) for name in rules.players]
    return Dealt(rules, CLUE_US.guess(*hidden), tuple(held[seat] for seat in seats))


def suggest(clue: ClueEnv, name: str, guess: ClueGuess) -> None:
    """Suggest, and let the others show the first card that they can."""
    clue.step(clue.actions.encode(Suggest(name, guess)))
    while (request := clue.request(clue.agent_selection)) and request.phase is Phase.SHOW:
        clue.step(int(clue.observe(clue.agent_selection)["action_mask"].argmax()))


def test_game_begins_again_in_the_step_after_its_last() -> None:
    run = play(ClueVectorEnv(5, (RANDOM, RANDOM)), 30)
    ended, rewards = np.array(run.ended), np.array(run.rewards)
    assert ended[:-1].sum() > 5
    assert not (ended[:-1] & (rewards[1:] > 0)).any(), "who has not suggested yet has not won"
    assert (np.abs(rewards) == ended).all()
    layout = ClueVectorEnv(1, (RANDOM, RANDOM)).layout
    for step, game in zip(*ended[:-1].nonzero(), strict=True):
        begun = run.observed[step + 2]["event_mask"][game]
        assert begun.sum() <= 2, "only who sits between the first player and the learner"
        parts = layout.split(run.observed[step + 2]["observation"][game])
        assert parts["holds"][0].sum() == 6
        assert parts["named"].sum() == 3 * begun.sum()


def test_same_seed_gives_the_same_games() -> None:
    one, again, other = (play(ClueVectorEnv(8, (RANDOM,)), 9, seed=seed) for seed in (1, 1, 2))
    assert all(
        np.array_equal(a["events"], b["events"])
        for a, b in zip(one.observed, again.observed, strict=True)
    )
    assert not np.array_equal(one.hands, other.hands)


@pytest.mark.slow
def test_compiled_games_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    opponents = Policy(fewest_holders), Mixture(((0.5, RANDOM), (0.5, Policy(bluff, (0.3,) * 3))))
    if not compiling.is_compiled():
        pytest.skip("needs numba")
    compiled = play(ClueVectorEnv(40, opponents), 30)
    monkeypatch.setattr(arrays, "is_compiled", lambda: False)
    plain = play(ClueVectorEnv(40, opponents), 30)
    for one, other in zip(plain.observed, compiled.observed, strict=True):
        for part in ("observation", "events", "event_mask"):
            assert np.array_equal(one[part], other[part])
    assert np.array_equal(plain.rewards, compiled.rewards)
    assert np.array_equal(plain.ended, compiled.ended)


def test_games_are_truncated_after_the_most_turns() -> None:
    games = ClueVectorEnv(20, (RANDOM, RANDOM), most_turns=3)
    games.reset(seed=1)
    cut = 0
    for _ in range(4):
        observed, rewards, terminations, truncations, _ = games.step(np.zeros(20, np.int64))
        assert not (terminations & truncations).any()
        assert (observed["event_mask"][truncations].sum(axis=1) == 3).all()
        assert (rewards[truncations] == 0).all()
        cut += truncations.sum()
    assert cut > 20


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
