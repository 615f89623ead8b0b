"""`cluetree check-bot`: each finding is told as it comes."""

from collections.abc import Iterator
from io import StringIO

import pytest

from cluetree.interfaces.cli.common import IMPOSSIBLE
from cluetree.interfaces.cli.main import main
from cluetree.play.outside.bot_check import CHECKS, Finding


class Pipe(StringIO):
    """Where nobody reads a line before it is sent off."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[str] = []

    def flush(self) -> None:
        self.sent = self.getvalue().splitlines()


def test_each_finding_is_told_as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Pipe()
    found = [Finding("it starts", "start"), Finding("it ends", "end", wrong="it does not")]

    def findings(_command: str, _limit: float) -> Iterator[Finding]:
        for number, finding in enumerate(found):
            assert len(pipe.sent) >= number
            yield finding

    monkeypatch.setattr("cluetree.interfaces.cli.play.check_bot_program", findings)
    monkeypatch.setattr("sys.stdout", pipe)
    assert main(["check-bot", "a program"]) == IMPOSSIBLE
    assert pipe.getvalue().endswith(
        f"1 of {len(CHECKS)} checks failed, {len(CHECKS) - 2} skipped because `begin` failed\n"
    )
