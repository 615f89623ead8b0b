"""The sheet in a real browser, on a phone and on a desktop."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.web.test_serving import running

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
View: TypeAlias = Any  # a page of Playwright, which need not be there
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
HAND = ("Mustard", "Knife", "Rope", "Hall", "Study")
LINES = (
    "Ann: Professor Plum, Wrench, Library -> Bob shows Wrench",
    "Bob: Mr. Green, Rope, Kitchen -> Cid shows",
    "Ann: Mrs. Peacock, Revolver, Ballroom -> nobody",
)


@pytest.fixture(params=[(360, 740), (1280, 900)], ids=["phone", "desktop"])
def view(request: pytest.FixtureRequest) -> Iterator[View]:
    """A browser's page; what it complains about fails the test."""
    width, height = request.param
    troubles: list[str] = []
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": height})
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "console",
            lambda said: troubles.append(said.text) if "Security Policy" in said.text else None,
        )
        yield page
        browser.close()
    assert not troubles


def begin(view: View, address: str) -> None:
    view.goto(f"http://{address}/")
    for card in HAND:
        view.get_by_role("button", name=card, exact=True).first.click()
    view.get_by_role("button", name="Begin").click()
    view.get_by_role("combobox").wait_for()


def enter(view: View, line: str) -> None:
    view.get_by_role("tab", name="Enter").click()
    view.get_by_role("combobox").fill(line)
    view.get_by_role("combobox").press("Enter")
    view.wait_for_function("document.querySelector('.line').value === ''")


def fits(view: View) -> bool:
    """Whether the page is no wider than the window."""
    wide = view.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    return bool(wide)


def test_a_game_is_typed_and_a_slip_mended(view: View, path: Path) -> None:
    with running(path) as server:
        begin(view, server.address)
        for line in LINES:
            enter(view, line)
        view.get_by_text("Solved: Mrs. Peacock, Revolver and Ballroom").wait_for()
        assert fits(view)
        enter(view, "Bob lacks Wrench")
        view.get_by_role("button", name="What clashes, and what mends it").click()
        view.get_by_role("button", name="Bob holds Wrench, not lacks").click()
        view.get_by_text("Solved").wait_for()
        view.reload()
        view.get_by_text("Solved").wait_for()
        for tab in ("Log", "Why", "Advice", "Rivals", "Mend"):
            view.get_by_role("tab", name=tab).click()
            assert fits(view)


def test_a_game_goes_on_after_the_server_was_killed(view: View, path: Path) -> None:
    with running(path) as server:
        begin(view, server.address)
        enter(view, LINES[0])
        port = int(server.address.split(":")[1])
        server.kill()
    view.get_by_text("No connection").wait_for()
    with running(path, port=port):
        enter(view, LINES[1])
        view.get_by_role("tab", name="Log").click()
        assert view.locator(".log li").count() == 2


def test_two_tabs_show_one_game(view: View, path: Path) -> None:
    with running(path) as server:
        begin(view, server.address)
        other = view.context.new_page()
        other.goto(view.url)
        other.get_by_role("combobox").wait_for()
        enter(other, LINES[0])
        view.get_by_role("tab", name="Log").click()
        view.get_by_text(LINES[0]).wait_for()
