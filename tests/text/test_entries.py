"""Names, events and deals as people say them."""

import pytest

from cluetree import ClueError, Table
from cluetree.editions import CLUE_US
from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Show, Suggestion
from cluetree.text.entries import read_deal, rest_in_envelope, short_name
from cluetree.text.events import brief


def test_a_name_as_spoken_still_means_the_card() -> None:
    for card in CLUE_US.cards:
        assert CLUE_US.card(short_name(card, CLUE_US)) == card


def test_in_brief_nobody_who_did_something_is_left_out() -> None:
    guess = CLUE_US.guess("plum", "rope", "hall")

    def told(*shows: Show, passed: tuple[str, ...] = ()) -> str:
        return brief(Suggestion("Bob", guess, shows, passed), CLUE_US)

    assert told().startswith("Bob: Plum, Rope, Hall → ")
    assert "Eve" in told(Show("Eve"))
    assert "Ann" not in told(Show("Eve"))
    assert told(Show("Ann", guess.weapon)) == f"{told(Show('Ann'))} Rope"
    assert told(Show(None)) == told(Show("Eve")).replace("Eve", "somebody")
    after = told(Show("Ann", guess.weapon), passed=("Eve",))
    assert after.index("Eve") < after.index("Ann")
    assert told(passed=("Eve", "Ann")).count("passes") == 2
    assert "passes" not in told(Show("Eve"))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Holds("Bob", CLUE_US.card("plum")), "Bob holds Plum"),
        (Lacks("Bob", CLUE_US.card("dining")), "Bob lacks Dining Room"),
        (HoldsOneOf("Eve", CLUE_US.hand("plum", "rope")), "Eve holds one of Plum, Rope"),
        (Accusation("Ann", CLUE_US.guess("plum", "rope", "hall"), correct=True), "right"),
        (Accusation("Ann", CLUE_US.guess("plum", "rope", "hall"), correct=False), "wrong"),
    ],
)
def test_what_else_is_told_in_brief(event: Event, told: str) -> None:
    assert brief(event, CLUE_US).endswith(told)


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
def test_what_is_no_deal_says_why(text: str, message: str) -> None:
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
