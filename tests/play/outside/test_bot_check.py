"""The check of a bot: it passes a good one, and reports the faults of others."""

import sys
from pathlib import Path

import pytest

from cluetree.interfaces.cli import IMPOSSIBLE, OK
from cluetree.interfaces.cli.main import main

ROOT = Path(__file__).parents[3]
GOOD = (ROOT / "examples" / "bots" / "small.py").read_text("utf-8")


@pytest.mark.slow
def test_good_bot_passes(capsys: pytest.CaptureFixture[str]) -> None:
    path = ROOT / "examples" / "bots" / "small.py"
    assert main(["check-bot", f"{sys.executable} {path}", "--time-limit", "300"]) == OK
    assert capsys.readouterr().out == "10 games, 0 faults\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "fault", "received"),
    [
        (('params["rooms"]]', 'deck["rooms"]]'), "may name", '"cards"'),
        (('params["options"][0]', '"Hall"'), "Hall", '"Hall"'),
        (('{"cards": solution} if', '{"cards": ["x"]} if'), "unknown card 'x'", '"x"'),
        (
            ("return next((card", "import random\n    return random.choice(cards) or next((card"),
            "note: chooses by the time that is left, or by chance",
            "",
        ),
        (
            ('seen = set(params["record"]["hand"])', 'seen |= set(params["record"]["hand"])'),
            "remembers the last game",
            "",
        ),
    ],
)
def test_fault_is_found_with_the_last_lines(
    change: tuple[str, str],
    fault: str,
    received: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert change[0] in GOOD
    path = tmp_path / "bot.py"
    path.write_text(GOOD.replace(*change), "utf-8")
    status = OK if fault.startswith("note") else IMPOSSIBLE
    assert main(["check-bot", f"{sys.executable} {path}", "--time-limit", "2"]) == status
    out = capsys.readouterr().out
    assert fault in out
    assert 'sent:     {"jsonrpc":"2.0","method":' in out
    assert received in out


def test_program_that_ends_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-bot", f"{sys.executable} -c 1"]) == IMPOSSIBLE
    out = capsys.readouterr().out
    assert "the program has ended with status 0" in out
    assert out.endswith("1 game, 1 fault\n"), "the other games are not played"
