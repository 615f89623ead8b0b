"""Runs the server of the sheet on a socket, and prints where it is."""

import socket
import sys
import webbrowser
from threading import Thread

import segno
import uvicorn

from cluetree.errors import ClueError, system_reason
from cluetree.interfaces.web.app import app
from cluetree.text.language import t


def serve(host: str, port: int, *, open_browser: bool) -> int:
    """Serve the sheet until it is interrupted; see `cluetree.interfaces.web.serve_web`."""
    config = uvicorn.Config(app(), host, port, log_level="warning", lifespan="off")
    try:
        listener = socket.create_server((host, port))
    except OSError as error:
        why = system_reason(error)
        raise ClueError(f"cannot listen at {host}:{port}: {why}") from error
    with listener:
        url = f"http://{_reachable(host)}:{listener.getsockname()[1]}/"
        print(t("web.sheet", url=url), flush=True)
        if host != "127.0.0.1" and sys.stdout.isatty():
            segno.make(url, error="l").terminal(compact=True)
        if open_browser:
            # Some browsers block the program that starts them.
            Thread(target=webbrowser.open, args=[url], daemon=True).start()
        uvicorn.Server(config).run(sockets=[listener])
    return 0


def _reachable(host: str) -> str:
    """Return the address that others can use; of a server that listens on all, the outward one."""
    if host != "0.0.0.0":  # noqa: S104 -- it is looked for, not bound
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
