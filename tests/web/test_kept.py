"""Games that the browser keeps: full, blocked, in two tabs, in links."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.browser import (
    DESKTOP,
    LINES,
    WORDS,
    Sheet,
    View,
    events,
    fresh,
    kept,
    sheets,
)

pytestmark = pytest.mark.slow


@pytest.fixture
def another(browser: View, server: str) -> Iterator[Callable[[], Sheet]]:
    with sheets(browser, server, DESKTOP) as made:
        yield made


# Two tabs


DEAF = "globalThis.BroadcastChannel = class { postMessage() {} };"


@pytest.fixture
def two(another: Callable[[], Sheet]) -> tuple[Sheet, Sheet]:
    """Two tabs with one game, of which the second neither hears nor tells of changes."""
    one, deaf = another(), another()
    fresh(one, LINES[:2])
    deaf.page.add_init_script(DEAF)
    deaf.open(f"#game={one.game}")
    deaf.shows(2)
    return one, deaf


def test_two_tabs_show_one_game(another: Callable[[], Sheet]) -> None:
    one, other = another(), another()
    fresh(one, LINES[:2])
    other.open(f"#game={one.game}")
    for number, (here, there) in enumerate([(one, other), (other, one)], 3):
        here.type_in(LINES[number - 1])
        there.shows(number)
    one.show("Log")
    one.press("Undo")
    other.page.locator("#entry-4").wait_for(state="detached")
    assert events(one) == list(LINES[:3])
    assert one.lines == other.lines == list(WORDS[:3])
    assert one.marks == other.marks


@pytest.mark.parametrize("first", [0, 1])
def test_no_tab_overwrites_the_change_of_another(two: tuple[Sheet, Sheet], first: int) -> None:
    fast, slow = two[first], two[1 - first]
    fast.type_in(LINES[2])
    slow.line.fill(LINES[3])
    slow.line.press("Enter")
    slow.page.locator(".entry .trouble").get_by_text("Another tab has changed this game").wait_for()
    assert slow.lines == list(WORDS[:3])
    assert slow.line.input_value() == LINES[3]
    assert events(slow) == list(LINES[:3])
    slow.line.press("Enter")
    slow.shows(4)
    fast.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it catches up
    fast.shows(4)


@pytest.mark.parametrize("hears", [True, False])
def test_game_that_another_tab_deletes_is_left(
    two: tuple[Sheet, Sheet], another: Callable[[], Sheet], hears: bool
) -> None:
    there, here = two[0 if hears else 1], another()
    here.open(f"#game={there.game}")
    there.line.fill(LINES[2])
    here.choose_in_menu("Games")
    here.tap(here.page.get_by_role("button", name="Throw away").first)
    here.page.locator(".shelf li").wait_for(state="detached")
    if not hears:
        there.line.press("Enter")
    there.waits_for("This game no longer exists.")
    there.page.locator("#doors").wait_for()
    assert there.page.locator(".shelf li").count() == 0


# Storage that is full, may go or is blocked


FULL = """() => {  // not by the quota of the devtools, which the database of Chromium ignores
  const { put } = IDBObjectStore.prototype;
  globalThis.isFull = true;
  IDBObjectStore.prototype.put = function (...given) {
    const request = put.apply(this, given);
    if (isFull) Promise.resolve().then(() => this.transaction.abort()).catch(() => {});
    return request;
  };
  const get = () => new DOMException("", "QuotaExceededError");
  Object.defineProperty(IDBTransaction.prototype, "error", { get });
}"""


def test_full_storage_is_reported_and_loses_no_entry(told: Sheet) -> None:
    told.page.evaluate(FULL)
    told.line.fill(LINES[4])
    told.line.press("Enter")
    told.page.locator(".entry .trouble").get_by_text("the browser's storage is full").wait_for()
    assert told.line.input_value() == LINES[4]
    assert told.lines == list(WORDS[:4])
    assert events(told) == list(LINES[:4])
    told.page.evaluate("() => { isFull = false; }")
    told.line.press("Enter")
    told.shows(5)
    assert events(told) == list(LINES[:5])


STORAGE = """{
  globalThis.requests = 0;
  StorageManager.prototype.persist = async () => ++globalThis.requests;
  StorageManager.prototype.persisted = async () => globalThis.requests > 0;
}"""


def test_lasting_storage_is_requested_with_the_first_game(sheet: Sheet) -> None:
    sheet.page.add_init_script(STORAGE)
    sheet.open()
    sheet.waits_for("Your games are kept in this browser, on this device only.")
    assert sheet.page.get_by_text("The browser itself may delete them").count() == 1
    for _ in range(2):
        sheet.press("New game")
        sheet.deal()
        sheet.choose_in_menu("Games")
        sheet.waits_for("Your games are kept in this browser, on this device only.")
        assert sheet.page.evaluate("requests") == 1
    assert sheet.page.get_by_text("The browser itself may delete them").count() == 0


BLOCKED = """for (const name of ["indexedDB", "localStorage", "BroadcastChannel"]) {
  const get = () => { throw new DOMException("it is blocked", "SecurityError"); };
  Object.defineProperty(globalThis, name, { get });
}"""


def test_page_without_storage_runs_with_a_warning(sheet: Sheet) -> None:
    sheet.page.add_init_script(BLOCKED)
    sheet.begin()
    sheet.waits_for("This browser lets the page save nothing")
    sheet.type_in(LINES[0])
    sheet.choose_in_menu("Games")
    sheet.tap(sheet.page.locator(".shelf button").first)
    sheet.shows(1)
    assert sheet.lines == [WORDS[0]]


# Links


def link_of(sheet: Sheet) -> str:
    """Return the part of the link to the open game behind the address of the page."""
    sheet.show("Log")
    sheet.press("Copy as a link")
    link = sheet.page.locator("#news a").get_attribute("href")
    assert link is not None
    assert link.startswith(f"http://{sheet.address}/#record=")
    return str(link.partition("/#")[2])


def test_link_opens_a_copy_of_the_game(browser: View, told: Sheet) -> None:
    told.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    told.show("Log")
    told.press("Try something out")  # which the link leaves out
    told.type_in(LINES[4])
    link = link_of(told)
    told.waits_for("Copied: the link to this game.")
    copied = told.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"http://{told.address}/#{link}"
    with sheets(browser, told.address, DESKTOP) as another:
        sheet = another()
        for _ in range(2):  # the second time it is there
            sheet.open(f"?again#{link}")
            sheet.shows(4)
        sheet.page.reload()
        sheet.shows(4)
        assert kept(sheet).events == kept(told).events[:4]
        sheet.page.go_back()
        sheet.page.locator(".shelf li").wait_for()
        for damaged in (
            link[:-9],
            f"{link[:40]}A{link[41:]}",
            "record=%F0",
            "record=" + "A" * 9000,
        ):
            sheet.open(f"?other#{damaged}")
            sheet.waits_for("This link is damaged or incomplete.")
            sheet.page.locator(".shelf li").wait_for()


LONG = """() => {
  const transform = (chunk, packed) => Array.from({ length: 99 }, () => packed.enqueue(chunk));
  globalThis.CompressionStream = function () { return new TransformStream({ transform }); };
}"""


def test_game_that_is_too_long_for_a_link_is_saved_as_a_file(told: Sheet, tmp_path: Path) -> None:
    told.page.evaluate(LONG)
    told.show("Log")
    with told.page.expect_download() as waiting:
        told.press("Copy as a link")
    waiting.value.save_as(tmp_path / "game.clue")
    assert LINES[3] in (tmp_path / "game.clue").read_text("utf-8")
    told.waits_for("This game is too long for a link.")


def test_page_runs_at_an_address_without_https(browser: View, server: str) -> None:
    address = server.replace("127.0.0.1", "sheet.test")
    with sheets(browser, address, DESKTOP) as another:
        sheet = another()
        sheet.begin()
        assert not sheet.page.evaluate("isSecureContext")
        sheet.type_in(LINES[0])
        link = link_of(sheet)
        sheet.waits_for("Copy this yourself: the link to this game.")
        sheet.page.reload()
        sheet.shows(1)
        sheet.choose_in_menu("Games")
        sheet.waits_for("The browser itself may delete them")
        sheet.open(f"?again#{link}")
        sheet.shows(1)
        assert events(sheet) == [LINES[0]]
