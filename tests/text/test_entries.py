"""Names and events as people say them."""

import pytest

from cluetree.editions import CLUE_US
from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Show, Suggestion
from cluetree.text.entries import spoken
from cluetree.text.telling import brief


def test_a_name_as_spoken_still_means_the_card() -> None:
    for card in CLUE_US.cards:
        assert CLUE_US.card(spoken(card, CLUE_US)) == card


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
