"""How strong `strongest` is: the table of docs/explanation/rollouts.md.

`python -m tests.bench.strength 145 games.jsonl` plays 145 deals of each row, the rows by turns, and
prints the table. Each deal is played once, with `strongest` in each seat by turns. It goes on from
the games in the file. `... 145 games.jsonl wensel Expert` plays these rows alone. The seed was not
used for tuning.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cluetree.play import NAMES, Rules
from cluetree.play.result_store import Played, ResultStore
from cluetree.play.roster import agent_named
from cluetree.play.standings import Interval, standings
from cluetree.play.tournament import Entrant, Tournament, finished
from tests.bench.timing import say

SEED: Final = 91_400
ME: Final = "me"
HEURISTIC: Final = "heuristic:tie=random"
GUARANTOR: Final = "tests.bench.foes:Guarantor"
STRANGERS: Final = ("Expert", "Prober", "Halver", "Closer", "Concealer")
"""Players of `tests.bench.foes` that choose in ways that no model has."""
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
}
"""The opponents by the name of their row."""


def tournament(row: str) -> Tournament:
    """Return the tournament of a row."""
    foes = ROWS[row]
    rules = Rules(players=NAMES[: len(foes) + 1], most_turns=500)
    entrants = (Entrant(foe, agent_named(foe), foe) for foe in foes)
    me = Entrant(ME, agent_named("strongest"), "strongest")
    return Tournament((me, *entrants), rules, SEED, "rotations")


def play(tournament: Tournament, deal: int, store: ResultStore) -> None:
    """Play a deal in one seating, unless the store has it."""
    orders = tournament.orders()
    if all(game.deal != deal for game in store.games(tournament.fingerprint)):
        store.add(tournament.fingerprint, tournament.play((deal, orders[deal % len(orders)])))


def table(rows: Sequence[str], deals: int, store: ResultStore) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| against | deals | wins, % | par, % | turns | gambles | right, % | said, % |"
    yield "|---" * 8 + "|"
    every: list[tuple[bool, float]] = []
    for row in rows:
        contest = tournament(row)
        if games := finished(contest, deals, store):
            gambles = list(_gambles(games))
            every += gambles
            [mine] = (one for one in standings(games).entrants if one.name == ME)
            par, turns = 100 / len(contest.entrants), standings(games).turns.mean
            shares = f"{len(games)} | {_percent(mine.share)} | {par:.0f} | {turns:.1f}"
            yield f"| {row} | {shares} | {_right_and_said(gambles)} |"
    yield f"| together | | | | | {_right_and_said(every)} |"


def _gambles(games: Sequence[Played]) -> Iterator[tuple[bool, float]]:
    """Yield for each gamble of the agent whether it was right, and the chance that it claimed."""
    for game in games:
        for seat, chance in enumerate(game.gambles):
            if chance is not None and game.seating[seat] == ME:
                yield game.winner == seat, chance


def _percent(share: Interval) -> str:
    return f"{100 * share.mean:.0f} ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _right_and_said(gambles: Sequence[tuple[bool, float]]) -> str:
    if not gambles:
        return "0 | |"
    right, said = (100 * sum(each) / len(gambles) for each in zip(*gambles, strict=True))
    return f"{len(gambles)} | {right:.0f} | {said:.0f}"


def main(deals: int, path: str, *rows: str) -> None:
    """Play the missing games, deal by deal, and print the table."""
    store = ResultStore(path)
    for deal in range(deals):
        for row in rows or ROWS:
            play(tournament(row), deal, store)
    for line in table(rows or [*ROWS], deals, store):
        say(line)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
