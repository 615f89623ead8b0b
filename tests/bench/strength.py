"""How strong `strongest` is: the tables of docs/explanation/rollouts.md.

`python -m tests.bench.strength 300 strength.db` plays 300 deals of each row, the rows by turns,
and prints the tables. Each deal is played once, with `strongest` in each seat by turns. It goes on
from the games in the file. `... 300 strength.db 06:20` stops at that time, `... 300 strength.db
24:00 wensel decoy` plays these rows alone. The seed was not used for tuning.
"""

import sys
from collections.abc import Iterator, Sequence
from time import strftime
from typing import Final

from cluetree.board import classic_board
from cluetree.editions import CLUE_US
from cluetree.play import NAMES, Rules
from cluetree.play.agents import Strongest
from cluetree.play.result_store import ResultStore
from cluetree.play.roster import agent_named
from cluetree.play.standings import standings
from cluetree.play.tournament import Entrant, Seatings, Tournament, finished
from tests.bench.timing import say

SEED: Final = 61_000
FOES: Final = (
    "heuristic:tie=random",
    "random",
    "wensel",
    "information",
    "deal-rollout",
    *(f"tests.bench.foes:{n}" for n in ("Checklist", "Camouflage", "Copycat", "Sleeper")),
    *(f"tests.bench.foes:{n}" for n in ("Daredevil", "Regular", "Concealer")),
    *("bluffer", "turncoat", "decoy", "parrot", "penitent", "veteran", "mule", "seesaw"),
)
BOARD: Final = "on the board"
TABLES: Final = (BOARD, "4 players", "5 players", "6 players")


def tournament(row: str) -> Tournament:
    """Return the tournament of a row: a kind of opponent, or a table with heuristics."""
    foe = FOES[0] if row in TABLES else row
    players = int(row[0]) if row in TABLES and row != BOARD else 3
    board = classic_board(CLUE_US) if row == BOARD else None
    rules = Rules(players=NAMES[:players], board=board, most_turns=500)
    others = (Entrant("foe", agent_named(foe), foe) for _ in range(players - 1))
    entrants = (Entrant("strongest", Strongest()), *others)
    return Tournament(entrants, rules, SEED, Seatings.ROTATIONS)


def play(tournament: Tournament, deal: int, store: ResultStore) -> None:
    """Play a deal in one seating, unless the store has it."""
    orders = tournament.orders()
    order = orders[deal % len(orders)]
    name = store.open(tournament.fingerprint)
    if all(game.deal != deal for game in store.games(name)):
        store.add(name, tournament.play((deal, order)))


def table(rows: Sequence[str], deals: int, store: ResultStore) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| opponents | deals | wins, % | turns a game | gambles | right, % | claimed, % |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        games = finished(tournament(row), deals, store)
        if not games:
            continue
        found = standings(games)
        [mine] = (one for one in found.entrants if one.name == "strongest")
        share, gambles = mine.share * 100, mine.gambles
        wins = f"{share.mean:.1f} ({share.low:.1f} to {share.high:.1f})"
        right = f"{100 * gambles.right / gambles.made:.0f}" if gambles.made else ""
        said = "" if gambles.said is None else f"{100 * gambles.said:.0f}"
        turns = f"{found.turns.mean:.1f}"
        name = row.rpartition(":")[2] if "foes:" in row else row
        yield f"| {name} | {found.deals} | {wins} | {turns} | {gambles.made} | {right} | {said} |"


def main(deals: int, path: str, until: str = "24:00", *rows: str) -> None:
    """Play the missing games, deal by deal, and print the table."""
    rows = rows or (*FOES, *TABLES)
    with ResultStore(path) as store:
        for deal in range(deals):
            for row in rows:
                if strftime("%H:%M") < until:
                    play(tournament(row), deal, store)
        for line in table(rows, deals, store):
            say(line)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
