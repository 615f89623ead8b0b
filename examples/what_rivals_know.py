"""Estimate after each round what the opponents know, and whether to accuse now."""

from pathlib import Path
from random import Random

from cluetree import Notebook
from cluetree.advice import accuse_now, rivals

GAME = Path(__file__).parent / "friday.clue"
ROUNDS = (4, 11, 15, 20, 24)
"""After how many events each round was over, so that it was Rosa's turn."""


def main() -> None:
    """Look at the game from Rosa's place, round by round."""
    book = Notebook.load(GAME)
    for number, events in enumerate(ROUNDS, start=1):
        log = book.events[:events]
        print(
            f"After round {number}, Rosa lacks {Notebook(book.table, log).beliefs.entropy:.2f} bits"
        )
        for rival in rivals(book.table, log, rng=Random(number), samples=60):
            print(f"    {rival.name} lacks {rival.bits} bits and knows with chance {rival.knows}")
        now = accuse_now(book.table, log, rng=Random(number), samples=60)
        print(f"    likeliest: {now.guess}, right with chance {float(now.right):.2f}")
        advice = "accuse" if now.accuse else "wait"
        print(f"    another turn with chance {now.again:.2f}: {advice}")


if __name__ == "__main__":
    main()
