"""A person at the terminal: every question, wrong answers, help on the way."""

import io
from random import Random

import pytest
from rich.console import Console

from cluetree import Category, Table
from cluetree.editions import CLUE_US
from cluetree.events import Holds
from cluetree.interfaces.cli.person import Person
from tests.cli.conftest import Command

TABLE = Table.set_up(
    CLUE_US,
    {"Ann": 6, "Bob": 6, "Eve": 6},
    viewpoint="Ann",
    hand=("mustard", "knife", "rope", "hall", "study", "lounge"),
)
CARD = CLUE_US.card
ROOMS = CLUE_US.of(Category.ROOM)
GUESS = CLUE_US.guess("plum", "rope", "kitchen")


class Talk:
    """A person who answers with these words, and the output meanwhile."""

    def __init__(self, *words: str):
        self.words = iter(words)
        self.prompts: list[str] = []
        self._screen = Console(record=True, width=80, file=io.StringIO())
        self.person = Person(self._screen, self._read)
        self.person.begin(TABLE, Random(1))

    def _read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self.words)
        except StopIteration:
            raise EOFError from None

    @property
    def printed(self) -> str:
        return self._screen.export_text(clear=False)


@pytest.mark.parametrize(
    ("words", "guess"), [("plum, rope, kitchen", GUESS), (" kitchen ro pl", GUESS), ("", None)]
)
def test_guess_in_any_order_or_none(words: str, guess: object) -> None:
    assert Talk(words).person.suggest(ROOMS) == guess
    assert Talk(words).person.accuse() == guess


def test_invalid_line_is_explained_and_the_question_repeated() -> None:
    talk = Talk("plum rope", "plum rope attic", "plum rope kitchen")
    assert talk.person.suggest(ROOMS) == GUESS
    assert "a guess must be one suspect, one weapon and one room" in talk.printed
    assert "unknown card 'attic'" in talk.printed
    assert len(talk.prompts) == 3


def test_sheet_help_and_advice_on_the_way() -> None:
    talk = Talk("?", "!")
    talk.person.observe(Holds("envelope", CARD("plum")))
    with pytest.raises(KeyboardInterrupt):
        talk.person.suggest(ROOMS)
    assert "1. envelope holds Professor Plum" in talk.printed
    assert talk.printed.count("Miss Scarlet       no") == 2  # before the question, and after ?
    assert "leave the game" in talk.printed
    assert "solves: the chance to know the answer then." in talk.printed
    assert max(map(len, talk.printed.splitlines())) <= 80


def test_only_card_is_shown_without_a_question() -> None:
    talk = Talk()
    assert talk.person.show("Bob", GUESS, CLUE_US.hand("rope")) == CARD("rope")
    assert "you show Rope" in talk.printed
    assert not talk.prompts


@pytest.mark.slow
def test_choice_of_cards() -> None:
    guess, cards = CLUE_US.guess("mustard", "rope", "kitchen"), CLUE_US.hand("mustard", "rope")
    talk = Talk("", "!", "kitchen", "rope")
    assert talk.person.show("Bob", guess, cards) == CARD("rope")
    assert "the card must be Colonel Mustard or Rope, got Kitchen" in talk.printed
    assert "gives least away" in talk.printed


def test_person_plays_in_the_first_seat(monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 400))
    printed = command("play", "heuristic", "heuristic", "--seed", "11")
    assert "You are Ann" in printed
    assert "Play it again with --seed 11." in printed


def test_leaving_a_game_is_not_an_error(monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "You left the game." in command("play", "random", "random", "--seed", "1")
