"""The methods that store and change games."""

import json
import os
from pathlib import Path

import pytest

from cluetree import record
from cluetree.interfaces.rpc import Game, Session
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


def test_version_can_continue(client: Client) -> None:
    opened = client.ask("new", record=SET_UP, version=41)
    assert client.ask("tell", game=opened["game"], event=LINES[0])["version"] == 42


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


# Files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    allowed = tmp_path / "allowed"
    (allowed / "deep").mkdir(parents=True)
    return allowed


@pytest.fixture
def with_files(folder: Path) -> Client:
    return Client(Session(folder).handle)


@pytest.mark.parametrize("name", ["game.clue", "game.json", "deep/game.clue", "deep/../game.json"])
def test_files_are_saved_and_loaded(with_files: Client, folder: Path, name: str) -> None:
    assert with_files.ask("initialize")["capabilities"]["files"] is True
    game = with_files.game(*LINES)
    assert with_files.ask("save", game=game, path=name)["path"] == name
    assert len(record.load(folder / name).events) == len(LINES)
    again = with_files.ask("load", path=name, game="again")
    assert again == {"game": "again", "version": 0, "title": "", "events": len(LINES)}
    assert with_files.lines("again") == list(LINES)


@pytest.mark.skipif(os.name != "posix", reason="links and named pipes as on POSIX")
@pytest.mark.parametrize(
    "name",
    ["../x.clue", "/etc/passwd", "a/../../x", "", ".", "a\0b", "out.clue", "l", "x" * 300, "pipe"],
)
@pytest.mark.parametrize("method", ["save", "load"])
def test_path_outside_the_directory_is_rejected(
    with_files: Client, folder: Path, method: str, name: str
) -> None:
    outside = folder.parent / "outside.clue"
    outside.write_text(SAMPLE_CLUE, encoding="utf-8")
    (folder / "out.clue").symlink_to(outside)
    (folder / "l").symlink_to("l")
    os.mkfifo(folder / "pipe")
    error = with_files.refused(method, game=with_files.game(), path=name)
    assert (error["code"], error["data"]["path"]) == (4, "$.params.path")
    assert str(folder) not in json.dumps(error)
    assert outside.read_text(encoding="utf-8") == SAMPLE_CLUE
    assert sorted(path.name for path in folder.parent.iterdir()) == ["allowed", "outside.clue"]


@pytest.mark.parametrize("method", ["save", "load"])
def test_files_need_a_directory(client: Client, method: str) -> None:
    assert client.refused(method, game=client.game(), path="game.clue")["code"] == 4


@pytest.mark.parametrize("name", ["none.clue", "deep/none.clue", "game.txt", "deep", "bad.json"])
def test_invalid_file_is_rejected(with_files: Client, folder: Path, name: str) -> None:
    (folder / "bad.json").write_text('{\n"a"', encoding="utf-8")
    error = with_files.refused("load", path=name)
    assert (error["code"], error["data"]["path"]) == (14, "$.params.path")
    assert error["data"].get("line") == (2 if name == "bad.json" else None)
    assert name in error["message"]
    assert str(folder) not in json.dumps(error)


# Saving elsewhere


def test_on_change_is_called_before_the_answer() -> None:
    told: list[tuple[str, int, int]] = []

    def keep(game: Game) -> None:
        told.append((game.id, game.version, len(game.book)))

    client = Client(Session(on_change=keep).handle)
    game = client.game(LINES[0])
    client.refused("tell", game=game, event="nonsense")
    client.ask("beliefs", game=game)
    client.ask("undo", game=game)
    client.ask("undo", game=game)
    client.ask("suppose", game=game, copy="b")
    client.ask("close", game=game)
    assert told == [("1", 0, 0), ("1", 1, 1), ("1", 2, 0), ("b", 0, 0)]


def test_game_that_cannot_be_saved_is_not_opened() -> None:
    def full(_: Game) -> None:
        raise OSError

    client = Client(Session(on_change=full).handle)
    assert client.refused("new", record=SET_UP)["code"] == -32603
    assert client.ask("games") == {"games": []}
