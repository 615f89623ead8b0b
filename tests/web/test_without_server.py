"""The page that needs no server, in a real browser: offline, killed, in several tabs, asleep."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cluetree.interfaces.web.build import write_service_worker
from tests.web.browser import DESKTOP, LINES, PATIENCE, WORDS, Sheet, View, browsing, sheets
from tests.web.without_server import StaticHost, hosting

pytestmark = pytest.mark.slow


@pytest.fixture
def another(browser: View, host: str) -> Iterator[Callable[[], Sheet]]:
    with sheets(browser, host, DESKTOP) as made:
        yield made


@pytest.fixture
def folder(site: Path, tmp_path: Path) -> Path:
    """A copy of the page that a test may change."""
    return shutil.copytree(site, tmp_path / "site")


def files_kept(sheet: Sheet) -> set[str]:
    """Return the files in the cache of the service worker."""
    paths = sheet.page.evaluate(
        """async () => {
          await navigator.serviceWorker.ready;
          const [name] = (await caches.keys()).filter((name) => name.startsWith("cluetree "));
          const requests = await (await caches.open(name)).keys();
          return requests.map(request => new URL(request.url).pathname.slice(1));
        }"""
    )
    return set(paths)


def test_killed_browser_reopens_the_game_offline(browser: View, site: Path, tmp_path: Path) -> None:
    host = StaticHost(site)
    with browsing(browser, tmp_path) as (context, kill):
        sheet = Sheet(context.new_page(), host.address, touch=False)
        sheet.begin()
        files_kept(sheet)
        for line in LINES[:2]:
            sheet.type_in(line)
        game = sheet.game
        kill()
    host.stop()
    with browsing(browser, tmp_path) as (context, _):
        again = Sheet(context.new_page(), host.address, touch=False)
        again.open(f"#game={game}")
        again.entries.nth(1).wait_for(state="attached")
        again.type_in(LINES[2])
        assert again.lines == list(WORDS[:3])


def test_page_is_installable_and_caches_all_its_files(
    another: Callable[[], Sheet], site: Path
) -> None:
    sheet = another()
    sheet.open()
    there = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert files_kept(sheet) == there - {"sw.js"} | {""}
    devtools = sheet.page.context.new_cdp_session(sheet.page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors] == ["in-incognito"]  # nothing else is amiss


BARS = """{
  globalThis.bars = [];
  const look = () => document.querySelectorAll("progress").forEach(
    (bar) => bars.push([bar.value, bar.max, bar.parentNode.textContent]),
  );
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}"""
"""Collects what each progress bar shows."""


def test_progress_bar_counts_the_bytes_that_are_loaded(
    another: Callable[[], Sheet], site: Path
) -> None:
    sheet = another()
    sheet.page.add_init_script(BARS)
    sheet.open()
    bars = sheet.page.evaluate("bars")
    size = sum(path.stat().st_size for path in (site / "core").glob("*.packed"))
    assert {most for _, most, _ in bars} == {size}
    values = [value for value, _, _ in bars]
    assert values == sorted(values)
    assert values[-1] == size
    assert bars[-1][2] == f"Opening the sheet … {size / 1e6:.1f} of {size / 1e6:.1f} MB"
    files_kept(sheet)
    sheet.page.reload()
    sheet.page.locator("#opening").wait_for(state="detached")
    assert sheet.page.evaluate("bars") == []  # nothing is loaded now


MEMORY = """async (content) => {
  const cache = await caches.open("memory of the core");
  for (;;) {
    const [request] = await cache.keys();
    if (!request) await new Promise((done) => setTimeout(done, 50));
    else if (content) return cache.put(request, new Response(content));
    else return (await (await cache.match(request)).arrayBuffer()).byteLength;
  }
}"""
"""Waits for the kept memory and returns its size, or replaces it by a content."""


def test_damaged_memory_of_python_is_replaced(another: Callable[[], Sheet]) -> None:
    sheet = another()
    sheet.begin()
    files_kept(sheet)
    size = sheet.page.evaluate(MEMORY, "")
    assert size > 1e7
    sheet.type_in(LINES[0])  # by a Python that has kept its memory
    sheet.page.reload()
    sheet.entries.first.wait_for(state="attached")
    sheet.type_in(LINES[1])  # by one that was made from it
    sheet.page.evaluate(MEMORY, "no memory of Python")
    sheet.page.reload()
    sheet.entries.nth(1).wait_for(state="attached")
    assert sheet.page.evaluate(MEMORY, "") == size
    sheet.type_in(LINES[2])
    assert sheet.lines == list(WORDS[:3])


CRASHING = """{
  const made = globalThis.made = [];
  globalThis.crash = (worker) =>
    worker.dispatchEvent(new ErrorEvent("error", { message: "no memory" }));
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      if (made.push(this) > %s) setTimeout(() => crash(this));
    }
  };
}"""
"""Makes every core crash after the first ones."""


def test_crashed_core_is_restarted(another: Callable[[], Sheet]) -> None:
    sheet = another()
    sheet.page.add_init_script(CRASHING % "Infinity")
    sheet.begin()
    sheet.type_in(LINES[0])
    sheet.page.evaluate("crash(made[0])")
    sheet.type_in(LINES[1])
    assert sheet.lines == list(WORDS[:2])
    sheet.line.fill(LINES[2])
    sheet.line.evaluate("line => { line.form.requestSubmit(); crash(made[1]); }")
    sheet.entries.nth(2).wait_for(state="attached")
    assert sheet.lines == list(WORDS[:3])
    assert sheet.page.evaluate("made.length") == 3


STUCK = """{
  globalThis.made = 0;
  globalThis.Worker = class extends Worker {
    #number = (made += 1);
    postMessage(request) {
      if (this.#number === 1) super.postMessage(request);
    }
  };
}"""
"""Lets only the first core answer."""


def test_slow_question_does_not_delay_entries(another: Callable[[], Sheet]) -> None:
    sheet = another()
    sheet.page.add_init_script(STUCK)
    sheet.begin()
    sheet.type_in(LINES[0])
    assert sheet.page.evaluate("made") == 1
    sheet.page.get_by_role("tab", name="Rivals", exact=True).click()
    sheet.waits_for("Working it out")
    sheet.page.get_by_role("tab", name="Enter", exact=True).click()
    sheet.line.fill(LINES[1])
    sheet.line.press("Enter")
    sheet.entries.nth(1).wait_for(state="attached")
    assert sheet.page.evaluate("made") == 2


def service_workers(page: View) -> dict[str, str]:
    """The status of each version of the service worker, kept up to date by the browser."""
    statuses = dict[str, str]()
    devtools = page.context.new_cdp_session(page)
    devtools.on(
        "ServiceWorker.workerVersionUpdated",
        lambda event: statuses.update({it["versionId"]: it["status"] for it in event["versions"]}),
    )
    devtools.send("ServiceWorker.enable")
    return statuses


def test_new_version_waits_until_the_old_one_is_closed(browser: View, folder: Path) -> None:
    with hosting(folder) as host, sheets(browser, host.address, DESKTOP) as another:
        empty = another().page
        versions = service_workers(empty)

        def wait_for(*expected: str) -> None:
            for _ in range(PATIENCE // 50):
                if tuple(versions.values()) == expected:
                    return
                empty.wait_for_timeout(50)
            pytest.fail(f"the service workers are {versions}, not {expected}")

        old = another()
        old.open()
        wait_for("activated")
        (words,) = folder.rglob("languages/en.json")
        words.write_text(words.read_text("utf-8").replace("Skip to", "Jump to"), encoding="utf-8")
        write_service_worker(folder)
        old.open("#")
        old.page.evaluate("navigator.serviceWorker.ready.then(worker => worker.update())")
        wait_for("activated", "installed")
        old.page.reload()
        assert old.page.locator(".skip").inner_text() == "Skip to the sheet"
        old.page.close()
        wait_for("redundant", "activated")
        new = another()
        new.open()
        assert new.page.locator(".skip").inner_text() == "Jump to the sheet"
        names = new.page.evaluate("caches.keys()")
        assert len([name for name in names if name.startswith("cluetree ")]) == 1


@pytest.mark.parametrize(
    ("part", "left", "reason"),
    [
        ("core/pyodide.mjs", None, "core/pyodide.mjs is missing at the host"),
        ("core/modules.packed", None, "core/modules.packed is missing at the host"),
        ("core/modules.packed", 0, "core/modules.packed is damaged"),
        ("core/pyodide.asm.mjs.packed", 100_000, "core/pyodide.asm.mjs.packed is damaged"),
        ("core/pyodide.asm.wasm.packed", 2_000_000, "core/pyodide.asm.wasm.packed is damaged"),
        ("static/draft.js", None, "A part of it is missing, or the connection was lost"),
    ],
)
def test_missing_part_of_the_page_is_named(
    browser: View, folder: Path, part: str, left: int | None, reason: str
) -> None:
    content = (folder / part).read_bytes()
    (folder / part).unlink()
    if left is not None:
        (folder / part).write_bytes(content[:left])
    with hosting(folder) as host, sheets(browser, host.address, DESKTOP) as another:
        sheet = another()
        sheet.page.goto(f"http://{host.address}/")
        sheet.waits_for("The sheet cannot be opened")
        sheet.waits_for(reason)
        assert sheet.page.get_by_text("Opening the sheet").count() == 0
        sheet.troubles.clear()  # the browser says so, too


def test_core_that_always_crashes_is_given_up(another: Callable[[], Sheet]) -> None:
    sheet = another()
    sheet.page.add_init_script(CRASHING % "1")
    sheet.begin()
    sheet.page.evaluate("crash(made[0])")
    sheet.line.fill(LINES[0])
    sheet.line.press("Enter")
    sheet.waits_for("The sheet has broken down (no memory). Load the page again.")
    assert sheet.page.get_by_text("No connection").count() == 0
    assert sheet.line.input_value() == LINES[0]
    sheet.page.reload()
    sheet.page.locator(".grid").first.wait_for(state="attached")
    sheet.line.press("Enter")  # it waited in the form
    sheet.entries.first.wait_for(state="attached")
    assert sheet.lines == [WORDS[0]]
