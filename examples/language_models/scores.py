"""Scores of players move by move: six copies of an agent play each other, with or without a board.

    python -m examples.language_models.scores random heuristic wensel strongest --games 18
    python -m examples.language_models.scores examples.language_models.seat:StubSeat --board

Without arguments the program plays one game of a stub.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from cluetree import Accusation, Holds, Notebook
from cluetree.board import board_of
from cluetree.editions import CLUE_US
from cluetree.explain import Review
from cluetree.play import NAMES, Rules, deal_of, play_dealt
from cluetree.play.roster import agent_named
from cluetree.play.supervised import Supervised

HEADS = "agent", "won", "turns", "false", "certain", "entry", "late", "gain, %", "illegal", "faults"


def certain_since(notes: Notebook, reviewed: Review) -> int | None:
    """Return the entry that settled the answer, unless the game itself gave it away."""
    if reviewed.settled_by is None:
        return None
    last = notes.events[reviewed.settled_by - 1]  # who fails sees the envelope, the end shows it
    is_shown = isinstance(last, Holds) or (isinstance(last, Accusation) and last.correct)
    return None if is_shown else reviewed.settled_by


def row(agent: str, number: int, rules: Rules) -> Sequence[str]:
    """Play games of one agent in all seats, and score its moves."""
    turns, entries, shares = list[int](), list[int](), list[float]()
    count = Counter[str]()
    for seed in range(number):
        seats = [Supervised(agent_named(agent)) for _ in rules.players]
        result = play_dealt(seats, deal_of(rules, seed), seed)
        turns.append(result.turns)
        count["won"] += result.winner is not None
        count["false"] += sum(isinstance(e, Accusation) and not e.correct for e in result.events)
        for name, seat in zip(rules.players, seats, strict=True):
            notes = Notebook.from_record(result.record(name))
            reviewed = notes.review(limit=None)
            for one in reviewed.lessons:
                best = one.best if rules.board is None else one.best_in_room
                if one.gain is not None and best:
                    shares.append(one.gain / best)
            since = certain_since(notes, reviewed)
            entries += [] if since is None else [since]
            count["late"] += len(reviewed.missed)
            count["illegal"] += int(getattr(seat.agent, "illegal", 0))
            count["faults"] += sum(fault.count for fault in seat.conduct.faults)
    cells = {
        "won": f"{count['won']} of {number}",
        "turns": f"{fmean(turns):.1f}",
        "certain": f"{len(entries)} of {number * len(rules.players)}",
        "entry": f"{fmean(entries):.1f}" if entries else "",
        "gain, %": f"{100 * fmean(shares):.0f}" if shares else "",
    }
    return agent, *(cells.get(head, str(count[head])) for head in HEADS[1:])


def main() -> None:
    """Print a row of scores for each agent."""
    parser = ArgumentParser(description="Play games of six alike players, and score each move.")
    parser.add_argument("agents", nargs="*", default=["examples.language_models.seat:StubSeat"])
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--board", action="store_true")
    options = parser.parse_args()
    board = board_of(CLUE_US) if options.board else None
    rules = Rules(players=NAMES[: options.players], board=board, most_turns=200)
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for agent in options.agents:
        print(f"| {' | '.join(row(agent, options.games, rules))} |", flush=True)


if __name__ == "__main__":
    main()
