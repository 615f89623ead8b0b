"""The published experiments and their command, end to end on a few games."""

import csv
import sys
import xml.etree.ElementTree as ET
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import cyclopts
import pytest
from paper import EXPERIMENTS, Context, Row, Settings
from paper.command import reproduce, save
from paper.drawing import draw
from paper.experiments import TURNS

from cluetree.errors import InvalidLimitError, UnknownNameError
from cluetree.play.result_store import ResultStore
from cluetree.play.standings import Interval
from tests.play.test_agents_paper import STATELESS

TINY = Settings(seed=7, deals=3, rollout_deals=2, w=1, horizon=2, ws=(1, 2), horizons=(1, 2))


def command(*words: str) -> None:
    app = cyclopts.App()
    app.default(reproduce)
    app(words, exit_on_error=False, print_error=False, result_action="return_value")


def of_table(agent: str, settings: Settings) -> dict[str, Interval]:
    """The measures of an agent of the paper's table that has no rollout."""
    rows = EXPERIMENTS["table1"].play(settings, Context())
    row = next(row for row in rows if row.agent == agent)
    return {name: mean for name, mean in row.measures.items() if mean is not None}


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_experiment_is_written_and_drawn(name: str, tmp_path: Path) -> None:
    experiment = EXPERIMENTS[name]
    rows = experiment.run(TINY)
    table = save(experiment, TINY, rows, tmp_path)
    lines = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert len(lines) == len(rows) == (5 if name in {"table1", "fig2"} else 2)
    for line, row in zip(lines, rows, strict=True):
        assert (line["agent"], line["seed"], line["tie"]) == (row.agent, "7", "first")
        for measure in experiment.shown:
            mean = row.measures[measure]
            assert line[measure] == ("" if mean is None else f"{mean.mean:.3f}")
            assert line[f"{measure} paper"] == str(experiment.printed(row, measure) or "")
    svg = draw(experiment, TINY, rows, tmp_path)
    assert ET.parse(svg).getroot().tag.endswith("svg")  # noqa: S314 -- our own file


@pytest.mark.slow
def test_workers_do_not_change_results() -> None:
    # More deals than one task takes, so that there are several.
    settings = replace(TINY, deals=700)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        there = EXPERIMENTS["table1"].run(settings, Context(executor=pool))
    assert there == EXPERIMENTS["table1"].run(settings)


@pytest.mark.slow
def test_same_seed_same_results(tmp_path: Path) -> None:
    experiment = EXPERIMENTS["fig3"]
    one, again, other = (experiment.run(each) for each in (TINY, TINY, replace(TINY, seed=8)))
    assert one == again != other
    pictures = [draw(experiment, TINY, one, tmp_path).read_bytes() for _ in range(2)]
    assert pictures[0] == pictures[1]


@pytest.mark.slow
def test_interrupted_rollout_resumes() -> None:
    reports: list[tuple[int, int]] = []
    experiment, store = EXPERIMENTS["fig4"], ResultStore()
    first = experiment.run(TINY, Context(store=store))
    context = Context(store=store, progress=lambda *done: reports.append(done))
    assert experiment.run(TINY, context) == first
    assert reports == [(6, 6), (6, 6)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        ("random stateless", (STATELESS[0], *(100 * share for share in STATELESS[1]))),
        ("random stateful", (15.87, 39.7, 30.1, 30.3)),
        ("heuristic", (11.55, 37.8, 27.8, 34.5)),
    ],
)
def test_plain_agents_follow_the_paper(agent: str, expected: tuple[float, ...]) -> None:
    """Within twice the interval, which is four standard errors."""
    measures = of_table(agent, Settings(deals=400, rollout_deals=1, w=1, horizon=1))
    for mean, value in zip(measures.values(), expected, strict=True):
        assert mean.mean == pytest.approx(value, abs=mean.high - mean.low)


@pytest.mark.slow
def test_intervals_are_clustered_by_deal() -> None:
    """The heuristic is deterministic: six games of a deal count as one."""
    measures = of_table("heuristic", Settings(deals=1, rollout_deals=1, w=1, horizon=1))
    assert not any(mean.is_known for mean in measures.values())
    assert sorted(mean.mean for name, mean in measures.items() if name != TURNS) == [0, 0, 100]


@pytest.mark.slow
def test_random_ties_play_faster() -> None:
    few = Settings(deals=300, rollout_deals=1, w=1, horizon=1, tie="random")
    assert of_table("heuristic", few)[TURNS].mean == pytest.approx(10.4, abs=0.4)


@pytest.mark.slow
def test_options_reach_rollouts() -> None:
    def rows(settings: Settings) -> list[Row]:
        return EXPERIMENTS["fig6"].run(replace(settings, rollout_deals=8, horizons=(3,)))

    usual = rows(TINY)
    assert rows(replace(TINY, tie="random")) != usual
    assert rows(replace(TINY, transition="formula")) != usual
    assert rows(replace(TINY, order="first")) != usual


@pytest.mark.slow
def test_command_writes_prints_and_needs_no_matplotlib(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = ("--deals", "2", "--rollout-deals", "1", "--horizons", "1", "--workers", "0")
    command("fig4", *few, "--tie", "random", "--output", str(tmp_path))
    printed = capsys.readouterr().out
    assert "random rollout, w 10, horizon 1" in printed
    assert "tie random" in printed
    assert {path.name for path in tmp_path.iterdir()} == {"fig4.csv", "fig4.svg"}
    assert "inf" not in (tmp_path / "fig4.csv").read_text("utf-8"), "bounds of one deal are unknown"
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    command("fig4", *few, "--output", str(tmp_path / "without"))
    assert "pip install -e '.[plot]'" in capsys.readouterr().err


@pytest.mark.slow
def test_cluster_gives_equal_results(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    words = ("fig4", "--rollout-deals", "1", "--horizons", "2")
    command(*words, "--workers", "0", "--output", str(tmp_path / "here"))
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, protocol="tcp", dashboard_address=":0"
    ) as local:
        there = ("--cluster", local.scheduler_address, "--output", str(tmp_path / "there"))
        command(*words, *there)
    here, there_too = (tmp_path / folder / "fig4.csv" for folder in ("here", "there"))
    assert here.read_text("utf-8") == there_too.read_text("utf-8")


def test_errors_name_valid_values(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean table1, .* fig6 or all\?"):
        command("table2", "--output", str(tmp_path))
    with pytest.raises(cyclopts.CycloptsError, match="lowest"):
        command("fig3", "--tie", "lowest", "--output", str(tmp_path))
    for wrong in ({"deals": 0}, {"ws": ()}, {"horizons": (3, 0)}):
        with pytest.raises(InvalidLimitError, match="must be a whole number of at least 1"):
            replace(TINY, **wrong)
    with pytest.raises(UnknownNameError, match="did you mean formula or deals"):
        replace(TINY, transition="guess")  # type: ignore[arg-type]  # what a caller gets wrong
