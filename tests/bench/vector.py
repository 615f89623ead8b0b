"""How many decisions a second the vector environment takes, beside the environment of one game.

    python -m tests.bench.vector
    python -m tests.bench.vector 4096 10

The numbers are games at once, and steps. For each table, by turns in one run: `ClueVectorEnv`
among policies, and `ClueEnv` with a learner in every seat. Learners choose by chance. Their
suggestions are counted, and the time is that of this process, the observations, the opponents'
turns and new games included.
"""

import sys
from random import Random
from statistics import median
from time import process_time
from typing import Final

import numpy as np

from cluetree.cards import Edition
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.play import NAMES, Rules
from cluetree.play.engine.policies import Policy, fewest_holders, not_located
from cluetree.play.env import ClueEnv, ClueVectorEnv
from tests.bench.timing import say

_ROUNDS: Final = 5
_DECISIONS: Final = 100


RANDOM: Final = "random", Policy(not_located)
HEURISTIC: Final = "heuristic", Policy(fewest_holders)
DECKS: Final = {"classic": CLUE_US, "Master Detective": MASTER_DETECTIVE}
TABLES: Final = (
    ("classic", 2, HEURISTIC),
    ("classic", 3, RANDOM),
    ("classic", 3, HEURISTIC),
    ("classic", 6, HEURISTIC),
    ("Master Detective", 3, HEURISTIC),
    ("Master Detective", 10, HEURISTIC),
)


def at_once(games: ClueVectorEnv, steps: int, rng: np.random.Generator) -> float:
    """Return the learner's suggestions a second in many games."""
    decisions, is_over = 0, np.zeros(games.num_envs, np.bool_)
    actions = rng.integers(len(games._guesses), size=(steps, games.num_envs))
    started = process_time()
    for chosen in actions:
        decisions += int((~is_over).sum())  # the step after the last of a game starts a new one
        *_, terminations, truncations, _ = games.step(chosen)
        is_over = terminations | truncations
    return decisions / (process_time() - started)


def one_by_one(edition: Edition, players: int, rng: Random) -> float:
    """Return the suggestions a second in one game after another."""
    clue = ClueEnv(Rules(edition, NAMES[:players]))
    decisions, started = 0, process_time()
    while decisions < _DECISIONS:
        clue.reset(seed=rng.getrandbits(32))
        for _ in clue.agent_iter():
            observation, _, terminated, truncated, _ = clue.last()
            if terminated or truncated:
                clue.step(None)
            else:
                mask = observation["action_mask"]
                decisions += int(mask[0])  # a suggestion
                clue.step(int(rng.choice(mask.nonzero()[0])))
    return decisions / (process_time() - started)


def compare(games: int = 4096, steps: int = 20) -> None:
    """Write a table: the medians of a few rounds."""
    say(f"{games:,} games at once, {steps} steps, median of {_ROUNDS} rounds\n")
    say("| deck | players | opponents | decisions a second | one game at a time | |")
    say("|---|---|---|---|---|---|")
    for deck, players, (opponents, policy) in TABLES:
        edition = DECKS[deck]
        rng, seeds = np.random.default_rng(1), Random(1)
        many = ClueVectorEnv(games, [policy] * (players - 1), edition=edition)
        many.reset(seed=1)
        at_once(many, 20, rng)  # so that the games are not all at the same turn
        pairs = [
            (at_once(many, steps, rng), one_by_one(edition, players, seeds)) for _ in range(_ROUNDS)
        ]
        fast, slow = (median(side) for side in zip(*pairs, strict=True))
        ratio = median(fast / slow for fast, slow in pairs)
        cells = (
            deck,
            players,
            opponents,
            f"{fast:,.0f}",
            f"{slow:,.0f}",
            f"{ratio:.0f}x",
        )
        say(f"| {' | '.join(map(str, cells))} |")


if __name__ == "__main__":
    compare(*map(int, sys.argv[1:]))
