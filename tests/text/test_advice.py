"""Advice in plain words."""

from dataclasses import replace

import pytest

from cluetree import Notebook, Table
from cluetree.editions import CLUE_US
from cluetree.events import Show
from cluetree.text.advice import learnt, left
from cluetree.text.moves import to_do, verdict, worth

ANSWER = ("Mrs. White", "Rope", "Hall")
SOLVED = "Mrs. White, Rope, Hall"


def solved(viewpoint: str | None = "Ann") -> Notebook:
    hand = ("plum", "green", "knife", "wrench", "kitchen", "library") if viewpoint else ()
    sizes = {"Ann": 6, "Bob": 6, "Eve": 6}
    book = Notebook(Table.set_up(CLUE_US, sizes, viewpoint=viewpoint, hand=hand))
    for card in ANSWER:
        book.holds("envelope", card)
    return book


def test_whoever_knows_the_answer_is_told_to_accuse() -> None:
    assert to_do(solved()) == f"Accuse: {SOLVED}"
    assert to_do(Notebook(solved().table)) is None


def test_whoever_cannot_accuse_is_told_that_it_is_solved() -> None:
    assert to_do(solved(viewpoint=None)) == f"Solved: {SOLVED}"
    out, over, others = solved(), solved(), solved()
    out.accuse("ann", "Mrs. Peacock", "Rope", "Hall", correct=False)
    over.accuse("Bob", *ANSWER, correct=True)
    others.accuse("Bob", "Mrs. Peacock", "Rope", "Hall", correct=False)
    assert to_do(out) == to_do(over) == f"Solved: {SOLVED}"
    assert to_do(others) == f"Accuse: {SOLVED}"


@pytest.mark.parametrize(
    ("gain", "expected"),
    [(0, "all"), (0.05, "most"), (0.35, "two thirds"), (0.75, "half"), (2.5, "little")],
)
def test_bits_are_told_as_what_is_left(gain: float, expected: str) -> None:
    assert left(gain) == expected


def test_what_a_suggestion_is_worth() -> None:
    book = Notebook(solved().table)
    told: set[str] = set()
    for one in book.advise().suggestions:
        said = worth(one)
        assert said.startswith("About halves what is possible.") == (left(one.gain) == "half")
        if one.gain < 0.05:
            assert said == "Tells nothing new."
        else:
            _, _, learn = said.partition(". The others learn ")
            share = one.leak / one.gain
            told.add(learn)
            assert learn == (
                "little." if share < 1 / 4 else "as much." if share > 3 / 4 else "some of it."
            )
    assert told >= {"as much.", "some of it."}
    assert worth(solved().advise().suggestions[0]) == "Tells nothing new."


@pytest.mark.parametrize(("gain", "told"), [(0.04, False), (0.05, True), (0.2, True), (3.0, True)])
def test_of_what_tells_something_it_is_said_what_others_learn(gain: float, told: bool) -> None:
    best = Notebook(solved().table).advise().suggestions[0]
    one = replace(best, gain=gain, leak=gain)
    assert (learnt(one) in worth(one)) is told


@pytest.mark.parametrize(
    ("leak", "words"),
    [(0.2, "little"), (0.25, "some of it"), (0.75, "some of it"), (0.8, "as much")],
)
def test_a_quarter_and_three_quarters_are_some_of_it(leak: float, words: str) -> None:
    best = Notebook(solved().table).advise().suggestions[0]
    assert learnt(replace(best, gain=1.0, leak=leak)) == words


def test_what_was_seen_before_is_safe_to_show() -> None:
    book = Notebook(solved().table)
    book.suggest("Bob", "plum", "rope", "hall", shows=[Show("Ann", CLUE_US.card("plum"))])
    found = book.card_to_show("Bob", CLUE_US.guess("plum", "knife", "hall"), samples=10)
    said = [verdict(found, choice) for choice in found.choices]
    assert said[0] == "safe to show: Bob has seen it from you before"
    assert not said[1].startswith(("safe", "best"))
    found = book.card_to_show("Eve", CLUE_US.guess("plum", "knife", "hall"), samples=10)
    assert verdict(found, found.choices[0]) == "best: gives least away"
    found = book.card_to_show("Eve", CLUE_US.guess("plum", "rope", "hall"), samples=10)
    assert verdict(found, found.choices[0]) == "the only one you can show"
