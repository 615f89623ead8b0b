"""The environment: PettingZoo's checks, rewards, ends, seeds, illegal actions."""

import copy
import importlib
import pickle
import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from pettingzoo.test import api_test, render_test, seed_test

from cluetree import Answering, Edition, InvalidTableError
from cluetree.board import Place, classic_board
from cluetree.cards import ClueGuess
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.errors import IllegalActError, MissingExtraError, UnknownNameError
from cluetree.play import (
    AccusationRule,
    Accuse,
    ErraticAgent,
    Phase,
    Suggest,
    deal_of,
    legal,
    play_game,
)
from cluetree.play.agents import RandomStateful
from cluetree.play.env import AECEnv, AgentPolicy, ClueEnv, Observation, env, random_policy

BOARD = classic_board(CLUE_US)
TINY = Edition(("Plum", "Green", "White"), ("Rope", "Knife"), ("Hall", "Study", "Attic"))

Maker = Callable[..., AECEnv]
MAKERS: dict[str, Maker] = {
    "plain": env,
    "two": partial(env, 2),
    "six": partial(env, 6),
    "face-up": partial(env, 4, leftover_face_up=True),
    "all answer": partial(env, 5, edition=MASTER_DETECTIVE, answering=Answering.ALL),
    "all accuse": partial(env, 4, claims=AccusationRule.ALL),
    "sure": partial(env, accusations="sure", most_turns=40),
    "exact": partial(env, edition=TINY, deduction="exact"),
    "board": partial(env, board=BOARD),
    "board, six, sure": partial(env, 6, board=BOARD, accusations="sure", most_turns=40),
}
each_game = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())

# PettingZoo warns so about every observation with a mask, except for its own list of names.
with_a_mask = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
)


def raw(clue: AECEnv) -> ClueEnv:
    assert isinstance(clue.unwrapped, ClueEnv)
    return clue.unwrapped


def careful(observation: Observation, rng: Random, clue: ClueEnv) -> int:
    """Do anything, but accuse seldom, so that games last."""
    nothing = clue.actions.ranges[Phase.ACCUSE].stop - 1
    mask = observation["action_mask"]
    if clue.actions.ranges[Phase.ACCUSE] and mask[nothing] and rng.random() < 0.95:
        return nothing
    return random_policy(observation, rng)


def steps(clue: AECEnv, seed: int, most: int = 10_000) -> Iterator[str]:
    """Play a random game and yield the current player before each step."""
    rng = Random(seed)
    clue.reset(seed=seed)
    for player in clue.agent_iter(most):
        yield player
        observation, _, terminated, truncated, _ = clue.last()
        over = terminated or truncated
        clue.step(None if over else careful(observation, rng, raw(clue)))


# PettingZoo's own checks


@with_a_mask
@each_game
def test_pettingzoo_api_test_passes(make: Maker) -> None:
    api_test(make(), num_cycles=60)
    api_test(make().unwrapped, num_cycles=20)


@each_game
def test_pettingzoo_seed_test_passes(make: Maker) -> None:
    seed_test(make, num_cycles=60)


@each_game
def test_every_mode_renders(make: Maker, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(make)
    assert "has to" in capsys.readouterr().out


# The game is the referee's


@each_game
def test_agents_play_equal_games_with_and_without_an_environment(make: Maker) -> None:
    clue, seed = make(), 1
    # Accuses a proven envelope, as an environment does that accuses for its players.
    agent = ErraticAgent if raw(clue).actions.ranges[Phase.ACCUSE] else RandomStateful
    policies = {player: AgentPolicy(agent()) for player in clue.possible_agents}
    clue.reset(seed=seed)
    for player in clue.agent_iter():
        clue.step(policies[player].act(clue))
    rules = raw(clue).rules
    assert raw(clue).result == play_game([agent() for _ in rules.players], rules, seed)


@settings(max_examples=6)
@given(make=st.sampled_from(list(MAKERS.values())), seed=st.integers(0, 1000))
def test_mask_marks_exactly_the_legal_acts(make: Maker, seed: int) -> None:
    clue = make()
    for player in steps(clue, seed, most=40):
        actions, state = raw(clue).actions, raw(clue)._game.state
        mask = clue.observe(player)["action_mask"]
        marked = {actions.decode(number, player) for number in np.flatnonzero(mask)}
        if player == state.actor:
            assert marked == set(legal(state))
        for other in set(clue.agents) - {state.actor}:
            assert not clue.observe(other)["action_mask"].any()


# Rewards and ends


def accused(clue: AECEnv, *, right: bool) -> str:
    """Let the current player suggest nothing and accuse."""
    actions, result = raw(clue).actions, raw(clue).result
    player = clue.agent_selection
    clue.step(actions.encode(Suggest(player, None)))
    other = next(
        s for s in CLUE_US.of(result.envelope.suspect.category) if s not in result.envelope
    )
    guess = result.envelope if right else ClueGuess(other, *result.envelope.cards[1:])
    clue.step(actions.encode(Accuse(player, guess)))
    return player


@pytest.mark.parametrize("players", range(3, 7))
def test_winner_gets_one_and_all_others_lose_one(players: int) -> None:
    clue = env(players)
    clue.reset(seed=1)
    winner = accused(clue, right=True)
    assert clue.rewards == {name: 1 if name == winner else -1 for name in clue.possible_agents}
    assert all(clue.terminations.values())
    assert not any(clue.truncations.values())
    assert raw(clue).result.winner == winner


def test_game_without_a_correct_accusation_has_no_winner() -> None:
    clue = env(4)
    clue.reset(seed=1)
    losers = [accused(clue, right=False) for _ in range(4)]
    assert losers == clue.possible_agents
    assert clue.rewards[losers[-1]] == -1
    assert sum(clue.rewards.values()) == -1, "the others had lost before"
    assert all(clue.terminations.values())
    assert not any(clue.truncations.values())


@pytest.mark.parametrize("most", [1, 7])
def test_game_is_truncated_after_the_most_turns(most: int) -> None:
    clue = env(most_turns=most)
    clue.reset(seed=1)
    for turn in range(1, most + 1):
        player = clue.agent_selection
        clue.step(raw(clue).actions.encode(Suggest(player, None)))
        assert not any(clue.truncations.values())
        clue.step(raw(clue).actions.encode(Accuse(player, None)))
        assert any(clue.truncations.values()) == (turn == most)
    assert all(clue.truncations.values())
    assert not any(clue.terminations.values())
    assert set(clue.rewards.values()) == {0}


# Information of a player


@each_game
def test_infos_have_each_visible_event_once(make: Maker) -> None:
    clue = make()
    heard: dict[str, list[object]] = {player: [] for player in clue.possible_agents}
    for player in steps(clue, 5):
        _, _, _, _, info = clue.last()
        heard[player] += info["events"]
    for player, events in heard.items():
        assert tuple(events) == raw(clue).result.seen_by(player)


def test_state_begins_with_the_true_deal() -> None:
    clue = env(4, leftover_face_up=True)
    clue.reset(seed=1)
    cards = len(CLUE_US.cards)
    state = clue.state()
    assert raw(clue).state_space.contains(state)
    deal, seen = state[: 5 * cards].reshape(5, cards), state[5 * cards :].reshape(4, -1)
    dealt = raw(clue).result.dealt
    for row, lying in zip(deal, (*dealt.hands, dealt.envelope.cards), strict=True):
        assert {CLUE_US.cards[at] for at in np.flatnonzero(row)} == set(lying)
    for row, player in zip(seen, clue.possible_agents, strict=True):
        assert np.array_equal(row, clue.observe(player)["observation"])


def test_drawing_shows_all_cards_the_latest_events_and_the_pawns() -> None:
    clue = env(board=BOARD, leftover_face_up=True, players=4, render_mode="ansi")
    for _ in steps(clue, 3, most=12):
        pass
    text = clue.render() or ""
    result = raw(clue).result
    assert text.startswith(f"Turn {result.turns}: ")
    assert f"envelope: {result.envelope}\n" in text
    assert "face-up: " in text
    assert str(result.events[-1]) in text
    pawns = raw(clue)._game.state.pawns
    assert pawns is not None
    marks: dict[Place, str] = {}
    for letter, place in zip("abcd", pawns.places, strict=False):
        marks[place] = marks.get(place, "") + letter
    assert BOARD.to_text(marks) in text


# Seeds


def test_games_without_a_seed_follow_from_the_last_seed() -> None:
    seeds: list[list[int]] = []
    for clue in (raw(env()), raw(env())):
        clue.reset()
        clue.reset(seed=np.int64(3))
        assert clue.result.dealt == deal_of(clue.rules, 3)
        seeds.append([clue.game_seed])
        for _ in range(3):
            clue.reset()
            seeds[-1].append(clue.game_seed)
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 4


@each_game
def test_copy_of_a_running_game_can_continue(make: Maker) -> None:
    clue = make().unwrapped
    for _ in steps(clue, 2, most=10):
        pass
    copies = [clue, copy.deepcopy(clue), pickle.loads(pickle.dumps(clue))]  # noqa: S301 -- our own
    games: list[object] = []
    for one in copies:
        rng = Random(0)
        seen: list[list[int]] = []
        for _ in one.agent_iter():
            observation, _, terminated, truncated, _ = one.last()
            seen.append(observation["observation"].tolist())
            over = terminated or truncated
            one.step(None if over else careful(observation, rng, raw(one)))
        games.append((seen, raw(one).result))
    assert games[0] == games[1] == games[2]


# Illegal actions


def snapshot(clue: ClueEnv) -> object:
    names = ("agent_selection", "agents", "rewards", "_cumulative_rewards", "infos")
    ends = clue.terminations, clue.truncations
    game = clue._game.state, clue._game._dice.getstate(), clue.state().tolist()
    return copy.deepcopy((*(getattr(clue, name) for name in names), *ends, *game))


@settings(max_examples=15)
@given(
    make=st.sampled_from(list(MAKERS.values())),
    seed=st.integers(0, 1000),
    after=st.integers(0, 30),
    data=st.data(),
)
def test_illegal_action_changes_nothing(
    make: Maker, seed: int, after: int, data: st.DataObject
) -> None:
    clue = raw(make())
    for player in steps(clue, seed, most=after):
        if clue.terminations[player] or clue.truncations[player]:
            return
    if not clue.agents or clue.request(clue.agent_selection) is None:
        return
    mask = clue.observe(clue.agent_selection)["action_mask"]
    wrong = [-1, len(mask), None, *np.flatnonzero(mask == 0).tolist()]
    action = data.draw(st.sampled_from(wrong))
    before = snapshot(clue)
    with pytest.raises(IllegalActError):
        clue.step(action)
    assert snapshot(clue) == before


def test_illegal_action_in_wrappers_ends_the_game() -> None:
    clue = env()
    clue.reset(seed=1)
    observation, *_ = clue.last()
    player = clue.agent_selection
    clue.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert clue.rewards == {name: -1 if name == player else 0 for name in clue.possible_agents}
    assert all(clue.terminations.values())
    for name in clue.agent_iter():
        observation, *_ = clue.last()
        assert not observation["action_mask"].any()
        assert raw(clue).request(name) is None
        clue.step(None)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (partial(env, 1), "at least two players"),
        (partial(env, accusations="maybe"), "maybe"),  # type: ignore[arg-type]
        (partial(env, deduction="guessing"), "guessing"),  # type: ignore[arg-type]
        (partial(env, render_mode="rgb_array"), "rgb_array"),  # type: ignore[arg-type]
    ],
)
def test_invalid_options_are_rejected(make: Maker, message: str) -> None:
    with pytest.raises((InvalidTableError, UnknownNameError), match=message):
        make()


def test_missing_pettingzoo_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cluetree.play.env")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(MissingExtraError, match=r"pip install -e '\.\[envs\]'"):
        importlib.import_module("cluetree.play.env")
