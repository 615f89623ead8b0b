"""Many games at once, turn by turn, without explicit accusations."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cluetree import turns
from cluetree.errors import InvalidTableError
from cluetree.play.batch.layout import BatchLayout, deal
from cluetree.play.batch.masks import Flags, Masks, Rows, sizes, where
from cluetree.play.batch.policies import Policy, RandomStatelessPolicy
from cluetree.play.batch.suggesting import AT_START, Habit, Start, Suggesting
from cluetree.play.batch.views import Answers, BatchDeduction, ShowRules, Views, shown_by
from cluetree.play.batch.walks import BatchBoard
from cluetree.play.rules import AccusationRule
from cluetree.table import Answering

_AT_ONCE = 4096
"""Games played side by side: few enough for the processor's cache, enough for numpy."""


@dataclass(frozen=True)
class BatchRules:
    """The rules of the games, beside deck and seats."""

    show: ShowRules = "first"
    claims: AccusationRule = AccusationRule.ALL
    """The players who win after a suggestion, if they know the envelope."""
    deduction: BatchDeduction = "propagation"
    most_turns: int = 10_000
    """After this many turns in total a game ends without a winner."""
    rash: tuple[float, ...] = ()
    """The chance that a seat with two answers left accuses one of them at the end of its turn; 0 if
    empty."""
    habits: tuple[Habit, ...] = ()
    """How each seat repeats cards; not at all if empty."""
    board: BatchBoard | None = None
    """The board, if any: a seat whose pawn enters no room does not suggest."""


PAPER = BatchRules()
"""The interpretation that reproduces the published numbers."""


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of games."""

    turns: NDArray[np.int64]
    """The number of suggestions made, by game."""
    winners: NDArray[np.int64]
    """The winner's seat, by game; -1 without a winner."""

    @classmethod
    def joined(cls, parts: Sequence["Outcomes"]) -> "Outcomes":
        """Return the outcomes of several batches as one."""
        return cls(
            np.concatenate([part.turns for part in parts]),
            np.concatenate([part.winners for part in parts]),
        )

    @property
    def shares(self) -> NDArray[np.float64]:
        """The share of the games that each seat won, from 0 to 1, up to the last winner."""
        won = self.winners[self.winners >= 0]
        shares: NDArray[np.float64] = np.bincount(won) / len(self.winners)
        return shares


@dataclass
class Games:
    """Games in progress: the cards, the knowledge of the seats, and the current player."""

    layout: BatchLayout
    hands: Masks
    """Axes: seat, game."""
    views: Views
    seat: int = 0
    """The current player in all of them."""
    eliminated: frozenset[int] = frozenset()
    """The seats that have no more turns: they accused wrongly, and only answer."""

    def next_seat(self) -> int:
        """Return the seat whose turn comes next; the same seat, if all others are out."""
        seat = turns.next_seat(self.seat, self.layout.players, self.eliminated)
        return self.seat if seat is None else seat

    def answer(self, guesses: Masks, show: ShowRules, rng: np.random.Generator) -> Answers:
        """Return what the others answer to one suggestion a game."""
        passed = np.zeros(self.hands.shape, dtype=np.bool_)
        shown = np.zeros_like(self.hands)
        is_asked = np.ones(len(guesses), dtype=np.bool_)
        for seat in self.layout.left_of(self.seat):
            asked_for = guesses & self.hands[seat]
            has = asked_for != 0
            passed[seat] = is_asked & ~has
            cards = where(is_asked, asked_for)
            shown[seat] = shown_by(show, seat, cards, rng)
            if self.layout.answering is Answering.FIRST:
                is_asked &= ~has
        return Answers(self.seat, guesses, passed, shown)

    def replace(self, games: Rows, hands: Masks, views: Views) -> None:
        """Replace some of the games by others."""
        self.hands[:, games] = hands
        self.views.replace(games, views)

    def take(self, games: Rows) -> "Games":
        """Return some of the games."""
        return replace(self, hands=self.hands[:, games], views=self.views.take(games))


def play(
    layout: BatchLayout,
    policies: Sequence[Policy],
    games: int,
    *,
    seed: int,
    rules: BatchRules = PAPER,
) -> Outcomes:
    """Deal and play games, with one policy a seat; the first seat begins.

    The same arguments give the same games.

    Raises:
        InvalidTableError: If there is not one policy for each seat.
        UnknownNameError: If the deduction has an unknown name.
    """
    parts: list[Outcomes] = []
    starts = range(0, games, _AT_ONCE)
    for start, stream in zip(starts, np.random.SeedSequence(seed).spawn(len(starts)), strict=True):
        rng = np.random.default_rng(stream)
        hands, dealt = deal(layout, min(_AT_ONCE, games - start), rng)
        views = Views.at_start(layout, hands, dealt, rules.deduction)
        parts.append(play_on(Games(layout, hands, views), policies, rng, rules))
    return Outcomes.joined(parts)


@dataclass(frozen=True)
class ShownFirst:
    """The card that a seat shows to the first suggestion."""

    seat: int
    cards: Masks
    """By playout."""


@dataclass(frozen=True)
class Opening:
    """The first suggestion of each playout."""

    guesses: Masks
    shown: ShownFirst | None = None
    """A card shown to it, if given; all other answers follow the rules."""

    def part(self, rows: "slice[int, int, None]") -> "Opening":
        """Return that of some of the playouts."""
        shown = self.shown
        if shown is not None:
            shown = ShownFirst(shown.seat, shown.cards[rows])
        return Opening(self.guesses[rows], shown)

    def answers(self, games: Games, rules: BatchRules, rng: np.random.Generator) -> Answers:
        """Return what the others answer."""
        answers = games.answer(self.guesses, rules.show, rng)
        if self.shown is not None:
            answers.shown[self.shown.seat] = self.shown.cards
        return answers


def play_on(
    games: Games,
    policies: Sequence[Policy],
    rng: np.random.Generator,
    rules: BatchRules = PAPER,
    *,
    first: Answers | None = None,
    unfinished: float = 0.0,
    start: Start = AT_START,
) -> Outcomes:
    """Play games to their ends; they are modified.

    Args:
        games: The games, without a winner so far.
        policies: One a seat.
        rng: All chance.
        rules: Their rules.
        first: The first suggestion of each game with its answers, if given.
        unfinished: The share of games, from 0 to 1, that may be left without a winner.
        start: The state of all of them when they begin.

    Raises:
        InvalidTableError: If there is not one policy for each seat.
    """
    layout = games.layout
    if len(policies) != layout.players:
        raise InvalidTableError(f"expected {layout.players} policies, got {len(policies)}")
    total = games.views.games
    turns = np.zeros(total, dtype=np.int64)
    winners = np.full(total, -1, dtype=np.int64)
    numbers = np.arange(total)
    answers = first
    suggesting = Suggesting(policies, rules.habits, rules.board, layout, start, total)
    folded = np.zeros((layout.players, total), dtype=np.bool_)  # failed accusations
    for turn in range(1, rules.most_turns + 1):
        if len(numbers) <= unfinished * total:
            break
        if answers is None:
            guesses = suggesting.guesses(games.views.of(games.seat), rng)
            asked = where(~folded[games.seat], guesses)  # a suggestion of no cards has no effect
            answers = games.answer(asked, rules.show, rng)
        suggesting.note(games.seat, answers.guesses)
        games.views.learn(answers)
        turns[numbers] = turn
        won = _winners(games, policies, answers, rules, folded)
        if rules.rash:
            _accuse_rashly(games, rules.rash[games.seat], won, folded, rng)
        winners[numbers] = won
        if (won >= 0).any():
            left = np.flatnonzero(won < 0)
            games, numbers, folded = games.take(left), numbers[left], folded[:, left]
            suggesting.keep(left)
        games.seat = games.next_seat()
        answers = None
    return Outcomes(turns, winners)


def _winners(
    games: Games, policies: Sequence[Policy], answers: Answers, rules: BatchRules, folded: Flags
) -> NDArray[np.int64]:
    """Return the seat that has won each game by now, the suggester's if several; -1 for none."""
    won = np.full(games.views.games, -1, dtype=np.int64)
    all_may = rules.claims is AccusationRule.ALL
    seats = turns.accusers(games.seat, games.layout.players, games.eliminated, all_may=all_may)
    for seat in reversed(seats):
        policy = policies[seat]
        if not isinstance(policy, RandomStatelessPolicy) or policy.remembers:
            won[games.views.solved(seat) & ~folded[seat]] = seat
        elif seat == answers.asker:
            won[~answers.shown.any(axis=0) & ~folded[seat]] = seat
    return won


def _accuse_rashly(
    games: Games, chance: float, won: NDArray[np.int64], folded: Flags, rng: np.random.Generator
) -> None:
    """Let the current player accuse with this chance, where two answers are left to it."""
    hidden = games.views.of(games.seat).can[-1]
    answers = np.multiply.reduce(
        [sizes(hidden & np.uint64(cards)) for cards in games.layout.categories]
    )
    does = (won < 0) & ~folded[games.seat] & (answers == 2)  # noqa: PLR2004 -- see BatchRules.rash
    does &= rng.random(len(does)) < chance
    is_right = rng.random(len(does)) < 1 / 2
    won[does & is_right] = games.seat
    folded[games.seat] |= does & ~is_right
