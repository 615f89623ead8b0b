"""A person at the terminal: every question, wrong answers, help on the way."""

import io
from random import Random

import pytest
from rich.console import Console

from cluetree import Table
from cluetree.board import Square, classic_board
from cluetree.editions import CLUE_US
from cluetree.events import Holds, Lacks
from cluetree.interfaces.cli.human_player import Person
from cluetree.play.pawns import Pawns

TABLE = Table.set_up(
    CLUE_US,
    {"Ann": 6, "Bob": 6, "Eve": 6},
    viewpoint="Ann",
    hand=("mustard", "knife", "rope", "hall", "study", "lounge"),
)
CARD = CLUE_US.card
ROOMS = CLUE_US.hand("kitchen", "ballroom")
GUESS = CLUE_US.guess("plum", "rope", "kitchen")


class Talk:
    """A person who answers with these words, and the output meanwhile."""

    def __init__(self, *words: str):
        self.words = iter(words)
        self.prompts: list[str] = []
        self.screen = Console(record=True, width=80, file=io.StringIO())
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
        return self.screen.export_text(clear=False)


class Walk(Talk):
    """A person on the board, in front of the Lounge, with a roll."""

    def __init__(self, *words: str, roll: int = 6):
        super().__init__(*words)
        pawns = Pawns.at_start(classic_board(CLUE_US), TABLE.names).moved(0, Square(18, 6))
        self.person.watch(pawns)
        self.options = pawns.options(0, roll)


@pytest.mark.parametrize(
    ("words", "guess"), [("plum, rope, kitchen", GUESS), ("kitchen ro pl", GUESS), ("", None)]
)
def test_suggestion_in_any_order_or_none(words: str, guess: object) -> None:
    assert Talk(words).person.suggest(ROOMS) == guess


def test_single_choice_asks_no_question() -> None:
    talk = Talk()
    assert talk.person.suggest(()) is None
    assert talk.person.show("Bob", GUESS, CLUE_US.hand("rope")) == CARD("rope")
    assert "you show Rope" in talk.printed
    assert not talk.prompts


def test_wrong_words_are_explained_and_the_question_repeated() -> None:
    talk = Talk("plum rope", "plum rope attic", "plum rope study", "plum rope kitchen")
    assert talk.person.suggest(ROOMS) == GUESS
    assert "unknown card 'attic'" in talk.printed
    assert "Study cannot be named from here" in talk.printed
    assert len(talk.prompts) == 4


def test_sheet_advice_and_help_on_the_way() -> None:
    talk = Talk("?", "!", "help", "map", "")
    assert talk.person.suggest(ROOMS) is None
    assert "triples are possible" in talk.printed
    assert "the possibilities" in talk.printed
    assert "solves: the chance to know the answer then." in talk.printed
    for word in ("undo", "quit", "accuse", "map", "?", "!"):
        assert f"\n  {word} " in talk.printed
    assert "This game has no board." in talk.printed
    talk = Talk("help")
    with pytest.raises(KeyboardInterrupt):
        talk.person.suggest(ROOMS)
    assert max(map(len, talk.printed.splitlines())) <= 80


def test_accusation_may_name_any_room() -> None:
    talk = Talk("ACCUSE", "", "plum rope study", "accuse", "", "")
    assert talk.person.suggest(ROOMS) is None
    assert talk.person.accuse() == CLUE_US.guess("plum", "rope", "study")
    assert talk.person.suggest(ROOMS) is None
    assert talk.person.accuse() is None
    assert not list(talk.words), "it was asked for both times"


def test_accusation_is_asked_for_once_few_answers_are_left() -> None:
    talk = Talk("plum wrench ball", "!", "")
    for number, card in enumerate(("plum", "wrench"), start=1):
        assert talk.person.accuse() is None
        talk.person.observe(Holds("envelope", CARD(card)))
        assert talk.printed.splitlines()[-1] == f"{number}. envelope holds {CARD(card)}"
    assert not talk.prompts, "six rooms are left"
    for card in ("kitchen", "conservatory", "dining"):
        talk.person.observe(Lacks("envelope", CARD(card)))
    assert talk.person.accuse() == CLUE_US.guess("plum", "wrench", "ballroom")
    talk.person.observe(Holds("envelope", CARD("ballroom")))
    assert talk.person.suggest(ROOMS) is None
    assert "Accuse: Professor Plum, Wrench, Ballroom" in talk.printed
    assert "0.00 bits" not in talk.printed


@pytest.mark.slow
def test_choice_of_cards() -> None:
    guess, cards = CLUE_US.guess("mustard", "rope", "kitchen"), CLUE_US.hand("mustard", "rope")
    talk = Talk("", "?", "!", "kitchen", "chair", "rope")
    assert talk.person.show("Bob", guess, cards) == CARD("rope")
    assert "the card must be Colonel Mustard or Rope, got Kitchen" in talk.printed
    assert "unknown card 'chair'" in talk.printed
    assert "gives least away" in talk.printed


@pytest.mark.parametrize("words", ["3 7", "3,7", "row 3, column 7", "Row 3 Column 7"])
def test_square_by_its_row_and_column(words: str) -> None:
    assert Talk(words).person.move((ROOMS[0], Square(3, 7))) == Square(3, 7)


def test_invalid_destination_is_explained_and_asked_again() -> None:
    kitchen, ballroom = ROOMS
    talk = Talk("", "7 3", "2", "ballroom", "attic", "!", "kitchen")
    assert talk.person.move((kitchen, Square(3, 7))) == kitchen
    assert f"{ballroom} is out of reach" in talk.printed
    assert "row 7, column 3 is out of reach" in talk.printed
    advised = [line for line in talk.printed.splitlines() if line.startswith(" Mustard, ")]
    assert advised
    assert all("Kitchen" in line for line in advised), "in the rooms within reach"


def test_map_shows_the_roll_the_own_place_and_the_places_in_reach() -> None:
    walk = Walk("map", "14 8")
    assert walk.person.move(walk.options) == Square(14, 8)
    printed = walk.printed
    assert printed.count("You rolled 6. You stand at row 18, column 6.") == 2
    assert "In reach: Dining Room or Lounge, and the squares marked *." in printed
    rows = [line for line in printed.splitlines() if line[:2].strip().isdigit()]
    assert rows[18][2 + 6 * 3 :][:3].strip() == "@", "by the numbers of rows and columns"
    assert sum(line.split().count("*") for line in rows) == 2 * len(walk.options)
    assert "b Bob" in printed
    assert "D Dining Room" in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_move_can_be_taken_back_until_the_suggestion() -> None:
    walk = Walk("lounge", "undo", "17 9", roll=4)
    assert walk.person.move(walk.options) == Square(17, 9)
    assert "Your move is taken back." in walk.printed
    walk = Walk("undo", "lounge", "plum rope lounge", roll=4)
    assert walk.person.move(walk.options) == CARD("lounge")
    assert "nothing to take back" in walk.printed
    assert "Suggest in the Lounge" in walk.prompts[-1]
    guess = walk.person.suggest(CLUE_US.hand("lounge"))
    assert guess == CLUE_US.guess("plum", "rope", "lounge")
    assert len(walk.prompts) == 3, "the suggestion was made with the move"


@pytest.mark.parametrize("words", [["quit"], ["EXIT"], []])
def test_word_or_the_end_of_input_leaves_the_game_at_any_question(words: list[str]) -> None:
    with pytest.raises(KeyboardInterrupt):
        Talk(*words).person.suggest(ROOMS)
    with pytest.raises(KeyboardInterrupt):
        Talk(*words).person.move(ROOMS)
