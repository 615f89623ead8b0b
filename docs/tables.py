"""Writes the tables of measurements into the pages, or checks that they are current.

`python docs/tables.py` replaces each table behind a comment `<!-- table: NAME -->`. With
`--check NAME ...` it prints the tables that differ and exits with 1; columns of times are not
compared.
"""

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from cluetree.play.result_store import ResultStore
from cluetree.play.roster import agent_named
from cluetree.play.rules import Rules
from cluetree.play.standings import standings
from cluetree.play.tournament import Entrant, Tournament, run

DOCS: Final = Path(__file__).parent
Rows = Iterable[Sequence[str]]


def tournament() -> Rows:
    """A short tournament of built-in agents."""
    names = ("heuristic:tie=random", "wensel", "random")
    contest = Tournament(tuple(Entrant(name, agent_named(name)) for name in names), Rules())
    table = standings(run(contest, 20, ResultStore()))
    yield "agent", "games", "wins a seat, %", "seat 1, %", "seat 2, %", "seat 3, %"
    for row in table.entrants:
        seats = ("" if share is None else f"{100 * share:.1f}" for share in row.by_seat)
        yield f"`{row.name}`", str(row.games), (row.share * 100).text(1), *seats


TABLES: Final[Mapping[str, tuple[Path, Callable[[], Rows]]]] = {
    "tournament": (DOCS / "how-to" / "run-a-tournament.md", tournament),
}
"""The page and the rows of each table."""


def markdown(rows: Rows) -> str:
    """Return rows as a table."""
    head, *rest = ("".join(f"| {cell} " for cell in row) + "|\n" for row in rows)
    return head + "|---" * (head.count("|") - 1) + "|\n" + "".join(rest)


def untimed(table: str) -> str:
    """Return a table without its columns of times."""
    lines = [line.split("|")[1:-1] for line in table.splitlines()]
    timed = {at for at, head in enumerate(lines[0]) if head.strip().endswith("ms")}
    return "\n".join(
        "|".join(cell for at, cell in enumerate(line) if at not in timed) for line in lines
    )


def main(arguments: Sequence[str]) -> int:
    """Write or check the tables that are named, or all."""
    differing = 0
    for name in [word for word in arguments if word != "--check"] or TABLES:
        page, rows = TABLES[name]
        new = markdown(rows())
        text = page.read_text("utf-8")
        block = re.search(rf"<!-- table: {name} -->\n\n((?:\|.*\n)*)", text)
        if block is None:
            raise ValueError(f"{page} must have a comment for the table {name}")
        if "--check" not in arguments:
            gap = "" if block[1] else "\n"
            page.write_text(text[: block.start(1)] + new + gap + text[block.end(1) :], "utf-8")
        elif untimed(new) != untimed(block[1] or "||"):
            differing += 1
            print(f"{page.name}: {name} differs; run docs/tables.py\n{new}")
    return min(differing, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
