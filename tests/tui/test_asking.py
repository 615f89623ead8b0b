"""The panels beside the sheet: advice, a card to show, opponents, the keys."""

from pathlib import Path

import pytest

from tests.tui.driving import friday, person, with_keyboard

WIDE = (120, 50)
HELP = Path(__file__).parent / "expected" / "help.txt"


@pytest.fixture
def middle(tmp_path: Path) -> Path:
    """The example up to where Jules asks Rosa for what she has not shown yet."""
    path = tmp_path / "middle.clue"
    friday(13).save(path)
    return path


@pytest.mark.slow
@with_keyboard
async def test_advice_a_card_to_show_and_rivals(middle: Path) -> None:
    async with person(middle, size=WIDE) as user:
        await user.press("f5")
        best = friday(13).advise().suggestions[0]
        assert f"{best.gain:.2f} Plum, Rope, Dining Room" in user.shown()
        assert "Leaves about a third of the possibilities. The others learn as much." in plain_side(
            user.shown()
        )
        await user.type("hall, study")
        await user.press("f5")
        assert "Suggest in Hall, Study" in user.shown()
        await user.press("ctrl+u", "f6")
        assert "`Tom: Plum, Pipe, Hall`" in plain_side(user.shown())
        await user.type("jules: scar, kni, lib")
        await user.press("f6")
        assert "show Knife" in user.shown()
        await user.type(" → rosa shows kni\n")
        assert user.panel() is None, "what was asked is answered"
        assert len(user.book) == 14


def plain_side(shown: str) -> str:
    """Return the text beside the sheet in one line."""
    return " ".join(" ".join(line.partition("│")[2].split()) for line in shown.splitlines())


@pytest.mark.slow
@with_keyboard
async def test_panel_and_log_are_scrolled_by_the_page(middle: Path) -> None:
    async with person(middle, size=(120, 16)) as user:
        log, panel = user.notes.log_list, user.notes.panel_view
        end = log.scroll_y
        assert end > 0, "the log shows its end"
        await user.press("pageup")
        assert log.scroll_y < end
        await user.press("pagedown")
        assert log.scroll_y == end
        await user.press("f5", "pagedown")
        assert panel.scroll_y > 0
        assert log.scroll_y == end
        await user.press("pageup")
        assert panel.scroll_y == 0


@pytest.mark.slow
@with_keyboard
async def test_help_shows_every_key_and_closes(middle: Path) -> None:
    async with person(middle, size=(100, 60)) as user:
        keys = {b.binding.key for b in user.app.screen.active_bindings.values()}
        await user.press("f1")
        shown = user.shown().casefold()
        for key in keys & {*(f"f{number}" for number in range(1, 13)), "ctrl+z", "ctrl+y"}:
            assert key in shown, key
        lines = (line.partition("│")[2] for line in user.shown().splitlines())
        said = [line.rpartition("│")[0].strip() for line in lines]
        assert list(filter(None, said)) == HELP.read_text("utf-8").splitlines()
        await user.press("escape")
        assert user.book.events == friday(13).events
