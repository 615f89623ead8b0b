"""The notebook in the terminal in each language."""

from pathlib import Path

import pytest

from cluetree import Notebook, record
from cluetree.editions import SHIPPED
from cluetree.interfaces.web.app import STATIC
from cluetree.record.completion import in_language
from cluetree.text.entries import keywords, short_name
from cluetree.text.language import speaking, t
from tests.text.languages import ALL, latin, speak_greek
from tests.tui.driving import FRIDAY, person, with_keyboard

FREITAG = FRIDAY.with_name("freitag.clue")
WIDE = (140, 50)


@pytest.fixture
def middle(tmp_path: Path) -> Path:
    """The example up to where Jules asks Rosa."""
    book = Notebook.load(FREITAG)
    path = tmp_path / "middle.clue"
    Notebook(book.table, book.events[:13], title=book.title).save(path)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*ALL} - {"en"}))
@with_keyboard
async def test_game_is_entered_explained_repaired_and_finished_by_typed_lines(
    name: str, tmp_path: Path
) -> None:
    whole, path = Notebook.load(STATIC / str(ALL[name]["language.example"])), tmp_path / "game.clue"
    table, deck = whole.table, whole.table.edition
    Notebook(table, whole.events[:20], title=whole.title).save(path)
    me = table.me
    assert me is not None
    with speaking(name):
        words = keywords(table)
        async with person(path, size=WIDE) as user:
            for event in whole.events[20:]:
                line = in_language(record.dumps_clue_event(event, table), words)
                assert not {*line.split()} & TYPED, line
                await user.type(f"{line}\n")
            assert user.book.events == whole.events
            solved = ", ".join(map(str, whole.answer or ()))
            assert t("banner.accuse", cards=solved) in user.shown()
            await user.press("f4")
            assert t("panel.formal") in user.shown()
            wrong = f"{words.written('envelope')} {words.written('holds')} {me.hand[0]}"
            await user.type(f"{wrong}\n")
            assert t("panel.impossible") in user.shown()
            said = t("say.holds", name=me.name, cards=short_name(me.hand[0], deck))
            assert said in user.shown()
            await user.type("1\n")
            assert t("said.repaired", change="").split(":")[0].rstrip(".") in user.shown()
            assert user.book.answer == whole.answer
    assert Notebook.load(path).answer == whole.answer
    assert words.written("shows") not in path.read_text("utf-8")


GERMAN = {
    word for key, text in ALL["de"].items() if key.startswith("word.") for word in latin(str(text))
}
TYPED = {"accuses", "holds", "lacks", "one", "of", "wrong", "right", "nobody", "shows", "passes"}


@pytest.mark.slow
@with_keyboard
async def test_no_text_is_in_another_language(
    middle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_greek(monkeypatch)
    monkeypatch.chdir(middle.parent)  # a long path is folded anywhere
    known = TYPED | {"clue", "json", "middle", "Tab", "Enter", "Escape", "insert", "delete"}
    known |= {"escape", "tab", "shift", "ctrl", "super", "pageup", "pagedown"}
    known |= GERMAN | latin("Freitag, zweites Spiel") | {"Rosa", "Tom", "Mina", "Jules"}
    for deck in SHIPPED:
        known |= latin(f"{deck} {' '.join(map(str, deck.cards))}")
    with speaking("de"):
        async with person(Path(middle.name), size=(200, 60)) as user:

            def look() -> None:
                words = latin(user.shown())
                assert {word for word in words if word not in known} == set()

            look()
            for key in ("f5", "f7", "f9", "f4", "escape", "f3", "f2", "f4", "f8", "f1"):
                await user.press(key)
                look()
            await user.press("escape", "ctrl+p")
            look()
            await user.press("escape", "ctrl+s")
            look()
            await user.press("escape", "f8")
            await user.type("Tom lacks Küche\n")
            look()
