"""What the other players may have seen in a deal, and what it tells that they have not accused.

Whoever knows the answer on their turn accuses. So who has let a turn pass did not know it then,
or overlooked it: deals and shows that would have told them are less likely.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from random import Random
from typing import Final, NamedTuple, TypeVar

from cluetree.advice._perspectives import Cards, Hands, Perspectives, View
from cluetree.errors import ContradictionError, InvalidEventError
from cluetree.events import Accusation, Event, Suggestion

T = TypeVar("T")

OVERLOOKED: Final = 0.1
"""How often people are taken to overlook that they could know the answer, if it is not said."""


class Case(NamedTuple):
    """One way in which things may have come about for a player in a deal."""

    view: View
    weight: float
    """Its chance, times that of everybody having let their last turn pass."""


@dataclass(frozen=True)
class Opponents:
    """Some of the other players, in deal after deal.

    Raises:
        InvalidEventError: If `overlooked` is no chance.
    """

    perspectives: Perspectives
    """How they reason now."""
    then: Mapping[int, Perspectives]
    """For those who have let a turn pass, how they reasoned at its end."""
    seats: tuple[int, ...]
    """Who they are."""
    overlooked: float
    """The chance that somebody who could know the answer does not see it."""
    rng: Random
    """Where all chance comes from."""

    @classmethod
    def of(
        cls,
        perspectives: Perspectives,
        seats: Iterable[int],
        overlooked: float,
        rng: Random,
        *,
        over: bool = False,
    ) -> "Opponents":
        """Look at some players after a log; `over` says that its last turn is over as well."""
        seats = tuple(seats)
        ends = _passed(perspectives.log, over=over).items()
        then = {perspectives.seat(name): end for name, end in ends}
        reasoned = {seat: perspectives.when(then[seat]) for seat in seats if seat in then}
        return cls(perspectives, reasoned, seats, overlooked, rng)

    def __post_init__(self) -> None:
        if isinstance(self.overlooked, bool) or not 0 <= self.overlooked <= 1:
            raise InvalidEventError(f"overlooked must be from 0 to 1, got {self.overlooked!r}")

    def draw(self, hands: Hands) -> tuple[dict[int, View], float]:
        """Draw what each may have seen in a deal; return it with the chance of their silence."""
        views: dict[int, View] = {}
        weight = 1.0
        for seat in self.seats:
            cards = self.perspectives.draw_way(seat, hands, self.rng)
            views[seat] = self.perspectives.view(seat, hands, cards)
            weight *= self._silence(views[seat], hands, cards)
        return views, weight

    def cases(self, hands: Hands, *, exact: bool) -> dict[int, list[Case]]:
        """Return for each what they may have seen in a deal: everything possible, or one draw.

        What has no weight is left out.
        """
        if not exact:
            views, weight = self.draw(hands)
            return {seat: [Case(view, weight)] if weight else [] for seat, view in views.items()}
        found = {seat: list(self._cases(seat, hands)) for seat in self.seats}
        totals = {seat: sum(case.weight for case in cases) for seat, cases in found.items()}
        for seat, cases in found.items():
            others = prod(total for other, total in totals.items() if other != seat)
            weighed = (Case(case.view, case.weight * others) for case in cases)
            found[seat] = [case for case in weighed if case.weight]
        return found

    def _cases(self, seat: int, hands: Hands) -> Iterator[Case]:
        for cards, chance in self.perspectives.ways(seat, hands):
            view = self.perspectives.view(seat, hands, cards)
            yield Case(view, chance * self._silence(view, hands, cards))

    def _silence(self, view: View, hands: Hands, cards: Cards) -> float:
        """How likely somebody with this view has not accused on the turn they last let pass."""
        then = self.then.get(view.seat)
        # What is not known now was not known then; and whether it is must be worked out anyway.
        if then is None or self.overlooked == 1 or not self.perspectives.mind(view).knows:
            return 1.0
        knew = then.mind(then.view(view.seat, hands, cards)).knows
        return self.overlooked if knew else 1.0


def some(cases: list[T]) -> list[T]:
    """Return the cases that count.

    Raises:
        ContradictionError: If there are none.
    """
    if not cases:
        raise ContradictionError(
            "somebody must have known the answer on a turn that they let pass, "
            "but nothing may be overlooked"
        )
    return cases


def _passed(log: Iterable[Event], *, over: bool) -> dict[str, int]:
    """Return for each player how much of the log there was when they last let a turn pass."""
    passed: dict[str, int] = {}
    on_turn: tuple[str, int] | None = None
    for number, event in enumerate(log, start=1):
        if not isinstance(event, Suggestion | Accusation):
            continue
        if on_turn is not None and (isinstance(event, Suggestion) or on_turn[0] != event.by):
            passed[on_turn[0]] = on_turn[1]
        if isinstance(event, Suggestion):
            on_turn = event.by, number
    if over and on_turn is not None:
        passed[on_turn[0]] = on_turn[1]
    return passed
