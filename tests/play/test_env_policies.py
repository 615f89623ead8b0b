"""Agents as opponents in an environment, and policies as agents outside of it: the same game."""

import copy
import pickle
from random import Random

import numpy as np
import pytest
from pettingzoo.utils.wrappers import BaseWrapper

from cluetree import Answering, Edition, InvalidTableError
from cluetree.board import classic_board
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.errors import AgentError
from cluetree.play import (
    NAMES,
    AccusationRule,
    Agent,
    Phase,
    Rules,
    check_agent,
    legal,
    play_game,
    stream,
)
from cluetree.play.agents import Heuristic
from cluetree.play.env import (
    Accusations,
    Actions,
    AECEnv,
    AgentPolicy,
    ClueEnv,
    Observation,
    PolicyAgent,
    env,
    random_policy,
)

BOARD = classic_board(CLUE_US)
TINY = Edition(("Plum", "Green"), ("Rope", "Knife"), ("Hall", "Study"))
SETTINGS: dict[str, tuple[Rules, Accusations]] = {
    "plain": (Rules(most_turns=30), "chosen"),
    "five, sure": (Rules(players=NAMES[:5], most_turns=30), "sure"),
    "all": (
        Rules(MASTER_DETECTIVE, NAMES[:4], Answering.ALL, AccusationRule.ALL, most_turns=30),
        "sure",
    ),
    "board": (Rules(players=NAMES[:4], board=BOARD, most_turns=60), "chosen"),
    "board, sure": (Rules(players=NAMES[:6], board=BOARD, most_turns=30), "sure"),
}
each_setting = pytest.mark.parametrize(
    ("rules", "accusations"), SETTINGS.values(), ids=SETTINGS.keys()
)


class Noting:
    """A policy that accuses seldom and records its observations and actions."""

    def __init__(self, clue: ClueEnv) -> None:
        accusing = clue.actions.ranges[Phase.ACCUSE]
        self.nothing = accusing.stop - 1 if accusing else None
        self.notes: list[tuple[list[int], list[int], int]] = []

    def __call__(self, observation: Observation, rng: Random) -> int:
        mask = observation["action_mask"]
        if self.nothing is not None and mask[self.nothing] and rng.random() < 0.95:
            action = self.nothing
        else:
            action = random_policy(observation, rng)
        self.notes.append((observation["observation"].tolist(), mask.tolist(), action))
        return action


@each_setting
@pytest.mark.parametrize("seed", [1, 2])
def test_policy_plays_equally_inside_and_outside_an_environment(
    rules: Rules, accusations: Accusations, seed: int
) -> None:
    clue = ClueEnv(rules, accusations=accusations)
    inside = {name: Noting(clue) for name in rules.players}
    chance = {name: stream(seed, f"seat {seat}") for seat, name in enumerate(rules.players)}
    clue.reset(seed=seed)
    for player in clue.agent_iter():
        observation, _, terminated, truncated, _ = clue.last()
        over = terminated or truncated
        clue.step(None if over else inside[player](observation, chance[player]))
    outside = {name: Noting(clue) for name in rules.players}
    agents = [PolicyAgent(policy, accusations=accusations) for policy in outside.values()]
    assert play_game(agents, rules, seed) == clue.result
    for name in rules.players:
        assert inside[name].notes == outside[name].notes
    assert any(policy.notes for policy in outside.values())


@pytest.mark.slow
@pytest.mark.parametrize("accusations", ["chosen", "sure"])
def test_policy_agent_passes_the_check_of_agents(accusations: Accusations) -> None:
    report = check_agent(lambda: PolicyAgent(random_policy, accusations=accusations), seeds=[1])
    assert report.ok, str(report)


def others(rules: Rules) -> list[Agent]:
    return [Heuristic(tie="random") for _ in rules.players[1:]]


def test_policy_agent_can_be_pickled_and_has_a_repr() -> None:
    agent = PolicyAgent(random_policy, deduction="exact")
    play_game([agent, *others(Rules())], Rules(), 1)
    again = play_game([agent, *others(Rules())], Rules(), 2)
    for other in (copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):  # noqa: S301
        assert play_game([other, *others(Rules())], Rules(), 2) == again
    function = "cluetree.play.env.policies.random_policy"
    assert repr(agent) == f"PolicyAgent({function}, 'chosen', 'exact')"
    assert repr(PolicyAgent(Fixed(), accusations="sure")) == (
        "PolicyAgent(Fixed(), 'sure', 'propagation')"
    )


class Fixed:
    """A policy object instead of a function."""

    def __call__(self, observation: Observation, _: Random) -> int:
        return int(np.argmax(observation["action_mask"]))

    def __repr__(self) -> str:
        return "Fixed()"


@pytest.mark.parametrize("wrong", [-1, 10_000, 330, 600, None, "1"])
def test_illegal_action_of_a_policy_names_the_player(wrong: object) -> None:
    agents: list[Agent] = [PolicyAgent(lambda *_: wrong), *others(Rules())]  # type: ignore[arg-type]
    with pytest.raises(AgentError, match=r"Ann \(PolicyAgent\), turn 1: (asked to suggest|an act)"):
        play_game(agents, Rules(), 1)


def test_changing_the_mask_does_not_make_an_action_legal() -> None:
    shows = Actions(CLUE_US, accusations="sure").ranges[Phase.SHOW]

    def cheat(observation: Observation, rng: Random) -> int:
        mask = observation["action_mask"]
        legal_shows = mask[shows.start : shows.stop]
        if not legal_shows.any():
            return random_policy(observation, rng)
        another = shows.start + int(legal_shows.argmin())
        mask[:] = 1
        return another

    agents = [PolicyAgent(cheat, accusations="sure"), *others(Rules())]
    with pytest.raises(AgentError, match="asked to show, the policy took action"):
        play_game(agents, Rules(), 1)


# Agents as opponents


def test_agent_keeps_its_seat_during_a_game() -> None:
    clue = env()
    policy = AgentPolicy(Heuristic())
    clue.reset(seed=1)
    clue.step(policy.act(clue))
    assert clue.agent_selection != "player_0"
    with pytest.raises(InvalidTableError, match="one seat at a time"):
        policy.act(clue)
    clue.reset(seed=1)
    one, two = AgentPolicy(Heuristic()), AgentPolicy(Heuristic())
    clue.step(one.act(clue))
    assert policy.act(clue) == two.act(clue)


class Shell(BaseWrapper):  # type: ignore[misc]  # PettingZoo carries no types
    """A third-party wrapper."""


def test_agent_needs_a_clue_environment_in_any_wrapper() -> None:
    clue: AECEnv = Shell(env())
    clue.reset(seed=1)
    assert AgentPolicy(Heuristic()).act(clue) is not None
    with pytest.raises(InvalidTableError, match="must be a ClueEnv"):
        AgentPolicy(Heuristic()).act(Stranger())


class Stranger(AECEnv):
    """Another game."""

    @property
    def unwrapped(self) -> AECEnv:
        return self


def test_random_policy_chooses_among_all_legal_acts() -> None:
    clue = ClueEnv(Rules(TINY, NAMES[:2]))
    clue.reset(seed=1)
    rng = Random(1)
    done = {random_policy(clue.observe("Ann"), rng) for _ in range(300)}
    assert done == set(np.flatnonzero(clue.observe("Ann")["action_mask"]).tolist())
    assert len(done) == len(legal(clue._game.state))
