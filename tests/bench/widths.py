"""Looks for better numbers in the estimate that chooses the order of the cards.

    python -m tests.bench.widths
    python -m tests.bench.widths --seed 7 --games 4

An order is as good as few states are met by it. Those are counted, not timed, so a run says the
same on every machine. Each number of the estimate is tried a step up and a step down on games of
this seed; what is better on the whole is kept, until nothing is. What was found is held against
the numbers in use on games that took no part.
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import geometric_mean
from typing import Final
from unittest.mock import patch

from cluetree import Edition, Evidence
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.exact._diagram import draw_diagram
from cluetree.exact._plan import POWERS, Powers, plan
from cluetree.exact._problem import Problem, reduce
from cluetree.limit import Meter
from tests.bench.timing import say
from tests.exact.games import play, seeded

TABLES: Final[Sequence[tuple[Edition, int]]] = (
    *((CLUE_US, players) for players in (3, 4, 5, 6)),
    (MASTER_DETECTIVE, 6),
)
STEP: Final = 1.25


def problems(seed: int, games: int) -> Iterator[Problem]:
    """Yield what is left to count early in games of our own."""
    for number in range(seed, seed + games):
        for edition, players in TABLES:
            game = play(seeded(number), edition, players, 3)
            for rounds in (1, 2, 3):
                found = reduce(Evidence.gather(game.table, game.after(rounds)))
                if found is not None:
                    yield found.problem


def states(problem: Problem, powers: Powers) -> int:
    """Count the states that are met."""
    meter = Meter()
    with patch("cluetree.exact._diagram.plan", partial(plan, powers=powers)):
        draw_diagram(problem, meter)
    return meter.spent + 1


def cost(some: Sequence[Problem], powers: Powers) -> float:
    """Return the geometric mean of the numbers of states."""
    return geometric_mean(states(problem, powers) for problem in some)


def fit(some: Sequence[Problem], powers: Powers) -> Powers:
    """Go from these numbers to better ones as long as there are."""
    least, better = cost(some, powers), True
    while better:
        better = False
        for name, value in powers._asdict().items():
            for tried in (value * STEP, value / STEP):
                other = powers._replace(**{name: tried})
                found = cost(some, other)
                if found < least:
                    least, powers, better = found, other, True
                    say(f"{found:8.2f} states: {other}")
    return powers


def main() -> None:
    """Fit, and compare."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.widths")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=3)
    options = parser.parse_args()
    mine = list(problems(options.seed, options.games))
    say(f"{len(mine)} problems, {cost(mine, POWERS):.2f} states with {POWERS}")
    fitted = fit(mine, POWERS)
    others = list(problems(options.seed + options.games, options.games))
    ratio = cost(others, fitted) / cost(others, POWERS)
    say(f"On {len(others)} other problems what was fitted meets {ratio:.3f} times the states.")


if __name__ == "__main__":
    main()
