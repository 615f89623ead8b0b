"""Simulated games: many at once, from the deal or from given worlds; needs the extra `fast`.

>>> from cluetree.editions import CLUE_US
>>> from cluetree.play.engine.policies import Policy, fewest_holders
>>> simulator = Simulator(Layout.even(CLUE_US, 3), [Policy(fewest_holders)] * 3)
>>> outcomes = simulator.play(1000, seed=1)
>>> bool(8 < outcomes.turns.mean() < 13)
True
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import NamedTuple, TypeAlias, cast

from cluetree.errors import InvalidTableError, MissingExtraError

try:
    import numpy as np
except ImportError as _error:
    raise MissingExtraError("simulated games", "numpy", "fast") from _error
if find_spec("numba") is None:
    raise MissingExtraError("simulated games", "numba", "fast")

from cluetree.evidence import Bounds
from cluetree.play.engine.arrays import (
    Numbers,
    Reals,
    Sets,
    float_rows,
    floats,
    layers,
    numbers,
    row,
    rows,
    run,
    sets,
)
from cluetree.play.engine.compiling import FloatRows, Row, Rows
from cluetree.play.engine.deals import Constraints, mix_deals
from cluetree.play.engine.gains import Estimates
from cluetree.play.engine.games import (
    OUT,
    STATE,
    GameRows,
    Opening,
    RuleRows,
    play_from,
    play_new,
)
from cluetree.play.engine.layout import Asked, Distances, Layout, Steps
from cluetree.play.engine.movement import Rooms
from cluetree.play.engine.policies import Mixture, Policy, ShowRule, anything
from cluetree.play.engine.replays import History, Models, replay_deals
from cluetree.play.engine.views import CAN, MOST_SHOWS, new_view
from cluetree.play.rules import AccusationRule
from cluetree.table import Answering

ShowRules: TypeAlias = ShowRule | tuple[ShowRule, ...]
"""One rule for all seats, or one a seat."""


class Rational(NamedTuple):
    """A player who chooses by the value of suggestions: the likelier, the more bits they have.

    Each number is the logarithm of how much likelier a bit makes a suggestion.
    """

    gain: float = 0.0
    """A bit that the asker is expected to learn."""
    leak: float = 0.0
    """A bit that an onlooker is expected to learn."""
    guaranteed: float = 0.0
    """A bit that the asker learns from the reply that tells least."""


@dataclass(frozen=True)
class GameRules:
    """The rules of simulated games, beside deck and seats."""

    show: ShowRules = "first"
    accusers: AccusationRule = AccusationRule.ALL
    """The players who win after a suggestion, if they know the envelope."""
    most_turns: int = 10_000
    """After this many turns in total a game ends without a winner."""
    forgets: tuple[bool, ...] = ()
    """Whether a seat remembers no answer, and wins by naming what no player can answer; no seat
    does if empty."""
    distances: Distances | None = None
    """The board, if any: a seat whose pawn enters no room does not suggest."""


PAPER = GameRules()
"""The interpretation that reproduces the published numbers."""


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of games."""

    turns: Numbers
    """The number of turns taken, by game."""
    winners: Numbers
    """The winner's seat, by game; -1 without a winner."""

    @property
    def shares(self) -> Reals:
        """The share of the games that each seat won, from 0 to 1, up to the last winner."""
        won = self.winners[self.winners >= 0]
        shares: Reals = np.bincount(won) / len(self.winners)
        return shares


@dataclass(frozen=True)
class Worlds:
    """Deals with what every seat knows in each, and all else that is the same in all of them."""

    layout: Layout
    views: Sets
    """The knowledge of each seat; see `engine.views`. Axes: deal, seat, number."""
    seat: int = 0
    """The current player."""
    eliminated: frozenset[int] = frozenset()
    """The seats that have no more turns: they accused wrongly, and only answer."""
    pawns: tuple[Steps, ...] = ()
    """The steps from each seat's pawn to each room, on a board."""

    @property
    def can(self) -> Sets:
        """The cards that each place can have, the envelope last. Axes: deal, seat, place."""
        return self.views[..., CAN : CAN + self.layout.envelope + 1]

    @property
    def hands(self) -> Sets:
        """The cards of each seat. Axes: seat, deal."""
        return self.can.diagonal(axis1=1, axis2=2).T

    def take(self, which: Numbers) -> "Worlds":
        """Return some of the deals, by number, in the order given."""
        return replace(self, views=self.views[which])


class Simulator:
    """Plays games among policies, with one layout and by the same rules.

    Args:
        layout: Deck and seats.
        policies: A policy or a mixture for each seat.
        rules: The rules of the games.

    Raises:
        InvalidTableError: If there is not one policy for each seat.
    """

    def __init__(
        self,
        layout: Layout,
        policies: Sequence[Policy | Mixture],
        rules: GameRules = PAPER,
    ):
        players, board = len(layout.players), rules.distances
        if len(policies) != players:
            raise InvalidTableError(f"expected {players} policies, got {len(policies)}")
        self.layout = layout
        forgets = rules.forgets or (False,) * players
        parts = [each.parts if isinstance(each, Mixture) else ((1.0, each),) for each in policies]
        width = max(map(len, parts))
        padded = [[*seat] + [(0.0, seat[0][1])] * (width - len(seat)) for seat in parts]
        show = (rules.show,) * players if isinstance(rules.show, str) else rules.show
        ways = [
            [show[at] == "first", forgets[at], *(policy.number for _, policy in seat)]
            for at, seat in enumerate(padded)
        ]
        rates = [
            [each for share, policy in seat for each in (share, policy.own_cards)]
            for seat in padded
        ]
        self.rules: RuleRows = RuleRows(
            ways=rows(ways),
            rates=float_rows(rates),
            rooms=Rooms(
                _steps(() if board is None else board.between + board.inside),
                row([] if board is None else np.array(board.suspects, np.uint64)),
            ),
            all_answer=layout.answering is Answering.ALL,
            all_accuse=rules.accusers is AccusationRule.ALL,
            most_turns=rules.most_turns,
        )

    def play(self, games: int, *, seed: int) -> Outcomes:
        """Deal and play games; the first seat begins. Each depends on the seed and its number."""
        winners, turns = row(np.zeros(games, np.int64)), row(np.zeros(games, np.int64))
        run(play_new, self.rules, seed_of(seed), self.new_game(), winners, turns)
        return self._outcomes(winners, turns)

    def play_from(
        self, worlds: Worlds, deals: Numbers, *, seed: int, opening: Opening | None = None
    ) -> Outcomes:
        """Play on from deals, by number and with repeats; the worlds are unchanged."""
        none = np.zeros(len(deals), np.int64)
        winners, turns = row(none), row(none)
        run(
            play_from,
            self.rules,
            layers(worlds.views),
            row(deals),
            worlds.seat,
            _steps(worlds.pawns),
            opening or Opening(row(none), row(none)),
            seed_of(seed),
            self.new_game(worlds.eliminated, worlds.pawns),
            winners,
            turns,
        )
        return self._outcomes(winners, turns)

    def new_game(self, eliminated: Iterable[int] = (), pawns: Sequence[Steps] = ()) -> GameRows:
        """Return memory for a game in which some seats have no turns."""
        state = row(np.zeros(STATE, np.int64))
        state[OUT] = sum(1 << seat for seat in eliminated)
        shown = row(np.zeros(len(self.layout.players), np.int64))
        return GameRows(rows(blank_views(self.layout)), state, shown, _steps(pawns))

    def _outcomes(self, winners: Row, turns: Row) -> Outcomes:
        found = numbers(winners)
        found[found == self.layout.envelope] = -1
        return Outcomes(numbers(turns), found)


def _steps(of: Sequence[Steps]) -> Rows:
    return rows(of or np.zeros((0, 0), np.int64))


def blank_views(layout: Layout) -> Sets:
    """Return a view for each seat, before it knows anything. Axes: seat, number."""
    players, sizes = len(layout.players), [size or 0 for size in layout.sizes]
    found = np.zeros((players, CAN + 2 * players + 1 + 2 * MOST_SHOWS), np.uint64)
    for seat in range(players):
        can = [0] * (players + 1)
        view = new_view(seat, layout.categories, sizes, can)
        found[seat, : len(view)] = view
    return found


def replay(
    layout: Layout,
    hands: Sets,
    history: Sequence[Asked],
    *,
    seed: int,
    rules: GameRules = PAPER,
    models: Sequence[Policy | Rational] = (),
    viewer: int = -1,
) -> tuple[Worlds, Reals]:
    """Find what every seat knows after some suggestions, in many deals.

    Args:
        layout: Deck and seats.
        hands: Deals that fit the suggestions. Axes: seat, deal.
        history: The suggestions, as one seat saw them.
        seed: The seed, of 64 bits.
        rules: How cards are shown that this seat did not see, and whether there is a board.
        models: Models to compare the suggestions with, policies first.
        viewer: A seat whose suggestions are not compared.

    Returns:
        The knowledge of every seat by now, and the chance of each suggestion by each model, from
        what the asker would have known before (axes: suggestion, model, deal).
    """
    deals, players = hands.shape[1], len(layout.players)
    simulator = Simulator(layout, [Policy(anything)] * players, rules)
    memory = simulator.new_game()
    shown = [[asked.shown.get(seat, 0) for seat in range(players)] for asked in history]
    views = layers(np.empty((deals, *numbers(memory.views).shape), np.uint64))
    policies = [model for model in models if isinstance(model, Policy)]
    rational = [model for model in models if isinstance(model, Rational)]
    chances = np.zeros((len(history) if models else 0, len(models), deals))
    run(
        replay_deals,
        simulator.rules,
        views,
        rows(hands.T),
        row(np.array([layout.deck], np.uint64)),
        History(
            row([asked.asker for asked in history]),
            row(np.array([asked.guess for asked in history], np.uint64)),
            row([sum(1 << seat for seat in asked.passed) for asked in history]),
            row([sum(1 << seat for seat in asked.shown) for asked in history]),
            rows(np.array(shown, np.uint64).reshape(-1, players)),
        ),
        Models(
            row([policy.number for policy in policies]),
            floats([policy.own_cards for policy in policies]),
            float_rows(np.reshape(rational, (len(rational), len(Rational._fields)))),
            viewer,
            cast("Sequence[FloatRows]", chances),
            estimates(layout, len(rational)),
        ),
        seed_of(seed),
        memory,
    )
    return Worlds(layout, sets(views)), chances


def mix(
    layout: Layout,
    places: Sets,
    rounds: int,
    *,
    can: Sequence[int],
    quotas: Sequence[Bounds],
    seed: int,
) -> Sets:
    """Return one deal that fits for each deal given, changed by chance.

    In each round every two places swap a card, in deals where that fits. A swap and its reverse
    are equally likely (a Metropolis walk), so uniform deals stay uniform; but two that came from
    the same one are alike after few rounds.

    Args:
        layout: Deck and seats.
        places: The cards of each place, the envelope last. Axes: place, deal.
        rounds: How often each pair of places swaps a card.
        can: For each place, the cards it can have.
        quotas: How many of some cards are at their places.
        seed: The seed, of 64 bits.
    """
    deals = rows(places.T)
    count = layout.envelope + 1
    width = max((len(quota.options) for quota in quotas), default=0)
    padded = [[*where] + [(count, 0)] * (width - len(where)) for where, *_ in quotas]
    options = np.array(padded, np.uint64).reshape(len(quotas), width, 2)
    constraints = Constraints(
        row(np.array(can, np.uint64)),
        rows(options[..., 0]),
        rows(options[..., 1]),
        row(np.array([quota.least for quota in quotas], np.uint64)),
        row(np.array([quota.most for quota in quotas], np.uint64)),
    )
    pairs = [other * count + one for other in range(count) for one in range(other)]
    categories = row(np.array(layout.categories, np.uint64))
    run(mix_deals, categories, constraints, deals, rounds, seed_of(seed), row([0, 0, *pairs]))
    return sets(deals).T


def seed_of(seed: int) -> Row:
    """Return a seed of 64 bits as two words."""
    return row([seed & 0xFFFF_FFFF, seed >> 32 & 0xFFFF_FFFF])


def estimates(layout: Layout, models: int) -> Estimates:
    """Return memory for estimates of gains, with a number of models."""
    cards, players = len(layout.edition.cards), len(layout.players)
    return Estimates(
        row(np.zeros(cards, np.int64)),
        row(np.zeros(len(layout.categories) + 1, np.int64)),
        float_rows(np.zeros((cards, players))),
        floats(np.zeros(players + 1)),
        floats(np.zeros(len(layout.categories) * players)),
        float_rows(np.zeros((len(layout.guesses), len(Rational._fields)))),
        floats(np.zeros(models)),
    )
