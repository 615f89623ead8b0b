"""Supervision replaces bad choices, counts faults, and lets the game continue."""

import os
from collections.abc import Callable
from random import Random

import pytest

from cluetree import Category, ClueGuess, Table
from cluetree.board import Square, board_of
from cluetree.editions import CLUE_US, HARRY_POTTER
from cluetree.errors import IllegalActError, InvalidLimitError
from cluetree.play import Agent, BaseAgent, Rules, play_game
from cluetree.play.agents import Heuristic
from cluetree.play.outside import OutsideAgent
from cluetree.play.supervised import Conduct, Fault, FaultKind, Supervised, TimeLimits

TABLE = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9})
ROOMS = CLUE_US.of(Category.ROOM)
GUESS = CLUE_US.guess("plum", "rope", "hall")
OTHER = HARRY_POTTER.guess(HARRY_POTTER.suspects[0], HARRY_POTTER.weapons[0], HARRY_POTTER.rooms[0])


class Puppet(BaseAgent):
    """Gives the same answer to every question, or raises it."""

    def __init__(self, answer: object = None):
        self.answer = answer
        self.move = self.suggest = self.show = self.accuse = self.say  # type: ignore[method-assign,assignment]

    def say(self, *_: object) -> object:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


class Slow(Puppet):
    """Advances a fake clock with each answer."""

    now = 0.0

    def say(self, *_: object) -> object:
        self.now += 0.02
        return self.answer


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    agent = Slow(GUESS)
    monkeypatch.setattr("cluetree.play.supervised.monotonic", lambda: agent.now)
    return agent


class Timed(OutsideAgent):
    """Records the time limits that it receives."""

    def __init__(self) -> None:
        super().__init__(["cat"])
        self.told: list[float] = []

    def begin(self, table: Table, rng: Random) -> None:
        """Start no program."""

    def accuse(self) -> None:
        self.told.append(self.time_limit)


def begun(agent: Agent, limits: TimeLimits = TimeLimits()) -> Supervised:  # noqa: B008
    seat = Supervised(agent, limits)
    seat.begin(TABLE, Random(1))
    return seat


CHOICES: list[tuple[Callable[[Supervised], object], object]] = [
    (lambda seat: seat.move((Square(1, 2), GUESS.room)), Square(1, 2)),
    (lambda seat: seat.suggest(ROOMS[:1]), None),
    (lambda seat: seat.show("Bob", GUESS, GUESS.cards[1:]), GUESS.weapon),
    (lambda seat: seat.accuse(), None),
]


@pytest.mark.parametrize(("ask", "otherwise"), CHOICES)
@pytest.mark.parametrize("answer", ["Hall", 7, OTHER, CLUE_US.card("plum"), (5, 5)])
def test_illegal_choice_is_replaced_by_the_default(
    ask: Callable[[Supervised], object], otherwise: object, answer: object
) -> None:
    seat = begun(Puppet(answer))
    assert [ask(seat), ask(seat)] == [otherwise, otherwise]
    assert seat.conduct.choices == 2
    assert seat.conduct.count(FaultKind.ILLEGAL) == 2


def test_suggestion_of_a_forbidden_room_is_illegal() -> None:
    seat = begun(Puppet(GUESS))
    assert seat.suggest([room for room in ROOMS if room != GUESS.room]) is None
    assert seat.suggest(ROOMS) == GUESS
    assert seat.conduct.faults == (Fault(FaultKind.ILLEGAL, f"it cannot suggest {GUESS}"),)


@pytest.mark.parametrize(("ask", "otherwise"), CHOICES)
def test_crash_ends_the_choices_of_a_game(
    ask: Callable[[Supervised], object], otherwise: object
) -> None:
    seat = begun(Puppet(RuntimeError("no")))
    assert [ask(seat), ask(seat)] == [otherwise, otherwise]
    assert seat.conduct.choices == 1
    assert seat.conduct.faults == (Fault(FaultKind.CRASH, "RuntimeError('no')"),)
    seat.begin(TABLE, Random(1))
    assert seat.conduct == Conduct(), "the next game starts without faults"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (TimeoutError("x"), FaultKind.LATE),
        (IllegalActError("x"), FaultKind.ILLEGAL),
        (KeyError("x"), FaultKind.CRASH),
        (RecursionError(), FaultKind.CRASH),
        (SystemExit(), FaultKind.CRASH),
    ],
)
def test_exceptions_have_a_kind_of_fault(error: BaseException, kind: FaultKind) -> None:
    seat = begun(Puppet(error))
    seat.accuse()
    assert [fault.kind for fault in seat.conduct.faults] == [kind]


@pytest.mark.parametrize(
    ("limits", "in_time"), [(TimeLimits(choice=0.01), 0), (TimeLimits(choice=1, game=0.05), 2)]
)
def test_late_agent_is_not_asked_again(limits: TimeLimits, in_time: int, slow: Slow) -> None:
    seat = begun(slow, limits)
    assert [seat.accuse() for _ in range(4)] == [GUESS] * in_time + [None] * (4 - in_time)
    assert seat.conduct.choices == in_time + 1
    assert seat.conduct.count(FaultKind.LATE) == 1
    assert seat.conduct.seconds == pytest.approx(0.02 * (in_time + 1))


def test_timed_agent_receives_its_limit() -> None:
    agent = Timed()
    seat = begun(agent, TimeLimits(choice=3, game=4))
    seat.accuse()
    seat.conduct = Conduct(seconds=2.0)
    seat.accuse()
    assert agent.told == [3, 2]
    own = Timed()
    begun(own).accuse()
    assert own.told == [5.0], "its own limit by default"


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_time_limit_must_be_positive(seconds: float) -> None:
    with pytest.raises(InvalidLimitError, match="must be positive"):
        TimeLimits(choice=seconds)
    with pytest.raises(InvalidLimitError, match="must be positive"):
        TimeLimits(game=seconds)


def test_supervision_does_not_change_a_good_agent() -> None:
    rules = Rules(board=board_of(CLUE_US), most_turns=40)
    plain = play_game([Heuristic(), Heuristic(), Heuristic()], rules, 3)
    seats = [Supervised(Heuristic()) for _ in range(3)]
    assert play_game(seats, rules, 3).events == plain.events
    assert all(seat.conduct.choices and not seat.conduct.faults for seat in seats)


class Endless(BaseAgent):
    def accuse(self) -> ClueGuess | None:
        while True:
            pass


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a late agent is found when it answers")
def test_endless_choice_is_stopped() -> None:
    seat = begun(Endless(), TimeLimits(choice=0.1))
    assert seat.accuse() is None
    assert [fault.words for fault in seat.conduct.faults] == ["it took more than 0.1 seconds"]


def test_ctrl_c_is_not_a_fault() -> None:
    with pytest.raises(KeyboardInterrupt):
        begun(Puppet(KeyboardInterrupt())).accuse()
