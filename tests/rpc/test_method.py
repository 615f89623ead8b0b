"""The declared properties of methods are true: read-only, subject, result."""

import json

import msgspec
import pytest

from cluetree.interfaces.rpc import METHODS, Session
from cluetree.operations import OPERATIONS
from cluetree.operations.registry import encode
from tests.rpc.client import CLASH, LINES, SET_UP, SHOWN, Client
from tests.rpc.test_fuzz import PARAMS


def opened() -> tuple[Session, Client]:
    session = Session()
    client = Client(session.handle)
    client.ask("new", record={**SET_UP, "events": [SHOWN]}, game="a")
    client.ask("tell", game="a", event=LINES[0])
    client.ask("new", record=SET_UP, game="b")
    for event in CLASH:
        client.ask("tell", game="b", event=event)
    return session, client


@pytest.mark.parametrize("name", [name for name, each in METHODS.items() if each.is_question])
def test_question_changes_no_game_and_answers_as_the_operation(name: str) -> None:
    session, client = opened()
    before = {game: book.record for game, book in session.games.books.items()}
    params = {key: value for key, value in PARAMS[name].items() if key != "limit"}
    answer = client.ask(name, **params)
    assert {game: book.record for game, book in session.games.books.items()} == before
    game = str(params.pop("game"))
    asked = msgspec.convert(params, OPERATIONS[name].struct())
    result = METHODS[name].call(session.games.books[game], asked)
    assert answer == json.loads(encode(METHODS[name].document(result, game=game)))
