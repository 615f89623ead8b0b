"""The page's own modules, run by node; the game on it against a real server."""

import json
import os
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from cluetree.cards import Edition
from cluetree.editions import SHIPPED
from cluetree.errors import UnknownCardError
from cluetree.interfaces.rpc import Session
from cluetree.interfaces.web.server import STATIC
from cluetree.text import TEXTS
from tests.web.test_serving import running

HERE = Path(__file__).parent / "js"
NODE = shutil.which("node")
OLDEST = 20


def version() -> int:
    """The version of node; 0 if there is none."""
    if NODE is None:
        return 0
    said = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"v(\d+)", said)
    return int(found[1]) if found else 0


needs_node = pytest.mark.skipif(
    version() < OLDEST, reason=f"node {OLDEST} or newer runs the page's modules; there is none"
)


def run(name: str, address: str = "", only: str = "", names: Path | str = "") -> None:
    """Run a file of tests with node's test runner, or only the tests that match a name."""
    assert NODE is not None
    told = {"SHEET_STATIC": str(STATIC), "SHEET_LANGUAGES": str(TEXTS)}
    told |= {"SHEET_ADDRESS": address, "SHEET_NAMES": str(names)}
    told["LC_ALL"] = "C"  # newer versions of node have a language setting
    done = subprocess.run(
        [NODE, "--test", *([f"--test-name-pattern={only}"] if only else ()), HERE / name],
        env={**os.environ, **told},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout


@needs_node
@pytest.mark.parametrize(
    "name", ["words.test.mjs", "draft.test.mjs", "seats.test.mjs", "german.test.mjs"]
)
def test_javascript_module(name: str) -> None:
    run(name)


def known(edition: Edition) -> dict[str, str]:
    """Return the card of each name, with and without its first word, if the library knows one."""
    cards = dict[str, str]()
    for name in {end for card in edition.cards for end in (card.name, card.name.split(" ", 1)[-1])}:
        with suppress(UnknownCardError):
            cards[name] = edition.card(name).name
    return cards


@needs_node
def test_library_knows_the_short_names_of_the_page(tmp_path: Path) -> None:
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "editions"})
    shipped = json.loads(Session().handle(asked) or "")["result"]
    meant = {str(deck.id): known(deck) for deck in SHIPPED}
    names = tmp_path / "names.json"
    names.write_text(json.dumps({"shipped": shipped, "meant": meant}), encoding="utf-8")
    run("names.test.mjs", names=names)


@needs_node
@pytest.mark.slow
def test_page_plays_a_game_against_a_server() -> None:
    with running() as address:
        run("play.test.mjs", f"http://{address}/")
