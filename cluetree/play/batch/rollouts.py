"""The parts of full-game rollouts: more deals, weighed replays, and playouts.

Each has a version in the compiled core, the distribution `cluetree-native`, which is used where it
can be. The core plays the same games by distribution: it draws chance from a separate seed. Numpy
plays without it, with `CLUETREE_NATIVE=0` in the environment, with more than 15 seats, by certain
knowledge alone, and where a policy has no `native` version.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cluetree.exact import core_version
from cluetree.play.batch.layout import BatchLayout, Constraints
from cluetree.play.batch.loop import BatchRules, Games, Opening, Outcomes, play_on
from cluetree.play.batch.masks import Masks, Rows, pick
from cluetree.play.batch.policies import Policy
from cluetree.play.batch.suggesting import AT_START, Habit, Start
from cluetree.play.batch.views import Asked, BatchDeduction, OpenShows, ShowRules, Views
from cluetree.play.batch.walks import Steps
from cluetree.play.rules import AccusationRule
from cluetree.table import Answering

_AT_ONCE: Final = 1 << 14
"""Games played side by side: few enough for the processor's cache."""
_MOST_SEATS: Final = 15

_Table: TypeAlias = tuple[list[int], list[int], bool]
_Named: TypeAlias = tuple[float, str, tuple[float, ...]]
_Shows: TypeAlias = tuple[bytes, bytes, bytes]
_Worlds: TypeAlias = tuple[bytes, bytes, _Shows]
_Heard: TypeAlias = tuple[int, int, int, list[tuple[int, int]], int]
_Fits: TypeAlias = tuple[list[int], list[list[tuple[int, int]]], list[int]]
_First: TypeAlias = tuple[bytes, tuple[int, bytes] | None]
_Board: TypeAlias = tuple[list[bytes], list[int | None], list[int]]
_Rules: TypeAlias = tuple[
    list[bool], bool, list[float], int, list[list[_Named]], list[Habit], _Board | None
]
_Start: TypeAlias = tuple[list[int], int | None, list[bytes]]


@dataclass(frozen=True)
class _Core:
    """The functions used of the core, as its stub documents them."""

    mix: Callable[[_Table, _Fits, bytes, int, int], bytes]
    replay: Callable[
        [_Table, bytes, bytes, list[_Heard], list[bool], list[_Named], int],
        tuple[bytes, _Shows, bytes],
    ]
    play_on: Callable[
        [
            _Table,
            _Worlds,
            bytes,
            tuple[int, int],
            _First | None,
            _Rules,
            _Start,
            int,
        ],
        tuple[bytes, bytes],
    ]


def _load() -> _Core | None:
    if core_version() is None:
        return None
    module = import_module("cluetree_native")
    return _Core(module.mix, module.replay, module.play_on)


_core: _Core | None = _load()


def mixed(constraints: Constraints, places: Masks, rounds: int, rng: np.random.Generator) -> Masks:
    """Return one deal that fits for each deal given, changed by chance.

    In each round every two places swap a card, in deals where that fits. A swap and its reverse
    are equally likely (a Metropolis walk), so uniform deals stay uniform; but two that came from
    the same one are alike after few rounds.

    Args:
        constraints: The constraints on the deals.
        places: The cards of each place, the envelope last. Axes: place, deal.
        rounds: How often each pair of places that can swap does so.
        rng: All chance.
    """
    layout = constraints.layout
    if _core is not None and layout.players <= _MOST_SEATS:
        branches = [[*branch] for branch in constraints.branches]
        fits = [*constraints.can], branches, [*constraints.failed_accusations]
        found = _core.mix(_table(layout), fits, places.tobytes(), rounds, _seed(rng))
        return _masks(found).reshape(places.shape)
    places = places.copy()
    swaps = _swaps(constraints)
    for _ in range(rounds):
        order: list[int] = rng.permutation(len(swaps)).tolist()
        for number in order:
            _swap(constraints, places, swaps[number], rng)
    return places


def _swaps(constraints: Constraints) -> list[tuple[int, int, int]]:
    """List the pairs of places that can swap, and which cards: with the envelope, of a kind."""
    layout, can = constraints.layout, constraints.can
    envelope = layout.players
    pairs = [
        *((one, other, layout.deck) for other in range(envelope) for one in range(other)),
        *((one, envelope, cards) for one in range(envelope) for cards in layout.categories),
    ]
    return [
        (one, other, both)
        for one, other, cards in pairs
        if (both := can[one] & can[other] & cards) & (both - 1)
    ]


def _swap(
    constraints: Constraints, places: Masks, swap: tuple[int, int, int], rng: np.random.Generator
) -> None:
    """Swap a card of two places, each pair of cards equally likely, where the deal still fits."""
    one, other, both = swap
    given = pick(places[one] & np.uint64(both), rng)
    taken = pick(places[other] & np.uint64(both), rng)
    change = (given | taken) * ((given != 0) & (taken != 0))
    places[one] ^= change
    places[other] ^= change
    undone = change * ~constraints.hold(places)
    places[one] ^= undone
    places[other] ^= undone


Watch: TypeAlias = Callable[[Asked, Views], None]
"""Is called with each suggestion, and the knowledge of every seat before it."""


def replay(
    layout: BatchLayout,
    hands: Masks,
    dealt: Masks,
    history: Sequence[Asked],
    *,
    show: ShowRules,
    rng: np.random.Generator,
    deduction: BatchDeduction = "propagation",
    watch: Watch | None = None,
) -> Views:
    """Return the knowledge of every seat after these suggestions, for many deals at a time.

    Args:
        layout: Deck and seats.
        hands: Deals that fit the suggestions. Axes: seat, deal.
        dealt: The cards that do not lie face-up, by deal.
        history: The suggestions, as one seat saw them.
        show: How the cards are drawn that this seat did not see.
        rng: All chance.
        deduction: How much the seats deduce.
        watch: Is called before each suggestion.
    """
    views = Views.at_start(layout, hands, dealt, deduction)
    for asked in history:
        if watch is not None:
            watch(asked, views)
        views.learn(asked.answers(hands, show, rng))
    return views


def weigh(
    layout: BatchLayout,
    hands: Masks,
    dealt: Masks,
    history: Sequence[Asked],
    policies: Sequence[Policy],
    *,
    weighed: Sequence[int],
    show: ShowRules,
    rng: np.random.Generator,
) -> tuple[Views, NDArray[np.float64]]:
    """Replay a game so far, and compare the suggestions of some seats with policies.

    Args:
        layout: Deck and seats.
        hands: Deals that fit the suggestions. Axes: seat, deal.
        dealt: The cards that do not lie face-up, by deal.
        history: The suggestions, as one seat saw them.
        policies: The policies.
        weighed: For each suggestion the number of policies to compare it with, the first ones.
        show: How the cards are drawn that this seat did not see.
        rng: All chance.

    Returns:
        The knowledge of every seat by now, and each policy's shares (axes: suggestion compared
        with at least one, policy, category, deal), from what the asker would have known before;
        0 for policies that it is not compared with.
    """
    found = _weighed(layout, hands, dealt, history, policies, weighed=weighed, show=show, rng=rng)
    if found is not None:
        return found
    rows: list[NDArray[np.float64]] = []
    numbers = iter(weighed)

    def watch(asked: Asked, views: Views) -> None:
        if number := next(numbers):
            view = views.of(asked.asker)
            shares = np.zeros((len(policies), len(layout.categories), len(dealt)))
            for row, policy in zip(shares, policies[:number], strict=False):
                row[:] = policy.shares(view, asked.guess)
            rows.append(shares)

    views = replay(layout, hands, dealt, history, show=show, rng=rng, watch=watch)
    shape = (len(rows), len(policies), len(layout.categories), len(dealt))
    return views, np.array(rows, dtype=np.float64).reshape(shape)


def _weighed(
    layout: BatchLayout,
    hands: Masks,
    dealt: Masks,
    history: Sequence[Asked],
    policies: Sequence[Policy],
    *,
    weighed: Sequence[int],
    show: ShowRules,
    rng: np.random.Generator,
) -> tuple[Views, NDArray[np.float64]] | None:
    """Do as `weigh`; return `None` if the core cannot."""
    is_native = all(len(policy.native) == 1 for policy in policies)
    if _core is None or layout.players > _MOST_SEATS or not is_native:
        return None
    heard: list[_Heard] = []
    for one, number in zip(history, weighed, strict=True):
        passed = sum(1 << seat for seat in one.passed)
        heard.append((one.asker, one.guess, passed, [*one.shown.items()], number))
    can, shows, chances = _core.replay(
        _table(layout),
        hands.tobytes(),
        dealt.tobytes(),
        heard,
        _firsts(layout, show),
        [part for policy in policies for part in policy.native],
        _seed(rng),
    )
    games = len(dealt)
    rows, places, cards = map(_masks, shows)
    views = Views(
        layout,
        _masks(can).reshape(layout.players + 1, layout.players, games),
        shows=OpenShows(rows.astype(np.intp), places.astype(np.intp), cards),
    )
    shape = (sum(map(bool, weighed)), len(policies), len(layout.categories), games)
    return views, np.frombuffer(chances, dtype=np.float64).reshape(shape)


def playouts(
    worlds: Games,
    deals: Rows,
    policies: Sequence[Policy],
    rng: np.random.Generator,
    rules: BatchRules,
    *,
    opening: Opening | None = None,
    unfinished: float = 0.0,
    start: Start = AT_START,
) -> Outcomes:
    """Play on from deals, with repeats; the worlds are unchanged.

    Args:
        worlds: Deals, the knowledge of every seat in each, and the current player.
        deals: The deal that each playout begins from, by number.
        policies: One a seat.
        rng: All chance.
        rules: The rules of the games.
        opening: The first suggestions, if given.
        unfinished: The share of games, from 0 to 1, that need not be played to their ends.
        start: The state of all games when they begin.
    """
    found = _played(worlds, deals, opening, policies, rules, start, rng)
    if found is not None:
        return found
    parts: list[Outcomes] = []
    for part in (slice(at, at + _AT_ONCE) for at in range(0, len(deals), _AT_ONCE)):
        rows = deals[part]
        games = replace(worlds, hands=worlds.hands[:, rows], views=worlds.views.drawn(rows))
        first = None if opening is None else opening.part(part).answers(games, rules, rng)
        parts.append(
            play_on(games, policies, rng, rules, first=first, unfinished=unfinished, start=start)
        )
    return Outcomes.joined(parts)


def _played(  # noqa: PLR0917 -- as `playouts` has it
    worlds: Games,
    deals: NDArray[np.intp],
    opening: Opening | None,
    policies: Sequence[Policy],
    rules: BatchRules,
    start: Start,
    rng: np.random.Generator,
) -> Outcomes | None:
    """Do as `playouts`; return `None` if the core cannot."""
    layout, views = worlds.layout, worlds.views
    is_native = all(policy.native for policy in policies)
    is_native &= rules.deduction == views.deduction == "propagation"
    if _core is None or layout.players > _MOST_SEATS or not is_native:
        return None
    board = rules.board
    core_rules: _Rules = (
        _firsts(layout, rules.show),
        rules.claims is AccusationRule.ALL,
        [*rules.rash] or [0.0] * layout.players,
        rules.most_turns,
        [[*policy.native] for policy in policies],
        [*rules.habits] or [Habit()] * layout.players,
        None if board is None else (_rows(board.steps), [*board.passages], [*board.suspects]),
    )
    first: _First | None = None
    if opening is not None:
        shown = opening.shown
        answer = None if shown is None else (shown.seat, shown.cards.tobytes())
        first = opening.guesses.tobytes(), answer
    shows = _words(views.shows.rows), _words(views.shows.places), views.shows.cards.tobytes()
    turns, winners = _core.play_on(
        _table(layout),
        (worlds.hands.tobytes(), views.can.tobytes(), shows),
        _words(deals),
        (worlds.seat, sum(1 << seat for seat in worlds.eliminated)),
        first,
        core_rules,
        ([*start.last] or [0] * layout.players, start.asker, _rows(start.pawns)),
        _seed(rng),
    )
    return Outcomes(np.frombuffer(turns, np.int64), np.frombuffer(winners, np.int64))


def _table(layout: BatchLayout) -> _Table:
    return [*layout.hand_sizes], [*layout.categories], layout.answering is Answering.ALL


def _rows(steps: Sequence[Steps]) -> list[bytes]:
    return [*map(bytes, steps)]


def _firsts(layout: BatchLayout, show: ShowRules) -> list[bool]:
    rules = (show,) * layout.players if isinstance(show, str) else show
    return [rule == "first" for rule in rules]


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(1 << 63))


def _words(numbers: NDArray[np.intp]) -> bytes:
    return numbers.astype(np.uint64).tobytes()


def _masks(words: bytes) -> Masks:
    return np.frombuffer(words, dtype=np.uint64)
