"""The published experiments, end to end on a few games."""

import csv
import json
import xml.etree.ElementTree as ET
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from paper import (
    EXPERIMENTS,
    QUICK,
    Experiment,
    Interpretation,
    Outcome,
    Row,
    RunContext,
    Settings,
    experiment_named,
    save,
    to_json,
)
from paper.drawing import draw
from paper.parts import rollout_against_base, without_rollout

from cluetree.errors import UnknownNameError
from cluetree.play.result_store import ResultStore
from tests.play.test_agents_paper import STATELESS

TINY = Settings(seed=7, deals=3, rollout_deals=2, w=1, horizon=2, ws=(1, 2), horizons=(1, 2))

PLAIN = ("random stateless", "random stateful", "heuristic")


@pytest.fixture(scope="module")
def usual() -> Outcome:
    """A few games in the usual interpretation: enough that another interpretation changes one."""
    settings = replace(TINY, rollout_deals=8, horizons=(3,))
    return experiment_named("fig6").run(settings)


def plain(settings: Settings, agent: str) -> Row:
    """The row of the paper's table of an agent without a rollout, alone."""
    parts = experiment_named("table1").parts(settings)
    (part,) = (part for part in parts if part.agent == agent)
    return part.measure(RunContext())


def mean(row: Row) -> float:
    """The mean number of turns of all games."""
    (found,) = (measure.found for measure in row.measures if measure.name == "turns")
    assert found is not None
    return found.mean


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_experiments_run_end_to_end(name: str, tmp_path: Path) -> None:
    outcome = experiment_named(name).run(TINY)
    table, told = save([outcome], tmp_path / "new")
    svg, png = draw([outcome], tmp_path / "new")
    lines = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert len(lines) == len(outcome.rows) == (5 if name in {"table1", "fig2"} else 2)
    for line, row in zip(lines, outcome.rows, strict=True):
        assert line["agent"] == row.agent
        for measure in row.measures:
            mean = "" if measure.found is None else f"{measure.found.mean:.3f}"
            assert line[measure.name] == mean
            assert line[f"{measure.name} paper"] == str(measure.paper or "")
    assert json.loads(told.read_text("utf-8"))["experiment"] == name
    assert ET.parse(svg).getroot().tag.endswith("svg")  # noqa: S314 -- our own file
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_workers_do_not_change_results() -> None:
    # More deals than one task takes, so that there are several.
    settings = replace(TINY, deals=700)
    both = Experiment(
        "both",
        "One part of each kind",
        "agent",
        ("turns",),
        lambda settings: (
            without_rollout("heuristic", settings),
            rollout_against_base("random", 1, 1, settings),
        ),
    )
    spawned = get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawned) as pool:
        there = both.run(settings, RunContext(executor=pool))
    assert to_json([there]) == to_json([both.run(settings)])


@pytest.mark.slow
def test_same_seed_same_results(tmp_path: Path) -> None:
    experiment = experiment_named("fig3")
    one, again, other = (
        experiment.run(settings) for settings in (TINY, TINY, replace(TINY, seed=8))
    )
    assert one == again
    assert one.rows != other.rows
    files = (draw([one], tmp_path / "one")[0], draw([again], tmp_path / "again")[0])
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.slow
def test_interrupted_rollout_resumes() -> None:
    told: list[tuple[int, int]] = []
    experiment, store = experiment_named("fig4"), ResultStore()
    first = experiment.run(TINY, RunContext(store=store, progress=lambda *done: told.append(done)))
    assert told[-1] == (12, 12)
    assert told == sorted(told)
    told.clear()
    assert experiment.run(
        TINY, RunContext(store=store, progress=lambda *done: told.append(done))
    ) == (first)
    assert told == [(6, 12), (12, 12)]


@pytest.mark.slow
@pytest.mark.parametrize("agent", PLAIN)
def test_plain_agents_follow_the_paper(agent: str) -> None:
    """Within twice the interval, which is four standard errors."""
    expected = {
        "random stateless": (STATELESS[0], *(100 * share for share in STATELESS[1])),
        "random stateful": (15.87, 39.7, 30.1, 30.3),
        "heuristic": (11.55, 37.8, 27.8, 34.5),
    }
    row = plain(replace(QUICK, deals=400), agent)
    for measure, value in zip(row.measures, expected[agent], strict=True):
        found = measure.found
        assert found is not None
        assert found.mean == pytest.approx(value, abs=found.high - found.low)


def test_intervals_are_clustered_by_deal() -> None:
    """The heuristic is deterministic: six games of a deal count as one."""
    row = plain(replace(QUICK, deals=1), "heuristic")
    assert row.games == 6
    found = [measure.found for measure in row.measures if measure.found is not None]
    assert not any(interval.is_known for interval in found)
    assert sorted(interval.mean for interval in found[1:]) == [0, 0, 100]


@pytest.mark.slow
def test_readings_reach_the_plain_agents() -> None:
    """Random ties play faster, fixed ones slower, and less deduction slower still."""
    interpretations = (
        Interpretation(tie="random"),
        Interpretation(),
        Interpretation(deduction="certain"),
    )
    turns = [
        mean(plain(replace(QUICK, deals=300, interpretation=interpretation), "heuristic"))
        for interpretation in interpretations
    ]
    assert turns == sorted(turns)
    assert turns[0] == pytest.approx(10.4, abs=0.4)


@pytest.mark.slow
@pytest.mark.parametrize(
    "interpretation",
    [
        Interpretation(show="uniform"),
        Interpretation(tie="random"),
        Interpretation(deduction="certain"),
        Interpretation(transition="formula"),
        Interpretation(order="first"),
    ],
)
def test_readings_reach_rollouts_and_are_recorded(
    interpretation: Interpretation, usual: Outcome
) -> None:
    other = experiment_named("fig6").run(replace(usual.settings, interpretation=interpretation))
    assert usual.rows != other.rows
    (played,) = json.loads(to_json([other]))["runs"]
    recorded = played["settings"]["interpretation"]
    assert recorded == {
        option.name: getattr(interpretation, option.name) for option in fields(interpretation)
    }


def test_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="table1, fig2, fig3, fig4, fig5 or fig6"):
        experiment_named("fig7")
    with pytest.raises(UnknownNameError, match="did you mean formula or deals"):
        Interpretation(transition="guess")  # type: ignore[arg-type]  # what a caller gets wrong


@pytest.mark.parametrize(
    "wrong", [{"deals": 0}, {"ws": ()}, {"horizons": (3, 0)}, {"beta": 0.0}, {"beta": 1.5}]
)
def test_impossible_settings_are_rejected(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"beta|at least 1"):
        Settings(**wrong)  # type: ignore[arg-type]  # one of several options


@pytest.mark.parametrize("text", ["tie=often", "luck=good", "tie"])
def test_unknown_reading_lists_the_known_ones(text: str) -> None:
    with pytest.raises(UnknownNameError):
        Interpretation.spelled(text)
