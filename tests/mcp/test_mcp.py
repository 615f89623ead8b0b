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
        "\n1. Ann: Scarlet, Candlestick, Kitchen → Eve shows Kitchen (Bob passed by seat order)"
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


# The faults of the first tools, A1 to A12 in this order


def test_corrected_set_up_keeps_the_entries(file: Path) -> None:
    def set_up(record: str) -> Call:
        return "set_up", {"record": record}

    rob, moved = SEATS.replace("Bob", "Rob"), SEATS.replace("Cid 4, Eve 4", "Eve 4, Cid 4")
    talk(file, new(SEATS), tell("Ann: Scarlet, Candlestick, Kitchen -> Cid shows"))
    *_, named, same, undone = talk(
        file, tell("Bob lacks Rope"), set_up(rob), set_up(rob), ("undo", {})
    )
    assert named.endswith("\nBob is now Rob in 1 entry.")
    assert same == "The set-up is the same: nothing was changed."
    assert undone.endswith("\nRob is now Bob in 1 entry.")
    talk(file, set_up(rob))
    assert [str(event) for event in Notebook.load(file).events[1:]] == ["Rob lacks Rope"]
    sizes, undone, seats, *refusals = talk(
        file,
        set_up(rob.replace("Ann 6, Rob 4", "Ann 6, Rob ?")),
        ("undo", {}),
        set_up(moved.replace("Bob", "Rob")),
        set_up(SEATS),
        set_up(f"{SEATS}\n{CLASH}"),
        set_up(SEATS.replace("Ann 6", "Ann 7")),
    )
    assert "Rob ?, Cid 4" in sizes
    assert "Rob 4, Cid 4" in undone
    assert "Rob 4, Eve 4, Cid 4" in seats
    assert "(Rob and Eve passed by seat order)" in seats
    for refused, why in zip(
        refusals,
        ("Bob", "must have no events", "hand must have 7 cards"),
        strict=True,
    ):
        assert refused.startswith("ERROR")
        assert why in refused, refused
    assert len(Notebook.load(file)) == 2


def test_new_name_of_a_player_is_no_new_card() -> None:
    seats = SEATS.replace("Bob", "Kitchen").replace("Cid", "lacks")
    lines = [SHOWN, "Kitchen lacks Pipe", '"lacks" lacks Pipe']
    renamed = seats.replace("Kitchen 4, lacks 4", "Study 4, holds 4")
    *_, log = talk(
        None, new(seats), *map(tell, lines), ("set_up", {"record": renamed}), ("log", {})
    )
    assert "1. Ann: Scarlet, Candlestick, Kitchen → Eve shows Kitchen (Study and holds" in log
    assert log.endswith("2. Study lacks Pipe\n3. holds lacks Pipe")


@pytest.mark.parametrize(
    "bad", ["rubbish", SET_UP.replace("knife", "knive"), SET_UP.replace("Bob 6", "Bob 5")]
)
def test_failed_new_keeps_the_open_game(file: Path, bad: str) -> None:
    _, _, refused, log = talk(file, new(), tell(SHOWN), new(bad, replace=True), ("log", {}))
    assert refused.startswith("ERROR")
    assert "1. Ann" in log
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_hands_must_add_up() -> None:
    wrong = [SET_UP.replace("Bob 6", "Bob 7"), SET_UP.replace("Bob 6, Eve 6", "Bob 13, Eve ?")]
    for text in talk(None, *map(new, wrong)):
        assert "the hands must add up to the 18 dealt cards, got 19" in text
    face_up = SET_UP.replace("Bob 6", "Bob 5") + "face_up wrench\n"
    assert "ERROR" not in "".join(talk(None, new(face_up), new(SET_UP.replace("Eve 6", "Eve ?"))))


def test_more_suggestions_come_on_request() -> None:
    rooms = {"rooms": "hall, library"}
    asked: list[Call] = [("advise", {"top": top, **rooms}) for top in (3, 5, 20, 500)]
    texts = talk(None, new(), *asked)[1:]
    assert [len(re.findall(r"\d % +\d\.\d\d", text)) for text in texts] == [3, 5, 20, 72]


def test_second_game_is_refused_and_a_replaced_one_is_copied(file: Path) -> None:
    _, _, refused, named, replaced = talk(
        file, new(), tell(SHOWN), new(), new(game="2"), new(SEATS, replace=True)
    )
    assert "1 entry is open" in refused
    assert "second server with another file" in refused
    assert "unknown parameter `game`; valid: record, replace" in named
    assert f"copied to {file}.1.bak" in replaced
    assert len(Notebook.from_clue(Path(f"{file}.1.bak").read_text())) == 1
    assert Notebook.load(file).table.names == ("Ann", "Bob", "Cid", "Eve")


def test_changes_say_what_changed() -> None:
    calls: list[Call] = [
        ("repair", {"number": 2}),
        ("undo", {}),
        ("delete", {"number": 2}),
        ("edit", {"number": 1, "line": "Eve lacks Hall"}),
        ("tell", {"line": "Bob lacks Wrench", "before": 1}),
        ("edit", {"number": 1, "line": "plum rope hall > eve"}),
        *[("undo", {})] * 6,
    ]
    _, first, clash, repaired, undone, deleted, edited, before, nameless, *undos = talk(
        None, new(), tell(SHOWN), tell(CLASH), *calls
    )
    assert "Now known: Eve has Kitchen. Possible answers: 120 → 100." in first
    assert "1 " in clash
    assert "Gone: 2. Bob holds Kitchen.\nEntered: 2. Bob lacks Kitchen." in repaired
    assert "Entered: 2. Bob holds Kitchen." in undone
    assert deleted == "Gone: 2. Bob holds Kitchen.\nNothing new follows yet."
    assert "Entered: 1. Eve lacks Hall." in edited
    assert "No longer certain: Eve has Kitchen" in edited
    assert "Entered: 1. Bob lacks Wrench." in before
    assert "the suggestion must begin with its player, such as 'Ann:'" in nameless
    assert undos[-1] == "There is nothing to undo."
    *_, gone = talk(None, new(), *[tell("Bob lacks Rope")] * 3, ("delete", {"number": 2}))
    assert gone.startswith("Gone: 2. ")


def test_contradictory_log_points_to_the_repairs(capfd: pytest.CaptureFixture[str]) -> None:
    asked: dict[str, dict[str, object]] = {
        "sheet": {},
        "advise": {},
        "rivals": {},
        "review": {},
        "card_to_show": {"asker": "Bob", "cards": "plum, rope, kitchen"},
        "why": {"player": "Eve", "card": "kitchen"},
    }
    _, _, clash, *texts, check = talk(
        None, new(), tell(SHOWN), tell(CLASH), *asked.items(), ("check", {})
    )
    texts += talk(None, new(f"{SET_UP}\n{SHOWN}\n{CLASH}"))
    assert "Bob passed on Kitchen in entry 1, but Bob has Kitchen (entry 2)." in clash
    assert clash.partition("\n")[2] == check
    *_, both, one = talk(
        None, new(), tell(SHOWN), tell(CLASH), tell("Bob holds rope"), ("repair", {"number": 1})
    )
    for words in ("Bob has Kitchen", "Bob has Rope", "No single change is enough.", "\n 3 "):
        assert words in both
    assert "Repairs, likeliest first:" in one
    for text in texts:
        assert "Entries 1 and 2 contradict each other. Call `check`" in text
    assert capfd.readouterr().err == ""


def test_errors_name_the_parameter() -> None:
    calls: list[Call] = [("advise", {name: "hall, cellar"}) for name in ("room", "rooms")]
    *_, refused, room, cellar = talk(None, new(), ("log", {"colour": 1}), *calls)
    assert refused == "ERROR colour: unknown parameter `colour`; valid: none"
    assert room == "ERROR room: unknown parameter `room`: did you mean `rooms`? valid: rooms, top"
    assert cellar == "ERROR rooms: unknown card 'cellar'"


def test_every_documented_line_can_be_entered() -> None:
    examples = re.findall(r"^    (.*)", INSTRUCTIONS, re.MULTILINE)
    texts = talk(None, new("\n".join(examples[:4])), *map(tell, examples[4:]))
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


def test_control_characters_of_names_are_refused() -> None:
    (text,) = talk(None, new('edition clue-us\nplayers "A\\nB" 9, "C\\u001b" 9\n'))
    assert text.startswith("ERROR")
    assert "must have no control characters" in text
    assert "\x1b" not in text


def test_internal_error_names_no_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Notebook, "advise", lambda *_, **__: Path("/secret/x").read_bytes())
    _, text = talk(None, new(), ("advise", {}))
    assert text == "ERROR internal error of the server; see its log"


# The page


def test_documented_conversation_is_current() -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "use-it-from-an-assistant.md"
    (shown,) = re.findall(r"```text\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    calls = re.findall(r"^(\w+) (\{.*)$", shown, re.MULTILINE)
    texts = talk(None, *((name, json.loads(arguments)) for name, arguments in calls))
    replies = (re.sub("^(?=.)", "    ", text, flags=re.MULTILINE) for text in texts)
    pairs = zip(calls, replies, strict=True)
    current = "".join(f"{name} {arguments}\n{reply}\n" for (name, arguments), reply in pairs)
    assert shown == current
