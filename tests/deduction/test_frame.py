"""Cards and places as numbers, and back."""

import pytest

from cluetree.cards import Category, ClueCard
from cluetree.claims import Fact, OneOf
from cluetree.deduction import Frame, bits, union
from cluetree.editions import CLUE_US as DECK
from cluetree.errors import UnknownCardError, UnknownPlayerError
from cluetree.table import CluePlayer

FRAME = Frame(DECK, (CluePlayer("Ann", 6), CluePlayer("Bob"), CluePlayer("Eve", 6)))


def test_places_are_the_seats_then_the_envelope() -> None:
    assert [FRAME.place(name) for name in ("Ann", "Eve", "envelope")] == [0, 2, 3]
    assert (FRAME.envelope, FRAME.sizes) == (3, (6, None, 6))
    with pytest.raises(UnknownPlayerError):
        FRAME.place("Zoe")


def test_cards_have_the_order_of_the_edition() -> None:
    assert FRAME.set_of((DECK.cards[0], DECK.cards[20])) == 1 | 1 << 20
    assert FRAME.cards(1 | 1 << 20) == (DECK.cards[0], DECK.cards[20])
    assert [cards.bit_count() for cards in FRAME.categories] == [6, 6, 9]
    guess = DECK.guess("white", "rope", "hall")
    assert FRAME.guess(FRAME.set_of(guess)) == guess
    with pytest.raises(UnknownCardError):
        FRAME.bit(ClueCard("Spoon", Category.WEAPON))


def test_branch_converts_to_its_claim() -> None:
    rope, hall = DECK.hand("rope", "hall")
    claim = OneOf(tuple(Fact(n, c, holds=True) for n in ("Ann", "Eve") for c in (rope, hall)))
    branch = FRAME.branch(claim)
    assert branch == ((0, FRAME.set_of((rope, hall))), (2, FRAME.set_of((rope, hall))))
    assert FRAME.one_of(branch) == claim
    assert FRAME.branch(OneOf(claim.options[::-1])) == branch


def test_bit_sets() -> None:
    assert [*bits(0b10110)] == [1, 2, 4]
    assert union([0b001, 0b100, 0b001]) == 0b101
    assert union([]) == 0
