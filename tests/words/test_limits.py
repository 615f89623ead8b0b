"""What an answer lacks at its limit, in words."""

from cluetree import Evidence
from cluetree.advice import Advice, Estimate, Rival, advise
from cluetree.faces.words.limits import advice_lines, rival_lines
from tests.advice.test_suggestions import position


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
        "No suggestion could be judged in time."
    ]


def test_of_rivals_it_is_said_that_something_was_estimated() -> None:
    counted = Rival("Bob", Estimate(1.0), Estimate(0.0), out=False)
    about = Rival("Eve", Estimate(1.0), Estimate(0.0), out=False, counted=False)
    assert not list(rival_lines([counted, counted]))
    (line,) = rival_lines([counted, about])
    assert "estimated" in line
