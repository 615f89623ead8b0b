"""Setting up a game: what is typed into the fields becomes a table, or says what is wrong."""

from pathlib import Path

import pytest
from rich.text import Text
from textual.widgets import Static

from cluetree import Answering
from cluetree.interfaces.tui.entry import Line
from cluetree.interfaces.tui.notes import Notes
from cluetree.interfaces.tui.set_up import dealt, free_path
from cluetree.text.language import t
from tests.tui.driving import Person, person, with_keyboard


@pytest.mark.parametrize(
    ("players", "cards", "expected"),
    [
        ("Ann, Bob, Eve", 18, "Ann 6, Bob 6, Eve 6"),
        ("Ann,Bob,Eve,Zoe", 18, "Ann 5, Bob 5, Eve 4, Zoe 4"),
        ("Ann 6, Bob, Eve", 18, "Ann 6, Bob, Eve"),
        ("Ann ?, Bob ?", 18, "Ann ?, Bob ?"),
        ('"Ann 1", Bob', 18, '"Ann 1", Bob'),
        ("Ann, , Eve", 18, "Ann, , Eve"),
        ("", 18, ""),
        ("Ann Bob Eve", 18, "Ann Bob Eve"),
    ],
)
def test_cards_are_dealt_to_who_has_no_number(players: str, cards: int, expected: str) -> None:
    assert dealt(players, cards) == expected


async def fill(user: Person, **fields: str) -> None:
    """Fill fields in, in whatever order, and go to the last one."""
    for name, text in fields.items():
        user.app.screen.query_one(f"#{name}").focus()
        await user.press("end", "ctrl+u")
        await user.type(text)
    user.app.screen.query_one("#file").focus()
    await user.rest()


@pytest.mark.slow
@with_keyboard
async def test_a_slip_in_a_field_is_told_and_nothing_typed_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    async with person(path, size=(100, 30)) as user:
        await fill(user, players="Ann, Bob, Eve", me="Zoe", hand="pl, ro, ha")
        await user.type("\n")
        assert "unknown player 'Zoe'" in user.text(".error")
        assert focused(user) == "me"
        await fill(user, me="ann")
        await user.type("\n")
        assert "hand must have 6 cards, got 3" in user.text(".error")
        assert focused(user) == "hand"
        assert cursor(user) == len("pl, ro, ha"), "no one word is wrong: the cursor stays"
        await fill(user, hand="pl, ro, hal, kni, kit, xyz")
        await user.type("\n")
        assert "unknown card 'xyz'" in user.text(".error")
        assert cursor(user) == len("pl, ro, hal, kni, kit, ")
        await fill(user, hand="pl, ro, hal, kni, kit, gre", players="Ann 6, Bob 6, Eve 5")
        await user.type("\n")
        assert "18 cards are dealt, the hands hold 17" in user.text(".error")
        assert cursor(user) == len("Ann 6, Bob 6, Eve 5")
        await fill(user, face_up="wrench", answering="a")
        await user.press("tab")
        await fill(user)
        assert not path.exists()
        await user.type("\n")
        assert "answering must be 'first' or 'all', got 'a'" in user.text(".error")
        await fill(user, answering="all")
        await user.type("\n")
        assert isinstance(user.app.screen, Notes)
        table = user.book.table
        assert table.answering is Answering.ALL
        assert [card.name for card in table.face_up] == ["Wrench"]
        assert table.viewpoint == "Ann"
    assert path.exists()


def cursor(user: Person) -> int:
    assert isinstance(user.app.focused, Line)
    return user.app.focused.cursor_position


def focused(user: Person) -> str | None:
    return user.app.focused.id if user.app.focused else None


@pytest.mark.slow
@with_keyboard
async def test_what_stands_in_a_field_is_typed_over_but_not_what_was_typed(tmp_path: Path) -> None:
    async with person(tmp_path / "game.clue") as user:
        assert value(user, "answering") == "first"
        for field in ("A game\n", "cluedo-uk\n", "Ann, Bob\n"):
            await user.type(field)
        assert value(user, "edition") == "cluedo-uk"
        assert value(user, "players") == "Ann 9, Bob 9"
        await user.press("shift+tab", "end")
        await user.type(", Eve\n")
        assert value(user, "players") == "Ann 9, Bob 9, Eve"


@pytest.mark.slow
@with_keyboard
async def test_a_field_says_what_it_is_for_and_offers_what_may_stand_there(tmp_path: Path) -> None:
    async with person(tmp_path / "game.clue") as user:
        heading = user.app.screen.query_one("#heading", Static).content
        assert isinstance(heading, Text)
        assert (heading.plain, heading.style) == ("A new game", "bold")
        await fill(user, players="Ann 9, Bob ?", hand="Plum, kn")
        offered = {"me": " Ann  Bob ", "hand": " Knife ", "answering": " first ", "title": ""}
        for name, words in offered.items():
            user.app.screen.query_one(f"#{name}").focus()
            await user.rest()
            assert user.text(".hint") == words
            assert user.text("#about") == t(f"about.{name}")
        await user.press("tab")
        await user.type("mas")
        assert user.text(".hint") == " master-detective "


def test_the_first_name_that_is_free_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("game.clue", "game-2.clue", "game-3.clue"):
        assert free_path() == Path(name)
        Path(name).touch()


def value(user: Person, name: str) -> str:
    return user.app.screen.query_one(f"#{name}", Line).value


@pytest.mark.slow
@with_keyboard
async def test_a_file_that_is_there_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "there.clue").write_text("mine", "utf-8")
    async with person(None) as user:
        await fill(user, players="Ann, Bob", file=str(tmp_path / "there.clue"))
        await user.type("\n")
        assert "the file" in user.text(".error")
        await fill(user, file=str(tmp_path / "there.txt"))
        await user.type("\n")
        assert "must end in .clue or .json" in user.text(".error")
        await fill(user, file=f"{'x' * 300}.clue")
        await user.type("\n")
        assert "too long" in user.text(".error")
        await fill(user, file="~nobody of this name/there.clue")
        await user.type("\n")
        assert isinstance(user.app.screen, Notes)
        assert "✗ not saved there.clue" in user.text("#heading")
    assert (tmp_path / "there.clue").read_text("utf-8") == "mine"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "text", "says"),
    [
        ("edition", "clue-mars", "unknown edition 'clue-mars'"),
        ("players", "", ""),
        ("players", "Ann 6 Bob 6, Eve 6", "a comma is missing after Ann 6"),
        ("players", "Ann Bob Eve", "a comma is missing after Ann"),
        ("me", "Zoe", "unknown player 'Zoe'"),
        ("hand", "plum rope, hall", "a comma is missing after plum"),
        ("hand", "plum, lead pipe rope", "a comma is missing after lead"),
        ("hand", "plum, xyz", "unknown card 'xyz'"),
    ],
)
@with_keyboard
async def test_a_field_is_left_by_enter_only_if_it_can_be_read(
    tmp_path: Path, field: str, text: str, says: str
) -> None:
    async with person(tmp_path / "new.clue", size=(100, 30)) as user:
        if field != "players":
            await fill(user, players="Ann, Bob, Eve")
        if field == "hand":
            await fill(user, me="Ann")
        user.app.screen.query_one(f"#{field}").focus()
        await user.press("end", "ctrl+u")
        await user.type(f"{text}\n")
        assert says in user.text(".error")
        assert (focused(user) == field) is bool(says)
        if says:
            await user.type("x")
            assert not user.text(".error"), "it is being corrected"


@pytest.mark.slow
@with_keyboard
async def test_a_form_is_filled_in_by_tab_alone(tmp_path: Path) -> None:
    async with person(tmp_path / "new.clue", size=(100, 30)) as user:
        await user.type("Friday\t")
        await user.type("clue-u\t")
        await user.type("Ann, Bob, Eve\t")
        await user.type("a\t")
        await user.type("plu\t, rop\t, hal\t, kni\t, stud\t, green\t")
        await user.press("tab")
        assert focused(user) == "face_up"
        await user.press("tab", "tab")
        await user.type("\n")
        assert isinstance(user.app.screen, Notes)
        me = user.book.table.me
        assert me is not None
        assert (me.name, len(me.hand)) == ("Ann", 6)


@pytest.mark.slow
@with_keyboard
async def test_an_onlooker_goes_past_the_own_name(tmp_path: Path) -> None:
    async with person(tmp_path / "new.clue", size=(100, 30)) as user:
        await fill(user, players="Ann, Bob")
        user.app.screen.query_one("#me").focus()
        await user.press("tab")
        assert focused(user) == "hand"
        await user.press("tab")
        assert focused(user) == "face_up"
        assert [user.app.screen.query_one(f"#{n}", Line).value for n in ("me", "hand")] == [
            "",
            "",
        ]
