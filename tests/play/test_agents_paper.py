"""The agents of the paper against its numbers, over fewer games than it takes to be sharp.

The seeds are fixed, so these tests never fail by chance; the room left is that of three to four
standard errors. The numbers to come out are those of many more games. Of any two agents they
lie more than ten standard errors apart, so that one that plays as another should is seen.
"""

from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev
from typing import Final

import pytest

from cluetree.play import AccusationRule, Agent, Rules, play_game
from cluetree.play.agents import Heuristic, RandomStateful, RandomStateless

Maker = Callable[[], Agent]
PAPER = Rules(accusers=AccusationRule.ALL)
NAMES = PAPER.players
STATELESS: Final = 111.15995, (0.3363413, 0.3333243, 0.3303344)
"""Turns and wins per seat without a memory: the exact means over all 5,557,616,064 deals.

A player with `a` suspects, `b` weapons and `c` rooms names the envelope with a chance of
1 / ((6 - a) (6 - b) (9 - c)), turn after turn.
"""
ROWS: dict[str, tuple[Maker, float, tuple[float, ...] | None]] = {
    "stateless": (RandomStateless, *STATELESS),
    "stateful": (RandomStateful, 15.87, (0.397, 0.301, 0.303)),
    "heuristic": (Heuristic, 11.55, (0.378, 0.278, 0.345)),
    "random ties": (lambda: Heuristic(tie="random"), 10.35, None),
}


@pytest.mark.slow
@pytest.mark.parametrize(("make", "expected", "by_seat"), ROWS.values(), ids=ROWS)
def test_turns_and_shares(make: Maker, expected: float, by_seat: tuple[float, ...] | None) -> None:
    number = 1500
    games = [play_game([make() for _ in NAMES], PAPER, f"paper {seed}") for seed in range(number)]
    turns = [float(game.turns) for game in games]
    assert fmean(turns) == pytest.approx(expected, abs=3 * stdev(turns) / sqrt(number))
    shares = [sum(game.winner == name for game in games) / number for name in NAMES]
    assert by_seat is None or shares == pytest.approx(by_seat, abs=0.04)
