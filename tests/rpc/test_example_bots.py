"""The example bots in other languages play whole games, if the languages are installed."""

import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Final

import pytest

from cluetree import Table
from cluetree.board import Square
from cluetree.editions import CLUE_US, SHIPPED
from cluetree.play import Rules, play_game
from cluetree.play.outside import OutsideAgent
from cluetree.table import Answering
from tests.play.outside.test_agent import AnyAgent

ROOT: Final = Path(__file__).parents[2]
BOTS: Final = ROOT / "examples" / "bots"
LONG: Final = 300.0


def at_hand(*programs: str) -> pytest.MarkDecorator:
    missing = [program for program in programs if shutil.which(program) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not on this machine: {', '.join(missing)}")


@pytest.fixture(scope="module")
def java(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = str(tmp_path_factory.mktemp("classes"))
    subprocess.run(
        ["javac", "-Xlint:all", "-Werror", "-d", folder, BOTS / "Bot.java"],  # noqa: S607
        check=True,
        timeout=LONG,
    )
    return ["java", "-cp", folder, "Bot"]


@pytest.fixture
def javascript(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("CLUETREE", f"{sys.executable} -m cluetree serve")
    return ["node", str(BOTS / "bot.mjs")]


def play(command: list[str]) -> None:
    """Play several decks and rules; the bot must win without a fault."""
    with OutsideAgent(command, time_limit=LONG, start_limit=LONG) as agent:
        for seed, edition in enumerate(SHIPPED[:3]):
            for answering in Answering:
                rules = Rules(edition=edition, answering=answering, most_turns=120)
                result = play_game([AnyAgent(), agent, AnyAgent()], rules, seed)
                assert result.winner == rules.players[1]


def show_and_move(command: list[str], seconds: float = LONG) -> None:
    """Ask for each choice, also where the bot is told that there is no time to think."""
    with OutsideAgent(command, time_limit=seconds, start_limit=LONG) as agent:
        hand = ("plum", "rope", "hall", "study")
        table = Table.set_up(CLUE_US, {"Ann": 4, "Bob": None}, viewpoint="Ann", hand=hand)
        agent.begin(table, Random(1))
        agent.time_limit = LONG
        asked = agent.suggest([CLUE_US.card("hall")])
        assert asked is not None
        assert asked.room.name == "Hall"
        assert agent.accuse() is None
        guess = CLUE_US.guess("plum", "rope", "hall")
        assert agent.show("Bob", guess, guess.cards) in guess
        places = (Square(1, 2), guess.room)
        assert agent.move(places) in places


@pytest.mark.slow
@at_hand("javac", "java")
def test_java(java: list[str]) -> None:
    play(java)
    show_and_move(java)


@pytest.mark.slow
@at_hand("node")
def test_javascript(javascript: list[str]) -> None:
    play(javascript)
    show_and_move(javascript)
    show_and_move(javascript, seconds=0)


ASKED = "89502 deals; ask for Colonel Mustard, Candlestick, Lounge\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("java", "Ask.java"), marks=at_hand("java")),
        pytest.param(("node", "ask.mjs"), marks=at_hand("node")),
    ],
    ids=["java", "node"],
)
def test_client_that_only_asks(command: tuple[str, str], javascript: list[str]) -> None:
    assert javascript, "with our server"
    done = subprocess.run(
        [command[0], BOTS / command[1]],
        capture_output=True,
        encoding="utf-8",
        timeout=LONG,
        check=True,
    )
    assert done.stdout == ASKED


def test_python() -> None:
    play([sys.executable, str(BOTS / "bot.py")])
    show_and_move([sys.executable, str(BOTS / "bot.py")])
