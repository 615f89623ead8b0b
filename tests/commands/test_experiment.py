"""`cluetree experiment`: files beside what the terminal says, and errors in one line."""

import csv
import json
import sys
from pathlib import Path

import cyclopts
import pytest

from cluetree.errors import UnknownNameError
from cluetree.faces.commands.common import OK
from cluetree.faces.commands.experiment import experiment

FEW = ("--deals", "2", "--workers", "0")


def run(*words: str) -> int:
    app = cyclopts.App()
    app.default(experiment)
    status = app(words, exit_on_error=False, print_error=False, result_action="return_value")
    assert isinstance(status, int)
    return status


@pytest.mark.slow
def test_files_are_written_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "fig3",
        *FEW,
        "--rollout-deals",
        "2",
        "--ws",
        "1",
        "--ws",
        "2",
        "--output",
        str(tmp_path),
        "--seed",
        "4",
    )
    assert run(*words, "--tie", "random") == OK
    told = capsys.readouterr().out
    assert "Random rollout against two random" in told
    assert "w 2, horizon 10" in told
    assert {path.name for path in tmp_path.iterdir()} == {
        f"fig3.{ending}" for ending in ("csv", "json", "svg", "png")
    }
    (once,) = json.loads((tmp_path / "fig3.json").read_text("utf-8"))["runs"]
    settings = once["settings"]
    assert (settings["seed"], settings["rollout_deals"], settings["ws"]) == (4, 2, [1, 2])
    assert settings["reading"]["tie"] == "random"


@pytest.mark.slow
def test_the_table_stands_beside_the_papers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("table1", *FEW, "--rollout-deals", "1", "--order", "first", "--output", str(tmp_path))
    assert run(*words) == OK
    assert "(111.0)" in capsys.readouterr().out
    lines = csv.DictReader((tmp_path / "table1.csv").read_text("utf-8").splitlines())
    assert {line["agent"]: line["turns paper"] for line in lines}["heuristic"] == "11.7"


def test_without_matplotlib_the_numbers_are_still_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert (
        run("fig4", *FEW, "--rollout-deals", "1", "--horizons", "1", "--output", str(tmp_path))
        == OK
    )
    assert "pip install -e '.[plot]'" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == {"fig4.csv", "fig4.json"}


@pytest.mark.slow
def test_a_store_is_kept(tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    words = ("fig4", *FEW, "--rollout-deals", "1", "--horizons", "1", "--store", str(store))
    for folder in ("one", "two"):
        assert run(*words, "--output", str(tmp_path / folder)) == OK
    one, two = (tmp_path / folder / "fig4.csv" for folder in ("one", "two"))
    assert store.exists()
    assert one.read_text("utf-8") == two.read_text("utf-8")


@pytest.mark.slow
def test_a_cluster_finds_the_same(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    words = ("fig4", *FEW, "--rollout-deals", "1", "--horizons", "2")
    assert run(*words, "--output", str(tmp_path / "here")) == OK
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, protocol="tcp", dashboard_address=None
    ) as local:
        there = ("--cluster", local.scheduler_address, "--output", str(tmp_path / "there"))
        assert run(*words, *there) == OK
    here, there_too = (tmp_path / folder / "fig4.csv" for folder in ("here", "there"))
    assert here.read_text("utf-8") == there_too.read_text("utf-8")


def test_errors_say_what_would_be_right(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean table1, .* or fig6\?"):
        run("table2", "--output", str(tmp_path))
    with pytest.raises(cyclopts.CycloptsError, match="1 or more"):
        run("fig3", "--deals", "0", "--output", str(tmp_path))
    with pytest.raises(cyclopts.CycloptsError, match="lowest"):
        run("fig3", "--tie", "lowest", "--output", str(tmp_path))
    assert not list(tmp_path.iterdir())
