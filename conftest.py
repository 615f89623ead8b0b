"""Runs every example in the docs, the README and the docstrings, so that none of them can rot.

In Markdown these blocks are live:

- `python`: run; where it starts with `>>>`, its output is compared too.
- `console`: each `$ cluetree ...` is run and its output compared; a line of `...` stands for
  whatever is left out.
- `{code-block} text` with a `:caption:`: written to the file that the caption names.

One page is one namespace and one empty directory with a copy of `examples/` in it; so is one
module with its docstrings.
"""

import doctest
import gc
import io
import os
import shlex
import shutil
import signal
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from sybil import Example, Sybil
from sybil.evaluators.doctest import OutputChecker
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser, SkipParser
from sybil.parsers.rest import DocTestParser

from cluetree import limit
from cluetree.play.outside import agent

# How long a test takes never decides it, nor does chance: whoever runs the tests runs the same
# few examples. `--hypothesis-profile explore` draws many new ones.
TIMELESS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", TIMELESS, derandomize=True, max_examples=25)
settings.register_profile("explore", TIMELESS, max_examples=150)
settings.load_profile("same")

# What a question may take is counted in this process's own seconds, of which a busy machine
# makes no more.
limit.monotonic = process_time

# Nor may a busy machine make a program late that answers. Others import this default.
agent.TIME_LIMIT = 300.0  # type: ignore[misc]

# Programs in the background or under nohup ignore these signals, and so would their children.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# The commands speak the language of whoever runs them; the tests read English.
os.environ["LC_ALL"] = "C.UTF-8"

# Thousands of tests that stay are not looked through for garbage again and again.
gc.disable()


def pytest_configure(config: pytest.Config) -> None:
    """Let the quick tests play games in plain Python: to compile them takes ten seconds."""
    if "not slow" in config.option.markexpr:
        os.environ["NUMBA_DISABLE_JIT"] = "1"


def pytest_collection_finish() -> None:
    """Look for garbage from now on, among what the tests themselves make."""
    gc.freeze()
    gc.enable()


ROOT = Path(__file__).parent
HERE = "_here"


def move_in(namespace: dict[str, Any]) -> None:
    """Give the page a directory of its own."""
    here = TemporaryDirectory()
    shutil.copytree(ROOT / "examples", Path(here.name, "examples"))
    namespace[HERE] = here, Path.cwd()
    os.chdir(here.name)


def move_out(namespace: dict[str, Any]) -> None:
    """Go back and clean up."""
    here, before = namespace.pop(HERE)
    os.chdir(before)
    here.cleanup()


def write_file(example: Example) -> None:
    """Write what a page shows as a file's content."""
    caption = example.region.lexemes.get("options", {}).get("caption")
    if caption is not None:
        Path(caption).write_text(example.parsed, encoding="utf-8")


def run_console(example: Example) -> str | None:
    """Run the commands of a block; the text after each is what it should print."""
    _, *commands = f"\n{example.parsed}".split("\n$ ")
    differences = (compare(*command.split("\n", 1)) for command in commands)
    return "\n".join(filter(None, differences)) or None


def compare(command: str, expected: str = "") -> str | None:
    """Run one command and say how its output differs from what the page shows."""
    from cluetree.interfaces.cli.main import main  # noqa: PLC0415 -- the docstrings must not need it

    program, *arguments = shlex.split(command)
    if program != "cluetree":
        return f"only cluetree is run in a console block, not {program}"
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        main(arguments)
    want = f"{expected.rstrip()}\n".lstrip("\n")
    got = f"{output.getvalue().rstrip()}\n".lstrip("\n")
    if want.endswith("\n...\n"):
        got += "\n"  # so that the last line of dots may stand for nothing
    checker = OutputChecker()
    if checker.check_output(want, got, doctest.ELLIPSIS):
        return None
    shown = doctest.Example(command, want)
    return f"$ {command}\n{checker.output_difference(shown, got, doctest.REPORT_UDIFF)}"


pages = Sybil(
    [
        PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS),
        CodeBlockParser("console", run_console),
        CodeBlockParser("text", write_file),
        SkipParser(),
    ],
    patterns=["docs/**/*.md", "docs/*/*/*.md", "docs/*.md", "README.md"],
    setup=move_in,
    teardown=move_out,
)
docstrings = Sybil(
    [DocTestParser(doctest.ELLIPSIS)],
    # Between two slashes stands one name: `**` would be no more than that either.
    patterns=[f"cluetree/{'*/' * depth}*.py" for depth in range(4)],
    setup=move_in,
    teardown=move_out,
)

pytest_collect_file = (pages + docstrings).pytest()
