"""Runs every example in the docs, the README and the docstrings.

In Markdown these blocks are live:

- `python`: run; where it starts with `>>>`, its output is compared too.
- `console`: each `$ cluetree ...` is run and its output compared; a line of `...` matches any text.
- `{code-block} text` with a `:caption:`: written to the file that the caption names.

Each page, and each module with its docstrings, has one namespace and one directory, which contains
a copy of `examples/`.
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

from hypothesis import HealthCheck, settings
from sybil import Example, Sybil
from sybil.evaluators.doctest import OutputChecker
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser, SkipParser
from sybil.parsers.rest import DocTestParser

from cluetree import limit
from cluetree.play.outside import agent

# Timing and chance never decide a test: each run has the same few examples.
# `--hypothesis-profile explore` draws many new ones.
TIMELESS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", TIMELESS, derandomize=True, max_examples=25)
settings.register_profile("explore", TIMELESS, max_examples=150)
settings.load_profile("same")

# Measure the time limit of a question in CPU seconds, which a busy machine does not change.
limit.monotonic = process_time

# Programs that play must not time out on a busy machine. Others import this default.
agent.TIME_LIMIT = 300.0  # type: ignore[misc]

# Programs in the background or under nohup ignore these signals, and so would their children.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# The commands use the language of the environment; the tests expect English.
os.environ["LC_ALL"] = "C.UTF-8"

# The garbage collector does not need to scan thousands of tests repeatedly.
gc.disable()


def pytest_collection_finish() -> None:
    """Collect the garbage of the tests themselves from now on."""
    gc.freeze()
    gc.enable()


ROOT = Path(__file__).parent
HERE = "_here"


def move_in(namespace: dict[str, Any]) -> None:
    """Change to a new directory for the page."""
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
    """Write a block with a caption to the file that the caption names."""
    caption = example.region.lexemes.get("options", {}).get("caption")
    if caption is not None:
        Path(caption).write_text(example.parsed, encoding="utf-8")


def run_console(example: Example) -> str | None:
    """Run the commands of a block; the text after each is the expected output."""
    _, *commands = f"\n{example.parsed}".split("\n$ ")
    differences = (compare(*command.split("\n", 1)) for command in commands)
    return "\n".join(filter(None, differences)) or None


def compare(command: str, expected: str = "") -> str | None:
    """Run one command and describe how its output differs from the page."""
    from cluetree.interfaces.cli.main import main  # noqa: PLC0415 -- the docstrings must not need it

    program, *arguments = shlex.split(command)
    if program != "cluetree":
        return f"a console block must run cluetree, got {program}"
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        main(arguments)
    want = f"{expected.rstrip()}\n".lstrip("\n")
    got = f"{output.getvalue().rstrip()}\n".lstrip("\n")
    if want.endswith("\n...\n"):
        got += "\n"  # so that the last line of dots can match an empty rest
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
    # `**` matches one name only.
    patterns=[f"cluetree/{'*/' * depth}*.py" for depth in range(4)],
    setup=move_in,
    teardown=move_out,
)

pytest_collect_file = (pages + docstrings).pytest()
