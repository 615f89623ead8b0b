"""Texts, lists and numbers in the language of the reader."""

from pathlib import Path
from typing import cast

import pytest
from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

from cluetree.advice import Estimate
from cluetree.text import RULES
from cluetree.text.language import (
    LANGUAGES,
    enumeration,
    number,
    parts,
    preferred_language,
    speaking,
    t,
)
from cluetree.text.numbers import percent
from docs import cldr
from tests.text.languages import ALL


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


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_plurals_lists_and_numbers_are_those_of_cldr(code: str) -> None:
    with speaking(code):
        locale = Locale.parse(t("language.tag"), sep="-")
        for count in range(1000):
            form = locale.plural_form(count)
            text = cast("dict[str, str]", ALL[code]["count.cards"])
            assert t("count.cards", count=count) == text[form].replace("{count}", str(count))
        for words in ("", "a", "ab", "abc", "abcd"):
            assert enumeration(words) == format_list([*words], "standard", locale)
            assert enumeration(words, "or") == format_list([*words], "or", locale)
        for value in (1234.567, -0.001, 2.5):
            by_babel = format_decimal(f"{value:z.2f}", "0.00", locale=locale)
            assert number(value, 2) == by_babel


def test_rules_of_languages_are_up_to_date(tmp_path: Path) -> None:
    """Run `python docs/cldr.py` to update them."""
    cldr.main(tmp_path / "rules")
    assert (tmp_path / "rules").read_bytes() == RULES.read_bytes()


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
