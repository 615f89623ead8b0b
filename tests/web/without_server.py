"""The page without a server: build it, host it as static files, call its games."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from cluetree.interfaces.web.build import BuildError, build_site


def built(folder: Path) -> Path:
    """Build the page, or skip the test if parts cannot be fetched."""
    try:
        build_site(folder)
    except BuildError as error:
        if "cannot be fetched" in str(error) or "is missing" in str(error):
            pytest.skip(str(error))
        raise
    return folder


class StaticHost:
    """Serves a folder like a rented host, which compresses files."""

    def __init__(self, folder: Path, port: int = 0):
        handler = partial(_Handler, folder)
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self.address = f"127.0.0.1:{self.port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    """Answers one request."""

    protocol_version = "HTTP/1.1"  # browsers ignore entity tags in HTTP/1.0

    def __init__(self, folder: Path, *parts: object):
        super().__init__(*parts, directory=str(folder))  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content = _packed(path, path.stat().st_mtime_ns)
        tag = f'"{hash(content)}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.send_header("ETag", tag)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("ETag", tag)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@cache
def _packed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


@contextmanager
def hosting(folder: Path) -> Iterator[StaticHost]:
    host = StaticHost(folder)
    try:
        yield host
    finally:
        host.stop()
