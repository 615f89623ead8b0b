"""Policies: the versions of numpy and of the compiled core against the plain definitions."""

from contextlib import nullcontext
from unittest.mock import patch

import numpy as np
import pytest

from cluetree.play import Rules, play_game, policies as plain
from cluetree.play.agents import PolicyPlayer
from cluetree.play.batch import Asked, BatchLayout, MixedPolicy, chances, rollouts, weigh
from tests.play.batches import (
    MIXED,
    PAIRS,
    POLICIES,
    asked_in,
    begun,
    each_layout,
    generator,
    knowledge_of,
    take_turns,
)

MIXTURE = (
    plain.Mixture(tuple((1 / len(PAIRS), policy) for policy, _ in PAIRS)),
    MixedPolicy(tuple((1 / len(PAIRS), policy) for policy in POLICIES)),
)


@each_layout
def test_numpy_has_the_same_chances(layout: BatchLayout) -> None:
    games, dealt, _ = begun(layout)
    for _ in (None, *take_turns(games, MIXED, len(PAIRS))):
        view = games.views.of(games.seat)
        known = knowledge_of(view, dealt)
        for one, batch in (*PAIRS, MIXTURE):
            expected = one.chances(known, layout.categories[-1])
            assert sum(expected.values()) == pytest.approx(1)
            some = [*expected][:: -(-len(expected) // 5)] + [*layout.guesses][::150]
            found = [chances(batch, view, guess)[0] for guess in some]
            assert found == pytest.approx([expected.get(guess, 0) for guess in some], abs=1e-9)


@each_layout
@pytest.mark.parametrize("native", [True, False])
def test_a_replay_gives_the_same_chances_and_knowledge(
    layout: BatchLayout, *, native: bool
) -> None:
    if native and rollouts._core is None:
        pytest.skip("cluetree-native is not in use")
    games, dealt, _ = begun(layout)
    known = [knowledge_of(games.views.of(games.seat), dealt)]
    history: list[Asked] = []
    for answers in take_turns(games, MIXED, 16):
        history.append(asked_in(answers))
        known.append(knowledge_of(games.views.of(games.seat), dealt))
    askers = (0, layout.players - 1)
    expected = [
        [policy.chances(before, layout.categories[-1]).get(asked.guess, 0) for policy, _ in PAIRS]
        for before, asked in zip(known, history, strict=False)
        if asked.asker in askers
    ]
    with nullcontext() if native else patch.object(rollouts, "_core", None):
        views, shares = weigh(
            layout,
            games.hands,
            dealt,
            history,
            POLICIES,
            weighed=[len(POLICIES) * (asked.asker in askers) for asked in history],
            show="first",
            rng=generator(),
        )
    assert shares.prod(axis=2)[:, :, 0] == pytest.approx(np.array(expected))
    assert (views.can == games.views.can).all()
    for seat in range(layout.players):
        one, other = (knowledge_of(each.of(seat), dealt).shows for each in (views, games.views))
        assert sorted(one) == sorted(other)


@pytest.mark.parametrize("policy", [policy for policy, _ in PAIRS], ids=repr)
def test_an_agent_is_made_from_a_policy(policy: plain.Policy) -> None:
    agents = [PolicyPlayer(policy) for _ in range(3)]
    assert play_game(agents, Rules(most_turns=300), 1).turns
