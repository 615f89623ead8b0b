"""The operations as tools of the Model Context Protocol: a notebook for a language model."""

import asyncio
import logging
from contextlib import closing
from pathlib import Path
from typing import Final

from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server

import cluetree
from cluetree.errors import ClueError
from cluetree.interfaces.mcp.games import AssistantGames
from cluetree.interfaces.mcp.tools import result, tools
from cluetree.interfaces.rpc.protocol import Code

_log: Final = logging.getLogger("cluetree.mcp")

INSTRUCTIONS: Final = """\
A detective's notebook for the board game Clue (Cluedo). Tell it what happens at the table; it
proves what follows, computes exact probabilities and advises what to do.
`new` opens a game; `record` may be the text of a .clue file without events:
    edition clue-us
    players Ann 6, Bob 6, Eve 6
    me Ann
    hand mustard, knife, rope, hall, study, lounge
Then `tell` one event at a time, for instance `Bob: plum, rope, hall -> Eve shows`,
`Ann: white, pipe, study -> Bob passes, Eve shows White`, `Eve: green, knife, hall -> nobody`,
`Bob accuses Plum, Rope, Hall: wrong`. Its `effect` says what became certain, and if the log has
become contradictory, how to repair it.
Every tool can take `game`, the id of a game (default: 1, the only one that the file keeps), and
`full`: return everything. Else results are cut to 4000 characters, and `omitted` counts what is
missing. Questions can take `limit`, such as {"seconds": 20}; the default is 5 seconds.
"""
_SHEET: Final = "cluetree://sheet"
_PROMPTS: Final = {
    "referee": (
        "Keep the notes of a game that is played at the table.",
        (
            "Keep the notes of our game of Clue with the tools of cluetree. Ask for the players in "
            "order, their hand sizes and my cards, and open the game with `new`. Enter each event "
            "that I report with `tell`, and say what its `effect` is in one sentence. If the log "
            "becomes contradictory, tell me the repairs and ask which is right. Before my turn, "
            "use `advise`. Never deduce anything yourself."
        ),
    ),
    "check": (
        "Check my notes: contradictions, and entries that look wrong.",
        (
            "Check the notes of my game of Clue with the tool `check` of cluetree. Explain each "
            "contradiction with `clash`, list the repairs, and ask me before you change anything."
        ),
    ),
}


class _Handlers:
    """Answers the requests of an assistant."""

    def __init__(self, games: AssistantGames):
        self._games: Final = games

    async def list_tools(self, _context: object, _params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools(files=self._games.games.directory is not None))

    async def call_tool(
        self, _: object, asked: types.CallToolRequestParams
    ) -> types.CallToolResult:
        arguments = asked.arguments or {}
        try:
            found = await self._games.call(asked.name, arguments)
        except ClueError as error:
            content = types.TextContent(type="text", text=str(error))
            return types.CallToolResult(content=[content], is_error=True)
        except Exception as error:  # noqa: BLE001 -- its text may contain what is secret
            _log.error("%s failed", asked.name, exc_info=error)
            content = types.TextContent(type="text", text=Code.INTERNAL_ERROR.meaning)
            return types.CallToolResult(content=[content], is_error=True)
        return result(found, full=arguments.get("full") is True)

    async def list_resources(self, _context: object, _params: object) -> types.ListResourcesResult:
        each = types.Resource(
            name="sheet", uri=_SHEET, description="The sheet of game 1.", mime_type="text/plain"
        )
        return types.ListResourcesResult(resources=[each])

    async def read_resource(
        self, _: object, asked: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        if str(asked.uri) != _SHEET:
            raise ValueError(f"the resource must be {_SHEET}, got {asked.uri}")
        text = await self._games.sheet()
        contents = types.TextResourceContents(uri=_SHEET, mime_type="text/plain", text=text)
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(self, _context: object, _params: object) -> types.ListPromptsResult:
        each = [types.Prompt(name=name, description=about) for name, (about, _) in _PROMPTS.items()]
        return types.ListPromptsResult(prompts=each)

    async def get_prompt(
        self, _: object, asked: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        if asked.name not in _PROMPTS:
            raise ValueError(f"the prompt must be {' or '.join(_PROMPTS)}, got {asked.name}")
        about, text = _PROMPTS[asked.name]
        content = types.TextContent(type="text", text=text)
        message = types.PromptMessage(role="user", content=content)
        return types.GetPromptResult(description=about, messages=[message])


def server(games: AssistantGames) -> Server[object]:
    """Return a server of these games."""
    handlers = _Handlers(games)
    return Server(
        "cluetree",
        version=cluetree.__version__,
        instructions=f"{INSTRUCTIONS}{games.greeting}\n",
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
    )


def serve(path: Path | None = None, directory: Path | None = None) -> int:
    """Serve an assistant on standard input and output, and return exit status 0."""

    async def run(tool_server: Server[object]) -> None:
        async with stdio_server() as (read, write):
            await tool_server.run(read, write, tool_server.create_initialization_options())

    with closing(AssistantGames(path, directory)) as games:
        asyncio.run(run(server(games)))
    return 0
