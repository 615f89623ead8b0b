"""The screen at every size, light and dark, and the program around it."""

import sys
from pathlib import Path

import pytest

from cluetree import ClueError, Notebook, RecordError, Table, editions
from cluetree.cards import Edition
from cluetree.editions import CLUE_US, HARRY_POTTER, MASTER_DETECTIVE
from cluetree.errors import MissingExtraError
from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Show, Suggestion
from cluetree.faces.terminal import run
from cluetree.faces.terminal.grid import CELL, heads, widths
from cluetree.faces.terminal.panels import Panel
from cluetree.faces.words.entries import brief
from tests.terminal.driving import FRIDAY, at_the_keyboard, person

NAMES = ("Alexander", "Bob", "Christine", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida")
GUESS = CLUE_US.guess("plum", "pipe", "hall")


def table(players: int, edition: Edition = CLUE_US) -> Table:
    return Table.set_up(edition, dict.fromkeys(NAMES[:players]))


@pytest.mark.parametrize("players", range(2, 10))
@pytest.mark.parametrize("edition", editions.SHIPPED)
def test_columns_have_room_for_their_marks_and_no_more_than_there_is(
    players: int, edition: Edition
) -> None:
    least = widths(table(players, edition), 0)
    assert set(least[1:]) == {CELL}
    for room in range(sum(least), 200, 7):
        columns = widths(table(players, edition), room)
        assert sum(columns) <= room
        assert min(columns[1:]) >= CELL
    wide = widths(table(players, edition), 500)
    assert [min(len(head), 10) for head in heads(table(players, edition))] == list(wide[1:])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "edition", "size"),
    [(6, CLUE_US, (80, 24)), (9, MASTER_DETECTIVE, (80, 24)), (4, HARRY_POTTER, (200, 60))],
)
@at_the_keyboard
async def test_it_is_all_there(
    players: int, edition: Edition, size: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "game.clue"
    Notebook(table(players, edition)).save(path)
    async with person(path, size=size) as somebody:
        assert f"{edition.suspects[0].split()[-1]} " in somebody.shown()
        assert somebody.shown().count("%") > 30
        await somebody.type("bob holds ")
        assert somebody.text("#entry .hint").strip().startswith(edition.suspects[0])
        await somebody.press("ctrl+u", "f4")
        assert "Why: Alexander" in somebody.shown()
        await somebody.press("escape", "f3")
        assert somebody.focused() == "log"


@at_the_keyboard
async def test_a_window_may_shrink_to_nothing_and_grow_again() -> None:
    async with person(FRIDAY) as somebody:
        for width, height in ((40, 12), (1, 1), (150, 45)):
            await somebody.pilot.resize_terminal(width, height)
            await somebody.press("f4", "escape")
        assert somebody.panel() is None
        assert "Solved: Mrs. White, Rope, Billiard Room" in somebody.shown()


@at_the_keyboard
async def test_names_are_no_markup(tmp_path: Path) -> None:
    path = tmp_path / "odd.clue"
    book = Notebook(Table.set_up(CLUE_US, {"[/b]": 9, "[red]": 9}), title="[/i] [link=x]")
    book.holds("[red]", "Rope")
    book.save(path)
    async with person(path) as somebody:
        assert "[/i] [link=x]" in somebody.shown()
        for keys in (("f4",), ("f2", *["down"] * 10, "right", "f4"), ("f7",), ("f9",)):
            await somebody.press(*keys)
            assert "[/b] 9" in somebody.shown()
            assert "[red] holds Rope" in somebody.shown() or somebody.panel()
        await somebody.press("escape")
        await somebody.type("[red] holds hall\n")
        assert len(somebody.book) == 2


@at_the_keyboard
async def test_light_and_dark_say_the_same_and_every_key_has_a_name() -> None:
    async with person(FRIDAY) as somebody:
        dark = somebody.shown()
        before = somebody.app.theme
        await somebody.press("ctrl+t")
        assert {before, somebody.app.theme} == {"textual-dark", "textual-light"}
        assert somebody.shown() == dark
        assert "✓ yes" in dark
        assert "✗ no" in dark
        commands = {c.title: c for c in somebody.app.get_system_commands(somebody.app.screen)}
        assert {"Help", "Why", "Advice", "Check", "What if", "Undo", "Save"} <= commands.keys()
        await commands["Why"].callback()
        await somebody.rest()
        assert somebody.panel() is Panel.WHY


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Suggestion("Bob", GUESS), "Bob: Plum, Pipe, Hall → nobody"),
        (Suggestion("Bob", GUESS, (), ()), "Bob: Plum, Pipe, Hall → nobody passes"),
        (Suggestion("Bob", GUESS, (Show(None),)), "Bob: Plum, Pipe, Hall → somebody shows"),
        (Accusation("Bob", GUESS, correct=True), "Bob accuses Plum, Pipe, Hall: right"),
        (Holds("envelope", CLUE_US.card("plum")), "envelope holds Plum"),
        (Lacks("Bob", CLUE_US.card("dining")), "Bob lacks Dining Room"),
        (HoldsOneOf("Bob", CLUE_US.hand("pl", "ro")), "Bob holds one of Plum, Rope"),
    ],
)
def test_events_are_told_briefly(event: Event, expected: str) -> None:
    assert brief(event, CLUE_US) == expected


def test_without_textual_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "textual"]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.startswith("cluetree.faces.terminal.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'cluetree\[tui\]'"):
        run(None)


def test_without_a_terminal_it_says_so() -> None:
    with pytest.raises(ClueError, match="needs a terminal"):
        run(None)


def test_a_record_that_cannot_be_read_is_an_error_before_anything_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "bad.clue"
    path.write_text("players", "utf-8")
    with pytest.raises(RecordError, match=r"bad\.clue:1"):
        run(path)
