"""Scores of solvers on the stored positions."""

import json
import sys
from pathlib import Path
from typing import Final

import pytest

import cluetree
from cluetree.errors import ResultsError
from cluetree.interfaces.cli.main import main
from cluetree.interfaces.cli.status import OK, UNREADABLE
from cluetree.play.outside.child import LateError
from cluetree.play.positions import OURS, our_solver, score, stored_positions

POSITIONS: Final = stored_positions()
SOLVERS: Final = Path(cluetree.__file__).parent.parent / "examples" / "solvers"


def answers(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    return str(path)


@pytest.mark.slow
def test_counter_agrees_with_stored_answers() -> None:
    found = score(OURS, POSITIONS)
    assert found.found == found.facts > 1000
    assert (found.false, found.wrong, found.right) == (0, 0, found.certain)
    assert found.log_loss == pytest.approx(0, abs=1e-12)
    assert found.brier == pytest.approx(0, abs=1e-12)


def test_stored_answers_are_scored_without_facts_and_time() -> None:
    found = score(f"java={SOLVERS / 'java.jsonl'}", POSITIONS)
    assert (found.solver, found.right, found.wrong) == ("java", 18, 2)
    assert found.found is found.false is found.log_loss is found.seconds is None


def test_calibration_and_false_facts_are_measured(tmp_path: Path) -> None:
    position = next(each for each in POSITIONS if each.answer is None)
    exact = json.loads(our_solver(bytes(position.record)))
    places = list(position.counts)
    spread = {place: 1 / len(places) for place in places}
    open_cards = [c for c, p in exact["probabilities"].items() if 0 < max(p.values()) < 1]
    exact["probabilities"] = dict.fromkeys(open_cards, spread)
    card = open_cards[0]
    exact["holds"] += [[place, card] for place in places]
    exact["envelope"] = ["plum", "rope", "hall"]
    found = score(answers(tmp_path, json.dumps(exact)), [position])
    assert found.false == len(places)
    assert found.wrong == 1
    assert found.log_loss is not None
    assert found.log_loss > 0
    assert found.brier is not None
    assert 0 < found.brier < 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [("yes", "invalid solution"), ('{"format": "cluetree/1"}', "expected one of the fields")],
)
def test_invalid_solution_is_rejected(line: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match=reason):
        score(answers(tmp_path, line), POSITIONS[:1])


def test_missing_answers_are_counted(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="expected 60 answers, got 1"):
        score(answers(tmp_path, "{}"), POSITIONS)


@pytest.mark.slow
def test_silent_program_is_late() -> None:
    with pytest.raises(LateError):
        score(f"{sys.executable} -c 'input(); input()'", POSITIONS, limit=0.5)


@pytest.mark.slow
def test_command_prints_a_row_per_solver(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "positions", f"java={SOLVERS / 'java.jsonl'}"]) == OK
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines() if "." in line or "java" in line] == [
        "cluetree",
        "java",
    ]
    assert main(["benchmark", "positions", "--json"]) == OK
    assert json.loads(capsys.readouterr().out)["format"] == "cluetree-positions/1"
    assert main(["benchmark", "positions", "nowhere.jsonl"]) == UNREADABLE
    assert "nowhere.jsonl: No such file" in capsys.readouterr().err
