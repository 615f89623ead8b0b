"""Games of the compiled core against those of numpy: what is certain alike, the rest as often."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from unittest.mock import patch

import numpy as np
import pytest

from cluetree.board import classic_board
from cluetree.editions import CLUE_US
from cluetree.play import NAMES
from cluetree.play.batch import (
    AnyPolicy,
    Asked,
    BatchBoard,
    BatchLayout,
    BatchRules,
    Games,
    Habit,
    Masks,
    MixedPolicy,
    Opening,
    Outcomes,
    Policy,
    ShownFirst,
    ShowRule,
    Start,
    View,
    playouts,
    rollouts,
    weigh,
)
from cluetree.play.batch.policies import Chances
from cluetree.play.pawns import Pawns
from cluetree.play.rules import AccusationRule
from tests.exact import needs_core
from tests.play.batches import LAYOUTS, MIXED, POLICIES, THREE, begun, generator

pytestmark = needs_core


def test_unseen_cards_are_shown_by_the_rule() -> None:
    hands = np.array([[0b111111], [0b111111 << 6], [0b111111 << 12]], dtype=np.uint64)
    hands = np.repeat(hands, 2000, axis=1)
    dealt = np.full(2000, THREE.deck, dtype=np.uint64)
    guess = 0b11 << 6
    history = [Asked(0, guess, frozenset(), {1: 0})]
    rules: tuple[tuple[ShowRule, float, float], ...] = (("first", 1, 1), ("uniform", 0.45, 0.55))
    for show, least, most in rules:
        views, _ = weigh(
            THREE, hands, dealt, history, (), weighed=[0], show=(show,) * 3, rng=generator()
        )
        seen = (views.can[2, 0] & np.uint64(1 << 6)) == 0
        assert least <= seen.mean() <= most


def compared(
    worlds: Games,
    policies: Sequence[Policy],
    rules: BatchRules,
    *,
    opening: Opening | None = None,
    start: Start = Start(),  # noqa: B008 -- it is frozen
) -> None:
    """Play games on both ways, and see that each seat wins as often, in as many turns."""
    number = 4000
    deals = np.arange(number) % worlds.views.games
    played = partial(playouts, worlds, deals, policies, opening=opening, start=start)
    found: list[Outcomes] = [played(generator(), rules)]
    with patch.object(rollouts, "_core", None):
        found.append(played(generator(), rules))
    wins = [np.bincount(o.winners + 1, minlength=5) / number for o in found]
    assert wins[0] == pytest.approx(wins[1], abs=0.045)
    spread = found[1].turns.std() / number**0.5
    assert found[0].turns.mean() == pytest.approx(found[1].turns.mean(), abs=6 * spread + 0.01)


@pytest.mark.parametrize("policy", [*POLICIES, MIXED], ids=repr)
def test_games_go_on_alike(policy: Policy) -> None:
    games, *_ = begun(THREE, turns=1)
    compared(games, [policy] * 3, BatchRules("uniform", AccusationRule.SUGGESTER, most_turns=40))


@pytest.mark.parametrize(
    "layout",
    [
        pytest.param(layout, id=name, marks=[pytest.mark.slow] if name != "three" else [])
        for name, layout in LAYOUTS.items()
    ],
)
@pytest.mark.parametrize("claims", AccusationRule)
def test_games_go_on_alike_at_any_table(layout: BatchLayout, claims: AccusationRule) -> None:
    games, *_ = begun(layout, turns=3)
    games.eliminated = frozenset({1})
    policies = [MIXED] * layout.players
    compared(games, policies, BatchRules("first", claims, most_turns=60))


def test_rash_players_accuse_as_often() -> None:
    games, *_ = begun(THREE, turns=1)
    rules = BatchRules("uniform", AccusationRule.SUGGESTER, most_turns=40, rash=(0.0, 0.7, 0.3))
    compared(games, [MIXED] * 3, rules)
    deals = np.zeros(4000, dtype=np.intp)
    for rash in (0.0, 1.0):
        kind = replace(rules, rash=(rash,) * 3)
        nobody = playouts(games, deals, [MIXED] * 3, generator(), kind).winners < 0
        assert nobody.any() == (rash > 0)  # all three have accused wrongly


def test_an_opening_is_asked_and_answered_first() -> None:
    games, *_ = begun(THREE, turns=1)
    asked = int(games.hands[(games.seat + 1) % 3, 0])
    guess = next(g for g in THREE.guesses if (g & asked).bit_count() > 1)
    guesses = np.full(4000, guess, dtype=np.uint64)
    cards = guesses & np.uint64(asked)
    shown = ShownFirst((games.seat + 1) % 3, cards & (~cards + np.uint64(1)))
    rules = BatchRules("uniform", most_turns=30)
    compared(games, [MIXED] * 3, rules, opening=Opening(guesses))
    compared(games, [MIXED] * 3, rules, opening=Opening(guesses, shown))


@pytest.mark.parametrize("habit", [Habit(own=0.8), Habit(heard=0.9), Habit(0.4, 0.6)])
def test_cards_are_repeated_alike(habit: Habit) -> None:
    games, *_ = begun(THREE, turns=2)
    guess = THREE.guesses[100]
    rules = BatchRules("uniform", AccusationRule.SUGGESTER, most_turns=40, habits=(habit,) * 3)
    compared(games, [MIXED] * 3, rules, start=Start((0, 0, guess), 2))


@pytest.mark.parametrize("brought", [True, False])
def test_pawns_walk_alike(*, brought: bool) -> None:
    games, *_ = begun(THREE, turns=1)
    board = classic_board(CLUE_US)
    pawns = Pawns.at_start(board, NAMES[:3])
    if brought:
        suspect, room = board.edition.hand("scarlet", "kitchen")
        pawns = pawns.suggested(1, suspect, room)
    rooms = BatchBoard.of(board, THREE)
    rules = BatchRules("uniform", AccusationRule.SUGGESTER, most_turns=60, board=rooms)
    start = Start(pawns=rooms.steps_of(pawns))
    compared(games, [MIXED] * 3, rules, start=start)
    guesses = np.full(4000, THREE.guesses[7], dtype=np.uint64)
    compared(games, [MIXED] * 3, rules, opening=Opening(guesses), start=start)


def test_the_same_seed_gives_the_same_games() -> None:
    games, *_ = begun(THREE, turns=4)
    deals = np.zeros(200, dtype=np.intp)
    one, other = (playouts(games, deals, [MIXED] * 3, generator(7), BatchRules()) for _ in "ab")
    assert (one.winners == other.winners).all()
    assert (one.turns == other.turns).all()


class Unknown:
    """A policy that the core has no version of."""

    native = ()

    def choose(self, view: View, rng: np.random.Generator) -> Masks:
        return AnyPolicy().choose(view, rng)

    def shares(self, view: View, guess: int) -> Chances:
        return AnyPolicy().shares(view, guess)


def test_numpy_plays_policies_that_are_not_native() -> None:
    games, *_ = begun(THREE, turns=2)
    for unknown in (Unknown(), MixedPolicy(((1.0, Unknown()),))):
        played = partial(playouts, games, np.zeros(10, dtype=np.intp), [unknown] * 3)
        with patch.object(rollouts, "_core", None):
            plain = played(generator(), BatchRules(most_turns=9))
        found = played(generator(), BatchRules(most_turns=9))
        assert (found.turns == plain.turns).all()
