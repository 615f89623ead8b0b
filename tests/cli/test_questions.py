"""Commands that are derived from questions, and the drawings of their results."""

import json
from pathlib import Path

from tests.cli.conftest import Command
from tests.cli.test_printed import FRIDAY

"""Results whose commands draw what they encode."""


def test_course_of_a_game_is_printed_in_json_as_well(command: Command) -> None:
    told = json.loads(command("step", str(FRIDAY), "--from", "2", "--to", "3", "--json"))
    assert [step["number"] for step in told["steps"]] == [2, 3]
    assert json.loads(command("review", str(FRIDAY), "--json"))["settled_by"] == 27


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
