"""`cluetree check-bot`: does a program that plays a seat keep to the protocol?"""

from typing import Annotated

from cyclopts import Parameter

from cluetree.interfaces.cli.common import IMPOSSIBLE, OK
from cluetree.play.outside.agent import TIME_LIMIT
from cluetree.play.outside.bot_check import CHECKS, check_bot as findings
from cluetree.text.numbers import many


def check_bot(
    command: Annotated[
        str, Parameter(name="COMMAND", help="The program with its arguments, as one word.")
    ],
    /,
    *,
    time_limit: Annotated[float, Parameter(help="Seconds for each answer.")] = TIME_LIMIT,
) -> int:
    """Check a program that plays a seat: what is right, what is wrong, where that stands."""
    wrong = 0
    for finding in findings(command, time_limit):
        print(finding, flush=True)
        wrong += finding.wrong is not None
    if wrong:
        print(f"{many(wrong, 'thing')} of {len(CHECKS)} wrong")
        return IMPOSSIBLE
    print(f"all {len(CHECKS)} things right")
    return OK
