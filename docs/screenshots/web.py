"""Draws the pictures of the sheet in the browser, from the example game.

Run it from anywhere: `python docs/screenshots/web.py [FOLDER]`. The PNG files are written beside
this script if no folder is given. It needs the `web` extra, Chromium and Playwright; with Pillow
the files get smaller.
"""  # noqa: INP001 -- a script, not a module

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, TypeAlias

from cluetree.interfaces.web.build import build_site

View: TypeAlias = Any  # Playwright's page, if it is there

HERE = Path(__file__).parent
FRIDAY = HERE.parent.parent / "examples" / "friday.clue"
SERVER = (sys.executable, "-m", "cluetree", "web", "--port", "0", "--no-browser")
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
COLOURS = 256
PHONE, DESKTOP = (360, 640), (1280, 800)
SIX = """\
title    Six at the table
edition  clue-us
players  Mina 3, Tom 3, Rosalinde 3, Jules 3, Christopher 3, Eve 3
me       Mina
hand     Mustard, Knife, Hall

Mina: Plum, Wrench, Library -> Rosalinde shows Wrench
Tom: Green, Rope, Kitchen -> Eve shows
Rosalinde: White, Knife, Kitchen -> Mina shows Knife
Jules: Scarlet, Pipe, Lounge -> Eve shows
Christopher: Plum, Rope, Study -> Tom shows
Eve: Peacock, Revolver, Ballroom -> Mina passes, Tom passes, Rosalinde shows
Mina: Peacock, Candlestick, Ballroom -> Jules shows Ballroom
"""
OFFLINE = "navigator.serviceWorker.ready.then(() => true)"


@dataclass(frozen=True)
class Picture:
    """A picture of the page: the open tab, the number of events, and the taps after them."""

    name: str
    size: tuple[int, int]
    tab: str
    events: int
    taps: tuple[str, ...] = ()
    slip: str = ""
    dark: bool = False
    record: str = ""
    """A record to use instead of the example."""
    back: int | None = None
    """The position of the story's slider."""
    server: bool = True


PICTURES = (
    Picture("web-advice", DESKTOP, "Advice", 14),
    Picture("web-why-dark", DESKTOP, "Why", 20, ("Mrs. White: the envelope holds it",), dark=True),
    Picture("web-phone", PHONE, "Sheet", 14),
    Picture("web-phone-enter-dark", PHONE, "Enter", 13, ("Scarlet", "Knife", "Library"), dark=True),
    Picture("web-phone-repair", PHONE, "Repair", 14, slip="Mina holds Revolver"),
    Picture("web-phone-six", PHONE, "Sheet", 0, record=SIX),
    Picture("web-phone-story", PHONE, "Story", 20, back=9),
    Picture("web-phone-offline", PHONE, "Enter", 27, server=False),
)


@contextmanager
def served() -> Iterator[str]:
    """Run a server, and yield its address."""
    with subprocess.Popen(SERVER, stdout=subprocess.PIPE, encoding="utf-8") as server:  # noqa: S603
        try:
            assert server.stdout is not None  # noqa: S101 -- it is a pipe
            yield server.stdout.readline().split()[2]
        finally:
            server.terminate()


@contextmanager
def hosted() -> Iterator[str]:
    """Build the page without a server, host it locally, and yield its address."""
    with TemporaryDirectory() as folder:
        build_site(Path(folder, "site"))
        handler = partial(Quiet, directory=str(Path(folder, "site")))
        host = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        Thread(target=host.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{host.server_address[1]}/"
        finally:
            host.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """A handler that serves a folder and logs nothing."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def record_of(picture: Picture) -> str:
    """Return the record of a picture's game, up to its last event."""
    if picture.record:
        return picture.record
    head, *rest = FRIDAY.read_text(encoding="utf-8").partition("\n# First round")
    lines = [line for line in "".join(rest).splitlines() if line and not line.startswith("#")]
    return "\n".join([head, *lines[: picture.events], picture.slip])


def begin(view: View, address: str, record: str, tab: str, *, offline: bool = False) -> None:
    """Open a record as a file, and one of its tabs, perhaps without a network."""
    view.goto(address)
    view.locator("#opening").wait_for(state="detached")
    file = {"name": "game.clue", "mimeType": "text/plain", "buffer": record.encode()}
    view.locator("input[type=file]").set_input_files(file)
    view.wait_for_url("**game=*")
    game = view.url.partition("game=")[2].partition("&")[0]
    if offline:
        view.evaluate(OFFLINE)
        view.context.set_offline(True)
    view.goto(f"{address}#game={game}&tab={tab}")
    view.reload()


def chromium() -> str:
    """Find Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        raise SystemExit("no Chromium is installed, so there is nothing to draw with")
    return path


def tap(view: View, name: str) -> None:
    """Tap the key or the button of a name."""
    keys = view.get_by_role("radio", name=name, exact=True)
    (keys if keys.count() else view.get_by_role("button", name=name, exact=True)).first.click()


def draw(browser: str, address: str, picture: Picture, path: Path) -> None:
    """Draw a page when it is complete."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 -- if it is there
    except ImportError:
        raise SystemExit("Playwright is not installed, which leads the browser") from None
    width, height = picture.size
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        view = opened.new_page(
            viewport={"width": width, "height": height},
            color_scheme="dark" if picture.dark else "light",
            reduced_motion="reduce",
        )
        record = record_of(picture)
        begin(view, address, record, picture.tab, offline=not picture.server)
        view.locator(".grid").first.wait_for(state="attached")
        for name in picture.taps:
            tap(view, name)
        view.get_by_text("Working it out").wait_for(state="detached")
        if picture.back is not None:
            view.get_by_role("slider").fill(str(picture.back))
            view.wait_for_load_state("networkidle")
        view.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        view.screenshot(path=path)
        opened.close()


def shrink(path: Path) -> None:
    """Reduce the colours to those of the page, which shrinks the file to a third."""
    try:
        from PIL import Image  # noqa: PLC0415 -- if it is there
    except ImportError:
        return
    with Image.open(path) as image:
        few = image.convert("RGB").quantize(
            COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
        )
    few.save(path, optimize=True)


def main(folder: Path) -> None:
    """Draw all pictures into a folder."""
    browser = chromium()
    with ExitStack() as stack:
        addresses = {True: stack.enter_context(served()), False: stack.enter_context(hosted())}
        for picture in PICTURES:
            path = folder / f"{picture.name}.png"
            draw(browser, addresses[picture.server], picture, path)
            shrink(path)
            sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
