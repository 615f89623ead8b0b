"""A fixture that runs commands in this process."""

import pytest

from cluetree.interfaces.cli import OK, UNREADABLE
from cluetree.interfaces.cli.main import main


class Command:
    """Runs `cluetree` in this process.

    Attributes:
        err: The last output on standard error.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str]):
        self._capsys = capsys
        self.err = ""

    def __call__(self, *words: str, status: int = OK) -> str:
        """Run a command with this exit status, and return its standard output."""
        returned = main(words)
        printed = self._capsys.readouterr()
        self.err = printed.err
        assert returned == status, printed.err
        return printed.out

    def refused(self, *words: str, status: int = UNREADABLE) -> str:
        """Run a command that fails, and return its one line on standard error."""
        assert self(*words, status=status) == ""
        assert self.err.startswith("cluetree: ")
        assert len(self.err.splitlines()) == 1
        return self.err


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """The command; without errors it prints nothing on standard error."""
    return Command(capsys)
