"""Setting up a game: typed fields become a table, or an error names the wrong field."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cluetree import Answering
from cluetree.interfaces.tui.entry import Line
from cluetree.interfaces.tui.notes import NotesScreen
from cluetree.interfaces.tui.set_up import dealt, free_path
from tests.tui.driving import Person, person, with_keyboard


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ("Ann, Bob, Eve", "Ann 6, Bob 6, Eve 6"),
        ("Ann,Bob,Eve,Zoe", "Ann 5, Bob 5, Eve 4, Zoe 4"),
        *((players, players) for players in ("Ann 6, Bob, Eve", "Ann ?, Bob ?", '"Ann 1", Bob')),
        *((players, players) for players in ("Ann, , Eve", "", "Ann Bob Eve")),
    ],
)
def test_cards_are_dealt_to_players_without_hand_sizes(players: str, expected: str) -> None:
    assert dealt(players, 18) == expected


class Form:
    """The form of a new game, and the person who fills it in."""

    def __init__(self, user: Person):
        self.user = user

    def line(self, name: str) -> Line:
        return self.user.app.screen.query_one(f"#{name}", Line)

    @property
    def focused(self) -> str | None:
        return self.user.focused()

    @property
    def cursor(self) -> int:
        assert isinstance(self.user.app.focused, Line)
        return self.user.app.focused.cursor_position

    async def go(self, name: str) -> None:
        self.line(name).focus()
        await self.user.rest()

    async def fill(self, **fields: str) -> None:
        """Fill fields in, in any order, and go to the last one."""
        for name, text in fields.items():
            await self.go(name)
            await self.user.press("end", "ctrl+u")
            await self.user.type(text)
        await self.go(self.user.app.screen.query(Line).last().id or "")

    async def refused(self, says: str, **fields: str) -> None:
        """Fill fields in and submit the form, which is refused."""
        await self.fill(**fields)
        await self.user.type("\n")
        assert says in self.user.text(".error")


@asynccontextmanager
async def form(path: Path | None) -> AsyncIterator[Form]:
    async with person(path, size=(100, 30)) as user:
        yield Form(user)


@pytest.mark.slow
@with_keyboard
async def test_mistake_in_a_field_is_reported_and_nothing_typed_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    async with form(path) as new:
        fields = {"players": "Ann, Bob, Eve", "me": "Zoe", "hand": "pl, ro, ha"}
        await new.refused("unknown player 'Zoe'", **fields)
        assert new.focused == "me"
        await new.refused("hand must have 6 cards, got 3", me="ann")
        assert (new.focused, new.cursor) == ("hand", len("pl, ro, ha")), "the whole field is wrong"
        await new.refused("unknown card 'xyz'", hand="pl, ro, hal, kni, kit, xyz")
        assert new.cursor == len("pl, ro, hal, kni, kit, ")
        players = "Ann 6, Bob 6, Eve 5"
        said = "18 cards are dealt, the hands hold 17"
        await new.refused(said, hand="pl, ro, hal, kni, kit, gre", players=players)
        assert new.cursor == len(players)
        await new.fill(face_up="wrench", answering="a")
        await new.user.press("tab")
        assert not path.exists()
        await new.refused("answering must be 'first' or 'all', got 'a'")
        await new.fill(answering="all")
        await new.user.type("\n")
        assert isinstance(new.user.app.screen, NotesScreen)
        table = new.user.book.table
        assert table.answering is Answering.ALL
        assert [card.name for card in table.face_up] == ["Wrench"]
        assert table.viewpoint == "Ann"
    assert path.exists()


@pytest.mark.slow
@with_keyboard
async def test_typing_replaces_a_default_but_not_typed_text(tmp_path: Path) -> None:
    async with form(tmp_path / "game.clue") as new:
        assert new.line("answering").value == "first"
        for field in ("A game\n", "cluedo-uk\n", "Ann, Bob\n"):
            await new.user.type(field)
        assert new.line("edition").value == "cluedo-uk"
        assert new.line("players").value == "Ann 9, Bob 9"
        await new.user.press("shift+tab", "end")
        await new.user.type(", Eve\n")
        assert new.line("players").value == "Ann 9, Bob 9, Eve"


def test_first_free_name_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("game.clue", "game-2.clue", "game-3.clue"):
        assert free_path() == Path(name)
        Path(name).touch()


@pytest.mark.slow
@with_keyboard
async def test_file_must_be_new_and_possible(tmp_path: Path) -> None:
    there = tmp_path / "there.clue"
    there.write_text("mine", "utf-8")
    async with form(None) as new:
        await new.refused("the file", players="Ann, Bob", file=str(there))
        await new.refused("must end in .clue or .json", file=str(tmp_path / "there.txt"))
        await new.refused("too long", file=f"{'x' * 300}.clue")
        await new.fill(file="~nobody of this name/there.clue")
        await new.user.type("\n")
        assert isinstance(new.user.app.screen, NotesScreen)
        assert "✗ not saved there.clue" in new.user.text("#heading")
    assert there.read_text("utf-8") == "mine"


@pytest.mark.slow
@with_keyboard
async def test_enter_leaves_only_a_valid_field(tmp_path: Path) -> None:
    async with form(tmp_path / "new.clue") as new:
        for field, text, says in (
            ("edition", "clue-mars", "unknown edition 'clue-mars'"),
            ("edition", "clue-us", ""),
            ("players", "", ""),
            ("players", "Ann 6 Bob 6, Eve 6", "a comma is missing after Ann 6"),
            ("players", "Ann Bob Eve", "a comma is missing after Ann"),
            ("players", "Old Ann, Bob, Eve", ""),
            ("me", "Zoe", "unknown player 'Zoe'"),
            ("me", "Old Ann", ""),
            ("hand", "plum rope, hall", "a comma is missing after plum"),
            ("hand", "plum, lead pipe rope", "a comma is missing after lead"),
            ("hand", "mrs. white mrs. peacock", "a comma is missing after mrs. white"),
            ("hand", "plum, xyz", "unknown card 'xyz'"),
        ):
            await new.go(field)
            await new.user.press("end", "ctrl+u")
            await new.user.type(f"{text}\n")
            assert says in new.user.text(".error")
            assert (new.focused == field) is bool(says), text
            if says:
                await new.user.type("x")
                assert not new.user.text(".error"), "it is being corrected"


@pytest.mark.slow
@with_keyboard
async def test_set_up_is_corrected_in_mid_game(path: Path) -> None:
    async with person(path, size=(100, 30)) as user:
        await user.press("f10")
        form = Form(user)
        assert form.line("players").value == "Rosa 5, Tom 5, Mina 4, Jules 4"
        await form.fill(players="Rosa 5, Tom 5, Mina 8")
        await user.type("\n")
        assert "Jules must keep a seat, because entries name this player" in user.text(".error")
        await form.fill(players="Rosa 5, Tom 5, Me 4, Jules 4")
        await user.type("\n")
        assert "must not be “Me”" in user.text(".error")
        await form.fill(players="Rosa 5, Tom 5, Nina 4, Jules 4")
        await user.type("\n")
        assert "Nina" in user.book.table.names
        assert len(user.book) == 27
        assert user.book.answer is not None
        assert "Nina 4" in user.shown()
        await user.press("ctrl+z")
        assert "Mina" in user.book.table.names
