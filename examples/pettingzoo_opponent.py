"""A custom policy against built-in agents, in the environment and outside of it.

The policy replaces a trained one: it receives only numbers and a mask. It asks for cards
that may be in the envelope and that many players lack, and shows what the asker has seen before.
A player who is sure accuses automatically.
"""

from itertools import product
from random import Random

import numpy as np

from cluetree import Category
from cluetree.play import NAMES, Phase, Rules, play_game
from cluetree.play.agents import Heuristic
from cluetree.play.env import (
    Actions,
    AgentPolicy,
    ClueEnv,
    Observation,
    ObservationLayout,
    PolicyAgent,
)

RULES = Rules(players=NAMES[:3])
DECK = RULES.edition
LAYOUT = ObservationLayout(DECK, len(RULES.players))
ACTIONS = Actions(DECK, accusations="sure")
GAMES = 40

# For each suggestion, in the order of the actions, its three cards by their places in the edition.
GUESSES = np.array(
    [[DECK.position[card] for card in cards] for cards in product(*map(DECK.of, Category))]
)


def policy(observation: Observation, rng: Random) -> int:
    """Choose the action with the highest score, any of those that are best."""
    parts = LAYOUT.split(observation["observation"])
    scores = np.zeros(len(ACTIONS))
    players_without = parts["lacks"][:-1].sum(axis=0)
    worth = np.where(parts["lacks"][-1], 0, players_without)
    scores[: len(GUESSES)] = worth[GUESSES].sum(axis=1)
    shows = ACTIONS.ranges[Phase.SHOW]
    asker = parts["asked"].any(axis=1).argmax()
    scores[shows.start : shows.stop] = parts["seen"][asker]
    scores[observation["action_mask"] == 0] = -1
    best: list[int] = np.flatnonzero(scores == scores.max()).tolist()
    return rng.choice(best)


def in_the_environment() -> int:
    """Return how many games the policy wins in the first seat against two heuristics."""
    clue = ClueEnv(RULES, accusations="sure")
    me, *others = clue.possible_agents
    opponents = {name: AgentPolicy(Heuristic()) for name in others}
    rng = Random(1)
    won = 0
    for seed in range(GAMES):
        clue.reset(seed=seed)
        for player in clue.agent_iter():
            observation, reward, terminated, truncated, _ = clue.last()
            if terminated or truncated:
                won += player == me and reward > 0
                clue.step(None)
            elif player == me:
                clue.step(policy(observation, rng))
            else:
                clue.step(opponents[player].act(clue))
    return won


def at_the_table() -> int:
    """Return how many games the same policy wins as an agent, without the environment."""
    me = PolicyAgent(policy, accusations="sure")
    agents = (me, Heuristic(), Heuristic())
    return sum(play_game(agents, RULES, seed).winner == NAMES[0] for seed in range(GAMES))


def main() -> None:
    """Play the same deals both ways; only the policy's random choices differ."""
    print(f"in the environment: {in_the_environment()} of {GAMES} games won")
    print(f"at the table:       {at_the_table()} of {GAMES} games won")


if __name__ == "__main__":
    main()
