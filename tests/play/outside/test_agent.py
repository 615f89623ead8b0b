"""Outside programs as players: no fault stops a game."""

import copy
import json
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest

from cluetree import Accusation, Category, ClueCard, ClueGuess, Suggestion, Table, record
from cluetree.board import Square
from cluetree.editions import CLUE_US
from cluetree.errors import IllegalActError
from cluetree.play import BaseAgent, Result, Rules, deal_of, play_dealt, play_game
from cluetree.play.outside import OutsideAgent, ProgramError
from cluetree.play.outside.messages import AccuseRequest, Named
from cluetree.play.outside.program import LateError, Program
from cluetree.play.supervised import FaultKind, Supervised
from tests.play.test_workers import is_gone
from tests.rpc.client import Answer

LONG: Final = 300.0
"""Seconds for programs that answer or end."""
RULES: Final = Rules(most_turns=30)
TABLE: Final = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9})
ROOT: Final = Path(__file__).parents[3]


class AnyAgent(BaseAgent):
    """Suggests anything, and never accuses, so that games take all their turns."""

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        *others, _ = map(self.table.edition.of, Category)
        return ClueGuess(*map(self.rng.choice, (*others, rooms)))


Make = Callable[..., OutsideAgent]
"""Takes how the bot behaves."""


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    return tmp_path / "diary.jsonl"


@pytest.fixture
def make(diary: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes agents of the bots, and checks that nothing of them is left running."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("cluetree.play.outside.program._GRACE", LONG)
    made: list[OutsideAgent] = []

    def make(how: str = "well") -> OutsideAgent:
        command = [sys.executable, "-m", "tests.play.outside.bots", str(diary), how]
        made.append(OutsideAgent(command, time_limit=LONG, start_limit=LONG))
        return made[-1]

    yield make
    for agent in made:
        agent.close()
    assert not any(map(is_running, pids(diary)))


def noted(diary: Path) -> list[Answer]:
    return [json.loads(line) for line in diary.read_text(encoding="utf-8").splitlines()]


def pids(diary: Path) -> list[int]:
    return [note["pid"] for note in noted(diary) if "pid" in note] if diary.exists() else []


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def play(agent: OutsideAgent, seed: int = 1) -> Result:
    return play_game([agent, AnyAgent(), AnyAgent()], RULES, seed)


def supervised(agent: OutsideAgent, seed: int = 1) -> tuple[Result, Supervised]:
    seats = [Supervised(each) for each in (agent, AnyAgent(), AnyAgent())]
    return play_dealt(seats, deal_of(RULES, seed), seed), seats[0]


# A good program


def test_program_receives_the_view_of_its_seat(make: Make, diary: Path) -> None:
    result = play(make())
    me = result.rules.players[0]
    begin, *told = [note for note in noted(diary) if "method" in note]
    assert begin["method"] == "begin"
    assert begin["params"]["protocol"] == 2
    set_up = json.dumps(begin["params"]["record"])
    assert record.loads_json(set_up).table == result.record(me).table
    seen = json.loads(record.dumps_json(result.record(me)))["events"]
    # Events after its last choice may not have arrived.
    observed = [note["params"]["event"] for note in told if note["method"] == "observe"]
    assert observed == seen[: len(observed)]
    assert len(observed) > 20
    assert all("id" not in note for note in told if note["method"] == "observe")
    asked = {note["method"] for note in told if "id" in note}
    assert asked == {"suggest", "show", "accuse"}


def test_copies_start_programs_that_end_with_them(make: Make, diary: Path) -> None:
    """As tournaments do: a copy of the agent for each game."""
    agent = make()
    for seed in range(3):
        play(agent, seed)
    assert len(pids(diary)) == 1
    play_game([copy.deepcopy(agent), copy.deepcopy(agent), AnyAgent()], RULES, 1)
    kept, *copies = pids(diary)
    assert len(copies) == 2
    assert is_running(kept), "until the agent is closed"
    assert not any(map(is_running, copies))


def test_pickled_agent_plays_the_same(make: Make) -> None:
    agent = make()
    other: OutsideAgent = pickle.loads(pickle.dumps(agent))  # noqa: S301 -- our own
    assert repr(other) == repr(agent)
    assert "tests.play.outside.bots" in repr(agent)
    with other:
        assert play(other).events == play(agent).events


def test_moves_on_a_board(make: Make) -> None:
    agent = make()
    agent.begin(TABLE, Random(1))
    options = (CLUE_US.card("hall"), Square(3, 4), Square(0, 0))
    assert {agent.move(options) for _ in range(30)} == set(options)
    agent = make("nonsense")
    agent.begin(TABLE, Random(1))
    with pytest.raises(IllegalActError, match="attic"):
        agent.move(options)


def test_start_limit_applies_to_the_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    monkeypatch.setattr(Program, "ask", lambda *asked: given.append(asked[-1]))
    for time_limit, start_limit in ((3.0, LONG), (3.0, 1.0)):
        with OutsideAgent(["cat"], time_limit=time_limit, start_limit=start_limit) as agent:
            agent.begin(TABLE, Random(1))
            agent.begin(TABLE, Random(2))
    assert given == [LONG, 3.0, 3.0, 3.0]


# Bad ones


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("error", "it answers with an error: "),
        ("odd", "its answer cannot be read: "),
        ("nonsense", "unknown card 'sword'"),
        ("illegal", "Rope"),
    ],
)
def test_invalid_answers_are_illegal_choices(make: Make, diary: Path, how: str, says: str) -> None:
    agent = make(how)
    result, seat = supervised(agent)
    assert result.turns == 30
    assert seat.conduct.count(FaultKind.ILLEGAL) >= 20
    assert {fault.kind for fault in seat.conduct.faults} == {FaultKind.ILLEGAL}
    assert says in seat.conduct.faults[0].words
    acts = [event for event in result.events if isinstance(event, Suggestion | Accusation)]
    assert acts
    assert all(event.by != result.rules.players[0] for event in acts)
    supervised(agent, 2)
    assert len(pids(diary)) == 1


def test_next_game_starts_the_program_again(make: Make, diary: Path) -> None:
    agent = make("crash")
    for seed in range(5):
        assert supervised(agent, seed)[0].turns == 30
    assert len(pids(diary)) == 5


@pytest.mark.parametrize("command", ["", [], "no-such-program-anywhere --fast", "'"])
def test_no_such_program(command: str | list[str]) -> None:
    with pytest.raises(ProgramError):
        OutsideAgent(command)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file's name says what it is")
def test_file_that_cannot_be_run(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("not for any machine")
    file.chmod(0o700)
    with pytest.raises(ProgramError, match=r"cannot start .*bot: "):
        Program((str(file),))


# Programs as they are written: what a line of Python does, and the fault


ANSWER: Final = """
import json, os, sys, time
for line in sys.stdin:
    answer = {"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": {"cards": None}}
    text = json.dumps(answer) + chr(10)
    %s
    sys.stdout.write(text)
    sys.stdout.flush()
"""


def ask(line: str, seconds: float = LONG) -> Named:
    """Ask a program that does this before it answers, and end it."""
    program = Program((sys.executable, "-c", ANSWER % line))
    try:
        return program.ask("accuse", AccuseRequest(), Named, seconds)
    finally:
        program.end()


def test_lines_before_the_answer_are_ignored() -> None:
    assert ask("print('let me think', '[1]', '{}', sep=chr(10) * 2)") == Named(cards=None)


@pytest.mark.parametrize(
    ("line", "error", "says"),
    [
        ("sys.exit(3)", ProgramError, "ended with status 3"),
        ("os.kill(os.getpid(), 9)", ProgramError, "ended by signal 9"),
        ("answer.pop('result'); text = json.dumps(answer) + chr(10)", IllegalActError, "read"),
        *(
            pytest.param(line, LateError, says, marks=pytest.mark.slow)
            for line, says in (
                ("text = str(answer) + chr(10)", "invalid JSON"),
                ("text = text.replace('1', '0')", "it has the id 0"),
                ("text = '7' + chr(10)", "not a response"),
                ("text = text.strip(); time.sleep(0)", "no output: is it flushed?"),
                ("while True: print({})", "no answer in 2 seconds"),
            )
        ),
    ],
)
def test_fault_of_a_program_is_named(line: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        ask(line, 2 if error is LateError else LONG)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="other systems have no process groups")
def test_silent_program_is_killed_with_its_children(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    code = f"echo $$ > {path}; sleep 1000 & echo $! >> {path}; sleep 1000"
    with OutsideAgent(["sh", "-c", code], time_limit=1, start_limit=1) as agent:
        with pytest.raises(LateError, match="no output"):
            agent.begin(TABLE, Random(1))
        pids = [int(word) for word in path.read_text().split()]
        assert len(pids) == 2
        assert not is_running(pids[0])
        assert is_gone(pids[1])
