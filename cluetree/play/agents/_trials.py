"""The what-ifs of a policy rollout, run side by side with numpy."""

from itertools import islice
from random import Random
from typing import Final

import numpy as np
from more_itertools import chunked
from numpy.typing import NDArray

from cluetree.cards import ClueGuess
from cluetree.exact import count
from cluetree.play.agents._deals import deals_in_order
from cluetree.play.batch import (
    BatchLayout,
    DealTransition,
    FormulaTransition,
    HeuristicPolicy,
    Masks,
    Policy,
    Position,
    RandomStatefulPolicy,
    Transition,
    turns_to_solve,
)
from cluetree.play.knowledge import Knowledge
from cluetree.table import Table

_AT_ONCE: Final = 1 << 15
"""What-ifs followed side by side: few enough for the processor's cache."""


class Trials:
    """Tries suggestions for one seat of one game; the options are those of `PolicyRollout`."""

    def __init__(
        self,
        table: Table,
        rng: Random,
        *,
        base: str,
        w: int,
        horizon: int,
        beta: float,
        transition: str,
        order: str,
    ):
        self._w, self._horizon, self._beta = w, horizon, beta
        self._is_by_formula, self._is_uniform = transition == "formula", order == "uniform"
        self._layout = BatchLayout.of(table)
        self._seat = table.names.index(table.viewpoint)
        self._rng = rng
        self._generator = np.random.default_rng(rng.getrandbits(64))
        self._base: Policy = HeuristicPolicy() if base == "heuristic" else RandomStatefulPolicy()
        self._formula = FormulaTransition(self._layout)

    def best(self, known: Knowledge, rooms: int) -> ClueGuess | None:
        """Return the first of the suggestions that did best, of those with one of the rooms."""
        actions = [guess for guess in self._layout.guesses if guess & rooms]
        if not actions:
            return None
        return self._layout.guess(actions[int(np.argmax(self._worth(known, actions)))])

    def _worth(self, known: Knowledge, actions: list[int]) -> NDArray[np.float64]:
        w, horizon = self._w, self._horizon
        position = Position(self._layout, self._seat, known.may, known.shows)
        hands = None if self._is_by_formula else self._hands(known)
        turns = [
            turns_to_solve(
                position,
                self._base,
                self._transition(hands, len(some)),
                np.repeat(np.array(some, dtype=np.uint64), w),
                horizon=horizon,
                rng=self._generator,
            )
            for some in chunked(actions, max(1, _AT_ONCE // w))
        ]
        taken = np.concatenate(turns).reshape(len(actions), w)
        worth: NDArray[np.float64] = np.where(taken <= horizon, self._beta**taken, 0.0)
        means: NDArray[np.float64] = worth.mean(axis=1)
        return means

    def _transition(self, hands: Masks | None, actions: int) -> Transition:
        if hands is None:
            return self._formula
        return DealTransition(np.tile(hands, (1, actions)))

    def _hands(self, known: Knowledge) -> Masks:
        w = self._w
        if self._is_uniform:
            deals = count(known.evidence()).sample_hands(w, rng=self._rng)
        else:
            deals = list(islice(deals_in_order(known), w))
        places = np.array(deals, dtype=np.uint64).T
        # With fewer deals than asked for, they take turns.
        return places[:-1, np.arange(w) % places.shape[1]]
