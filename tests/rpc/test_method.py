"""Methods that are declared as questions change no game."""

import pytest

from cluetree.interfaces.rpc import METHODS, Session
from tests.rpc.client import CLASH, SET_UP, SHOWN, Client
from tests.rpc.test_fuzz import PARAMS


@pytest.mark.parametrize("name", [name for name, each in METHODS.items() if each.is_question])
def test_question_changes_no_game(name: str) -> None:
    session = Session()
    client = Client(session.handle)
    client.ask("new", record={**SET_UP, "events": [SHOWN]}, game="a")
    client.ask("new", record=SET_UP, game="b")
    for event in CLASH:
        client.ask("tell", game="b", event=event)
    before = {game: book.record for game, book in session.games.books.items()}
    client.ask(name, **PARAMS[name])
    assert {game: book.record for game, book in session.games.books.items()} == before
