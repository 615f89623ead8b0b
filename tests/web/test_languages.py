"""The page in several languages, in a browser."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from cluetree.editions import SHIPPED
from cluetree.interfaces.web.server import STATIC
from tests.text.languages import ALL, all_greek
from tests.web.browser import DESKTOP, LINES, SEATS, TABS, Sheet, View, events, fresh, sheets
from tests.web.test_serving import PROGRAM, running

GERMAN: Final = {"locale": "de-DE"}
HAND: Final = ("von Gatow", "Dolch", "Seil", "Eingangshalle", "Arbeitszimmer")
TYPED: Final = (
    "ann: bloom, rohrz, bibl -> bob shows rohrz",
    "bob: GRUEN, seil, kueche -> cid shows",
    "cid: weiss, messer, küche -> ann shows dolch",
    "dora: gloria, heiz, salon -> bob shows",
    "ann: porz, pistole, musik -> nobody",
)
SOLVED: Final = "Erhebe Anklage: von Porz, Pistole und Musikzimmer"


CUT_OFF: Final = """keys => keys.filter((key) => key.scrollWidth > key.clientWidth + 1
  || key.getBoundingClientRect().right > key.closest(".panel").getBoundingClientRect().right + 1)
  .map((key) => key.textContent)"""


@pytest.fixture
def german(
    browser: View, server: str, device: Mapping[str, object]
) -> Iterator[Callable[[], Sheet]]:
    """Open sheets in a browser that speaks German."""
    with sheets(browser, server, {**device, **GERMAN}) as another:
        yield another


def show(sheet: Sheet, tab: str) -> View:
    """Bring a part to the front, whatever it is called, and return it once it is whole."""
    key, entry = sheet.page.locator(f"#tab-{tab}"), sheet.page.locator("#tab-Enter")
    sheet.tap(key if key.is_visible() else entry)  # a wide screen shows the sheet beside it
    panel = sheet.page.locator(f"#panel-{tab}")
    sheet.page.locator(f"#panel-{tab}:not(:has(> p[role=status]:only-child))").wait_for()
    return panel


@pytest.mark.slow
def test_german_game_is_played_on_a_german_page_and_read_on_an_english_one(
    german: Callable[[], Sheet],
) -> None:
    sheet = german()
    sheet.open()
    sheet.waits_for("Ein neues Spiel")
    assert sheet.page.locator("html").get_attribute("lang") == "de"
    assert sheet.page.locator("select[aria-label=Kartensatz]").input_value() == "cluedo-de"
    mine = sheet.page.locator(".setup").get_by_role("group")
    for card in HAND:
        sheet.tap(mine.get_by_role("button", name=card, exact=True).first)
    assert sheet.fits()
    sheet.press("Beginnen")
    sheet.page.locator(".grid").first.wait_for(state="attached")
    assert sheet.page.locator(".entry .guess .key").evaluate_all(CUT_OFF) == []
    for number, line in enumerate(TYPED, 1):
        show(sheet, "Enter")
        sheet.line.fill(line)
        sheet.line.press("Enter")
        sheet.page.locator(f"#entry-{number}").wait_for(state="attached")
    sheet.waits_for(SOLVED)
    sheet.page.keyboard.press("Escape")
    for tab in TABS:
        show(sheet, tab)
        assert sheet.fits(), tab
    show(sheet, "Sheet")
    sheet.ask_why("Rohrzange: hat Bob")
    show(sheet, "Why").get_by_text("Bob hat Rohrzange.").wait_for()
    assert sheet.fits()
    show(sheet, "Enter")
    sheet.line.fill("bob holds siel")
    sheet.line.press("Enter")
    sheet.waits_for("unknown card 'siel': did you mean Seil or Eingangshalle?")
    german_log = events(sheet)
    assert german_log[1] == "Bob: Reverend Grün, Seil, Küche -> Cid shows"
    game = sheet.game
    sheet.press("Menü")
    sheet.press("Spiele")
    sheet.page.locator(".setup").wait_for()
    with sheet.page.expect_navigation():
        sheet.page.get_by_label("Sprache").select_option("en")
    sheet.waits_for("Saved games")
    sheet.open(f"#game={game}")
    sheet.waits_for("von Porz, Pistole and Musikzimmer")
    assert sheet.page.locator("html").get_attribute("lang") == "en"
    assert events(sheet) == german_log
    again = german()  # what was chosen is kept, and is chosen back
    again.open()
    with again.page.expect_navigation():
        again.page.get_by_label("Language").select_option("de")
    again.waits_for("Gespeicherte Spiele")


WORDS: Final = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
  const other = "[lang=en], .line, .offers, noscript, #broken"; // what is typed is typed so
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if ((node.closest ? node : node.parentElement).closest(other)) continue;
    if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
    else for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"]) {
      found.push(node.getAttribute?.(name) ?? "");
    }
  }
  return [document.title, ...found];
}"""


IN_GREEK: Final = """
from pathlib import Path
import cluetree.text
cluetree.text.TEXTS = Path({folder!r})
"""
"""What a server runs first, so that it and its page read other texts."""
JOINTS: Final = frozenset({"and", "or", "und", "oder", "et", "ou"})
"""The words between the last two of a list, which are not from the catalogue."""


@pytest.mark.slow
@pytest.mark.parametrize("device", [DESKTOP], ids=["desktop"])
@pytest.mark.parametrize("language", ALL)
def test_page_has_no_text_outside_the_catalogue(
    browser: View, tmp_path: Path, device: Mapping[str, object], language: str
) -> None:
    texts = tmp_path / "languages"
    texts.mkdir()
    for name in ALL:
        greek = {**all_greek(name), "language.deck": "clue-us", "web.sheet": ALL["en"]["web.sheet"]}
        (texts / f"{name}.json").write_text(json.dumps(greek), encoding="utf-8")
    program = IN_GREEK.format(folder=str(texts)) + PROGRAM
    with (
        running(program) as server,
        sheets(browser, server, {**device, "locale": language}) as another,
    ):
        verify_all_is_greek(another(), language)


def verify_all_is_greek(sheet: Sheet, language: str) -> None:
    """Look at every part of the page for a text that is not in Greek letters."""
    said = {"json", "clue", *re.findall(r"\w+", str(ALL[language]["language.choose"])), *JOINTS}
    known = re.search(
        r"LANGUAGES = \{(.*?)\}", (STATIC / "language.js").read_text("utf-8"), re.DOTALL
    )
    assert known is not None
    said |= {*re.findall(r"[A-Za-z]{2,}", known[1])}  # each language calls itself so
    for deck in SHIPPED:
        said |= {*re.findall(r"[A-Za-z]+", f"{deck} {' '.join(map(str, deck.cards))}")}
    said |= {word.casefold() for word in said} | {name for name, _ in SEATS} | {"Finn", "Eve"}

    def look() -> None:
        words = {*re.findall(r"[A-Za-z]{2,}", " ".join(sheet.page.evaluate(WORDS)))}
        assert words - said == set()

    sheet.open()
    sheet.page.locator(".setup").wait_for()
    look()
    fresh(sheet, LINES[:4])
    for tab in TABS:
        show(sheet, tab)
        look()
    show(sheet, "Sheet")
    for cell in (0, 30, 40):
        sheet.tap(sheet.page.locator(".cell").nth(cell))
        show(sheet, "Why")
        look()
    fresh(sheet, (*LINES[:4], "Bob lacks Wrench"))
    sheet.page.locator("#envelope.clashing").wait_for()
    look()
    sheet.tap(sheet.page.locator("#envelope > button").first)
    show(sheet, "Repair").locator(".repairs").first.wait_for()
    look()
