"""A browser, and servers of the sheet."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.web.browser import (
    CHROMIUM,
    DESKTOP,
    FLAGS,
    LINES,
    PATIENCE,
    PHONE,
    Sheet,
    View,
    fresh,
    sheets,
)
from tests.web.test_serving import running
from tests.web.without_server import built, hosting

if sys.platform != "win32":
    import fcntl


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
def server() -> Iterator[str]:
    with running() as address:
        yield address


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
def host(site: Path) -> Iterator[str]:
    with hosting(site) as started:
        yield started.address


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test of the page on each device."""
    marks = metafunc.definition.iter_markers("parametrize")
    given = any("device" in mark.args[0] for mark in marks)
    if "device" in metafunc.fixturenames and not given:
        metafunc.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])


@pytest.fixture
def source() -> str:
    """The fixture that serves the page."""
    return "server"


@pytest.fixture
def another(
    browser: View, device: Mapping[str, object], source: str, request: pytest.FixtureRequest
) -> Iterator[Callable[[], Sheet]]:
    """Tabs of one browser."""
    with sheets(browser, request.getfixturevalue(source), device) as made:
        yield made


@pytest.fixture
def sheet(another: Callable[[], Sheet]) -> Sheet:
    return another()


@pytest.fixture
def told(sheet: Sheet) -> Sheet:
    """A game with four entries, which this page shows."""
    fresh(sheet, LINES[:4])
    return sheet
