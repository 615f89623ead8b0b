"""A viewpoint: a game, the deals that fit its log, and estimates from these deals."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum, inf, sqrt
from random import Random
from typing import Final, Generic, TypeAlias, TypedDict, TypeVar

from cluetree.advice._perspectives import Hands, Perspectives, View
from cluetree.advice.replies import ReplyModel, uniform
from cluetree.beliefs import Beliefs, Estimate
from cluetree.claims import Fact
from cluetree.errors import LimitReached
from cluetree.events import Event, Game, log_of
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.limit import MOST_DRAWS, verify_limit
from cluetree.table import Table

T = TypeVar("T")

Progress: TypeAlias = Callable[[int, int], None]
"""A callback that receives the number of deals done and their total."""


class Sampling(TypedDict, total=False):
    """The options of `rivals`, `card_to_show` and `accuse_now`."""

    rng: Random | None
    """The random number generator. Without it the same log gives the same numbers."""
    samples: int
    """The number of deals to draw, at least 2; by default 200."""
    model: ReplyModel
    """How players choose the card to show; by default `uniform`."""
    progress: Progress | None
    """A callback that receives the deals done and their total."""


_LEAST: Final = 2
"""The minimum number of deals: fewer have no standard error."""
_AT_ONCE: Final = 200
"""The number of deals to draw at a time."""
_VIEWS: Final = 5
"""The maximum number of views per sample for which all deals are examined."""
_NOISE: Final = 1e-12
"""Smaller errors are floating-point noise."""


@dataclass(frozen=True)
class Cases(Generic[T]):
    """Cases with their weights, which add up to the number of deals."""

    weighted: Sequence[tuple[T, float]]
    exact: bool
    """Whether these are all the cases; else those of drawn deals."""
    complete: bool
    """Whether the limit cut no drawn deal."""

    def mean(self, value: Callable[[T], float]) -> Estimate:
        """Estimate the mean of a value. The error of one drawn deal is infinite."""
        values = [(value(case), weight) for case, weight in self.weighted]
        number = fsum(weight for _, weight in values)
        middle = fsum(value * weight for value, weight in values) / number
        if self.exact:
            return Estimate(middle)
        if number <= 1:
            return Estimate(middle, inf)
        squares = fsum(weight * (value - middle) ** 2 for value, weight in values)
        error = sqrt(squares / number / (number - 1))
        return Estimate(middle, error if error > _NOISE else 0.0)

    def chance(self, holds: Callable[[T], bool]) -> Estimate:
        """Estimate the probability of a condition.

        The error assumes one more draw of each outcome (Laplace's rule), so that an unseen outcome
        is not reported as impossible.
        """
        share = self.mean(holds).value
        if self.exact:
            return Estimate(share)
        number = fsum(weight for _, weight in self.weighted)
        smooth = (share * number + 1) / (number + 2)
        return Estimate(share, sqrt(smooth * (1 - smooth) / number))


@dataclass(frozen=True)
class Viewpoint:
    """A game as one player or an onlooker knows it, and how to estimate what the others know."""

    table: Table
    events: tuple[Event, ...]
    rng: Random | None = None
    samples: int = 200
    model: ReplyModel = uniform
    progress: Progress | None = None

    def __post_init__(self) -> None:
        verify_limit("samples", self.samples, least=_LEAST, most=MOST_DRAWS, whole=True)

    @cached_property
    def evidence(self) -> Evidence:
        """The viewpoint's knowledge."""
        return Evidence.gather(self)

    @cached_property
    def perspectives(self) -> Perspectives:
        """The knowledge of all players in each deal."""
        return Perspectives(self, self.model)

    def examine(self, names: Sequence[str], look: Callable[[View], T]) -> dict[str, Cases[T]]:
        """Apply a function to the views of players in the deals, until the limit is reached."""
        perspectives, beliefs = self.perspectives, count(self.evidence)
        seats = [perspectives.frame.place(name) for name in names]
        every = self._all_if_few(beliefs, seats)
        # Without a generator, all views in each deal are examined.
        rng = None if every else (self.rng or Random(0))
        deals = every if rng is None else self._drawn(beliefs, rng)
        number = len(every) or self.samples
        report: Progress = self.progress or (lambda done, total: None)  # noqa: ARG005 -- no reports
        seen: list[list[list[tuple[T, float]]]] = []
        try:
            for hands in deals:
                report(len(seen), number)
                views = (perspectives.views(seat, hands, rng) for seat in seats)
                seen.append([[(look(view), weight) for view, weight in each] for each in views])
        except LimitReached:
            if len(seen) < _LEAST:
                raise
        report(number, number)
        complete = len(seen) == number
        return {
            name: Cases(
                [case for by_player in seen for case in by_player[at]],
                exact=complete and rng is None,
                complete=complete,
            )
            for at, name in enumerate(names)
        }

    def _all_if_few(self, beliefs: Beliefs, seats: Iterable[int]) -> list[Hands]:
        """Return all deals that fit if they are few, with few views; else none."""
        if not 0 < beliefs.deals <= self.samples:
            return []
        perspectives = self.perspectives
        deals = [*_every_deal(self.evidence, beliefs)]
        # Shuffled, so that the deals done before the limit are a fair sample.
        Random(0).shuffle(deals)
        views = (sum(perspectives.number_of_views(seat, each) for each in deals) for seat in seats)
        return deals if max(views, default=0) <= self.samples * _VIEWS else []

    def _drawn(self, beliefs: Beliefs, rng: Random) -> Iterator[Hands]:
        """Draw deals, some at a time, so that some are examined before the limit."""
        for done in range(0, self.samples, _AT_ONCE):
            yield from beliefs.sample_hands(min(_AT_ONCE, self.samples - done), rng=rng)


def public_evidence(game: Game, events: Iterable[Event] = ()) -> Evidence:
    """Return what all players know: passes, showers, accusations, and facts that all heard."""
    return Viewpoint(*log_of(game, events)).perspectives.public


def _every_deal(evidence: Evidence, beliefs: Beliefs) -> Iterator[Hands]:
    """Yield every deal that fits, by case distinction on the open cards."""
    if beliefs.deals == 1:
        yield beliefs.certain_sets[0]
        return
    settled = beliefs.face_up.union(card for _, card in beliefs.holds)
    card = next(card for card in beliefs.edition.cards if card not in settled)
    for place in beliefs.counts:
        if beliefs.count(place, card):
            narrower = evidence.assuming(Fact(place, card, holds=True))
            yield from _every_deal(narrower, count(narrower))
