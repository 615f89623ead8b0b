"""The screen at every size, light and dark, and the program around it."""

import sys
from pathlib import Path

import pytest

from cluetree import Notebook, Table
from cluetree.cards import Edition
from cluetree.editions import CLUE_US
from cluetree.errors import MissingExtraError
from cluetree.interfaces.tui import run
from cluetree.text.entries import short_name
from tests.tui.driving import FRIDAY, NAMES, Person, friday, person, with_keyboard

EXPECTED = Path(__file__).parent / "expected"


def table(players: int, edition: Edition = CLUE_US) -> Table:
    return Table.set_up(edition, dict.fromkeys(NAMES[:players]))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (80, 34), (60, 30), (120, 27)])
@with_keyboard
async def test_screen_has_a_layout_for_each_size(size: tuple[int, int], middle: Path) -> None:
    async with person(middle, size=size) as user:
        assert lines(user) == expected(f"notes_{size[0]}x{size[1]}")


@pytest.mark.slow
@with_keyboard
async def test_form_of_a_new_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with person(None) as user:
        assert lines(user) == expected("new_game")


@pytest.mark.slow
@with_keyboard
async def test_window_can_shrink_to_one_cell_and_grow() -> None:
    async with person(FRIDAY) as user:
        for width, height in ((40, 12), (1, 1), (150, 45)):
            await user.pilot.resize_terminal(width, height)
            await user.press("f4", "escape")
        assert user.panel() is None
        assert "Accuse: Mrs. White, Rope, Billiard Room" in user.shown()


def lines(user: Person) -> list[str]:
    return [line.rstrip() for line in user.shown().splitlines()]


def expected(name: str) -> list[str]:
    return EXPECTED.joinpath(f"{name}.txt").read_text("utf-8").splitlines()


@pytest.fixture
def middle(tmp_path: Path) -> Path:
    """The example up to where something is still open."""
    path = tmp_path / "friday.clue"
    friday(20).save(path)
    return path


@pytest.mark.parametrize("players", [4, 6])
@with_keyboard
async def test_terminal_of_80_by_24_shows_every_card_and_the_envelope(
    players: int, tmp_path: Path
) -> None:
    path = tmp_path / "game.clue"
    book = Notebook(table(players))
    book.holds("Bob", "Rope")
    book.save(path)
    async with person(path) as user:
        rows = lines(user)
        for card, row in zip(CLUE_US.cards, rows[1:], strict=False):
            assert row.startswith(f" {short_name(card, CLUE_US)} ")
        assert " env" in rows[0]
        beside = " ".join(" ".join(row.partition("│")[2].split()) for row in rows)
        for said in ("A game · an onlooker's notes", "1 entry", "F1 all keys", "possible"):
            assert said in beside
        rope = rows[1 + CLUE_US.cards.index(CLUE_US.card("rope"))]
        assert rope.count("✓") == 1
        assert rope.count("✗") == players
        assert ("✓ yes" in rope) is (players == 4)
        assert not user.text("#hidden")


@pytest.mark.slow
@with_keyboard
async def test_names_are_not_markup(tmp_path: Path) -> None:
    path = tmp_path / "odd.clue"
    book = Notebook(Table.set_up(CLUE_US, {"[/b]": 9, "[red]": 9}), title="[/i] [link=x]")
    book.holds("[red]", "Rope")
    book.save(path)
    async with person(path) as user:
        assert "[/i] [link=x]" in user.shown()
        for keys in (("f4",), ("f2", *["down"] * 10, "right", "f4"), ("f7",), ("f9",)):
            await user.press(*keys)
            assert "[/b] 9" in user.shown()
            assert "[red] holds Rope" in user.shown() or user.panel()
        await user.press("escape")
        await user.type("[red] holds hall\n")
        assert len(user.book) == 2


@pytest.mark.slow
@with_keyboard
async def test_escape_leaves_edit_log_panel_and_sheet_in_turn() -> None:
    async with person(FRIDAY, size=(60, 30)) as user:
        await user.press("f3", "home", "enter", "escape")
        assert user.text("#entry .label") == "28> ", "the edit is left"
        assert "Rosa: Green, Wrench" in user.shown()
        await user.press("escape")
        assert "Rosa: Green, Wrench" not in user.shown(), "the log has gone from the sheet"
        assert user.focused() is None
        await user.press("f2", "f4", "escape")
        assert user.panel() is None
        assert user.focused() is None
        await user.press("escape")
        assert user.focused() == "sheet"
        await user.press("escape")
        assert user.focused() is None


def test_missing_textual_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual", None)
    with pytest.raises(MissingExtraError, match=r"pip install -e '\.\[tui\]'"):
        run(None)
