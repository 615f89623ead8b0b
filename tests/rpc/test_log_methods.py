"""The methods that store and change games."""

import json

import pytest

from cluetree import record
from cluetree.operations.games import LONGEST_ID, MOST_GAMES
from tests.record.samples import SAMPLE, SAMPLE_CLUE, SAMPLE_JSON
from tests.rpc.client import LINES, SET_UP, Client

# Opening and closing


@pytest.mark.parametrize("kept", [SAMPLE_JSON, SAMPLE_CLUE, json.loads(SAMPLE_JSON)])
def test_new_from_a_whole_record(client: Client, kept: object) -> None:
    opened = client.ask("new", record=kept)
    assert (opened["title"], opened["events"]) == (SAMPLE.title, len(SAMPLE.events))
    saved = client.ask("save", game=opened["game"])["record"]
    assert record.loads_json(json.dumps(saved)) == SAMPLE


def test_game_can_be_named(client: Client) -> None:
    assert client.ask("new", record=SET_UP, game="Friday: é")["game"] == "Friday: é"
    error = client.refused("new", record=SET_UP, game="Friday: é")
    assert (error["code"], error["data"]["word"]) == (2, "Friday: é")
    assert len(client.ask("games")["games"]) == 1


def test_automatic_id_skips_chosen_numbers(client: Client) -> None:
    client.ask("new", record=SET_UP, game="1")
    assert client.ask("new", record=SET_UP)["game"] == "2"
    client.ask("close", game="2")
    assert client.ask("new", record=SET_UP)["game"] == "3"


@pytest.mark.parametrize("name", ["", "x" * (LONGEST_ID + 1), 7])
def test_invalid_game_name_is_rejected(client: Client, name: object) -> None:
    error = client.refused("new", record=SET_UP, game=name)
    assert (error["code"], error["data"]["path"]) == (-32602, "$.params.game")


BAD_RECORDS: list[tuple[object, int, str, str]] = [
    ({}, -32602, "invalid_params", "$.params.record"),
    ({**SET_UP, "edition": "clue-xx"}, 11, "unknown_edition", "$.params.record.edition"),
    ({**SET_UP, "hand": ["sword"]}, 11, "unknown_card", "$.params.record.hand[0]"),
    ({**SET_UP, "hand": ["rope"]}, 12, "invalid_table", "$.params.record.hand"),
    ({**SET_UP, "colour": 1}, -32602, "invalid_params", "$.params.record"),
    ({**SET_UP, "events": [LINES[0]]}, -32602, "invalid_params", "$.params.record.events[0]"),
    ("edition clue-us", 14, "record", "$.params.record"),
    ("edition clue-us\nplayers A 9, B 9\nA holds Sord", 11, "unknown_card", "$.params.record"),
]


@pytest.mark.parametrize(("kept", "code", "kind", "path"), BAD_RECORDS)
def test_invalid_record_is_rejected(
    client: Client, kept: object, code: int, kind: str, path: str
) -> None:
    error = client.refused("new", record=kept)
    assert (error["code"], error["data"]["kind"], error["data"]["path"]) == (code, kind, path)
    assert error["message"].startswith(path)
    assert client.ask("games") == {"games": []}


def test_too_many_games(client: Client) -> None:
    game = client.game()
    for _ in range(MOST_GAMES - 1):
        client.ask("suppose", game=game)
    assert client.refused("new", record=SET_UP)["code"] == 5
    client.ask("close", game=game)
    client.ask("new", record=SET_UP)
