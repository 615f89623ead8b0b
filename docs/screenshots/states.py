"""Draws every state of the sheet in the browser: one folder of pictures and a page of them all.

Run it from anywhere: `python docs/screenshots/states.py FOLDER [WORD ...]`. With words, only states
whose names contain one of them are drawn. It needs the `web` extra, Chromium and Playwright.
"""  # noqa: INP001 -- a script, not a module

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from web import DESKTOP, FLAGS, PHONE, SIX, View, begin, chromium, served

from cluetree import Edition
from cluetree.editions import SHIPPED
from cluetree.interfaces.web.server import STATIC
from cluetree.text.language import LANGUAGES

LOW, TINY, LANDSCAPE = (360, 560), (320, 568), (740, 360)
CLASH, HALF, WHOLE = 14, 13, 99
SHEETS = {"empty": 0, "middle": HALF, "solved": WHOLE, "clash": CLASH}
TABS = ("Enter", "Log", "Advice", "Rivals", "Story")
LIKELY, SURE = ".cell.open >> nth=-1", ".panel-sheet tr > :last-child .cell.holds >> nth=-1"
MENU = "#bar > button >> nth=1"
LARGE = 32
"""Pixels; twice the usual size of text."""


@dataclass(frozen=True)
class State:
    """A state of the page: the size, the game, the open tab, and the taps after it."""

    name: str
    size: tuple[int, int] = PHONE
    tab: str = "Sheet"
    events: int = HALF
    taps: tuple[str, ...] = ()
    language: str = "en"
    dark: bool = False
    font: int = 16
    record: str = ""


def states() -> Iterator[State]:
    """Yield every state."""
    for dark in (False, True):
        theme = "dark" if dark else "light"
        for size in (PHONE, DESKTOP):
            name = f"{theme}-{size[0]}x{size[1]}"
            yield from of_size(name, size, dark=dark)
    for size in (LOW, TINY, LANDSCAPE):
        yield from of_size(f"light-{size[0]}x{size[1]}", size)
    yield from of_size("large-text", PHONE, font=LARGE)
    for language in sorted(LANGUAGES):
        yield from of_size(f"language-{language}", PHONE, language=language)
    for edition in SHIPPED:
        for tab in ("Enter", "Sheet"):
            yield State(f"deck-{edition.id}-{tab}", tab=tab, events=0, record=empty(edition))
    for size in (PHONE, TINY, DESKTOP):
        for tab in ("Enter", "Sheet"):
            yield State(f"six-{size[0]}x{size[1]}-{tab}", size, tab, 0, record=SIX)


def of_size(
    name: str,
    size: tuple[int, int],
    *,
    dark: bool = False,
    font: int = 16,
    language: str = "en",
) -> Iterator[State]:
    """Yield every part of the page in a window."""

    def state(part: str, tab: str, events: int = HALF, *taps: str) -> State:
        return State(f"{name}-{part}", size, tab, events, taps, language, dark, font)

    for part, events in SHEETS.items():
        yield state(f"sheet-{part}", "Sheet", events)
    for tab in TABS:
        yield state(tab, tab)
    yield state("home", "", HALF)
    yield state(
        "asked", "Enter", HALF, *(f".guess .keys >> nth={at} >> .key >> nth=2" for at in range(3))
    )
    yield state(
        "answer",
        "Enter",
        HALF - 1,
        *(f".guess .keys >> nth={at} >> .key >> nth=4" for at in range(3)),
    )
    yield state("accuse", "Enter", WHOLE)
    yield state("why-open", "Sheet", HALF, LIKELY, LIKELY)
    yield state("why-proof", "Sheet", WHOLE, SURE, SURE)
    yield state("repair", "Repair", CLASH)
    yield state("set-up", "Set-up")
    yield state("envelope", "Sheet", HALF, "#envelope > button")
    yield state("reveal", "Enter", WHOLE, "#envelope > button")
    yield state("menu", "Sheet", HALF, MENU)
    yield state("cover", "Sheet", HALF, "#bar > button >> nth=0")
    yield state("paper", "Sheet", HALF, MENU, "#menu button >> nth=1")
    yield state("what-if", "Log", HALF, ".panel-log .row button >> nth=2", "#tab-Sheet")


def empty(edition: Edition) -> str:
    """Return the record of a new game of four on a deck."""
    cards = len(edition.cards) - 3
    names = ("Rosalinde", "Tom", "Mina", "Jules")
    sizes = [cards // 4 + (at < cards % 4) for at in range(4)]
    seats = ", ".join(f"{name} {size}" for name, size in zip(names, sizes, strict=True))
    return f"edition {edition.id}\nplayers {seats}\n"


def record_of(state: State) -> str:
    """Return the record of a state's game, up to its last event."""
    if state.record:
        return state.record
    texts = json.loads(
        (STATIC.parents[2] / f"text/languages/{state.language}.json").read_text("utf-8")
    )
    lines = (STATIC / texts["language.example"]).read_text("utf-8").splitlines()
    rows = [line for line in lines if line and not line.startswith("#")]
    start = next(at for at, line in enumerate(rows) if ":" in line)
    slip = ["Tom holds Scarlet" if state.events == CLASH else ""]
    return "\n".join([*rows[: start + state.events], *slip])


def draw(browser: Browser, address: str, state: State, path: Path) -> None:
    """Draw one state when it is complete."""
    width, height = state.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=state.language,
        color_scheme="dark" if state.dark else "light",
        has_touch=state.size != DESKTOP,
        is_mobile=state.size != DESKTOP,
        reduced_motion="reduce",
    )
    view: View = context.new_page()
    if state.font == LARGE:
        tools: View = context.new_cdp_session(view)
        tools.send("Page.setFontSizes", {"fontSizes": {"standard": state.font}})
    begin(view, address, record_of(state), state.tab)
    if not state.tab:
        view.goto(address)
    view.locator(".grid" if state.tab else ".shelf").first.wait_for(state="attached")
    for tap in state.taps:
        part = view.locator(tap).first
        if part.is_visible():
            part.click()
    view.wait_for_timeout(150)
    view.wait_for_function(
        "() => !document.querySelector('.panel.chosen > p[role=status]:only-child')"
    )
    if state.tab in {"Story", "Rivals"}:
        view.wait_for_timeout(2500)
    view.screenshot(path=path)
    context.close()


def main(folder: Path, words: Sequence[str]) -> None:
    """Draw the states and a page that shows them all."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = [state for state in states() if not words or any(word in state.name for word in words)]
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for state in drawn:
            draw(browser, address, state, folder / f"{state.name}.png")
        browser.close()
    figures = [
        f'<figure><img src="{state.name}.png" width="{state.size[0]}">'
        f"<figcaption>{escape(state.name)}</figcaption></figure>"
        for state in drawn
    ]
    style = "body{display:flex;flex-wrap:wrap;gap:1rem;font:14px sans-serif}figure{margin:0}"
    page = f"<!doctype html><title>The sheet</title><style>{style}</style>{''.join(figures)}"
    (folder / "index.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
