"""The sheet in a real browser, on a phone and on a desktop."""

import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from cluetree import Notebook, record
from cluetree.record import loads_clue_event
from tests.web.browser import (
    DESKTOP,
    HAND,
    LINES,
    PHONE,
    TABLE,
    TABS,
    WORDS,
    Sheet,
    View,
    events,
    fresh,
    sheets,
)
from tests.web.test_serving import PROGRAM, running

NPM = shutil.which("npm")

pytestmark = pytest.mark.slow


def test_games_are_saved_and_opened_again(told: Sheet, tmp_path: Path) -> None:
    told.show("Log")
    for spelling in ("clue", "json"):
        with told.page.expect_download() as waiting:
            told.press(f"Save as .{spelling}")
        waiting.value.save_as(tmp_path / f"game.{spelling}")
    fresh(told, LINES[:1])
    told.choose_in_menu("Games")
    with told.page.expect_download() as waiting:
        told.press("Save all games")
    waiting.value.save_as(tmp_path / "games.json")
    told.page.locator("input[type=file]").set_input_files(tmp_path / "games.json")
    rows = told.page.locator(".shelf [aria-label^='Throw away']")
    rows.nth(3).wait_for(state="attached")
    names = told.page.locator(".shelf li").all_text_contents()
    assert [("1 entry" in name) for name in names] == [True, False] * 2
    for spelling in ("clue", "json"):
        told.page.locator("input[type=file]").set_input_files(tmp_path / f"game.{spelling}")
        told.page.locator(".grid").wait_for(state="attached")
        assert events(told) == list(LINES[:4])
        told.choose_in_menu("Games")


def test_page_follows_a_file_that_others_change(browser: View, tmp_path: Path) -> None:
    path = tmp_path / "friday.clue"

    def save(count: int) -> None:
        events = (loads_clue_event(line, TABLE) for line in LINES[:count])
        record.save(Notebook(TABLE, events).record, path)

    save(1)
    file = f"from pathlib import Path\nFILE = Path({str(path)!r})\n"
    program = file + PROGRAM.replace("=False", "=False, file=FILE")
    with running(program) as address, sheets(browser, address, PHONE) as another:
        sheet = another()
        sheet.open()
        sheet.waits_for("This page shows friday.clue and follows its changes.")
        save(3)
        sheet.shows(3)
        path.write_text("edition  clue")
        sheet.waits_for("Until it can be read again, the page shows the last state.")
        assert sheet.lines == list(WORDS[:3])
        sheet.page.reload()
        sheet.waits_for("Until it can be read again, the page shows the last state.")
        path.unlink()
        sheet.waits_for("friday.clue: cannot read the file: no such file or directory")
        save(4)
        sheet.shows(4)
        sheet.show("Advice").get_by_role("button", name="Enter this suggestion").first.tap()
        sheet.waits_for("This page only shows friday.clue.")
        assert not sheet.page.locator("#panel-Enter").is_visible()


# Accessibility


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core, an accessibility checker."""
    if NPM is None:
        pytest.skip("npm is not installed, which would fetch axe-core")
    folder = tmp_path_factory.mktemp("axe")
    asked = [NPM, "pack", "axe-core@4", "--silent", "--pack-destination", str(folder)]
    try:
        subprocess.run(asked, check=True, capture_output=True, timeout=60, cwd=folder)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        pytest.skip("axe-core cannot be fetched from npm's registry")
    with tarfile.open(next(folder.glob("*.tgz"))) as packed:
        source = packed.extractfile("package/axe.min.js")
        assert source is not None
        return source.read().decode()


def faults(sheet: Sheet) -> list[str]:
    """Return the violations of accessibility rules on the current page."""
    found = sheet.page.evaluate("axe.run({resultTypes: ['violations']})")
    assert found["passes"]
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def test_axe_finds_no_fault(told: Sheet, axe: str) -> None:
    told.page.evaluate(axe)
    told.unfold_envelope()
    assert faults(told) == [], "the envelope"
    told.unfold_envelope()
    for tab in TABS:
        told.show(tab)
        if tab == "Sheet":
            told.ask_why("Wrench: Bob holds it")
        assert faults(told) == [], tab
    told.show("Log")
    told.press("Change the set-up")
    assert faults(told) == [], "the set-up"
    told.choose_in_menu("Help")
    assert faults(told) == [], "help"
    told.show("Log")
    told.unfold(4)
    told.press("Edit entry 4")
    assert faults(told) == [], "an entry that is changed"
    told.show("Enter")
    for kind in ("one of", "more", "saw a card of", "asks one player"):
        told.choose("What", kind)
        assert faults(told) == [], kind
    told.type_in("Bob lacks Wrench")
    for tab in ("Sheet", "Log", "Repair"):
        told.show(tab)
        assert faults(told) == [], f"{tab} of an impossible log"
    told.page.set_viewport_size({**told.page.viewport_size, "height": 560})
    told.choose_in_menu("Games")
    told.page.locator(".shelf").wait_for()
    assert faults(told) == [], "the first page"
    told.press("New game")
    told.page.locator(".setup").wait_for()
    assert faults(told) == [], "a new game"


def reach(sheet: Sheet, name: str, key: str = "Tab") -> None:
    """Press a key until a name has the focus; the focus must always be visible."""
    for _ in range(80):
        sheet.page.keyboard.press(key)
        here, seen = sheet.page.evaluate(FOCUS)
        assert seen, f"{here} does not show that it has the focus"
        if here == name:
            return
    pytest.fail(f"{name} is not reached by {key}")


FOCUS = """() => {
  const here = document.activeElement;
  const outlined = (node) => getComputedStyle(node).outlineStyle !== "none";
  const key = here.closest(".key");
  const name = here.getAttribute("aria-label") ?? (key ?? here).textContent;
  return [name, here === document.body || outlined(here) || (key !== null && outlined(key))];
}"""


@pytest.mark.parametrize("device", [DESKTOP], ids=["desktop"])
def test_game_can_be_played_by_keyboard_alone(sheet: Sheet) -> None:
    keyboard = sheet.page.keyboard
    sheet.open()
    reach(sheet, "New game")
    keyboard.press("Enter")
    sheet.page.locator(".setup").wait_for()
    for card in HAND:
        reach(sheet, card)
        keyboard.press("Space")
    reach(sheet, "Begin")
    keyboard.press("Enter")
    sheet.page.locator(".grid").wait_for()
    assert sheet.page.evaluate(FOCUS)[0].startswith("An entry")
    keyboard.type("ann: plum, wr, library -> bob shows wrench")
    keyboard.press("Enter")
    sheet.page.locator("#entry-1").wait_for(state="attached")
    reach(sheet, "Enter", "Shift+Tab")
    keyboard.press("ArrowRight")
    sheet.page.locator("#panel-Log").wait_for()
    reach(sheet, "Undo")
    keyboard.press("Enter")
    sheet.page.locator("#entry-1").wait_for(state="detached")
    reach(sheet, "Redo")
    keyboard.press("Enter")
    sheet.page.locator("#entry-1").wait_for()
    reach(sheet, "Miss Scarlet: no, Ann lacks it", "Shift+Tab")
    reach(sheet, "Wrench: no, Ann lacks it", "ArrowDown")
    reach(sheet, "Wrench: Bob holds it", "ArrowRight")
    keyboard.press("Enter")
    sheet.page.locator("#panel-Why").get_by_text("Bob has Wrench.").wait_for()
