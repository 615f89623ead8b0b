"""The adapter to the compiled core, the distribution `cluetree-native`.

The core plays the same games by distribution: it draws chance from a separate seed. Numpy
plays without it, with `CLUETREE_NATIVE=0` in the environment, with more than 15 seats, by certain
knowledge alone, and where a policy has no `native` version.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cluetree.exact import core_version
from cluetree.play.batch.layout import BatchLayout, Constraints
from cluetree.play.batch.loop import BatchRules, Games, Opening
from cluetree.play.batch.masks import Masks
from cluetree.play.batch.policies import Policy
from cluetree.play.batch.views import Asked, OpenShows, ShowRules, Views
from cluetree.play.rules import AccusationRule
from cluetree.table import Answering

_MOST_SEATS: Final = 15

Numbers: TypeAlias = NDArray[np.int64]
_Table: TypeAlias = tuple[list[int], list[int], bool]
_Named: TypeAlias = tuple[float, str, tuple[float, ...]]
_Shows: TypeAlias = tuple[bytes, bytes, bytes]
_Heard: TypeAlias = tuple[int, int, int, list[tuple[int, int]], bool]
_Fits: TypeAlias = tuple[list[int], list[list[tuple[int, int]]], list[int]]
_Rules: TypeAlias = tuple[list[bool], bool, list[float], int, list[list[_Named]]]
_First: TypeAlias = tuple[bytes, tuple[int, bytes] | None]


@dataclass(frozen=True)
class _Core:
    """The functions used of the core, as its stub documents them."""

    mix: Callable[[_Table, _Fits, bytes, int, int], bytes]
    replay: Callable[
        [_Table, bytes, bytes, list[_Heard], list[bool], list[_Named], int],
        tuple[bytes, _Shows, bytes],
    ]
    play_on: Callable[
        [_Table, tuple[bytes, bytes, _Shows], bytes, tuple[int, int], _First | None, _Rules, int],
        tuple[bytes, bytes],
    ]


def _load() -> _Core | None:
    if core_version() is None:
        return None
    module = import_module("cluetree_native")
    return _Core(module.mix, module.replay, module.play_on)


_core: _Core | None = _load()


def mix(
    constraints: Constraints, places: Masks, rounds: int, rng: np.random.Generator
) -> Masks | None:
    """Do as `rollouts.mixed`; return `None` if the core cannot."""
    layout = constraints.layout
    if _core is None or layout.players > _MOST_SEATS:
        return None
    branches = [[*branch] for branch in constraints.branches]
    fits = [*constraints.can], branches, [*constraints.failed_accusations]
    found = _core.mix(_table(layout), fits, places.tobytes(), rounds, _seed(rng))
    return _masks(found).reshape(places.shape)


def replay(
    layout: BatchLayout,
    hands: Masks,
    dealt: Masks,
    history: Sequence[Asked],
    policies: Sequence[Policy],
    *,
    askers: Collection[int],
    show: ShowRules,
    rng: np.random.Generator,
) -> tuple[Views, NDArray[np.float64]] | None:
    """Do as `rollouts.weigh`; return `None` if the core cannot."""
    is_native = all(len(policy.native) == 1 for policy in policies)
    if _core is None or layout.players > _MOST_SEATS or not is_native:
        return None
    heard: list[_Heard] = []
    for one in history:
        passed = sum(1 << seat for seat in one.passed)
        heard.append((one.asker, one.guess, passed, [*one.shown.items()], one.asker in askers))
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
    weighed = sum(one.asker in askers for one in history)
    shape = (weighed, len(policies), len(layout.categories), games)
    return views, np.frombuffer(chances, dtype=np.float64).reshape(shape)


def play_on(  # noqa: PLR0917 -- as `playouts` has it
    worlds: Games,
    deals: NDArray[np.intp],
    opening: Opening | None,
    policies: Sequence[Policy],
    rules: BatchRules,
    rng: np.random.Generator,
) -> tuple[Numbers, Numbers] | None:
    """Return turns and winners of `rollouts.playouts`; `None` if the core cannot play."""
    layout, views = worlds.layout, worlds.views
    is_native = all(policy.native for policy in policies)
    is_native &= rules.deduction == views.deduction == "propagation"
    if _core is None or layout.players > _MOST_SEATS or not is_native:
        return None
    core_rules = (
        _firsts(layout, rules.show),
        rules.claims is AccusationRule.ALL,
        [*rules.rash] or [0.0] * layout.players,
        rules.most_turns,
        [[*policy.native] for policy in policies],
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
        _seed(rng),
    )
    return np.frombuffer(turns, dtype=np.int64), np.frombuffer(winners, dtype=np.int64)


def _table(layout: BatchLayout) -> _Table:
    return [*layout.hand_sizes], [*layout.categories], layout.answering is Answering.ALL


def _firsts(layout: BatchLayout, show: ShowRules) -> list[bool]:
    rules = (show,) * layout.players if isinstance(show, str) else show
    return [rule == "first" for rule in rules]


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(1 << 63))


def _words(numbers: NDArray[np.intp]) -> bytes:
    return numbers.astype(np.uint64).tobytes()


def _masks(words: bytes) -> Masks:
    return np.frombuffer(words, dtype=np.uint64)
