"""A whole game at the keyboard: set up, entered line by line, repaired, asked about, saved."""

import re
from pathlib import Path

import pytest

from cluetree import record
from cluetree.editions import CLUE_US
from cluetree.events import Suggestion
from cluetree.explain import SlipKind
from cluetree.interfaces.tui.panels import Panel
from cluetree.text.entries import short_name
from tests.tui.driving import FRIDAY, Person, person, with_keyboard

SET_UP = (
    "Friday, second game\n",
    "\n",
    "Rosa, Tom, Mina, Jules\n",
    "Ro\t",
    "scar\t, candle\t, kni\t, pip\t, din\t\n",
    "\n",
    "\n",
)


def typed_lines() -> list[str]:
    """The events of the example as people write them in a hurry: cards by their first letters."""
    text = FRIDAY.read_text("utf-8").partition("\n\n# First round")[2]
    lines = (line.partition("#")[0].strip() for line in text.splitlines()[1:])
    cards = re.compile("|".join(short_name(card, CLUE_US) for card in CLUE_US.cards))
    return [cards.sub(lambda name: name[0][:4].lower(), line) for line in lines if line]


async def set_up(user: Person) -> None:
    for field in SET_UP:
        await user.type(field)
    await user.type("\n")


@pytest.mark.slow
@with_keyboard
async def test_whole_game_is_set_up_and_entered_by_typing(tmp_path: Path) -> None:
    path = tmp_path / "game.clue"
    async with person(path) as user:
        await set_up(user)
        assert path.exists(), "a game is saved from the start"
        sizes = [player.hand_size for player in user.book.table.players]
        assert sizes == [5, 5, 4, 4]
        for number, line in enumerate(typed_lines(), start=1):
            await user.type(f"{line}\n")
            assert len(user.book) == number, user.text("#entry .hint")
        assert "Accuse: Mrs. White, Rope, Billiard Room" in user.text("#odds")
    assert record.load(path) == record.load(FRIDAY)


@pytest.mark.slow
@with_keyboard
async def test_line_is_entered_in_a_few_keys(tmp_path: Path) -> None:
    async with person(tmp_path / "game.clue") as user:
        await set_up(user)
        await user.type("\tgre\twr\tki\tt\tki\t\n")
        await user.type("\twhi\twr\tha\tj\t\n")
        await user.type("\tplu\tcand\tball\tj")
        await user.press("down")
        await user.type("\t\t\n")
        assert user.text("#entry .hint").startswith("✓ Entry 3 is in the log.")
        implied = [event.passes(user.book.table) for event in asked(user)]
        assert implied == [(), ("Mina",), ("Jules",)]
        told = [(s.by, str(s.guess), list(map(str, s.shows))) for s in asked(user)]
        assert told == [
            ("Rosa", "Mr. Green, Wrench, Kitchen", ["Tom shows Kitchen"]),
            ("Tom", "Mrs. White, Wrench, Hall", ["Jules shows a card"]),
            ("Mina", "Professor Plum, Candlestick, Ballroom", ["Rosa shows Candlestick"]),
        ]


def asked(user: Person) -> list[Suggestion]:
    return [event for event in user.book.events if isinstance(event, Suggestion)]


def is_consistent(user: Person) -> bool:
    return user.book.consistent


def turn(user: Person) -> str | None:
    return user.notes.turn


@pytest.mark.slow
@with_keyboard
async def test_slip_is_repaired_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "slip.clue"
    right = record.dumps_clue(record.load(FRIDAY))
    wrong = right.replace("Mina passes, Jules shows Hall", "Mina shows Hall")
    path.write_text(wrong, "utf-8")
    async with person(path) as user:
        notes = user.notes
        assert notes.panel_content is not None
        assert 24 in notes.panel_content.clashing
        assert "No deal fits" in user.text("#odds")
        assert "Repairs, likeliest" in user.shown()
        changes = [(repair.event, repair.kind) for repair in notes.panel_content.repairs]
        number = changes.index((24, SlipKind.SEAT)) + 1
        await user.type(f"{number}\n")
        assert is_consistent(user)
        assert user.panel() is None
        assert user.text("#entry .hint").startswith("✓ Repaired: Jules shows Hall, not Mina.")
        await user.press("ctrl+z")
        assert not is_consistent(user)
        assert user.panel() is Panel.CHECK
        await user.press("ctrl+y")
        assert is_consistent(user)
    assert record.load(path).table == record.load(FRIDAY).table
    assert record.load(path).events[23].infos(record.load(path).table) == (
        record.load(FRIDAY).events[23].infos(record.load(FRIDAY).table)
    )


@pytest.mark.slow
@with_keyboard
async def test_repairs_open_once_when_a_log_becomes_impossible(path: Path) -> None:
    async with person(path) as user:
        await user.type("Mina holds Hall\n")
        assert user.panel() is Panel.CHECK
        await user.press("escape")
        await user.type("Tom lacks Lounge\n")
        assert user.panel() is None, "the user closed it"
        await user.press("ctrl+z", "ctrl+z")
        await user.type("Mina holds Hall\n")
        assert user.panel() is Panel.CHECK, "it could be true meanwhile"


@pytest.mark.slow
@with_keyboard
async def test_eliminated_players_are_not_offered(path: Path) -> None:
    async with person(path) as user:
        assert turn(user) == "Rosa", "Jules accused, and his turn is over"
        await user.type("Rosa: wh, ro, ha -> j shows ha\nT: wh, ro, ha -> j shows\n")
        await user.type("M: wh, ro, ha -> j shows\n")
        assert len(user.book) == 30
        assert turn(user) == "Rosa", "Jules is out"
        await user.type("m accuses wh, ro, billi: right\n")
        assert turn(user) is None
        assert "Solved: Mrs. White, Rope, Billiard Room" in user.text("#odds")


@pytest.mark.slow
@with_keyboard
async def test_undo_and_redo(path: Path) -> None:
    async with person(path) as user:
        await user.press("ctrl+z")
        assert user.text("#entry .hint").startswith("Nothing to undo")
        await user.type("Mina lacks Study\n")
        await user.type("Tom lacks Lounge\n")
        await user.press("ctrl+z", "ctrl+z")
        assert len(user.book) == 27
        assert len(record.load(path).events) == 27, "undoing is saved too"
        await user.press("ctrl+y")
        assert str(user.book.events[-1]) == "Mina lacks Study"
        await user.press("ctrl+y", "ctrl+y")
        assert user.text("#entry .hint").startswith("Nothing to redo")
        assert len(user.book) == 29


@pytest.mark.slow
@with_keyboard
async def test_why_follows_the_cursor(path: Path) -> None:
    async with person(path, size=(120, 40)) as user:
        await user.press("f4")
        assert "Rosa holds Miss Scarlet. It follows from the set-up alone:" in user.shown()
        await user.press("f2", "down", "right", "right")
        assert user.notes.sheet.chosen[0] == "Mina"
        assert "Mina holds Colonel Mustard." in user.shown()
        await user.press("escape")
        assert user.panel() is None
        await user.press("f2", "enter")
        assert user.panel() is Panel.WHY
        await user.press("f9")
        assert "All of this can be true: 1 deal fits." in user.shown()


def content(path: Path) -> str:
    return path.read_text("utf-8")


@pytest.mark.slow
@with_keyboard
async def test_suppositions_do_not_change_the_game(path: Path) -> None:
    async with person(path) as user:
        await user.press("f8")
        assert user.text("#heading").startswith("WHAT IF")
        await user.type("Mina lacks Study\n")
        assert user.text("#entry .hint").startswith("✓ Entry 28 is supposed.")
        assert "?28 Mina lacks Study" in user.shown()
        assert " 27 " in user.shown()
        await user.type("Mina holds Hall\n")
        assert "No deal fits" in user.text("#odds")
        assert len(user.notes.book) == 27
        await user.press("f8")
        assert len(user.book) == 27
        assert "Accuse" in user.text("#odds")
        assert not user.text("#heading").startswith("WHAT IF")
    assert "# First round" in content(path), "the file is unchanged"


@pytest.mark.slow
@with_keyboard
async def test_entries_are_edited_inserted_and_deleted_in_the_log(path: Path) -> None:
    async with person(path) as user:
        await user.press("f3", "home", "enter")
        line = user.notes.entry.line
        assert line.value == "Rosa: Mr. Green, Wrench, Kitchen -> Tom shows Kitchen"
        assert user.text("#entry .label") == "edit 1> "
        await user.press("ctrl+w")
        await user.type("wrench\n")
        assert str(user.book.events[0]).endswith("Tom shows Wrench")
        assert len(user.book) == 27
        await user.press("ctrl+z", "f3", "home", "down", "insert")
        assert user.text("#entry .label") == "before 2> "
        await user.type("Mina lacks Study\n")
        assert str(user.book.events[1]) == "Mina lacks Study"
        await user.press("f3", "home", "down", "delete")
        assert user.text("#entry .hint").startswith("Entry 2 is dropped.")
        assert len(user.book) == 27
        await user.press("f3", "home", "enter", "f3", "end", "delete")
        assert len(user.book) == 26
        assert not line.value, "what was edited is not entered a second time"
        await user.press("ctrl+z", "f3", "home", "enter", "escape")
        assert user.text("#entry .label") == "28> "
        assert not line.value
    assert record.load(path).events == record.load(FRIDAY).events


@pytest.mark.slow
@with_keyboard
async def test_invalid_line_stays_with_the_cursor_at_the_error(path: Path) -> None:
    async with person(path) as user:
        await user.type("  Mina: Plum, Ropes, Hall -> Jules shows\n")
        line = user.notes.entry.line
        assert line.value == "  Mina: Plum, Ropes, Hall -> Jules shows"
        assert line.value[line.cursor_position :].startswith("Ropes")
        assert "unknown card 'Ropes': did you mean Rope?" in user.text("#entry .hint")
        await user.press("end", "ctrl+u")
        await user.type("mina: pl, ro, ha -> mina shows\n")
        assert "their own suggestion" in user.text("#entry .hint")
        assert line.cursor_position == len(line.value), "no one word is wrong: the cursor stays"
        await user.press("ctrl+u")
        await user.type("zoe: pl, ro, ha -> mina shows\n")
        assert line.cursor_position == 0, "this word is wrong"
        await user.press("end", "ctrl+u")
        await user.type("1\n")
        assert "there is no repair 1" in user.text("#entry .hint")
        assert len(user.book) == 27
        await user.press("ctrl+u", "f2")
        assert user.focused() == "sheet"
        await user.press("m")
        assert line.value == "m", "letters go to the line"
        assert user.focused() is None
