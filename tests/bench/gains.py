"""How long advice on all suggestions takes, as a multiple of one full answer.

    python -m tests.bench.gains
    python -m tests.bench.gains --families c3 c6

For every stored position, and for games of our own, all suggestions are judged (gain, leak,
chance to solve, every reply) from the evidence on, with nothing remembered. A full answer is the
deals, every chance and every triple with its count. A cell of a table is the median over its
positions.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from statistics import median
from typing import Final, NamedTuple

from cluetree import Evidence, Table
from cluetree.advice import Advice, advise
from cluetree.editions import CLUE_US
from cluetree.exact import _count
from tests.bench.engines import head, row
from tests.bench.timing import answer, milliseconds
from tests.exact.data import FAMILIES, states
from tests.exact.games import play, seeded

_GAMES: Final = 10


def advice(table: Table, evidence: Evidence) -> Advice:
    """All suggestions judged, nothing remembered."""
    _count._known.clear()
    return advise(table, evidence)


class Times(NamedTuple):
    """Milliseconds for one position."""

    answer: float
    advice: float

    @property
    def ratio(self) -> float:
        """How many full answers the advice takes."""
        return self.advice / self.answer


def measure(table: Table, evidence: Evidence) -> Times:
    """Time both on one position."""
    return Times(
        milliseconds(partial(answer, evidence)), milliseconds(partial(advice, table, evidence))
    )


COLUMNS: Final = ("full answer, ms", "advice, ms", "slowest, ms", "ratio")


def cell(kind: str, turn: int, times: Sequence[Times]) -> None:
    """Print a cell of a table as a row."""
    row(
        kind,
        turn,
        median(each.answer for each in times),
        median(each.advice for each in times),
        max(each.advice for each in times),
        f"{median(each.ratio for each in times):.1f}x",
    )


def stored(families: Iterable[str]) -> None:
    """Print the table of the stored positions."""
    head("Stored positions", "family", "turn", *COLUMNS)
    for family in families:
        by_turn: defaultdict[int, list[Times]] = defaultdict(list)
        for state in states(family):
            by_turn[state.line.turn].append(measure(state.record.table, state.gathered))
        for turn, times in sorted(by_turn.items()):
            cell(family, turn, times)


def ours() -> None:
    """Print the table of games that were not used during development."""
    head(f"Games of our own, {_GAMES} a cell", "players", "round", *COLUMNS)
    for players in (3, 4, 5, 6):
        games = [play(seeded(seed), CLUE_US, players, 3) for seed in range(_GAMES)]
        for rounds in range(4):
            times = [
                measure(game.table, Evidence.gather(game.table, game.after(rounds)))
                for game in games
            ]
            cell(str(players), rounds, times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.gains")
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=FAMILIES)
    options = parser.parse_args()
    stored(options.families)
    ours()


if __name__ == "__main__":
    main()
