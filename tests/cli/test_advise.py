"""The commands that advise: in words and in JSON, and what cannot be asked."""

import json
from pathlib import Path
from random import Random
from typing import TypeAlias
from unittest.mock import patch

import pytest
from rich.console import Console

from cluetree import Category, ClueCard, ClueError, Edition, Notebook, Table
from cluetree.editions import get_edition
from cluetree.interfaces.cli.common import OK, UNREADABLE
from cluetree.interfaces.cli.main import main

GAME = """\
edition  clue-us
players  Ann 6, Bob 6, Eve 6
me       Ann
hand     Mustard, Knife, Rope, Hall, Study, Lounge

Ann: Scarlet, Candlestick, Kitchen -> Bob passes, Eve shows Kitchen
Bob: White, Wrench, Library -> Eve shows
Eve: Plum, Revolver, Hall -> Ann shows Hall
"""
NOTHING_TO_ASK = """\
suspects Plum, Green
weapons  Rope, Pipe
rooms    Hall, Study, Attic
players  Ann 1, Bob 2, Eve 1
me       Ann
hand     Hall

Bob holds Plum
Bob holds Rope
"""
Output: TypeAlias = pytest.CaptureFixture[str]


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "game.clue"
    file.write_text(GAME, "utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("top", "shown"),
    [
        ((), 8),
        pytest.param(("--top", "323"), 323, marks=pytest.mark.slow),
        pytest.param(("--top", "324"), 324, marks=pytest.mark.slow),
    ],
)
def test_so_many_suggestions_are_shown_and_the_others_are_counted(
    top: tuple[str, ...], shown: int, path: str, capsys: Output
) -> None:
    assert main(["advise", path, *top]) == OK
    told = capsys.readouterr().out
    assert len([line for line in told.splitlines()[4:] if " %" in line]) == shown
    left_out = {8: "; 316 more suggestions not", 323: "; 1 more suggestion not", 324: ""}[shown]
    assert left_out in told
    assert ("not shown" in told) is (shown < 324)


def mixed(deck: Edition) -> list[ClueCard]:
    """A hand with two cards of each category."""
    return [card for category in Category for card in deck.of(category)[:2]]


@pytest.mark.parametrize("edition", ["clue-us", "harry-potter"])
def test_advice_fits_a_terminal_of_80_by_24(
    edition: str, path: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = get_edition(edition)
    book = Notebook(
        Table.set_up(deck, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=mixed(deck))
    )
    book.save(path)
    # As on a terminal: what does not fit is folded.
    monkeypatch.setattr(
        "cluetree.interfaces.cli.common.console", lambda: Console(highlight=False, width=80)
    )
    assert main(["advise", path]) == OK
    told = capsys.readouterr().out.splitlines()
    assert len(told) < 24
    assert max(map(len, told)) <= 80
    assert any(line.startswith("Best: ") for line in told[:3])


def test_a_known_answer_is_to_be_accused_of_and_nothing_is_ranked(
    path: str, capsys: Output
) -> None:
    with Path(path).open("a", encoding="utf-8") as file:
        file.write("envelope holds White\nenvelope holds Pipe\nenvelope holds Ballroom\n")
    assert main(["advise", path]) == OK
    told = capsys.readouterr().out
    assert "Accuse: Mrs. White, Lead Pipe, Ballroom" in told
    assert "bits" not in told
    assert main(["advise", path, "--json"]) == OK
    assert len(json.loads(capsys.readouterr().out)["suggestions"]) == 324


def test_where_no_suggestion_tells_anything_none_is_ranked(path: str, capsys: Output) -> None:
    Path(path).write_text(NOTHING_TO_ASK, "utf-8")
    assert main(["advise", path, "--rooms", "hall"]) == OK
    told = capsys.readouterr().out
    assert "No suggestion brings information about the envelope; 1.00 bits" in told
    assert "Best" not in told


def test_json_has_every_suggestion(path: str, capsys: Output) -> None:
    assert main(["advise", path, "--json"]) == OK
    found = json.loads(capsys.readouterr().out)
    advice = Notebook.load(path).advise()
    assert found["format"] == "cluetree-advice/2"
    assert found["entropy"] == advice.entropy
    assert len(found["suggestions"]) == 324
    for told, one in zip(found["suggestions"], advice.suggestions, strict=True):
        assert told["guess"] == [card.name for card in one.guess]
        assert (told["gain"], told["solves"], told["leak"]) == (one.gain, one.solves, one.leak)
        assert sum(reply["probability"] for reply in told["replies"]) == pytest.approx(1)
        assert all(set(reply) == {"shows", "probability"} for reply in told["replies"])


def test_everybody_who_can_shows(path: str, capsys: Output) -> None:
    text = Path(path).read_text("utf-8").replace("hand ", "answering all\nhand ", 1)
    Path(path).write_text(text, "utf-8")
    assert main(["advise", path, "--json", "--top", "1"]) == OK
    (told,) = json.loads(capsys.readouterr().out)["suggestions"]
    assert any(len(reply["shows"]) > 1 for reply in told["replies"])


def test_rooms_in_reach(path: str, capsys: Output) -> None:
    assert main(["advise", path, "--json", "--rooms", "hall, kitch"]) == OK
    found = json.loads(capsys.readouterr().out)["suggestions"]
    assert {told["guess"][2] for told in found} == {"Hall", "Kitchen"}
    assert len(found) == 72


def test_what_wensel_would_ask(path: str, capsys: Output) -> None:
    assert main(["advise", path, "--wensel"]) == OK
    assert "scores" in capsys.readouterr().out


def test_the_same_seed_says_the_same(path: str, capsys: Output) -> None:
    words = ["rivals", path, "--samples", "20", "--json", "--seed", "5"]
    assert main(words) == main(words) == OK
    one, other = capsys.readouterr().out.split('"format"')[1:]
    assert one.strip(" {\n") == other.strip(" {\n")


@pytest.mark.parametrize(
    ("asked", "words"),
    [("card_to_show", ("show", "Eve", "Mustard", "Rope", "Hall")), ("rivals", ("rivals",))],
)
def test_without_a_seed_the_same_is_drawn_each_time(
    asked: str, words: tuple[str, ...], path: str
) -> None:
    command, *rest = words
    with patch.object(Notebook, asked, side_effect=ClueError("enough")) as question:
        main([command, path, *rest])
    assert question.call_args.kwargs["samples"] == 200
    assert question.call_args.kwargs["rng"].getstate() == Random(0).getstate()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("advise", "--top", "0"), "--top must be at least 1, got 0"),
        (("advise", "--rooms", "rope"), "Rope is a weapon, not a room"),
        (("advise", "--rooms", "attic"), "unknown card 'attic'"),
        (("show", "Eve", "Plum", "Pipe", "Kitchen"), "holds none"),
        (("show", "Zoe", "Plum", "Rope", "Kitchen"), "unknown player 'Zoe'"),
        (("show", "Eve", "Plum", "Rope"), "Plum"),
        (("rivals", "--samples", "1"), "--samples must be at least 2, got 1"),
    ],
)
def test_what_cannot_be_asked_is_said(
    words: tuple[str, ...], says: str, path: str, capsys: Output
) -> None:
    command, *rest = words
    assert main([command, path, *rest]) == UNREADABLE
    captured = capsys.readouterr()
    assert says in captured.err
    assert len(captured.err.splitlines()) == 1
    assert not captured.out


@pytest.mark.parametrize("command", ["advise", "rivals"])
def test_an_impossible_record_has_status_1(command: str, path: str, capsys: Output) -> None:
    with Path(path).open("a", encoding="utf-8") as file:
        file.write("Bob holds Rope\n")
    assert main([command, path]) == 1
    assert "no deal fits" in capsys.readouterr().err
