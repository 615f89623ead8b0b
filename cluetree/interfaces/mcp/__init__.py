"""A notebook for a language model: tools of the Model Context Protocol, which answer with text."""

import asyncio
import logging
import signal
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final, cast

import anyio
import msgspec
from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server

import cluetree
from cluetree.errors import ClueError
from cluetree.interfaces.mcp.notes import Notes
from cluetree.interfaces.rpc.session import LONGEST_WORK
from cluetree.limit import Meter
from cluetree.operations import Operation
from cluetree.operations.registry import invalid_params

_log: Final = logging.getLogger("cluetree.mcp")

INSTRUCTIONS: Final = """\
A detective's notebook for the board game Clue (Cluedo). Tell it what happens at the table; it
proves what follows, computes exact probabilities and advises what to do. Never deduce anything
yourself. `new` opens a game from the text of a .clue file without events. List the players
clockwise, in seat order: a player between the asker and the player who shows has passed.
    edition clue-us
    players Ann 6, Bob 6, Eve 6
    me Ann
    hand mustard, knife, rope, hall, study, lounge
Cards that everyone can see go in a further line, such as `face_up pipe, library`; the number of
cards that lie face down and belong to nobody in another, such as `face-down 3`.
If the player on the asker's right is asked first, add the line `answers anticlockwise`; ask the
player if passes do not fit the seats.
Then `tell` one event at a time:
    Bob: plum, rope, hall -> Eve shows
    Ann: white, pipe, study -> Bob passes, Eve shows White
    Eve: green, knife, hall -> nobody
    Bob: white, rope, study -> somebody shows
    Bob accuses Plum, Rope, Hall: wrong
    Eve holds Rope
    Bob lacks Hall
    Bob holds one of Rope, Hall
    Bob holds at most 2 of Rope, Hall, Plum
    Bob or Eve holds White
    nobody holds Green
    Eve asks Bob: pipe, ballroom -> no
    Eve saw a card of Bob
    Bob: sorry, entry 2
The last takes back a pass. End a fact with `(only me)` if no other player learned it. An
accusation can be `1 right`, an answer to a question `yes`, `no`, `shows` or `shows White`.
The reply repeats the entry and says what became certain. If the log has become contradictory, it
lists repairs: ask the player which is right, then call `repair`. A server keeps one game: for a
second game at the same time, start another server with another file. Answers are in English.
"""

_REPEATABLE: Final = ("new", "set_up", "edit")
"""Changes that have no further effect when they are repeated."""
_REPLACING: Final = (*_REPEATABLE, "delete", "repair", "undo")
"""Changes that do not only add."""
_TOOLS: Final = {
    name: Operation.of(tool)
    for name, tool in vars(Notes).items()
    if callable(tool) and not name.startswith("_")
}
_PARAMS: Final = {name: tool.struct() for name, tool in _TOOLS.items()}


def _tool(tool: Operation) -> types.Tool:
    """Describe a tool for the model, without the titles that msgspec adds."""
    schemas = msgspec.json.schema(_PARAMS[tool.name])["$defs"].values()
    (schema,) = cast("list[dict[str, object]]", [*schemas])
    is_question = tool.name not in (*_REPLACING, "tell")
    return types.Tool(
        name=tool.name,
        description=" ".join(tool.description.split()),
        input_schema={k: v for k, v in schema.items() if k not in {"title", "description"}},
        annotations=types.ToolAnnotations(
            read_only_hint=is_question,
            destructive_hint=None if is_question else tool.name in _REPLACING,
            idempotent_hint=None if is_question else tool.name in _REPEATABLE,
            open_world_hint=False,
        ),
    )


def _answer(notes: Notes, name: str, arguments: Mapping[str, object], meter: Meter) -> str:
    """Run a tool, one at a time."""
    if name not in _TOOLS:
        raise ClueError(f"unknown tool {name!r}; valid: {', '.join(_TOOLS)}")
    try:
        asked = msgspec.convert(arguments, _PARAMS[name], strict=False)
    except msgspec.ValidationError as error:
        raise invalid_params(error, _PARAMS[name]) from None
    with notes.lock, meter.applied():
        meter.check()
        return str(_TOOLS[name].call(notes, asked))


def server(path: Path | None = None) -> Server[object]:
    """Return a server for the game in a file, or for one that is not saved."""
    notes = Notes(path)

    async def list_tools(_context: object, _params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[*map(_tool, _TOOLS.values())])

    async def call_tool(_: object, asked: types.CallToolRequestParams) -> types.CallToolResult:
        meter, arguments = Meter(LONGEST_WORK), asked.arguments or {}
        work = partial(_answer, notes, asked.name, arguments, meter)
        try:
            answer, is_error = await anyio.to_thread.run_sync(work, abandon_on_cancel=True), False
        except ClueError as error:
            answer, is_error = " ".join((str(error), *getattr(error, "__notes__", ()))), True
        except Exception as error:  # noqa: BLE001 -- its text may contain secrets
            _log.error("%s failed", asked.name, exc_info=error)
            answer, is_error = "internal error of the server; see its log", True
        finally:
            meter.end()  # a cancelled question does not continue
        content = types.TextContent(type="text", text=answer)
        return types.CallToolResult(content=[content], is_error=is_error)

    return Server(
        "cluetree",
        version=cluetree.__version__,
        instructions=f"{INSTRUCTIONS}{notes.greeting}\n",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def serve(path: Path | None = None) -> int:
    """Serve an assistant on standard input and output, and return exit status 0."""

    async def run() -> None:
        tools = server(path)
        async with stdio_server() as (read, write):
            await tools.run(read, write, tools.create_initialization_options())

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # otherwise it waits for the next line of input
    try:
        asyncio.run(run())
    except* BrokenPipeError:
        pass  # the assistant is gone
    return 0
