"""The methods that advise: the library's own answers, in the protocol's words."""

import json

import pytest

from cluetree import Notebook
from cluetree.operations.registry import encode
from tests.rpc.client import CLASH, LINES, SET_UP, SHOWN, Client

ASKED = {"asker": "bob", "cards": ["hall", "plum", "rope"]}


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def game(client: Client) -> str:
    return client.game(SHOWN, *LINES)


@pytest.fixture
def book(client: Client, game: str) -> Notebook:
    return Notebook.from_clue(client.ask("save", game=game, spelling="clue")["record"])


def test_advise_in_part(client: Client, game: str) -> None:
    rooms = client.ask("advise", game=game, rooms=["hall", "Study"])["suggestions"]
    assert len(rooms) == 72
    assert (
        client.ask("advise", game=game, rooms=["hall", "Study"], top=3)["suggestions"] == rooms[:3]
    )
    assert client.ask("advise", game=game, rooms=[])["suggestions"] == []


def test_card_to_show_is_the_commands(client: Client, game: str, book: Notebook) -> None:
    found = client.ask("card_to_show", game=game, samples=50, **ASKED)
    assert (found.pop("game"), found.pop("version")) == (game, 6)
    guess = book.table.edition.guess("plum", "rope", "hall")
    expected = book.card_to_show("Bob", guess, samples=50)
    assert found.pop("format") == "cluetree-show/2"
    assert found == json.loads(encode(expected))


def test_rivals(client: Client, game: str, book: Notebook) -> None:
    found = client.ask("rivals", game=game, samples=50)
    assert found["rivals"] == json.loads(encode(book.rivals(samples=50)))


def test_accuse_now(client: Client, game: str, book: Notebook) -> None:
    found = client.ask("accuse_now", game=game, samples=50)
    expected = book.accuse_now(samples=50)
    assert found["guess"] == [card.name for card in expected.guess]
    assert found["right"] == float(expected.right)
    assert found["again"]["value"] == expected.again.value
    assert set(found["wins"]) == set(expected.wins)


def test_completion(client: Client, game: str) -> None:
    found = client.ask("complete", game=game, line="Bob: plum, ro", turn="Bob")
    assert "Rope, " in found["candidates"]
    assert found["start"] == len("Bob: plum, ")
    for name in ("Bob", "Eve"):
        found = client.ask("complete", game=game, line="", turn=name)
        assert found["candidates"][0] == f"{name}: ", "whose turn it is comes first"


@pytest.mark.parametrize(
    ("method", "params", "code", "path"),
    [
        ("advise", {"rooms": ["hall", "cellar"]}, 11, "$.params.rooms[1]"),
        ("advise", {"rooms": ["rope"]}, 12, None),
        ("advise", {"top": -1}, -32602, "$.params.top"),
        ("card_to_show", {**ASKED, "asker": "Zoe"}, 11, "$.params.asker"),
        ("card_to_show", {**ASKED, "cards": ["plum"]}, 12, "$.params.cards"),
        ("card_to_show", {**ASKED, "cards": ["plum", "pipe", "kitchen"]}, 12, None),
        ("card_to_show", {**ASKED, "samples": 1}, -32602, "$.params.samples"),
        ("rivals", {"limit": {"seconds": -1}}, -32602, "$.params.limit.seconds"),
        ("rivals", {"samples": 10**9}, -32602, "$.params.samples"),
    ],
)
def test_what_cannot_be_asked(
    client: Client, method: str, params: dict[str, object], code: int, path: str | None
) -> None:
    error = client.refused(method, game=client.game(), **params)
    assert (error["code"], error["data"].get("path")) == (code, path)


@pytest.mark.parametrize("method", ["advise", "rivals", "accuse_now", "card_to_show"])
def test_no_advice_on_what_cannot_be_true(client: Client, method: str) -> None:
    error = client.refused(method, game=client.game(*CLASH), **ASKED)
    assert error["code"] == 13


def test_onlooker_gets_no_advice(client: Client) -> None:
    record = {key: value for key, value in SET_UP.items() if key not in {"viewpoint", "hand"}}
    game = client.ask("new", record=record)["game"]
    assert client.refused("advise", game=game)["data"]["kind"] == "invalid_table"
    assert len(client.ask("rivals", game=game, samples=2)["rivals"]) == 3
