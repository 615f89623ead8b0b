"""Our times beside those of other solvers, in one run.

    python -m tests.bench.engines
    python -m tests.bench.engines --families c3 c6 --without-peers

Needs the `bench` extra: python-sat, z3-solver and ortools. For every stored position each
solver starts from the same evidence. Ours answers in full (deals, every chance, every triple
with its count; nothing remembered); python-sat finds the facts alone, z3 and CP-SAT the possible
envelopes alone. A cell of the table is the median over its positions.
"""

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from statistics import geometric_mean, median
from typing import Final, TypeAlias

from cluetree import SolverTree
from cluetree.beliefs import Beliefs
from cluetree.editions import MASTER_DETECTIVE
from cluetree.evidence import Evidence
from cluetree.exact import _count, count
from cluetree.notebook import Notebook
from cluetree.record import loads_json
from tests.bench.peers import PEERS, Envelopes
from tests.bench.timing import answer, megabytes, milliseconds, say
from tests.exact.data import FAMILIES, State, states
from tests.exact.games import only_shows, play, seeded
from tests.exact.sat import Facts, sat_facts

CLASSIC: Final = ("c3", "c4", "c5", "c6")


def row(*values: object) -> None:
    """Print a row of a table."""
    texts = (f"{value:.2f}" if isinstance(value, float) else str(value) for value in values)
    say(f"| {' | '.join(texts)} |")


def head(title: str, *columns: str) -> None:
    """Print the head of a table."""
    say(f"\n{title}\n")
    row(*columns)
    row(*("---" for _ in columns))


def agree(state: State, name: str, found: Facts | Envelopes, beliefs: Beliefs) -> None:
    """Stop if a solver and ours do not say the same."""
    evidence, deck = state.gathered, state.record.table.edition
    if name == "python-sat":
        places = tuple(evidence.frame.places)
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
OURS: Final = "cluetree"
SAT: Final = "python-sat"
FROM_TEXT: Final = "from text"
FROM_RECORD: Final = "python-sat, from the record"


def from_text(state: State) -> Beliefs:
    """The full answer from a record's text on."""
    told = loads_json(bytes(state.line.record).decode())
    return answer(Evidence.gather(told))


def sat_from_record(state: State) -> Facts:
    """python-sat's facts, starting from the parsed record."""
    return sat_facts(Evidence.gather(state.record))


def measure(state: State, peers: Sequence[str]) -> Times:
    """Time every solver on one position."""
    evidence = state.gathered
    times: Times = {OURS: milliseconds(partial(answer, evidence))}
    if peers:
        times[FROM_TEXT] = milliseconds(partial(from_text, state))
        times[FROM_RECORD] = milliseconds(partial(sat_from_record, state))
    beliefs = answer(evidence)
    for name in peers:
        times[name] = milliseconds(partial(PEERS[name], evidence))
        agree(state, name, PEERS[name](evidence), beliefs)
    return times


def peers_of(family: str, *, wanted: bool) -> list[str]:
    """Which solvers are asked; the large decks are too slow for those that list envelopes."""
    if not wanted:
        return []
    return list(PEERS) if family in CLASSIC else [SAT]


Cell: TypeAlias = tuple[str, int]
"""A family and a turn."""


def cells(families: Sequence[str], *, peers: bool) -> None:
    """Print the table of all families and turns, with the ratios to ours in brackets."""
    if peers:
        warm = next(states("c3"))
        measure(warm, list(PEERS))  # loading the solvers is not their work
    found: dict[Cell, list[Times]] = {}
    others = [*PEERS, FROM_TEXT, FROM_RECORD] if peers else []
    head("Milliseconds for one answer", "family", "turn", OURS, *others)
    for family in families:
        by_turn: defaultdict[int, list[Times]] = defaultdict(list)
        for state in states(family):
            by_turn[state.line.turn].append(measure(state, peers_of(family, wanted=peers)))
        for turn, times in sorted(by_turn.items()):
            found[family, turn] = times
            ours = median(each[OURS] for each in times)
            row(family, turn, ours, *(_beside(times, name) for name in others))
    if peers:
        print_ratios({cell: times for cell, times in found.items() if cell[0] in CLASSIC})


def _beside(times: Sequence[Times], name: str) -> str:
    """Write a peer's time, and how many of ours it is."""
    if name not in times[0]:
        return ""
    middle = f"{median(each[name] for each in times):.2f}"
    if name == FROM_TEXT:
        return middle
    return f"{middle} ({ratio(times, name, FROM_TEXT if name == FROM_RECORD else OURS):.1f}x)"


def ratio(times: Sequence[Times], theirs: str, ours: str) -> float:
    """Return the median of ratios; the ratio of medians could pair different positions."""
    return median(each[theirs] / each[ours] for each in times)


def print_ratios(found: Mapping[Cell, Sequence[Times]]) -> None:
    """Print the least ratio of the classic cells, and their geometric mean."""
    head("Ratios in the classic cells", "solver", "least", "geometric mean")
    for theirs, of in ((SAT, OURS), (FROM_RECORD, FROM_TEXT), ("z3", OURS)) if found else ():
        ratios = [ratio(times, theirs, of) for times in found.values()]
        row(theirs, min(ratios), geometric_mean(ratios))


def worst_positions() -> None:
    """Six unseen shows of every opponent and no pass."""
    head(
        "Artificial worst positions: six unseen shows of each opponent, no pass (20 games each)",
        *("players", "median ms", "slowest ms"),
    )
    largest = 0.0
    for players in (3, 4, 5, 6):
        positions = [only_shows(seeded(seed), players) for seed in range(20)]
        times = [milliseconds(partial(answer, position)) for position in positions]
        row(players, median(times), max(times))
        memory = max(megabytes(partial(answer, position)) for position in positions)
        largest = max(largest, memory)
    say(f"\nMemory: at most {largest:.1f} MB")


def large_tables() -> None:
    """New games of ten players."""
    head(
        "Master Detective, ten players, games of our own (8 games)",
        *("round", "median ms", "slowest ms", "most bits in a count"),
    )
    games = [
        play(seeded(seed), MASTER_DETECTIVE, 10, 4, leftover_face_up=seed % 2 == 0)
        for seed in range(8)
    ]
    for rounds in (0, 1, 2, 3, 4):
        positions = [Evidence.gather(game.table, game.after(rounds)) for game in games]
        bits = max(answer(position).deals.bit_length() for position in positions)
        times = [milliseconds(partial(answer, position)) for position in positions]
        row(rounds, median(times), max(times), bits)


def whole_game() -> None:
    """A six-player game, analysed again after every event."""
    game = list(states("c6"))[:6]  # the turns of one game
    record = game[-1].record

    def by_tree() -> None:
        _count._known.clear()
        tree = SolverTree.at(record.table)
        for number, event in enumerate(record.events, start=1):
            tree.grow(event, number=number)
            tree.prune()
            count(tree.evidence())

    def by_notebook() -> None:
        _count._known.clear()
        book = Notebook(record.table)
        for event in record.events:
            book.tell(event)
            _ = book.beliefs.deals

    def counting_alone() -> None:
        _count._known.clear()
        for evidence in evidences:
            count(evidence)

    evidences = [
        Evidence.gather(record.table, record.events[:most])
        for most in range(1, len(record.events) + 1)
    ]
    head(
        f"A whole six-player game, after each of {len(record.events)} events",
        *("how", "ms"),
    )
    for how, work in (
        ("tree grown, pruned and counted", by_tree),
        ("the same by a Notebook", by_notebook),
        ("counting alone, evidence as told", counting_alone),
    ):
        row(how, milliseconds(work))
    if find_spec("pysat"):
        row("python-sat's facts", milliseconds(lambda: [sat_facts(each) for each in evidences]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.engines")
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=FAMILIES)
    parser.add_argument("--without-peers", action="store_true")
    options = parser.parse_args()
    cells(options.families, peers=not options.without_peers)
    worst_positions()
    large_tables()
    whole_game()


if __name__ == "__main__":
    main()
