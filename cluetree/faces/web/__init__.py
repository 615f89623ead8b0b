"""The detective's sheet in the browser: a small server, and a page without any deduction.

Needs the `web` extra, which brings Starlette, uvicorn and segno; they are imported only by
`serve_web`.
"""

import os
import sys
from pathlib import Path
from typing import Final

from cluetree.errors import MissingExtraError

__all__ = ("games_file", "serve_web")

_PACKAGES: Final = frozenset({"segno", "starlette", "uvicorn"})


def games_file() -> Path:
    """Return where games are kept if nothing else is said: among the user's own data."""
    home = Path.home()
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = home / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return data / "cluetree" / "games.sqlite3"


def serve_web(
    host: str = "127.0.0.1", port: int = 8765, path: Path | None = None, open_browser: bool = True
) -> int:
    """Serve the sheet until it is interrupted.

    Other machines reach it only if it is told to listen on another address than the loopback
    one; then it prints a link, also as a QR code, that lets one device in, and a new link
    whenever one was used.

    Args:
        host: The address to listen on.
        port: The port; 0 for any that is free.
        path: The file that the games are kept in; `None`: see `games_file`.
        open_browser: Whether to open a browser on this machine.

    Returns:
        The exit status: 0.

    Raises:
        MissingExtraError: If the `web` extra is not installed.
        ClueError: If the games cannot be opened, or the address cannot be listened on.
    """
    try:
        from cluetree.faces.web.serving import serve  # noqa: PLC0415 -- an extra
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _PACKAGES:
            raise
        raise MissingExtraError("sheets in the browser", "starlette", "web") from error
    return serve(host, port, path or games_file(), open_browser=open_browser)
