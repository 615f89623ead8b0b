"""Supervision replaces bad choices, counts faults, and lets the game continue."""

import os
from itertools import product
from typing import Final

import pytest

from cluetree import ClueGuess, Edition
from cluetree.board import board_of
from cluetree.editions import CLUE_US, HARRY_POTTER
from cluetree.errors import IllegalActError, InvalidLimitError
from cluetree.play import (
    Accuse,
    BaseAgent,
    GameState,
    Roll,
    Rules,
    ShowCard,
    Suggest,
    apply,
    deal_of,
    legal,
    play_dealt,
    play_game,
    start,
)
from cluetree.play.agents import Heuristic
from cluetree.play.outside import OutsideAgent
from cluetree.play.referee import cards_to_show
from cluetree.play.supervised import Conduct, Fault, FaultKind, Supervised, TimeLimits

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

    def accuse(self) -> None:
        self.told.append(self.time_limit)


GAME: Final = start(deal_of(Rules(players=("Ann", "Bob")), 1))
SHOWING: Final = next(
    state
    for names in product(CLUE_US.suspects, CLUE_US.weapons, CLUE_US.rooms)
    for state in [apply(GAME, Suggest("Ann", CLUE_US.guess(*names)))[0]]
    if len(cards_to_show(state)) == 2
)
ACCUSING: Final = apply(GAME, Suggest("Ann", None))[0]
MOVING: Final = apply(start(deal_of(Rules(board=board_of(CLUE_US)), 1)), Roll("Ann", 7))[0]


@pytest.mark.parametrize("state", [GAME, SHOWING, ACCUSING, MOVING], ids=lambda state: state.phase)
class TestChoices:
    @pytest.mark.parametrize("answer", ["Hall", 7, OTHER, CLUE_US.card("plum"), (5, 5)])
    def test_illegal_choice_is_replaced_by_the_default(
        self, state: GameState, answer: object
    ) -> None:
        seat = Supervised(Puppet(answer))
        assert [seat.choose(state), seat.choose(state)] == [legal(state)[0]] * 2
        assert seat.conduct.choices == 2
        assert seat.conduct.count(FaultKind.ILLEGAL) == 2

    def test_crash_ends_the_choices(self, state: GameState) -> None:
        seat = Supervised(Puppet(RuntimeError("no")))
        assert [seat.choose(state), seat.choose(state)] == [legal(state)[0]] * 2
        assert seat.conduct.choices == 1
        assert seat.conduct.faults == (Fault(FaultKind.CRASH, "RuntimeError('no')"),)


def test_defaults_are_to_pass_and_to_show_the_first_card() -> None:
    defaults = [Supervised(Puppet(7)).choose(state) for state in (GAME, SHOWING, ACCUSING)]
    first = ShowCard("Bob", cards_to_show(SHOWING)[0])
    assert defaults == [Suggest("Ann", None), first, Accuse("Ann", None)]


def test_default_in_a_large_deck_lists_no_guesses() -> None:
    """It has 27 million."""
    suspects, weapons, rooms = (tuple(f"{kind} {n}" for n in range(300)) for kind in "swr")
    state = start(deal_of(Rules(Edition(suspects, weapons, rooms)), 1))
    assert Supervised(Puppet(7)).choose(state) == Suggest("Ann", None)


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
    seat = Supervised(Puppet(error))
    seat.choose(ACCUSING)
    assert [fault.kind for fault in seat.conduct.faults] == [kind]


@pytest.mark.parametrize(
    ("limits", "in_time"), [(TimeLimits(choice=0.01), 0), (TimeLimits(choice=1, game=0.05), 2)]
)
def test_late_agent_is_not_asked_again(limits: TimeLimits, in_time: int, slow: Slow) -> None:
    seat = Supervised(slow, limits)
    acts = [Accuse("Ann", GUESS)] * in_time + [Accuse("Ann", None)] * (4 - in_time)
    assert [seat.choose(ACCUSING) for _ in range(4)] == acts
    assert seat.conduct.choices == in_time + 1
    assert seat.conduct.count(FaultKind.LATE) == 1
    assert seat.conduct.seconds == pytest.approx(0.02 * (in_time + 1))


def test_timed_agent_receives_its_limit() -> None:
    agent = Timed()
    seat = Supervised(agent, TimeLimits(choice=3, game=4))
    seat.choose(ACCUSING)
    seat.conduct = Conduct(seconds=2.0)
    seat.choose(ACCUSING)
    assert agent.told == [3, 2]
    own = Timed()
    Supervised(own).choose(ACCUSING)
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
    assert play_dealt(seats, deal_of(rules, 3), 3).events == plain.events
    assert all(seat.conduct.choices and not seat.conduct.faults for seat in seats)


class Endless(BaseAgent):
    def accuse(self) -> ClueGuess | None:
        while True:
            pass


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a late agent is found when it answers")
def test_endless_choice_is_stopped() -> None:
    seat = Supervised(Endless(), TimeLimits(choice=0.1))
    assert seat.choose(ACCUSING) == Accuse("Ann", None)
    assert [fault.words for fault in seat.conduct.faults] == ["it took more than 0.1 seconds"]


def test_ctrl_c_is_not_a_fault() -> None:
    with pytest.raises(KeyboardInterrupt):
        Supervised(Puppet(KeyboardInterrupt())).choose(ACCUSING)
