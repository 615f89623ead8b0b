"""The operations as tools of the Model Context Protocol: a notebook for a language model.

The tools, their schemas and their answers come from the registry. Game 1 is the default, and the
only one that is saved to a file.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server

import cluetree
from cluetree.errors import ClueError
from cluetree.notebook import Notebook
from cluetree.operations import OPERATIONS, Operation, OperationError
from cluetree.operations.games import Game, GameId, GameParams, OpenGames, params_of
from cluetree.operations.log import Schema, record_definitions
from cluetree.operations.registry import encode, reason_and_path

KEPT: Final = "1"
"""The id of the game that is saved to a file."""
INSTRUCTIONS: Final = """\
A detective's notebook for the board game Clue (Cluedo). Tell it what happens at the table; it
proves what follows, computes exact probabilities and advises what to do.
Open a game with `new`; `record` may be the text of a .clue file without events:
    edition clue-us
    players Ann 6, Bob 6, Eve 6
    me Ann
    hand mustard, knife, rope, hall, study, lounge
Then `tell` one event at a time, for instance `Bob: plum, rope, hall -> Eve shows`,
`Ann: white, pipe, study -> Bob passes, Eve shows White`, `Eve: green, knife, hall -> nobody`,
`Bob accuses Plum, Rope, Hall: wrong`. `complete` says what may come next in a line.
If the log is contradictory, see `conflicts` and `repairs`.
"""


def _params(operation: Operation) -> type[msgspec.Struct]:
    kind = params_of(operation, strict=True)
    if not issubclass(kind, GameParams):
        return kind
    fields = [("game", GameId, KEPT)]
    return msgspec.defstruct(kind.__name__, fields, bases=(kind,), frozen=True, kw_only=True)


_PARAMS: Final = {name: _params(operation) for name, operation in OPERATIONS.items()}
_DECODERS: Final = {name: msgspec.json.Decoder(params) for name, params in _PARAMS.items()}


class AssistantGames:
    """The open games of an assistant.

    Args:
        path: The file of game 1; `None`: none.
        directory: The directory of files for `load` and `save`; `None`: none.

    Raises:
        RecordError: If the file exists, but cannot be read.
    """

    def __init__(self, path: Path | None = None, directory: Path | None = None):
        self._path: Final = path
        self._games: Final = OpenGames(directory)
        if path is not None and path.exists():
            self._games.open(Notebook.load(path), KEPT)
        self._games.on_change = self._save

    def _save(self, game: Game) -> None:
        if self._path is not None and game.id == KEPT:
            game.book.save(self._path)

    async def call(self, name: str, arguments: Mapping[str, object]) -> str:
        """Run an operation, and return its result in JSON.

        Raises:
            ClueError: If it fails.
        """
        operation = OPERATIONS.get(name)
        if operation is None:
            raise OperationError("method_not_found", f"unknown tool {name!r}")
        try:
            asked = _DECODERS[name].decode(msgspec.json.encode(arguments))
        except msgspec.ValidationError as error:
            raise OperationError("invalid_params", *reason_and_path(error)) from None
        if not (operation.slow and operation.reads and isinstance(asked, GameParams)):
            return encode(self._games.run(operation, asked)).decode()
        # A thread with a copy: if the client cancels, the thread ends at its limit.
        game, games = self._games.get(asked.game), OpenGames()
        games.open(game.book.copy(), game.id, game.version)
        return encode(await asyncio.to_thread(games.run, operation, asked)).decode()


def tools() -> list[types.Tool]:
    """Return every operation as a tool."""
    return [
        types.Tool(
            name=name,
            description=operation.description,
            input_schema=_schema(_PARAMS[name]),
            annotations=types.ToolAnnotations(read_only_hint=not operation.changes),
        )
        for name, operation in OPERATIONS.items()
    ]


def _schema(params: type[msgspec.Struct]) -> Schema:
    _, found = msgspec.json.schema_components([params], ref_template="#/$defs/{name}")
    text = msgspec.json.encode(found)
    records = record_definitions() if b"$defs/Event" in text or b"$defs/AnyRecord" in text else {}
    schemas = msgspec.json.decode(text, type=dict[str, Schema])
    return {**schemas.pop(params.__name__), "$defs": {**schemas, **records}}


def server(games: AssistantGames) -> Server[object]:
    """Return a server of these games."""

    async def list_tools(_context: object, _params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools())

    async def call_tool(_: object, asked: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            text, failed = await games.call(asked.name, asked.arguments or {}), False
        except ClueError as error:
            text, failed = str(error), True
        content = types.TextContent(type="text", text=text)
        return types.CallToolResult(content=[content], is_error=failed)

    return Server(
        "cluetree",
        version=cluetree.__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def serve(path: Path | None = None, directory: Path | None = None) -> int:
    """Serve an assistant on standard input and output, and return exit status 0."""
    tool_server = server(AssistantGames(path, directory))

    async def run() -> None:
        async with stdio_server() as (read, write):
            await tool_server.run(read, write, tool_server.create_initialization_options())

    asyncio.run(run())
    return 0
