"""The page about the board has its tables right."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from cluetree import ClueCard
from cluetree.board import Place, classic_board
from cluetree.editions import CLUE_US

DOCS: Final = Path(__file__).parent.parent.parent / "docs" / "explanation"
BOARD: Final = classic_board(CLUE_US)


def tables() -> list[list[list[str]]]:
    """Return the tables of the page, as rows of cells."""
    page = (DOCS / "board.md").read_text("utf-8")
    blocks = re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE)
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        for block in blocks
    ]


def test_doors_have_a_table() -> None:
    _, _, *rows = tables()[0]
    assert sorted(rows) == sorted([str(d.room), str(d.square), str(d.inside)] for d in BOARD.doors)


@pytest.mark.parametrize(
    ("number", "places"), [(1, {room: room for room in BOARD.rooms}), (2, BOARD.starts)]
)
def test_distances_have_a_table(number: int, places: Mapping[ClueCard, Place]) -> None:
    head, _, *rows = tables()[number]
    assert head == ["", *map(str, BOARD.rooms)]
    assert rows == [
        [str(card), *(str(BOARD.distance(place, room)) for room in BOARD.rooms)]
        for card, place in places.items()
    ]
