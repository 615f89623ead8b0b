"""Tournaments with misbehaving agents and programs: the right one is blamed and ended."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from cluetree.play import Rules
from cluetree.play.conduct import Conduct
from cluetree.play.outside import OutsideAgent
from cluetree.play.result_store import ResultStore
from cluetree.play.roster import agent_named
from cluetree.play.rules import NAMES
from cluetree.play.standings import standings
from cluetree.play.supervised import TimeLimits
from cluetree.play.tournament import Entrant, Seatings, Tournament, _play_alone, run
from cluetree.play.workers import processes
from tests.play.outside.patience import LONG, give_up_after_a_line, let_end
from tests.play.test_workers import is_gone

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc"),
]
ROOT: Final = Path(__file__).parents[2]
SHORT: Final = 0.25
"""Seconds for programs that do not answer and do not end."""

# A correct bot. Each bad one replaces `answer`, or does something at another place.
BOT: Final = """
import json, os, signal, subprocess, sys, time
with open(sys.argv[1], "a") as file:
    print(os.getpid(), file=file)
{at_start}
def wanted(request):
    params = request["params"]
    match request["method"]:
        case "suggest":
            return {{"cards": [deck["suspects"][0], deck["weapons"][0], params["rooms"][0]]}}
        case "show":
            return {{"card": params["options"][0]}}
        case "begin":
            return {{}}
    return {{"cards": None}}
def write(text):
    sys.stdout.buffer.write(text if isinstance(text, bytes) else text.encode())
    sys.stdout.buffer.flush()
def answer(request):
    reply = {{"jsonrpc": "2.0", "id": request["id"], "result": wanted(request)}}
    line = json.dumps(reply) + "\\n"
    if request["method"] != "begin":
{at_choice}
    write(line)
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "begin":
        deck = request["params"]["deck"]
    if "id" in request:
        answer(request)
{at_end}
"""
# The place of the change, the change, and what the fault must contain: programs that answer or end,
# programs that do neither, and programs that do not end.
ANSWERING: Final[Mapping[str, tuple[str, str, str]]] = {
    "exit 0": ("at_choice", "os._exit(0)", "ended with status 0"),
    "exit 3": ("at_choice", "sys.exit(3)", "ended with status 3"),
    "raise": ("at_choice", "raise ValueError", "ended with status 1"),
    "kill itself": ("at_choice", "os.kill(os.getpid(), 9)", "ended by signal 9"),
    "segfault": ("at_choice", "os.kill(os.getpid(), 11)", "ended by signal 11"),
    "abort": ("at_choice", "os.abort()", "ended by signal 6"),
    "close output": ("at_choice", "os.close(1)", "ended with status 1"),
    "ends at once": ("at_start", "sys.exit()", "ended with status 0"),
    "syntax": ("at_start", "def", "ended with status 1"),
    "dict": ("at_choice", "line = str(reply) + '\\n'", "invalid JSON"),
    "byte order mark": ("at_choice", "line = '\\ufeff' + line", "byte order mark"),
    "latin-1": ("at_choice", "line = b'{\"\\xe9\\xff\": 1}\\n'", "not a response"),
    "zeros": ("at_choice", "line = b'\\0' * 99 + b'\\n'", "invalid JSON"),
    "escape codes": ("at_choice", "line = '\\x1b[2J\\n'", "\\x1b[2J"),
    "deep": ("at_choice", "line = '[' * 60000 + '\\n'", "not a response"),
    "long": ("at_choice", "line = 'x' * 10**7 + '\\n'", "invalid JSON"),
    "flood": ("at_choice", "\n        while True: write('{}\\n')", "neither result nor"),
    "number": ("at_choice", "line = '7\\n'", "not a response"),
    "list": ("at_choice", "line = f'[{line.strip()}]\\n'", "not a response"),
    "no id": ("at_choice", "reply.pop('id'); line = json.dumps(reply) + '\\n'", "the id None"),
    "old id": ("at_choice", "reply['id'] = 0; line = json.dumps(reply) + '\\n'", "the id 0"),
    "error": ("at_choice", "line = '{\"id\": %d, \"error\": 1}\\n' % request['id']", "an error"),
    "no result": ("at_choice", "line = '{\"id\": %d}\\n' % request['id']", "neither result nor"),
    "null": ("at_choice", "line = '{\"id\": %d, \"result\": null}\\n' % request['id']", "be read"),
    "unknown card": ("at_choice", "line = line.replace('Miss', 'Lord')", "unknown card"),
    "two suspects": ("at_choice", "line = line.replace('Candlestick', 'Plum')", "one room"),
    "child": ("at_choice", "subprocess.Popen(['sleep', '1000']); os._exit(4)", "status 4"),
    "child in a session": (
        "at_choice",
        "os.system(f'setsid sh -c \"echo \\\\$\\\\$ >> {sys.argv[1]}; sleep 999\" &'); sys.exit(5)",
        "status 5",
    ),
}
SILENT: Final[Mapping[str, tuple[str, str, str]]] = {
    "stop itself": ("at_choice", "os.kill(os.getpid(), 19)", "no answer in 0.25 seconds"),
    "sleep": ("at_choice", "time.sleep(1000)", "no answer in 0.25 seconds"),
    "spin": ("at_choice", "while True: pass", "no answer in 0.25 seconds"),
    "no line end": ("at_choice", "line = line.strip()", "no output: is it flushed?"),
    "half a line": ("at_choice", "line = line[:9]", "no output: is it flushed?"),
    "long without end": ("at_choice", "line = 'x' * 10**7", "no answer in 0.25 seconds"),
    "never reads": ("at_start", "time.sleep(1000)", "no output"),
    "ignores signals": (
        "at_start",
        "[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 13, 15)]; time.sleep(1000)",
        "no output",
    ),
}
STAYING: Final[Mapping[str, tuple[str, str, str]]] = {
    "close output and sleep": ("at_choice", "os.close(1); time.sleep(1000)", "ended its output"),
    "ignores the end": ("at_end", "time.sleep(1000)", ""),
}
BOTS: Final[dict[str, tuple[str, str, str]]] = {**ANSWERING, **SILENT, **STAYING}


def bot(folder: Path, name: str) -> str:
    """Write a bot and return its command."""
    place, change, _ = BOTS[name]
    parts = {"at_start": "", "at_choice": "", "at_end": "", place: change}
    parts["at_choice"] = f"        {parts['at_choice'] or 'pass'}"
    path = folder / f"{name.replace(' ', '_')}.py"
    path.write_text(BOT.format(**parts), "utf-8")
    return f"{sys.executable} {path} {folder / 'pids'}"


def contest(entrants: Sequence[Entrant], choice: float | None = None) -> Tournament:
    entrants = (*entrants, Entrant("random", agent_named("random")))
    rules = Rules(players=NAMES[: len(entrants)], most_turns=len(entrants))
    return Tournament(entrants, rules, 1, Seatings.ROTATIONS, TimeLimits(choice))


def faults(conduct: Conduct) -> str:
    return "; ".join(map(str, conduct.faults))


def limits(name: str) -> Mapping[str, float]:
    if name not in SILENT:
        return {"time_limit": LONG, "start_limit": LONG}
    return {"time_limit": SHORT, "start_limit": 1 if BOTS[name][0] == "at_start" else LONG}


@pytest.mark.parametrize(
    "names", [*([*ANSWERING][at : at + 8] for at in range(0, len(ANSWERING), 8)), SILENT, STAYING]
)
def test_faulty_program_is_blamed_and_ended(
    names: Collection[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if names not in (SILENT, STAYING):
        let_end(monkeypatch)
        give_up_after_a_line(monkeypatch)
    agents = {name: OutsideAgent(bot(tmp_path, name), **limits(name)) for name in names}
    tournament = contest([Entrant(name, agent) for name, agent in agents.items()])
    (played,) = tournament.play((0, tournament.orders()[0]))
    found = dict(zip(played.seating, played.conduct, strict=True))
    for agent in agents.values():
        agent.close()
    assert found["random"].faults == ()
    for name in names:
        said = faults(found[name])
        assert BOTS[name][2] in said, (name, said)
        assert bool(found[name].faults) == bool(BOTS[name][2]), name
    pids = [int(line) for line in (tmp_path / "pids").read_text().split()]
    assert len(pids) >= sum(BOTS[name][0] != "at_start" for name in names)
    assert all(map(is_gone, pids))


# Python agents: the method that is changed, the change, and what the fault must contain.
AGENT: Final = """
import itertools, os, signal, subprocess, sys, threading, time
class Agent:
    def __repr__(self): return "Agent()"
    def begin(self, table, rng): self.deck = table.edition
    def observe(self, event): pass
    def move(self, options): return options[0]
    def suggest(self, rooms): return self.deck.guess(self.deck.suspects[0], "Rope", rooms[0])
    def show(self, asker, guess, cards): return cards[0]
    def accuse(self): return None
    def {}
"""
FOREVER: Final = """
        while True:
            try: time.sleep(9)
            except BaseException: pass
"""
AGENTS: Final[Mapping[str, tuple[str, str]]] = {
    "exit": ("accuse(self): sys.exit()", "SystemExit"),
    "interrupt": ("accuse(self): raise KeyboardInterrupt", "KeyboardInterrupt()"),
    "fork": ("accuse(self): os.fork()", ""),
    "base exception": ("accuse(self): raise BaseException('no')", "BaseException('no')"),
    "recursion": ("accuse(self): return self.accuse()", "RecursionError"),
    "object": ("accuse(self): return object()", "cannot accuse"),
    "text": ("suggest(self, rooms): return 'plum'", "cannot suggest"),
    "no agent": ("show(self): return None", ""),
    "cannot be copied": ("__getstate__(self): raise RuntimeError('no')", "cannot be sent"),
}
ENDING: Final[Mapping[str, tuple[str, str]]] = {
    "os._exit": ("accuse(self): os._exit(7)", "it ended its process with status 7"),
    "killed": ("accuse(self): os.kill(os.getpid(), 9)", "it ended its process with signal 9"),
}
LATE: Final[Mapping[str, tuple[str, str]]] = {
    "stop": (
        "accuse(self): os.kill(os.getpid(), 19); time.sleep(9)",
        "it took more than 1 seconds",
    ),
    "loop": ("accuse(self):\n        while True: pass", "it took more than 1 seconds"),
    "stubborn": (f"accuse(self):{FOREVER}", "it ended its process with signal 14"),
    "loop in C": ("accuse(self): sum(itertools.repeat(1))", "it ended its process with signal 27"),
}


def agent(folder: Path, name: str, change: str) -> Entrant:
    """Write a Python agent and return it."""
    path = folder / f"{name.replace(' ', '_').replace('.', '_')}.py"
    path.write_text(AGENT.format(change), "utf-8")
    return Entrant(name, agent_named(f"{path}:Agent"))


def test_faulty_agent_is_blamed(tmp_path: Path) -> None:
    entrants = [agent(tmp_path, name, change) for name, (change, _) in AGENTS.items()]
    with processes(2) as make:
        games = run(contest(entrants), 1, ResultStore(), executor=make)
    found = {row.name: row.conduct for row in standings(games).entrants}
    assert found["random"].faults == ()
    for name, (_, words) in AGENTS.items():
        assert words in faults(found[name]), (name, found[name])


@pytest.mark.parametrize(("agents", "choice"), [(ENDING, None), (LATE, 1.0)])
def test_agent_that_ends_its_process_or_is_late_is_blamed(
    agents: Mapping[str, tuple[str, str]], choice: float | None, tmp_path: Path
) -> None:
    tournament = contest(
        [agent(tmp_path, name, code) for name, (code, _) in agents.items()], choice
    )
    (played,) = _play_alone(tournament, (0, tournament.orders()[0]))
    found = dict(zip(played.seating, played.conduct, strict=True))
    assert found["random"].faults == () or choice
    for name, (_, words) in agents.items():
        assert {fault.words for fault in found[name].faults} == {words}


# It prints, and leaves threads and processes, also without a parent and in a session of their own.
LEAVING: Final = """__init__(self): self.accuse()
    def accuse(self):
        threading.Thread(target=time.sleep, args=(10000,)).start()
        os.write(1, b"raw")
        os.system("echo from a child")
        for session in (False, True):
            child = subprocess.Popen(["sleep", "10000"], start_new_session=session)
            print(child.pid, file=open("pids", "a"))
        if os.fork() == 0:
            os.setsid()
            os.fork() and os._exit(0)
            print(os.getpid(), file=open("pids", "a", buffering=1))
            time.sleep(10000)
        print("from Python")
        {}
"""
# It starts such processes, and then kills or stops its guard.
KILLER: Final = f"""
        with open(sys.argv[1], "a") as file:
            for ways in (dict(), dict(start_new_session=True, env=dict())):
                file.write(str(subprocess.Popen([{shutil.which("sleep")!r}, "10000"], **ways).pid))
                file.write("\\n")
        os.kill(os.getppid(), {{}})
"""


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("end", ["pass", "os._exit(3)", "raise KeyboardInterrupt", "kill", "stop"])
def test_nothing_of_an_agent_is_left(end: str, workers: int, tmp_path: Path) -> None:
    if end in {"kill", "stop"}:
        BOTS["killer"] = "at_choice", KILLER.format({"kill": 9, "stop": 19}[end]).strip(), ""
        name = f"bot:{bot(tmp_path, 'killer')}"
    elif end == "os._exit(3)" and not workers:
        pytest.skip("this ends the command")
    else:
        change = LEAVING.format(f"if hasattr(self, 'deck'): {end}")
        (tmp_path / "leaving.py").write_text(AGENT.format(change), "utf-8")
        name = "leaving.py:Agent"
    words = f"--deals 1 --most-turns 2 --workers {workers} --time-limit 2 --json".split()
    run = subprocess.run(
        [sys.executable, "-m", "cluetree", "tournament", name, "random", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        check=True,
        timeout=LONG,
    )
    assert json.loads(run.stdout)["entrants"]
    pids = [int(line) for line in (tmp_path / "pids").read_text().split()]
    assert len(pids) > 3
    assert all(map(is_gone, pids))
