"""A store, the games in it, and a client of the server."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cluetree.faces.web.app import make_app
from cluetree.faces.web.kept_session import KeptSession
from cluetree.faces.web.store import Store
from tests.web.client import Client


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "games.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store(path)) as opened:
        yield opened


@pytest.fixture
def session(store: Store) -> KeptSession:
    return KeptSession(store)


@pytest.fixture
def client(session: KeptSession) -> Client:
    return Client(make_app(session, "127.0.0.1"))
