"""The whole command: for any command line, record or terminal an answer or one line of error."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

import cluetree
from cluetree import Notebook, Table, editions, record
from cluetree.interfaces.cli import OK, UNREADABLE
from cluetree.interfaces.cli.main import main
from cluetree.text.printable import encodable
from tests.cli.conftest import Command

ROOT = Path(__file__).parent.parent.parent
FRIDAY = str(ROOT / "examples" / "friday.clue")
LIMIT = 300.0  # seconds; a command needs a fraction of one
ACCENTS = """\
title    Soirée ☃
edition  clue-us
players  Zoë 9, Jürgen 9

Zoë: Plum, Rope, Hall -> Jürgen shows
"""


def run(
    *arguments: str,
    stdout: int = subprocess.PIPE,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in another process."""
    return subprocess.run(
        [sys.executable, "-m", "cluetree", *arguments],
        stdout=stdout,
        stderr=subprocess.PIPE,
        env={**os.environ, "NO_COLOR": "1", **(environment or {})},
        cwd=ROOT,
        timeout=LIMIT,
        check=False,
    )


def assert_is_refused(done: subprocess.CompletedProcess[bytes]) -> None:
    assert (done.returncode, done.stdout or b"") == (UNREADABLE, b"")
    assert done.stderr.startswith(b"cluetree: ")
    assert len(done.stderr.splitlines()) == 1


# Answers


def test_help_names_every_command(command: Command) -> None:
    assert command("--version") == f"cluetree {cluetree.__version__}\n"
    assert "Rank every suggestion" in command("--help")


def test_tree_can_move_and_stay_unpruned(command: Command, tmp_path: Path) -> None:
    assert command("tree", FRIDAY, "--svg", str(tmp_path / "tree.svg"), "--animate") == ""
    assert "--at:" in (tmp_path / "tree.svg").read_text("utf-8")
    assert "pruned" not in command("tree", FRIDAY, "--no-prune")


def test_convert_there_and_back_loses_nothing(tmp_path: Path, command: Command) -> None:
    as_json, as_text = str(tmp_path / "game.json"), str(tmp_path / "game.clue")
    assert command("convert", FRIDAY, as_json) == command("convert", as_json, as_text) == ""
    assert record.load(as_text) == record.load(as_json) == record.load(FRIDAY)


def test_review_is_printed_in_json_as_well(command: Command) -> None:
    assert json.loads(command("review", FRIDAY, "--json"))["settled_by"] == 27


def test_command_at_its_limit_prints_what_the_rules_find(tmp_path: Path, command: Command) -> None:
    limit = ("--seconds", "1e-9")
    message = "cluetree: the answer needs more than 1e-09 seconds\n"
    solved = command("solve", FRIDAY, *limit, status=3)
    assert "Miss Scarlet      holds" in solved
    assert command.err == message
    grown = command("tree", FRIDAY, *limit, status=3)
    assert "event 1: Tom holds Kitchen" in grown
    assert command.err == message
    assert command.refused("advise", FRIDAY, *limit, status=3) == message
    (tmp_path / "open.clue").write_text(
        "edition clue-us\nplayers Ann 6, Bob 6, Eve 5\nface_up Hall\n"
    )
    solved = command("solve", str(tmp_path / "open.clue"), *limit, status=3)
    assert "face-up" in solved
    assert " ? " in solved


# Errors


@pytest.mark.parametrize(
    "arguments",
    [
        # what cannot be read or written
        ["solve", "none.clue"],
        ["convert", "none.clue", "other.clue"],
        ["solve", "."],
        ["solve", "pyproject.toml"],
        ["solve", "a\0b.clue"],
        ["convert", FRIDAY, "/nowhere/at/all.clue"],
        ["convert", FRIDAY, "game.txt"],
        ["editions", "clue-mars"],
        ["why", FRIDAY, "Zoe", "rope"],
        ["tree", FRIDAY, "--animate"],
        # wrong command lines
        ["--nonsense"],
        ["solve", FRIDAY, "--json=maybe"],
        ["why", FRIDAY, "Tom"],
        [""],
        ["--json"],
    ],
    ids=" ".join,
)
def test_error_is_one_line(arguments: list[str], command: Command) -> None:
    command.refused(*arguments)


@pytest.mark.parametrize(
    "words",
    ["solve", "step", "tree", "check", "review", "advise", "rivals --samples 2", "why Ann rope"],
)
def test_control_characters_are_escaped(words: str, tmp_path: Path, command: Command) -> None:
    path = tmp_path / "game.json"
    table = Table.set_up(
        editions.CLUE_US,
        {"Ann": 6, "B\u202eob": 6, "Eve": 6},
        viewpoint="Ann",
        hand=editions.CLUE_US.hand("rope", "hall", "plum", "knife", "study", "green"),
    )
    book = Notebook(table, title="\x1b]0;title\x07 \u202e game")
    book.tell_suggestion("B\u202eob", "white", "rope", "lounge", shows={"Ann": "rope"})
    book.save(path)
    name, *rest = words.split()
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & {*command(name, str(path), *rest)}
    assert command.err == ""
    assert "\x1b" not in command.refused("why", str(path), "\x1b[2JZoe", "rope")


def test_console_without_box_characters_gets_ascii() -> None:
    assert encodable("├── ◇ rejoin", "cp1252") == "|-- <> rejoin"
    assert encodable("├── ◇", "utf-8") == "├── ◇"


# Standard input


def test_dash_reads_standard_input(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for content in (record.dumps_json(record.load(FRIDAY)).encode(), b"title Caf\xe9\n"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content), "utf-8"))
        if content.isascii():
            assert command("solve", "-") == command("solve", FRIDAY)
        else:
            assert "<stdin>:1:10: not UTF-8" in command.refused("solve", "-")
    monkeypatch.setattr("sys.stdin", None)
    assert "<stdin>" in command.refused("solve", "-")


# Terminals and pipes of all kinds


@pytest.mark.slow
def test_records_are_read_and_shown_without_utf_8(tmp_path: Path) -> None:
    path, environment = tmp_path / "soirée.clue", {"PYTHONIOENCODING": "ascii"}
    path.write_text(ACCENTS, encoding="utf-8")
    done = run("step", str(path), environment=environment)
    assert (done.returncode, done.stderr) == (OK, b"")
    assert done.stdout.startswith(b"Soir?e ?, as an onlooker sees it")
    assert_is_refused(run("why", str(path), "Chloé", "rope", environment=environment))


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["solve", FRIDAY, "--json"], ["step", FRIDAY], ["--help"]])
def test_closed_pipe_exits_without_an_error(arguments: Sequence[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = run(*arguments, stdout=writer)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (OK, b"")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
def test_answer_that_cannot_be_written_is_one_line(form: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        assert_is_refused(run("solve", FRIDAY, *form, stdout=full.fileno()))


@pytest.mark.parametrize("arguments", [["solve", FRIDAY], ["solve", FRIDAY, "--json"], ["--help"]])
def test_program_without_a_console_has_no_output(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    error = io.StringIO()
    monkeypatch.setattr(sys, "stdout", None)  # as Python sets it
    monkeypatch.setattr(sys, "stderr", error)
    assert main(arguments) == OK
    assert not error.getvalue()


# Ctrl-C


# Python runs this before anything else. The signal comes at the import of a module, or at the end.
CUSTOMIZE = """
import atexit, os, sys
class Finder:
    def find_spec(self, name, *_):
        if name == os.environ["AT"]:
            os.kill(os.getpid(), 2)
sys.meta_path.insert(0, Finder())
atexit.register(Finder().find_spec, "end")
"""


@pytest.mark.slow
@pytest.mark.parametrize("package", ["cyclopts", "uvicorn"])
def test_light_install_says_what_to_install(package: str, tmp_path: Path) -> None:
    (tmp_path / f"{package}.py").write_text(f"raise ModuleNotFoundError(name={package!r})")
    done = run("web", environment={"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"})
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (UNREADABLE, b"", 1)
    assert done.stderr.startswith(f"cluetree: commands need {package}: install ".encode())


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="as on POSIX")
@pytest.mark.parametrize("at", ["cyclopts", "cluetree.text.language", "cluetree.editions", "end"])
def test_ctrl_c_while_the_command_starts_or_ends(at: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(CUSTOMIZE)
    environment = {"AT": at, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = run("editions", environment=environment)
    assert (done.returncode, done.stderr) == (130, b"")
