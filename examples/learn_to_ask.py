"""Learn what to suggest from wins and losses alone: a linear policy trained with REINFORCE.

The score of a card is the weighted sum of its features in an observation. The policy suggests one
card of each category at random, with probabilities that grow with the scores. All weights start at
0, so the first suggestions are uniform. This trains against two heuristic players, saves the
weights, and plays the agent in the tournaments of the benchmark:

    python examples/learn_to_ask.py --rounds 120 --against heuristic heuristic --save asker.npy
    cluetree benchmark examples.learn_to_ask:Asker:weights=asker.npy
"""

# Matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

from argparse import ArgumentParser
from collections.abc import Sequence
from random import Random

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from cluetree.cards import Category
from cluetree.editions import CLUE_US
from cluetree.play.engine.policies import Policy, fewest_holders, not_located
from cluetree.play.env import Array, ClueVectorEnv, LearntPlayer, Observation, split

Floats = NDArray[np.float64]

GAMES, STEPS = 512, 64
"""Concurrent games, and suggestions per game between two updates of the weights."""
RATE = 2.0
"""The learning rate."""
PARTS = ("holds", "lacks", "open", "named")

OPPONENTS = {"random": Policy(not_located), "heuristic": Policy(fewest_holders)}

POSITION = CLUE_US.position
CATEGORIES = [[POSITION[card] for card in CLUE_US.of(category)] for category in Category]


def features(players: int, observations: Array) -> Floats:
    """The features of the cards. Axes: game, card, feature."""
    parts = split(observations, players)
    seen = np.concatenate([parts[name] for name in PARTS], axis=1)
    by_card: Floats = np.minimum(seen, 3).transpose(0, 2, 1) / 3
    return by_card


def chances(seen: Floats, weights: Floats) -> list[Floats]:
    """The probability of each card of each category."""
    rows: list[Floats] = []
    for cards, weight in zip(CATEGORIES, weights, strict=True):
        sums = seen[:, cards] @ weight
        raised = np.exp(sums - sums.max(axis=1, keepdims=True))
        rows.append(raised / raised.sum(axis=1, keepdims=True))
    return rows


class Asker(LearntPlayer):
    """An agent that suggests by the weights in a file, and shows the first card that it can."""

    def __init__(self, weights: str):
        super().__init__(self._act)
        self.file = weights
        self.weights: Floats = np.load(weights)

    def __repr__(self) -> str:
        return f"Asker({self.file!r})"

    def _act(self, observation: Observation, rng: Random) -> int:
        action = 0
        seen = features(len(self.table.players), observation["observation"][None])
        for cards, likely in zip(CATEGORIES, chances(seen, self.weights), strict=True):
            (drawn,) = rng.choices(range(len(cards)), likely[0])
            action = action * len(cards) + drawn
        return action


def learn(rounds: int, seed: int, against: Sequence[str]) -> tuple[Sequence[float], Floats]:
    """Train the weights; return the share of games won in each round, and the weights."""
    rng = np.random.default_rng(seed)
    games = ClueVectorEnv(GAMES, [OPPONENTS[name] for name in against])
    players = 1 + len(against)
    observations, _ = games.reset(seed=seed)
    weights = np.zeros((len(CATEGORIES), features(players, observations).shape[2]))
    shares: list[float] = []
    for _ in range(rounds):
        slopes: list[Floats] = []
        rewards: list[Floats] = []
        ends: list[NDArray[np.bool_]] = []
        for _ in range(STEPS):
            seen = features(players, observations)
            action = np.zeros(GAMES, np.int64)
            slope = np.zeros((GAMES, *weights.shape))
            for at, (cards, likely) in enumerate(
                zip(CATEGORIES, chances(seen, weights), strict=True)
            ):
                drawn = (likely.cumsum(axis=1) < rng.random((GAMES, 1))).sum(axis=1)
                drawn = np.minimum(drawn, len(cards) - 1)
                action = action * len(cards) + drawn
                # The gradient of the log-probability: the drawn features minus their mean.
                mean = (likely[..., None] * seen[:, cards]).sum(axis=1)
                slope[:, at] = seen[np.arange(GAMES), np.array(cards)[drawn]] - mean
            observations, reward, terminated, truncated, _ = games.step(action)
            slopes.append(slope)
            rewards.append(reward)
            ends.append(terminated | truncated)
        won, lost = (np.array(rewards) > 0).sum(), (np.array(rewards) < 0).sum()
        shares.append(won / (won + lost))
        slope = slope_of(slopes, rewards, ends)
        weights += RATE * slope / np.linalg.norm(slope)
    return shares, weights


def slope_of(slopes: list[Floats], rewards: list[Floats], ends: list[NDArray[np.bool_]]) -> Floats:
    """The gradient: each action counts by the result of its game."""
    outcome, is_known = np.zeros(GAMES), np.zeros(GAMES, np.bool_)
    mean = np.sum(rewards) / np.sum(ends)
    way = np.zeros(slopes[0].shape[1:])
    for slope, reward, end in zip(reversed(slopes), reversed(rewards), reversed(ends), strict=True):
        outcome, is_known = np.where(end, reward, outcome), is_known | end
        way += np.tensordot((outcome - mean) * is_known, slope, axes=1)
    return way


def draw(shares: Sequence[float], players: int, path: str) -> None:
    """Draw the curve; needs `pip install -e '.[plot]'`."""
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.add_subplot()
    axes.plot(range(1, len(shares) + 1), [100 * share for share in shares])
    axes.axhline(100 / players, linestyle=":", color="gray", label="chance")
    axes.set(xlabel=f"rounds of {GAMES * STEPS:,} suggestions", ylabel="won %", ylim=(0, 100))
    axes.legend()
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    options = ArgumentParser()
    options.add_argument("--rounds", type=int, default=6)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--against", nargs="+", choices=OPPONENTS, default=["random"] * 2)
    options.add_argument("--save", help="a file for the weights")
    options.add_argument("--curve", help="a file for the picture")
    given = options.parse_args()
    shares, weights = learn(given.rounds, given.seed, given.against)
    if given.save:
        np.save(given.save, weights)
    if given.curve:
        draw(shares, 1 + len(given.against), given.curve)
    first, last = (f"{10 * round(10 * share)} %" for share in (shares[0], shares[-1]))
    print(
        f"Won in the first round about {first} of the games, in round {given.rounds} about {last}."
    )
