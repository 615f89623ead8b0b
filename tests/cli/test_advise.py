"""The commands that advise: in words and in JSON, and what they reject."""

import json
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from rich.console import Console

from cluetree import Category, ClueError, Notebook, Table
from cluetree.editions import get_edition
from cluetree.interfaces.cli.main import main
from cluetree.interfaces.cli.status import IMPOSSIBLE
from tests.cli.conftest import Command

GAME = """\
edition  clue-us
players  Ann 6, Bob 6, Eve 6
me       Ann
hand     Mustard, Knife, Rope, Hall, Study, Lounge

Ann: Scarlet, Candlestick, Kitchen -> Bob passes, Eve shows Kitchen
Bob: White, Wrench, Library -> Eve shows
Eve: Plum, Revolver, Hall -> Ann shows Hall
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "game.clue"
    file.write_text(GAME, "utf-8")
    return str(file)


def add(path: str, lines: str) -> None:
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(lines)


@pytest.mark.parametrize("edition", ["clue-us", "harry-potter"])
def test_advice_fits_a_terminal_of_80_by_24(
    edition: str, path: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = get_edition(edition)
    hand = [card for category in Category for card in deck.of(category)[:2]]
    table = Table.set_up(deck, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=hand)
    Notebook(table).save(path)
    # As on a terminal: long lines are folded.
    monkeypatch.setattr(
        "cluetree.interfaces.cli.common.console", lambda: Console(highlight=False, width=80)
    )
    lines = command("advise", path).splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("Best: ") for line in lines[:3])


def test_options_of_the_record_and_of_the_command_apply(path: str, command: Command) -> None:
    found = json.loads(command("advise", path, "--json", "--rooms", "hall, kitch"))["suggestions"]
    assert {told["guess"][2] for told in found} == {"Hall", "Kitchen"}
    assert len(found) == 72
    text = Path(path).read_text("utf-8").replace("hand ", "answering all\nhand ", 1)
    Path(path).write_text(text, "utf-8")
    (told,) = json.loads(command("advise", path, "--json", "--top", "1"))["suggestions"]
    assert any(len(reply["shows"]) > 1 for reply in told["replies"])


@pytest.mark.parametrize(
    ("asked", "words"),
    [("card_to_show", ("show", "Eve", "Mustard", "Rope", "Hall")), ("rivals", ("rivals",))],
)
def test_seed_has_a_default(asked: str, words: tuple[str, ...], path: str) -> None:
    name, *rest = words
    for options, seed in (((), 0), (("--seed", "5"), 5)):
        with patch.object(Notebook, asked, side_effect=ClueError("enough")) as question:
            main([name, path, *rest, *options])
        assert question.call_args.kwargs["samples"] == 200
        assert question.call_args.kwargs["rng"].getstate() == Random(seed).getstate()


@pytest.mark.parametrize("name", ["advise", "rivals"])
def test_impossible_record_has_status_1(name: str, path: str, command: Command) -> None:
    add(path, "Bob holds Rope\n")
    assert "no deal fits" in command.refused(name, path, status=IMPOSSIBLE)
