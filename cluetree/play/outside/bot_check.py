"""The check of a program that plays a seat: `check_agent`, with the last lines exchanged."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from cluetree.play.agent_check import AgentFault, check_agent, sample
from cluetree.play.outside.agent import TIME_LIMIT, OutsideAgent
from cluetree.play.outside.program import ProgramError

_A = TypeVar("_A")


class _Witness(OutsideAgent):
    """An agent that keeps the last lines exchanged, also of a program that has ended."""

    sent = received = b""
    has_broken_down = False

    def _ask(
        self, method: str, params: msgspec.Struct, form: type[_A], seconds: float | None = None
    ) -> _A:
        program = self._program
        try:
            return super()._ask(method, params, form, seconds)
        except ProgramError:
            self.has_broken_down = True
            raise
        finally:
            if program is not None:
                self.sent, self.received = program.sent, program.received


@dataclass(frozen=True, slots=True)
class BotFault:
    """A fault of a program, with the last line that it was sent and the last one that came then."""

    fault: AgentFault
    sent: str
    received: str


@dataclass(frozen=True, slots=True)
class BotReport:
    """The number of different games, and the faults: of each text, the first one."""

    games: int
    faults: tuple[BotFault, ...]


def check_bot(command: str | Sequence[str], time_limit: float = TIME_LIMIT) -> BotReport:
    """Let a program play many kinds of game, up to a game in which it breaks down.

    `check_agent` lists the faults that it finds. A program breaks down if it ends, or does not
    answer in `time_limit` seconds.

    Raises:
        ProgramError: If there is no such program.
    """
    faults: dict[str, BotFault] = {}
    made: list[_Witness] = []
    games = 0

    def make() -> _Witness:
        made.append(_Witness(command, time_limit=time_limit))
        return made[-1]

    with make():  # at the end, it ends the programs of all
        for rules in sample():
            made.clear()
            report = check_agent(make, rules=[rules], seeds=[games])
            games += 1
            last = next((each for each in reversed(made) if each.sent), made[0])
            sent, received = (line.decode(errors="replace") for line in (last.sent, last.received))
            for fault in report.faults:
                faults.setdefault(fault.text, BotFault(fault, sent, received))
            if any(each.has_broken_down for each in made):
                break
    return BotReport(games, tuple(faults.values()))
