"""`cluetree step` on a real game: the report event by event, and the quiz."""

import io
import re
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from cluetree import LimitReached, Notebook
from cluetree.beliefs import Beliefs
from cluetree.evidence import Evidence
from cluetree.exact import count as count_deals
from cluetree.interfaces.cli import IMPOSSIBLE
from cluetree.text.language import t
from tests.cli.conftest import Command
from tests.cli.test_printed import FRIDAY


@pytest.fixture
def asked(command: Command, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Type lines into the quiz, and return its output before, between and after the prompts."""

    def ask(typed: str, *options: str) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        out = command("step", str(FRIDAY), "--ask", *options)
        assert command.err == ""
        return out.split(t("step.prompt"))

    return ask


def test_clash_is_reported_once_and_the_report_goes_on(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "game.clue"
    path.write_text("edition clue-us\nplayers Ann 9, Bob 9\n", encoding="utf-8")
    assert len(command("step", str(path)).splitlines()) == 2, "the table alone"
    with path.open("a", encoding="utf-8") as file:
        file.write("Ann holds Plum\nBob holds Plum\nBob holds Rope\n")
    out = command("step", str(path), status=IMPOSSIBLE)
    assert "no deal is possible any more" in out
    assert "3. Bob holds Rope" in out
    assert out.count("   clash ") == out.split("3. Bob")[0].count("   clash ")


@pytest.mark.parametrize("options", ["--from 0", "--from 28", "--to 28", "--from 3 --to 2"])
def test_unknown_events_are_rejected(options: str, command: Command) -> None:
    error = command.refused("step", str(FRIDAY), *options.split())
    assert "--from and --to must be events 1 to 27, in order, got" in error


def test_quiz_hides_each_conclusion_until_enter(asked: Callable[..., list[str]]) -> None:
    before, shown, after = asked("\nq\n", "--from", "10")
    assert before.rstrip().endswith("10. Mina lacks Hall")
    assert "   known    Mina lacks Hall\n   follows  nothing new\n   open " in shown
    assert shown.endswith("11. Jules holds Library\n")
    assert not after.strip()


@pytest.mark.parametrize(
    ("guess", "says"),
    [
        ("Mina holds Mustard", "✓ Right: Mina holds Colonel Mustard."),
        ("mina lacks library", "✓ Right: Mina lacks Library."),
        ("Tom holds Mustard", "✗ No: that is impossible now."),
        ("Tom holds Plum", "✗ That does not follow; its chance is "),
        ("Tom holds Kitchen", "Tom holds Kitchen: that was known before."),
        ("Jules holds Library", "Jules holds Library: the event itself says so."),
        ("Tom holds one of Plum, Rope", "Who, and which card? Like: Jules Rope, or Jules no"),
        ("Zoe holds Plum", "“Zoe”? Did you mean Rosa, Tom, Mina or Jules?"),
    ],
)
def test_guess_is_judged(guess: str, says: str, asked: Callable[..., list[str]]) -> None:
    assert asked(guess, "--from", "11", "--to", "11")[1].strip().startswith(says)


def test_hints_have_increasing_detail(asked: Callable[..., list[str]]) -> None:
    _, first, second, third, fourth, _ = asked("h\nhint\nh\nh", "--from", "11", "--to", "11")
    assert first.strip() == "5 facts follow, about: Mina, Jules, envelope"
    assert second.strip() == "The cards are: Colonel Mustard, Library"
    assert (third.strip(), fourth.strip()) == ("Mina holds Colonel Mustard.", "Mina lacks Library.")


def test_quiz_goes_back(asked: Callable[..., list[str]]) -> None:
    out = "".join(asked("b\n\nb\nq\n", "--from", "10"))
    assert re.findall(r"^(\d+)\.", out, re.MULTILINE) == ["10", "10", "11", "10"]


def test_quiz_ends_with_its_input_or_reports_the_whole_game(
    command: Command, asked: Callable[..., list[str]]
) -> None:
    assert len(asked("\n")) == 1 + 2
    whole = "".join(asked("\n" * 27)).splitlines()
    assert [*whole[:3], *whole[5:]] == command("step", str(FRIDAY)).splitlines()


def test_quiz_needs_a_file(command: Command) -> None:
    assert "name a file" in command.refused("step", "-", "--ask")


def test_incomplete_step_is_marked(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, raised = count(), list[Evidence]()

    def seldom(evidence: Evidence) -> Beliefs:
        if next(asked) % 3 == 1:
            raised.append(evidence)
            raise LimitReached
        return count_deals(evidence)

    monkeypatch.setattr(sys.modules["cluetree.explain.progress"], "count", seldom)
    printed = command("step", str(FRIDAY))
    assert printed.count("open     not worked out in time") == len(raised) > 5
    asked = count()
    late = [step for step in Notebook.load(FRIDAY).steps() if not step.complete]
    assert 2 * len(late) == len(raised)
    assert not any(step.facts or step.bits for step in late)
