"""How strong `strongest` is: the tables of docs/explanation/rollouts.md.

`python -m tests.bench.strength 300 games.jsonl` plays 300 deals of each row, the rows by turns, and
prints the tables. Each deal is played once, with `strongest` in each seat by turns. It goes on from
the games in the file. `... 300 games.jsonl 06:20` stops at that time, and
`... 300 games.jsonl 24:00 wensel random` plays these rows alone. The seed was not used for tuning.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from time import strftime
from typing import Final

from cluetree.board import classic_board
from cluetree.editions import CLUE_US
from cluetree.play import NAMES, Rules
from cluetree.play.interval import Interval
from cluetree.play.result_store import Played, ResultStore
from cluetree.play.roster import agent_named
from cluetree.play.standings import Standing, standings
from cluetree.play.tournament import Entrant, Seatings, Tournament, finished
from tests.bench.timing import say

SEED: Final = 64_000
TURNS: Final = Seatings.ROTATIONS
ME: Final = "me"
AGENTS: Final = ("strongest", "heuristic:tie=random")
"""The agent, and the one to compare it with in the same seat."""
MODELLED: Final = (
    "heuristic:tie=random",
    "random",
    "wensel",
    *(f"tests.bench.foes:{name}" for name in ("Checklist", "Camouflage", "Copycat", "Sleeper")),
    "tests.bench.foes:Daredevil",
    *(
        f"tests.bench.adversaries:{name}"
        for name in ("Bluffer", "Turncoat", "Decoy", "Parrot", "Penitent")
    ),
)
"""Opponents that choose in a way that the models contain, or that the agent was tuned on."""
UNMODELLED: Final = (
    *("seeker:aim=solve,accuses=1", "seeker", "seeker:leak=0.5"),
    *(
        f"tests.bench.foes:{name}"
        for name in (
            *("Guarantor", "Regular", "Concealer"),
            *("Prober", "Halver", "Expert", "Closer"),
        )
    ),
)
"""Opponents that choose in other ways."""
BOARD: Final = "on the board"
TABLES: Final = (BOARD, *(f"{number} players" for number in (4, 5, 6)))
STRANGERS: Final = tuple(f"{number} strangers" for number in (4, 5, 6))
"""Tables at which the opponents are of several kinds that the models do not contain."""
GROUPS: Final = {"modelled": (*MODELLED, *TABLES), "unmodelled": (*UNMODELLED, *STRANGERS)}


def tournament(row: str, agent: str = "strongest") -> Tournament:
    """Return the tournament of a row: a kind of opponent, or a table."""
    foes = [row]
    if row in TABLES:
        foes = [MODELLED[0]]
    elif row in STRANGERS:
        foes = [UNMODELLED[3], UNMODELLED[1], UNMODELLED[2]]
    players = int(row[0]) if row[0].isdigit() else 3
    board = classic_board(CLUE_US) if row == BOARD else None
    rules = Rules(players=NAMES[:players], board=board, most_turns=500)
    others = (foes[seat % len(foes)] for seat in range(players - 1))
    entrants = (Entrant(foe, agent_named(foe), foe) for foe in others)
    return Tournament((Entrant(ME, agent_named(agent), agent), *entrants), rules, SEED, TURNS)


def play(tournament: Tournament, deal: int, store: ResultStore) -> None:
    """Play a deal in one seating, unless the store has it."""
    orders = tournament.orders()
    order = orders[deal % len(orders)]
    if all(game.deal != deal for game in store.games(tournament.fingerprint)):
        store.add(tournament.fingerprint, tournament.play((deal, order)))


def table(rows: Sequence[str], deals: int, store: ResultStore) -> Iterator[str]:
    """Yield the lines of the table, and the gambles against all of these opponents."""
    columns = "wins, % | heuristic, % | par, % | turns | gambles | right, % | said, %"
    yield f"| against | deals | {columns} |"
    yield "|---" * 9 + "|"
    made = right = 0
    claimed = 0.0
    for row in rows:
        games = [finished(tournament(row, agent), deals, store) for agent in AGENTS]
        if not games[0]:
            continue
        found, *plain = (_mine(each) for each in games if each)
        shares = " | ".join([_percent(found.share), *(_percent(each.share) for each in plain)])
        gambles = [(chance, game.winner == seat) for game, seat, chance in _gambles(games[0])]
        own = len(gambles), sum(won for _, won in gambles), sum(chance for chance, _ in gambles)
        made, right, claimed = made + own[0], right + own[1], claimed + own[2]
        name = row.rpartition(":")[2] if row.startswith("tests.") else row
        par = 100 / len(tournament(row).entrants)
        turns = standings(games[0]).turns.mean
        of_gambles = _of_gambles(*own)
        yield f"| {name} | {found.games} | {shares} | {par:.0f} | {turns:.1f} | {of_gambles} |"
    yield f"| together | | | | | | {_of_gambles(made, right, claimed)} |"


def _gambles(games: Sequence[Played]) -> Iterator[tuple[Played, int, float]]:
    """Yield each gamble of the agent: the game, its seat, and the chance that it claimed."""
    for game in games:
        for seat, chance in enumerate(game.gambles):
            if chance is not None and game.seating[seat] == ME:
                yield game, seat, chance


def _mine(games: Sequence[Played]) -> Standing:
    [mine] = (one for one in standings(games).entrants if one.name == ME)
    return mine


def _percent(share: Interval) -> str:
    return f"{100 * share.mean:.0f} ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _of_gambles(made: int, right: int, claimed: float) -> str:
    shares = [f"{100 * number / made:.0f}" if made else "" for number in (right, claimed)]
    return " | ".join([str(made), *shares])


def main(deals: int, path: str, until: str = "24:00", *rows: str) -> None:
    """Play the missing games, deal by deal, and print the tables."""
    store = ResultStore(path)
    for deal in range(deals):
        for row in rows or chain(*GROUPS.values()):
            for agent in AGENTS:
                if strftime("%H:%M") < until:
                    play(tournament(row, agent), deal, store)
    for name, group in GROUPS.items():
        say(f"Opponents that are {name}:")
        for line in table(rows or group, deals, store):
            say(line)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
