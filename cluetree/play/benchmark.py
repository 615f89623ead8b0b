"""The table that others can beat: each agent in one chair, against two of each yardstick.

The deals follow from the seed alone and are the same in every cell, so the agents of two runs
can be compared, too.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

from cluetree.play.interval import Interval
from cluetree.play.result_store import Played, ResultStore
from cluetree.play.rules import Rules
from cluetree.play.standings import Standing, standings
from cluetree.play.supervised import TimeLimits
from cluetree.play.tournament import Entrant, Tournament, finished, run

YARDSTICKS: Final = ("random", "wensel", "information", "heuristic:tie=random")
"""Whom everybody is measured against, and who fill the first rows of the published table."""
SEED: Final = 2026
"""Of the published table: nothing in cluetree was tuned on its deals."""
DEALS: Final = 200
"""Of the published table, each from all three seats."""


@dataclass(frozen=True)
class Cell:
    """One agent against two of one yardstick."""

    agent: str
    against: str
    standing: Standing
    """How the agent did."""
    unfinished: int
    """Games that nobody won."""
    games: tuple[Played, ...]

    @property
    def share(self) -> Interval:
        """The share of games that the agent won."""
        return self.standing.share


@dataclass(frozen=True)
class Benchmark:
    """Whom to play, on how many deals; three players, no board, the rule book's claims."""

    agents: tuple[Entrant, ...]
    yardsticks: tuple[Entrant, ...]
    deals: int = DEALS
    seed: int = SEED
    limits: TimeLimits = TimeLimits()  # noqa: RUF009 -- it is frozen

    def tournaments(self) -> Iterator[Tournament]:
        """Yield what is to be played; nobody is measured by itself."""
        for agent in self.agents:
            for yardstick in self.yardsticks:
                if agent.name != yardstick.name:
                    entrants = (agent, yardstick, yardstick)
                    yield Tournament(entrants, Rules(), self.seed, limits=self.limits)

    def play(
        self,
        store: ResultStore,
        *,
        executor: Callable[[], Executor] | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Play what the store does not have yet; stopped at any time, the next run goes on."""
        tournaments = tuple(self.tournaments())
        games = self.deals * len(Rules().players)
        for number, tournament in enumerate(tournaments):

            def tell(done: int, _: int, before: int = number * games) -> None:
                if progress is not None:
                    progress(before + done, games * len(tournaments))

            run(tournament, self.deals, store, executor=executor, progress=tell)

    def cells(self, store: ResultStore) -> Sequence[Cell]:
        """Return how it stands, as far as it has been played."""
        cells: list[Cell] = []
        for tournament in self.tournaments():
            games = finished(tournament, self.deals, store)
            if games:
                agent, against, _ = (entrant.name for entrant in tournament.entrants)
                found = standings(games)
                (row,) = (row for row in found.rows if row.name == agent)
                cells.append(Cell(agent, against, row, found.unfinished, games))
        return cells
