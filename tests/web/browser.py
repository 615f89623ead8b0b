"""The sheet in a real browser: taps, typing, and what is shown."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias
from uuid import uuid4

from cluetree import Notebook, Table
from cluetree.editions import CLUE_US
from cluetree.record import dumps_clue_event, loads_clue_event
from cluetree.text.events import brief

View: TypeAlias = Any  # Playwright's objects; it need not be there
PATIENCE: Final = 240_000
"""Milliseconds; a busy machine starts a browser or Python in far less."""
CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS: Final = (
    "--host-resolver-rules=MAP sheet.test 127.0.0.1",  # a host that is not trusted like localhost
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE: Final[Mapping[str, object]] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "light",
}
DESKTOP: Final[Mapping[str, object]] = {
    "viewport": {"width": 1280, "height": 900},
    "color_scheme": "dark",
}
IN_SIGHT: Final = """part => {
  const box = part.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return part.contains(there) || (there?.contains(part) ?? false);
}"""
SHOWER: Final = "Who showed a card"
TABS: Final = ("Enter", "Sheet", "Log", "Advice", "Rivals", "Story")
HAND: Final = ("Mustard", "Knife", "Rope", "Hall", "Study")
LINES: Final = (
    "Ann: Professor Plum, Wrench, Library -> Bob shows Wrench",
    "Bob: Mr. Green, Rope, Kitchen -> Cid shows",
    "Cid: Mrs. White, Knife, Kitchen -> Ann shows Knife",
    "Dora: Miss Scarlet, Lead Pipe, Lounge -> Bob shows",
    "Ann: Mrs. Peacock, Revolver, Ballroom -> nobody",
    "Cid holds Kitchen",
    "Ann accuses Mrs. Peacock, Revolver, Ballroom: right",
)
SEATS: Final = (("Ann", 5), ("Bob", 5), ("Cid", 4), ("Dora", 4))
TABLE: Final = Table.set_up(CLUE_US, dict(SEATS), viewpoint="Ann", hand=HAND)
WORDS: Final = tuple(brief(loads_clue_event(line, TABLE), CLUE_US) for line in LINES)
"""The lines as the log shows them."""


@dataclass
class Sheet:
    """One page and its errors so far."""

    page: View
    address: str
    touch: bool
    taps: int = 0
    """Number of taps."""
    swipes: int = 0
    """Number of taps that needed a swipe before."""
    troubles: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        """Record the errors and the requests of the page."""
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("request", self._see)

    def _hear(self, said: View) -> None:
        # The browser itself reports an unreachable server.
        if said.type == "error" and "net::ERR_" not in said.text:
            self.troubles.append(said.text)

    def _see(self, request: View) -> None:
        if not request.url.startswith((f"http://{self.address}/", "blob:")):
            self.troubles.append(f"asks for {request.url}")

    def tap(self, what: View) -> None:
        """Tap with a finger, or click with a mouse."""
        self.taps += 1
        self.swipes += not what.evaluate(IN_SIGHT)
        if self.touch:
            what.tap()
        else:
            what.click()

    def press(self, name: str) -> None:
        """Tap the button of a name."""
        self.tap(self.page.get_by_role("button", name=name, exact=True))

    def choose_in_menu(self, name: str) -> None:
        """Tap an entry of the menu."""
        self.press("Menu")
        self.press(name)

    def ask_why(self, mark: str) -> None:
        """Tap a mark of the sheet; on a phone the first tap only enlarges its row."""
        cell = self.page.get_by_role("button", name=mark)
        self.tap(cell)
        if self.touch and self.page.locator("tr.enlarged").filter(has=cell).count():
            self.tap(cell)

    def open(self, address: str = "") -> None:
        """Open the page and wait for its content."""
        self.page.goto(f"http://{self.address}/{address}")
        self.page.get_by_text("Opening the sheet").wait_for(state="detached")
        self.page.locator(".setup, .grid").first.wait_for(state="attached")

    def begin(self) -> None:
        """Set up a game of four, of whom I am the first."""
        self.open_anew()
        self.deal()

    def open_anew(self) -> None:
        """Open the set-up of a game with new players."""
        self.open()
        self.page.locator(".setup").wait_for()
        other = self.page.get_by_role("button", name="Other players", exact=True)
        if other.count():
            self.tap(other)

    def deal(self) -> None:
        """Tap my cards, and begin."""
        mine = self.page.locator(".setup").get_by_role("group")
        for card in HAND:
            self.tap(mine.get_by_role("button", name=card, exact=True).first)
        self.press("Begin")
        self.page.locator(".grid").first.wait_for(state="attached")

    @property
    def game(self) -> str:
        """The id of the open game, from the address."""
        return str(self.page.url.split("game=")[1].split("&")[0])

    def show(self, tab: str) -> View:
        """Open a tab and return its panel once it is loaded."""
        if self.page.locator(f"#tab-{tab}").is_visible():
            self.tap(self.page.get_by_role("tab", name=tab, exact=True))
        panel = self.page.locator(f"#panel-{tab}")
        panel.get_by_text("Working it out").wait_for(state="detached")
        return panel

    @property
    def line(self) -> View:
        """The field for a typed line."""
        return self.page.locator(".line")

    def reads(self, line: str) -> None:
        """Wait until the field for a typed line has this text."""
        self.page.wait_for_function(
            "line => document.querySelector('.line').value === line", arg=line
        )

    @property
    def chosen(self) -> list[str]:
        """The cards that are tapped for the next entry."""
        checked = self.page.locator(".entry .guess :checked")
        values: list[str] = checked.evaluate_all("all => all.map(one => one.value)")
        return values

    @property
    def entries(self) -> View:
        """The entries of the log."""
        return self.page.locator(".log > li[id]")

    def shows(self, number: int) -> None:
        """Wait until the log has an entry of this number."""
        self.page.locator(f"#entry-{number}").wait_for(state="attached")

    def unfold(self, number: int) -> None:
        """Unfold the actions of an entry of the log."""
        self.tap(self.page.locator(f"#entry-{number} summary"))

    def unfold_envelope(self) -> None:
        """Unfold the findings about the envelope."""
        self.tap(self.page.locator("#envelope > button"))

    def type_in(self, line: str) -> None:
        """Type an entry and wait until it is in the log."""
        self.show("Enter")
        before = self.entries.count()
        self.line.fill(line)
        self.line.press("Enter")
        self.entries.nth(before).wait_for(state="attached")
        if self.page.locator("dialog").count():  # the answer
            self.page.keyboard.press("Escape")

    def choose(self, legend: str, name: str) -> None:
        """Tap one of a group of keys."""
        group = self.page.locator(".entry").get_by_role("group", name=legend, exact=True)
        radio = group.get_by_role("radio", name=name, exact=True)
        press = group.get_by_role("button", name=name, exact=True)
        key = radio.or_(press)
        other = self.page.locator(".entry .reopen")
        if not key.is_visible() and other.is_visible():  # on a phone: cards or answers
            self.tap(other)
        self.tap(key)

    def name(self, cards: Sequence[str]) -> None:
        """Tap a suspect, a weapon and a room."""
        for legend, card in zip(("suspect", "weapon", "room"), cards, strict=True):
            self.choose(legend, card)

    def suggest(self, cards: Sequence[str], shower: str, card: str | None = None) -> None:
        """Enter a suggestion of the current player by taps."""
        before = self.entries.count()
        self.name(cards)
        self.answer(shower, card)
        self.entries.nth(before).wait_for(state="attached")

    def answer(self, shower: str, card: str | None = None) -> None:
        """Tap the player who showed and the card; one tap for my own suggestion."""
        mine = self.page.locator(".entry").get_by_role("group", name=f"Card shown by {shower}")
        if card is None or not mine.count():
            self.choose(SHOWER, shower if shower == "nobody" else f"{shower} shows")
        if card is not None:
            self.choose(f"Card shown by {shower}", card)

    @property
    def lines(self) -> list[str]:
        """The log on the page, oldest entry first."""
        found: list[str] = self.entries.locator("summary").all_text_contents()
        return found[::-1]

    @property
    def marks(self) -> list[tuple[str, str, str]]:
        """The kind, sign and word of each mark of the sheet."""
        cells = self.page.locator(".cell").evaluate_all(
            "cells => cells.map(cell => [cell.classList[1], "
            "...Array.from(cell.children, part => part.textContent)])"
        )
        return [(kind, sign, word) for kind, sign, word, *_ in cells]

    def fits(self) -> bool:
        """Return whether the page fits the width of the window."""
        size = self.page.viewport_size
        width: int = self.page.locator("html").evaluate("root => root.scrollWidth")
        return size is None or width <= size["width"]

    def waits_for(self, text: str) -> None:
        """Wait until a text can be read."""
        self.page.get_by_text(text).first.wait_for()


KEEP = """async ([id, record]) => {
  const { save } = await import("./static/kept.js");
  const game = { record: JSON.parse(record), begun: Date.now(), undo: [], redo: [], before: null };
  await save({ id }, game);
}"""
KEPT = """async (id) => {
  const { read } = await import("./static/kept.js");
  const [{ record }] = await read(id);
  return JSON.stringify(record);
}"""


def put(sheet: Sheet, book: Notebook, tab: str = "") -> None:
    """Keep a game in the browser and open it on the page."""
    game = f"game-{uuid4()}"
    sheet.open()
    sheet.page.evaluate(KEEP, [game, book.to_json()])
    sheet.open(f"#game={game}{tab}")
    sheet.page.locator(".grid").first.wait_for(state="attached")


def fresh(sheet: Sheet, lines: Sequence[str]) -> None:
    """Open a game with these entries."""
    put(sheet, Notebook(TABLE, (loads_clue_event(line, TABLE) for line in lines)))


def kept(sheet: Sheet) -> Notebook:
    """Return the open game as the browser keeps it."""
    return Notebook.from_json(sheet.page.evaluate(KEPT, sheet.game))


def events(sheet: Sheet) -> list[str]:
    """Return the log as the browser keeps it."""
    book = kept(sheet)
    return [dumps_clue_event(event, book.table) for event in book.events]


@contextmanager
def browsing(browser: View, profile: Path) -> Iterator[tuple[View, Callable[[], None]]]:
    """Run a browser with a profile folder; yield its context and a function that kills it."""
    assert CHROMIUM is not None
    port = profile / "DevToolsActivePort"
    port.unlink(missing_ok=True)
    command = [CHROMIUM, "--headless=new", "--remote-debugging-port=0", *FLAGS]
    with subprocess.Popen(
        [*command, f"--user-data-dir={profile}", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        kill = partial(os.killpg, process.pid, signal.SIGKILL)  # its helpers, too
        try:
            while not port.exists() or "\n" not in port.read_text("utf-8"):
                assert process.poll() is None
                time.sleep(0.05)
            address = f"http://127.0.0.1:{port.read_text('utf-8').splitlines()[0]}"
            opened = browser.browser_type.connect_over_cdp(address, timeout=PATIENCE)
            opened.contexts[0].set_default_timeout(PATIENCE)
            yield opened.contexts[0], kill
        finally:
            with suppress(ProcessLookupError):
                kill()


@contextmanager
def context_of(browser: View, device: Mapping[str, object]) -> Iterator[View]:
    """Open a context of the browser with separate storage."""
    context = browser.new_context(**device, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    with closing(context):
        yield context


@contextmanager
def tabs(context: View, address: str, *, touch: bool) -> Iterator[Callable[[], Sheet]]:
    """Open tabs in a context; their errors fail the test."""
    opened: list[Sheet] = []

    def another() -> Sheet:
        opened.append(Sheet(context.new_page(), address, touch))
        return opened[-1]

    try:
        yield another
    finally:
        for sheet in opened:
            sheet.page.close()
    troubles = [trouble for sheet in opened for trouble in sheet.troubles]
    assert not troubles, troubles


@contextmanager
def sheets(
    browser: View, address: str, device: Mapping[str, object]
) -> Iterator[Callable[[], Sheet]]:
    """Open tabs in a separate context."""
    with (
        context_of(browser, device) as context,
        tabs(context, address, touch="has_touch" in device) as another,
    ):
        yield another
