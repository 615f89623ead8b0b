"""The default limit bounds unusual logs, and ordinary games do not meet it."""

import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, cast

import pytest

from cluetree import Evidence, Notebook, notebook
from cluetree.editions import CLUE_US
from cluetree.errors import ClueError, LimitReached
from cluetree.exact import weigh
from cluetree.limit import DEFAULT, Limit, Meter
from cluetree.record import Record
from tests.exact.data import CASES, FAMILIES, states
from tests.exact.games import play, seeded
from tests.exact.unusual import QUESTIONS, UNUSUAL, deck
from tests.tree.test_scale import calls

ROOT: Final = Path(__file__).parents[2]
COST: Final = """
import re, sys, time
from contextlib import suppress
from pathlib import Path
from cluetree.errors import ClueError
from tests.exact.unusual import QUESTIONS, UNUSUAL
with suppress(ClueError):
    QUESTIONS[sys.argv[2]](UNUSUAL[sys.argv[1]]())
print(time.process_time())
print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""
"""Prints the seconds of the processor and the most memory, in KiB, that a question took.

`resource` would begin with the memory of the process that started it.
"""
EACH: Final = ("beliefs", "one_of", "review", "steps", "suspicious", "why", "conflicts", "repairs")
"""The questions that every stored state answers within the default limit, too."""
CALLS, READING, OVERHEAD = 70, 180, 900_000
"""About how many calls a unit, a claim of a log, and 256 drawn deals take at most."""
DEFAULT_STATES: Final = DEFAULT.states or 0


@pytest.fixture
def meters(monkeypatch: pytest.MonkeyPatch) -> list[Meter]:
    """The meters of the questions asked, without those of their parts."""
    notebook._weigh.cache_clear()  # the count of an earlier test would need no meter
    started: list[Meter] = []
    start = Meter.__init__

    def record(self: Meter, limit: Limit | None = None, *, within: Meter | None = None) -> None:
        start(self, limit, within=within)
        if within is None:
            started.append(self)

    monkeypatch.setattr(Meter, "__init__", record)
    return started


def test_notebook_has_the_default_limit() -> None:
    table = next(states("c3")).record.table
    assert Notebook(table).limit is DEFAULT
    assert Notebook(table).suppose().limit is DEFAULT
    assert Notebook(table, limit=None).limit is None


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("log", UNUSUAL)
def test_unusual_log_respects_its_limit(log: str, question: str, meters: list[Meter]) -> None:
    book, states_ = UNUSUAL[log](), 30_000
    book.limit = Limit(states=states_)

    def ask_once() -> None:
        with suppress(ClueError):  # no answer within the limit, or none at all
            QUESTIONS[question](book)

    work = calls(ask_once)
    assert all(meter.spent <= states_ + 1 for meter in meters)
    # A log is read once, and a tree grows, without a charge.
    infos = (info for event in book.events for info in event.infos(book.table))
    facts = sum(len(getattr(claim, "options", "-")) for info in infos for claim in info.claims)
    assert work < CALLS * most(meters) + READING * facts + OVERHEAD


@pytest.mark.slow
@pytest.mark.parametrize("question", ["advise", "rivals", "accuse_now", "card_to_show"])
@pytest.mark.parametrize("log", ["hundred_cards", "huge_deck", "wide_entries"])
def test_questions_return_partial_answers(log: str, question: str) -> None:
    found = QUESTIONS[question](UNUSUAL[log]())
    parts = cast("tuple[object, ...]", found) if isinstance(found, tuple) else (found,)
    assert not all(getattr(part, "exact", getattr(part, "counted", None)) for part in parts)


@pytest.mark.slow
@pytest.mark.parametrize("log", ["ten_players", "sixty_cards", "failed_accusations"])
def test_beliefs_within_a_limit_can_be_drawn_from(log: str) -> None:
    book = UNUSUAL[log]()
    evidence = Evidence.gather(book.table, book.events)
    answered = 0
    for size in range(4, 18):
        try:
            beliefs = weigh(evidence, limit=Limit(states=2**size))
        except LimitReached:
            assert not answered, "a larger limit is reached after a smaller was not"
            continue
        answered += 1
        assert len(beliefs.sample(3, rng=seeded(0))) == 3
        assert all(len(one.options) <= 3 for one in beliefs.one_of)
    assert answered


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("question", ["beliefs", "accuse_now", "suspicious", "steps"])
@pytest.mark.parametrize("log", UNUSUAL)
def test_default_limit_bounds_time_and_memory(log: str, question: str) -> None:
    command = [sys.executable, "-c", COST, log, question]
    run = subprocess.run(command, capture_output=True, check=True, text=True, cwd=ROOT)
    seconds, memory = map(float, run.stdout.split())
    assert seconds < 3 * 10, "three times as long as promised, on a busy machine"
    assert memory < 500 * 1024


def ask(records: Iterable[Record], questions: Iterable[str]) -> None:
    for record in records:
        for question in questions:
            with suppress(ClueError):  # an impossible log, an onlooker, a game that is over
                QUESTIONS[question](Notebook(record.table, record.events))


def most(meters: list[Meter]) -> int:
    return max(meter.spent for meter in meters)


@pytest.mark.slow
def test_stored_cases_stay_below_the_default_limit(meters: list[Meter]) -> None:
    ask((case.record for case in CASES), QUESTIONS)
    assert most(meters) <= DEFAULT_STATES


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_stored_states_stay_below_the_default_limit(family: str, meters: list[Meter]) -> None:
    is_large = family in {"m6", "m10"}
    ask(
        (state.record for state in [*states(family)][:: 1 if is_large else 3]),
        EACH if is_large else QUESTIONS,
    )
    reached = sum(meter.spent > DEFAULT_STATES for meter in meters)
    # The suspicious entries of two games of ten players are scored in part only.
    assert reached <= (2 if family == "m10" else 0)


@pytest.mark.slow
def test_game_of_300_moves_stays_below_the_default_limit(meters: list[Meter]) -> None:
    game = play(seeded(21), CLUE_US, 6, 50)
    assert len(game.events) >= 300
    ask([Record(game.table, game.events)], QUESTIONS)
    assert most(meters) <= DEFAULT_STATES


@pytest.mark.slow
def test_number_of_deals_may_exceed_a_double() -> None:
    game = play(seeded(11), deck(150, 150, 150), 8, 0)
    beliefs = Notebook(game.table, limit=Limit(states=1_000_000)).beliefs
    assert not beliefs.exact
    assert beliefs.deals.bit_length() > 1024
    (card, *_) = (card for card in game.deal if game.deal[card] != game.table.viewpoint)
    chances = [beliefs.chance(card, place) for place in beliefs.counts]
    assert sum(chances) == pytest.approx(1, abs=0.1)
