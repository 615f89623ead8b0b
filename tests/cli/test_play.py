"""The commands that play: a game, a tournament, the published table."""

import io
import json
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from cluetree import Notebook
from cluetree.interfaces.cli import INTERRUPTED
from cluetree.interfaces.cli.common import bar
from cluetree.interfaces.drawing.parts import SafeConsole
from tests.cli.conftest import Command

THREE = ("heuristic", "random", "random")


def test_agents_play_alone_and_again(command: Command) -> None:
    told = command("play", *THREE, "--watch", "--seed", "3")
    assert told == command("play", *THREE, "--watch", "--seed", "3")
    assert "accuses" in told
    assert "Play it again with --seed 3." in told


@pytest.mark.parametrize("options", [(), ("--board",), ("--answering", "all")])
def test_every_record_of_a_game_is_kept(
    options: tuple[str, ...], tmp_path: Path, command: Command
) -> None:
    folder = tmp_path / "records"
    command("play", *THREE, "--watch", "--seed", "1", "--save", str(folder), *options)
    for name in ("Ann", "Bob", "Cid"):
        book = Notebook.load(folder / f"{name}.clue")
        assert book.consistent
        assert book.table.viewpoint == name
    assert Notebook.load(folder / "whole.clue").answer is not None


def test_tournament_in_words_and_json(tmp_path: Path, command: Command) -> None:
    store = str(tmp_path / "games.jsonl")
    told = command("tournament", *THREE, "--deals", "5", "--workers", "0", "--store", store)
    assert "15 games on 5 deals" in told
    words = ("tournament", *THREE, "--deals", "5", "--store", store, "--json")
    standings = json.loads(command(*words))
    assert standings["format"] == "cluetree-standings/3"
    assert [row["name"] for row in standings["entrants"]] == ["heuristic", "random"]
    assert (standings["games"], standings["deals"]) == (15, 5)


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Press Ctrl-C after this number of games."""

    def after(games: int) -> None:
        @contextmanager
        def bar(_: str) -> Generator[Callable[[int, int], None], None, None]:
            def tell(done: int, _: int) -> None:
                if done >= games:
                    raise KeyboardInterrupt

            yield tell

        monkeypatch.setattr("cluetree.interfaces.cli.tournament.bar", bar)

    return after


def test_stopped_tournament_shows_its_standings_and_resumes(
    interrupted: Callable[[int], None], tmp_path: Path, command: Command
) -> None:
    store = str(tmp_path / "games.jsonl")
    words = ("tournament", *THREE, "--deals", "5", "--workers", "0", "--store", store)
    interrupted(0)
    assert not command(*words, status=INTERRUPTED)
    assert "stopped after 0 of 15 games" in command.err
    interrupted(6)
    assert "6 games on 2 deals" in command(*words, status=INTERRUPTED)
    assert "stopped after 6 of 15 games; run the command again" in command.err
    interrupted(99)
    assert "15 games on 5 deals" in command(*words)


@pytest.mark.slow
def test_benchmark_plays_rows_of_agents(tmp_path: Path, command: Command) -> None:
    words = ("benchmark", "random", "wensel", "--deals", "1", "--workers", "0")
    store = tmp_path / "games.jsonl"
    out = command(*words, "--store", str(store))
    assert len(store.read_text("utf-8").splitlines()) == 3 * 2 * 3, "none against itself"
    assert "two of each, %; 1 deals" in out


BOT = f"bot:{sys.executable} -m tests.play.outside.bots {{}} {{}}"


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    monkeypatch.chdir(Path(__file__).parents[2])
    return lambda how: BOT.format(tmp_path / "diary", how)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("crash", "Bob (bot:... crash), crash: the program has ended"),
        pytest.param("silence", "silence), late: no answer in 3 seconds", marks=pytest.mark.slow),
        ("nonsense", ": unknown card 'sword'"),
    ],
)
def test_faults_of_a_bot_are_printed(
    how: str, says: str, bot: Callable[[str], str], command: Command
) -> None:
    words = ("play", "heuristic", bot(how), "--watch", "--seed", "1", "--time-limit", "3")
    told = command(*words).replace(bot(how), f"bot:... {how}")
    assert says in told
    assert "wins" in told


def test_agent_module_is_imported_from_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    source = "from cluetree.play import ErraticAgent as Mine\n"
    (tmp_path / "a_module_of_mine.py").write_text(source, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    command("play", "a_module_of_mine:Mine", "random", "--watch", "--seed", "1")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("play", "random", "bot:no-such-program-at-all"), "there is no program"),
        (("play", "random", "random", "--time-limit", "0"), "must be positive"),
        (("tournament", "no_such_module:Mine", "random"), "cannot be imported"),
        (("play", *THREE, "--most-turns", "0"), "Must be >= 1"),
        (("tournament", "holmes", "random"), "unknown agent 'holmes'"),
        (("tournament", *THREE, "--deals", "0"), "Must be >= 1"),
        (("tournament", *THREE, "--board", "--edition", "harry-potter"), "no known board"),
        (("tournament", *THREE, "--store", "/"), "/: "),
        (("play", "random", "--watch"), "from 2 to 10, got 1"),
        (("play", "random", "random", "--board"), "a person cannot play on the board"),
        (("play", "random", "random", "--edition", "chess"), "unknown edition 'chess'"),
    ],
)
def test_invalid_games_are_rejected(words: tuple[str, ...], says: str, command: Command) -> None:
    assert says in command.refused(*words)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["benchmark --deals 2", "tournament heuristic:tie=random wensel random --deals 2"]
)
def test_tables_fit_a_terminal_of_80_columns(
    words: str, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    narrow = partial(SafeConsole, width=80, highlight=False)
    monkeypatch.setattr("cluetree.interfaces.cli.tournament.console", narrow)
    out = command(*words.split(), "--workers", "0")
    assert max(map(len, out.splitlines())) <= 80
    assert "tie=random" in out
    assert "…" not in out


@pytest.mark.parametrize("is_terminal", [True, False])
def test_terminal_shows_progress(is_terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    error = io.StringIO()
    monkeypatch.setattr(error, "isatty", lambda: is_terminal)
    monkeypatch.setattr(sys, "stderr", error)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    with bar("games") as update:
        update(3, 9)
    assert ("3/9" in error.getvalue()) is ("games" in error.getvalue()) is is_terminal
    assert bool(error.getvalue()) is is_terminal
