"""Texts, lists and numbers in the language of the reader."""

import pytest

from cluetree.advice import Estimate
from cluetree.text.language import enumeration, number, parts, preferred_language, speaking, t
from cluetree.text.numbers import percent


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "DE-AT"}, "de"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LC_MESSAGES": "de_DE.UTF-8", "LC_ALL": "en_GB"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE"}, "de"),
        ({"LANGUAGE": "de", "LANG": "en_US.UTF-8"}, "de"),
        ({"LANGUAGE": "nl:de:en", "LANG": "en_US.UTF-8"}, "de"),
        ({"LANGUAGE": "de"}, "en"),
        ({"LANGUAGE": "de", "LANG": "C"}, "en"),
        ({"LANGUAGE": "de", "LC_ALL": "POSIX", "LANG": "de_DE"}, "en"),
    ],
)
def test_environment_selects_the_language(environ: dict[str, str], code: str) -> None:
    assert preferred_language(environ) == code


def test_plurals_lists_and_numbers_follow_the_language() -> None:
    assert [t("count.cards", count=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert enumeration(["a", "b", "c"]) == "a, b and c"
    assert enumeration(["a", "b", "c"], "or") == "a, b or c"
    assert (number(1234.567, 2), number(-0.001, 2), number(2.5, 0)) == ("1234.57", "0.00", "2")
    with speaking("de"):
        assert [t("count.cards", count=n) for n in (0, 1)] == ["0 Karten", "1 Karte"]
        assert enumeration(["a", "b", "c"]) == "a, b und c"
        assert enumeration(["a"], "or") == "a"
        assert number(1234.567, 2) == "1234,57"
    assert t("rule.shown") == "shown"


def test_value_can_be_an_object() -> None:
    value = object()
    assert parts("banner.accuse", cards=value) == ["Accuse: ", value, ""]


def test_missing_text_or_value_is_an_error() -> None:
    with pytest.raises(KeyError, match=r"banner\.nothing"):
        t("banner.nothing")
    with pytest.raises(KeyError, match="cards"):
        t("banner.accuse")
    with pytest.raises(KeyError, match="count"):
        t("count.cards")


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0, "0 %"), (1, "100 %"), (0.004, "<1 %"), (0.996, ">99 %"), (0.5, "50 %"), (0.01, "1 %")],
)
def test_only_certainty_is_0_or_100_percent(chance: float, words: str) -> None:
    assert percent(chance) == words


def test_standard_error_is_rounded_up() -> None:
    assert percent(Estimate(0.31, 0.042)) == "31 ± 5 %"
    assert percent(Estimate(0.125, 0.01)) == "13 ± 1 %"  # as `Math.round` on the page
    assert percent(Estimate(0.0, 0.0001)) == "0 ± 1 %"
    assert percent(Estimate(1.0)) == "100 %"
