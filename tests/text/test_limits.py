"""What an answer lacks at its limit, in words."""

from dataclasses import replace

from cluetree import Evidence, Table, count
from cluetree.advice import Advice, Estimate, Rival, advise
from cluetree.editions import CLUE_US
from cluetree.text.advice import advice_lines, estimate_lines, rival_lines
from tests.advice.test_suggestions import position


def test_what_was_drawn_says_how_far_the_worst_chance_is_off() -> None:
    table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 8}, face_up=("rope",))
    counted = count(Evidence.gather(table))
    assert not list(estimate_lines(counted))
    (line,) = estimate_lines(replace(counted, draws=100))
    assert "estimates from 100 sampled deals, within 5.0 % (one standard error)" in line


def test_whole_advice_lacks_nothing() -> None:
    table, events = position(4)
    assert not list(advice_lines(advise(table, Evidence.gather(table, events))))


def test_advice_says_what_it_lacks() -> None:
    table, events = position(4)
    best = advise(table, Evidence.gather(table, events)).suggestions[:1]
    said = {
        (complete, exact): [
            *advice_lines(Advice(1.0, best, complete=complete, exact=exact)),
        ]
        for complete in (True, False)
        for exact in (True, False)
    }
    assert [len(lines) for lines in said.values()] == [0, 1, 1, 2]
    assert "estimates" in said[True, False][0]
    assert "others may be better" in said[False, True][0]
    assert list(advice_lines(Advice(1.0, (), complete=False, exact=False))) == [
        "No suggestion was judged in time."
    ]


def test_of_rivals_it_is_said_that_something_was_estimated() -> None:
    counted = Rival("Bob", Estimate(1.0), Estimate(0.0), out=False)
    about = Rival("Eve", Estimate(1.0), Estimate(0.0), out=False, counted=False)
    assert not list(rival_lines(counted, counted))
    (line,) = rival_lines(counted, about)
    assert "estimated" in line
