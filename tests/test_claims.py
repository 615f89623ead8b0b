"""Claims: their opposites, and the places and cards that they name."""

from cluetree.claims import Fact, OneOf
from cluetree.editions import CLUE_US as DECK


def test_opposite_of_a_fact_is_of_the_same_place_and_card() -> None:
    holds, lacks = (Fact("Bob", DECK.card("rope"), holds=so) for so in (True, False))
    assert (holds.opposite, lacks.opposite) == (lacks, holds)


def test_one_of_has_players_and_cards() -> None:
    rope, hall = DECK.hand("rope", "hall")
    either = OneOf((Fact("Bob", rope, holds=True), Fact("Bob", hall, holds=True)))
    assert (either.player, either.players) == ("Bob", ("Bob",))
    assert either.cards == {rope, hall}
    assert str(either) == "Bob holds Hall or Rope"
    somebody = OneOf((*either.options, Fact("Eve", rope, holds=True)))
    assert (somebody.player, somebody.players) == (None, ("Bob", "Eve"))
    assert OneOf(()).player is None
