"""Names as people say them."""

from cluetree.editions import CLUE_US
from cluetree.text.entries import short_name


def test_short_name_means_the_card() -> None:
    for card in CLUE_US.cards:
        assert CLUE_US.card(short_name(card, CLUE_US)) == card
