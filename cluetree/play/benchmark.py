"""The published table: each agent in one seat against two of each reference agent.

The deals follow from the seed alone and are the same in every cell, so agents of different runs
can be compared.
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from cluetree import __version__
from cluetree.play.ratings import ratings
from cluetree.play.result_store import ResultStore
from cluetree.play.rules import Rules
from cluetree.play.standings import Standing, standings
from cluetree.play.supervised import TimeLimits
from cluetree.play.tournament import Entrant, Tournament, finished, run

if TYPE_CHECKING:
    from cluetree.play.interval import Interval

YARDSTICKS: Final = ("random", "wensel", "information", "heuristic:tie=random", "seeker")
"""The reference agents, which are also the first rows of the published table."""
SEED: Final = 2026
"""The seed of the published table; nothing in cluetree was tuned on its deals."""
DEALS: Final = 200
"""The number of deals of the published table, each played from all three seats."""

_STORED: Final = files("cluetree.play") / "baselines.json"


@dataclass(frozen=True)
class Cell:
    """The results of one agent against two of one reference agent."""

    against: str
    unfinished: int
    """The number of games without a winner."""
    agent: Standing


@dataclass(frozen=True, kw_only=True)
class BenchmarkTable:
    """The table as far as it has been played; encoded as JSON as it is."""

    format: Literal["cluetree-benchmark/2"] = "cluetree-benchmark/2"
    version: str = __version__
    seed: int
    deals: int
    cells: tuple[Cell, ...]

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(cell.agent.games for cell in self.cells)

    def with_stored_rows(self) -> "BenchmarkTable | None":
        """Return the table with the stored rows of the reference agents before its own.

        `None` if the stored games are of another version, seed or number of deals.
        """
        stored = msgspec.json.decode(_STORED.read_bytes(), type=BenchmarkTable)
        theirs = (stored.version, stored.seed, stored.deals)
        if (self.version, self.seed, self.deals) != theirs:
            return None
        own = {cell.agent.name for cell in self.cells}
        others = (cell for cell in stored.cells if cell.agent.name not in own)
        return replace(self, cells=(*others, *self.cells))


@dataclass(frozen=True)
class Benchmark:
    """The agents and deals of a table: three players, no board, only the suggester accuses."""

    agents: tuple[Entrant, ...]
    yardsticks: tuple[Entrant, ...]
    deals: int = DEALS
    seed: int = SEED
    limits: TimeLimits = TimeLimits()  # noqa: RUF009 -- it is frozen

    def tournaments(self) -> Iterator[Tournament]:
        """Yield one tournament per cell; no agent plays against itself."""
        for agent in self.agents:
            for yardstick in self.yardsticks:
                if agent.name != yardstick.name:
                    entrants = (agent, yardstick, yardstick)
                    yield Tournament(entrants, Rules(), self.seed, limits=self.limits)

    @property
    def games(self) -> int:
        """The number of games to play."""
        return sum(each.number_of_games(self.deals) for each in self.tournaments())

    def play(
        self,
        store: ResultStore,
        *,
        executor: Callable[[], Executor] | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Play what the store does not have yet; see `tournament.run`."""
        before, total = 0, self.games
        for tournament in self.tournaments():

            def report(done: int, _: int, before: int = before) -> None:
                if progress is not None:
                    progress(before + done, total)

            before += len(run(tournament, self.deals, store, executor=executor, progress=report))

    def table(self, store: ResultStore, *, rated: bool = False) -> BenchmarkTable:
        """Return the table of the stored games; its ratings need choix."""
        played = [(each, finished(each, self.deals, store)) for each in self.tournaments()]
        games = [game for _, games in played for game in games]
        points: Mapping[str, Interval] = ratings(games) if rated and games else {}
        cells: list[Cell] = []
        for tournament, own in played:
            if own:
                agent, against, _ = (entrant.name for entrant in tournament.entrants)
                found = standings(own, points)
                (row,) = (row for row in found.entrants if row.name == agent)
                cells.append(Cell(against, found.unfinished, row))
        return BenchmarkTable(seed=self.seed, deals=self.deals, cells=tuple(cells))
