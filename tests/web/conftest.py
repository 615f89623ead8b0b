"""A store, the games in it, a client of the server, and browsers in which the sheet is open."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from cluetree.interfaces.web.app import Site, VersionStream
from cluetree.interfaces.web.guard import Address
from cluetree.interfaces.web.persistent_session import PersistentSession
from cluetree.interfaces.web.store import Store
from tests.web.browser import (
    DESKTOP,
    FLAGS,
    LINES,
    PATIENCE,
    PHONE,
    Games,
    Sheet,
    View,
    context_of,
    fresh,
    tabs,
)
from tests.web.client import Client
from tests.web.test_serving import Server, running
from tests.web.without_server import InBrowser, StaticHost, built, hosting

if sys.platform != "win32":
    import fcntl

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "down" / "games"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store(path)) as opened:
        yield opened


@pytest.fixture
def session(store: Store) -> PersistentSession:
    return PersistentSession(store)


@pytest.fixture
def client(session: PersistentSession) -> Client:
    return Client(Site(VersionStream(session), Address("127.0.0.1")).app())


# In a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[View]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    reason = "Playwright is not installed"
    sync_api = pytest.importorskip("playwright.sync_api", reason=reason)
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=PATIENCE)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("games") / "games") as started:
        yield started


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page without a server, built once per test run."""
    root = tmp_path_factory.getbasetemp()
    root = root.parent if "PYTEST_XDIST_WORKER" in os.environ else root
    with (root / "site.lock").open("w") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        folder = root / "site"
        return folder if folder.exists() else built(folder)


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[StaticHost]:
    with hosting(site) as started:
        yield started


@pytest.fixture(scope="module")
def shared(
    browser: View, request: pytest.FixtureRequest
) -> Iterator[Callable[[Mapping[str, object], str], tuple[View, Games]]]:
    """Contexts for each device, with a server or without, which the tests of a module share."""
    made = dict[str, tuple[View, Games]]()
    with ExitStack() as stack:

        def context_for(device: Mapping[str, object], source: str) -> tuple[View, Games]:
            key = f"{device} {source}"
            if key not in made:
                context = stack.enter_context(context_of(browser, device))
                server: Games | StaticHost = request.getfixturevalue(source)
                games = InBrowser(server, context) if isinstance(server, StaticHost) else server
                games.call("games")  # its own tab keeps the games, so Python starts once
                made[key] = context, games
            return made[key]

        yield context_for


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test of the page on each device, and on a phone without a server."""
    marks = metafunc.definition.iter_markers("parametrize")
    names = metafunc.fixturenames
    if "device" not in names or any("device" in mark.args[0] for mark in marks):
        return
    if "another" in names:
        both = [(PHONE, "server"), (DESKTOP, "server"), (PHONE, "host")]
        ids = ["phone", "desktop", "phone-without-server"]
        metafunc.parametrize(("device", "source"), both, ids=ids)
    else:
        metafunc.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])


@pytest.fixture
def source() -> str:
    """The fixture that serves the page."""
    return "server"


@pytest.fixture
def another(
    shared: Callable[[Mapping[str, object], str], tuple[View, Games]],
    device: Mapping[str, object],
    source: str,
) -> Iterator[Callable[[], Sheet]]:
    """Tabs of one browser."""
    context, games = shared(device, source)
    with tabs(context, games, touch="has_touch" in device) as made:
        yield made


@pytest.fixture
def sheet(another: Callable[[], Sheet]) -> Sheet:
    return another()


@pytest.fixture
def told(sheet: Sheet) -> Sheet:
    """A game with four entries, which this page shows."""
    fresh(sheet, LINES[:4])
    return sheet
