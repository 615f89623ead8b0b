"""The check for authors of agents: it passes sound ones, and finds each kind of fault."""

import random
import re
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Never

import pytest

from cluetree import ClueCard, ClueGuess, Table
from cluetree.editions import CLUE_US
from cluetree.play import NAMES, Agent, AgentReport, BaseAgent, ErraticAgent, Rules, check_agent
from cluetree.play.agent_check import sample


@pytest.mark.slow
@pytest.mark.parametrize("make", [ErraticAgent, BaseAgent])
def test_sound_agents_pass(make: type[Agent]) -> None:
    report = check_agent(make)
    assert report.ok, report
    assert report.faults == ()
    assert report.games == 2 * len(sample())
    assert (
        str(report) == f"{make.__name__}: {report.games} games, {report.choices} choices, no faults"
    )


class Raising(ErraticAgent):
    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> Never:  # noqa: ARG002
        raise ArithmeticError("no idea")


class Cheating(ErraticAgent):
    """Shows a card that it was not asked for."""

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        super().show(asker, guess, cards)
        return next(card for card in self.table.edition.cards if card not in guess)


class Foreign(ErraticAgent):
    """Knows one deck only."""

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess:  # noqa: ARG002
        return CLUE_US.guess("plum", "rope", "hall")


class Global(ErraticAgent):
    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        return super().suggest(random.sample(rooms, len(rooms)))


class Unseeded(ErraticAgent):
    def begin(self, table: Table, rng: Random) -> None:  # noqa: ARG002 -- the fault
        super().begin(table, Random())


class ByTheClock(ErraticAgent):
    """Chooses otherwise at every 97th look at a clock, like a deadline on a busy machine."""

    looks = count(1)

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        return super().suggest(rooms if next(self.looks) % 97 else rooms[::-1])


class Remembering(ErraticAgent):
    """Repeats the last suggestion of the previous game first."""

    last: ClueGuess | None = None

    def begin(self, table: Table, rng: Random) -> None:
        self.first = self.last
        super().begin(table, rng)

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        wish, self.first = self.first, None
        if wish is not None and wish.room in rooms:
            return wish
        self.last = super().suggest(rooms)
        return self.last


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (Raising, r"turn \d+: ArithmeticError\('no idea'\)"),
        (Cheating, r"turn \d+: \w+ has to show .*, not "),
        (Foreign, r"turn \d+: .* is not a card of Clue Master Detective"),
        (Foreign, r"turn \d+: .* may name .*, not Hall"),
        (Global, "uses the random module"),
        (Unseeded, "no faults\n  note: chooses by the time that is left, or by chance"),
        (ByTheClock, "no faults\n  note: chooses by the time that is left, or by chance"),
        (Remembering, "remembers the last game"),
    ],
)
def test_each_fault_is_found(make: type[Agent], fault: str) -> None:
    random.seed(1)
    before = random.getstate()
    report = check_agent(make, seeds=[1])
    assert report.ok == fault.startswith("no faults")
    assert re.search(fault, str(report))
    assert random.getstate() == before


def test_report_names_the_game_of_each_fault_and_is_reproducible() -> None:
    report = check_agent(Raising, rules=[Rules(players=NAMES[:4])], seeds=[7])
    assert isinstance(report, AgentReport)
    (fault,) = report.faults
    assert fault.rules == Rules(players=NAMES[:4])
    assert str(report) == f"Raising: 1 game, 2 choices, 1 fault\n  {fault}"
    assert str(fault).endswith("[Clue (classic, North America), 4 players without a board, seed 7]")
    assert check_agent(Raising, rules=[Rules(players=NAMES[:4])], seeds=[7]) == report
