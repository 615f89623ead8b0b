"""Drawings of estimates, and the time limit of a command."""

from math import inf
from pathlib import Path
from typing import Final

from rich.console import Console, RenderableType

from cluetree import Notebook
from cluetree.advice import Choice, Estimate, Rival, Showing, Verdict
from cluetree.editions import CLUE_US
from cluetree.interfaces.cli.common import read, share_time
from cluetree.limit import Limit
from cluetree.operations.ask import Rivals
from cluetree.text.drawing import draw

FRIDAY: Final = Path(__file__).parents[2] / "examples" / "friday.clue"
BOOK: Final = Notebook.load(FRIDAY)
GUESS: Final = CLUE_US.guess("Plum", "Rope", "Hall")


def test_several_questions_share_the_time_of_one() -> None:
    book = read(str(FRIDAY), 4.0)
    assert book.limit == Limit(seconds=4.0)
    share_time(book, 2)
    assert book.limit == read(str(FRIDAY), 4.0, questions=2).limit == Limit(seconds=2.0)
    share_time(Notebook(book.table), 2)


def words(found: RenderableType) -> list[str]:
    console = Console(width=160, color_system=None)
    with console.capture() as capture:
        console.print(found)
    return [" ".join(line.split()) for line in capture.get().splitlines()]


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
