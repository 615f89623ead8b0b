"""`cluetree serve`, `web` and `notes`: what stays until somebody ends it."""

from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter

from cluetree.faces import terminal, web
from cluetree.faces.rpc import server
from cluetree.faces.web.build import build_site

_LAST_PORT = 65535


def serve(
    *,
    tcp: Annotated[
        str | None, Parameter(help="Listen at HOST:PORT, or at a port of this machine.")
    ] = None,
    directory: Annotated[
        Path | None, Parameter(help="Where clients may read and write records; else nowhere.")
    ] = None,
) -> int:
    """Speak the line protocol, JSON-RPC, on standard input and output or over TCP."""
    return server.serve(tcp, directory)


def web_sheet(
    *,
    host: Annotated[
        str, Parameter(help="Where to listen; other machines get in by a link alone.")
    ] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port; 0 for any that is free.")] = 8765,
    games: Annotated[Path | None, Parameter(help="The file that games are kept in.")] = None,
    browser: Annotated[bool, Parameter(help="Open a browser.")] = True,
    build: Annotated[
        Path | None,
        Parameter(name="--build", help="Serve nothing: write a page that needs no server, here."),
    ] = None,
) -> int:
    """Open the detective's sheet in the browser."""
    if build is not None:
        return build_site(build)
    if not 0 <= port <= _LAST_PORT:
        raise cyclopts.CycloptsError(msg=f"a port is 0 to {_LAST_PORT}, not {port}")
    return web.serve_web(host, port, games, browser)


def notes(
    record: Annotated[
        Path | None, Parameter(name="RECORD", help="The record to keep, .clue or .json.")
    ] = None,
    /,
) -> int:
    """Keep notes in the terminal: the sheet, the log and a line to type in, all by keys."""
    return terminal.run(record)
