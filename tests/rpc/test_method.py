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
    client.ask("new", record={**SET_UP, "events": [SHOWN]}, game="a", version=1)
    client.ask("tell", game="a", event=LINES[0])
    client.ask("new", record=SET_UP, game="b")
    for event in CLASH:
        client.ask("tell", game="b", event=event)
    return session, client


def state(session: Session) -> dict[str, object]:
    return {game.id: (game.version, game.book.record, game.book.history) for game in session.games}


@pytest.mark.parametrize("name", [name for name, method in METHODS.items() if method.reads])
def test_read_only_method_changes_no_game(name: str) -> None:
    session, client = opened()
    before = state(session)
    client.ask(name, **PARAMS[name])
    after = state(session)
    assert {game: after[game] for game in before} == before
    assert after.keys() - before.keys() == ({"d"} if name == "suppose" else set())


@pytest.mark.parametrize(
    "name", [name for name, each in METHODS.items() if each.subject == "notebook" and each.reads]
)
def test_answer_is_the_result_of_the_operation(name: str) -> None:
    session, client = opened()
    params = {key: value for key, value in PARAMS[name].items() if key != "seconds"}
    (game,) = (game for game in session.games if game.id == params["game"])
    answer = client.ask(name, **params)
    head = {"game": params.pop("game"), "version": game.version}
    asked = msgspec.convert(params, OPERATIONS[name].struct())
    result = METHODS[name].call(game.book, asked=asked)
    assert answer == json.loads(encode(METHODS[name].document(result, **head)))


@pytest.mark.parametrize(
    "name", [name for name, method in METHODS.items() if method.subject == "notebook"]
)
def test_answer_on_a_game_begins_with_its_id_and_version(name: str) -> None:
    session, client = opened()
    params = {key: value for key, value in PARAMS[name].items() if key != "expect_version"}
    answer = client.ask(name, **params)
    (game,) = (game for game in session.games if game.id == params["game"])
    assert list(answer)[:2] == ["game", "version"]
    assert (answer["game"], answer["version"]) == (game.id, game.version)


def test_slow_method_only_reads() -> None:
    assert all(method.reads for method in METHODS.values() if method.slow)
