"""The picture of a tree: its rows, states, texts and animation."""

import json
import re
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given

from cluetree import Notebook, SolverTree
from cluetree.text import TEXTS
from cluetree.text.language import speaking
from cluetree.text.nodes import picture
from cluetree.tree import Role
from cluetree.tree.picture import WORDS
from tests.strategies import Told, told_anyhow

ROOT: Final = Path(__file__).parents[2]
OPENING: Final = ROOT / "examples" / "opening.clue"
SVG: Final = "{http://www.w3.org/2000/svg}"


def drawn(tree: SolverTree) -> Element:
    return fromstring(picture(tree))  # noqa: S314 -- our own text


def texts(root: Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def place(text: Element) -> tuple[str, float]:
    return text.get("x", ""), float(text.get("y", 0))


def opening(events: int) -> SolverTree:
    book = Notebook.load(OPENING)
    return SolverTree.at(book.table, book.events[:events])


def states(root: Element) -> list[tuple[str, list[str]]]:
    return [
        (str(group.get("class")), [text.text or "" for text in group.iter(f"{SVG}text")])
        for group in root.iter(f"{SVG}g")
        if group.get("data-place")
    ]


def test_later_events_prune_chips_and_make_the_last_one_certain() -> None:
    fork = [("open", ["White"]), ("open", ["Wrench"]), ("open", ["Hall"])]
    assert states(drawn(opening(1)))[:3] == fork
    assert states(drawn(opening(4)))[:4] == [
        ("pruned", ["White", "held elsewhere · 2"]),
        ("sure", ["Wrench"]),
        ("pruned", ["Hall", "known not held · 3"]),
        ("sure", ["Bob: White"]),
    ]
    assert len([*drawn(opening(1)).iter(f"{SVG}circle")]) == 0
    assert len([*drawn(opening(4)).iter(f"{SVG}circle")]) == 2


def test_picture_ends_with_the_envelope() -> None:
    assert texts(drawn(opening(0)))[-4:] == ["envelope", "? (2)", "? (3)", "? (2)"]
    solved = drawn(Notebook.load(OPENING).tree)
    assert texts(solved)[-4:] == ["envelope", "Green", "Knife", "Hall"]
    assert [title.text for title in solved.iter(f"{SVG}title")] == ["The tree after event 4"]
    (summary,) = solved.iter(f"{SVG}desc")
    assert summary.text == "3 alternatives, 2 of them pruned."


def test_events_without_news_share_a_row() -> None:
    book = Notebook.load(OPENING)
    again = SolverTree.at(book.table, [*book.events, *book.events])
    assert "5\N{EN DASH}8" in texts(drawn(again))
    assert texts(drawn(again)).count("nothing new") == 1


def test_cards_ruled_out_by_counting_are_drawn() -> None:
    exercises = ROOT / "cluetree" / "interfaces" / "cli" / "exercises"
    drawing = texts(drawn(Notebook.load(exercises / "onlooker.clue").tree))
    assert "Bob, envelope ✗ Scarlet, Axe, Attic, Cellar" in drawing
    assert "nothing new" not in drawing


def test_contradiction_replaces_the_envelope() -> None:
    book = Notebook.load(OPENING)
    book.tell_lacks("Bob", "White")
    assert texts(drawn(book.tree))[-1] == "contradiction: 2, 5"


@given(told_anyhow())
def test_every_alternative_without_an_earlier_fact_is_a_chip(told: Told) -> None:
    tree = SolverTree.at(told, strict=False)
    root = drawn(tree)
    shown = [node for node in tree.nodes() if node.role is Role.ALTERNATIVE]
    pruned = [words for state, words in states(root) if state == "pruned"]
    assert all(len(words) == 2 for words in pruned)
    assert len(pruned) <= sum(node.is_pruned for node in shown)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for text in root.iter(f"{SVG}text"):
        assert 0 <= float(text.get("x", -1)) <= width
        assert 0 <= float(text.get("y", -1)) <= height
    rows = groupby(sorted(root.iter(f"{SVG}text"), key=place), key=lambda text: text.get("x"))
    for _, column in rows:
        heights = [float(text.get("y", 0)) for text in column]
        assert all(low - high >= 12 for high, low in pairwise(heights)), "no text overlaps"


def test_names_are_escaped_and_long_ones_fit() -> None:
    book = Notebook.from_clue(
        "suspects A, <b>&\nweapons C, D\nrooms E, An extremely long room in the west wing\n"
        'players X 2, Y 1\n\nX: A, C, "An extremely long room in the west wing" -> Y shows\n'
    )
    long = [each for each in drawn(book.tree).iter(f"{SVG}text") if each.get("textLength")]
    assert [each.text for each in long] == ["An extremely long …"]
    assert "<b>&amp;" not in picture(book.tree)


def test_english_words_are_those_of_the_catalogue() -> None:
    catalogue = json.loads((TEXTS / "en.json").read_text("utf-8"))
    assert {key: catalogue[key] for key in WORDS} == WORDS
    with speaking("de"):
        assert "Umschlag" in texts(drawn(opening(0)))


def test_animated_picture_moves_only_if_the_reader_permits_motion() -> None:
    whole = picture(opening(4), animate=True)
    assert "animation" not in picture(opening(4))
    before, query, moving = whole.partition("@media (prefers-reduced-motion:no-preference)")
    assert query
    assert "animation" not in before
    times = [float(each) for each in re.findall(r"--at:([\d.]+)s", moving)]
    assert min(times) == 0 < max(times) < 20


def test_picture_of_the_readme_is_current() -> None:
    """After a change: `cluetree tree examples/opening.clue --svg FILE --animate`."""
    file = ROOT / "docs" / "screenshots" / "tree.svg"
    assert file.read_text("utf-8") == picture(Notebook.load(OPENING).tree, animate=True)
    assert file.stat().st_size < 60_000


@pytest.mark.parametrize("style", ["picture", "picture_animated"])
def test_styles_apply_to_the_picture_only(style: str) -> None:
    css = (ROOT / "cluetree" / "tree" / f"{style}.css").read_text("utf-8")
    rules = re.findall(r"(?:^|[{}])\s*([^{}@]+)\{", css)
    selectors = [each for rule in rules for each in rule.split(",") if each != "from"]
    assert all(each.strip().startswith(".cluetree-tree") for each in selectors), selectors
