"""The page's own modules, run by node; the game on it against a real server."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from more_itertools import flatten

from cluetree.cards import Edition
from cluetree.editions import SHIPPED
from cluetree.errors import UnknownCardError
from cluetree.interfaces.rpc import Session
from cluetree.interfaces.web.app import STATIC
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


def meant(edition: Edition) -> dict[str, str | None]:
    """Return the card meant by each name and each beginning, with and without titles."""
    names = [*(card.name for card in edition.cards), *flatten(edition.aliases.values())]
    parts = [name.split(" ", at)[-1] for name in names for at in range(name.count(" ") + 1)]
    words = {
        *parts,
        *map(str.upper, parts),
        *map(str.casefold, parts),
        "-",
        "&",
        "'",
        " ",
        "nobody",
    }
    words |= {part[:end] for part in parts for end in range(1, len(part))}
    found = dict[str, str | None]()
    for word in words:
        try:
            found[word] = edition.card(word).name
        except UnknownCardError:
            found[word] = None
    return found


@pytest.mark.slow
@needs_node
def test_page_and_library_resolve_the_same_names(tmp_path: Path) -> None:
    own = Edition(("ΣΑΣ Weiß", "Miss"), ("?", "Rope"), ("O\u2019Hall", "Ö-Raum"), id="own")
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "editions"})
    shipped = json.loads(Session().handle(asked.encode()) or "")["result"]
    fields = {name: getattr(own, name) for name in ("id", "suspects", "weapons", "rooms")}
    shipped["editions"].append(fields)
    words = {str(deck.id): meant(deck) for deck in (*SHIPPED, own)}
    assert words["cluedo-de"]["WEISS"] == "Frau Weiß"
    kept = tmp_path / "names.json"
    kept.write_text(json.dumps({"shipped": shipped, "meant": words}), encoding="utf-8")
    run("names.test.mjs", names=kept)


@needs_node
@pytest.mark.slow
def test_page_plays_a_game_against_a_server() -> None:
    with running() as address:
        run("play.test.mjs", f"http://{address}/")
