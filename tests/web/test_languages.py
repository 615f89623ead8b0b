"""The page speaks several languages: every text in each, and nothing that is in none."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from itertools import product
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from cluetree import Edition, Notebook, record
from cluetree.advice import Verdict
from cluetree.cards import Category
from cluetree.editions import CLUE_US, SHIPPED, get_edition
from cluetree.explain import ProofRule
from cluetree.faces.web.app import STATIC
from cluetree.faces.words import advice
from cluetree.faces.words.completion import complete
from cluetree.table import Table
from tests.web.browser import DESKTOP, LINES, PHONE, SEATS, TABS, Sheet, View, events, fresh, sheets
from tests.web.test_serving import running
from tests.web.without_server import hosting

Text: TypeAlias = str | dict[str, str]
FILES: Final = sorted((STATIC / "languages").glob("*.js"))
OWN: Final = STATIC.parent / "build" / "page"
MODULES: Final = [*STATIC.glob("*.js"), *OWN.glob("*.js")]
PLURALS: Final = {"zero", "one", "two", "few", "many", "other"}
# A key as it is asked for: t("entry.who"), parts("..."), or one of a family: t(`entry.${kind}`).
KEY: Final = re.compile(r"""["`]([a-z]+\.(?:[\w.' :,-]|\$\{[^}]*\})+)["`]""")


def texts(file: Path) -> dict[str, Text]:
    """What a language file says, by key."""
    _, _, said = file.read_text(encoding="utf-8").partition("export default ")
    found: dict[str, Text] = json.loads(said.rstrip().removesuffix(";"))
    return found


ALL: Final = {file.stem: texts(file) for file in FILES}


def places(text: Text) -> set[str]:
    """The values that a text has a place for, in whichever of its forms."""
    forms = [text] if isinstance(text, str) else text.values()
    return {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}


def without_comments(source: str) -> str:
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    return re.sub(r"(^|\s)//.*", "", source)


def asked() -> tuple[set[str], set[str]]:
    """The keys that the page asks for, and the beginnings of those that it puts together."""
    source = "\n".join(without_comments(module.read_text("utf-8")) for module in MODULES)
    page = (STATIC / "index.html").read_text("utf-8")
    written = {*KEY.findall(source), *re.findall(r'data-(?:text|label)="([^"]+)"', page)}
    families = {key.partition("${")[0] for key in written if "${" in key}
    spaces = {key.partition(".")[0] for key in ALL["en"]}
    keys = {key for key in written if "${" not in key and key.partition(".")[0] in spaces}
    return keys, families


def test_there_are_languages_and_the_page_knows_each() -> None:
    source = (STATIC / "language.js").read_text("utf-8")
    known = re.search(r"LANGUAGES = \{(.*?)\}", source)
    assert known is not None
    assert sorted(re.findall(r"(\w+): \"", known[1])) == sorted(ALL)
    assert {"en", "de"} <= set(ALL)
    page = (STATIC / "index.html").read_text("utf-8")
    for name in ALL:  # what is said before any module is there
        assert page.count(f'<p lang="{name}">') == len(("broken", "noscript"))


@pytest.mark.parametrize("name", ALL)
def test_a_language_says_all_that_the_page_asks_for_and_no_more(name: str) -> None:
    keys, families = asked()
    assert len(keys) > len(families) > 0
    assert keys - ALL[name].keys() == set()
    for family in families:
        assert any(key.startswith(family) for key in ALL[name]), family
    assert {key for key in ALL[name] if not key.startswith(tuple(families))} - keys == set()


@pytest.mark.parametrize("name", ALL)
def test_a_language_says_the_same_as_english(name: str) -> None:
    assert [*ALL[name]] == [*ALL["en"]]  # in one order, so that files can be laid side by side
    for key, text in ALL[name].items():
        assert places(text) == places(ALL["en"][key]), key
        forms = [text] if isinstance(text, str) else [*text.values()]
        assert all(form.strip() for form in forms), key
        assert isinstance(text, str) or {"other"} <= text.keys() <= PLURALS, key
        assert isinstance(text, str) or "count" in places(text), key


@pytest.mark.parametrize("name", ALL)
def test_a_language_has_a_word_for_each_code_of_the_core(name: str) -> None:
    said = ALL[name].keys()
    assert {f"rule.{rule.name.lower()}" for rule in ProofRule} <= said
    assert {f"show.why.{verdict}" for verdict in Verdict} <= said
    assert {f"advice.left.{advice.left(bits / 10)}" for bits in range(40)} <= said
    for family in ("one", "all", "missing.which", "trouble.no", "setup.own", "setup.mine"):
        assert {f"{family}.{category}" for category in Category} <= said


@pytest.mark.parametrize("name", ALL)
def test_a_language_has_a_deck_and_the_example_in_it_is_the_same_game(name: str) -> None:
    def told(example: Text) -> tuple[Edition, list[str]]:
        game = record.load(STATIC / str(example))
        deck = game.table.edition
        places = {card.name: f"card {at}" for at, card in enumerate(deck.cards)}
        _, _, log = record.dumps_clue(game).partition("players")
        return deck, [
            reduce(lambda line, card: line.replace(card, places[card]), places, line)
            for line in log.splitlines()
        ]

    deck, game = told(ALL[name]["language.example"])
    assert deck == get_edition(str(ALL[name]["language.deck"]))
    assert game == told(ALL["en"]["language.example"])[1]


def test_the_page_says_in_english_what_a_suggestion_is_worth_as_the_core_does() -> None:
    sizes = {"Ann": 6, "Bob": 6, "Eve": 6}
    hand = ("plum", "green", "knife", "wrench", "kitchen", "library")
    book = Notebook(Table.set_up(CLUE_US, sizes, viewpoint="Ann", hand=hand))
    for one in book.advise().suggestions:
        said = ALL["en"][f"advice.left.{advice.left(one.gain)}"]
        learn = f" {ALL['en'][f'advice.learn.{advice.learnt(one)}']}"
        assert advice.worth(one) == f"{said}{learn if one.gain >= 0.05 else ''}"


def test_whatever_a_line_expects_is_said() -> None:
    sizes = {"Ann": None, "Bob": 6, "Eve": 6}
    table = Table.set_up(CLUE_US, sizes, viewpoint="Ann", hand=("Rope",))
    begun = [
        "",
        "Ann",
        "Ann ",
        "Bob accuses ",
        "Bob holds ",
        "Bob lacks ",
        "Bob holds one of Rope, ",
    ]
    begun += ["An ac", "Ann: plum, rope, hall -> ", "Bob: plum, rope, hall -> Ann shows ", "Bob: "]
    begun += [
        f"{start}{', '.join(cards)}, {end}"
        for start, cards, end in product(
            ("Bob: ", "Bob accuses "),
            (("plum",), ("rope",), ("hall",), ("plum", "rope"), ("plum", "hall"), ("rope", "hall")),
            ("", "r"),
        )
    ]
    begun += ["Bob: r", "Bob accuses plum, rope, hall: "]
    expected = {complete(line, table).expects for line in begun} - {""}
    for name, said in ALL.items():
        keys = {key.removeprefix("expects.") for key in said if key.startswith("expects.")}
        assert keys == expected, name


# That nothing is written past the files

WRITTEN: Final = re.compile(
    r"""(?:textContent\ =|placeholder:|title:|"aria-(?:label|valuetext)"[:,]|\|\||
        \b(?:button|say|ask|labelled|radios|keys|fill|Error)\(|\bh\("\w+",\s\{[^{}]*\},)
        \s*(?:\w+\s\?\s)?["`](?![a-z]+\.)[^"`]*?[^\W\d_]{2}""",
    re.VERBOSE,
)


def test_no_module_has_words_of_its_own() -> None:
    wrong = ['place.textContent = "Lost"', 'h("p", {}, "Some words")', 'button("Undo", undo)']
    wrong += ['placeholder: "or type it"', 'say(lost ? `No ${name}` : "")', '"aria-label": "Cards"']
    assert all(map(WRITTEN.search, wrong))
    for module in STATIC.glob("*.js"):
        source = re.sub(r"\$\{[^}]*\}", "", without_comments(module.read_text("utf-8")))
        found = [match[0] for match in WRITTEN.finditer(source) if "(`no" not in match[0]]
        assert found == [], module.name
    page = (STATIC / "index.html").read_text("utf-8")
    page = re.sub(r'<p lang="\w+">.*?</p>|<title>cluetree</title>', "", page)
    assert not re.search(r">[^<]*\w[^<]*<|(?:aria-label|title|alt|placeholder)=", page)


# In a browser

GERMAN: Final = {"locale": "de-DE"}
HAND: Final = ("von Gatow", "Dolch", "Seil", "Eingangshalle", "Arbeitszimmer")
TYPED: Final = (
    "ann: bloom, rohrz, bibl -> bob shows rohrz",
    "bob: GRUEN, seil, kueche -> cid shows",
    "cid: weiss, messer, küche -> ann shows dolch",
    "dora: gloria, heiz, salon -> bob shows",
    "ann: porz, pistole, musik -> nobody",
)
SOLVED: Final = "Klage an: Baronin von Porz, Pistole und Musikzimmer"


@pytest.fixture
def german(
    browser: View, path: Path, device: Mapping[str, object]
) -> Iterator[Callable[[], Sheet]]:
    """Open sheets in a browser that speaks German."""
    with running(path) as server, sheets(browser, server, {**device, **GERMAN}) as another:
        yield another


def show(sheet: Sheet, tab: str) -> View:
    """Bring a part to the front, whatever it is called, and return it once it is whole."""
    if sheet.page.locator(f"#tab-{tab}").is_visible():
        sheet.tap(sheet.page.locator(f"#tab-{tab}"))
    panel = sheet.page.locator(f"#panel-{tab}")
    sheet.page.locator(f"#panel-{tab}:not(:has(> p[role=status]:only-child))").wait_for()
    return panel


@pytest.mark.slow
def test_a_german_game_is_played_on_a_german_page_and_read_on_an_english_one(
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
    for number, line in enumerate(TYPED, 1):
        show(sheet, "Enter")
        sheet.line.fill(line)
        sheet.line.press("Enter")
        sheet.page.locator(f"#entry-{number}").wait_for(state="attached")
    sheet.waits_for(SOLVED)
    for tab in TABS:
        show(sheet, tab)
        assert sheet.fits(), tab
    show(sheet, "Sheet")
    sheet.press("Rohrzange: hat Bob")
    show(sheet, "Why").get_by_text("Bob hat Rohrzange.").wait_for()
    assert sheet.fits()
    show(sheet, "Enter")
    sheet.line.fill("bob holds seill")
    sheet.line.press("Enter")
    sheet.waits_for("unbekannte Karte „seill“: meinst du Seil?")
    german_log = events(sheet)
    assert german_log[1] == "Bob: Reverend Grün, Seil, Küche -> Cid shows"
    game = sheet.game
    sheet.press("Spiele")
    sheet.page.locator(".setup").wait_for()
    with sheet.page.expect_navigation():
        sheet.page.get_by_label("Sprache").select_option("en")
    sheet.waits_for("Saved games")
    sheet.open(f"#game={game}")
    sheet.waits_for("Accuse: Baronin von Porz, Pistole and Musikzimmer")
    assert sheet.page.locator("html").get_attribute("lang") == "en"
    assert events(sheet) == german_log
    again = german()  # what was chosen is kept, and is chosen back
    again.open()
    with again.page.expect_navigation():
        again.page.get_by_label("Language").select_option("de")
    again.waits_for("Gespeicherte Spiele")


@pytest.mark.slow
def test_a_page_without_a_server_has_the_languages_too(browser: View, site: Path) -> None:
    kept = (site / "sw.js").read_text("utf-8")  # for when there is no network
    assert all(f'"static/languages/{name}.js"' in kept for name in ALL)
    with hosting(site) as host, sheets(browser, host, {**PHONE, **GERMAN}) as another:
        sheet = another()
        sheet.open()
        sheet.waits_for("Ein neues Spiel")
        assert sheet.fits()


GREEK: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "αβξδεφγηιθκλμνοπϙρστυϝωχψζΑΒΞΔΕΦΓΗΙΘΚΛΜΝΟΠϘΡΣΤΥϜΩΧΨΖ",
)
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


def in_greek(text: Text) -> Text:
    """A text in letters that no name and no line of a log has."""
    if not isinstance(text, str):
        return {form: str(in_greek(said)) for form, said in text.items()}
    return re.sub(
        r"\{\w+\}|[A-Za-z]+", lambda at: at[0] if at[0][0] == "{" else at[0].translate(GREEK), text
    )


@pytest.mark.slow
@pytest.mark.parametrize("device", [DESKTOP], ids=["desktop"])
def test_nothing_on_the_page_is_said_in_another_language(german: Callable[[], Sheet]) -> None:
    greek = {
        key: text if key.startswith("language.") else in_greek(text)
        for key, text in ALL["de"].items()
    }
    greek |= {"language.deck": "clue-us"}
    sheet = german()
    source = f"export default {json.dumps(greek)};"

    def answer(route: View) -> None:
        route.fulfill(content_type="text/javascript", body=source)

    sheet.page.route("**/languages/de.js", answer)
    said = {"json", "clue", "English", "Deutsch", "Sprache", "language", "und"}
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
    sheet.server.call("tell", game=sheet.game, event="Bob lacks Wrench")
    sheet.page.locator(".clashing").first.wait_for()
    look()
    sheet.tap(sheet.page.locator(".banner .main"))
    show(sheet, "Mend").locator(".mends").wait_for()
    look()
