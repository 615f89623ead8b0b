"""The commands that play: a game, a game told again, a tournament."""

import io
import json
from pathlib import Path

import pytest

from cluetree import Notebook
from cluetree.faces.cli import main
from cluetree.faces.commands.common import OK, UNREADABLE
from cluetree.play import Agent, ErraticAgent


class ErraticAgentNamed(ErraticAgent):
    """Says how it is set up, as a tournament wants it."""

    def __repr__(self) -> str:
        return "erratic"


THREE = ("heuristic", "random", "random")


def output(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == OK
    return capsys.readouterr().out


def test_agents_play_alone_and_again(capsys: pytest.CaptureFixture[str]) -> None:
    told = output(capsys, "play", *THREE, "--watch", "--seed", "3")
    assert told == output(capsys, "play", *THREE, "--watch", "--seed", "3")
    assert "accuses" in told
    assert "Play it again with --seed 3." in told


@pytest.mark.parametrize("options", [(), ("--board",), ("--answering", "all")])
def test_every_record_of_a_game_is_kept(
    options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "records"
    output(capsys, "play", *THREE, "--watch", "--seed", "1", "--save", str(folder), *options)
    for name in ("Ann", "Bob", "Cid"):
        book = Notebook.load(folder / f"{name}.clue")
        assert book.consistent
        assert book.table.viewpoint == name
    told = output(capsys, "replay", str(folder / "whole.clue"))
    assert "Ann 0.00 bits" in told
    assert "knows" in told


def test_a_person_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 400))
    told = output(capsys, "play", "heuristic", "heuristic", "--seed", "11")
    assert "You are Ann" in told


def test_a_person_who_leaves_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "The game is left." in output(capsys, "play", "random", "random", "--seed", "1")


def test_a_tournament_in_words_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = str(tmp_path / "games.db")
    told = output(capsys, "tournament", *THREE, "--deals", "5", "--workers", "0", "--store", store)
    assert "15 games on 5 deals" in told
    words = ("tournament", *THREE, "--deals", "5", "--store", store, "--json")
    found = json.loads(output(capsys, *words))
    assert found["format"] == "cluetree-standings/1"
    assert [row["name"] for row in found["entrants"]] == ["heuristic", "random"]
    assert (found["games"], found["deals"]) == (15, 5)


def test_games_without_an_end_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("tournament", "heuristic", "random", "--deals", "4", "--workers", "0")
    told = output(capsys, *words, "--most-turns", "1")
    assert "8 games on 4 deals, 8 won by nobody; 1.00 ± 0.00 turns" in told
    told = output(capsys, "play", *THREE, "--watch", "--seed", "3", "--most-turns", "2")
    assert "Nobody wins in turn 2" in told


def test_gambles_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def rash() -> Agent:
        return ErraticAgentNamed(rash=1)

    monkeypatch.setattr("cluetree.faces.commands.tournament.agent_named", lambda _: rash())
    told = output(capsys, "tournament", "rash", "rash", "--deals", "2", "--workers", "0")
    assert "rash: 4 accusations without proof, 0% right" in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("play", *THREE, "--watch", "--most-turns", "0"), "at least one turn, not 0"),
        (("tournament", "holmes", "random"), "unknown name 'holmes'"),
        (("tournament", "random"), "2 to 10 play, not 1"),
        (("tournament", *THREE, "--deals", "0"), "at least one deal"),
        (("tournament", *THREE, "--board", "--edition", "harry-potter"), "no board is known"),
        (("tournament", *THREE, "--store", "/"), "unable to open"),
        (("play", "random", "--watch"), "2 to 10 play, not 1"),
        (("play", "random", "random", "--edition", "chess"), "unknown edition 'chess'"),
    ],
)
def test_what_cannot_be_played_is_said(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == UNREADABLE
    assert says in capsys.readouterr().err


def test_only_whole_games_can_be_told_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "half.clue"
    path.write_text("edition clue-us\nplayers Ann 9, Bob 9\n", "utf-8")
    assert main(["replay", str(path)]) == UNREADABLE
    assert "a whole game says where every card lies" in capsys.readouterr().err
