"""The tools of an assistant, called by the client of the official SDK."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import anyio
import pytest
from mcp import Client, StdioServerParameters, types

from cluetree import Notebook, record
from cluetree.errors import RecordError
from cluetree.interfaces.mcp import server
from cluetree.interfaces.mcp.games import AssistantGames
from cluetree.interfaces.mcp.tools import MOST_CHARACTERS, tools
from cluetree.operations import OPERATIONS
from tests.rpc.client import CLASH, SET_UP, SHOWN, Answer
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
    found = json.loads(text_of(result))
    assert found == result.structured_content
    if not arguments.get("full"):
        assert len(text_of(result)) <= MOST_CHARACTERS
    return found


async def refused(client: Client, name: str, **arguments: object) -> str:
    result = await client.call_tool(name, arguments)
    assert result.is_error
    return text_of(result)


def test_every_operation_is_a_tool() -> None:
    async def chat(client: Client) -> None:
        found = (await client.list_tools()).tools
        assert {tool.name for tool in found} == set(OPERATIONS) - {"load"}  # no directory
        assert {tool.name for tool in found if not tool.description} == set()

    talk(AssistantGames(), chat)


def test_schemas_are_complete() -> None:
    arguments = {"record": {**SET_UP, "events": [SHOWN]}, "event": SHOWN, "number": 1}
    for tool in tools(files=True):
        validator = Validator(tool.input_schema)
        schema = {key: part for key, part in tool.input_schema.items() if key != "$defs"}
        given = {name: arguments[name] for name in schema["properties"] if name in arguments}
        if set(schema["required"]) <= set(given):
            assert list(validator.troubles(given, schema)) == [], tool.name
            assert list(validator.troubles({**given, "colour": 1}, schema)), tool.name


GAME: Final = Path(__file__).parents[2] / "examples" / "friday.clue"


def lines_of(file: Path) -> tuple[str, list[str]]:
    """Return the set-up of a record, and the lines of its events."""
    game = record.load(file)
    events = [record.dumps_clue_event(event, game.table) for event in game.events]
    return record.dumps_clue(replace(game, events=())), events


@pytest.mark.slow
def test_whole_game_with_a_slip_and_a_restart(tmp_path: Path) -> None:
    file, (set_up, lines) = tmp_path / "game.clue", lines_of(GAME)
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "cluetree", "mcp", str(file)]
    )
    # The slip: a pass of the player who shows in truth.
    slip = 4
    wrong = lines[slip].replace(" -> ", " -> nobody #").partition(" #")[0]

    async def begin(client: Client) -> None:
        assert "No game is open" in (client.instructions or "")
        assert (await call(client, "new", record=set_up))["game"] == "1"
        for line in (*lines[:slip], wrong, *lines[slip + 1 : 12]):
            await call(client, "tell", event=line)
        best = await call(client, "advise")
        assert 0 < len(best["suggestions"]) <= 5
        assert best["words"]["parts"]

    async def go_on(client: Client) -> None:
        assert "12 entries" in (client.instructions or "")
        effect: Answer = {}
        for line in lines[12:]:
            effect = (await call(client, "tell", event=line))["effect"]
            if not effect["consistent"]:
                assert "contradict" in effect["text"]
                assert effect["repairs"]
                effect = (await call(client, "edit", number=slip + 1, event=lines[slip]))["effect"]
            assert effect["consistent"]
        found = await call(client, "answer")
        assert found["answer"] == effect["answer"]
        said = await call(client, "explain", player="envelope", card=found["answer"][0])
        assert said["short"][-1][-1].endswith(".")

    async def run() -> None:
        for chat in (begin, go_on):
            async with Client(command) as client:
                await chat(client)

    asyncio.run(run())
    assert Notebook.load(file).events == Notebook.load(GAME).events


def test_results_and_tools_are_short() -> None:
    set_up, lines = lines_of(GAME)

    async def chat(client: Client) -> None:
        await call(client, "new", record=set_up)
        for line in lines:
            await call(client, "tell", event=line)
        for name in ("beliefs", "advise", "events", "steps", "tree", "review", "save", "editions"):
            await call(client, name)  # its length is verified there
        whole = await call(client, "events", full=True)
        short = await call(client, "events")
        assert short["events"] == whole["events"][: len(short["events"])]
        assert short["omitted"]["events"] == len(lines) - len(short["events"])
        listed = (await client.list_tools()).model_dump_json(by_alias=True, exclude_none=True)
        assert len(listed) <= 25_000

    talk(AssistantGames(), chat)


def test_new_game_replaces_another_only_on_request(tmp_path: Path) -> None:
    file = tmp_path / "game.clue"

    async def chat(client: Client) -> None:
        await call(client, "new", record=SET_UP)
        await call(client, "tell", event=LINES[0])
        kept = file.read_bytes()
        assert "Game 1 is open: Ann (6), Bob (6) and Eve (6), 1 entry" in await refused(
            client, "new", record=SET_UP
        )
        await call(client, "new", record=SET_UP, replace=True)
        await call(client, "tell", event=LINES[1])
        assert (tmp_path / "game.clue.1.bak").read_bytes() == kept
        await call(client, "close")
        await call(client, "new", record=SET_UP)
        assert (tmp_path / "game.clue.2.bak").exists()

    talk(AssistantGames(file), chat)
    assert len(Notebook.load(file)) == 0


def test_another_program_s_entries_are_read_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "game.clue"
    Notebook.from_json(json.dumps({"format": "cluetree/1", **SET_UP, "events": []})).save(file)

    async def chat(client: Client) -> None:
        async with Client(server(AssistantGames(file))) as other:
            await call(client, "tell", event=LINES[0])
            assert len((await call(other, "events"))["events"]) == 1
            await call(other, "tell", event=LINES[1])
            said = await refused(client, "tell", event=LINES[2])
            assert "another program has changed the file" in said
            assert "2 entries" in said
            await call(client, "tell", event=LINES[2])

    talk(AssistantGames(file), chat)
    assert len(Notebook.load(file)) == 3


def test_change_that_cannot_be_saved_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.clue"

    def full(_book: Notebook, path: Path) -> None:
        raise RecordError("cannot write the file: no space left on device", str(path))

    async def chat(client: Client) -> None:
        await call(client, "new", record=SET_UP)
        await call(client, "tell", event=LINES[0])
        with monkeypatch.context() as patched:
            patched.setattr(Notebook, "save", full)
            assert "no space left" in await refused(client, "tell", event=LINES[1])
            assert "no space left" in await refused(client, "new", record=SET_UP, replace=True)
        assert len((await call(client, "events"))["events"]) == 1
        await call(client, "undo")
        await call(client, "redo")

    talk(AssistantGames(file), chat)
    assert len(Notebook.load(file)) == 1


def test_tools_say_what_they_change() -> None:
    hints = {tool.name: tool.annotations for tool in tools(files=True)}
    reading = {name for name, each in hints.items() if each and each.read_only_hint}
    assert not reading & {"save", "suppose", "tell", "new", "close", "load", "repair"}
    assert {"why", "advise", "events", "games", "meaning"} <= reading


def test_sheet_is_a_resource_and_tasks_are_prompts() -> None:
    async def chat(client: Client) -> None:
        await call(client, "new", record=SET_UP)
        (each,) = (await client.list_resources()).resources
        (content,) = (await client.read_resource(each.uri)).contents
        assert isinstance(content, types.TextResourceContents)
        assert "Mustard" in content.text
        for prompt in (await client.list_prompts()).prompts:
            assert (await client.get_prompt(prompt.name)).messages

    talk(AssistantGames(), chat)


@pytest.mark.slow
def test_server_ends_with_its_input() -> None:
    command = [sys.executable, "-m", "cluetree", "mcp"]
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}}
    asked = [
        ("initialize", {**hello, "clientInfo": {"name": "test", "version": "1"}}),
        ("tools/call", {"name": "new", "arguments": {"record": SET_UP}}),
        ("tools/call", {"name": "rivals", "arguments": {"samples": 100_000, "limit": {}}}),
    ]
    lines = [
        {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        for number, (method, params) in enumerate(asked)
    ]
    lines.insert(1, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    done = subprocess.run(
        command, check=False, input=text, capture_output=True, encoding="utf-8", timeout=60
    )
    assert done.returncode == 0, done.stderr


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
        ("answer", {"gaem": "1"}, "unknown field `gaem`: valid fields are language, game"),
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


def test_internal_error_names_no_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AssistantGames, "call", lambda *_: Path("/secret/x").read_bytes())

    async def chat(client: Client) -> None:
        assert await refused(client, "games") == "An internal error of the server."

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


HOW_TO: Final = Path(__file__).parents[2] / "docs" / "how-to" / "use-it-from-an-assistant.md"
RECORD: Final = (
    "edition clue-us\nplayers Ann 6, Bob 6, Eve 6\nme Ann\n"
    "hand mustard, knife, rope, hall, study, lounge"
)
CONVERSATION: Final[tuple[tuple[str, dict[str, object]], ...]] = (
    ("new", {"record": RECORD}),
    ("tell", {"event": "Ann: white, pipe, kitchen -> Bob shows white"}),
    ("tell", {"event": "Bob: plum, rope, library -> Eve passes, Ann shows rope"}),
    ("tell", {"event": "Eve: plum, wrench, library -> Bob shows"}),
    ("advise", {"rooms": ["ballroom"], "top": 1}),
    ("tell", {"event": "Ann: green, pipe, ballroom -> Eve shows pipe"}),
    ("undo", {}),
    ("tell", {"event": "Ann: green, pipe, ballroom -> nobody"}),
    ("tell", {"event": "Eve holds pipe"}),
    ("delete", {"number": 5}),
    ("explain", {"player": "Bob", "card": "plum"}),
    ("answer", {}),
)


def sentences(found: Answer) -> list[str]:
    """Return the sentences of a result."""
    effect, words = found.get("effect", {}), found.get("words", {})
    said = [effect.get("text", ""), effect.get("hint", ""), *effect.get("repairs", ())]
    said += [found.get("claim", ""), *(one for point in found.get("short", ()) for one in point)]
    said += [
        ", ".join(found.get("answer") or ()),
        words.get("text", ""),
        *(part.get("text", "") for part in words.get("parts", ())),
    ]
    return [one for one in said if one]


def test_documented_conversation_is_current() -> None:
    """Write what this test prints into the page."""
    lines: list[str] = []

    async def chat(client: Client) -> None:
        for name, arguments in CONVERSATION:
            lines.append(f"{name} {json.dumps(arguments)}")
            lines.extend(f"    {one}" for one in sentences(await call(client, name, **arguments)))

    talk(AssistantGames(), chat)
    said = "\n".join(lines)
    assert f"```text\n{said}\n```" in HOW_TO.read_text(encoding="utf-8"), said
