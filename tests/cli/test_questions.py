"""Commands that are derived from questions, and the drawings of their results."""

import json
from pathlib import Path
from typing import get_args

from cluetree import Notebook
from cluetree.interfaces.cli.common import read, share_time
from cluetree.interfaces.cli.main import complete
from cluetree.interfaces.cli.questions import _ASKED_BY
from cluetree.interfaces.drawing import draw
from cluetree.limit import Limit
from cluetree.operations import OPERATIONS
from tests.cli.conftest import Command
from tests.cli.test_printed import FRIDAY

IN_JSON = {"Answer", "LogEntries"}
FOR_PROGRAMS = {"Completed", "Meaning", "Parsed", "Spelled"}
ENCODED = {"Changes", "Check", "Drawing", "Solution", "Stages", "Suspects"}
"""Results whose commands draw what they encode."""


def test_every_result_of_a_question_is_drawn_or_for_programs() -> None:
    questions = (each.result for each in OPERATIONS.values() if each.is_question)
    results = {kind for result in questions for kind in get_args(result) or (result,)}
    undrawn = {kind.__name__ for kind in results if draw.dispatch(kind) is draw.dispatch(object)}
    assert undrawn == IN_JSON | FOR_PROGRAMS | ENCODED


def test_each_question_that_has_no_command_is_asked_by_another() -> None:
    questions = {name for name, each in OPERATIONS.items() if each.is_question}
    assert {*_ASKED_BY} <= questions
    assert {*_ASKED_BY.values()} <= {*complete()}


def test_derived_command_draws_its_result_or_prints_json(command: Command) -> None:
    assert "Accuse now." in command("accuse-now", str(FRIDAY), "--samples", "9")
    assert json.loads(command("accuse-now", str(FRIDAY), "--samples", "9", "--json"))["accuse"]
    assert json.loads(command("answer", str(FRIDAY)))["answer"][1] == "Rope"
    assert "samples" in command.refused("accuse-now", str(FRIDAY), "--samples", "1")


def test_answer_and_tree_have_status_1_for_an_impossible_record(
    tmp_path: Path, command: Command
) -> None:
    path = tmp_path / "game.clue"
    path.write_text("edition clue-us\nplayers Ann 9, Bob 9\nAnn holds Rope\nBob holds Rope\n")
    assert not json.loads(command("answer", str(path), status=1))["consistent"]
    assert "Bob holds Rope" in command("tree", str(path), status=1)


def test_course_of_a_game_is_printed_in_json_as_well(command: Command) -> None:
    told = json.loads(command("step", str(FRIDAY), "--from", "2", "--to", "3", "--json"))
    assert [step["number"] for step in told["steps"]] == [2, 3]
    assert json.loads(command("review", str(FRIDAY), "--json"))["settled_by"] == 27


def test_questions_of_one_command_share_its_time() -> None:
    book = read(str(FRIDAY), 4.0)
    assert book.limit == Limit(seconds=4.0)
    share_time(book, 2)
    assert book.limit == read(str(FRIDAY), 4.0, questions=2).limit == Limit(seconds=2.0)
    share_time(Notebook(book.table), 2)


def test_command_at_its_limit_prints_what_the_rules_find(tmp_path: Path, command: Command) -> None:
    limit = ("--seconds", "1e-9")
    message = "cluetree: the answer needs more than 1e-09 seconds\n"
    solved = command("solve", str(FRIDAY), *limit, status=3)
    assert "Miss Scarlet      holds" in solved
    assert command.err == message
    grown = command("tree", str(FRIDAY), *limit, status=3)
    assert "event 1: Tom holds Kitchen" in grown
    assert command.err == message
    assert command.refused("advise", str(FRIDAY), *limit, status=3) == message
    (tmp_path / "open.clue").write_text(
        "edition clue-us\nplayers Ann 6, Bob 6, Eve 5\nface_up Hall\n"
    )
    solved = command("solve", str(tmp_path / "open.clue"), *limit, status=3)
    assert "face-up" in solved
    assert " ? " in solved
