"""The check of a bot: it passes a good one, and says of a bad one what is wrong and where."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cluetree.interfaces.cli.common import IMPOSSIBLE, OK, UNREADABLE
from cluetree.interfaces.cli.main import main
from cluetree.play.outside.bot_check import CHECKS, REFERENCE, Finding, check_bot

ROOT = Path(__file__).parents[3]
GOOD = (ROOT / "examples" / "bots" / "small.py").read_text("utf-8")
PAGE = (ROOT / REFERENCE).read_text("utf-8")


@pytest.fixture
def findings(tmp_path: Path) -> Callable[..., dict[str, Finding]]:
    """Checks the small example with some of its words changed."""

    def check(old: str = "", new: str = "") -> dict[str, Finding]:
        assert old in GOOD
        path = tmp_path / "bot.py"
        path.write_text(GOOD.replace(old, new) if old else GOOD, "utf-8")
        found = tuple(check_bot([sys.executable, str(path)], 2))
        names = [check.__name__ for check, _ in CHECKS]
        return dict(zip(names, found, strict=True))

    return check


def test_a_good_bot_passes(capsys: pytest.CaptureFixture[str]) -> None:
    path = ROOT / "examples" / "bots" / "small.py"
    assert main(["check-bot", f"{sys.executable} {path}"]) == OK
    *lines, last = capsys.readouterr().out.splitlines()
    assert all(line.startswith("right  ") for line in lines)
    assert last == f"all {len(CHECKS)} things right"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "found_by", "says"),
    [
        ('"id": request["id"]', '"id": 7', "begin", "id 1 should come, and no other"),
        ('if "id" in request:', "if request.setdefault('id', 0) is not None:", "observe", "id"),
        ('params["rooms"]]', 'deck["rooms"]]', "suggest", "the room should be"),
        ('params["options"][0]', '"Hall"', "show", "the card should be"),
        ('params["options"][0]', 'list(params["options"])', "move", "not as it should be"),
        ('{"cards": None} if', '{"cards": ["x"]} if', "accuse", "a suspect, a weapon and a room"),
        (
            "return next((card",
            "import random\n    return random.choice([*cards]) or next((card",
            "the_same_seed",
            "same seed",
        ),
        (
            "answer(request",
            "1 / (len(request['params']) - 2) or answer(request",
            "fields_that_are_new",
            "has ended",
        ),
        (
            "for line in sys.stdin:",
            "import atexit, time\natexit.register(time.sleep, 99)\nfor line in sys.stdin:",
            "the_end_of_input",
            "status 0, not -9",
        ),
    ],
)
def test_what_is_wrong_is_found(
    old: str, new: str, found_by: str, says: str, findings: Callable[..., dict[str, Finding]]
) -> None:
    finding = findings(old, new)[found_by]
    assert finding.wrong is not None
    assert says in finding.wrong
    assert str(finding).startswith("WRONG  ")
    assert "asked: " in str(finding)
    assert f"see {REFERENCE}#{finding.section}" in str(finding)


def test_sections_are_in_the_reference() -> None:
    headings = {
        re.sub(r"\W+", "-", title.lower())
        for title in re.findall(r"^### (.*)$", PAGE, re.MULTILINE)
    }
    assert {section for _, section in CHECKS} <= headings


def test_what_cannot_be_started_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-bot", "no-such-program-at-all"]) == UNREADABLE
    assert "there is no program" in capsys.readouterr().err


def test_a_program_that_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"{sys.executable} -c 1"
    assert main(["check-bot", command, "--time-limit", "0.2"]) == IMPOSSIBLE
    out = capsys.readouterr().out
    assert out.endswith(f"{len(CHECKS)} things of {len(CHECKS)} wrong\n")
