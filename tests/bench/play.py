"""How fast games are played, and how strong the rollouts are.

`python -m tests.bench.play` compares the engine with the referee, times the what-ifs of one
decision of the paper's rollout and the decisions of each rollout.
`... decisions 6` times the decisions alone; `NUMBA_DISABLE_JIT=1` measures plain Python. Strength
is for `cluetree tournament`.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from statistics import fmean, median
from time import process_time
from typing import Final, TypeVar

from paper.rollout_agent import PolicyRollout, TransitionName

from cluetree.cards import ClueCard, ClueGuess
from cluetree.editions import CLUE_US
from cluetree.play import AccusationRule, Agent, Rules, deal_of, play_game
from cluetree.play.agents import DealRollout, Heuristic, RandomStateful, ReadingRollout, Strongest
from cluetree.play.engine.compiling import is_compiled
from cluetree.play.engine.layout import Layout
from cluetree.play.engine.simulation import play
from cluetree.play.policies import Policy, first_of_fewest_holders, not_located
from tests.bench.timing import milliseconds, say
from tests.exact.games import seeded

_T = TypeVar("_T")

LAYOUT: Final = Layout.even(CLUE_US, 3)
PAPER_RULES: Final = Rules(accusers=AccusationRule.ALL)
TRANSITIONS: Final[Sequence[TransitionName]] = ("formula", "deals")


def speed() -> None:
    loop()
    units()
    decisions()


def loop() -> None:
    """Suggestions a second, one game after another and by the engine."""
    pairs: Sequence[tuple[str, Callable[[], Agent], Policy]] = (
        ("random", RandomStateful, Policy(not_located)),
        ("heuristic", Heuristic, Policy(first_of_fewest_holders)),
    )
    number = 200_000 if is_compiled() else 200
    for name, make, policy in pairs:
        started = process_time()
        turns = sum(
            play_game([make() for _ in range(3)], PAPER_RULES, seed).turns for seed in range(100)
        )
        refereed = turns / (process_time() - started)
        play(LAYOUT, [policy] * 3, 1, seed=1)  # compiles
        started = process_time()
        outcomes = play(LAYOUT, [policy] * 3, number, seed=1)
        spent = process_time() - started
        simulated = outcomes.turns.sum() / spent
        say(
            f"{name}: referee {refereed:,.0f} suggestions/s, engine {simulated:,.0f}/s "
            f"({simulated / refereed:.0f}x), {number / spent:,.0f} games/s"
        )


def units(w: int = 100, horizon: int = 25) -> None:
    """One decision of the paper's rollout: 324 suggestions, w = 100, h = 25, a fresh game."""
    table = deal_of(PAPER_RULES, 5).table("Ann")
    for transition in TRANSITIONS:
        for base in ("random", "heuristic"):
            agent = PolicyRollout(base, w=w, horizon=horizon, transition=transition)
            agent.begin(table, seeded(1))
            spent = milliseconds(partial(agent.solved_after, LAYOUT.guesses))
            say(f"{324 * w * horizon:,} units, {base}, {transition}: {spent:.0f} ms")


def against_heuristics(agent: Agent, seed: int) -> None:
    play_game([agent, *(Heuristic(tie="random") for _ in range(2))], Rules(), seed)


class Timed:
    """An agent whose decisions are timed, by the processor's clock."""

    def __init__(self, agent: Agent):
        self._agent = agent
        self.seconds: list[float] = []
        self.begin, self.observe = agent.begin, agent.observe
        self.move = agent.move

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        return self._timed(lambda: self._agent.suggest(rooms))

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        if len(cards) == 1:
            return self._agent.show(asker, guess, cards)
        return self._timed(lambda: self._agent.show(asker, guess, cards))

    def accuse(self) -> ClueGuess | None:
        return self._agent.accuse()

    def _timed(self, decide: Callable[[], _T]) -> _T:
        started = process_time()
        decided = decide()
        self.seconds.append(process_time() - started)
        return decided


def decisions(games: int = 6) -> None:
    """Seconds a decision, against two heuristics."""
    for agent in (DealRollout(), ReadingRollout(), Strongest()):
        spent = Spent()
        for seed in range(games):
            spent.add(agent, seed)
        say(f"{type(agent).__name__}: {spent}, {spent.total / games:.2f} s a game")


class Spent:
    """The seconds that the decisions of some games took, and all of the games."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.total = 0.0

    def add(self, agent: Agent, seed: int) -> None:
        """Play one game more."""
        timed = Timed(deepcopy(agent))
        started = process_time()
        against_heuristics(timed, seed)
        self.total += process_time() - started
        self.seconds += timed.seconds

    @property
    def median(self) -> float:
        """The seconds of a decision in the middle."""
        return median(self.seconds)

    def __str__(self) -> str:
        mean, most = 1000 * fmean(self.seconds), 1000 * max(self.seconds)
        return (
            f"{1000 * self.median:.0f} ms a decision (median), {mean:.0f} on average, "
            f"{most:.0f} at most"
        )


if __name__ == "__main__":
    commands: Mapping[str, Callable[..., None]] = {
        "speed": speed,
        "decisions": decisions,
    }
    name, *rest = sys.argv[1:] or ["speed"]
    commands[name](*map(int, rest))
