"""A person at the terminal: every question, every wrong answer, help on the way."""

import io
from random import Random

import pytest
from rich.console import Console

from cluetree import Table
from cluetree.board import Square
from cluetree.editions import CLUE_US
from cluetree.faces.commands.person import Person

TABLE = Table.set_up(
    CLUE_US,
    {"Ann": 6, "Bob": 6, "Eve": 6},
    viewpoint="Ann",
    hand=("mustard", "knife", "rope", "hall", "study", "lounge"),
)
ROOMS = CLUE_US.hand("kitchen", "ballroom")
GUESS = CLUE_US.guess("plum", "rope", "kitchen")


class Talk:
    """A person who answers with these words, and what was printed meanwhile."""

    def __init__(self, *words: str):
        self.words = iter(words)
        self.prompts: list[str] = []
        self.screen = Console(record=True, width=200, file=io.StringIO())
        self.person = Person(self.screen, self._read)
        self.person.begin(TABLE, Random(1))

    def _read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self.words)
        except StopIteration:
            raise EOFError from None

    @property
    def printed(self) -> str:
        return self.screen.export_text()


@pytest.mark.parametrize("words", ["plum, rope, kitchen", "plum rope kitchen", "kitchen ro pl"])
def test_a_suggestion_in_any_order(words: str) -> None:
    assert Talk(words).person.suggest(ROOMS) == GUESS


def test_nothing_suggests_nothing() -> None:
    assert Talk("").person.suggest(ROOMS) is None


def test_without_a_room_nothing_is_asked() -> None:
    talk = Talk()
    assert talk.person.suggest(()) is None
    assert not talk.prompts


def test_wrong_words_are_explained_and_asked_again() -> None:
    talk = Talk("plum rope", "plum rope attic", "plum rope study", "plum rope kitchen")
    assert talk.person.suggest(ROOMS) == GUESS
    printed = talk.printed
    assert "unknown card 'attic'" in printed
    assert "Study cannot be named from here" in printed
    assert len(talk.prompts) == 4


def test_the_sheet_and_advice_on_the_way() -> None:
    talk = Talk("?", "!", "")
    assert talk.person.suggest(ROOMS) is None
    printed = talk.printed
    assert "triples are possible" in printed
    assert "bits, settles" in printed or "bits, may settle" in printed


def test_an_accusation_may_name_any_room() -> None:
    assert Talk("plum rope study").person.accuse() == CLUE_US.guess("plum", "rope", "study")
    assert Talk("").person.accuse() is None


def test_the_only_card_is_shown_without_a_question() -> None:
    talk = Talk()
    assert talk.person.show("Bob", GUESS, CLUE_US.hand("rope")) == CLUE_US.card("rope")
    assert "you show Rope" in talk.printed


def test_a_choice_of_cards() -> None:
    guess = CLUE_US.guess("mustard", "rope", "kitchen")
    cards = CLUE_US.hand("mustard", "rope")
    talk = Talk("", "?", "!", "kitchen", "chair", "rope")
    assert talk.person.show("Bob", guess, cards) == CLUE_US.card("rope")
    printed = talk.printed
    assert "Kitchen is none of them: Colonel Mustard or Rope" in printed
    assert "unknown card 'chair'" in printed
    assert "gives least away" in printed


def test_where_to_go() -> None:
    kitchen, ballroom = ROOMS
    options = (kitchen, Square(3, 7))
    assert Talk("2").person.move(options) == Square(3, 7)
    talk = Talk("7", "ballroom", "attic", "kitchen")
    assert talk.person.move(options) == kitchen
    assert f"{ballroom} is out of reach" in talk.printed


def test_the_end_of_input_leaves_the_game() -> None:
    with pytest.raises(KeyboardInterrupt):
        Talk().person.accuse()
