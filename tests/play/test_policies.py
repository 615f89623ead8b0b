"""Policies: the versions of numpy and of the compiled core against the plain definitions."""

from collections.abc import Iterator
from contextlib import nullcontext
from unittest.mock import patch

import numpy as np
import pytest

from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.play import NAMES, Rules, play_game, policies as plain
from cluetree.play.agents import PolicyPlayer
from cluetree.play.batch import (
    AnyPolicy,
    Asked,
    BatchLayout,
    BluffPolicy,
    Games,
    HeuristicPolicy,
    LikeliestPolicy,
    Masks,
    MixedPolicy,
    Policy,
    RandomStatefulPolicy,
    RandomStatelessPolicy,
    View,
    Views,
    WenselPolicy,
    _native,
    chances,
    deal,
    settled,
    weigh,
)
from cluetree.play.knowledge import Knowledge
from cluetree.table import Answering, CluePlayer, Table
from tests.exact.games import seeded

BLUFF = (0.4, 0.1, 0.8)
PAIRS: tuple[tuple[plain.Policy, Policy], ...] = (
    (plain.Anything(), AnyPolicy()),
    (plain.Stateless(), RandomStatelessPolicy(remembers=True)),
    (plain.Stateful(), RandomStatefulPolicy()),
    (plain.FewestHolders("first"), HeuristicPolicy("first")),
    (plain.FewestHolders("random"), HeuristicPolicy("random")),
    (plain.Bluff(BLUFF), BluffPolicy(BLUFF)),
    (plain.Likeliest(3.0), LikeliestPolicy(3.0)),
    (plain.WenselScores(), WenselPolicy()),
)
MIXED = (
    plain.Mixture(tuple((1 / len(PAIRS), policy) for policy, _ in PAIRS)),
    MixedPolicy(tuple((1 / len(PAIRS), policy) for _, policy in PAIRS)),
)
LAYOUTS = {
    "three": BatchLayout.even(CLUE_US, 3),
    "four, all answer": BatchLayout(CLUE_US, (5, 5, 4, 4), Answering.ALL),
    "seven": BatchLayout.even(MASTER_DETECTIVE, 7, leftover_face_up=True),
}
each_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)


def knowledge_of(view: View, dealt: Masks) -> Knowledge:
    """What the seat of a view of one game knows, in plain form."""
    layout = view.layout
    cards = layout.edition.cards
    hand = tuple(card for at, card in enumerate(cards) if int(view.hand[0]) >> at & 1)
    face_up = tuple(card for at, card in enumerate(cards) if not int(dealt[0]) >> at & 1)
    players = tuple(
        CluePlayer(NAMES[seat], size, hand if seat == view.seat else ())
        for seat, size in enumerate(layout.hand_sizes)
    )
    known = Knowledge(Table(layout.edition, players, NAMES[view.seat], face_up, layout.answering))
    single = int(settled(view.can)[0])
    known.may = [int(may) for may in view.can[:, 0]]
    known.held = [may & single for may in known.may]
    shows = view.shows.unmet(view.can)
    known.branches = [
        ((int(place), int(cards)),) for place, cards in zip(shows.places, shows.cards, strict=True)
    ]
    return known


def turns(layout: BatchLayout, number: int) -> Iterator[tuple[Games, Masks, Knowledge, Asked]]:
    """Yield one game before each turn: the current player's knowledge, and what comes of it."""
    rng, chance = np.random.default_rng(3), seeded(3)
    hands, dealt = deal(layout, 1, rng)
    games = Games(layout, hands, Views.at_start(layout, hands, dealt))
    for turn in range(number):
        known = knowledge_of(games.views.of(games.seat), dealt)
        guess = PAIRS[turn % len(PAIRS)][0].choose(known, layout.categories[-1], chance)
        answers = games.answer(np.array([guess], np.uint64), "uniform", rng)
        passed = frozenset(answers.passed[:, 0].nonzero()[0].tolist())
        shown = {seat: int(card) for seat, card in enumerate(answers.shown[:, 0]) if card}
        yield games, dealt, known, Asked(games.seat, guess, passed, shown)
        games.views.learn(answers)
        games.seat = games.next_seat()


@each_layout
def test_numpy_has_the_same_chances(layout: BatchLayout) -> None:
    for games, _, known, _ in turns(layout, len(PAIRS)):
        view = games.views.of(games.seat)
        for one, batch in (*PAIRS, MIXED):
            expected = one.chances(known, layout.categories[-1])
            assert sum(expected.values()) == pytest.approx(1)
            some = [*expected][:: -(-len(expected) // 5)] + [*layout.guesses][::150]
            found = [chances(batch, view, guess)[0] for guess in some]
            assert found == pytest.approx([expected.get(guess, 0) for guess in some], abs=1e-9)


@each_layout
@pytest.mark.parametrize("native", [True, False])
def test_suggestions_in_a_replay_have_the_same_chances(
    layout: BatchLayout, *, native: bool
) -> None:
    if native and not _native.is_in_use():
        pytest.skip("cluetree-native is not in use")
    game = [*turns(layout, 16)]
    expected = [
        [policy.chances(known, layout.categories[-1]).get(asked.guess, 0) for policy, _ in PAIRS]
        for _, _, known, asked in game
    ]
    games, dealt, *_ = game[0]
    with nullcontext() if native else patch.object(_native, "_core", None):
        _, shares = weigh(
            layout,
            games.hands,
            dealt,
            [asked for *_, asked in game],
            [policy for _, policy in PAIRS],
            askers=range(layout.players),
            show="first",
            rng=np.random.default_rng(1),
        )
    assert shares.prod(axis=2)[:, :, 0] == pytest.approx(np.array(expected))


@pytest.mark.parametrize("policy", [policy for policy, _ in PAIRS], ids=repr)
def test_an_agent_is_made_from_a_policy(policy: plain.Policy) -> None:
    agents = [PolicyPlayer(policy) for _ in range(3)]
    assert play_game(agents, Rules(most_turns=300), 1).turns
