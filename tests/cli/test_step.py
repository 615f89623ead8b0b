"""What `cluetree step` tells of a real game, event by event."""

import io
import re
import sys
from itertools import count
from pathlib import Path

import pytest

from cluetree import Evidence, LimitReached, Notebook
from cluetree.beliefs import Beliefs
from cluetree.exact import weigh
from cluetree.interfaces.cli.common import IMPOSSIBLE, OK, UNREADABLE
from cluetree.interfaces.cli.main import main
from cluetree.limit import Bound
from cluetree.text.language import t

FRIDAY = Path(__file__).parent.parent.parent / "examples" / "friday.clue"


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(["step", str(FRIDAY)]) == OK
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out.splitlines()


def test_each_event_has_its_place_and_its_number(lines: list[str]) -> None:
    book = Notebook.load(FRIDAY)
    numbered = [line for line in lines if re.match(r"\d+\. ", line)]
    assert numbered == [f"{n}. {event}" for n, event in enumerate(book.events, start=1)]


def test_bits_learned_add_up_to_what_was_open(lines: list[str]) -> None:
    book = Notebook.load(FRIDAY)
    start = Notebook(book.table).beliefs.entropy
    opened = [line for line in lines if line.startswith("   open")]
    assert len(opened) == len(book)
    learned = [float(line.split(", ")[-1].removesuffix(" learned")) for line in opened]
    assert sum(learned) == pytest.approx(start, abs=0.005 * len(book))
    assert opened[-1].startswith("   open     1 triple")


def test_a_clash_is_told_and_the_story_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.clue"
    path.write_text(
        "edition clue-us\nplayers Ann 9, Bob 9\n\nAnn holds Plum\nBob holds Plum\nBob holds Rope\n",
        encoding="utf-8",
    )
    assert main(["step", str(path)]) == IMPOSSIBLE
    out = capsys.readouterr().out
    assert "no deal is possible any more" in out
    assert "3. Bob holds Rope" in out
    assert out.count("   clash ") == out.split("3. Bob")[0].count("   clash ")


def stepped(
    capsys: pytest.CaptureFixture[str], *options: str, status: int = OK
) -> tuple[list[str], str]:
    assert main(["step", str(FRIDAY), *options]) == status
    printed = capsys.readouterr()
    return printed.out.splitlines(), printed.err


def test_from_and_to_cut_out_what_the_whole_story_says(
    lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    cut, _ = stepped(capsys, "--from", "11", "--to", "12")
    begin, end = (
        next(n for n, line in enumerate(lines) if line.startswith(f"{number}. "))
        for number in (11, 13)
    )
    assert cut[:3] == lines[:3]
    assert cut[4] == "Known before event 11:"
    assert "   Mina holds Mr. Green, Mrs. Peacock" in cut
    assert cut[cut.index(lines[begin]) :] == lines[begin : end - 1]


@pytest.mark.parametrize(
    "options",
    [
        ("--from", "0"),
        ("--from", "28"),
        ("--to", "0"),
        ("--to", "28"),
        ("--from", "3", "--to", "2"),
    ],
    ids=" ".join,
)
def test_events_that_are_not_there_are_refused(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = stepped(capsys, *options, status=UNREADABLE)
    assert out == []
    assert "--from and --to must be events 1 to 27, in order, got" in err


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_asked_it_hides_each_conclusion_until_enter(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "\nq\n")
    out, _ = stepped(capsys, "--ask", "--from", "10")
    before, shown, after = "\n".join(out).split(t("step.prompt"))
    assert "10. Mina lacks Hall\n   new      Mina lacks Hall" in before
    assert "   open " not in before
    assert "   follows  nothing new\n   open " in shown
    assert shown.endswith("11. Jules holds Library\n   new      Jules holds Library\n")
    assert after == ""


def replies(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *typed: str
) -> list[str]:
    """What is said to lines typed at event 11."""
    type_in(monkeypatch, "\n".join(typed))
    out, _ = stepped(capsys, "--ask", "--from", "11", "--to", "11")
    _, *said = "\n".join(out).split(t("step.prompt"))
    return [part.strip() for part in said]


@pytest.mark.parametrize(
    ("guess", "says"),
    [
        ("Mina holds Mustard", "✓ Right: Mina holds Colonel Mustard."),
        ("mina lacks library", "✓ Right: Mina lacks Library."),
        ("Tom holds Mustard", "✗ No: that is impossible now."),
        ("Tom holds Plum", "✗ That does not follow; its chance is "),
        ("Tom holds Kitchen", "Tom holds Kitchen: that was known before."),
        ("Jules holds Library", "Jules holds Library: the event itself says so."),
        ("Tom holds one of Plum, Rope", "a guess names a player and a card, such as"),
        ("Zoe holds Plum", "unknown player 'Zoe'"),
        ("library", "expected ':'"),
    ],
)
def test_a_guess_is_judged(
    guess: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replies(monkeypatch, capsys, guess)[0].startswith(says)


def test_hints_say_more_and_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, third, _ = replies(monkeypatch, capsys, "h", "hint", "h")
    assert first == "5 facts follow, about: Mina, Jules, envelope"
    assert second == third == "The cards are: Colonel Mustard, Library"


def test_a_lesson_goes_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "b\n\nb\nq\n")
    out, _ = stepped(capsys, "--ask", "--from", "10")
    events = [line.partition(".")[0] for line in out if re.match(r"\d+\. ", line)]
    assert events == ["10", "10", "11", "10"]


def test_asked_it_ends_where_the_input_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "\n")
    out, err = stepped(capsys, "--ask")
    assert sum(t("step.prompt") in line for line in out) == 2
    assert err == ""


def test_asked_to_the_end_it_reports_the_whole_game(
    lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "\n" * 27)
    out, _ = stepped(capsys, "--ask")
    asked = "\n".join(out).replace(t("step.prompt"), "").splitlines()
    assert [*asked[:3], *asked[5:]] == lines


def test_thinking_takes_nothing_from_the_limit(
    lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0

    def think(*_: object) -> str:
        nonlocal now
        now += 60.0
        return ""

    monkeypatch.setattr("cluetree.limit.monotonic", lambda: now)
    monkeypatch.setattr("rich.console.Console.input", think)
    out, _ = stepped(capsys, "--ask")
    assert out[5:] == lines[3:]


def test_the_keys_and_the_record_cannot_both_come_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, FRIDAY.read_text("utf-8"))
    assert main(["step", "-", "--ask"]) == UNREADABLE
    assert "name a file" in capsys.readouterr().err


def test_a_game_without_events_has_its_table_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.clue"
    path.write_text("edition clue-us\nplayers Ann 9, Bob 9\n", encoding="utf-8")
    assert main(["step", str(path)]) == OK
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_what_was_not_worked_out_in_time_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = count()

    def seldom(evidence: Evidence, *, limit: Bound = None) -> Beliefs:
        if next(asked) % 3 == 1:
            raise LimitReached
        return weigh(evidence, limit=limit)

    monkeypatch.setattr(sys.modules["cluetree.explain.review"], "weigh", seldom)
    assert main(["step", str(FRIDAY)]) == OK
    printed = capsys.readouterr().out
    late = [step for step in Notebook.load(FRIDAY).steps() if not step.complete]
    assert len(late) == 27 // 3
    assert printed.count("open     not worked out in time") == len(late)
    assert not any(step.facts or step.bits for step in late)
