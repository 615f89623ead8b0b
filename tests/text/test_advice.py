"""Advice in plain words."""

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest

from cluetree import Notebook, Table
from cluetree.advice import Advice, Missing, advise
from cluetree.editions import CLUE_US
from cluetree.events import Event, Holds, HoldsOneOf, Show
from cluetree.evidence import Evidence
from cluetree.interfaces.drawing.advice import ranking
from cluetree.interfaces.drawing.parts import as_text
from cluetree.table import Questions, ReplyForm
from cluetree.text.advice import advice_lines, advice_words, reason, to_do, verdict
from cluetree.text.events import short_name
from cluetree.text.language import LANGUAGES, speaking, t
from cluetree.text.numbers import percent
from tests.advice.test_suggestions import position

ANSWER = ("Mrs. White", "Rope", "Hall")
SOLVED = "Mrs. White, Rope, Hall"


def solved(viewpoint: str | None = "Ann") -> Notebook:
    hand = ("plum", "green", "knife", "wrench", "kitchen", "library") if viewpoint else ()
    sizes = {"Ann": 6, "Bob": 6, "Eve": 6}
    book = Notebook(Table.set_up(CLUE_US, sizes, viewpoint=viewpoint, hand=hand))
    for card in ANSWER:
        book.tell_holds("envelope", card)
    return book


def test_player_who_knows_the_answer_should_accuse() -> None:
    assert to_do(solved()) == f"Accuse: {SOLVED}"
    assert to_do(Notebook(solved().table)) is None


def test_solved_game_is_reported_without_an_accusation() -> None:
    assert to_do(solved(viewpoint=None)) == f"Solved: {SOLVED}"
    out, over, others = solved(), solved(), solved()
    out.tell_accusation("ann", "Mrs. Peacock", "Rope", "Hall", correct=False)
    over.tell_accusation("Bob", *ANSWER, correct=True)
    others.tell_accusation("Bob", "Mrs. Peacock", "Rope", "Hall", correct=False)
    assert to_do(out) == to_do(over) == f"Solved: {SOLVED}"
    assert to_do(others) == f"Accuse: {SOLVED}"


def asked(*guess: str, known: Iterable[Event] = ()) -> str:
    hand = ("Mustard", "Scarlet", "Rope", "Hall", "Study", "Lounge")
    sizes = {"Ann": 6, "Bob": 6, "Eve": 6}
    table = Table.set_up(CLUE_US, sizes, viewpoint="Ann", hand=hand)
    book = Notebook(table, known)
    one = next(each for each in book.advise().suggestions if each.guess == CLUE_US.guess(*guess))
    return reason(book, one)


def test_reason_names_settled_cards_own_cards_and_answers() -> None:
    known: list[Event] = [Holds("envelope", CLUE_US.card(name)) for name in ("White", "Kitchen")]
    known += [Holds("Bob", CLUE_US.card(name)) for name in ("Candlestick", "Lead Pipe", "Revolver")]
    words = asked("Mustard", "Knife", "Hall", known=known)
    settles, mine, answers = words.split("; ")
    assert settles == "settles Knife or Wrench"
    assert mine == "Colonel Mustard and Hall are yours"
    assert re.fullmatch(r"Bob passes \d+ %, nobody shows \d+ %", answers)


def test_reason_omits_empty_parts() -> None:
    guess = ("White", "Knife", "Kitchen")
    shows: list[Event] = [HoldsOneOf("Bob", CLUE_US.hand(*guess))]
    assert asked(*guess, known=shows) == "settles nothing yet, but shifts the odds"
    assert asked("Mustard", "Rope", "Hall") == "brings nothing about the envelope"
    known = [Holds("envelope", CLUE_US.card(name)) for name in guess]
    assert asked(*guess, known=known) == "the envelope is known"


def test_card_seen_before_is_safe_to_show() -> None:
    book = Notebook(solved().table)
    book.tell_suggestion("Bob", "plum", "rope", "hall", shows=[Show("Ann", CLUE_US.card("plum"))])
    showing = book.card_to_show("Bob", CLUE_US.guess("plum", "knife", "hall"), samples=10)
    verdicts = [verdict(showing, choice) for choice in showing.choices]
    assert verdicts[0] == "safe to show: Bob has seen it before"
    assert not verdicts[1].startswith(("safe", "best"))
    showing = book.card_to_show("Eve", CLUE_US.guess("plum", "knife", "hall"), samples=10)
    assert verdict(showing, showing.choices[0]) == "best: gives least away"
    showing = book.card_to_show("Eve", CLUE_US.guess("plum", "rope", "hall"), samples=10)
    assert verdict(showing, showing.choices[0]) == "the only one you can show"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_words_of_questions(language: str) -> None:
    """The best question by name, its reason, and every answer."""
    table = replace(solved().table, questions=Questions.TWO, replies=ReplyForm.CARD)
    book = Notebook(table, [Holds("Eve", CLUE_US.card("Study"))])
    advice = book.advise()
    with speaking(language):
        words, drawn = advice_words(book, advice), as_text(ranking(advice, book))
        best, cards = advice.questions[0], [card.name for card in advice.questions[0].cards]
        assert t("advice.ask", name=best.to, cards=", ".join(cards)) in drawn
        assert f"{best.to}: {', '.join(short_name(c, CLUE_US) for c in best.cards)} " in drawn
        shows = [t("advice.shows", name=best.to, card=card) for card in cards]
        answers = [*shows, t("advice.no", name=best.to)]
        notes = words.parts[0].notes
        assert all(answer in note for answer, note in zip(answers, notes, strict=True))
        chance = percent(best.replies["no"])
        assert t("ground.chance", what=answers[-1], chance=chance) in reason(book, best)
        assert len(words.parts) == len(advice.questions) == 2 * 21 * 20 // 2


# Incomplete answers


def test_incomplete_advice_is_marked() -> None:
    table, events = position(4)
    best = advise(table, Evidence.gather(table, events)).suggestions[:1]
    assert list(advice_lines(Advice(1.0, best))) == []
    [line] = advice_lines(Advice(1.0, best, missing=Missing.SUGGESTIONS))
    assert "another choice may be better" in line
    [line] = advice_lines(Advice(1.0, best, missing=Missing.LEAKS))
    assert "only what you learn counts" in line
    assert list(advice_lines(Advice(1.0, (), missing=Missing.SUGGESTIONS))) == [
        "Nothing was judged in time."
    ]
