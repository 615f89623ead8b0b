"""`cluetree serve`, `web` and `mcp`: commands that run until they are stopped."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cluetree.errors import MissingExtraError
from cluetree.interfaces.cli import UsageError
from cluetree.interfaces.rpc import server
from cluetree.interfaces.rpc.session import LONGEST_WORK
from cluetree.interfaces.web.build import build_site


def serve(
    *,
    seconds: Annotated[
        float, Parameter(help="Maximum seconds of a line, a question or a whole batch.")
    ] = LONGEST_WORK,
) -> int:
    """Serve the line protocol (JSON-RPC) on standard input and output."""
    return server.serve(seconds)


def web(
    file: Annotated[
        Path | None, Parameter(name="FILE", help="Show the game in this file, and its changes.")
    ] = None,
    /,
    *,
    host: Annotated[
        str, Parameter(help="The address to listen on; 0.0.0.0 for a phone beside you.")
    ] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port; 0 for any free one.")] = 8765,
    browser: Annotated[bool, Parameter(negative="--no-browser", help="Open a browser.")] = True,
    build: Annotated[
        Path | None, Parameter(help="Write a page that needs no server to this folder.")
    ] = None,
) -> int:
    """Open the detective's sheet in the browser."""
    if build is not None and file is not None:
        raise UsageError("--build takes no FILE")
    if build is not None:
        return build_site(build)
    from cluetree.interfaces.web.server import serve  # noqa: PLC0415 -- takes time

    return serve(host, port, open_browser=browser, file=file)


def mcp(
    game: Annotated[
        Path | None, Parameter(name="GAME", help="The file of the game, .clue or .json.")
    ] = None,
    /,
) -> int:
    """Serve an AI assistant with the Model Context Protocol on standard input and output."""
    try:
        from cluetree.interfaces.mcp import serve  # noqa: PLC0415 -- an extra
    except ImportError as error:
        raise MissingExtraError("assistants", "mcp", "mcp") from error

    return serve(game)
