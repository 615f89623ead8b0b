"""The words for what others learn and know."""

from math import inf

from rich.console import Console, RenderableType

from cluetree.advice import Choice, Estimate, Rival, Showing, Verdict
from cluetree.editions import CLUE_US
from cluetree.text.drawing.advice import rivals, showing

GUESS = CLUE_US.guess("Plum", "Rope", "Hall")
FOUND = Showing(
    asker="Bob",
    guess=GUESS,
    choices=(
        Choice(
            GUESS.weapon, Estimate(0.2, 0.01), Estimate(0), Estimate(0), False, False, Verdict.BEST
        ),
        Choice(
            GUESS.room,
            Estimate(0.5, 0.02),
            Estimate(0.04, 0.011),
            Estimate(0.3, inf),
            False,
            False,
            Verdict.ALIKE,
        ),
    ),
    table=-0.001,
    knew=Estimate(0.0, 0.005),
)
RIVALS = (
    Rival("Bob", Estimate(2.25, 0.125), Estimate(0.31, 0.042), out=False, counted=False),
    Rival("Eve", Estimate(0.0), Estimate(1.0), out=True),
)


def words(found: RenderableType) -> list[str]:
    console = Console(width=120, color_system=None)
    with console.capture() as capture:
        console.print(found)
    return [" ".join(line.split()) for line in capture.get().splitlines()]


def test_cards_come_with_bits_and_reasons() -> None:
    told = words(showing(FOUND))
    assert told[0] == "Bob asks for Professor Plum, Rope, Hall: show Rope"
    assert "Rope 0 % 0.20 ± 0.01 best: gives least away" in told
    assert "Hall 4 ± 2 % 0.50 ± 0.02 about as good as Rope" in told


def test_what_was_sampled_is_never_quite_sure() -> None:
    assert "Bob knows the answer before: 0 ± 1 %" in words(showing(FOUND))


def test_nothing_is_not_less_than_nothing() -> None:
    assert "Everyone learns 0.00 bits from seeing that a card is shown." in words(showing(FOUND))


def test_opponents_come_with_bits_and_chances() -> None:
    told = words(rivals(RIVALS))
    assert "Bob 2.25 ± 0.12 31 ± 5 %" in told
    assert "Eve 0.00 100 % out, and has seen the envelope" in told
