"""The methods that store and change games."""

import json

import pytest

from cluetree import record
from cluetree.operations.games import LONGEST_ID, MOST_GAMES
from tests.clocks import tick
from tests.record.samples import SAMPLE, SAMPLE_CLUE, SAMPLE_JSON
from tests.rpc.client import CLASH, SET_UP, Client


@pytest.mark.parametrize("kept", [SAMPLE_JSON, SAMPLE_CLUE, json.loads(SAMPLE_JSON)])
def test_new_from_a_whole_record(client: Client, kept: object) -> None:
    opened = client.ask("new", record=kept)
    assert (opened["title"], opened["events"]) == (SAMPLE.title, len(SAMPLE.events))
    saved = client.ask("save", game=opened["game"])["record"]
    assert record.loads_json(json.dumps(saved)) == SAMPLE


def test_too_long_name_of_a_game_is_rejected(client: Client) -> None:
    error = client.refused("new", record=SET_UP, game="x" * (LONGEST_ID + 1))
    assert (error["code"], error["data"]["path"]) == (-32602, "$.params.game")


def test_too_many_games(client: Client) -> None:
    game = client.game()
    for _ in range(MOST_GAMES - 1):
        client.ask("suppose", game=game)
    assert client.refused("new", record=SET_UP)["code"] == 5
    client.ask("close", game=game)
    client.ask("new", record=SET_UP)


def test_repair_keeps_the_numbers_of_repairs_cut_short(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The default limit would find more, and number them differently."""
    game = client.game(*CLASH)
    with monkeypatch.context() as ticking:
        tick(ticking)
        cut = client.ask("check", game=game)
    assert cut["complete"] is False
    number = len(cut["repairs"]) + 1
    assert client.refused("repair", game=game, number=number)["code"] == -32602
    assert len(client.ask("check", game=game)["repairs"]) >= number
