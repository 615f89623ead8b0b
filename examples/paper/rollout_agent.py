"""The policy rollout of the paper, as an agent; needs the extra `fast`.

The file depends on cluetree alone, so that an agent can be named by it:

```sh
PYTHONPATH=examples cluetree tournament paper.rollout_agent:PolicyRollout:w=30 heuristic heuristic
```
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import ContradictionError, UnknownNameError
from cluetree.evidence import bits
from cluetree.exact import count
from cluetree.play.agents import PolicyPlayer
from cluetree.play.engine.arrays import run
from cluetree.play.engine.chance import begin_stream, drawn, share
from cluetree.play.engine.compiling import Row, Rows, compilable, size
from cluetree.play.engine.games import copy_view, following_seat, is_solved
from cluetree.play.engine.layout import Layout
from cluetree.play.engine.policies import (
    ROOM,
    Policy,
    ShowRule,
    first_of_fewest_holders,
    not_located,
    suggest,
)
from cluetree.play.engine.views import (
    CAN,
    CATEGORIES,
    KNOWN,
    PLAYERS,
    SEAT,
    hand_size,
    learn,
    view_of,
)
from cluetree.play.knowledge import Knowledge
from cluetree.table import Table

Base: TypeAlias = Literal["random", "heuristic"]
"""The policy after the first suggestion of a what-if: that of RandomStateful or Heuristic."""
TransitionName: TypeAlias = Literal["formula", "deals"]
"""The source of answers: the paper's formula, or deals that fit."""
Order: TypeAlias = Literal["uniform", "first"]
"""The deals: each equally likely, or the first ones of a constraint solver."""

_POLICIES: Final = {"random": Policy(not_located), "heuristic": Policy(first_of_fewest_holders)}


# Simulations of what follows: plain functions on rows of ints, compiled by numba.


class WhatIfs(NamedTuple):
    """Ways a game may go on for one seat that suggests repeatedly while the others answer."""

    start: Row
    """The knowledge of the seat; see `cluetree.play.engine.views`."""
    base: int
    """The number of the policy for all suggestions but the first."""
    horizon: int
    """The most suggestions of a what-if."""
    tries: int
    """The number of what-ifs of each first suggestion."""
    by_formula: bool
    """Whether the formula answers, or deals."""
    hands: Rows
    """The deal that answers in each of these, by seat; not read if the formula answers."""


def try_suggestions(  # noqa: PLR0917 -- compiled, so without keywords
    what_ifs: WhatIfs, guesses: Row, seed: Row, known: Row, chance: Row, solved: Rows
) -> None:
    """Count for each first suggestion after how many suggestions its what-ifs are solved.

    To `solved[number][turns - 1]` the what-ifs of a suggestion that are solved after so many turns
    are added; unsolved ones are not counted. `known` and `chance` are overwritten.
    """
    for number in range(len(guesses)):
        for at in range(what_ifs.tries):
            begin_stream(chance, seed, number * what_ifs.tries + at)
            copy_view(what_ifs.start, known)
            turns = turns_to_solve(what_ifs, at, guesses[number], known, chance)
            if turns <= what_ifs.horizon:
                solved[number][turns - 1] += 1


@compilable
def turns_to_solve(what_ifs: WhatIfs, at: int, guess: int, view: Row, chance: Row) -> int:
    """Return after how many suggestions one what-if is solved; `horizon + 1` if it is not."""
    for turn in range(1, what_ifs.horizon + 1):
        if what_ifs.by_formula:
            answer_by_formula(view, guess, chance)
        else:
            answer_from_deal(view, guess, what_ifs.hands[at])
        if is_solved(view):
            return turn
        rooms = view[CATEGORIES + ROOM]
        guess = suggest(what_ifs.base, 0.0, view, rooms, chance)
    return what_ifs.horizon + 1


@compilable
def answer_from_deal(view: Row, guess: int, hands: Row) -> None:
    """Let the first in turn who has a card show it: suspect before weapon before room."""
    for step in range(1, view[PLAYERS]):
        seat = following_seat(view[SEAT], step, view[PLAYERS])
        cards = guess & hands[seat]
        learn(view, view[SEAT], guess, not cards, seat, cards & -cards)
        if cards:
            return


@compilable
def answer_by_formula(view: Row, guess: int, chance: Row) -> None:
    """Answer by the paper's formula: each player in turn has some of the cards by chance.

    A player known to have one of the cards shows that one, which adds nothing. Another player shows
    any of those that it can have, each equally likely. Players are drawn one by one, as if hands
    did not depend on each other, so the formula is an approximation.
    """
    for step in range(1, view[PLAYERS]):
        seat = following_seat(view[SEAT], step, view[PLAYERS])
        may = view[CAN + seat]
        has = may & view[KNOWN]
        if guess & has:
            return
        asked = guess & may
        free = max(hand_size(view, seat) - size(has), 0)  # hands drawn so may come out too large
        meets = share(chance) < chance_to_meet(size(may & ~has), free, size(asked))
        learn(view, view[SEAT], guess, not meets, seat, drawn(asked, chance) if meets else 0)
        if meets:
            return


@compilable
def chance_to_meet(can: int, free: int, asked: int) -> float:
    """Return the chance that a hand has one of some cards.

    It is 1 - (m-k)/m * (m-k-1)/(m-1) * ..., one factor for each card asked for, where any k of m
    cards fill the hand.

    Args:
        can: The number of cards, m, of which the hand is completed.
        free: The number of cards, k, that it needs.
        asked: The number of cards asked for, of the first ones.
    """
    missed = 1.0
    for taken in range(asked):
        missed *= max(can - free - taken, 0) / max(can - taken, 1)
    return 1.0 - missed


def deals_in_order(known: Knowledge) -> Iterator[list[int]]:
    """Yield the deals that fit what is known, as the cards of each place, one after another.

    This is plain search with propagation, as constraint solvers do it: place by place from the
    envelope on, card by card in the edition's order, "there" before "not there". So the first
    deals differ only in what was decided last.
    """
    place, card = _first_open(known)
    if not card:
        yield known.held[:]
        return
    for mark in (Knowledge.hold, Knowledge.lack):
        branch = known.copy()
        mark(branch, place, card)
        try:
            branch.settle()
        except ContradictionError:
            continue
        yield from deals_in_order(branch)


def _first_open(known: Knowledge) -> tuple[int, int]:
    """Return the first place and card not decided yet; no card if all are."""
    envelope = len(known.may) - 1
    for place in (envelope, *range(envelope)):
        for card in bits(known.may[place] & ~known.held[place]):
            return place, 1 << card
    return envelope, 0


# The agent.


class PolicyRollout(PolicyPlayer):
    """Tries every suggestion `w` times in what-ifs, and makes the one that does best.

    In a what-if only this seat suggests: first the suggestion to be tried, then by the base
    policy. Its value is `beta` to the power of the number of suggestions until the envelope is
    known, and 0 if these are more than `horizon`. The first of several best suggestions is made.

    Args:
        base: The policy after the first suggestion.
        w: The number of what-ifs for each suggestion.
        horizon: The maximum number of suggestions in a what-if.
        beta: The discount for one more suggestion, from above 0 to 1.
        transition: The source of answers. "deals" draws `w` deals and answers each suggestion's
            what-ifs from the same ones.
        order: Which deals, if the answers come from deals.
        show: How it chooses which card to show; suspect, weapon, room, if not given.

    Raises:
        MissingExtraError: If numpy or numba is not installed.
        UnknownNameError: If an option has an unknown name.
        ValueError: If a number is out of range.
    """

    _layout: Layout

    def __init__(
        self,
        base: Base = "heuristic",
        *,
        w: int = 10,
        horizon: int = 10,
        beta: float = 0.9,
        transition: TransitionName = "deals",
        order: Order = "uniform",
        show: ShowRule = "first",
    ):
        import_module("cluetree.play.engine.simulation")  # raises a clear error without the extra
        UnknownNameError.verify(base, get_args(Base))
        UnknownNameError.verify(transition, get_args(TransitionName))
        UnknownNameError.verify(order, get_args(Order))
        if w < 1 or horizon < 1 or not 0 < beta <= 1:
            raise ValueError("w and horizon must be positive, beta above 0 and at most 1")
        super().__init__(_POLICIES[base], show=show)
        self.base: Base = base
        self.w = w
        self.horizon = horizon
        self.beta = beta
        self.transition: TransitionName = transition
        self.order: Order = order

    def begin(self, table: Table, rng: Random) -> None:
        """Take the set-up and forget all other games."""
        super().begin(table, rng)
        self._layout = Layout.of(table)

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Return the best of all suggestions that can be made; nothing without a room."""
        allowed = self.known.frame.set_of(rooms)
        guesses = [guess for guess in self._layout.guesses if guess & allowed]
        if not guesses:
            return None
        values = [
            sum(number * self.beta**turn for turn, number in enumerate(solved, start=1))
            for solved in self.solved_after(guesses)
        ]
        return self._layout.guess(guesses[values.index(max(values))])

    def solved_after(self, guesses: Sequence[int]) -> list[list[int]]:
        """Return for each suggestion how many what-ifs are solved after 1, 2, ... suggestions."""
        from cluetree.play.engine import arrays, simulation  # noqa: PLC0415 -- needs the extra `fast`

        start, by_formula = arrays.row(view_of(self.known)), self.transition == "formula"
        hands: Sequence[Sequence[int]] = [[]] if by_formula else self._hands()
        solved = arrays.rows([[0] * self.horizon for _ in guesses])
        run(
            try_suggestions,
            WhatIfs(
                start, self.policy.number, self.horizon, self.w, by_formula, arrays.rows(hands)
            ),
            arrays.row(guesses),
            simulation.seed_of(self.rng.getrandbits(64)),
            arrays.row(view_of(self.known)),
            arrays.row([0, 0]),
            solved,
        )
        found: list[list[int]] = arrays.numbers(solved).tolist()
        return found

    def _hands(self) -> list[list[int]]:
        """Return `w` deals, by seat; the same ones in turn, if fewer fit."""
        deals: Sequence[Sequence[int]] = (
            count(self.known.evidence()).sample_hands(self.w, rng=self.rng)
            if self.order == "uniform"
            else list(islice(deals_in_order(self.known), self.w))
        )
        return [[*deals[at % len(deals)]] for at in range(self.w)]
