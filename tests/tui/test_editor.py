"""Where an entry goes: to the end, in place of another or before it; and what is only supposed."""

import pytest

from cluetree import InvalidEventError, Notebook, RecordError
from cluetree.editions import CLUE_US
from cluetree.events import Event, Lacks
from cluetree.interfaces.tui.editor import Editor, Target
from tests.tui.driving import FRIDAY

LACKS = Lacks("Mina", CLUE_US.card("study"))
TEXT = "Mina lacks Study"


@pytest.fixture
def editor() -> Editor:
    return Editor(Notebook.load(FRIDAY))


@pytest.fixture
def events(editor: Editor) -> tuple[Event, ...]:
    return editor.book.events


def test_an_entry_goes_to_the_end(editor: Editor, events: tuple[Event, ...]) -> None:
    assert editor.enter(TEXT) == 28
    assert editor.page.events == (*events, LACKS)


@pytest.mark.parametrize("number", [1, 5, 27])
def test_an_entry_takes_the_place_of_another(
    number: int, editor: Editor, events: tuple[Event, ...]
) -> None:
    line = editor.aim(Target(number, replaces=True))
    with pytest.raises(RecordError):
        editor.enter("nonsense")
    assert editor.enter(line) == number
    assert editor.page.events == events, "the line says what stood there"
    editor.aim(Target(number, replaces=True))
    assert editor.enter(TEXT) == number
    assert editor.page.events == (*events[: number - 1], LACKS, *events[number:])
    assert editor.target is None
    assert editor.enter(TEXT) == 28, "the next one goes to the end again"


@pytest.mark.parametrize("number", [1, 5, 27])
def test_an_entry_goes_before_another(
    number: int, editor: Editor, events: tuple[Event, ...]
) -> None:
    assert not editor.aim(Target(number, replaces=False))
    assert editor.enter(TEXT) == number
    assert editor.page.events == (*events[: number - 1], LACKS, *events[number - 1 :])


@pytest.mark.parametrize("number", [0, 28])
def test_there_is_no_place_beyond_the_log(number: int, editor: Editor) -> None:
    with pytest.raises(InvalidEventError, match=f"there is no event {number}$"):
        editor.aim(Target(number, replaces=True))
    assert editor.target is None


def test_what_is_supposed_leaves_the_notebook_as_it_is(
    editor: Editor, events: tuple[Event, ...]
) -> None:
    editor.suppose(wanted=True)
    assert editor.supposing
    assert editor.enter(TEXT) == 28
    assert editor.page.events == (*events, LACKS)
    assert editor.book.events == events
    editor.suppose(wanted=False)
    assert editor.page is editor.book
