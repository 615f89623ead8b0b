"""The commands that play: a game, a game told again, a tournament."""

import io
import json
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from cluetree import Notebook
from cluetree.interfaces.cli.main import main
from cluetree.interfaces.cli.progress import bar
from cluetree.interfaces.cli.status import IMPOSSIBLE, INTERRUPTED
from cluetree.interfaces.drawing.parts import SafeConsole
from cluetree.play.benchmark import Benchmark
from cluetree.play.outside.bot_check import CHECKS, Finding
from cluetree.play.result_store import ResultStore
from tests.cli.conftest import Command
from tests.play.outside.patience import let_only_silence_be_late

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
    told = command("replay", str(folder / "whole.clue"))
    events = Notebook.load(folder / "whole.clue").events
    assert f"{len(events)}. {events[-1]}" in told.splitlines()
    assert "Ann 0.00 bits" in told
    assert "knows" in told


def test_tournament_in_words_and_json(tmp_path: Path, command: Command) -> None:
    store = str(tmp_path / "games.db")
    told = command("tournament", *THREE, "--deals", "5", "--workers", "0", "--store", store)
    assert "15 games on 5 deals" in told
    words = ("tournament", *THREE, "--deals", "5", "--store", store, "--json")
    found = json.loads(command(*words))
    assert found["format"] == "cluetree-standings/2"
    assert [row["name"] for row in found["entrants"]] == ["heuristic", "random"]
    assert (found["games"], found["deals"]) == (15, 5)


def test_intervals_of_evenings_are_by_evening(command: Command) -> None:
    words = ("tournament", *THREE, "--seatings", "evenings", "--workers", "0", "--most-turns", "2")
    told = command(*words, "--deals", "10")
    assert "10 games on 10 deals, 10 without a winner; 2.00 (one evening) turns a game" in told
    assert "(95 %, by evening)" in told
    assert "one deal" not in told
    found = json.loads(command(*words, "--deals", "20", "--json"))
    assert (found["games"], found["deals"], found["clustered_by"]) == (20, 20, "evening")


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
    store = str(tmp_path / "games.db")
    words = ("tournament", *THREE, "--deals", "5", "--workers", "0", "--store", store)
    interrupted(0)
    assert not command(*words, status=INTERRUPTED)
    assert "stopped after 0 of 15 games" in command.err
    interrupted(6)
    assert "6 games on 2 deals" in command(*words, status=INTERRUPTED)
    assert "stopped after 6 of 15 games; run the command again" in command.err
    interrupted(99)
    assert "15 games on 5 deals" in command(*words)


@pytest.fixture
def two_yardsticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluetree.interfaces.cli.tournament.YARDSTICKS", ("random", "wensel"))


@pytest.mark.usefixtures("two_yardsticks")
def test_stopped_benchmark_shows_the_finished_games(
    monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    play = Benchmark.play

    def stopped(table: Benchmark, store: ResultStore, **_: object) -> None:
        play(replace(table, agents=table.agents[:1]), store)
        raise KeyboardInterrupt

    monkeypatch.setattr(Benchmark, "play", stopped)
    assert "random" in command("benchmark", "--deals", "2", status=INTERRUPTED)
    assert "stopped after 6 of 12 games; without --store they are lost" in command.err


def test_lost_games_are_kept_and_found(tmp_path: Path, command: Command) -> None:
    store = str(tmp_path / "games.db")
    words = ("tournament", *THREE, "--deals", "3", "--store", store, "--keep-lost", "heuristic")
    command(*words, "--workers", "0")
    told = command("replay", store)
    assert told.startswith("1. Deal ")
    lost = len(told.splitlines()) - 1
    assert f"{lost} game" in told
    assert "knows" in command("replay", store, "--game", str(lost))
    assert f"from 1 to {lost}, got" in command.refused(*["replay", store, "--game", str(lost + 1)])


BOT = f"bot:{sys.executable} -m tests.play.outside.bots {{}} {{}}"


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    monkeypatch.chdir(Path(__file__).parents[2])
    let_only_silence_be_late(monkeypatch)
    return lambda how: BOT.format(tmp_path / "diary", how)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("crash", "Bob (bot:... crash), crash: the program has ended"),
        ("silence", "Bob (bot:... silence), late: no answer in 0.5 seconds"),
        ("nonsense", ": unknown card 'sword'"),
    ],
)
def test_faults_of_a_bot_are_printed(
    how: str, says: str, bot: Callable[[str], str], command: Command
) -> None:
    words = ("play", "heuristic", bot(how), "--watch", "--seed", "1", "--time-limit", "0.5")
    told = command(*words).replace(bot(how), f"bot:... {how}")
    assert says in told
    assert "wins" in told


def test_agent_class_of_a_file_plays(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "mine.py"
    source = "from cluetree.play import BaseAgent\nclass Mine(BaseAgent):\n"
    path.write_text(f"{source}    def __init__(self, rude: int = 0): pass", "utf-8")
    names = (f"{path}:Mine", f"{path}:Mine:rude=1", "random")
    told = json.loads(command("tournament", *names, "--deals", "1", "--json"))
    assert {row["name"] for row in told["entrants"]} == set(names)
    assert all(row["conduct"]["faults"] == [] for row in told["entrants"])
    assert all(row["conduct"]["choices"] for row in told["entrants"])


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
        (("tournament", *THREE, "--deals", "15", "--seatings", "evenings"), "a multiple of 10"),
        (("tournament", *THREE, "--board", "--edition", "harry-potter"), "no known board"),
        (("tournament", *THREE, "--store", "/"), "unable to open"),
        (("tournament", *THREE, "--keep-lost", "random"), "needs a --store"),
        (("tournament", *THREE, "--keep-lost", "x", "--store", ":memory:"), "unknown name 'x'"),
        (("play", "random", "--watch"), "from 2 to 10, got 1"),
        (("play", "random", "random", "--board"), "a person cannot play on the board"),
        (("play", "random", "random", "--edition", "chess"), "unknown edition 'chess'"),
    ],
)
def test_invalid_games_are_rejected(words: tuple[str, ...], says: str, command: Command) -> None:
    assert says in command.refused(*words)


def test_only_whole_games_can_be_replayed(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "half.clue"
    path.write_text("edition clue-us\nplayers Ann 9, Bob 9\n", "utf-8")
    assert "a whole game must place every card" in command.refused(*["replay", str(path)])


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


class Pipe(io.StringIO):
    """Shows only flushed lines."""

    sent: tuple[str, ...] = ()

    def flush(self) -> None:
        self.sent = (*self.getvalue().splitlines(),)


def test_check_bot_prints_each_finding_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = Pipe()
    found = [Finding("it starts", "start"), Finding("it ends", "end", wrong="it does not")]

    def findings(_command: str, _limit: float) -> Iterator[Finding]:
        for number, finding in enumerate(found):
            assert len(pipe.sent) >= number
            yield finding

    monkeypatch.setattr("cluetree.interfaces.cli.play.check_bot_program", findings)
    monkeypatch.setattr("sys.stdout", pipe)
    assert main(["check-bot", "a program"]) == IMPOSSIBLE
    assert pipe.getvalue().endswith(
        f"1 of {len(CHECKS)} checks failed, {len(CHECKS) - 2} skipped because `begin` failed\n"
    )
    assert not capsys.readouterr().err


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
