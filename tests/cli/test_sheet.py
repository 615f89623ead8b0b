"""Drawings of the sheet and of estimates, and the time limit of a command."""

import re
from math import inf
from pathlib import Path
from typing import Final

from rich.console import Console, RenderableType

from cluetree import Notebook, SolverTree
from cluetree.advice import Choice, Estimate, Rival, Showing, Verdict
from cluetree.editions import CLUE_US
from cluetree.interfaces.cli.common import read, share_time
from cluetree.limit import Limit
from cluetree.operations.ask import Rivals
from cluetree.text.drawing import draw
from cluetree.text.drawing.sheet import conclusion, sheet
from cluetree.text.numbers import percent

FRIDAY: Final = Path(__file__).parents[2] / "examples" / "friday.clue"
WHOLE: Final = Notebook.load(FRIDAY)
BOOK: Final = Notebook(WHOLE.table, WHOLE.events[:20])
"""A game in which something is certain, and something only by counting."""
GUESS: Final = CLUE_US.guess("Plum", "Rope", "Hall")


def drawn(part: RenderableType) -> list[str]:
    console = Console(width=160, color_system=None)
    with console.capture() as capture:
        console.print(part)
    return [line.rstrip() for line in capture.get().splitlines()]


def test_every_mark_agrees_with_the_beliefs() -> None:
    lines, beliefs = drawn(sheet(BOOK)), BOOK.beliefs
    signs: dict[bool, set[str]] = {True: set(), False: set()}
    counted = 0
    for card in beliefs.edition.cards:
        (row,) = (line for line in lines if line.startswith(f" {card} "))
        marks = re.split(r"\s{2,}", row.strip().removeprefix(card.name).strip())
        for place, mark in zip(beliefs.counts, marks, strict=True):
            chance = beliefs.chance(card, place)
            if chance in {0, 1}:
                signs[chance == 1].add(mark.removesuffix("+"))
                counted += mark.endswith("+")
            else:
                assert mark == percent(float(chance))
    assert sorted(map(len, signs.values())) == [1, 1]
    assert not signs[True] & signs[False]
    by_rules = SolverTree.at(BOOK.table, BOOK.events).evidence().facts
    assert counted == len({*beliefs.facts} - {*by_rules}) > 0


def test_the_odds_of_the_envelope_agree_with_the_beliefs() -> None:
    lines, beliefs = drawn(conclusion(BOOK)), BOOK.beliefs
    likeliest = [
        f"{percent(triple.deals / beliefs.deals):>5}  {triple.guess}" for triple in beliefs.triples
    ]
    shown = [line.removeprefix("  ") for line in lines if line.removeprefix("  ") in likeliest]
    assert shown == likeliest[:5] != likeliest
    for category, odds in beliefs.envelope.items():
        (line,) = (line for line in lines if line.startswith(f"  {category}: "))
        for card, chance in odds.items():
            said = f": {card}" if chance == 1 else f"{card} {percent(float(chance))}"
            assert said in line or not chance


def test_several_questions_share_the_time_of_one() -> None:
    book = read(str(FRIDAY), 4.0)
    assert book.limit == Limit(seconds=4.0)
    share_time(book, 2)
    assert book.limit == read(str(FRIDAY), 4.0, questions=2).limit == Limit(seconds=2.0)
    share_time(Notebook(book.table), 2)


def words(found: RenderableType) -> list[str]:
    return [" ".join(line.split()) for line in drawn(found)]


def test_sampled_estimates_have_their_error_and_are_never_certain() -> None:
    zero, unsure = Estimate(0), (Estimate(0.5, 0.02), Estimate(0.04, 0.011), Estimate(0.3, inf))
    choices = (
        Choice(GUESS.weapon, Estimate(0.2, 0.01), zero, zero, False, False, Verdict.BEST),
        Choice(GUESS.room, *unsure, False, False, Verdict.ALIKE),
    )
    found = Showing("Bob", GUESS, choices, table=-0.001, knew=Estimate(0.0, 0.005))
    told = words(draw(found, BOOK))
    assert told[0] == "Bob asks for Professor Plum, Rope, Hall: show Rope"
    assert "Rope 0 % 0.20 ± 0.01 best: gives least away" in told
    assert "Hall 4 ± 2 % 0.50 ± 0.02 about as good as Rope" in told
    assert "Bob knows the answer before: 0 ± 1 %" in told
    assert "Everyone learns 0.00 bits from seeing that a card is shown." in told
    opponents = (
        Rival("Bob", Estimate(2.25, 0.125), Estimate(0.31, 0.042), out=False, counted=False),
        Rival("Eve", Estimate(0.0), Estimate(1.0), out=True),
    )
    rivals = words(draw(Rivals(opponents), BOOK))
    assert "Bob 2.25 ± 0.12 31 ± 5 %" in rivals
    assert "Eve 0.00 100 % out, and has seen the envelope" in rivals
