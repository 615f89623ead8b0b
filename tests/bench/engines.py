"""Our times beside those of other solvers, in one run, held against what we aim at.

    python -m tests.bench.engines
    python -m tests.bench.engines --families c3 c6 --without-peers

Needs the `bench` extra: python-sat, z3-solver and ortools. For every stored position each
solver starts from the same evidence. Ours answers in full (deals, every chance, every triple
with its count; nothing remembered); python-sat finds the facts alone, z3 and CP-SAT the possible
envelopes alone. A cell of the table is the median over its positions.
"""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import geometric_mean, median
from typing import Final

from cluetree import Evidence, SolverTree
from cluetree.beliefs import Beliefs
from cluetree.editions import MASTER_DETECTIVE
from cluetree.exact import count
from cluetree.exact._count import _remembered
from cluetree.notebook import Notebook
from tests.bench.peers import PEERS, Envelopes, Facts
from tests.bench.timing import answer, megabytes, milliseconds, say
from tests.exact.data import FAMILIES, State, states
from tests.exact.games import only_shows, play, seeded

CLASSIC: Final = ("c3", "c4", "c5", "c6")
SETTLED_TURN: Final = 3
"""From this turn on, more is asked of the ratio to python-sat."""


@dataclass
class Report:
    """Prints tables, and collects what was met and what was not."""

    missed: int = 0

    def row(self, *cells: object) -> None:
        texts = (f"{c:.2f}" if isinstance(c, float) else str(c) for c in cells)
        say(f"| {' | '.join(texts)} |")

    def head(self, title: str, *columns: str) -> None:
        say(f"\n{title}\n")
        self.row(*columns)
        self.row(*("---" for _ in columns))

    def at_least(self, what: str, found: float, target: float) -> None:
        self._judge(f"{what}: {found:.1f}x", found >= target, f">= {target:g}x", target / found)

    def at_most(self, what: str, found: float, target: float, unit: str) -> None:
        words = f"{what}: {found:.1f} {unit}"
        self._judge(words, found <= target, f"<= {target:g} {unit}", found / target)

    def _judge(self, words: str, is_met: bool, target: str, by: float) -> None:
        self.missed += not is_met
        say(f"- {words} (target {target}): {'met' if is_met else f'missed by {by:.2f}x'}")


def agree(state: State, name: str, found: Facts | Envelopes, beliefs: Beliefs) -> None:
    """Stop if a solver and ours do not say the same."""
    evidence, deck = state.gathered, state.record.table.edition
    if name == "python-sat":
        places = tuple(evidence.places)
        ours: Facts | Envelopes = frozenset(
            ((places.index(fact.player), deck.position[fact.card]), fact.holds)
            for fact in beliefs.facts
            if evidence.knows(fact.player, fact.card) is not False
            and fact.card not in beliefs.face_up
        )
    else:
        ours = frozenset(
            frozenset(deck.position[card] for card in triple.guess) for triple in beliefs.triples
        )
    if found != ours:
        raise SystemExit(f"{state.place}: {name} and counting disagree")


Times = dict[str, float]


def measure(state: State, peers: Sequence[str]) -> Times:
    """Time every solver on one position."""
    evidence = state.gathered
    times = {"ours": milliseconds(partial(answer, evidence))}
    beliefs = answer(evidence)
    for name in peers:
        times[name] = milliseconds(partial(PEERS[name], evidence))
        agree(state, name, PEERS[name](evidence), beliefs)
    return times


def peers_of(family: str, *, wanted: bool) -> list[str]:
    """Which solvers are asked; the large decks are too slow for those that list envelopes."""
    if not wanted:
        return []
    return list(PEERS) if family in CLASSIC else ["python-sat"]


def cells(report: Report, families: Sequence[str], *, peers: bool) -> None:
    """The table of all families and turns, and how the ratios compare with the targets."""
    if peers:
        warm = next(states("c3"))
        measure(warm, list(PEERS))  # loading the solvers is not their work
    names = list(PEERS) if peers else []
    columns = [column for name in names for column in (name, "ratio")]
    report.head("Milliseconds for one answer", "family", "turn", "ours", *columns)
    ratios: defaultdict[str, dict[tuple[str, int], float]] = defaultdict(dict)
    slowest: defaultdict[str, float] = defaultdict(float)
    for family in families:
        by_turn: defaultdict[int, list[Times]] = defaultdict(list)
        for state in states(family):
            by_turn[state.line.turn].append(measure(state, peers_of(family, wanted=peers)))
        for turn, times in sorted(by_turn.items()):
            slowest[family] = max(slowest[family], *(each["ours"] for each in times))
            row: list[object] = [median(each["ours"] for each in times)]
            for name in names:
                if name not in times[0]:
                    row += ["", ""]
                    continue
                # The ratio of medians could pair different positions; this one does not.
                ratio = median(each[name] / each["ours"] for each in times)
                ratios[name][family, turn] = ratio
                row += [median(each[name] for each in times), f"{ratio:.1f}x"]
            report.row(family, turn, *row)
    say("\nTargets\n")
    if peers:
        judge_ratios(report, ratios)
    for family, most in slowest.items():
        target = 150 if family in CLASSIC else 1000
        report.at_most(f"slowest position of {family}", most, target, "ms")


def judge_ratios(report: Report, found: dict[str, dict[tuple[str, int], float]]) -> None:
    """Hold the classic cells against the targets."""
    classic = {
        name: {cell: ratio for cell, ratio in ratios.items() if cell[0] in CLASSIC}
        for name, ratios in found.items()
    }
    if not any(classic.values()):
        return
    for name, target in (("z3", 40), ("z3, ints", 40), ("CP-SAT", 15)):
        worst = min(classic[name], key=lambda cell: classic[name][cell])
        report.at_least(f"{name}, worst cell {worst}", classic[name][worst], target)
        short = [cell for cell, ratio in classic[name].items() if ratio < target]
        if short:
            say(f"  below it in {len(short)} of {len(classic[name])} cells")
    for name in ("z3", "z3, ints"):
        mean = geometric_mean(classic[name].values())
        report.at_least(f"{name}, geometric mean", mean, 300)
    early = {cell: ratio for cell, ratio in classic["python-sat"].items() if cell[1] < SETTLED_TURN}
    late = {cell: ratio for cell, ratio in classic["python-sat"].items() if cell[1] >= SETTLED_TURN}
    for ratios, target in ((early, 1), (late, 2)):
        worst = min(ratios, key=lambda cell: ratios[cell])
        report.at_least(f"python-sat, worst cell {worst}", ratios[worst], target)


def worst_positions(report: Report) -> None:
    """Six unseen shows of every opponent and no pass."""
    report.head(
        "Artificial worst positions: six unseen shows of each opponent, no pass (20 games each)",
        *("players", "median ms", "slowest ms", "most MB"),
    )
    slowest = largest = 0.0
    for players in (3, 4, 5, 6):
        positions = [only_shows(seeded(seed), players) for seed in range(20)]
        times = [milliseconds(partial(answer, position)) for position in positions]
        hardest = positions[times.index(max(times))]
        memory = megabytes(partial(answer, hardest))
        report.row(players, median(times), max(times), memory)
        slowest, largest = max(slowest, *times), max(largest, memory)
    say("")
    report.at_most("slowest", slowest, 150, "ms")
    report.at_most("memory", largest, 64, "MB")


def large_tables(report: Report) -> None:
    """Ten players whose games nobody has seen before."""
    report.head(
        "Master Detective, ten players, games of our own (8 games)",
        *("round", "median ms", "slowest ms", "most bits in a count"),
    )
    games = [
        play(seeded(seed), MASTER_DETECTIVE, 10, 4, leftover_face_up=seed % 2 == 0)
        for seed in range(8)
    ]
    slowest = 0.0
    for rounds in (0, 1, 2, 3, 4):
        positions = [Evidence.gather(game.table, game.after(rounds)) for game in games]
        times = [milliseconds(partial(answer, position)) for position in positions]
        bits = max(answer(position).deals.bit_length() for position in positions)
        report.row(rounds, median(times), max(times), bits)
        slowest = max(slowest, *times)
    say("")
    report.at_most("slowest", slowest, 1000, "ms")


def whole_game(report: Report) -> None:
    """A six-player game, analysed anew after every event."""
    game = list(states("c6"))[:6]  # the turns of one game
    record = game[-1].record
    turn_one = milliseconds(partial(answer, game[1].gathered))

    def by_tree() -> None:
        _remembered.cache_clear()
        tree = SolverTree.at(record.table)
        for number, event in enumerate(record.events, start=1):
            for info in event.infos(record.table):
                tree.grow(info, number=number)
            tree.prune()
            count(tree.evidence())

    def by_notebook() -> None:
        _remembered.cache_clear()
        book = Notebook(record.table)
        for event in record.events:
            book.tell(event)
            _ = book.beliefs.deals

    def counting_alone() -> None:
        _remembered.cache_clear()
        for evidence in evidences:
            count(evidence)

    evidences = [
        Evidence.gather(record.table, record.events[:most])
        for most in range(1, len(record.events) + 1)
    ]
    report.head(
        f"A whole six-player game after each of {len(record.events)} events, in full answers of "
        f"its turn 1 ({turn_one:.2f} ms)",
        *("how", "ms", "full answers"),
    )
    times = {
        "tree grown, pruned and counted": milliseconds(by_tree),
        "the same by a Notebook": milliseconds(by_notebook),
        "counting alone, evidence as told": milliseconds(counting_alone),
    }
    for name, time in times.items():
        report.row(name, time, f"{time / turn_one:.1f}")
    say("")
    for name, time in times.items():
        report.at_most(name, time / turn_one, 20, "full answers of turn 1")


def main() -> None:
    """Measure and report; the exit status is 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.engines")
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=FAMILIES)
    parser.add_argument("--without-peers", action="store_true")
    options = parser.parse_args()
    report = Report()
    cells(report, options.families, peers=not options.without_peers)
    worst_positions(report)
    large_tables(report)
    whole_game(report)
    say(f"\n{report.missed} targets missed")
    raise SystemExit(1 if report.missed else 0)


if __name__ == "__main__":
    main()
