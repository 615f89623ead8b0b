"""A program that saves one log after another to one file until it is killed.

`python -m tests.notebook.saver FILE EVENTS LOGS`: the logs take turns; log `n` has `EVENTS + n`
events and has that name.
"""

import sys
from itertools import cycle

from cluetree import Lacks, Notebook, Table
from cluetree.editions import CLUE_US


def book(number: int, events: int) -> Notebook:
    """Return a log that differs from all others."""
    table = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
    card = CLUE_US.cards[number]
    told = [Lacks(table.names[at % 3], card) for at in range(events + number)]
    return Notebook(table, told, title=f"log {number}")


def main(path: str, events: int, logs: int) -> None:
    """Save without end, and say so once the first save is done."""
    books = [book(number, events) for number in range(logs)]
    books[0].save(path)
    sys.stdout.write("saving\n")
    sys.stdout.flush()
    for each in cycle(books):
        each.save(path)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
