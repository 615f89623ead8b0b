"""Writes the tables of measurements into the pages, or checks that they are current.

`python docs/tables.py` replaces each table behind a comment `<!-- table: NAME -->`. With
`--check NAME ...` it prints the tables that differ and exits with 1; columns of times are not
compared.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final

from cluetree import Notebook
from cluetree.editions import MASTER_DETECTIVE
from cluetree.play import NAMES, ErraticAgent, play_game
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


QUESTIONS: Final[Mapping[str, Callable[[Notebook], object]]] = {
    "`beliefs`, and so `knows` and `answer`": lambda book: book.beliefs,
    "`tree`": lambda book: book.tree,
    "`why`": lambda book: book.why("envelope", "rope"),
    "`advise()`": Notebook.advise,
    '`advise(aim="win", top=1)`': lambda book: book.advise(aim="win", top=1),
    "`rivals()`": Notebook.rivals,
    "`accuse_now()`": Notebook.accuse_now,
    "`card_to_show`": lambda book: book.card_to_show(book.table.left_of(NAMES[0])[-1], three(book)),
    "`suspicious()`": Notebook.suspicious,
    "`review()`": Notebook.review,
}
GROUPS: Final[Mapping[str, Rules]] = {
    "classic, 3 players": Rules(),
    "classic, 6 players": Rules(players=NAMES[:6]),
    "Master Detective, 6": Rules(MASTER_DETECTIVE, NAMES[:6]),
}
EVENTS: Final = (4, 8, 12, 16)
GAMES: Final = 2
SHORT: Final = 10  # milliseconds, below which a decimal is written


def questions() -> Rows:
    """The processor time of each question; a process for each cell, so that none is cached."""
    yield "question", *(f"{group}, ms" for group in GROUPS)
    with ProcessPoolExecutor(1, max_tasks_per_child=1) as pool:
        for question in QUESTIONS:
            times = pool.map(timed, [question] * len(GROUPS), GROUPS)
            yield question, *(cell(median(each), max(each)) for each in times)


def cell(*times: float) -> str:
    """Return the median and the maximum."""
    return "{} (to {})".format(*(f"{t:,.{int(t < SHORT)}f}" for t in times))


def timed(question: str, group: str) -> list[float]:
    """Return the milliseconds of a question in each position whose answer is open."""
    times = []
    for book in positions(GROUPS[group]):
        start = process_time()
        QUESTIONS[question](book)
        spent = 1000 * (process_time() - start)
        times += [spent] if book.answer is None else []
    return times


def positions(rules: Rules) -> Iterator[Notebook]:
    """Yield notebooks of the first seat."""
    for seed in range(GAMES):
        result = play_game([ErraticAgent(rash=0) for _ in rules.players], rules, seed)
        game = result.record(NAMES[0])
        for number in EVENTS:
            if number <= len(game.events):
                yield Notebook(game.table, game.events[:number], limit=None)


def three(book: Notebook) -> Sequence[str]:
    """Return a card of each category, of the own hand where possible."""
    hand = book.table.player(NAMES[0]).hand or ()
    return [*{card.category: card.name for card in (*book.table.edition.cards, *hand)}.values()]


TABLES: Final[Mapping[str, tuple[Path, Callable[[], Rows]]]] = {
    "questions": (DOCS / "how-to" / "choose-a-question.md", questions),
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
