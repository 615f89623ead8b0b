"""The tools of an assistant, called by the client of the official SDK."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import anyio
import pytest
from mcp import Client, StdioServerParameters, types

from cluetree import Notebook
from cluetree.interfaces.mcp import AssistantGames, server, tools
from cluetree.operations import OPERATIONS
from tests.rpc.client import CLASH, SET_UP, SHOWN
from tests.rpc.validator import Validator

LINES: Final = (
    "Ann: White, Rope, Hall -> Bob shows White",
    "Bob: Peacock, Rope, Library -> Ann shows Rope",
    "Eve: White, Wrench, Dining -> Bob shows",
    "Ann: Scarlet, Pipe, Conservatory -> nobody",
)


def talk(games: AssistantGames, chat: Callable[[Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Client(server(games)) as client:
            await chat(client)

    asyncio.run(run())


def text_of(result: types.CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text


async def call(client: Client, name: str, **arguments: object) -> Any:  # noqa: ANN401 -- JSON
    result = await client.call_tool(name, arguments)
    assert not result.is_error, text_of(result)
    return json.loads(text_of(result))


async def refused(client: Client, name: str, **arguments: object) -> str:
    result = await client.call_tool(name, arguments)
    assert result.is_error
    return text_of(result)


def test_every_operation_is_a_tool() -> None:
    async def chat(client: Client) -> None:
        found = (await client.list_tools()).tools
        assert {tool.name for tool in found} == set(OPERATIONS)
        assert {tool.name for tool in found if not tool.description} == set()

    talk(AssistantGames(), chat)


def test_schemas_are_complete() -> None:
    arguments = {"record": {**SET_UP, "events": [SHOWN]}, "event": SHOWN, "number": 1}
    for tool in tools():
        validator = Validator(tool.input_schema)
        schema = {key: part for key, part in tool.input_schema.items() if key != "$defs"}
        given = {name: arguments[name] for name in schema["properties"] if name in arguments}
        if set(schema["required"]) <= set(given):
            assert list(validator.troubles(given, schema)) == [], tool.name
            assert list(validator.troubles({**given, "colour": 1}, schema)), tool.name


async def play(client: Client) -> None:
    """A whole game: set-up, events, a contradiction repaired, advice, a proof, the answer."""
    assert (await call(client, "new", record=SET_UP))["game"] == "1"
    for line in LINES[:2]:
        await call(client, "tell", event=line)
    assert (await call(client, "answer"))["answer"] is None
    best = (await call(client, "advise", top=1))["suggestions"][0]
    assert best["gain"] > 0
    await call(client, "tell", event="Bob holds Rope")
    assert (await call(client, "answer"))["consistent"] is False
    assert (await call(client, "conflicts"))["sets"] == [[3]]
    assert (await call(client, "repairs"))["repairs"]
    await call(client, "repair", number=1)
    assert (await call(client, "answer"))["consistent"] is True
    await call(client, "undo")
    await call(client, "delete", number=3)
    for line in LINES[2:]:
        await call(client, "tell", event=line)
    proof = await call(client, "why", player="envelope", card="pipe")
    assert proof["fact"] == {"player": "envelope", "card": "Lead Pipe", "holds": True}
    assert proof["steps"]
    found = await call(client, "answer")
    assert found["answer"] == ["Miss Scarlet", "Lead Pipe", "Conservatory"]


@pytest.mark.slow
def test_whole_game_over_pipes(tmp_path: Path) -> None:
    file = tmp_path / "game.clue"
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "cluetree", "mcp", str(file)]
    )

    async def run() -> None:
        async with Client(command) as client:
            await play(client)
        async with Client(command) as client:
            log = await call(client, "events")
            assert [len(log["events"]), log["game"]] == [len(LINES), "1"]

    asyncio.run(run())
    assert len(Notebook.load(file)) == len(LINES)


def test_other_games_are_not_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.json"

    async def chat(client: Client) -> None:
        await call(client, "new", record=SET_UP)
        await call(client, "tell", event=LINES[0])
        other = await call(client, "suppose", events=CLASH)
        assert (await call(client, "answer", game=other["game"]))["consistent"] is False
        assert (await call(client, "answer"))["consistent"] is True
        await call(client, "undo", game=other["game"])

    talk(AssistantGames(file), chat)
    assert len(Notebook.load(file)) == 1


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("tell", {"event": "Bob holds Librry"}, "did you mean Library?"),
        ("why", {"player": "Zoe", "card": "rope"}, "player: unknown player 'Zoe'"),
        ("delete", {"number": 5}, "number: must be at most 0, got 5"),
        ("answer", {"game": "2"}, "no game '2' is open; open games: 1"),
        ("answer", {"gaem": "1"}, "unknown field `gaem`"),
        ("rivals", {"samples": "many"}, "samples: expected `int`"),
        ("load", {"path": "x.clue"}, "no directory"),
        ("nothing", {}, "unknown tool 'nothing'"),
    ],
)
def test_errors_are_in_plain_words(name: str, arguments: dict[str, object], message: str) -> None:
    async def chat(client: Client) -> None:
        await call(client, "new", record=SET_UP)
        assert message in await refused(client, name, **arguments)

    talk(AssistantGames(), chat)


@pytest.mark.slow
def test_limit_holds_and_a_slow_tool_can_be_cancelled() -> None:
    async def chat(client: Client) -> None:
        await call(client, "new", record=SET_UP)
        assert "0 states" in await refused(client, "advise", limit={"states": 0})
        with anyio.move_on_after(0.05) as scope:
            await client.call_tool("rivals", {"samples": 100_000, "limit": {"seconds": 1}})
        assert scope.cancelled_caught
        await call(client, "tell", event=LINES[0])

    talk(AssistantGames(), chat)


@pytest.mark.slow
def test_unreadable_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "game.clue"
    file.write_text("nonsense")
    done = subprocess.run(
        [sys.executable, "-m", "cluetree", "mcp", str(file)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "game.clue:1" in done.stderr
