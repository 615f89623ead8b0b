"""The example for the public contest, with a server and programs that know only its messages."""

import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server, socket
from threading import Thread

import pytest
from speed_clue import join, main

from cluetree.play.agents import Heuristic

LONG = 300.0

GUESS = r"(?:Gr|Mu|Pe|Pl|Sc|Wh) (?:Ca|Kn|Pi|Re|Ro|Wr) (?:Ba|Bi|Co|Di|Ha|Ki|Li|Lo|St)"
MESSAGE = re.compile(
    rf"reset 3 [012]( [A-Z][a-z]){{6}}|suggest|accuse|done|disprove [012] {GUESS}"
    rf"|suggestion [012] {GUESS} (-|[012]( [A-Z][a-z])?)|accusation [012] {GUESS} [+-]"
)
PROGRAM = """
import socket, sys

*arguments, identifier, port = sys.argv[1:]
accusation, log = " ".join(arguments), open(f"{identifier}.log", "w")
line, hand, made = socket.create_connection(("localhost", int(port))), [], 0
line.sendall(f"{identifier} alive".encode())
while words := line.recv(512).decode().split():
    print(*words, file=log)
    answer = "ok"
    if words[0] == "reset":
        hand, made = words[3:], 0
    elif words[0] == "suggest":
        made += 1
        answer = f"suggest Gr Ca {'Ba Bi Co Di Ha Ki Li Lo St'.split()[made % 9]}"
    elif words[0] == "disprove":
        answer = f"show {[word for word in words[2:] if word in hand][-1]}"
    elif words[0] == "accuse":
        answer = accusation
    elif words[0] == "done":
        answer = "dead"
    line.sendall(answer.encode() + bytes(1))
"""


@contextmanager
def contest() -> Generator[socket]:
    """A server of the contest in which the plain heuristic has joined as `Tess`."""
    with create_server(("localhost", 0)) as server:
        server.settimeout(LONG)
        client = Thread(target=join, args=(Heuristic(), "Tess", server.getsockname()[1]))
        client.start()
        line, _ = server.accept()
        with line:
            assert line.recv(512) == b"Tess alive"
            yield line
        client.join(LONG)
        assert not client.is_alive()


def test_agent_plays_in_the_contest() -> None:
    with contest() as line:

        def ask(message: str) -> str:
            line.sendall(message.encode())
            return line.recv(512).decode()

        for index in (1, 0):  # the second game forgets the first one
            assert ask(f"reset 4 {index} Gr Ca Ba Bi Co") == "ok"
            assert ask("suggestion 0 Mu Kn St 3") == "ok"
            assert ask("disprove 3 Gr Ca Lo") in {"show Gr", "show Ca"}
            assert ask(f"suggestion 3 Gr Ca Lo {index} Gr") == "ok"
            assert ask("accusation 3 Mu Kn Lo -") == "ok"
            made = [ask("suggest") for _ in range(5)]
            assert all(re.fullmatch(f"suggest {GUESS}", answer) for answer in made)
            assert len({*made}) == 5
            assert ask("accuse") == "-"
            assert ask(f"suggestion {index} Sc Re Ki -") == "ok"
            assert ask("accuse") == "accuse Sc Re Ki"
        assert ask("done") == "dead"


@pytest.mark.slow
def test_programs_of_the_contest_play_at_our_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("program.py").write_text(PROGRAM, "utf-8")
    rash, calm = (f"{sys.executable} program.py {words}" for words in ("accuse Pl Pi Li", "-"))
    main("host", "2", rash, rash, calm)
    assert capsys.readouterr().out == "game 1: Cid wins\ngame 2: Cid wins\n"  # the last one left
    main("host", "2", rash, calm, "heuristic")
    assert capsys.readouterr().out == "game 1: Cid wins\ngame 2: Cid wins\n"
    logs = [Path(f"seat{seat}.log").read_text("utf-8").splitlines() for seat in (0, 1)]
    assert all(MESSAGE.fullmatch(message) for log in logs for message in log)
    public = [[line[:21] for line in log if line.startswith("suggestion")] for log in logs]
    assert public[0] == public[1]
