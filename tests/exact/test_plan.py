"""The order of the cards: it is one, and it keeps the states few."""

from collections.abc import Iterable, Iterator
from statistics import geometric_mean
from typing import Final

import pytest

from cluetree import Evidence
from cluetree.editions import CLUE_US
from cluetree.errors import LimitReached
from cluetree.exact._diagram import draw_diagram
from cluetree.exact._plan import BRANCH, CATEGORY, FRESH, RESTING, ROOM, Widths, plan
from cluetree.exact._problem import OpenCard, Problem, reduce
from cluetree.limit import Limit, Meter
from tests.exact.data import states
from tests.exact.games import blurred, play, seeded


def problems(*families: str) -> list[Problem]:
    found = (reduce(state.gathered) for state in states(*families))
    return [reduction.problem for reduction in found if reduction is not None]


def unsized() -> Iterator[Evidence]:
    """Positions with unknown hand sizes."""
    for seed in range(8):
        game = play(seeded(seed), CLUE_US, 5, 2)
        yield Evidence.gather(blurred(game.table, seeded(1)), game.events)


def blurry() -> list[Problem]:
    found = map(reduce, unsized())
    return [reduction.problem for reduction in found if reduction is not None]


@pytest.mark.parametrize("problem", [*problems("c3", "c6", "m10"), *blurry()])
def test_a_plan_has_every_card_once_and_spans_all_that_is_special(problem: Problem) -> None:
    chosen = plan(problem)
    assert sorted((*chosen.order, *chosen.plain)) == list(range(len(problem.cards)))
    for player, room in enumerate(problem.room):
        special = [
            step
            for step, card in enumerate(chosen.order)
            if not problem.cards[card].places >> player & 1
            or any(dict(branch).get(player, 0) >> card & 1 for branch in problem.branches)
        ]
        if room is not None and special:
            assert chosen.first[player] == special[0]
            assert chosen.last[player] == special[-1]
        else:
            assert player not in chosen.first
            assert player not in chosen.last
    for card in chosen.plain:
        places = problem.cards[card].places
        assert places | 1 << problem.envelope == (1 << problem.envelope + 1) - 1
        assert not any(cards >> card & 1 for branch in problem.branches for _, cards in branch)


def met(some: Iterable[Problem]) -> float:
    """The geometric mean of the states met."""
    return geometric_mean(_spent(problem) + 1 for problem in some)


def _spent(problem: Problem) -> int:
    meter = Meter()
    draw_diagram(problem, meter)
    return meter.spent


# States met by the order chosen player by player, which this one replaced: 359, 594, 756.
MOST: Final = {"c5": 245, "c6": 455, "m6": 410}


@pytest.mark.parametrize("family", MOST)
def test_few_states_are_met(family: str) -> None:
    hard = [problem for problem in problems(family) if len(problem.branches) > 1]
    assert met(hard) <= MOST[family]


def test_a_width_is_that_of_what_may_have_come_out_differently() -> None:
    # Two players of two cards each; the first may not get card 0, the second has to get 1 or 2.
    problem = Problem(
        cards=(OpenCard(0, 0b110), *(OpenCard(0, 0b111),) * 4),
        room=(2, 2),
        needs=(True, False, False),
        branches=(((1, 0b00110),),),
        failed_accusations=frozenset(),
    )
    widths = Widths(problem, [0b11110, 0b11111, 0b11111], [0b00001, 0b00110], [0b00110])
    one = 2**FRESH * CATEGORY
    assert widths[0b00001] == pytest.approx(one * 2**RESTING)
    told_apart = 2**ROOM * BRANCH
    assert widths[0b00010] == pytest.approx(one * told_apart)
    assert widths[0b00110] == pytest.approx(3**FRESH * CATEGORY * 3**RESTING)
    assert widths[0b11110] == pytest.approx(3**FRESH * CATEGORY * 3**RESTING)


def test_an_impossible_number_of_cards_is_planned_like_any_other() -> None:
    problem = Problem(
        cards=(OpenCard(0, 0b01), OpenCard(1, 0b11)),
        room=(9,),
        needs=(True, True, False),
        branches=(((0, 0b11),), ((0, 0b10),)),
        failed_accusations=frozenset(),
    )
    assert sorted(plan(problem).order) == [0, 1]


def test_planning_looks_at_the_clock() -> None:
    hard = max(problems("m10"), key=lambda problem: len(problem.branches))
    assert plan(hard, meter=Meter(Limit(seconds=60))) == plan(hard)
    with pytest.raises(LimitReached):
        plan(hard, meter=Meter(Limit(seconds=0)))
