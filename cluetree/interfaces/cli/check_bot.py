"""`cluetree check-bot`: check a program that plays a seat."""

from typing import Annotated, Final

from cyclopts import Parameter

from cluetree.interfaces.cli.common import IMPOSSIBLE, OK
from cluetree.play.outside.agent import TIME_LIMIT
from cluetree.play.outside.bot_check import (
    CHECKS,
    REFERENCE,
    Finding,
    check_bot as check_bot_program,
)
from cluetree.text.numbers import many
from cluetree.text.printable import printable

_MAX_SHOWN: Final = 400


def check_bot(
    command: Annotated[
        str, Parameter(name="COMMAND", help="The program with its arguments, as one word.")
    ],
    /,
    *,
    time_limit: Annotated[float, Parameter(help="Seconds per answer.")] = TIME_LIMIT,
) -> int:
    """Check whether a program that plays a seat follows the protocol."""
    findings: list[Finding] = []
    for finding in check_bot_program(command, time_limit):
        print(_text(finding), flush=True)
        findings.append(finding)
    wrong = sum(finding.wrong is not None for finding in findings)
    if not wrong:
        print(f"all {len(CHECKS)} checks passed")
        return OK
    skipped = len(CHECKS) - len(findings)
    without = f", {skipped} skipped because `begin` failed" if skipped else ""
    print(f"{wrong} of {many(len(CHECKS), 'check')} failed{without}")
    return IMPOSSIBLE


def _text(finding: Finding) -> str:
    if finding.wrong is None:
        return f"right  {finding.what}"
    lines = [f"WRONG  {finding.what}", printable(finding.wrong)]
    lines += [f"sent:     {_short(finding.sent)}"] if finding.sent else []
    lines += [f"received: {_short(finding.received)}"] if finding.received else []
    return "\n       ".join((*lines, f"see {REFERENCE}#{finding.section}"))


def _short(line: str) -> str:
    line = printable(line)
    return line if len(line) <= _MAX_SHOWN else f"{line[:_MAX_SHOWN]}..."
