"""How strong `strongest` is: the table of docs/explanation/rollouts.md.

`python -m tests.bench.strength 145 games.jsonl` plays 145 deals of each row, the rows by turns, and
prints the table. Each deal is played once, with `strongest` in each seat by turns. A game in which
it gambled is played again from the same seed without gambles. It goes on from the games in the
file. `... 145 games.jsonl wensel Expert` plays these rows alone. The seed was not used for tuning.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cluetree.play import NAMES, Rules
from cluetree.play.result_store import Played, ResultStore
from cluetree.play.roster import agent_named
from cluetree.play.standings import Interval, standings
from cluetree.play.tournament import Entrant, Tournament, finished
from tests.bench.strangers import CARES
from tests.bench.timing import say

SEED: Final = 77_001
ME: Final = "me"
STRONGEST: Final = "strongest"
PATIENT: Final = "tests.bench.foes:Patient"
"""The same player without gambles."""
HEURISTIC: Final = "heuristic:tie=random"
GUARANTOR: Final = "tests.bench.foes:Guarantor"
STRANGERS: Final = ("Expert", "Prober", "Halver", "Closer", "Concealer")
"""Players of `tests.bench.foes` that choose in ways that no model has."""
BY_VALUE: Final = tuple(
    f"{kind}:care={care}" for care in CARES for kind in ("Gainer", "Keeper", "Pessimist")
)
"""Players of `tests.bench.strangers` that choose by value."""
_FOUR: Final = (0, 5, 7)
"""The steps from a player by value to the three who play a table of four with it."""
ROWS: Final[Mapping[str, Sequence[str]]] = {
    "heuristic": [HEURISTIC] * 2,
    "wensel": ["wensel"] * 2,
    "seeker": ["seeker"] * 2,
    "Guarantor": [GUARANTOR] * 2,
    "one of each of the first three": [HEURISTIC, "wensel", "seeker"],
    "three seekers": ["seeker"] * 3,
    "three heuristics": [HEURISTIC] * 3,
    "four heuristics": [HEURISTIC] * 4,
    "five heuristics": [HEURISTIC] * 5,
    **{name: [f"tests.bench.foes:{name}"] * 2 for name in STRANGERS},
    "Expert, Prober, Concealer": [
        f"tests.bench.foes:{name}" for name in ("Expert", "Prober", "Concealer")
    ],
    "one of each of these five": [f"tests.bench.foes:{name}" for name in STRANGERS],
}
"""The opponents by the name of their row."""
_BY_VALUE: Final = [f"tests.bench.strangers:{name}" for name in BY_VALUE]
MORE_ROWS: Final[Mapping[str, Sequence[str]]] = {
    **{name: [foe] * 2 for name, foe in zip(BY_VALUE, _BY_VALUE, strict=True)},
    **{name: [f"tests.bench.strangers:{name}"] * 2 for name in ("Hider", "Believer")},
    **{
        f"{name} and two more": [_BY_VALUE[(at + step) % len(BY_VALUE)] for step in _FOUR]
        for at, name in enumerate(BY_VALUE)
    },
}
"""The same of rows that are played only if they are named."""


def tournament(row: str, agent: str = STRONGEST) -> Tournament:
    """Return the tournament of an agent against the opponents of a row."""
    foes = {**ROWS, **MORE_ROWS}[row]
    rules = Rules(players=NAMES[: len(foes) + 1], most_turns=500)
    entrants = (Entrant(foe, agent_named(foe), foe) for foe in foes)
    me = Entrant(ME, agent_named(agent), agent)
    return Tournament((me, *entrants), rules, SEED, "rotations")


def play(contest: Tournament, deal: int, store: ResultStore) -> Played:
    """Return a game of a deal in one seating, from the store if it has it."""
    for game in store.games(contest.fingerprint):
        if game.deal == deal:
            return game
    orders = contest.orders()
    game = contest.play((deal, orders[deal % len(orders)]))
    store.add(contest.fingerprint, game)
    return game


def table(rows: Sequence[str], deals: int, store: ResultStore) -> Iterator[str]:
    """Yield the lines of the table."""
    heads = "deals | wins, % | par, % | turns | gambles | right, % | said, % | without, %"
    yield f"| against | {heads} |"
    yield "|---" * 9 + "|"
    every: list[tuple[bool, float, bool]] = []
    wins: list[bool] = []
    for row in rows:
        contest = tournament(row)
        if games := finished(contest, deals, store):
            gambles = list(_gambles(games, finished(tournament(row, PATIENT), deals, store)))
            every += gambles
            wins += map(_wins, games)
            [mine] = (one for one in standings(games).entrants if one.name == ME)
            par, turns = 100 / len(contest.entrants), standings(games).turns.mean
            shares = f"{len(games)} | {_percent(mine.share)} | {par:.0f} | {turns:.1f}"
            yield f"| {row} | {shares} | {_shares(gambles)} |"
    yield f"| together | {len(wins)} | {_percent(Interval.of(wins))} | | | {_shares(every)} |"


def _gamble(game: Played) -> float | None:
    """Return the chance that the agent claimed for its gamble in a game, if it made one."""
    return game.gambles[game.seating.index(ME)]


def _gambles(
    games: Sequence[Played], without: Sequence[Played]
) -> Iterator[tuple[bool, float, bool]]:
    """Yield of each gamble whether it won, the chance claimed, and whether waiting won."""
    waited = {game.deal: _wins(game) for game in without}
    for game in games:
        if (chance := _gamble(game)) is not None:
            yield _wins(game), chance, waited[game.deal]


def _wins(game: Played) -> bool:
    return game.winner == game.seating.index(ME)


def _percent(share: Interval) -> str:
    return f"{100 * share.mean:.0f} ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _shares(gambles: Sequence[tuple[bool, float, bool]]) -> str:
    if not gambles:
        return "0 | | |"
    shares = (f"{100 * sum(each) / len(gambles):.0f}" for each in zip(*gambles, strict=True))
    return " | ".join((f"{len(gambles)}", *shares))


def main(deals: int, path: str, *rows: str) -> None:
    """Play the missing games, deal by deal, and print the table."""
    by_turns = rows == ("strangers",)
    rows = BY_VALUE if by_turns else rows or tuple(ROWS)
    store = ResultStore(path)
    for deal in range(deals):
        for row in [rows[deal % len(rows)]] if by_turns else rows:
            if _gamble(play(tournament(row), deal, store)) is not None:
                play(tournament(row, PATIENT), deal, store)
    for line in table(rows, deals, store):
        say(line)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
