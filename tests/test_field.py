"""Problems that people bring elsewhere, with answers that others computed: see `field/`."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest

from cluetree import HoldsOneOf, Notebook, Suggestion, Table
from cluetree.editions import get_edition
from cluetree.errors import RecordError, UnknownCardError
from cluetree.interfaces.cli.main import main
from cluetree.record import load, loads_clue_event, loads_clue_events
from cluetree.table import Unanswered

FOLDER: Final = Path(__file__).parent / "field"


def expected(name: str) -> dict[str, Any]:
    """Return the values that a source or another counter gives."""
    text = (FOLDER / f"{name}.expected.json").read_text("utf-8")
    values: dict[str, Any] = json.loads(text)["expect"]
    return values


@pytest.mark.parametrize(
    "name",
    ["01-actuary", "01a-pool-false-certainty", "04-master-detective-1", "06-uneven-five"],
)
def test_game_has_the_published_envelopes(name: str) -> None:
    book, values = Notebook.load(FOLDER / f"{name}.clue"), expected(name)
    beliefs, triples = book.beliefs, values["triples"]
    assert beliefs.deals == values["deals"]
    assert beliefs.possible == (len(triples) if isinstance(triples, list) else triples)
    if "envelope" in values:
        assert book.answer == book.table.edition.guess(*values["envelope"])
    if isinstance(triples, list):
        assert {str(t.guess) for t in beliefs.triples} == {", ".join(t) for t in triples}


@pytest.mark.parametrize(
    "name", ["01a-pool-false-certainty", "01b-pool-implied-pass", "09-answers-anticlockwise"]
)
def test_cards_have_the_counted_chances(name: str) -> None:
    """With face-down cards as a player, or clockwise answers, a card would be certain."""
    book, values = Notebook.load(FOLDER / f"{name}.clue"), expected(name)
    assert book.beliefs.deals == values.get("deals", book.beliefs.deals)
    for key, value in values.items():
        if not key.startswith("P(") or key == "P(all three)":
            continue
        holder, card = key[2:-1].split(" ", 1)
        chance, digits = (Fraction(value), 12) if isinstance(value, str) else (value, 4)
        assert book.beliefs.chance(holder, card) == pytest.approx(chance, abs=10**-digits)


def test_all_three_cards_of_nobody_are_rarely_hidden() -> None:
    name = "01a-pool-false-certainty"
    beliefs = Notebook.load(FOLDER / f"{name}.clue").beliefs
    guess = get_edition("discover-the-secrets").guess("Mustard", "Rope", "Spa")
    (deals,) = (triple.deals for triple in beliefs.triples if triple.guess == guess)
    assert deals / beliefs.deals == pytest.approx(expected(name)["P(all three)"])
    assert beliefs.answer is None


def test_look_at_a_face_down_card_counts() -> None:
    book = Notebook.load(FOLDER / "13-two-players-look.clue")
    for rule, gain in expected("13-two-players-look").items():
        advice = Notebook(replace(book.table, unanswered=Unanswered(rule)), book.events).advise()
        gains = {str(each.guess): each.gain for each in advice.suggestions}
        assert gains["Miss Scarlet, Rope, Conservatory"] == pytest.approx(gain)


def test_unknown_sizes_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A `?` is any number, so that the chances are wider than with the cards counted."""
    main(["solve", str(FOLDER / "02-four-or-five.clue")])
    (line,) = [one for one in capsys.readouterr().out.splitlines() if "unknown size" in one]
    assert "Bob, Cid and Dan" in line


def test_forgotten_show_is_near_the_first_repair() -> None:
    book, values = Notebook.load(FOLDER / "03-forgotten-show.clue"), expected("03-forgotten-show")
    assert not book.consistent
    near = [repair for repair in book.repairs().found[:3] if repair.event == 12]
    right = book.table.edition.guess(*values["envelope after the right repair"])
    table, events = near[0].apply(book)
    assert right in {triple.guess for triple in Notebook(table, events).beliefs.triples}


def test_repairs_of_a_short_log_differ(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(FOLDER / "04-duplicate-repairs.clue")])
    listed = capsys.readouterr().out.split("Repairs, likeliest first:\n")[1].splitlines()[:10]
    words = [line.split(" deals ")[1] for line in listed]
    assert len(set(words)) == len(words)


def test_log_that_breaks_the_rules_names_the_entry() -> None:
    book = Notebook.load(FOLDER / "08-log-breaks-the-rules.clue")
    assert [list(conflict) for conflict in book.conflicts().sets] == [
        expected("08-log-breaks-the-rules")["conflict"]
    ]


def test_ambiguous_surname_names_all_cards() -> None:
    with pytest.raises(UnknownCardError) as caught:
        get_edition("harry-potter").card("Malfoy")
    assert caught.value.candidates == ("Draco Malfoy", "Lucius Malfoy")


def test_surnames_are_read_in_a_game() -> None:
    (event,) = load(FOLDER / "06-surnames.clue").events
    assert isinstance(event, Suggestion)
    assert str(event.guess) == "Jack Mustard, Rope, Spa"


def test_question_of_two_cards_is_refused_with_the_right_line() -> None:
    path = FOLDER / "07-two-card-question.clue"
    with pytest.raises(RecordError) as caught:
        load(path)
    cards = expected("07-two-card-question")["Cid holds one of"]
    right = f"Bob asks Cid: {', '.join(cards)} -> shows"
    assert f"`{right}`" in caught.value.reason
    book = Notebook.from_clue(
        path.read_text("utf-8").replace("Bob: Mustard, White -> Cid shows", right)
    )
    assert book.chance_of(HoldsOneOf("Cid", map(book.table.edition.card, cards))) == 1


def test_one_line_lacks_several_cards() -> None:
    log = load(FOLDER / "08-lacks-several.clue")
    assert [str(event) for event in log.events] == [
        f"Bob lacks {card}" for card in ("Professor Plum", "Rope", "Hall")
    ]


@pytest.mark.parametrize("name", ["10-private-fact", "12-two-players-peek"])
def test_rivals_know_what_they_saw_alone(name: str) -> None:
    book, values = Notebook.load(FOLDER / f"{name}.clue"), expected(name)
    assert book.beliefs.deals == values.get("deals", book.beliefs.deals)
    for rival in book.rivals(samples=400):
        right = values.get(f"bits of {rival.name}", rival.bits.value)
        assert rival.bits.value == pytest.approx(right, abs=4 * rival.bits.error + 1e-9)


def test_late_correction_takes_back_the_pass() -> None:
    book = Notebook.load(FOLDER / "11-late-correction.clue")
    log = loads_clue_events("\n".join(expected("11-late-correction")["log"]), book.table)
    assert book.beliefs == Notebook(book.table, log).beliefs
    assert book.events[0] == log[0]


def test_lines_about_a_table_have_their_meaning() -> None:
    sizes = {"Ann": 6, "Bob": 4, "Cid": 4, "Dan": 4}
    table = Table.set_up(get_edition("clue-us"), sizes)
    for line in (FOLDER / "told.txt").read_text("utf-8").splitlines()[1:]:
        said, meaning = line.split(" => ")
        told, meant = (
            loads_clue_events(each, table) for each in (said, meaning.replace(";", "\n"))
        )
        assert Notebook(table, told).beliefs == Notebook(table, meant).beliefs, line


def test_sentences_of_other_programs_are_refused() -> None:
    names = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange")
    table = Table.set_up(get_edition("clue-us"), {f"{name} Agent": 3 for name in names})
    for line in (FOLDER / "lines.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            with pytest.raises(RecordError):
                loads_clue_event(line.split(" => ")[0], table, turn="Red Agent")
