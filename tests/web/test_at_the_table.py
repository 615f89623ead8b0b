"""Actions at the table in a browser, each one a former failure of the page."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from cluetree import Notebook, Table
from cluetree.editions import CLUE_US
from cluetree.events import Question
from cluetree.record import dumps_clue_event
from tests.web.browser import (
    DESKTOP,
    HAND,
    IN_SIGHT,
    LINES,
    PHONE,
    SEATS,
    SHOWER,
    TABLE,
    WORDS,
    Sheet,
    View,
    events,
    kept,
    put,
)

pytestmark = pytest.mark.slow
FRIDAY = Path(__file__).parents[2] / "examples" / "friday.clue"
only_phone = pytest.mark.parametrize("device", [PHONE], ids=["phone"])
KINDS = {
    "suggestion": "suggests",
    "accusation": "accuses",
    "holds": "holds",
    "lacks": "lacks",
    "holds_one_of": "one of",
}
MOST_TAPS, SET_UP_TAPS = 111, 10  # of 27 events
LOW_PHONE = {**PHONE, "viewport": {"width": 360, "height": 560}}
WIDE = {**PHONE, "viewport": {"width": 1280, "height": 800}}
GAMES = Path(__file__).parent / "games"


def short(card: str) -> str:
    """Return the label of the key of a card."""
    titles = ("Miss ", "Colonel ", "Mrs. ", "Mr. ", "Professor ")
    return next((card.removeprefix(title) for title in titles if card.startswith(title)), card)


def tap_together(sheet: Sheet, event: Mapping[str, View], record: Mapping[str, View]) -> None:
    """Enter an event with as few taps as possible."""
    me, mine = record["viewpoint"], set(record["hand"])
    before = sheet.entries.count()
    kind, by = event["kind"], event.get("by", event.get("player"))
    if kind != "suggestion":
        sheet.choose("What", KINDS[kind])
    if sheet.page.locator(".entry [name]:checked").first.input_value() != by:
        sheet.choose("Who", by)
    if kind in {"holds", "lacks"}:
        sheet.choose("Which card?", short(event["card"]))
    elif kind == "holds_one_of":
        for card in event["cards"]:
            sheet.choose("Which cards?", short(card))
        sheet.press("Enter")
    else:
        sheet.name(list(map(short, event["cards"])))
        if kind == "accusation":
            sheet.choose("Right or wrong?", "it was right" if event["correct"] else "it was wrong")
        else:
            shows = event["shows"]
            shower, card = (shows[0]["by"], shows[0]["card"]) if shows else ("nobody", None)
            alone = shower == me and len({*event["cards"]} & mine) == 1  # then it is not asked
            sheet.answer(shower, short(card) if card and not alone else None)
    sheet.entries.nth(before).wait_for(state="attached")


@pytest.mark.parametrize(
    ("device", "source", "game"),
    [
        (LOW_PHONE, "server", FRIDAY),
        (WIDE, "server", FRIDAY),
        (LOW_PHONE, "host", GAMES / "six.clue"),
    ],
    ids=["four", "four-wide", "six-without-server"],
)
def test_whole_game_takes_few_taps_and_no_swipe(sheet: Sheet, game: Path) -> None:
    book = Notebook.load(game)
    record = json.loads(book.to_json())
    sheet.open()
    for _ in record["players"][4:]:
        sheet.press("One more")
    sheet.tap(sheet.page.get_by_label("Name of player 1"))
    for player in record["players"]:
        sheet.page.keyboard.type(player["name"])
        sheet.page.keyboard.press("Enter")
    for card in record["hand"]:
        sheet.press(short(card))
    sheet.press("Begin")
    sheet.page.locator(".grid").first.wait_for(state="attached")
    assert sheet.taps <= SET_UP_TAPS
    sheet.taps = sheet.swipes = 0
    for event in record["events"]:
        tap_together(sheet, event, record)
    lines = (dumps_clue_event(event, book.table) for event in book.events)
    assert events(sheet) == [re.sub(r"\w+ passes, ", "", line) for line in lines]
    assert sheet.taps <= MOST_TAPS * len(book) / 27, (sheet.taps, len(book))
    assert sheet.swipes == 0


TAPPED = {
    "Bob lacks Candlestick (only me)": "lacks, Bob, only me, Candlestick",
    "Bob holds at least 2 of Professor Plum, Wrench, Kitchen": (
        "one of, Bob, at least 2, Plum, Wrench, Kitchen, Enter"
    ),
    "Cid holds exactly 0 of Library, Revolver": "one of, Cid, none, Library, Revolver, Enter",
    "Bob or Cid holds Miss Scarlet (only me)": "more, Cid, Bob, only me, Scarlet",
    "envelope holds Mrs. Peacock (all know)": "more, nobody, Peacock",
    "Cid saw a card of Bob": "more, saw a card of, Cid, +Bob, a card",
    "Ann saw Wrench of Bob": "more, saw a card of, Ann, +Bob, Wrench",
    "Cid saw Rope of Ann": "more, saw a card of, Cid, +Ann, Rope",
    "Cid asks Dora: Revolver -> ?": "more, asks one player, Cid, +Dora, Revolver, not heard",
    "Ann asks Bob: Wrench, Library -> shows Wrench (only me)": (
        "more, asks one player, Ann, +Bob, only me, Wrench, Library, shows Wrench"
    ),
    "Cid accuses Miss Scarlet, Revolver, Ballroom: 0 right": (
        "accuses, Cid, Scarlet, Revolver, Ballroom, 0 right"
    ),
}
"""The keys of an entry of each kind; + is a player who is asked or looked at."""


@pytest.mark.parametrize("device", [LOW_PHONE, DESKTOP], ids=["phone", "desktop"])
def test_every_kind_of_entry_is_tapped_and_edited(told: Sheet) -> None:
    told.show("Enter")
    number = told.page.get_by_label("How many?")
    for entry, keys in enumerate(TAPPED.values(), start=5):
        for key in keys.split(", "):
            if number.get_by_text(key, exact=True).count():
                number.select_option(label=key)
            else:
                group = told.page.locator(".part-to" if key.startswith("+") else ".entry")
                name = re.compile(f"^{key.strip('+')}$")
                told.tap(group.locator(".key, button", has_text=name).first)
        told.shows(entry)
    tapped = [*LINES[:4], *TAPPED]
    assert events(told) == tapped
    told.show("Sheet").get_by_label("Rope: Ann holds it (seen by Cid)").wait_for()
    for entry in range(5, len(tapped) + 1):
        told.show("Log")
        told.unfold(entry)
        told.press(f"Edit entry {entry}")
        told.reads("")  # the keys have it
        told.press("Change it")
        told.waits_for(f"Entry {entry} is changed.")
    assert events(told) == tapped


def test_late_sorry_is_a_tap_in_the_log(told: Sheet) -> None:
    told.show("Log")
    told.unfold(4)
    told.press("Sorry, Ann had one")
    told.shows(5)
    assert events(told)[4] == "Ann: sorry, entry 4"
    assert told.page.get_by_text("Sorry, Ann had one").count() == 0
    told.press("Undo this")
    told.page.locator("#entry-5").wait_for(state="detached")
    assert events(told) == list(LINES[:4])


# One draft, one Enter


DRAFTED = """async (id) => {
  const { read } = await import("./static/kept.js");
  const [{ draft }] = await read(id);
  return draft?.[0].draft?.cards[2] === "Hall";
}"""


def test_draft_survives_a_reload(told: Sheet) -> None:
    told.show("Enter")
    told.choose("suspect", "Plum")
    told.choose("room", "Hall")
    told.page.wait_for_function(DRAFTED, arg=told.game)
    told.page.reload()
    told.page.locator(".grid").first.wait_for(state="attached")
    assert told.chosen == ["Professor Plum", "Hall"]
    told.choose("weapon", "Rope")
    told.choose(SHOWER, "nobody")
    told.page.locator("#entry-5").wait_for(state="attached")
    assert events(told)[4] == "Ann: Professor Plum, Rope, Hall -> nobody"


def test_back_closes_the_last_opened_part(sheet: Sheet) -> None:
    sheet.begin()
    for line in LINES[:2]:
        sheet.type_in(line)
    sheet.show("Log")
    sheet.unfold(2)
    sheet.press("Edit entry 2")
    sheet.waits_for("Editing entry 2")
    sheet.page.go_back()
    sheet.page.locator("#panel-Log.chosen").wait_for()
    sheet.page.go_back()
    sheet.page.locator("#panel-Enter.chosen").wait_for()
    assert sheet.page.get_by_text("Editing entry").count() == 0
    assert sheet.lines == list(WORDS[:2])
    sheet.page.go_back()
    sheet.page.locator(".setup").wait_for()


@only_phone
def test_no_keyboard_comes_up_unless_the_line_is_tapped(told: Sheet) -> None:
    focused = "document.activeElement.tagName"
    assert told.page.evaluate(focused) != "INPUT"
    told.show("Log")
    told.unfold(2)
    told.press("Edit entry 2")
    told.waits_for("Editing entry 2")
    assert told.page.evaluate(focused) != "INPUT"
    told.press("Cancel")
    told.press("Insert before entry 2")
    told.waits_for("Putting an entry before 2")
    assert told.page.evaluate(focused) != "INPUT"


# Wrong taps


NEVER_AGAIN = """() => {  // however late the second tap comes, it comes in time
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (run, wait) => (wait === 600 ? 0 : setTimeout(run, wait));
}"""


@only_phone
def test_second_tap_on_the_same_place_does_nothing(told: Sheet) -> None:
    told.show("Enter")
    told.page.evaluate(NEVER_AGAIN)
    told.name(("Plum", "Rope", "Hall"))
    key = told.page.get_by_role("button", name="Wrench", exact=True)
    box = told.page.get_by_role("button", name="nobody", exact=True).bounding_box()
    told.page.touchscreen.tap(box["x"] + 9, box["y"] + 9)
    told.page.touchscreen.tap(box["x"] + 9, box["y"] + 9)
    told.page.locator("#entry-5").wait_for(state="attached")
    told.reads("")
    assert key.count() == 0
    assert told.page.locator(".guess :checked").count() == 0


@only_phone
def test_wrong_hand_is_corrected_from_the_entry_form(told: Sheet) -> None:
    told.show("Enter")
    told.choose("Who", "Bob")
    told.name(("Plum", "Wrench", "Ballroom"))
    told.choose(SHOWER, "Ann shows")
    told.waits_for("Ann has none of these.")
    told.press("Is that wrong? Correct my cards")
    form = told.page.locator("#panel-Set-up .setup")
    for card in ("Study", "Ballroom"):
        told.tap(form.get_by_role("button", name=card, exact=True).first)
    told.tap(form.get_by_role("button", name="Change it"))
    told.waits_for("No longer certain: Ann has Study")
    told.show("Enter")
    told.press("Enter")  # the entry has waited
    told.page.locator("#entry-5").wait_for(state="attached")
    assert events(told)[4] == "Bob: Professor Plum, Wrench, Ballroom -> Ann shows Ballroom"


@only_phone
def test_supposition_survives_a_reload(told: Sheet) -> None:
    told.show("Log")
    told.press("What if …")
    told.type_in(LINES[4])
    told.page.reload()
    told.page.locator("#envelope").get_by_text("what if").wait_for()
    told.page.locator("#entry-5").wait_for(state="attached")
    told.press("Drop them")
    told.page.locator("#entry-5").wait_for(state="detached")
    assert events(told) == list(LINES[:4])


# Conclusions of an entry


def test_entry_shows_its_conclusions_and_can_be_undone(told: Sheet) -> None:
    told.type_in("Cid holds Kitchen")
    news = told.page.locator("#news")
    news.get_by_text("Entered: 5. Cid holds Kitchen. Now known: Cid has Kitchen").wait_for()
    assert told.page.locator(".cell.holds.settled").count() == 1
    assert "Possible answers: 101 → 89." in (news.text_content() or "")
    told.press("Undo this")
    news.get_by_text("Undone: entry 5 is gone, “Cid holds Kitchen”.").wait_for()
    assert events(told) == list(LINES[:4])
    told.reads("Cid holds Kitchen")  # for correction
    told.press("Clear")
    told.show("Log")
    told.unfold(2)
    told.press("Edit entry 2")
    told.choose("room", "Lounge")
    told.press("Change it")
    news.get_by_text("Entry 2 is changed.").wait_for()


def test_no_player_is_proposed_after_the_game(told: Sheet) -> None:
    told.type_in(LINES[4])
    told.show("Enter")
    told.unfold_envelope()
    told.press("I accuse")
    told.choose("Right or wrong?", "it was right")
    told.waits_for("Ann solved it in entry 6.")
    told.press("Back to the sheet")
    told.show("Enter")
    assert told.page.locator(".who [value=Bob]").is_checked() is False
    told.choose("suspect", "Plum")
    told.press("Clear")
    assert told.page.locator(".who .keys").first.locator(":checked").count() == 0
    rivals = told.show("Rivals")
    rivals.get_by_text("knows the answer").first.wait_for()


# The set-up


def test_set_up_can_be_changed_at_any_time(told: Sheet) -> None:
    told.show("Log")
    told.press("Change the set-up")
    form = told.page.locator("#panel-Set-up .setup")
    form.get_by_label("Name of player 2").fill("Bea")
    for card in ("Study", "Ballroom"):  # a card of mine that was tapped wrongly
        told.tap(form.get_by_role("button", name=card, exact=True).first)
    told.tap(form.get_by_role("button", name="Change it"))
    told.waits_for("The set-up is changed.")
    assert "known" not in told.page.locator("#news").inner_text()  # Bea is Bob
    assert events(told) == [line.replace("Bob", "Bea") for line in LINES[:4]]
    assert told.lines == [words.replace("Bob", "Bea") for words in WORDS[:4]]
    me = kept(told).table.me
    assert me is not None
    assert [*map(str, me.hand)] == ["Colonel Mustard", "Knife", "Rope", "Hall", "Ballroom"]
    told.press("Undo this")
    told.waits_for("the set-up is as it was before")
    assert events(told) == list(LINES[:4])


def test_cancelled_set_up_is_not_kept(told: Sheet) -> None:
    names = told.page.locator("#panel-Set-up [data-key^=name]")
    for _ in range(2):
        told.show("Log")
        told.press("Change the set-up")
        assert [name.input_value() for name in names.all()] == [name for name, _ in SEATS]
        told.tap(told.page.locator("#panel-Set-up [data-key='remove 1']"))
        told.waits_for("Bob is in the entries 1, 2 and 4")
        assert told.page.get_by_role("button", name="Change it").is_disabled()
        told.press("Cancel")
    assert events(told) == list(LINES[:4])


@only_phone
def test_players_are_remembered_and_games_numbered(sheet: Sheet) -> None:
    sheet.open()
    sheet.page.get_by_label("Name of player 4").fill("Zoe")
    sheet.deal()
    first = sheet.page.title()
    assert "with Bob, Cid and Zoe" in first
    sheet.taps = 0
    sheet.choose_in_menu("Games")
    sheet.waits_for("Play again")
    assert sheet.page.get_by_label("Name of player 4").input_value() == "Zoe"
    sheet.deal()
    assert sheet.taps == len(HAND) + 3
    assert sheet.page.title() == f"{first}, game 2"


def test_custom_deck_is_entered_in_the_page(sheet: Sheet) -> None:
    sheet.open_anew()
    sheet.tap(sheet.page.get_by_text("The deck, cards that lie open"))
    sheet.page.get_by_label("Deck", exact=True).select_option("own")
    for category, cards in (
        ("suspects", "Fox\nOwl\nBear"),
        ("weapons", "Claw\nBeak\nTooth"),
        ("rooms", "Den\nNest\nCave\nLake"),
    ):
        sheet.page.get_by_label(f"The {category} of my deck").fill(cards)
    sheet.press("Remove player 3")
    sheet.press("Remove player 2")  # 10 cards, of which 7 are dealt
    for card in ("Fox", "Claw", "Den", "Nest"):
        sheet.tap(sheet.page.locator(".setup").get_by_role("button", name=card).first)
    sheet.press("Begin")
    sheet.page.locator(".grid").first.wait_for(state="attached")
    assert kept(sheet).table.edition.weapons == ("Claw", "Beak", "Tooth")
    sheet.choose_in_menu("Games")
    sheet.page.locator(".setup").get_by_role("button", name="Beak").first.wait_for()


ROWS = """part => {
  const text = document.createRange();
  text.selectNodeContents(part);
  return text.getClientRects().length;
}"""


@only_phone
def test_no_name_is_cut_and_no_word_is_broken(sheet: Sheet) -> None:
    names = ("Mina", "Tom", "Rosalinde", "Jules", "Christopher", "Eve")
    put(sheet, Notebook(Table.set_up(CLUE_US, dict.fromkeys(names, 3))), "&tab=Sheet")
    cut = "part => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight"
    heads = sheet.page.locator("#panel-Sheet thead th:not(:last-child) > span:visible")
    for head in heads.all():
        assert not head.evaluate(cut), head.text_content()
    assert heads.all_text_contents() == ["Mina", "Tom", "Rosal", "Jules", "Chris", "Eve"]
    sheet.show("Enter")
    for key in sheet.page.locator(".who .key span").all():
        assert key.evaluate(ROWS) == 1, key.text_content()


# Review


def test_story_reviews_the_game_without_entering(told: Sheet) -> None:
    story = told.show("Story")
    story.get_by_text("Looking back: nothing is entered here").wait_for()
    story.get_by_role("slider").fill("1")
    story.get_by_text("1. Ann: Plum, Wrench, Library").wait_for()
    story.get_by_text("Now known: Bob has Wrench.").wait_for()
    assert story.locator(".cell.holds").count() == len(HAND) + 1
    chip = story.locator(".tree [role=button]").filter(has_text="Bob: Wrench")
    black = "rect => getComputedStyle(rect).fill === 'rgb(0, 0, 0)'"
    assert not chip.locator("rect").evaluate(black), "the picture has its style"
    told.tap(chip)
    told.page.locator("#panel-Why").get_by_text("Bob has Wrench.").first.wait_for()
    told.page.go_back()
    assert story.get_by_role("slider").input_value() == "1"
    story.get_by_role("slider").fill("4")
    pruned = story.locator(".tree .pruned[role=button]")
    pruned.get_by_text("Rope").wait_for()
    first = story.locator(".tree [role=button]").first
    first.press("ArrowUp")  # to the last one
    assert not first.evaluate("chip => chip === document.activeElement")
    told.page.keyboard.press("ArrowDown")
    told.page.keyboard.press("Enter")
    told.page.locator("#panel-Why").get_by_text("Bob has Wrench.").first.wait_for()
    told.type_in(LINES[4])  # at the end, whatever was looked at
    assert events(told) == list(LINES[:5])


# Layout


def of_players(sheet: Sheet, players: int) -> None:
    """Open a game of many players without any entry."""
    sizes = {f"Player{number}": 18 // players for number in range(players)}
    put(sheet, Notebook(Table.set_up(CLUE_US, sizes)), "&tab=Sheet")


OVERFLOW = "part => [part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight]"


@only_phone
def test_six_players_and_21_cards_fit_one_screen_of_a_phone(sheet: Sheet) -> None:
    sheet.page.set_viewport_size({"width": 360, "height": 640})
    of_players(sheet, 6)
    wide, high = sheet.page.locator("#panel-Sheet .scroll").evaluate(OVERFLOW)
    assert (wide, high) <= (0, 0)
    assert sheet.fits()
    for head in sheet.page.locator("#panel-Sheet thead th").all():
        assert head.evaluate(IN_WINDOW), head.bounding_box()  # the names stay in sight


IN_WINDOW = """part => {
  const box = part.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth + 1;
}"""


@only_phone
def test_page_is_usable_with_text_of_twice_the_size(told: Sheet) -> None:
    devtools = told.page.context.new_cdp_session(told.page)
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    for tab in ("Enter", "Sheet", "Log", "Advice", "Story"):
        told.show(tab)
        assert told.fits(), tab
    told.show("Enter")
    told.suggest(("Peacock", "Revolver", "Ballroom"), "nobody")
    assert events(told) == list(LINES[:5])


SMALL = """() => Array.from(document.querySelectorAll("button, summary, select, input"))
  .filter((part) => part.checkVisibility() && part.type !== "range")
  .map((part) => [part, (part.closest(".key") ?? part).getBoundingClientRect()])
  .filter(([part, box]) => box.width > 0 && (part.matches(".cell")
    ? box.height < 23 || box.width < 36 : box.height < 30 || box.width < 30))
  .map(([part, box]) => `${part.textContent || part.ariaLabel} ${box.width} x ${box.height}`)"""


@only_phone
def test_tap_targets_are_large_enough(told: Sheet) -> None:
    """Cells of the sheet may be low: the first tap enlarges their row."""
    for tab in ("Enter", "Sheet", "Log", "Advice", "Rivals", "Story"):
        told.show(tab)
        assert told.page.evaluate(SMALL) == [], tab
    told.show("Sheet")
    told.unfold_envelope()
    assert told.page.evaluate(SMALL) == []
    of_players(told, 6)
    assert told.page.evaluate(SMALL) == []
    told.choose_in_menu("Games")
    told.page.locator(".setup").wait_for()
    assert told.page.evaluate(SMALL) == []


@pytest.mark.parametrize("device", [PHONE, LOW_PHONE], ids=["phone", "low phone"])
def test_edition_whose_left_over_cards_lie_face_down(sheet: Sheet) -> None:
    """Discover the Secrets for five: four cards each, and one that nobody holds."""
    sheet.open_anew()
    sheet.press("One more")
    sheet.page.locator("summary", has_text="The deck").tap()
    sheet.page.get_by_label("Deck", exact=True).select_option("discover-the-secrets")
    sheet.tap(sheet.page.get_by_label("anticlockwise"))
    sheet.tap(sheet.page.get_by_label("one player for two cards"))
    for key in sheet.page.locator(".setup .keys button").all():
        key.focus()
        assert key.evaluate(IN_SIGHT)
    sheet.page.get_by_label("Cards of player 2").fill("3")
    assert sheet.page.get_by_label("Cards of player 6").input_value() == "2"
    sheet.page.get_by_label("Cards of player 2").fill("4")
    mine = sheet.page.locator(".setup").get_by_role("group")
    for card in ("Kasandra Scarlet", "Knife", "Axe", "Hall"):
        sheet.tap(mine.get_by_role("button", name=card, exact=True).first)
    sheet.press("Begin")
    sheet.page.locator(".grid").first.wait_for(state="attached")
    sheet.type_in("ann: mustard, rope, spa -> nobody")
    sheet.type_in("pool lacks spa")
    book = kept(sheet)
    assert [hand.hand_size for hand in book.table.hands] == [4, 4, 4, 4, 4, 1]
    assert (book.table.answers, book.table.questions) == ("anticlockwise", "two cards")
    sheet.show("Advice")
    to, *cards = re.split(": | · ", sheet.page.locator(".advice .guess").first.inner_text())
    sheet.tap(sheet.page.locator('[data-key="enter 0"]'))
    sheet.tap(sheet.page.locator(".entry .key, .entry button", has_text=re.compile("^no$")))
    sheet.shows(3)
    asked = kept(sheet).events[-1]
    assert isinstance(asked, Question)
    assert asked.to == to
    assert all(str(card).endswith(name) for card, name in zip(asked.cards, cards, strict=True))
    assert [str(book.beliefs.chance(place, "Spa")) for place in ("Pool", "envelope")] == [
        "0",
        "1",
    ]
    head = sheet.show("Sheet").locator("thead th").nth(6)
    assert head.get_attribute("title") == "Pool"


@only_phone
def test_several_pasted_lines_are_several_entries_or_none(sheet: Sheet) -> None:
    put(sheet, Notebook(TABLE))
    sheet.show("Enter")
    sheet.line.fill("\n".join(LINES[:3]))
    sheet.line.press("Enter")
    sheet.page.locator(".read li").nth(2).wait_for()
    assert not sheet.page.locator(".log > li[id]").count(), "they are read first"
    sheet.line.press("Enter")
    assert events(sheet) == list(LINES[:3])
    sheet.line.fill(f"{LINES[3]}\nBob holds String")
    sheet.line.press("Enter")
    sheet.page.get_by_text("unknown card 'String'").wait_for()
    assert events(sheet) == list(LINES[:3])
