"""The command as people run it: whatever they type or pipe, an answer or one line, no traceback."""

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

import cluetree
from cluetree import Notebook, Table, editions, record
from cluetree.exact import core_version
from cluetree.interfaces.cli.common import IMPOSSIBLE, OK, UNREADABLE
from cluetree.interfaces.cli.main import app, main, versions

ROOT = Path(__file__).parent.parent.parent
FRIDAY = str(ROOT / "examples" / "friday.clue")
LIMIT = 120.0  # seconds; a command needs a fraction of one
ACCENTS = """\
title    Soirée ☃
edition  clue-us
players  Zoë 9, Jürgen 9

Zoë: Plum, Rope, Hall -> Jürgen shows
"""
IMPOSSIBLE_LOG = "edition clue-us\nplayers Ann 9, Bob 9\n\nAnn holds Rope\nBob holds Rope\n"


def run(
    *arguments: str,
    stdin: bytes = b"",
    stdout: int = subprocess.PIPE,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "cluetree", *arguments],
        input=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env={**os.environ, "NO_COLOR": "1", **(environment or {})},
        cwd=ROOT,
        timeout=LIMIT,
        check=False,
    )


def assert_is_one_line(error: bytes | str) -> None:
    text = error.decode("utf-8", "replace") if isinstance(error, bytes) else error
    assert text.startswith("cluetree: ")
    assert len(text.splitlines()) == 1


class Command:
    """Runs the command in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]):
        self._capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        printed = self._capsys.readouterr()
        return status, printed.out, printed.err


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


@pytest.fixture
def accents(tmp_path: Path) -> str:
    path = tmp_path / "soirée.clue"
    path.write_text(ACCENTS, encoding="utf-8")
    return str(path)


# What it answers


def test_bare_command_shows_a_worked_game_and_what_to_try(command: Command) -> None:
    status, out, err = command()
    assert (status, err) == (OK, "")
    assert "The worked game, as Ann sees it" in out
    assert "Likeliest triples:" in out
    assert "cluetree why GAME.clue Eve hall" in out


def test_help_lists_every_command(command: Command) -> None:
    status, out, err = command("--help")
    assert (status, err) == (OK, "")
    for name in ("solve", "step", "tree", "why", "check", "review", "convert", "editions"):
        assert f"\n  {name}" in out or f" {name} " in out


@pytest.mark.parametrize("name", [name for name in app if not name.startswith("-")])
def test_every_argument_has_its_help_and_only_what_is_on_can_be_put_off(name: str) -> None:
    arguments = app[name].assemble_argument_collection(default_parameter=app.default_parameter)
    for argument in arguments.filter_by(show=True):
        assert argument.parameter.help, argument.name
        is_on = argument.hint is bool and argument.field_info.default
        assert bool(argument.negatives) is is_on, argument.name


def test_version(command: Command) -> None:
    expected = versions(cluetree.__version__, core_version())
    assert command("--version") == (OK, f"{expected}\n", "")
    assert versions("1.2", None) == "cluetree 1.2, in plain Python"
    assert versions("1.2", "0.3") == "cluetree 1.2, with cluetree-native 0.3"


@pytest.mark.parametrize("deck", editions.SHIPPED, ids=str)
def test_editions_lists_the_cards_of_one(deck: cluetree.Edition, command: Command) -> None:
    assert deck.id is not None
    status, out, _ = command("editions", deck.id)
    assert status == OK
    lines = out.splitlines()[1:]
    assert len(lines) == len(deck.cards)
    for line, card in zip(lines, deck.cards, strict=True):
        category, rest = line.split(None, 1)
        assert category == card.category
        assert rest.startswith(card.name)


def test_tree_draws_in_three_ways(command: Command) -> None:
    drawn = [command("tree", FRIDAY, *more) for more in ([], ["--dot"], ["--mermaid"])]
    assert [(status, err) for status, _, err in drawn] == [(OK, "")] * 3
    for (_, out, _), start in zip(drawn, ("known events", "digraph", "flowchart"), strict=True):
        assert out.startswith(start)


def test_tree_without_pruning_strikes_nothing(command: Command) -> None:
    assert "pruned" in command("tree", FRIDAY)[1]
    assert "pruned" not in command("tree", FRIDAY, "--no-prune")[1]


def test_convert_there_and_back_loses_nothing(tmp_path: Path, command: Command) -> None:
    as_json, as_text = str(tmp_path / "game.json"), str(tmp_path / "game.clue")
    assert command("convert", FRIDAY, as_json) == (OK, "", "")
    assert command("convert", as_json, as_text) == (OK, "", "")
    assert record.load(as_text) == record.load(as_json) == record.load(FRIDAY)


@pytest.mark.parametrize("name", ["solve", "step", "tree"])
def test_an_impossible_record_is_shown_with_status_1(
    name: str, tmp_path: Path, command: Command
) -> None:
    path = tmp_path / "game.clue"
    path.write_text(IMPOSSIBLE_LOG, encoding="utf-8")
    status, out, err = command(name, str(path))
    assert (status, err) == (IMPOSSIBLE, "")
    assert "Bob holds Rope" in out


# What it cannot read


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "none.clue"],
        ["step", "none.json"],
        ["tree", "none.clue"],
        ["why", "none.clue", "Tom", "rope"],
        ["convert", "none.clue", "other.clue"],
        ["solve", "."],
        ["solve", "pyproject.toml"],
        ["solve", ""],
        ["solve", "a\0b.clue"],
        ["convert", FRIDAY, "/nowhere/at/all.clue"],
        ["convert", FRIDAY, "game.txt"],
        ["editions", "clue-mars"],
        ["why", FRIDAY, "Zoe", "rope"],
        ["why", FRIDAY, "Tom", "l"],
        ["tree", FRIDAY, "--dot", "--mermaid"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_one_line(arguments: list[str], command: Command) -> None:
    status, out, err = command(*arguments)
    assert (status, out) == (UNREADABLE, "")
    assert_is_one_line(err)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["--nonsense"],
        ["solve"],
        ["solve", FRIDAY, "more"],
        ["solve", FRIDAY, "--jsn"],
        ["solve", FRIDAY, "--json=maybe"],
        ["why", FRIDAY],
        ["why", FRIDAY, "Tom"],
        ["why", FRIDAY, "Tom", "rope", "hall"],
        ["convert", FRIDAY],
        ["editions", "clue-us", "more"],
        [""],
        ["-"],
        ["--json"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_one_line(arguments: list[str], command: Command) -> None:
    status, out, err = command(*arguments)
    assert (status, out) == (UNREADABLE, "")
    assert_is_one_line(err)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["slove", FRIDAY], "unknown command 'slove', did you mean 'solve'?"),
        (["qqq"], "unknown command 'qqq'; see cluetree --help"),
        (["solve", FRIDAY, "advise"], "unexpected argument 'advise'"),
        (["solve", FRIDAY, "--jsn"], "unknown option '--jsn', did you mean '--json'?"),
        (["solve"], "missing RECORD; see cluetree solve --help"),
        (["advise", FRIDAY, "--top"], "missing a value for --top; see cluetree advise --help"),
        (["advise", FRIDAY, "--top", "x"], "--top must be a whole number, got 'x'"),
        (["advise", FRIDAY, "--top", "0"], "--top must be at least 1, got 0"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_command_line_is_explained(
    arguments: list[str], says: str, command: Command
) -> None:
    assert command(*arguments) == (UNREADABLE, "", f"cluetree: {says}\n")


@pytest.mark.parametrize(
    "words",
    [
        ["solve"],
        ["step"],
        ["tree"],
        ["check"],
        ["review"],
        ["advise"],
        ["rivals", "--samples", "2"],
        ["why", "Ann", "rope"],
    ],
    ids=lambda words: words[0],
)
def test_control_characters_are_escaped(words: list[str], tmp_path: Path, command: Command) -> None:
    path = tmp_path / "game.json"
    table = Table.set_up(
        editions.CLUE_US,
        {"Ann": 6, "B\x1b[31mob": 6, "E\x9bve": 6},
        viewpoint="Ann",
        hand=editions.CLUE_US.hand("rope", "hall", "plum", "knife", "study", "green"),
    )
    book = Notebook(table, title="\x1b]0;title\x07 \u202e game")
    book.suggest("B\x1b[31mob", "white", "rope", "lounge", shows={"Ann": "rope"})
    book.save(path)
    status, out, err = command(words[0], str(path), *words[1:])
    assert (status, err) == (OK, "")
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & {*out}
    _, out, err = command("why", str(path), "\x1b[2JZoe", "rope")
    assert "\x1b" not in err


def test_completion_can_be_installed(tmp_path: Path, command: Command) -> None:
    script = tmp_path / "completion"
    options = ("--shell", "bash", "--output", str(script))
    assert command("--install-completion", *options)[0] == OK
    assert "advise" in script.read_text("utf-8")


def test_players_may_be_shortened(command: Command) -> None:
    assert command("why", FRIDAY, "j", "hall") == command("why", FRIDAY, "Jules", "Hall")


# Standard input


def test_dash_reads_standard_input_in_both_spellings(command: Command) -> None:
    friday = record.load(FRIDAY)
    expected = command("solve", FRIDAY)
    for text in (record.dumps_clue(friday), record.dumps_json(friday)):
        for start in ("", "\n  " if text.startswith("{") else "\n"):
            with pytest.MonkeyPatch.context() as patch:
                stream = io.TextIOWrapper(io.BytesIO(f"{start}{text}".encode()), "utf-8")
                patch.setattr("sys.stdin", stream)
                assert command("solve", "-") == expected


@pytest.mark.parametrize("text", ["", "{", "{}", "[]", "edition clue-us\n", "\0"], ids=repr)
def test_a_bad_record_on_standard_input_is_one_line(
    text: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))
    status, out, err = command("solve", "-")
    assert (status, out) == (UNREADABLE, "")
    assert_is_one_line(err)
    assert "<stdin>" in err


def test_a_program_without_standard_input_is_told_so(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    status, out, err = command("solve", "-")
    assert (status, out) == (UNREADABLE, "")
    assert_is_one_line(err)
    assert "<stdin>" in err


@pytest.mark.slow
@pytest.mark.parametrize("dumps", [record.dumps_clue, record.dumps_json])
def test_a_byte_order_mark_on_standard_input_does_no_harm(
    dumps: Callable[[record.Record], str], tmp_path: Path
) -> None:
    friday, copy = record.load(FRIDAY), tmp_path / "copy.clue"
    done = run("convert", "-", str(copy), stdin=b"\xef\xbb\xbf" + dumps(friday).encode())
    assert (done.returncode, done.stderr) == (OK, b"")
    assert record.load(copy) == friday


@pytest.mark.slow
def test_bytes_that_are_no_text_are_one_line() -> None:
    done = run("solve", "-", stdin=b"title Caf\xe9\nedition clue-us\nplayers Ann 9, Bob 9\n")
    assert (done.returncode, done.stdout) == (UNREADABLE, b"")
    assert_is_one_line(done.stderr)


@pytest.mark.slow
def test_no_standard_input_is_one_line() -> None:
    shell = 'exec "$0" -m cluetree solve - <&-'
    done = subprocess.run(
        ["/bin/sh", "-c", shell, sys.executable], capture_output=True, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stdout) == (UNREADABLE, b"")
    assert_is_one_line(done.stderr)


# Terminals and pipes of all kinds

ASCII: list[Mapping[str, str]] = [
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]


@pytest.mark.slow
@pytest.mark.parametrize("environment", ASCII, ids=["ascii", "C"])
@pytest.mark.parametrize("name", ["solve", "tree"])
def test_a_terminal_without_utf_8_shows_what_it_can(
    name: str, environment: Mapping[str, str], accents: str
) -> None:
    done = run(name, accents, environment=environment)
    assert (done.returncode, done.stderr) == (OK, b"")
    assert b"?" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("environment", ASCII, ids=["ascii", "C"])
def test_a_record_is_read_as_utf_8_whatever_the_terminal(environment: Mapping[str, str]) -> None:
    done = run("step", "-", stdin=ACCENTS.encode(), environment=environment)
    assert (done.returncode, done.stderr) == (OK, b"")
    assert done.stdout.startswith(b"Soir?e ?, as an onlooker sees it")


@pytest.mark.slow
def test_an_error_without_utf_8_is_one_line(accents: str) -> None:
    done = run("why", accents, "Zoe", "rope", environment=ASCII[0])
    assert (done.returncode, done.stdout) == (UNREADABLE, b"")
    assert_is_one_line(done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [["solve", FRIDAY], ["solve", FRIDAY, "--json"], ["step", FRIDAY], ["--help"]],
    ids=lambda arguments: " ".join(a for a in arguments if a != FRIDAY),
)
def test_a_reader_that_has_seen_enough_is_no_error(arguments: Sequence[str]) -> None:
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
def test_an_answer_that_cannot_be_written_is_one_line(form: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run("solve", FRIDAY, *form, stdout=full.fileno())
    assert done.returncode == UNREADABLE
    assert_is_one_line(done.stderr)


@pytest.mark.slow
def test_output_to_nowhere_is_no_traceback() -> None:
    shell = 'exec "$0" -m cluetree solve "$1" >&-'
    done = subprocess.run(
        ["/bin/sh", "-c", shell, sys.executable, FRIDAY], capture_output=True, cwd=ROOT, check=False
    )
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["solve", FRIDAY], ["solve", FRIDAY, "--json"], ["--help"]])
def test_without_standard_output_nothing_is_said(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a program without a console, where Python has none."""
    monkeypatch.setattr(sys, "stdout", None)
    said = io.StringIO()
    monkeypatch.setattr(sys, "stderr", said)
    assert main(arguments) == OK
    assert not said.getvalue()
