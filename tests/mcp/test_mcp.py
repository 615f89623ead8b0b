"""Tools for an assistant, called by the client of the protocol's official SDK."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

import anyio
import pytest
from mcp import Client, StdioServerParameters, types
from mcp.server import Server

from cluetree import Notebook, record
from cluetree.interfaces.mcp import INSTRUCTIONS, server

SET_UP: Final = """\
edition clue-us
players Ann 6, Bob 6, Eve 6
me Ann
hand mustard, knife, rope, hall, study, lounge
"""
SEATS: Final = SET_UP.replace("Ann 6, Bob 6, Eve 6", "Ann 6, Bob 4, Cid 4, Eve 4")
SHOWN: Final = "Ann: Scarlet, Candlestick, Kitchen -> Eve shows Kitchen"
CLASH: Final = "Bob holds Kitchen"
GAME: Final = Path(__file__).parents[2] / "examples" / "friday.clue"
PAGE: Final = Path(__file__).parents[2] / "docs" / "how-to" / "use-it-from-an-assistant.md"
DOCUMENTED: Final = PAGE.read_text("utf-8").partition("```text\n")[2].partition("```")[0]
TESTED: Final = Path(__file__).with_name("conversations.txt").read_text("utf-8").split("\n# ")[1:]

Call: TypeAlias = tuple[str, dict[str, object]] | Callable[[], object]


def new(set_up: str = SET_UP, **more: object) -> Call:
    return "new", {"record": set_up, **more}


def tell(line: str) -> Call:
    return "tell", {"line": line}


async def call(client: Client, name: str, arguments: dict[str, object]) -> str:
    result = await client.call_tool(name, arguments)
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    assert result.structured_content is None, "a result is sent once"
    return f"ERROR {content.text}" if result.is_error else content.text


def talk(to: Path | Server[object] | StdioServerParameters | None, *calls: Call) -> list[str]:
    """Call tools and functions in order; return the texts of the tools."""
    texts: list[str] = []

    async def run() -> None:
        of = to if isinstance(to, Server | StdioServerParameters) else server(to)
        async with Client(of) as client:
            for each in calls:
                if isinstance(each, tuple):
                    texts.append(await call(client, *each))
                else:
                    each()

    asyncio.run(run())
    return texts


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.clue"


# A whole game


@pytest.mark.slow
def test_whole_game_over_stdio_with_a_slip_and_a_restart(file: Path) -> None:
    game = record.load(GAME)
    lines = [record.dumps_clue_event(event, game.table) for event in game.events]
    wrong = [*lines[:4], f"{lines[4].partition(' -> ')[0]} -> nobody", *lines[5:12]]
    process = StdioServerParameters(
        command=sys.executable, args=["-m", "cluetree", "mcp", str(file)]
    )
    set_up = record.dumps_clue(replace(game, events=()))
    *_, advice = talk(process, new(set_up), *map(tell, wrong), ("advise", {"top": 4}))
    assert "Best: " in advice
    first, *texts, check = talk(process, ("log", {}), *map(tell, lines[12:]), ("check", {}))
    assert "\n12. " in first
    assert sum("Repairs, likeliest first" in text for text in texts)
    assert "entry 5: Mina shows Mr. Green, not passes" in check
    edited, why = talk(
        process,
        ("edit", {"number": 5, "line": lines[4]}),
        ("why", {"player": "envelope", "card": "rope"}),
    )
    assert "Gone: 5. Rosa: Green, Pipe, Lounge → nobody." in edited
    assert "Mrs. White, Rope, Billiard Room" in edited
    assert "Envelope holds Rope." in why
    assert Notebook.load(file).events == game.events


@pytest.mark.slow
def test_server_ends_with_its_input_during_a_slow_question() -> None:
    client = {"name": "test", "version": "1"}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    seats = ", ".join(f"P{number} {3 if number < 8 else 2}" for number in range(1, 11))
    set_up = f"edition master-detective\nplayers {seats}\nme P1\nhand mustard, rope, kitchen\n"
    requests: list[dict[str, object]] = [
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {
            "id": 2,
            "method": "tools/call",
            "params": {"name": "new", "arguments": {"record": set_up}},
        },
        {"id": 3, "method": "tools/call", "params": {"name": "rivals"}},
    ]
    done = subprocess.run(
        [sys.executable, "-m", "cluetree", "mcp"],
        check=False,
        input="".join(f"{json.dumps({'jsonrpc': '2.0', **each})}\n" for each in requests),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")


# The file


def test_change_at_the_moment_of_saving_is_not_overwritten(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Notebook.tell

    def meanwhile(*args: object) -> None:
        whole(*args)  # type: ignore[arg-type]
        file.write_text(f"{SET_UP}\nBob lacks Rope\n")

    talk(file, new())
    monkeypatch.setattr(Notebook, "tell", meanwhile)
    refused, log = talk(file, tell(SHOWN), ("log", {}))
    assert "another program has changed the file" in refused
    assert log.endswith("\n1. Bob lacks Rope")


def test_comments_of_a_person_are_kept_in_a_copy(file: Path) -> None:
    file.write_text(f"# Friday\n{SET_UP}")
    first, second = talk(file, tell(SHOWN), tell("Bob lacks Rope"))
    assert f"copied to {file}.1.bak" in first
    assert "copied" not in second
    assert Path(f"{file}.1.bak").read_text().startswith("# Friday")


def test_change_that_cannot_be_saved_is_not_made(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    talk(file, new(), tell(SHOWN), tell("Bob lacks Rope"), ("undo", {}))
    before = file.read_bytes()
    calls: list[Call] = [tell(CLASH), ("delete", {"number": 1}), new(replace=True), ("log", {})]
    with monkeypatch.context() as patch:
        patch.setattr("cluetree.record._files._replace_file", full)
        *refusals, log = talk(file, *calls)
    for refused in refusals:
        assert refused.startswith("ERROR")
        assert refused.endswith("cannot write the file: no space left on device")
    assert log.endswith(
        "\n1. Ann: Scarlet, Candlestick, Kitchen → Eve shows Kitchen # Bob passed by seat order"
    )
    assert file.read_bytes() == before


def test_unreadable_file_is_described_and_can_be_replaced(file: Path) -> None:
    file.write_text("edition clue-us\nplayers 7\n")
    assert f"The file cannot be used: {file}:2" in (server(file).instructions or "")
    log, refused, opened = talk(file, ("log", {}), new(), new(replace=True))
    assert f"ERROR {file}:2" in log
    assert "correct the file" in refused
    assert f"copied to {file}.1.bak" in opened
    folder = file.with_name("folder.clue")
    folder.mkdir()
    (refused,) = talk(folder, new())
    assert "cannot read the file: is a directory" in refused


def test_two_servers_share_a_file(file: Path) -> None:
    async def run() -> None:
        async with Client(server(file)) as one, Client(server(file)) as other:
            await call(one, "new", {"record": SET_UP})
            await call(one, "tell", {"line": SHOWN})
            assert "1. Ann" in await call(other, "log", {})
            await call(other, "tell", {"line": "Bob lacks Rope"})
            refused = await call(one, "tell", {"line": "Eve lacks Rope"})
            assert "another program has changed the file" in refused
            assert "2. Bob" in await call(one, "log", {})
            async with anyio.create_task_group() as group:
                for name in ("Bob", "Eve"):
                    arguments: dict[str, object] = {"line": f"{name} lacks Knife"}
                    group.start_soon(call, one, "tell", arguments)

    asyncio.run(run())
    assert len(Notebook.load(file)) == 4


def test_replaced_game_is_copied(file: Path) -> None:
    *_, failed, replaced = talk(
        file, new(), tell(SHOWN), new("rubbish", replace=True), new(SEATS, replace=True)
    )
    assert failed.startswith("ERROR")
    assert f"copied to {file}.1.bak" in replaced
    assert len(Notebook.from_clue(Path(f"{file}.1.bak").read_text())) == 1
    assert Notebook.load(file).table.names == ("Ann", "Bob", "Cid", "Eve")
    assert len([*file.parent.iterdir()]) == 2


# Conversations


@pytest.mark.parametrize(
    "shown", [f"documented\n\n{DOCUMENTED}", *TESTED], ids=lambda text: re.split(r"\W", text)[0]
)
def test_conversation_is_current(shown: str) -> None:
    shown = shown.partition("\n\n")[2]
    for name, set_up in (("<three>", SET_UP), ("<four>", SEATS)):
        shown = shown.replace(f'"{name}"', json.dumps(set_up))
    calls = re.findall(r"^(\w+) (\{.*)$", shown, re.MULTILINE)
    texts = talk(None, *((name, json.loads(arguments)) for name, arguments in calls))
    replies = (re.sub("^(?=.)", "    ", text, flags=re.MULTILINE) for text in texts)
    pairs = zip(calls, replies, strict=True)
    current = "".join(f"{name} {arguments}\n{reply}\n" for (name, arguments), reply in pairs)
    assert re.fullmatch(re.escape(shown).replace(r"\.\.\.", ".*"), current, re.DOTALL), current


def test_every_documented_line_can_be_entered() -> None:
    examples = re.findall(r"^    (.*)", INSTRUCTIONS, re.MULTILINE)
    read: Call = "read", {"lines": "\n".join(("- Bob has plmu", *examples[4:]))}
    texts = talk(None, new("\n".join(examples[:4])), read, *map(tell, examples[4:]))
    assert "\n2. Ann: White, Pipe, Study → nobody passes, Eve shows White\n" in texts[1]
    assert texts[1].endswith(
        "\nline 1, column 11: unknown card 'plmu': did you mean Professor Plum?"
    )
    assert "Entered: 1. Bob: Plum, Rope, Hall" in texts[2]
    assert [text for text in texts if text.startswith("ERROR")] == []


# The list of tools


def test_tools_are_short_and_say_what_they_change() -> None:
    async def run() -> None:
        async with Client(server()) as client:
            listed = await client.list_tools()
            hints = {tool.name: tool.annotations for tool in listed.tools}
            changing = {name for name, each in hints.items() if each and not each.read_only_hint}
            assert changing == {"new", "set_up", "tell", "edit", "delete", "repair", "undo"}
            adding = {name for name, each in hints.items() if each and not each.destructive_hint}
            assert adding & changing == {"tell"}
            assert not any(tool.input_schema["additionalProperties"] for tool in listed.tools)
            assert len(listed.model_dump_json(by_alias=True, exclude_none=True)) < 5_500

    asyncio.run(run())


def test_internal_error_names_no_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Notebook, "advise", lambda *_, **__: Path("/secret/x").read_bytes())
    _, text = talk(None, new(), ("advise", {}))
    assert text == "ERROR internal error of the server; see its log"
