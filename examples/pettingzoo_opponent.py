"""A policy in the environment against itself, and as an agent against built-in agents.

The policy replaces a trained one: it receives only numbers and a mask. It asks for cards that
may be in the envelope and that many players lack, and shows any card.
"""

from itertools import product
from random import Random

import numpy as np

from cluetree import Category
from cluetree.play import NAMES, Rules, play_game
from cluetree.play.agents import Heuristic
from cluetree.play.env import ClueEnv, LearntPlayer, Observation, split

RULES = Rules(players=NAMES[:3])
DECK = RULES.edition
GAMES = 40

# For each suggestion, in the order of the actions, its three cards by their places in the edition.
GUESSES = np.array(
    [[DECK.position[card] for card in cards] for cards in product(*map(DECK.of, Category))]
)


def policy(observation: Observation, rng: Random) -> int:
    """Choose the legal action with the highest score, any of those that are best."""
    parts = split(observation["observation"], len(RULES.players))
    players_without = parts["lacks"][:-1].sum(axis=0)
    worth = np.where(parts["lacks"][-1], 0, players_without)
    scores = np.zeros(len(observation["action_mask"]))
    scores[: len(GUESSES)] = worth[GUESSES].sum(axis=1)
    scores[observation["action_mask"] == 0] = -1
    best: list[int] = np.flatnonzero(scores == scores.max()).tolist()
    return rng.choice(best)


def in_the_environment() -> float:
    """Return how many suggestions a game takes in which all players use the policy."""
    clue, rng, suggestions = ClueEnv(RULES), Random(1), 0
    for seed in range(GAMES):
        clue.reset(seed=seed)
        for _ in clue.agent_iter():
            observation, _, terminated, truncated, _ = clue.last()
            if terminated or truncated:
                clue.step(None)
            else:
                action = policy(observation, rng)
                suggestions += action < len(GUESSES)
                clue.step(action)
    return suggestions / GAMES


def at_the_table() -> int:
    """Return how many games the policy wins as an agent against two heuristics."""
    agents = (LearntPlayer(policy, shows=True), Heuristic(), Heuristic())
    return sum(play_game(agents, RULES, seed).winner == NAMES[0] for seed in range(GAMES))


def main() -> None:
    """Play the same deals both ways."""
    print(f"in the environment: {in_the_environment():.1f} suggestions a game")
    print(f"at the table:       {at_the_table()} of {GAMES} games won")


if __name__ == "__main__":
    main()
