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
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from statistics import median
from typing import Final, NamedTuple

from cluetree import Evidence, Table
from cluetree.advice import Advice, advise
from cluetree.editions import CLUE_US
from cluetree.exact._count import MEMORY
from tests.bench.engines import CLASSIC, Report
from tests.bench.timing import answer, milliseconds
from tests.exact.data import FAMILIES, states
from tests.exact.games import play, seeded

MOST_RATIO: Final = 60
MOST_MS: Final = 300
_GAMES: Final = 10


def advice(table: Table, evidence: Evidence) -> Advice:
    """All suggestions judged, nothing remembered."""
    MEMORY.clear()
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


def row(report: Report, kind: str, turn: int, times: Sequence[Times]) -> None:
    """Add a cell to a table."""
    report.row(
        kind,
        turn,
        median(each.answer for each in times),
        median(each.advice for each in times),
        max(each.advice for each in times),
        f"{median(each.ratio for each in times):.1f}x",
    )


def head(report: Report, title: str, *columns: str) -> None:
    """Begin a table."""
    report.head(title, *columns, "full answer, ms", "advice, ms", "slowest, ms", "ratio")


def stored(report: Report, families: Iterable[str]) -> Iterator[Times]:
    """Print the table of the stored positions, and yield the classic times."""
    head(report, "Stored positions", "family", "turn")
    for family in families:
        by_turn: defaultdict[int, list[Times]] = defaultdict(list)
        for state in states(family):
            by_turn[state.line.turn].append(measure(state.record.table, state.gathered))
        for turn, times in sorted(by_turn.items()):
            row(report, family, turn, times)
            if family in CLASSIC:
                yield from times


def ours(report: Report) -> Iterator[Times]:
    """Print the table of games that nobody has seen before, and yield the times."""
    head(report, f"Games of our own, {_GAMES} a cell", "players", "round")
    for players in (3, 4, 5, 6):
        games = [play(seeded(seed), CLUE_US, players, 3) for seed in range(_GAMES)]
        for rounds in range(4):
            times = [
                measure(game.table, Evidence.gather(game.table, game.after(rounds)))
                for game in games
            ]
            row(report, str(players), rounds, times)
            yield from times


def judge(report: Report, what: str, times: Sequence[Times]) -> None:
    """Hold times against what was aimed at."""
    report.at_most(
        f"{what}, median", median(each.ratio for each in times), MOST_RATIO, "full answers"
    )
    report.at_most(f"{what}, slowest", max(each.advice for each in times), MOST_MS, "ms")


def main() -> None:
    """Measure and report; the exit status is 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.gains")
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=FAMILIES)
    options = parser.parse_args()
    report = Report()
    classic = list(stored(report, options.families))
    own = list(ours(report))
    if classic:
        judge(report, "stored classic positions", classic)
    judge(report, "games of our own", own)
    raise SystemExit(1 if report.missed else 0)


if __name__ == "__main__":
    main()
