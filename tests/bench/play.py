"""How fast games are played, and how strong the rollouts are.

`python -m tests.bench.play` compares the batch with the plain loop, times the what-ifs of one
decision, the games of each agent and the decisions of each rollout, with the compiled core and
without. `... paper 40000 200` measures the rows of the paper's table, the last number being the
rollouts' games; `... decisions 6` the decisions alone. Strength is for `cluetree tournament`.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from functools import partial
from statistics import fmean, median
from time import process_time
from typing import Final, TypeVar
from unittest.mock import patch

import numpy as np

from cluetree.cards import ClueCard, ClueGuess
from cluetree.editions import CLUE_US
from cluetree.exact import _count as exact_count
from cluetree.play import AccusationRule, Agent, Rules, play_game
from cluetree.play.agents import (
    DealRollout,
    Heuristic,
    PolicyRollout,
    RandomStateful,
    ReadingRollout,
    Strongest,
)
from cluetree.play.agents.policy_rollout import Base, Order, TransitionName
from cluetree.play.batch import (
    BatchLayout,
    DealTransition,
    FormulaTransition,
    HeuristicPolicy,
    Policy,
    Position,
    RandomStatefulPolicy,
    RandomStatelessPolicy,
    deal,
    play,
    rollouts,
    turns_to_solve,
)
from cluetree.play.interval import Interval
from cluetree.play.roster import ROSTER, agent_named
from tests.bench.timing import milliseconds, say

_T = TypeVar("_T")

LAYOUT: Final = BatchLayout.even(CLUE_US, 3)
PAPER_RULES: Final = Rules(claims=AccusationRule.ALL)
BASES: Final[Sequence[Base]] = ("random", "heuristic")
WAYS: Final[Sequence[tuple[str, TransitionName, Order]]] = (
    ("formula", "formula", "uniform"),
    ("uniform deals", "deals", "uniform"),
    ("first deals", "deals", "first"),
)


def speed() -> None:
    loop()
    units()
    rates()
    decisions()


def loop() -> None:
    """Suggestions a second, one game after another and many at once."""
    pairs: Sequence[tuple[str, Callable[[], Agent], Policy]] = (
        ("random", RandomStateful, RandomStatefulPolicy()),
        ("heuristic", Heuristic, HeuristicPolicy()),
    )
    for name, make, policy in pairs:
        started = process_time()
        turns = sum(
            play_game([make() for _ in range(3)], PAPER_RULES, seed).turns for seed in range(100)
        )
        plain = turns / (process_time() - started)
        started = process_time()
        at_once = play(LAYOUT, [policy] * 3, 40_000, seed=1)
        spent = process_time() - started
        batch = at_once.turns.sum() / spent
        say(
            f"{name}: plain loop {plain:,.0f} suggestions/s, batch {batch:,.0f}/s "
            f"({batch / plain:.0f}x), {len(at_once.turns) / spent:,.0f} games/s"
        )


def units(w: int = 100, horizon: int = 25) -> None:
    """One decision of the paper's rollout: 324 suggestions, w = 100, h = 25, a fresh game."""
    rng = np.random.default_rng(5)
    hands, _ = deal(LAYOUT, 1, rng)
    mine = int(hands[0, 0])
    others = LAYOUT.deck & ~mine
    position = Position(LAYOUT, 0, [mine, others, others, others])
    first = np.repeat(np.array(LAYOUT.guesses, dtype=np.uint64), w)
    for transition in (FormulaTransition(LAYOUT), DealTransition(np.tile(hands, (1, len(first))))):
        for policy in (RandomStatefulPolicy(), HeuristicPolicy()):
            work = partial(
                turns_to_solve, position, policy, transition, first, horizon=horizon, rng=rng
            )
            spent = milliseconds(work)
            say(
                f"{len(first) * horizon:,} units, {type(policy).__name__}, "
                f"{type(transition).__name__}: {spent:.0f} ms"
            )


def against_heuristics(agent: Agent, seed: int) -> None:
    play_game([agent, *(Heuristic(tie="random") for _ in range(2))], Rules(), seed)


def rates(seconds: float = 5) -> None:
    """Games a second of each agent, against two heuristics."""
    for name in ROSTER:
        games, started = 0, process_time()
        while process_time() - started < seconds:
            against_heuristics(agent_named(name), games)
            games += 1
        say(f"{name}: {games / (process_time() - started):,.1f} games/s")


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


@contextmanager
def plain() -> Iterator[None]:
    """As if the core were not there."""
    with patch.object(rollouts, "_core", None), patch.object(exact_count, "_core", None):
        yield


def decisions(games: int = 6) -> None:
    """Seconds a decision, against two heuristics, by turns with the core and without.

    The deals are the same; the games by the core are others.
    """
    for agent in (DealRollout(), ReadingRollout(), Strongest()):
        ways: Mapping[str, Spent] = {"core": Spent(), "numpy": Spent()}
        for seed in range(games):
            ways["core"].add(agent, seed)
            with plain():
                ways["numpy"].add(agent, seed)
        for way, spent in ways.items():
            say(f"{type(agent).__name__}, {way}: {spent}, {spent.total / games:.2f} s a game")
        say(f"{ways['numpy'].median / ways['core'].median:.1f}x")


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


def row(name: str, turns: Sequence[int], seats: Sequence[int], started: float) -> None:
    shares = " / ".join(f"{100 * fmean(seat == at for seat in seats):.1f}" for at in range(3))
    spent = (process_time() - started) / len(turns) * 1000
    say(f"| {name} | {Interval.of(turns)} | {shares} | {len(turns)} games, {spent:.1f} ms each |")


def paper(games: int = 40_000, rollouts: int = 200) -> None:
    """The rows of the paper's table under the reading that reproduces them."""
    for policy in (
        RandomStatelessPolicy(),
        RandomStatefulPolicy(),
        HeuristicPolicy(),
        HeuristicPolicy("random"),
    ):
        started = process_time()
        found = play(LAYOUT, [policy] * 3, games, seed=1)
        row(repr(policy), found.turns.tolist(), found.winners.tolist(), started)
    for base, answers, agent in (
        (base, answers, PolicyRollout(base, transition=transition, order=order))
        for answers, transition, order in WAYS
        for base in BASES
    ):
        name = f"{base} rollout, {answers}"
        started = process_time()
        played = [
            play_game([deepcopy(agent) for _ in range(3)], PAPER_RULES, seed)
            for seed in range(rollouts)
        ]
        seats = [PAPER_RULES.players.index(game.winner or "") for game in played]
        row(name, [game.turns for game in played], seats, started)


if __name__ == "__main__":
    commands: Mapping[str, Callable[..., None]] = {
        "speed": speed,
        "paper": paper,
        "decisions": decisions,
    }
    name, *rest = sys.argv[1:] or ["speed"]
    commands[name](*map(int, rest))
