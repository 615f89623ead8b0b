"""Numbers in words."""

import pytest

from cluetree.advice import Estimate
from cluetree.text.figures import many, percent
from cluetree.text.telling import sentence


def test_one_deal_two_deals() -> None:
    assert (many(1, "deal"), many(0, "deal"), many(2, "deal")) == ("1 deal", "0 deals", "2 deals")


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0, "0 %"), (1, "100 %"), (0.004, "<1 %"), (0.996, ">99 %"), (0.5, "50 %"), (0.01, "1 %")],
)
def test_only_what_is_sure_is_0_or_100(chance: float, words: str) -> None:
    assert percent(chance) == words


def test_an_error_is_rounded_up() -> None:
    assert percent(Estimate(0.31, 0.042)) == "31 ± 5 %"
    assert percent(Estimate(0.125, 0.01)) == "13 ± 1 %"  # as `Math.round` on the page
    assert percent(Estimate(0.0, 0.0001)) == "0 ± 1 %"
    assert percent(Estimate(1.0)) == "100 %"


def test_a_sentence_begins_large_and_ends() -> None:
    assert sentence("like this") == "Like this."
    assert sentence("x") == "X."
