"""Every command line in the docs is one that the command takes; those of bots and servers run."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cluetree.interfaces.cli.main import app
from tests.test_project_files import PAGES, ROOT, blocks

LONG: Final = 3600.0
_COMMAND: Final = re.compile(r"(?:^|\| |&& )(?:\.venv/bin/)?(cluetree [^|>&]*)")


def commands() -> Iterator[tuple[str, str]]:
    """Yield each line of a shell, with its page; those in console blocks are run elsewhere."""
    for page in PAGES:
        for language, text in blocks(page):
            if language in {"bash", "sh"}:
                for line in text.splitlines():
                    if _COMMAND.search(line):
                        yield page.name, line


LINES: Final = sorted(set(commands()))
BOTS: Final = [line for _, line in LINES if "examples/bots" in line or "check-bot" in line]


@pytest.mark.parametrize(("page", "line"), LINES)
def test_command_line_is_valid(page: str, line: str) -> None:
    (words,) = _COMMAND.findall(line)
    assert page
    app.parse_args(shlex.split(words)[1:], exit_on_error=False, print_error=False)


PATIENT: Final = f"""#!{sys.executable}
import sys
from cluetree.play.outside import agent
agent.TIME_LIMIT = agent.START_LIMIT = {LONG}  # before others import them
agent.OutsideAgent.__init__.__kwdefaults__.update(time_limit={LONG}, start_limit={LONG})
from cluetree.interfaces.cli.main import main
sys.exit(main())
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A directory with the examples in it, and a patient cluetree on the path."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    program = tmp_path / "bin" / "cluetree"
    program.parent.mkdir()
    program.write_text(PATIENT, "utf-8")
    program.chmod(0o755)
    path = os.pathsep.join(
        (str(program.parent), str(Path(sys.executable).parent), os.environ["PATH"])
    )
    return {**os.environ, "PATH": path, "NO_COLOR": "1"}


@pytest.mark.slow
@pytest.mark.parametrize("line", BOTS)
def test_command_with_bots_runs_as_written(
    line: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    for program in ("java", "node"):
        if f"{program} " in line and shutil.which(program) is None:
            pytest.skip(f"not on this machine: {program}")
    done = subprocess.run(  # noqa: S602 -- a command from our own page
        line,
        shell=True,
        cwd=tmp_path,
        env=environment,
        input="\n" * 1000,
        capture_output=True,
        encoding="utf-8",
        timeout=LONG,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    assert not re.search(r"\b(late|crash|illegal)\b", done.stdout), done.stdout


def test_command_lines_exist() -> None:
    assert len(LINES) > 10
    assert len(BOTS) > 2
