"""Advice on a terminal."""

from pathlib import Path

import pytest
from rich.console import Console

from cluetree import Category, Notebook, Table
from cluetree.editions import get_edition
from tests.cli.conftest import Command


@pytest.mark.parametrize("edition", ["clue-us", "harry-potter"])
def test_advice_fits_a_terminal_of_80_by_24(
    edition: str, tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = get_edition(edition)
    hand = [card for category in Category for card in deck.of(category)[:2]]
    table = Table.set_up(deck, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=hand)
    path = tmp_path / "game.clue"
    Notebook(table).save(path)
    # As on a terminal: long lines are folded.
    monkeypatch.setattr(
        "cluetree.interfaces.cli.common.console", lambda: Console(highlight=False, width=80)
    )
    lines = command("advise", str(path)).splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("Best: ") for line in lines[:3])
