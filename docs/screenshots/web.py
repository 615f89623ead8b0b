"""Draws the pictures of the sheet in the browser, from the example game.

Run it from anywhere: `python docs/screenshots/web.py [FOLDER]`. The PNG files are written beside
this script if no folder is given. It needs the `web` extra, Chromium and Playwright; with Pillow
the files get smaller.
"""  # noqa: INP001 -- a script, not a module

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

HERE = Path(__file__).parent
FRIDAY = HERE.parent.parent / "examples" / "friday.clue"
PROGRAM = """
import sys
from pathlib import Path
from cluetree.faces.web import serve_web
sys.exit(serve_web("127.0.0.1", 0, Path(sys.argv[1]), open_browser=False))
"""
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
COLOURS = 128
PHONE, DESKTOP = (360, 740), (1280, 900)


@dataclass(frozen=True)
class Picture:
    """One picture: what is open, how much of the game was told, what is tapped then."""

    name: str
    size: tuple[int, int]
    tab: str
    events: int
    taps: tuple[str, ...] = ()
    slip: str = ""
    dark: bool = False


PICTURES = (
    Picture("web-advice", DESKTOP, "Advice", 14),
    Picture("web-why-dark", DESKTOP, "Why", 20, ("Mrs. White: the envelope holds it",), dark=True),
    Picture("web-phone", PHONE, "Sheet", 14),
    Picture("web-phone-enter-dark", PHONE, "Enter", 13, ("Scarlet", "Knife", "Library"), dark=True),
    Picture("web-phone-mend", PHONE, "Mend", 14, slip="Mina holds Revolver"),
)


@contextmanager
def served() -> Iterator[str]:
    """Run a server on a file of its own, and yield its address."""
    with (
        TemporaryDirectory() as folder,
        subprocess.Popen(  # noqa: S603 -- ourselves
            [sys.executable, "-c", PROGRAM, Path(folder, "games.sqlite3")],
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as server,
    ):
        try:
            assert server.stdout is not None  # noqa: S101 -- it is a pipe
            yield server.stdout.readline().split()[2]
        finally:
            server.terminate()


def begin(address: str, picture: Picture) -> str:
    """Put the game of a picture on the server, and return where the page shows it."""
    head, *rest = FRIDAY.read_text(encoding="utf-8").partition("\n# First round")
    told = [line for line in "".join(rest).splitlines() if line and not line.startswith("#")]
    record = "\n".join([head, *told[: picture.events], picture.slip])
    params = {"game": picture.name, "record": record}
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "new", "params": params})
    headers = {"content-type": "application/json"}
    with urlopen(Request(f"{address}rpc", line.encode(), headers)) as answer:  # noqa: S310 -- ours
        found = json.load(answer)
    if "error" in found:
        raise SystemExit(found["error"]["message"])
    return f"{address}#game={picture.name}&tab={picture.tab}"


def chromium() -> str:
    """Find Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        raise SystemExit("no Chromium is installed, so there is nothing to draw with")
    return found


def tap(view: Any, name: str) -> None:  # noqa: ANN401 -- Playwright's page, if it is there
    """Tap the key or the button of a name."""
    keys = view.get_by_role("radio", name=name, exact=True)
    (keys if keys.count() else view.get_by_role("button", name=name, exact=True)).first.click()


def draw(browser: str, page: str, picture: Picture, path: Path) -> None:
    """Draw a page once it is whole."""
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
        view.goto(page)
        view.locator(".grid").wait_for(state="attached")
        for name in picture.taps:
            tap(view, name)
        view.get_by_text("Working it out").wait_for(state="detached")
        view.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        view.screenshot(path=path)
        opened.close()


def shrink(path: Path) -> None:
    """Keep as many colours as such a page has; that makes a file a third as large."""
    try:
        from PIL import Image  # noqa: PLC0415 -- if it is there
    except ImportError:
        return
    with Image.open(path) as image:
        few = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def main(folder: Path) -> None:
    """Draw all pictures into a folder."""
    browser = chromium()
    with served() as address:
        for picture in PICTURES:
            path = folder / f"{picture.name}.png"
            draw(browser, begin(address, picture), picture, path)
            shrink(path)
            sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
