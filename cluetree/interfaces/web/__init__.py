"""The detective's sheet in the browser: a small server, and a page that deduces nothing itself.

Needs the `web` extra, which brings Starlette, uvicorn, segno and platformdirs; they are imported
only when a function here is called.
"""

from pathlib import Path
from typing import Final

from cluetree.interfaces.extras import need

__all__ = ("games_directory", "serve_web")

_WHAT: Final = "sheets in the browser"


def games_directory() -> Path:
    """Return the default directory of saved games, among the user's own data.

    Raises:
        MissingExtraError: If the `web` extra is not installed.
    """
    need("web", _WHAT)
    from platformdirs import user_data_path  # noqa: PLC0415 -- an extra

    return user_data_path("cluetree", appauthor=False) / "games"


def serve_web(
    host: str = "127.0.0.1",
    port: int = 8765,
    path: Path | None = None,
    open_browser: bool = True,
    public_url: str | None = None,
) -> int:
    """Serve the sheet until it is interrupted.

    Other machines reach it only if it listens on another address than the loopback one; then it
    prints a link, also as a QR code, that admits one device, and a new link after each use.

    Args:
        host: The address to listen on.
        port: The port; 0 for any that is free.
        path: The directory of saved games; `None`: see `games_directory`.
        open_browser: Whether to open a browser on this machine.
        public_url: How others reach it behind a proxy that speaks https, without a path. Then
            every device needs a link, and its cookie is sent over https alone.

    Returns:
        The exit status: 0.

    Raises:
        MissingExtraError: If the `web` extra is not installed.
        ClueError: If the games cannot be opened, or the address cannot be listened on.
    """
    need("web", _WHAT)
    from cluetree.interfaces.web.serving import serve  # noqa: PLC0415 -- an extra

    games = path or games_directory()
    return serve(host, port, games, open_browser=open_browser, public_url=public_url)
