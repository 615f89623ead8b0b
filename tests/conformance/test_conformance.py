"""The check that is shipped: it passes our server, and finds what is wrong with others."""

import sys
from pathlib import Path

import pytest

from cluetree.faces.conformance import __main__ as rpc_check, game_checks, line_checks as checks
from cluetree.faces.rpc import METHODS

ROOT = Path(__file__).parent.parent.parent
CHECKS = (*checks.CHECKS, *game_checks.CHECKS, *rpc_check.ENDINGS)


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_our_server_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert rpc_check.main([sys.executable, "-m", "tests.rpc.serving"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert all(line.startswith("ok    ") for line in lines)
    assert last == f"{len(lines)} of {len(lines)} checks passed"
    assert len(lines) == len(CHECKS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "found_by"),
    [
        ("wrong_id", "ids_come_back"),
        ("chatty", "notifications_are_silent"),
        ("brittle", "bad_lines_do_no_harm"),
        ("careless", "versions_count_changes"),
        ("forgetful", "clashes_are_named_and_mended"),
    ],
)
def test_fault_is_found(fault: str, found_by: str) -> None:
    command = [sys.executable, "-m", "tests.conformance.broken", fault]
    troubles = dict(rpc_check.run(command))
    assert troubles[found_by] is not None


def test_program_that_says_nothing_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert rpc_check.main(["--seconds", "0.2", "cat"]) == 1
    assert capsys.readouterr().out.endswith(f"0 of {len(CHECKS)} checks passed\n")


def test_no_such_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert rpc_check.main(["no-such-program-anywhere"]) == 2
    assert "cannot start" in capsys.readouterr().err


def test_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        rpc_check.main([])
    assert "which program" in capsys.readouterr().err


def test_every_check_says_what_must_hold() -> None:
    assert all(check.__doc__ for check in CHECKS)
    assert len({check.__name__ for check in CHECKS}) == len(CHECKS)


def test_every_method_is_checked() -> None:
    """Files apart, which a server may not have."""
    source = "".join(
        Path(module.__file__ or "").read_text(encoding="utf-8")
        for module in (checks, game_checks, rpc_check)
    )
    assert {name for name in METHODS if f'"{name}"' not in source} == {"load"}
