"""One game for several learners: PettingZoo's checks, rewards, ends, seeds, observations."""

import copy
import importlib
import pickle
import sys
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st
from pettingzoo.test import api_test, seed_test

from cluetree.board import classic_board
from cluetree.cards import ClueGuess
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.errors import AgentError, IllegalActError, InvalidTableError, MissingExtraError
from cluetree.events import Show, Suggestion
from cluetree.play import (
    NAMES,
    AccusationRule,
    Rules,
    ShowCard,
    Suggest,
    check_agent,
    legal,
    play_game,
    stream,
)
from cluetree.play.agents import Heuristic
from cluetree.play.env import ClueEnv, LearntPlayer, Observation, Observer, split
from cluetree.table import Answering

RULES = {
    "plain": Rules(),
    "two": Rules(players=NAMES[:2]),
    "face-up": Rules(players=NAMES[:4], leftover_face_up=True),
    "all answer": Rules(MASTER_DETECTIVE, NAMES[:5], Answering.ALL),
    "all accuse": Rules(players=NAMES[:6], accusers=AccusationRule.ALL),
    "short": Rules(players=NAMES[:4], most_turns=7, starts=NAMES[2]),
}
each_game = pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())


def anything(observation: Observation, rng: Random) -> int:
    """Choose any legal action."""
    choice: int = rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
    return choice


def steps(clue: ClueEnv, seed: int, most: int = 10_000) -> Iterator[Observation]:
    """Play a random game and yield the observation before each choice."""
    clue.reset(seed=seed)
    chances = {name: stream(seed, f"seat {at}") for at, name in enumerate(clue.possible_agents)}
    for player in clue.agent_iter(most):
        observation, _, terminated, truncated, _ = clue.last()
        if terminated or truncated:
            clue.step(None)
            continue
        yield observation
        clue.step(anything(observation, chances[player]))


# PettingZoo warns so about every observation with a mask, and about names of players.
@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    "ignore:We recommend agents to be named",
)
@each_game
def test_pettingzoo_tests_pass(rules: Rules) -> None:
    api_test(ClueEnv(rules), num_cycles=60)
    seed_test(lambda: ClueEnv(rules), num_cycles=60)


@each_game
def test_learnt_player_sees_and_plays_the_game_of_the_environment(rules: Rules) -> None:
    log: list[tuple[bytes, bytes]] = []

    def noted(observation: Observation, rng: Random) -> int:
        log.append((observation["observation"].tobytes(), observation["action_mask"].tobytes()))
        return anything(observation, rng)

    clue, seed = ClueEnv(rules), 3
    result = play_game([LearntPlayer(noted, shows=True) for _ in rules.players], rules, seed)
    expected = [
        (seen["observation"].tobytes(), seen["action_mask"].tobytes()) for seen in steps(clue, seed)
    ]
    assert log == expected
    winner = clue._state.winner
    assert result.winner == (None if winner is None else rules.players[winner])
    assert result.turns == clue._state.turn


@each_game
def test_mask_marks_exactly_the_legal_acts(rules: Rules) -> None:
    clue = ClueEnv(rules)
    for observation in steps(clue, 5):
        chosen = map(clue._actions.decode, np.flatnonzero(observation["action_mask"]))
        by = clue.agent_selection
        acts = {Suggest(by, c) if isinstance(c, ClueGuess) else ShowCard(by, c) for c in chosen}
        assert acts == set(legal(clue._state)) - {Suggest(by, None)}
        waiting = next(name for name in clue.possible_agents if name != by)
        assert not clue.observe(waiting)["action_mask"].any()


def test_observation_has_the_facts_shows_and_suggestions_of_the_seat() -> None:
    rules = Rules(players=NAMES[:4], starts=NAMES[1])
    clue, compared = ClueEnv(rules), 0
    for _ in steps(clue, 2):
        for seat, name in enumerate(rules.players):
            known = clue._seats[name].known
            parts = split(clue.observe(name)["observation"], 4)
            for row in range(5):
                place = (seat + row) % 4 if row < 4 else 4
                held = [known.held[place] >> card & 1 for card in range(21)]
                may = [known.may[place] >> card & 1 for card in range(21)]
                assert parts["holds"][row].tolist() == held
                assert parts["lacks"][row].tolist() == [1 - one for one in may]
            hands = [*map(len, clue._state.dealt.hands)]
            assert parts["hand size"].tolist() == [*hands[seat:], *hands[:seat]]
            compared += 1
    assert compared > 40


def test_observer_counts_named_cards_and_open_shows_up_to_the_most() -> None:
    clue = ClueEnv()
    clue.reset(seed=1)
    observer, guess = Observer(), clue._state.dealt.envelope
    observer.begin(clue._state.dealt.table("Bob"), Random(1))
    for _ in range(130):
        observer.observe(Suggestion("Ann", guess, (Show("Cid"),)))
    parts = split(observer.observation()["observation"], 3)
    three = [CLUE_US.position[card] for card in guess]
    for name, player, number in (("named", 2, 127), ("open", 1, 127)):  # seats after Bob
        expected = np.zeros((3, 21), np.int8)
        expected[player, three] = number
        assert np.array_equal(parts[name], expected)


@pytest.mark.parametrize(("most_turns", "rewards"), [(500, [-1, -1, 1]), (3, [0, 0, 0])])
def test_winner_gets_one_and_the_others_lose_one(most_turns: int, rewards: list[int]) -> None:
    clue, rng = ClueEnv(Rules(most_turns=most_turns)), Random(1)
    clue.reset(seed=1)
    while not any((*clue.terminations.values(), *clue.truncations.values())):
        assert not any(clue.rewards.values())
        clue.step(anything(clue.last()[0], rng))
    assert sorted(clue.rewards.values()) == rewards
    assert all(clue.truncations.values()) is (most_turns == 3)
    assert all(clue.terminations.values()) is (most_turns == 500)
    winner = clue._state.winner
    if winner is not None:
        assert clue.rewards[NAMES[winner]] == 1
        assert clue._seats[NAMES[winner]].accuse() == clue._state.dealt.envelope


def test_games_without_a_seed_follow_from_the_last_seed() -> None:
    def deals() -> list[object]:
        clue, dealt = ClueEnv(), list[object]()
        clue.reset(seed=5)
        for _ in range(3):
            dealt.append(clue._state.dealt)
            clue.reset()
        return dealt

    assert deals() == deals()
    assert len(set(map(str, deals()))) == 3


def test_copy_of_a_running_game_can_continue() -> None:
    clue = ClueEnv()
    for _ in steps(clue, 3, most=10):
        pass
    other = copy.deepcopy(clue)
    for each in (clue, other):
        rng = Random(2)
        for _ in range(10):
            each.step(anything(each.last()[0], rng))
    assert clue._state == other._state


@given(seed=st.integers(0, 1000), after=st.integers(0, 20), data=st.data())
def test_illegal_action_changes_nothing(seed: int, after: int, data: st.DataObject) -> None:
    clue = ClueEnv()
    for _ in steps(clue, seed, most=after):
        pass
    if after == 0:
        clue.reset(seed=seed)
    if any(clue.terminations.values()) or not clue.agents:
        return
    mask = clue.observe(clue.agent_selection)["action_mask"]
    wrong = [-1, len(mask), None, *np.flatnonzero(mask == 0).tolist()]
    before = pickle.dumps((clue._state, clue.rewards, clue._cumulative_rewards))
    with pytest.raises(IllegalActError):
        clue.step(data.draw(st.sampled_from(wrong)))
    assert pickle.dumps((clue._state, clue.rewards, clue._cumulative_rewards)) == before


@pytest.mark.parametrize("action", [None, 0])
def test_nobody_acts_after_the_game(action: int | None) -> None:
    clue = ClueEnv()
    for _ in steps(clue, 20):
        pass
    assert not clue.agents
    with pytest.raises(ValueError, match="must not act after the game"):
        clue.step(action)


@pytest.mark.slow
def test_learnt_player_passes_the_check_of_agents() -> None:
    report = check_agent(lambda: LearntPlayer(anything, shows=True))
    assert not report.faults, report


def test_learnt_player_names_a_room_that_it_may_name() -> None:
    rules = Rules(board=classic_board(CLUE_US))
    agents = [LearntPlayer(anything), Heuristic(), Heuristic()]
    assert play_game(agents, rules, 1).winner is not None


@pytest.mark.parametrize(
    ("number", "message"),
    [(324, "Ann.*a suggestion"), (345, "0 to 344"), (-1, "0 to 344"), (None, "got None")],
)
def test_illegal_suggestion_of_a_learnt_player_is_an_error(number: int, message: str) -> None:
    agents = [LearntPlayer(lambda *_: number), Heuristic(), Heuristic()]
    with pytest.raises(AgentError, match=message):
        play_game(agents, Rules(), 1)


@pytest.mark.parametrize("suggests", [True, False])
def test_illegal_show_of_a_learnt_player_is_an_error(suggests: bool) -> None:
    def wrong(observation: Observation, rng: Random) -> int:
        mask = observation["action_mask"]
        illegal = int(np.flatnonzero(mask[324:] == 0)[0]) + 324
        return anything(observation, rng) if mask[0] else 0 if suggests else illegal

    agents = [LearntPlayer(wrong, shows=True) for _ in range(3)]
    with pytest.raises(AgentError, match="expected a card to show"):
        play_game(agents, Rules(), 1)
    assert play_game([LearntPlayer(wrong) for _ in range(3)], Rules(), 1).winner is not None


def test_repr_of_a_learnt_player_names_its_function() -> None:
    assert repr(LearntPlayer(anything)) == f"LearntPlayer({__name__}.anything, shows=False)"


def test_environments_have_no_board() -> None:
    with pytest.raises(InvalidTableError, match="no board"):
        ClueEnv(Rules(board=classic_board(CLUE_US)))


def test_missing_pettingzoo_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cluetree.play.env")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(MissingExtraError, match=r"pip install -e '\.\[envs\]'"):
        importlib.import_module("cluetree.play.env")
