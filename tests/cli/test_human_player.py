"""A person at the terminal: every question, every wrong answer, help on the way."""

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
ROOMS = CLUE_US.hand("kitchen", "ballroom")
GUESS = CLUE_US.guess("plum", "rope", "kitchen")


class Talk:
    """A person who answers with these words, and what was printed meanwhile."""

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
    assert "the possibilities" in printed
    assert "\n    Settles " in printed or "\n    May settle " in printed


def test_an_accusation_may_name_any_room() -> None:
    talk = Talk("ACCUSE", "", "plum rope study", "accuse", "", "")
    assert talk.person.suggest(ROOMS) is None
    assert talk.person.accuse() == CLUE_US.guess("plum", "rope", "study")
    assert talk.person.suggest(ROOMS) is None
    assert talk.person.accuse() is None
    assert not list(talk.words), "it was asked for both times"


def test_an_accusation_is_asked_for_once_few_answers_are_left() -> None:
    talk = Talk("plum wrench ball")
    for card in ("plum", "wrench"):
        assert talk.person.accuse() is None
        talk.person.observe(Holds("envelope", CLUE_US.card(card)))
    assert not talk.prompts, "six rooms are left"
    for card in ("kitchen", "conservatory", "dining"):
        talk.person.observe(Lacks("envelope", CLUE_US.card(card)))
    assert talk.person.accuse() == CLUE_US.guess("plum", "wrench", "ballroom")


def test_whoever_asks_for_advice_with_the_answer_known_is_told_to_accuse() -> None:
    talk = Talk("!", "")
    for card in ("plum", "wrench", "ballroom"):
        talk.person.observe(Holds("envelope", CLUE_US.card(card)))
    talk.person.suggest(ROOMS)
    assert "Accuse: Professor Plum, Wrench, Ballroom" in talk.printed
    assert "0.00 bits" not in talk.printed


def test_the_only_card_is_shown_without_a_question() -> None:
    talk = Talk()
    assert talk.person.show("Bob", GUESS, CLUE_US.hand("rope")) == CLUE_US.card("rope")
    assert "you show Rope" in talk.printed


def test_of_several_cards_the_one_that_is_named_is_shown() -> None:
    talk = Talk("knife", "rope")
    assert talk.person.show("Bob", GUESS, CLUE_US.hand("rope", "plum")) == CLUE_US.card("rope")
    assert "the card must be Rope or Professor Plum, got Knife" in talk.printed


def test_what_happens_is_told_with_its_number() -> None:
    talk = Talk()
    for card in ("plum", "wrench"):
        talk.person.observe(Holds("Bob", CLUE_US.card(card)))
    assert talk.printed.splitlines()[-2:] == ["1. Bob holds Professor Plum", "2. Bob holds Wrench"]


@pytest.mark.slow
def test_a_choice_of_cards() -> None:
    guess = CLUE_US.guess("mustard", "rope", "kitchen")
    cards = CLUE_US.hand("mustard", "rope")
    talk = Talk("", "?", "!", "kitchen", "chair", "rope")
    assert talk.person.show("Bob", guess, cards) == CLUE_US.card("rope")
    printed = talk.printed
    assert "the card must be Colonel Mustard or Rope, got Kitchen" in printed
    assert "unknown card 'chair'" in printed
    assert "gives least away" in printed


@pytest.mark.parametrize("words", ["3 7", "3,7", "row 3, column 7", "Row 3 Column 7"])
def test_a_square_by_its_row_and_column(words: str) -> None:
    assert Talk(words).person.move((ROOMS[0], Square(3, 7))) == Square(3, 7)


def test_where_to_go() -> None:
    kitchen, ballroom = ROOMS
    options = (kitchen, Square(3, 7))
    talk = Talk("", "7 3", "2", "ballroom", "attic", "!", "kitchen")
    assert talk.person.move(options) == kitchen
    assert f"{ballroom} is out of reach" in talk.printed
    assert "row 7, column 3 is out of reach" in talk.printed
    advised = [line for line in talk.printed.splitlines() if " bits)" in line]
    assert advised
    assert all("Kitchen" in line for line in advised), "in the rooms within reach"


class Walk(Talk):
    """A person on the board, in front of the Lounge, with a roll."""

    def __init__(self, *words: str, roll: int = 6):
        super().__init__(*words)
        pawns = Pawns.at_start(classic_board(CLUE_US), TABLE.names).moved(0, Square(18, 6))
        self.person.watch(pawns)
        self.options = pawns.options(0, roll)


def test_the_map_shows_the_roll_where_one_stands_and_what_can_be_reached() -> None:
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


def test_a_move_is_taken_back_until_something_is_suggested() -> None:
    walk = Walk("lounge", "undo", "17 9", roll=4)
    assert walk.person.move(walk.options) == Square(17, 9)
    assert "Your move is taken back." in walk.printed
    walk = Walk("undo", "lounge", "plum rope lounge", roll=4)
    assert walk.person.move(walk.options) == CLUE_US.card("lounge")
    assert "nothing to take back" in walk.printed
    assert "Suggest in the Lounge" in walk.prompts[-1]
    guess = walk.person.suggest(CLUE_US.hand("lounge"))
    assert guess == CLUE_US.guess("plum", "rope", "lounge")
    assert len(walk.prompts) == 3, "what was said with the move is not asked again"


@pytest.mark.parametrize("word", ["quit", "EXIT"])
def test_a_word_leaves_the_game_at_any_question(word: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        Talk(word).person.suggest(ROOMS)
    with pytest.raises(KeyboardInterrupt):
        Talk(word).person.move(ROOMS)


def test_help_says_what_can_be_typed() -> None:
    talk = Talk("help", "map", "")
    talk.person.suggest(ROOMS)
    for word in ("undo", "quit", "accuse", "map", "?", "!"):
        assert f"\n  {word} " in talk.printed
    assert "This game has no board." in talk.printed
    assert max(map(len, talk.printed.splitlines())) <= 80


def test_the_end_of_input_leaves_the_game() -> None:
    with pytest.raises(KeyboardInterrupt):
        Talk().person.suggest(ROOMS)
