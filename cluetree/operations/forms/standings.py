"""How a tournament stands: `cluetree-standings/2`; shares are from 0 to 1."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from cluetree.operations.forms.parts import Form
from cluetree.play.benchmark import Benchmark, Cell
from cluetree.play.interval import Interval
from cluetree.play.standings import Standing, Standings


class IntervalForm(Form, frozen=True, kw_only=True):
    """A mean with the bounds of its 95 % interval, null where one deal says nothing of them."""

    mean: float
    low: float | None
    high: float | None

    @classmethod
    def of(cls, found: Interval) -> "IntervalForm":
        """Leave out the bounds that are not known: JSON has no infinity."""
        low, high = (found.low, found.high) if found.is_known else (None, None)
        return cls(mean=found.mean, low=low, high=high)


class FaultForm(Form, frozen=True, kw_only=True):
    """Something that an agent did wrong."""

    kind: Literal["late", "crash", "illegal"]
    words: str
    count: int


class ConductForm(Form, frozen=True, kw_only=True):
    """How an entrant behaved: how often it was asked, how long that took, what it did wrong."""

    choices: int
    seconds: float
    faults: Sequence[FaultForm]


class GamblesForm(Form, frozen=True, kw_only=True):
    """How often it accused without proof; how often it took that to be right, if it said so."""

    made: int
    right: int
    said: float | None


class EntrantForm(Form, frozen=True, kw_only=True):
    """How one entrant did."""

    name: str
    games: int
    share: IntervalForm
    by_seat: Sequence[float | None]
    turns_a_win: IntervalForm | None
    rating: IntervalForm | None
    conduct: ConductForm
    gambles: GamblesForm

    @classmethod
    def of(cls, row: Standing, rating: Interval | None) -> "EntrantForm":
        """Put a row of the standings into numbers."""
        won = row.turns_a_win
        return cls(
            name=row.name,
            games=row.games,
            share=IntervalForm.of(row.share),
            by_seat=row.by_seat,
            turns_a_win=None if won is None else IntervalForm.of(won),
            rating=None if rating is None else IntervalForm.of(rating),
            conduct=ConductForm.alike(row.conduct),
            gambles=GamblesForm.alike(row.gambles),
        )


class DifferenceForm(Form, frozen=True, kw_only=True):
    """How far two entrants are apart, on the same deals."""

    above: str
    below: str
    points: IntervalForm


class StandingsForm(Form, frozen=True, kw_only=True):
    """A tournament."""

    format: Literal["cluetree-standings/2"]
    games: int
    deals: int
    unfinished: int
    turns: IntervalForm
    seats: Sequence[IntervalForm]
    entrants: Sequence[EntrantForm]
    differences: Sequence[DifferenceForm]

    @classmethod
    def of(
        cls, found: Standings, ratings: Mapping[str, Interval] = MappingProxyType({})
    ) -> "StandingsForm":
        """Say who won how often, and how sure that is, with their ratings if those were asked."""
        return cls(
            format="cluetree-standings/2",
            games=found.games,
            deals=found.deals,
            unfinished=found.unfinished,
            turns=IntervalForm.of(found.turns),
            seats=[*map(IntervalForm.of, found.seat_shares)],
            entrants=[EntrantForm.of(row, ratings.get(row.name)) for row in found.rows],
            differences=[
                DifferenceForm(above=one, below=other, points=IntervalForm.of(apart))
                for (one, other), apart in found.differences.items()
            ],
        )


class CellForm(Form, frozen=True, kw_only=True):
    """One agent against two of one yardstick."""

    against: str
    unfinished: int
    agent: EntrantForm


class BenchmarkForm(Form, frozen=True, kw_only=True):
    """The table that others can beat, as far as it has been played."""

    format: Literal["cluetree-benchmark/1"]
    seed: int
    deals: int
    cells: Sequence[CellForm]

    @classmethod
    def of(
        cls, table: Benchmark, cells: Iterable[Cell], ratings: Mapping[str, Interval]
    ) -> "BenchmarkForm":
        """Put each cell into numbers."""
        return cls(
            format="cluetree-benchmark/1",
            seed=table.seed,
            deals=table.deals,
            cells=[
                CellForm(
                    against=cell.against,
                    unfinished=cell.unfinished,
                    agent=EntrantForm.of(cell.standing, ratings.get(cell.agent)),
                )
                for cell in cells
            ],
        )
