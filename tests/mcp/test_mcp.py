"""Tools for an assistant, called by the client of the protocol's own library."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from mcp import types
from mcp.client import Client

from cluetree.interfaces.mcp import INSTRUCTIONS, server
from cluetree.notebook import Notebook

SET_UP = "\n".join(line.strip() for line in INSTRUCTIONS.splitlines() if line.startswith("    "))
LINES = (
    "Ann: Scarlet, Candlestick, Kitchen -> Bob passes, Eve shows Kitchen",
    "Bob: White, Wrench, Library -> Eve shows",
)


def talk(file: Path | None, chat: Callable[[Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Client(server(file)) as client:
            await chat(client)

    asyncio.run(run())


async def call(client: Client, name: str, **arguments: object) -> str:
    """Call a tool, and return its text."""
    found = await client.call_tool(name, arguments)
    (content,) = found.content
    assert isinstance(content, types.TextContent)
    return f"ERROR {content.text}" if found.is_error else content.text


def test_whole_game_with_a_slip_and_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "game.clue"

    async def begin(client: Client) -> None:
        assert "Ann 6, Bob 6, Eve 6" in await call(client, "new", record=SET_UP)
        said = await call(client, "tell", line=LINES[0])
        assert said == "Now known: Eve has Kitchen. Envelope: 120 → 100."
        await call(client, "tell", line=LINES[1])
        assert "Bob passed on Kitchen in entry 1" in await call(
            client, "tell", line="Bob holds Kitchen"
        )
        assert await call(client, "repair", number=2) == "Done."

    async def resume(client: Client) -> None:
        assert "3. Bob lacks Kitchen" in await call(client, "log")
        await call(client, "edit", number=3, line="")
        assert "Eve showed Kitchen" in await call(client, "why", player="Eve", card="kitchen")
        for name in ("sheet", "advise", "rivals", "check", "review"):
            assert await call(client, name)
        assert "Knife" in await call(
            client, "card_to_show", asker="Bob", cards=["plum", "knife", "hall"]
        )
        refused = await call(client, "new", record=SET_UP)
        assert refused.startswith("ERROR")
        await call(client, "new", record=SET_UP, replace=True)

    talk(file, begin)
    assert len(Notebook.load(file)) == 3
    talk(file, resume)
    assert len(Notebook.load(file)) == 0


def test_entries_of_another_program_are_read_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "game.clue"

    async def chat(client: Client) -> None:
        await call(client, "new", record=SET_UP)
        book = Notebook.load(file)
        book.lacks("Bob", "rope")
        book.save(file)
        assert "another program" in await call(client, "tell", line=LINES[0])
        await call(client, "tell", line=LINES[0])
        assert "2. Ann" in await call(client, "log")

    talk(file, chat)


def test_change_that_cannot_be_saved_is_not_made(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()

    async def chat(client: Client) -> None:
        await call(client, "new", record=SET_UP)
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
        assert "cannot write the file" in await call(client, "tell", line=LINES[0])
        assert "1." not in await call(client, "log")

    talk(folder / "game.clue", chat)


def test_errors_are_in_plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("/secret")

    async def chat(client: Client) -> None:
        assert "open one with `new`" in await call(client, "tell", line="x")
        await call(client, "new", record=SET_UP)
        assert "did you mean Mrs. White" in await call(client, "why", player="Eve", card="whte")
        monkeypatch.setattr(Notebook, "advise", broken)
        assert "secret" not in await call(client, "advise")

    talk(None, chat)


def test_tools_are_short_and_say_what_they_change() -> None:
    async def chat(client: Client) -> None:
        tools = (await client.list_tools()).tools
        changing = {t.name for t in tools if t.annotations and not t.annotations.read_only_hint}
        assert changing == {"new", "tell", "edit", "repair", "undo"}
        assert sum(len(tool.model_dump_json()) for tool in tools) < 6000

    talk(None, chat)
