"""How a tournament stands: `cluetree-standings/1`; shares are from 0 to 1."""

from collections.abc import Sequence
from typing import Literal

from cluetree.faces.forms.parts import Form
from cluetree.play.standings import Standings


class IntervalForm(Form, frozen=True, kw_only=True):
    """A mean with its 95 % interval, whose half-width is null where it is not known."""

    mean: float
    half_width: float | None


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
    conduct: ConductForm
    gambles: GamblesForm


class DifferenceForm(Form, frozen=True, kw_only=True):
    """How far two entrants are apart, on the same deals."""

    above: str
    below: str
    points: IntervalForm


class StandingsForm(Form, frozen=True, kw_only=True):
    """A tournament."""

    format: Literal["cluetree-standings/1"]
    games: int
    deals: int
    unfinished: int
    turns: IntervalForm
    seats: Sequence[IntervalForm]
    entrants: Sequence[EntrantForm]
    differences: Sequence[DifferenceForm]

    @classmethod
    def of(cls, found: Standings) -> "StandingsForm":
        """Say who won how often, and how sure that is."""
        return cls(
            format="cluetree-standings/1",
            games=found.games,
            deals=found.deals,
            unfinished=found.unfinished,
            turns=IntervalForm.alike(found.turns),
            seats=[*map(IntervalForm.alike, found.seat_shares)],
            entrants=[*map(EntrantForm.alike, found.rows)],
            differences=[
                DifferenceForm(above=one, below=other, points=IntervalForm.alike(apart))
                for (one, other), apart in found.differences.items()
            ],
        )
