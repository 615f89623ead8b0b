"""The check of a bot: it passes a good one, and reports the faults of others."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cluetree.interfaces.cli.main import main
from cluetree.interfaces.cli.status import IMPOSSIBLE, OK
from cluetree.play.outside.bot_check import CHECKS, REFERENCE, Finding, check_bot
from tests.play.outside.patience import let_only_silence_be_late

ROOT = Path(__file__).parents[3]
GOOD = (ROOT / "examples" / "bots" / "small.py").read_text("utf-8")
PAGE = (ROOT / REFERENCE).read_text("utf-8")


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    let_only_silence_be_late(monkeypatch)


@pytest.fixture
def findings(tmp_path: Path) -> Callable[..., dict[str, Finding]]:
    """Checks the small example with some of its words changed."""

    def check(old: str = "", new: str = "") -> dict[str, Finding]:
        assert old in GOOD
        path = tmp_path / "bot.py"
        path.write_text(GOOD.replace(old, new) if old else GOOD, "utf-8")
        found = tuple(check_bot([sys.executable, str(path)], 2))
        names = [check.__name__ for check in CHECKS]
        return dict(zip(names, found, strict=False))

    return check


def test_good_bot_passes(capsys: pytest.CaptureFixture[str]) -> None:
    path = ROOT / "examples" / "bots" / "small.py"
    assert main(["check-bot", f"{sys.executable} {path}"]) == OK
    *lines, last = capsys.readouterr().out.splitlines()
    assert all(line.startswith("right  ") for line in lines)
    assert last == f"all {len(CHECKS)} checks passed"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "found_by", "says"),
    [
        ('"id": request["id"]', '"id": 7', "begin", "it has the id 7, expected 1"),
        (
            'if "id" in request:',
            "if request.setdefault('id', 0) is not None:",
            "observe",
            "it has the id 0, expected",
        ),
        ('params["rooms"]]', 'deck["rooms"]]', "suggest", "the room must be"),
        ('params["options"][0]', '"Hall"', "show", "the card must be"),
        ('params["options"][0]', 'list(params["options"])', "move", "cannot be read"),
        (
            '{"cards": solution} if',
            '{"cards": ["x"]} if',
            "accuse",
            "a suspect, a weapon and a room",
        ),
        (
            "return next((card",
            "import random\n    return random.choice([*cards]) or next((card",
            "the_same_seed",
            "the same seed and hand must give",
        ),
        (
            "answer(request",
            "1 / (len(request['params']) - 2) or answer(request",
            "unknown_fields",
            "has ended",
        ),
        (
            "for line in sys.stdin:",
            "import atexit, time\natexit.register(time.sleep, 99)\nfor line in sys.stdin:",
            "the_end_of_input",
            "must be 0, got -9",
        ),
    ],
)
def test_faults_are_found(
    old: str, new: str, found_by: str, says: str, findings: Callable[..., dict[str, Finding]]
) -> None:
    finding = findings(old, new)[found_by]
    assert finding.wrong is not None
    assert says in finding.wrong
    assert finding.sent


def test_sections_are_in_the_reference() -> None:
    headings = {
        re.sub(r"\W+", "-", title.lower()) for title in re.findall(r"^## (.*)$", PAGE, re.MULTILINE)
    }
    assert set(CHECKS.values()) <= headings


def test_program_that_ends_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-bot", f"{sys.executable} -c 1"]) == IMPOSSIBLE
    out = capsys.readouterr().out
    assert "the program has ended with status 0" in out
    assert "skipped because `begin` failed" in out


@pytest.mark.slow
def test_memory_that_survives_begin_is_found(findings: Callable[..., dict[str, Finding]]) -> None:
    found = findings(
        'seen = set(params["record"]["hand"])', 'seen |= set(params["record"]["hand"])'
    )
    assert [finding.wrong for finding in found.values() if finding.wrong] == [
        "the suggestions must not depend on an earlier game, but they do"
    ]
