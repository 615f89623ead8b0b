"""Against a second counter that shares nothing with the first: real positions, ten players too."""

from typing import Final

import pytest

from cluetree import Evidence, Holds
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.exact import count
from tests.exact.data import State, states
from tests.exact.games import play, seeded
from tests.exact.plain import plain_deals

SMALL: Final = [state for state in states("c3", "c4", "c5", "c6") if state.line.turn in {1, 2}]
LARGE: Final = [state for state in states("m6", "m10") if state.line.turn <= 1]


@pytest.mark.slow
@pytest.mark.parametrize("state", SMALL, ids=lambda state: state.place)
def test_the_same_deals_card_by_card(state: State) -> None:
    if state.pruned.failed_accusations:
        pytest.skip("the second counter knows no accusations")
    beliefs = count(state.pruned)
    assert plain_deals(state.pruned) == beliefs.deals
    table = state.record.table
    card = seeded(state.line.turn).choice(table.edition.cards)
    for place in beliefs.counts:
        there = Evidence.gather(table, [*state.record.events, Holds(place, card)])
        assert beliefs.count(card, place) == plain_deals(there)


@pytest.mark.slow
@pytest.mark.parametrize("state", LARGE, ids=lambda state: state.place)
def test_the_same_deals_with_thirty_cards(state: State) -> None:
    assert plain_deals(state.pruned) == count(state.pruned).deals


@pytest.mark.parametrize("seed", range(6))
def test_the_same_deals_beyond_64_bits(seed: int) -> None:
    """An onlooker after the first suggestions at a table of ten: few cards are special yet."""
    game = play(seeded(seed), MASTER_DETECTIVE, 10, 1, onlooker=True)
    evidence = Evidence.gather(game.table, game.events[: 1 + seed // 3])
    beliefs = count(evidence)
    assert beliefs.deals > 2**64
    assert plain_deals(evidence) == beliefs.deals
    for place in (game.table.names[seed], "envelope"):
        card = game.hidden.cards[seed % 3]
        there = Evidence.gather(game.table, [*game.events[: 1 + seed // 3], Holds(place, card)])
        assert beliefs.count(card, place) == plain_deals(there)


def test_the_second_counter_starts_with_the_multinomial() -> None:
    game = play(seeded(1), CLUE_US, 3, 0, onlooker=True)
    assert plain_deals(Evidence.gather(game.table)) == 324 * 17_153_136
