"""Advice as programs read it."""

import json
from fractions import Fraction
from math import inf

import pytest

from cluetree.advice import Accusing, Estimate, Reply
from cluetree.editions import CLUE_US
from cluetree.events import Show
from cluetree.operations.forms.advice import AccusingForm, ReplyForm, RivalsForm, ShowingForm
from cluetree.operations.forms.parts import EstimateForm, Form, to_json
from tests.cli.test_show import FOUND, RIVALS
from tests.rpc.client import Answer


def as_read(form: Form) -> Answer:
    return json.loads(to_json(form))


def test_error_that_is_not_known_is_null() -> None:
    """JSON has no infinity."""
    assert as_read(EstimateForm.alike(Estimate(0.5, inf))) == {"value": 0.5, "error": None}
    assert as_read(EstimateForm.alike(Estimate(0.5, 0.1))) == {"value": 0.5, "error": 0.1}


def test_json_of_cards() -> None:
    told = as_read(ShowingForm.of(FOUND))
    assert told["cards"] == ["Professor Plum", "Rope", "Hall"]
    assert told["knew"] == {"value": 0.0, "error": 0.005}
    choices = told["choices"]
    assert choices[1] == {
        "card": "Hall",
        "bits": {"value": 0.5, "error": 0.02},
        "more": {"value": 0.3, "error": None},
        "knows": {"value": 0.04, "error": 0.011},
        "seen": False,
        "known": False,
        "verdict": "alike",
        "reason": "about as good as Rope",
    }


@pytest.mark.parametrize("number", [0, 1])
def test_json_of_opponents(number: int) -> None:
    rival = RIVALS[number]
    rows = as_read(RivalsForm.of(RIVALS))["rivals"]
    assert rows[number] == {
        "name": rival.name,
        "bits": {"value": rival.bits.value, "error": rival.bits.error},
        "knows": {"value": rival.knows.value, "error": rival.knows.error},
        "out": rival.out,
        "counted": rival.counted,
    }


def test_json_of_a_reply_says_who_shows_what() -> None:
    ann, bob = Show("Ann", CLUE_US.card("rope")), Show("Bob", CLUE_US.card("hall"))
    assert as_read(ReplyForm.of(Reply((ann,), 0.5))) == {
        "by": "Ann",
        "card": "Rope",
        "probability": 0.5,
    }
    assert as_read(ReplyForm.of(Reply((), 0.25))) == {"by": None, "card": None, "probability": 0.25}
    assert as_read(ReplyForm.of(Reply((ann, bob), 0.125))) == {
        "shows": [{"by": "Ann", "card": "Rope"}, {"by": "Bob", "card": "Hall"}],
        "probability": 0.125,
    }


def test_json_of_an_accusation() -> None:
    guess = CLUE_US.guess("plum", "rope", "hall")
    found = Accusing(guess, Fraction(3, 4), Estimate(0.5, 0.1), {"Bob": Estimate(0.25, inf)})
    assert as_read(AccusingForm.of(found)) == {
        "accuse": True,
        "cards": ["Professor Plum", "Rope", "Hall"],
        "right": 0.75,
        "again": {"value": 0.5, "error": 0.1},
        "wins": {"Bob": {"value": 0.25, "error": None}},
    }
