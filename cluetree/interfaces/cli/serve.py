"""`cluetree serve`, `web` and `mcp`: commands that run until they are stopped."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cluetree.interfaces import web as web_server
from cluetree.interfaces.extras import need
from cluetree.interfaces.rpc import server
from cluetree.interfaces.rpc.session import LONGEST_WORK
from cluetree.interfaces.rpc.tcp import LONGEST_SILENCE, MOST_CLIENTS, Bounds, ServeError
from cluetree.interfaces.web.build import build_site


def serve(
    *,
    tcp: Annotated[str | None, Parameter(help="Listen at HOST:PORT, or at a local port.")] = None,
    directory: Annotated[
        Path | None, Parameter(help="The directory of clients' records; none by default.")
    ] = None,
    seconds: Annotated[
        float, Parameter(help="Maximum seconds of a line, a question or a whole batch.")
    ] = LONGEST_WORK,
    max_clients: Annotated[int, Parameter(help="Maximum number of TCP clients.")] = MOST_CLIENTS,
    silence: Annotated[
        float, Parameter(help="Seconds after which a silent client is disconnected.")
    ] = LONGEST_SILENCE,
    token_file: Annotated[
        Path | None, Parameter(help="A file with a token that TCP clients must send.")
    ] = None,
    processes: Annotated[
        int, Parameter(help="Number of processes for slow questions over TCP.")
    ] = 1,
) -> int:
    """Serve the line protocol (JSON-RPC) on standard input and output or over TCP."""
    bounds = Bounds(max_clients, silence, None if token_file is None else _token(token_file))
    return server.serve(tcp, directory, seconds=seconds, bounds=bounds, processes=processes)


def _token(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ServeError(f"cannot read a token from {path}: {error}") from error


def web(
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
    if build is not None:
        return build_site(build)
    return web_server.serve_web(host, port, open_browser=browser)


def mcp(
    game: Annotated[
        Path | None, Parameter(name="GAME", help="The file of the game, .clue or .json.")
    ] = None,
    /,
    *,
    directory: Annotated[
        Path | None, Parameter(help="The directory of the assistant's records.")
    ] = None,
) -> int:
    """Serve an AI assistant with the Model Context Protocol on standard input and output."""
    need("mcp", "assistants")
    from cluetree.interfaces.mcp import serve  # noqa: PLC0415 -- an extra

    return serve(game, directory)
