"""The detective's sheet in the browser: a page that deduces nothing, a server that keeps nothing.

Needs the `web` extra, which is imported only when a function here is called.
"""

from cluetree.errors import MissingExtraError

__all__ = ("serve_web",)


def serve_web(host: str = "127.0.0.1", port: int = 8765, *, open_browser: bool = True) -> int:
    """Serve the sheet until it is interrupted, and return exit status 0.

    Other machines reach it only if it listens on another address than the loopback one. The games
    are in the browser of each device.

    Raises:
        MissingExtraError: If the `web` extra is not installed.
        ClueError: If the address cannot be listened on.
    """
    try:
        from cluetree.interfaces.web.serving import serve  # noqa: PLC0415 -- an extra
    except ImportError as error:
        raise MissingExtraError("sheets in the browser", str(error.name), "web") from error

    return serve(host, port, open_browser=open_browser)
