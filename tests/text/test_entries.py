"""Names, events and deals as people say them."""

import pytest

from cluetree import ClueError, Table
from cluetree.editions import CLUE_US
from cluetree.text.entries import read_deal, rest_in_envelope, short_name


def test_short_name_means_the_card() -> None:
    for card in CLUE_US.cards:
        assert CLUE_US.card(short_name(card, CLUE_US)) == card


# Deals

HAND = ("mustard", "knife", "rope", "hall", "study", "lounge")
TABLE = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=HAND)
TEXT = (
    "bob: Scarlet, Green, Peacock, Plum, Candlestick, Pipe; "
    "Eve: Revolver, Kitchen, Ballroom, Conservatory, Billiard, Library"
)


def test_own_hand_and_envelope_need_not_be_named() -> None:
    deal = read_deal(TABLE, TEXT)
    assert set(deal) == set(CLUE_US.cards)
    hidden = [card.name for card, place in deal.items() if place == "envelope"]
    assert hidden == ["Mrs. White", "Wrench", "Dining Room"]
    assert deal[CLUE_US.card("rope")] == "Ann"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{TEXT}, Rope", "Rope is in two places"),
        (TEXT.replace("Bob", "Zoe").replace("bob", "Zoe"), "unknown player 'Zoe'"),
        (TEXT.replace(", Library", ""), "the envelope would hold .*Library"),
        ("Bob, Plum", "whose cards are 'Bob, Plum'"),
    ],
)
def test_invalid_deal_is_explained(text: str, message: str) -> None:
    with pytest.raises(ClueError, match=message):
        read_deal(TABLE, text)


def test_face_up_cards_are_in_no_place() -> None:
    table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 8}, face_up=("rope",))
    placed = {
        card: "Ann" for card in CLUE_US.cards if card.name not in {"Rope", "Mrs. White", "Hall"}
    }
    deal = rest_in_envelope(table, {**placed, CLUE_US.card("wrench"): "envelope"})
    assert CLUE_US.card("rope") not in deal
    assert deal[CLUE_US.card("hall")] == "envelope"
