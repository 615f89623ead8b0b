"""What a figure is drawn of: points with bounds, the paper's beside them, and one scale."""

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Final
from unittest.mock import Mock, call

import pytest
from paper import QUICK, Experiment, Interpretation, Outcome, Row, Settings
from paper.drawing import _names, _notes, _panel
from paper.measures import SEATS, TURNS, WIN_TURNS, WON, Measure

from cluetree.play.interval import Interval

FIGURE: Final = Experiment("fig", "A figure", "w", (WIN_TURNS, TURNS, WON), lambda _: (), 10.7)
TABLE: Final = Experiment("fig", "A figure", "agent", (TURNS, *SEATS), lambda _: ())
ALONE: Final = Interval(30, -inf, inf)


def row(w: int, found: Mapping[str, Interval | None], games: int = 6) -> Row:
    measures = tuple(Measure(name, each) for name, each in found.items())
    return Row("rollout", "", 2, games, measures, w, 10)


def outcome(*rows: Row, interpretation: Interpretation = QUICK.interpretation) -> Outcome:
    return Outcome(FIGURE, Settings(interpretation=interpretation), rows)


def panel(name: str, *outcomes: Outcome) -> Mock:
    axes = Mock()
    _panel(axes, outcomes, name)
    return axes


POINTS: Final = outcome(
    row(1, {WIN_TURNS: Interval(12, 11, 14), TURNS: Interval(15, 14.5, 15.5), WON: ALONE}),
    row(10, {WIN_TURNS: None, TURNS: Interval(20, 19, 22), WON: Interval(40, 36, 52)}),
)


def test_each_point_has_the_bounds_that_are_known() -> None:
    drawn = panel(TURNS, POINTS).errorbar.call_args
    assert drawn == call(
        [0, 1],
        [15, 20],
        yerr=([0.5, 1], [0.5, 2]),
        fmt="o-",
        capsize=3,
        color="C0",
        label="ours, 95 %",
    )
    assert panel(WON, POINTS).errorbar.call_args.kwargs["yerr"] == ([0, 4], [0, 12])
    assert panel(WIN_TURNS, POINTS).errorbar.call_args.args == ([0], [12])


def test_readings_stand_side_by_side_in_colours_of_their_own() -> None:
    other = replace(
        POINTS, settings=Settings(interpretation=Interpretation(show="uniform", order="first"))
    )
    one, two = panel(TURNS, POINTS, other).errorbar.call_args_list
    assert one.args[0] == pytest.approx([-0.075, 0.925])
    assert two.args[0] == pytest.approx([0.075, 1.075])
    assert (one.kwargs["color"], two.kwargs["color"]) == ("C0", "C1")
    assert two.kwargs["label"] == "show uniform, order first, 95 %"
    assert _names([POINTS, POINTS]) == ["ours", "again"]


def test_the_axis_says_what_its_points_differ_in() -> None:
    axes = panel(TURNS, POINTS)
    axes.set_xticks.assert_called_once_with(range(2), ["1", "10"])
    axes.set_xlabel.assert_called_once_with("w")
    axes.set_ylabel.assert_called_once_with("turns")
    axes.tick_params.assert_not_called()
    agents = panel(TURNS, replace(POINTS, experiment=TABLE))
    agents.set_xticks.assert_called_once_with(range(2), ["rollout", "rollout"])
    agents.set_xlabel.assert_called_once_with("")
    agents.tick_params.assert_called_once_with(axis="x", rotation=90)
    assert agents.errorbar.call_args.kwargs["fmt"] == "o", "agents are in no order"


def test_the_papers_numbers_stand_beside_ours() -> None:
    printed = replace(row(1, {}), measures=(Measure(TURNS, ALONE, 12.9),))
    axes = panel(TURNS, outcome(row(3, {TURNS: ALONE}), printed))
    style = {"color": "black", "label": "paper", "zorder": 3}
    axes.plot.assert_called_once_with((1,), (12.9,), "x", **style)
    panel(TURNS, POINTS).plot.assert_not_called()


def test_a_line_says_what_chance_does_and_one_the_papers_best() -> None:
    (best,) = panel(WIN_TURNS, POINTS).axhline.call_args_list
    assert (best.args, best.kwargs["label"]) == ((10.7,), "paper's best turns a win")
    (chance,) = panel(WON, POINTS).axhline.call_args_list
    assert (chance.args, chance.kwargs["label"]) == ((pytest.approx(100 / 3),), "chance")
    panel(TURNS, POINTS).axhline.assert_not_called()
    unsaid = replace(POINTS, experiment=replace(FIGURE, paper_best_turns=None))
    panel(WIN_TURNS, unsaid).axhline.assert_not_called()


def limits(name: str, *found: Interval) -> object:
    axes = panel(name, outcome(*(row(1, {name: each}) for each in found)))
    (ends,) = axes.set_ylim.call_args_list
    return ends.args, axes.set_yscale.called


def test_a_scale_shows_all_bounds_and_chance() -> None:
    assert limits(WON, Interval(40, 36, 52)) == ((30, 55), False)
    assert limits(WON, Interval(20, 15.5, 22), Interval(30, 25, 31)) == ((10, 35), False)
    assert limits(WON, Interval(1, 0, 3), Interval(99, 95, 100)) == ((0, 100), False)
    assert limits(WON, ALONE) == ((25, 35), False)
    assert limits(TURNS, Interval(12, 11.5, 13.5)) == ((10, 15), False)
    assert limits(TURNS, Interval(2, 0.8, 4)) == ((0, 5), False)
    assert limits(TURNS, ALONE, replace(ALONE, mean=6)) == ((5, 31), False), (
        "five times is not much"
    )


def test_turns_that_differ_much_are_drawn_by_their_logarithm() -> None:
    assert limits(TURNS, Interval(12, 10, 13), Interval(55, 50, 60)) == ((10 / 1.2, 72), True)
    assert limits(TURNS, Interval(12, 0, 13), Interval(55, 50, 60)) == ((0, 61), False)


def test_panels_of_turns_have_one_scale_and_shares_another() -> None:
    for name in (WIN_TURNS, TURNS):
        panel(name, POINTS).set_ylim.assert_called_once_with(10, 23)
    panel(WON, POINTS).set_ylim.assert_called_once_with(25, 55)


def test_a_note_says_what_was_played() -> None:
    many = outcome(
        row(1, {}, 1200), row(3, {}, 12), interpretation=Interpretation(claims="suggester")
    )
    one, other = _notes([POINTS, many])
    assert one.startswith("ours: claims all, show first, tie first, ")
    assert one.endswith("; seed 0; 6 games a point")
    assert other.startswith("claims suggester: claims suggester, ")
    assert other.endswith("; 12 to 1,200 games a point")
