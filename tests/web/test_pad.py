"""What the sheet draws and what its menu does, in a browser."""

import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from cluetree import Notebook
from tests.web.browser import CHROMIUM, DESKTOP, LINES, PHONE, TABLE, Sheet, fresh, kept, put

pytestmark = pytest.mark.slow
ROOT: Final = Path(__file__).parents[2]
FRIDAY: Final = Notebook.load(ROOT / "examples" / "friday.clue")
SIZES: Final = [(360, 560), (390, 844), (820, 1180), (740, 360)]
PHONES: Final = [{**PHONE, "viewport": {"width": w, "height": h}} for w, h in SIZES]
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
only_phone = pytest.mark.parametrize("device", [PHONE], ids=["phone"])
low_phone = pytest.mark.parametrize("device", PHONES[:1], ids=["low phone"])
SIX: Final = Notebook.load(Path(__file__).parent / "games" / "six.clue")
CONTRASTS: Final[dict[float, str]] = {
    4.5: "ink/paper ink/surface ink/envelope ink/tint faint/paper faint/surface main/paper "
    "main/surface main/tint on-main/main trouble/paper trouble/trouble-paper open/bar lacks/paper "
    "open/bar-paper on-holds/holds on-table/table on-table/band dim/table gold/table on-gold/gold",
    3.0: "edge/paper edge/surface lacks/envelope pencil/paper ring/envelope",
}
CELL: Final = "color-mix(in srgb, var(--player) 14%, var(--paper))"
RGB: Final = """([kind, colour]) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.className = kind;
  probe.style.color = `color-mix(in srgb, ${colour}, ${colour})`;
  return getComputedStyle(probe).color.match(/[\\d.e-]+/g).slice(0, 3).map(Number);
}"""
OVERLAPS: Final = """() => {
  const seen = (part) => part.checkVisibility() && !part.closest("[popover]");
  const parts = [...document.querySelectorAll("header button, #news")].filter(seen);
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 1;
  const meet = (a, b) => shared(a, b, "left", "right") && shared(a, b, "top", "bottom");
  return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => meet(a, b)));
}"""


FELT: Final = """globalThis.felt = [];
navigator.vibrate = (pattern) => felt.push(pattern.length);
navigator.wakeLock.request = async () => felt.push("awake");"""
LAID_ON_ITS_FACE: Final = "Object.assign(new Event('deviceorientation'), { beta: 175, gamma: 5 })"


def friday(sheet: Sheet, events: int, tab: str = "Sheet") -> None:
    """Open the example after some entries."""
    put(sheet, Notebook(FRIDAY.table, FRIDAY.events[:events], title=FRIDAY.title))
    sheet.show(tab)


@only_phone
def test_cards_are_struck_out_and_the_answer_is_circled(sheet: Sheet) -> None:
    friday(sheet, len(FRIDAY))
    assert sheet.page.locator("tr.out").count() == 18
    names = sheet.page.locator("tr.hit th").all_text_contents()
    assert names == ["White", "Rope", "Billiard Room"]
    circled = sheet.page.locator("tr.hit .card").first
    assert circled.evaluate("card => getComputedStyle(card).borderTopWidth") == "2px"


@only_phone
def test_chances_of_the_first_deal_are_not_drawn(sheet: Sheet) -> None:
    drawn = sheet.page.locator(".cell.open:not(.dealt)")
    for entries, most in ((0, 0), (2, 15)):
        put(sheet, Notebook(SIX.table, SIX.events[:entries]), "&tab=Sheet")
        assert (drawn.count() > 0, drawn.count() <= most) == (entries > 0, True)
    quiet = sheet.page.locator(".cell.open.dealt").first
    assert quiet.locator(".word").evaluate("word => getComputedStyle(word).opacity") == "0"
    assert "%" in (quiet.get_attribute("aria-label") or "")
    sheet.choose_in_menu("Chances: numbers, bars or nothing")
    words = "cells => cells.filter(cell => getComputedStyle(cell).opacity !== '0').length"
    assert sheet.page.locator(".cell.open .word").evaluate_all(words) == 0


def contrast(*colours: list[float]) -> float:
    """Return the contrast of two colours, nearly as WCAG defines it."""
    weights = (0.2126, 0.7152, 0.0722)
    dark, light = sorted(
        sum(w * c**2.2 for w, c in zip(weights, rgb, strict=True)) for rgb in colours
    )
    return float((light + 0.05) / (dark + 0.05))


@pytest.mark.parametrize(
    "device", [PHONE, {**PHONE, "color_scheme": "dark"}], ids=["light", "dark"]
)
def test_colours_can_be_read_and_told_apart(sheet: Sheet) -> None:
    friday(sheet, 13)

    def rgb(name: str, kind: str = "") -> list[float]:
        colour = name if "(" in name else f"var(--{name})"
        found: list[float] = sheet.page.evaluate(RGB, [kind, colour])
        return found

    for least, pairs in CONTRASTS.items():
        for pair in pairs.split():
            assert contrast(*map(rgb, pair.split("/"))) >= least, pair
    players = [f"p-{seat}" for seat in range(6)]
    for player in players:
        assert contrast(rgb("player", player), rgb(CELL, player)) >= 4.5, player
    apart = [*(rgb("player", one) for one in players), *map(rgb, ("pencil", "holds", "main"))]
    for one, other in combinations(apart, 2):
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 0.25
    sheet.show("Enter")
    sheet.choose("suspect", "Scarlet")  # mine
    sheet.choose("room", "Kitchen")  # of Tom
    fills = "keys => new Set(keys.map(key => getComputedStyle(key).backgroundColor)).size"
    assert sheet.page.locator(".entry .key:has(:checked)").evaluate_all(fills) == 1


@only_phone
def test_colour_of_a_player_is_chosen_and_kept(sheet: Sheet) -> None:
    sheet.open_anew()
    sheet.press("Colour of player 2")
    sheet.deal()
    sheet.page.reload()
    sheet.page.locator(".grid").first.wait_for(state="attached")
    heads = sheet.show("Sheet").locator("thead th")
    assert [heads.nth(n).get_attribute("class") for n in (1, 2, 3)] == ["p-0", "p-4", "p-2"]


@pytest.mark.parametrize("device", PHONES, ids=map(str, SIZES))
def test_nothing_of_the_bar_overlaps(sheet: Sheet) -> None:
    friday(sheet, 13, "Log")
    sheet.press("Try something out")
    sheet.type_in("Mina holds Hall")
    assert sheet.page.evaluate(OVERLAPS) == []
    for event in ("Tom holds Plum", "Tom: Plum, Rope, Hall -> Mina shows"):
        sheet.type_in(event)
        assert sheet.page.evaluate(OVERLAPS) == []


@only_phone
def test_proof_is_of_the_mark_that_was_tapped(sheet: Sheet) -> None:
    friday(sheet, len(FRIDAY))
    sheet.ask_why("White: the envelope holds it")
    sheet.page.locator(".claim").get_by_text("The envelope has White.").wait_for()
    sheet.tap(sheet.page.get_by_role("button", name="Mustard: Mina holds it"))
    sheet.page.get_by_text("Mina has Mustard.").first.wait_for()


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_chance_of_one_of_several_marks(sheet: Sheet) -> None:
    friday(sheet, 16)
    panel = sheet.page.locator("#panel-Why")
    rope = sheet.page.get_by_role("button", name="Rope: Jules holds it")
    sheet.tap(rope)
    if sheet.touch:
        assert not panel.is_visible()  # the first tap only enlarges the row
        sheet.tap(rope)
    sheet.press("How likely is one of several?")
    for mark, claim in (
        ("Hall: Jules holds it", "Jules has Rope or Hall: 79 %"),
        ("Wrench: Jules holds it", "Jules has Rope, Hall or Wrench: 100 %, certain"),
        ("Rope: Jules holds it", "Jules has Hall or Wrench: 100 %, certain"),
        (
            "Rope: the envelope holds it",
            "Jules has Hall or Wrench or the envelope has Rope: 100 %, certain",
        ),
    ):
        sheet.tap(sheet.page.get_by_role("button", name=mark))
        panel.get_by_text(claim).wait_for()
    assert sheet.page.locator(".cell.asked").count() == 3
    sheet.page.get_by_role("button", name="Rope: the envelope holds it").focus()
    sheet.page.keyboard.press("Enter")
    panel.get_by_text("Hall or Wrench: 100 %, certain").wait_for()
    sheet.press("How likely is one of several?")
    panel.get_by_text("Open:").wait_for()


@only_phone
def test_impossible_answer_is_pale_and_warns(sheet: Sheet) -> None:
    fresh(sheet, [*LINES[:4], "Cid lacks Plum"])
    sheet.type_in("Cid lacks Rope")
    sheet.show("Enter")
    sheet.choose("Who", "Bob")
    sheet.name(["Plum", "Rope", "Hall"])
    shower = sheet.page.get_by_role("button", name="Cid shows")
    assert "pale" in (shower.get_attribute("class") or "")
    sheet.tap(shower)
    sheet.waits_for("By what is known, Cid cannot have any of the three.")
    assert len(kept(sheet)) == 6
    sheet.press("Enter")
    sheet.page.locator("#envelope.clashing").wait_for()


@only_phone
def test_answer_is_revealed_and_the_winner_named(sheet: Sheet) -> None:
    sheet.page.add_init_script(FELT)
    friday(sheet, 26)
    sheet.show("Enter")
    sheet.line.fill("Jules accuses White, Rope, Conservatory: wrong")
    sheet.line.press("Enter")
    dialog = sheet.page.locator("dialog")
    dialog.get_by_text("Accuse: White, Rope and Billiard Room").wait_for()
    dialog.get_by_text("Case solved").wait_for()
    assert dialog.locator(".front").all_text_contents() == ["White", "Rope", "Billiard Room"]
    sheet.press("I accuse")
    assert sheet.page.evaluate("felt") == ["awake"]
    sheet.choose_in_menu("Sound and vibration")
    sheet.choose("Right or wrong?", "it was right")
    dialog.get_by_text("Rosa solved it in entry 28.").wait_for()
    assert sheet.page.evaluate("felt") == ["awake", 2, 8]
    sheet.press("Watch the story")
    sheet.press("Play")
    slider = sheet.page.locator("[data-key='look back']")
    sheet.page.wait_for_function("slider => Number(slider.value) < 28", arg=slider.element_handle())


@pytest.mark.parametrize("device", PHONES[:2], ids=["low phone", "phone"])
def test_story_shows_the_past_only_in_readable_letters(sheet: Sheet) -> None:
    labels = "cells => cells.map((cell) => cell.getAttribute('aria-label'))"
    smallest = """([tree]) => ["fontSize .small", "height .chip"].map((each) => each.split(" "))
      .map(([size, part]) => Math.min(...[...tree.querySelectorAll(part)].map((one) =>
        parseFloat(getComputedStyle(one)[size]) * one.getScreenCTM().a)))"""
    friday(sheet, len(FRIDAY), "Story")
    story = sheet.page.locator(".story")
    story.get_by_role("slider").fill("13")
    looked = story.locator(".cell").evaluate_all(labels)
    assert "Knife: Rosa holds it (seen by Mina)" in looked
    sheet.tap(story.locator("[data-key=tree]"))
    story.locator(".tree [role=button]").first.wait_for()
    letter, chip = story.locator(".tree svg").evaluate_all(smallest)
    assert (letter >= 12, chip >= 24) == (True, True)
    friday(sheet, 13)
    assert looked == sheet.page.locator(".panel-sheet .cell").evaluate_all(labels)


@only_phone
def test_advice_and_rivals_are_cards_and_bars_without_bits(sheet: Sheet) -> None:
    friday(sheet, 13, "Advice")
    assert sheet.page.locator(".advice .cards li").last.text_content() == "Dining Roomyours"
    bars = sheet.page.locator(".advice .bar rect").all()
    widths = [float(bar.get_attribute("width")) for bar in bars]
    assert [*sorted(widths[:-1], reverse=True), 0] == widths
    sheet.show("Rivals").get_by_text("Better wait.").wait_for()
    assert sheet.page.locator(".way:not(:empty)").count() == 3
    assert "bits" not in sheet.page.locator("main").text_content()


@only_phone
def test_who_is_out_is_said(sheet: Sheet) -> None:
    friday(sheet, 13)
    sheet.type_in("Tom accuses Plum, Rope, Hall: wrong")
    sheet.waits_for("Tom is out, but keeps showing cards.")


@pytest.mark.parametrize("device", [PHONES[0], DESKTOP], ids=["low phone", "desktop"])
def test_cover_stays_until_it_is_tapped(sheet: Sheet) -> None:
    sheet.page.add_init_script(FELT)
    friday(sheet, 13, "Log")
    sheet.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert sheet.page.evaluate("felt") == ["awake", "awake"]
    sheet.page.evaluate(f"dispatchEvent({LAID_ON_ITS_FACE})")
    cover = sheet.page.locator(".cover")
    for away in (sheet.page.reload, sheet.page.go_back, sheet.page.reload):
        away()
        sheet.page.locator(".grid").first.wait_for(state="attached")
        cover.get_by_text("Rosa").wait_for()
        assert cover.bounding_box() == {"x": 0, "y": 0, **sheet.page.viewport_size}
        assert sheet.page.title() == "The detective's sheet"
        for key in ("Tab", "Tab", "Escape", "Escape"):
            sheet.page.keyboard.press(key)
            assert not sheet.page.evaluate("document.activeElement.closest('header, main')")
    sheet.tap(cover)
    cover.wait_for(state="detached")
    assert sheet.page.title() == "Friday, second game"
    assert sheet.page.locator("body[data-tab=Log]").count() == 1
    sheet.press("Cover the sheet")
    cover.wait_for()


def test_theme_is_switched_and_kept(sheet: Sheet) -> None:
    friday(sheet, 1)
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    before = sheet.page.evaluate(colour)
    sheet.choose_in_menu("Dark or light")
    after = sheet.page.evaluate(colour)
    assert after != before
    sheet.page.reload()
    sheet.page.locator(".grid").first.wait_for(state="attached")
    assert sheet.page.evaluate(colour) == after


@pytest.mark.parametrize("device", [{**PHONE, "color_scheme": "dark"}], ids=["dark phone"])
def test_print_has_the_sheet_and_the_log_in_black(sheet: Sheet) -> None:
    friday(sheet, 13, "Advice")
    sheet.page.emulate_media(media="print", color_scheme="dark")
    assert sheet.page.locator(".panel-sheet tbody:not(.again) th:visible").count() == 21
    assert sheet.page.locator(".panel-sheet .cell:visible").count() == 21 * 5
    assert sheet.page.locator(".log li:visible").count() == 13
    assert not sheet.page.locator(".panel-advice").is_visible()
    ink = "part => getComputedStyle(part).color"
    for part in (".log li", ".panel-sheet .cell.holds", ".panel-sheet thead th"):
        assert sheet.page.locator(part).first.evaluate(ink) == "rgb(0, 0, 0)"
    assert sheet.page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1


@low_phone
def test_paper_mode_shows_my_marks_checks_them_and_hints(sheet: Sheet) -> None:
    put(sheet, Notebook(TABLE))
    sheet.type_in(LINES[0])  # Bob shows Wrench
    sheet.choose_in_menu("Paper mode: only my own marks")
    cell = sheet.page.locator(".cell[aria-label^='Wrench, Bob']")
    sheet.page.locator("#tab-Advice").wait_for(state="hidden")
    assert cell.inner_text() == ""
    sheet.press("A hint")
    sheet.page.locator("#news").get_by_text("Bob").wait_for()
    sheet.tap(cell)
    marked = sheet.page.get_by_role("button", name="Wrench: Bob holds it")
    marked.wait_for()
    assert (marked.inner_text(), sheet.page.locator(".enlarged").count()) == ("✓", 0)
    sheet.press("Check my marks")
    sheet.waits_for("marks, and all are right.")
    sheet.tap(marked)
    sheet.press("Check my marks")
    sheet.waits_for("One mark is wrong: Wrench at Bob.")
    sheet.type_in("Bob lacks Wrench")
    for key in ("Check my marks", "A hint"):
        sheet.press(key)
        sheet.waits_for("Find the mistake: entries 1 and 2 contradict each other")
        sheet.page.locator("#news").evaluate("news => news.replaceChildren()")
    sheet.press("Find the mistake")
    sheet.press("Entry 2: it should read “Bob holds Wrench”")
    sheet.choose_in_menu("Paper mode: only my own marks")
    sheet.page.get_by_role("button", name="Wrench: Bob holds it").wait_for()
    sheet.choose_in_menu("Paper mode: only my own marks")
    sheet.page.get_by_role("button", name="Wrench: no, Bob lacks it").wait_for()
    sheet.show("Enter")
    sheet.line.fill(LINES[6])
    sheet.line.press("Enter")
    sheet.page.locator("dialog").get_by_text("Ann solved it in entry 3.").wait_for()
    sheet.press("Watch the story")
    sheet.page.locator("#panel-Story .cell.holds").first.wait_for()


@pytest.mark.parametrize("device", PHONES[:2], ids=["low phone", "phone"])
def test_won_game_is_a_small_sheet_and_the_next_one_takes_two_taps(sheet: Sheet) -> None:
    friday(sheet, len(FRIDAY))
    sheet.type_in("Rosa accuses White, Rope, Billiard Room: right")
    sheet.choose_in_menu("Games")
    sheet.waits_for("Games won: Rosa 1")
    sheet.press("Throw away Friday, second game")
    sheet.page.locator(".shelf").wait_for(state="detached")
    sheet.press("Undo")
    sheet.tap(sheet.page.locator(".shelf", has_text="Tom").get_by_text("Mrs. White, Rope and"))
    sheet.shows(28)
    sheet.show("Advice")
    sheet.press("Play again with these players")
    sheet.swipes = 0
    for card in ("Scarlet", "Candlestick", "Knife", "Lead Pipe", "Dining Room"):
        sheet.press(card)
    sheet.press("Begin")
    sheet.page.locator(".grid").first.wait_for(state="attached")
    assert sheet.swipes == 0
    assert kept(sheet).table == FRIDAY.table


@low_phone
def test_marks_notes_and_entries_are_undone_in_their_order(sheet: Sheet) -> None:
    fresh(sheet, LINES[:2])
    sheet.show("Sheet")
    cell = sheet.page.locator(".cell[aria-label*='Green'][aria-label*='Cid']")
    chance = "Mr. Green: Cid holds it with a chance of 54 %"
    noted, blank = f"{chance} (my note: 2)", "Mr. Green, Cid: no mark (my note: 2)"
    checked = "Mr. Green: Cid holds it (my note: 2)"

    def shows(label: str) -> None:
        cell.and_(sheet.page.get_by_label(label, exact=True)).wait_for()

    shows(chance)
    box = cell.bounding_box()
    sheet.page.mouse.move(box["x"] + 9, box["y"] + 9)
    sheet.page.mouse.down()  # until the dialog opens
    sheet.tap(sheet.page.locator("dialog").get_by_role("button", name="2", exact=True))
    sheet.page.mouse.up()
    shows(noted)
    sheet.choose_in_menu("Paper mode: only my own marks")
    shows(blank)
    sheet.tap(cell)
    shows(checked)
    sheet.type_in(LINES[2])
    sheet.show("Sheet")
    cell.focus()
    for key in ("8", "?", "Enter"):
        sheet.page.keyboard.press(key)
    shows("Mr. Green: Cid holds it (my note: 8?)")
    sheet.page.reload()
    for entries, label in ((3, checked), (2, checked), (2, blank), (2, noted), (2, chance)):
        sheet.press("Undo this")
        shows(label)
        sheet.entries.nth(entries).wait_for(state="detached")
    sheet.reads(LINES[2])  # for correction


@low_phone
def test_first_page_says_what_it_is_and_opens_the_example(sheet: Sheet) -> None:
    sheet.page.route("**/rpc", lambda _: None)  # no core yet
    sheet.page.goto(f"http://{sheet.address}/")
    sheet.page.locator("#doors :enabled").get_by_text("New game").wait_for()
    sheet.waits_for("Tap what you see at the table; the sheet works out the rest.")
    sheet.page.unroute("**/rpc")
    sheet.open()
    sheet.press("Watch an example")
    sheet.page.locator("#panel-Sheet .grid").wait_for()
    sheet.page.locator("#envelope.solved").get_by_text("White, Rope and Billiard Room").wait_for()
    low = "rows => rows.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length"
    assert sheet.page.locator("#panel-Sheet tbody tr").evaluate_all(low) >= 15
    sheet.choose_in_menu("Games")
    sheet.page.locator(".shelf strong").get_by_text("Mrs. White, Rope and Billiard Room").wait_for()
    sheet.press("Your games")
    sheet.page.evaluate("globalThis.print = () => {}")
    sheet.press("Print an empty pad")
    sheet.page.locator(".pad td").nth(21 * 6 - 1).wait_for(state="attached")
    assert sheet.page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1


@needs_browser
def test_gallery_has_a_picture_of_each_state(tmp_path: Path) -> None:
    """The script of the docs draws every state; here those of one size."""
    script = ROOT / "docs" / "screenshots" / "states.py"
    words = ("light-360x640", "paper", "cover", "reveal")
    subprocess.run([sys.executable, script, tmp_path, *words], check=True, timeout=300)
    pictures = sorted(path.stem for path in tmp_path.glob("*.png"))
    page = (tmp_path / "index.html").read_text("utf-8")
    assert len(pictures) > 12
    assert [name for name in pictures if f"{name}.png" not in page] == []
