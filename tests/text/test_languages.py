"""Every text exists in each language, without unused texts."""

import re
from functools import reduce
from pathlib import Path
from typing import Final

import pytest

from cluetree import Edition, record
from cluetree.advice import Learned, Left, Verdict
from cluetree.cards import Category
from cluetree.editions import get_edition
from cluetree.explain import ProofRule
from cluetree.interfaces.web.server import STATIC
from cluetree.text.proofs import _ENDINGS
from cluetree.tree import ClashKind, Way
from tests.text.languages import ALL, Text, asked, places

PLURALS: Final = {"zero", "one", "two", "few", "many", "other"}


def test_page_lists_every_language() -> None:
    source = (STATIC / "language.js").read_text("utf-8")
    known = re.search(r"LANGUAGES = \{(.*?)\}", source)
    assert known is not None
    assert sorted(re.findall(r"(\w+): \"", known[1])) == sorted(ALL)
    assert {"en", "de"} <= set(ALL)
    page = (STATIC / "index.html").read_text("utf-8")
    for name in ALL:  # text that is shown before a module is loaded
        assert page.count(f'<p lang="{name}">') == len(("broken", "noscript"))


@pytest.mark.parametrize("name", ALL)
def test_language_has_exactly_the_used_keys(name: str) -> None:
    keys, families = asked()
    assert len(keys) > len(families) > 0
    assert keys - ALL[name].keys() == set()
    for family in families:
        assert any(key.startswith(family) for key in ALL[name]), family
    assert {key for key in ALL[name] if not key.startswith(tuple(families))} - keys == set()


@pytest.mark.parametrize("name", ALL)
def test_language_has_the_keys_and_values_of_english(name: str) -> None:
    assert [*ALL[name]] == [*ALL["en"]]  # in one order, so that files can be laid side by side
    for key, text in ALL[name].items():
        assert places(text) == places(ALL["en"][key]), key
        forms = [text] if isinstance(text, str) else [*text.values()]
        assert all(form.strip() for form in forms), key
        assert isinstance(text, str) or {"other"} <= text.keys() <= PLURALS, key


@pytest.mark.parametrize("name", ALL)
def test_language_has_a_word_for_each_code_of_the_core(name: str) -> None:
    keys = ALL[name].keys()
    assert {f"rule.{rule}" for rule in ProofRule} <= keys
    assert {f"clash.{kind.name.lower()}" for kind in ClashKind} <= keys
    assert {f"way.{way.name.lower()}" for way in Way} <= keys
    assert {f"show.why.{verdict}" for verdict in Verdict} <= keys
    assert {f"{family}.{left}" for left in Left for family in ("left", "advice.left")} <= keys
    assert {f"advice.learn.{learned}" for learned in Learned} <= keys
    assert {f"say.so_{rule}" for rule in _ENDINGS} <= keys
    assert {f"say.envelope_{key}" for key in ("holds", "lacks", "neither", "one_of")} <= keys
    for family in ("one", "all", "missing.which", "trouble.no", "setup.own", "setup.mine"):
        assert {f"{family}.{category}" for category in Category} <= keys
    assert {f"say.so_last_{category}" for category in Category} <= keys


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("folder", "key"),
    [(STATIC, "language.example"), (STATIC.parents[1] / "cli", "language.worked_game")],
)
def test_example_of_a_language_is_the_same_game_in_its_deck(
    name: str, folder: Path, key: str
) -> None:
    def told(example: Text) -> tuple[Edition, list[str]]:
        game = record.load(folder / str(example))
        deck = game.table.edition
        places = {card.name: f"card {at}" for at, card in enumerate(deck.cards)}
        _, _, log = record.dumps_clue(game).partition("players")
        return deck, [
            reduce(lambda line, card: line.replace(card, places[card]), places, line)
            for line in log.splitlines()
        ]

    deck, game = told(ALL[name][key])
    assert deck == get_edition(str(ALL[name]["language.deck"]))
    assert game == told(ALL["en"][key])[1]


WIDEST: Final = {"tab.": 11, "mark.": 14, "marks.up": 4, "field.": 10, "step.clash": 12}
"""Maximum characters of a text, on a phone of 360 pixels or in a narrow terminal."""
TABS: Final = ("Enter", "Sheet", "Log", "Advice", "Rivals", "Story", "Why")
MESSAGES: Final = {
    f"field.{key}" for key in ("sum", "taken", "suffix", "no_players", "no_comma", "no_name")
}


@pytest.mark.parametrize("name", ALL)
def test_no_text_is_too_long_for_its_place(name: str) -> None:
    for key, text in ALL[name].items():
        room = next((WIDEST[part] for part in WIDEST if key.startswith(part)), None)
        if room is not None and key not in MESSAGES:
            assert len(str(text)) <= room, key
    assert sum(len(str(ALL[name][f"tab.{tab}"])) for tab in TABS) <= 44


def test_notes_for_translators_name_existing_keys() -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "translate.md"
    noted = re.findall(r"^\| `([^`]+)` \|", page.read_text("utf-8"), re.MULTILINE)
    assert len(noted) > 10
    assert {*noted} <= ALL["en"].keys()
