"""The exact numbers behind the first row of the paper's table."""

from fractions import Fraction

import pytest

from cluetree.exact import count
from cluetree.play import Rules, shuffle, stream
from cluetree.play.knowledge import Knowledge
from tests.play import constants


def test_number_of_deals() -> None:
    assert constants.deals() == 5_557_616_064
    assert sum(ways for _, ways in constants.kinds_of_deal()) == 5_557_616_064


def test_onlooker_counts_equal_deals() -> None:
    onlooker = shuffle(Rules(), stream(0, "deal")).table(None)
    assert count(Knowledge(onlooker).evidence()).deals == constants.deals()


def test_turns_of_random_players_without_a_memory() -> None:
    assert float(constants.expected_turns()) == pytest.approx(111.15995, abs=5e-6)


def test_seat_shares_of_random_players_without_a_memory() -> None:
    shares = constants.seat_shares()
    assert sum(shares) == Fraction(1)
    assert [float(100 * share) for share in shares] == pytest.approx(
        [33.63413, 33.33243, 33.03344], abs=5e-6
    )
