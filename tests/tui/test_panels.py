"""The exact text and styles of the panels: see `expected/`."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from rich.console import Console, Group, RenderableType
from rich.text import Text

from cluetree import Notebook, Table
from cluetree.editions import CLUE_US
from tests.tui.driving import friday

pytest.importorskip("textual", reason="needs the tui extra")

from cluetree.interfaces.tui.panels import Panel, PanelContent, content, read

EXPECTED: Final = Path(__file__).parent / "expected"
DOUBTFUL: Final = """\
edition  clue-us
players  Ann 9, Bob 9

Ann: Plum, Rope, Hall -> nobody
Bob: Green, Rope, Hall -> Ann shows
"""

NOBODY: Final = "Bob: Plum, Pipe, Hall -> Ann shows\nBob: Plum, Rope, Study -> nobody"
HOPELESS: Final = """\
suspects Plum, Green
weapons  Rope, Pipe
rooms    Hall, Study, Attic
players  Ann 1, Bob 2, Eve 1
me       Ann
hand     Hall

Bob holds Plum
Bob holds Rope
"""

SHOWN_TWICE: Final = """\
edition clue-us
players Ann 6, Bob 6, Eve 6

Ann: Plum, Rope, Hall -> Bob shows Plum
Bob: Plum, Knife, Study -> Eve shows Plum
"""


def wrong() -> Notebook:
    """The example with a slip in it."""
    book = friday(20)
    book.holds("Mina", "Hall")
    return book


def twice_wrong() -> Notebook:
    """A game in which no one change repairs the log."""
    book = Notebook.from_clue(DOUBTFUL)
    for name in ("Ann", "Bob"):
        for card in ("rope", "green"):
            book.holds(name, card)
    return book


def thrice_told() -> Notebook:
    """A game in which each of three holds the same five cards."""
    book = Notebook.from_clue("edition clue-us\nplayers Ann 6, Bob 6, Eve 6\n")
    for card in ("plum", "rope", "knife", "hall", "study"):
        for name in ("Ann", "Bob", "Eve"):
            book.holds(name, card)
    return book


def hopeless() -> Notebook:
    """A game in which no suggestion tells anything."""
    return Notebook.from_clue(HOPELESS)


def over() -> Notebook:
    """A game that was won."""
    book = friday(20)
    book.accuse("Mina", "white", "rope", "hall", correct=True)
    return book


def panel_content(
    panel: Panel, book: Notebook, place: str = "Tom", line: str = "", card: str = "hall"
) -> PanelContent:
    return content(panel, book, (place, book.table.edition.card(card)), line)


def asked(
    panel: Panel, book: Notebook, *, line: str = "", place: str = "Tom", card: str = "hall"
) -> RenderableType:
    found = panel_content(panel, book, place, line, card)
    return Group(Text(found.title), found.body)


SAID: Final[dict[str, Callable[[], RenderableType]]] = {
    "odds": lambda: Group(*read(friday(20)).odds),
    "odds_solved": lambda: Group(*read(friday(27)).odds),
    "odds_impossible": lambda: Group(*read(wrong()).odds),
    "advice": lambda: asked(Panel.ADVICE, friday(13)),
    "advice_in_rooms": lambda: asked(Panel.ADVICE, friday(13), line="hall, study"),
    "advice_solved": lambda: asked(Panel.ADVICE, friday(27)),
    "advice_nothing": lambda: asked(Panel.ADVICE, hopeless(), line="hall"),
    "show": lambda: asked(Panel.SHOW, friday(13), line="jules: scar, kni, lib -> rosa"),
    "show_how": lambda: asked(Panel.SHOW, friday(13)),
    "rivals": lambda: asked(Panel.RIVALS, friday(20)),
    "rivals_over": lambda: asked(Panel.RIVALS, over()),
    "why": lambda: asked(Panel.WHY, friday(20), place="Mina", card="mustard"),
    "why_assumed": lambda: asked(Panel.WHY, friday(24), place="envelope", card="revolver"),
    "why_set_up": lambda: asked(Panel.WHY, friday(20), place="Rosa", card="scarlet"),
    "why_open": lambda: asked(Panel.WHY, friday(13)),
    "why_impossible": lambda: asked(Panel.WHY, wrong()),
    "repair": lambda: asked(Panel.CHECK, wrong()),
    "repair_none": lambda: asked(Panel.CHECK, twice_wrong()),
    "repair_many": lambda: asked(Panel.CHECK, Notebook.from_clue(SHOWN_TWICE)),
    "clash_many": lambda: asked(Panel.CHECK, thrice_told()),
    "second_look": lambda: asked(Panel.CHECK, Notebook.from_clue(f"{DOUBTFUL}{NOBODY}")),
    "check": lambda: asked(Panel.CHECK, friday(20)),
}


def drawn(body: RenderableType) -> Iterator[str]:
    """Yield the lines of a panel, each part of them with its style."""
    console = Console(width=60)
    for line in console.render_lines(body, pad=False):
        parts = (f"[{part.style}]{part.text}[/]" if part.style else part.text for part in line)
        yield "".join(parts).rstrip()


@pytest.mark.parametrize("name", SAID)
def test_panel_shows_the_stored_text(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The core draws other examples.
    monkeypatch.setattr("cluetree.exact._count._core", None)
    expected = (EXPECTED / f"{name}.txt").read_text("utf-8")
    assert "".join(f"{line}\n" for line in drawn(SAID[name]())) == expected


def test_repairs_can_be_made_by_number_and_clashing_entries_are_marked() -> None:
    found = panel_content(Panel.CHECK, wrong())
    assert found.repairs == wrong().repairs().found
    assert found.clashing == {2, 4, 5, 9, 10, 20, 21}
    unfair = Notebook(Table.set_up(CLUE_US, {"Ann": 9, "Bob": 8}))
    assert [repair.event for repair in panel_content(Panel.CHECK, unfair, "Ann").repairs] == [0, 0]


@pytest.mark.parametrize("panel", Panel)
def test_impossible_log_gets_an_answer_or_a_clear_error(panel: Panel) -> None:
    book = friday(13)
    book.holds("Tom", "Knife")
    if panel in {Panel.WHY, Panel.CHECK}:
        assert [*drawn(panel_content(panel, book).body)]
    else:
        with pytest.raises(ValueError, match=r"no deal fits|guess must be one suspect|holds none"):
            panel_content(panel, book, line="tom: pl, ro, sca")
    assert "cannot be true" in read(book).odds[0].plain


@pytest.mark.parametrize("panel", Panel)
def test_onlooker_gets_an_answer_or_a_clear_error(panel: Panel) -> None:
    book = Notebook(Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9}))
    if panel in {Panel.ADVICE, Panel.SHOW}:
        with pytest.raises(ValueError, match="viewpoint"):
            panel_content(panel, book, "Ann", "Bob: pl, ro, ha")
    else:
        assert [*drawn(panel_content(panel, book, "Ann").body)]
