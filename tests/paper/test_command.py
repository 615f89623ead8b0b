"""`python examples/paper`: files, terminal output, and errors in one line."""

import sys
from dataclasses import replace
from pathlib import Path

import cyclopts
import pytest
from paper import FULL, QUICK, Interpretation, Row, RunContext, Settings
from paper.catalog import Experiment
from paper.command import reproduce
from paper.measures import Measure
from paper.parts import Part

from cluetree.errors import UnknownNameError
from cluetree.play.interval import Interval

FEW = ("--deals", "2", "--workers", "0")


def run(*words: str) -> None:
    app = cyclopts.App()
    app.default(reproduce)
    app(words, exit_on_error=False, print_error=False, result_action="return_value")


Asked = list[tuple[Settings, RunContext]]
ROW = Row(
    "An agent",
    "Agent()",
    deals=1,
    games=6,
    measures=(Measure("turns", Interval(12.5, 12.0, 13.0), 11.7), Measure("turns a win", None)),
    w=3,
    horizon=7,
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Asked:
    """The settings of two small experiments, in a separate folder."""
    asked: Asked = []

    def parts(settings: Settings) -> tuple[Part, ...]:
        def measure(context: RunContext) -> Row:
            asked.append((settings, context))
            return ROW

        return (Part("An agent", 6, measure),)

    shown = ("turns", "turns a win")
    small = {name: Experiment(name, f"The {name}", "w", shown, parts) for name in ("one", "other")}
    room = "paper.command"
    monkeypatch.setattr(f"{room}.EXPERIMENTS", small)
    monkeypatch.setattr(f"{room}.experiment_named", small.__getitem__)
    monkeypatch.setattr(f"{room}.draw", lambda _, folder: (folder / "drawn.svg",))
    monkeypatch.chdir(tmp_path)
    return asked


def test_options_choose_the_games(asked: Asked) -> None:
    numbers = ("--deals", "7", "--rollout-deals", "3", "--ws", "2", "--ws", "5", "--horizons", "4")
    beside = ("--tie", "random", "--beside", "tie=random,order=first", "--beside", "claims=all")
    run("one", *numbers, *beside, "--seed", "9", "--workers", "0")
    settings, *others = (settings for settings, _ in asked)
    assert settings == Settings(
        9, 7, 3, ws=(2, 5), horizons=(4,), interpretation=Interpretation(tie="random")
    )
    interpretations = (Interpretation(tie="random", order="first"), Interpretation())
    assert others == [
        replace(settings, interpretation=interpretation) for interpretation in interpretations
    ]
    assert all(context.executor is None for _, context in asked)


def test_full_size_needs_an_option(asked: Asked) -> None:
    for words in (("other",), ("all", "--full")):
        run(*words)
    assert [settings for settings, _ in asked] == [QUICK, FULL, FULL]
    assert all(context.executor is not None for _, context in asked)


def test_results_appear_beside_the_papers(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    run("one", "--output", "found", "--seed", "4", "--beside", "tie=random")
    told = capsys.readouterr().out
    rows = [line.split() for line in told.splitlines() if "An agent" in line]
    assert len(rows) == len(asked) == 2
    assert all(
        {"3", "7", "6", "(11.7)"} <= {*" ".join(row).replace(",", "").split()} for row in rows
    )
    assert told.count("The one") == 2
    assert "tie random" in told
    for path in ("one.csv", "one.json"):
        assert (Path("found") / path).exists()
    assert all(f"{Path('found') / name}" in told for name in ("one.csv", "one.json", "drawn.svg"))


@pytest.mark.slow
def test_numbers_are_written_without_matplotlib(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    run("fig4", *FEW, "--rollout-deals", "1", "--horizons", "1", "--output", str(tmp_path))
    assert "pip install -e '.[plot]'" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == {"fig4.csv", "fig4.json"}


@pytest.mark.slow
def test_cluster_gives_equal_results(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    words = ("fig4", *FEW, "--rollout-deals", "1", "--horizons", "2")
    run(*words, "--output", str(tmp_path / "here"))
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, protocol="tcp", dashboard_address=None
    ) as local:
        there = ("--cluster", local.scheduler_address, "--output", str(tmp_path / "there"))
        run(*words, *there)
    here, there_too = (tmp_path / folder / "fig4.csv" for folder in ("here", "there"))
    assert here.read_text("utf-8") == there_too.read_text("utf-8")


def test_errors_name_valid_values(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean table1, .* or fig6\?"):
        run("table2", "--output", str(tmp_path))
    with pytest.raises(cyclopts.CycloptsError, match="at least 1"):
        run("fig3", "--deals", "0", "--output", str(tmp_path))
    with pytest.raises(cyclopts.CycloptsError, match="lowest"):
        run("fig3", "--tie", "lowest", "--output", str(tmp_path))
    assert not list(tmp_path.iterdir())
