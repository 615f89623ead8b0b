"""Suggestions scored by the compiled core against plain Python: the same figures."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final
from unittest.mock import patch

import pytest

from cluetree import Answering, ClueCard, ClueGuess, Evidence, Table
from cluetree.advice import ReplyModel, advise, in_order, uniform
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.exact import _count, replies
from tests.exact import needs_core
from tests.exact.data import State, states
from tests.exact.games import blurred, play, seeded


def moody(player: str, guess: ClueGuess, held: tuple[ClueCard, ...], /) -> Sequence[Fraction]:
    """Habits that differ from player to player, from guess to guess, and from card to card."""
    return [Fraction(1 + (len(player + card.name) + guess.cards.index(card)) % 5) for card in held]


MODELS: Final[dict[str, ReplyModel]] = {
    "uniform": uniform,
    "in order": in_order,
    "moody": moody,
    "wild": lambda _player, _guess, held: [0.1 + 2.0**-40] * len(held),
}


def assert_same(table: Table, evidence: Evidence, model: ReplyModel = uniform) -> None:
    found = advise(table, evidence, model=model)
    with patch.object(_count, "_core", None):
        expected = advise(table, evidence, model=model)
    assert found.entropy == pytest.approx(expected.entropy, abs=1e-11)
    by_guess = {advised.guess: advised for advised in expected.suggestions}
    assert len(found.suggestions) == len(by_guess)
    for advised in found.suggestions:
        other = by_guess[advised.guess]
        for name in ("gain", "leak", "solves"):
            assert getattr(advised, name) == pytest.approx(getattr(other, name), abs=1e-11)
        assert [reply.shows for reply in advised.replies] == [r.shows for r in other.replies]
        assert [reply.probability for reply in advised.replies] == pytest.approx(
            [reply.probability for reply in other.replies], abs=1e-12
        )
        assert advised.settles == pytest.approx(other.settles, abs=1e-12)
        assert (advised.left, advised.learned) == (other.left, other.learned)


LATE: Final = [state for state in states("c3", "c4", "c5", "c6") if state.line.turn in {0, 6}]
EARLY: Final = [
    pytest.param(state, marks=pytest.mark.slow)
    for state in states("c3", "c4", "c5")
    if state.line.turn in {1, 2, 3}
]


@needs_core
@pytest.mark.parametrize("state", [*LATE, *EARLY], ids=lambda state: state.place)
def test_stored_positions(state: State) -> None:
    assert_same(state.record.table, state.gathered)


@needs_core
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_games_with_unknown_hand_sizes(seed: int) -> None:
    answering = list(Answering)[seed % len(Answering)]
    game = play(
        seeded(seed), CLUE_US, 3 + seed % 4, 4, answering=answering, leftover_face_up=seed > 20
    )
    table = blurred(game.table, seeded(seed))
    table = replace(
        table,
        players=tuple(
            replace(player, hand_size=size.hand_size) if player.name == table.viewpoint else player
            for player, size in zip(table.players, game.table.players, strict=True)
        ),
    )
    model = list(MODELS.values())[seed % len(MODELS)]
    assert_same(table, Evidence.gather(table, game.events), model)


@needs_core
@pytest.mark.slow
def test_numbers_of_128_bits() -> None:
    game = play(seeded(2), MASTER_DETECTIVE, 10, 0)
    problem = replies.SuggestionProblem(
        Evidence.gather(game.table, game.events),
        [[card] for card in (game.hidden.suspect, game.hidden.weapon, game.hidden.room)],
        asker=game.table.viewpoint or "",
        answering=Answering.FIRST,
        limit=None,
    )
    assert problem.deals > 2**64
    assert_same(game.table, Evidence.gather(game.table, game.events))
