"""What can be asked beside the sheet: advice, a card to show, what rivals know, the keys."""

from pathlib import Path
from unittest.mock import patch

import pytest
from rich.text import Text
from textual.widgets import Static

from cluetree import ClueError, Notebook, Table, editions
from cluetree.interfaces.tui import panels
from cluetree.interfaces.tui.panels import Panel, answer, read
from tests.tui.driving import FRIDAY, person, plain, with_keyboard

WIDE = (120, 50)
HELP = Path(__file__).parent / "expected" / "help.txt"


def friday(events: int) -> Notebook:
    """The example up to some entry."""
    book = Notebook.load(FRIDAY)
    return Notebook(book.table, book.events[:events], title=book.title)


@pytest.fixture
def middle(tmp_path: Path) -> Path:
    """The example up to where Jules asks Rosa for what she has shown to nobody."""
    path = tmp_path / "middle.clue"
    friday(13).save(path)
    return path


@pytest.mark.slow
@with_keyboard
async def test_advice_a_card_to_show_and_rivals(middle: Path) -> None:
    async with person(middle, size=WIDE) as somebody:
        await somebody.press("f5")
        best = friday(13).advise().suggestions[0]
        assert f"{best.gain:.2f} Plum, Rope, Dining Room" in somebody.shown()
        assert "Leaves about a third of the possibilities. The others learn as much." in plain_side(
            somebody.shown()
        )
        await somebody.type("hall, study")
        await somebody.press("f5")
        assert "Suggest in Hall, Study" in somebody.shown()
        await somebody.press("ctrl+u", "f6")
        assert "`Tom: Plum, Pipe, Hall`" in plain_side(somebody.shown())
        await somebody.type("jules: scar, kni, lib")
        await somebody.press("f6")
        assert "show Knife" in somebody.shown()
        await somebody.type(" → rosa shows kni\n")
        assert somebody.panel() is None, "what was asked is answered"
        assert len(somebody.book) == 14


@pytest.mark.slow
@with_keyboard
async def test_which_card_to_show_is_answered_in_every_order(middle: Path) -> None:
    async with person(middle, size=WIDE) as somebody:
        await somebody.press("f6")
        await somebody.type("jules: scar, kni, lib")
        assert "Jules asks for Miss Scarlet, Knife, Library: show Knife" in plain_side(
            somebody.shown()
        ), "without another key"
        await somebody.type("\n")
        assert somebody.panel() is Panel.SHOW, "Enter does not enter a question"
        assert "show Knife" in somebody.shown()
        await somebody.press("escape", "ctrl+u", "f6")
        await somebody.type("jules: scar, pipe, zzz\n")
        assert "unknown card 'zzz'" in plain_side(somebody.shown())
        await somebody.press("ctrl+u")
        await somebody.type("jules: scar, kni, lib -> rosa shows kni\n")
        assert somebody.panel() is None
        assert len(somebody.book) == 14


def plain_side(shown: str) -> str:
    """What stands beside the sheet, as one line."""
    return " ".join(" ".join(line.partition("│")[2].split()) for line in shown.splitlines())


@pytest.mark.slow
@with_keyboard
async def test_rivals_and_whether_to_accuse(tmp_path: Path) -> None:
    path = tmp_path / "late.clue"
    friday(22).save(path)
    async with person(path, size=WIDE) as somebody:
        await somebody.press("f7")
        assert "Tom knows the answer with a chance of 0 %" in plain_side(somebody.shown())
        assert "Accuse now? Better wait." in somebody.shown()


@pytest.mark.slow
@with_keyboard
async def test_what_goes_wrong_beside_the_sheet_is_said_there(middle: Path) -> None:
    with patch.object(panels, "answer", side_effect=ClueError("nobody knows")):
        async with person(middle, size=WIDE) as somebody:
            await somebody.press("f5")
            assert "✗ nobody knows" in somebody.shown()
            said = somebody.app.screen.query_one("#answer", Static).content
            assert isinstance(said, Text)
            assert said.style == "bold red"
            assert somebody.panel() is not None


@pytest.mark.slow
@with_keyboard
async def test_panel_and_log_are_scrolled_by_the_page(middle: Path) -> None:
    async with person(middle, size=(120, 16)) as somebody:
        log, panel = somebody.notes.log_list, somebody.notes.panel_view
        end = log.scroll_y
        assert end > 0, "the log shows its end"
        await somebody.press("pageup")
        assert log.scroll_y < end
        await somebody.press("pagedown")
        assert log.scroll_y == end
        await somebody.press("f5", "pagedown")
        assert panel.scroll_y > 0
        assert log.scroll_y == end
        await somebody.press("pageup")
        assert panel.scroll_y == 0


@pytest.mark.slow
@with_keyboard
async def test_help_shows_every_key_and_goes_again(middle: Path) -> None:
    async with person(middle, size=(100, 60)) as somebody:
        keys = {b.binding.key for b in somebody.app.screen.active_bindings.values()}
        await somebody.press("f1")
        shown = somebody.shown().casefold()
        for key in keys & {*(f"f{number}" for number in range(1, 13)), "ctrl+z", "ctrl+y"}:
            assert key in shown, key
        lines = (line.partition("│")[2] for line in somebody.shown().splitlines())
        said = [line.rpartition("│")[0].strip() for line in lines]
        assert list(filter(None, said)) == HELP.read_text("utf-8").splitlines()
        await somebody.press("escape")
        assert somebody.book.events == friday(13).events


@pytest.mark.parametrize("panel", Panel)
def test_an_impossible_log_gets_an_answer_or_a_clear_error(panel: Panel) -> None:
    book = friday(13)
    book.holds("Tom", "Knife")
    question = (panel, book, ("Tom", book.table.edition.card("hall")), "tom: pl, ro, sca")
    if panel in {Panel.WHY, Panel.CHECK}:
        assert plain(answer(*question).body)
    else:
        with pytest.raises(ValueError, match=r"no deal fits|guess must be one suspect|holds none"):
            answer(*question)
    assert "cannot be true" in read(book).odds[0].plain


@pytest.mark.parametrize("panel", Panel)
def test_an_onlooker_gets_an_answer_or_a_clear_error(panel: Panel) -> None:
    book = Notebook(Table.set_up(editions.CLUE_US, {"Ann": 9, "Bob": 9}))
    question = (panel, book, ("Ann", book.table.edition.card("hall")), "Bob: pl, ro, ha")
    if panel in {Panel.ADVICE, Panel.SHOW}:
        with pytest.raises(ValueError, match="viewpoint"):
            answer(*question)
    else:
        assert plain(answer(*question).body)


def test_an_impossible_set_up_is_named() -> None:
    book = Notebook(Table.set_up(editions.CLUE_US, {"Ann": 9, "Bob": 8}))
    found = answer(Panel.CHECK, book, ("Ann", book.table.edition.card("hall")), "")
    assert "The set-up itself cannot be true" in plain(found.body)
    assert [repair.event for repair in found.repairs] == [0, 0]
