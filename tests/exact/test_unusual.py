"""A limit bounds the time and the memory of unusual logs, and ordinary games do not meet it."""

import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from cluetree import Notebook
from cluetree.editions import CLUE_US
from cluetree.errors import ContradictionError, InvalidEventError, InvalidTableError, LimitReached
from cluetree.limit import Limit
from cluetree.record import Record, load
from tests.exact.data import CASES, FAMILIES, states
from tests.exact.games import play, seeded
from tests.exact.unusual import QUESTIONS, UNUSUAL

ROOT: Final = Path(__file__).parents[2]
SLOW: Final = ROOT / "tests" / "data" / "slow"
COST: Final = """
import re, sys, time
from contextlib import suppress
from pathlib import Path
from cluetree import Limit
from cluetree.errors import ClueError
from tests.exact.unusual import QUESTIONS, UNUSUAL
book = UNUSUAL[sys.argv[1]]()
book.limit = Limit(seconds=2)
start = time.process_time()
with suppress(ClueError):
    QUESTIONS[sys.argv[2]](book)
print(time.process_time() - start)
print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""
"""Prints the seconds of the processor and the most memory, in KiB, that a question took.

`resource` would begin with the memory of the process that started it.
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("log", UNUSUAL)
def test_limit_bounds_time_and_memory(log: str, question: str) -> None:
    command = [sys.executable, "-c", COST, log, question]
    run = subprocess.run(command, capture_output=True, check=True, text=True, cwd=ROOT)
    seconds, memory = map(float, run.stdout.split())
    assert seconds < 4, "twice the limit"
    assert memory < 300 * 1024


def ask(record: Record, questions: Iterable[str] = QUESTIONS) -> None:
    """Ask questions that must all be answered exactly within a long limit."""
    for question in questions:
        # An impossible log, a game that is over, an onlooker.
        with suppress(ContradictionError, InvalidEventError, InvalidTableError):
            answer = QUESTIONS[question](Notebook(record.table, record.events, limit=Limit(300)))
            assert getattr(answer, "complete", True)


@pytest.mark.slow
def test_stored_cases_are_answered_completely() -> None:
    for case in CASES:
        ask(case.record)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_stored_states_are_answered_completely(family: str) -> None:
    is_large = family in {"m6", "m10"}
    for state in [*states(family)][:: 12 if is_large else 3]:
        ask(state.record, ("beliefs", "steps", "review", "why") if is_large else QUESTIONS)


@pytest.mark.slow
def test_game_of_300_moves_is_answered_completely() -> None:
    game = play(seeded(21), CLUE_US, 6, 50)
    assert len(game.events) >= 300
    ask(Record(game.table, game.events))


@pytest.mark.slow
@pytest.mark.parametrize("name", [path.stem for path in sorted(SLOW.iterdir())])
def test_slow_log_has_no_other_error_than_its_limit(name: str) -> None:
    record = load(SLOW / f"{name}.json")
    for question in QUESTIONS.values():
        # An impossible log, a game that is over, an onlooker.
        with suppress(ContradictionError, InvalidEventError, InvalidTableError, LimitReached):
            question(Notebook(record.table, record.events, limit=Limit(1)))
