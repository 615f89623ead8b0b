"""Draws the pictures of the sheet in the browser, from the example game.

Run it from anywhere: `python docs/screenshots/web.py [FOLDER]`. The PNG files are written beside
this script if no folder is given. It needs the `web` extra and Chromium; with Playwright it waits
until a page is whole, without it gives the page a few seconds.
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
from urllib.request import Request, urlopen

HERE = Path(__file__).parent
FRIDAY = HERE.parent.parent / "examples" / "friday.clue"
PROGRAM = """
import sys
from pathlib import Path
from cluetree.faces.web import serve_web
sys.exit(serve_web("127.0.0.1", 0, Path(sys.argv[1]), open_browser=False))
"""
PATIENCE = 8000  # milliseconds
PHONE, DESKTOP = (360, 740), (1280, 900)


@dataclass(frozen=True)
class Picture:
    """One picture: what is open, how much of the game was told, what is entered besides."""

    name: str
    size: tuple[int, int]
    tab: str
    events: int
    slip: str = ""
    dark: bool = False


PICTURES = (
    Picture("web-desktop", DESKTOP, "Advice", 13),
    Picture("web-dark", DESKTOP, "Log", 24, dark=True),
    Picture("web-phone", PHONE, "Sheet", 24),
    Picture("web-phone-enter", PHONE, "Enter", 13),
    Picture("web-mend", PHONE, "Mend", 24, "Mina holds Revolver"),
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


def draw_plainly(browser: str, page: str, picture: Picture, path: Path) -> None:
    """Let Chromium draw a page by itself."""
    width, height = picture.size
    dark = ["--blink-settings=preferredColorScheme=0"] if picture.dark else []
    subprocess.run(  # noqa: S603 -- it is the browser that was found
        [
            browser,
            "--headless",
            "--no-sandbox",
            "--hide-scrollbars",
            f"--window-size={width},{height}",
            f"--timeout={PATIENCE}",
            f"--screenshot={path}",
            *dark,
            page,
        ],
        check=True,
        capture_output=True,
        timeout=60,
    )


def draw(browser: str, page: str, picture: Picture, path: Path) -> None:
    """Draw a page once it is whole."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 -- if it is there
    except ImportError:
        draw_plainly(browser, page, picture, path)
        return
    width, height = picture.size
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        view = opened.new_page(
            viewport={"width": width, "height": height},
            color_scheme="dark" if picture.dark else "light",
        )
        view.goto(page)
        view.wait_for_selector(".grid", state="attached")
        view.wait_for_function("!document.body.textContent.includes('Working it out')")
        view.screenshot(path=path)
        opened.close()


def main(folder: Path) -> None:
    """Draw all pictures into a folder."""
    browser = chromium()
    with served() as address:
        for picture in PICTURES:
            path = folder / f"{picture.name}.png"
            draw(browser, begin(address, picture), picture, path)
            sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
