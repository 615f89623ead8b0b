"""The race for the envelope: gains, leaks and the chance to win."""

from collections.abc import Sequence
from math import log2
from unittest.mock import patch

import numpy as np
import pytest

from cluetree.advice.suggestions import LEAK_COST, Advised, advise
from cluetree.cards import Category
from cluetree.editions import CLUE_US
from cluetree.events import Suggestion
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.play import NAMES, Rules, deal_of, play_game
from cluetree.play.agents import Heuristic, Seeker, Strongest
from cluetree.play.agents._deals import draw_hands
from cluetree.play.agents._race import chance_to_win, race_values
from cluetree.play.agents._trials import Trials
from cluetree.play.engine.arrays import float_rows, row, run
from cluetree.play.engine.gains import choices
from cluetree.play.engine.layout import Layout
from cluetree.play.engine.simulation import estimates, replay
from cluetree.play.engine.views import view_of
from cluetree.play.knowledge import Knowledge
from cluetree.table import Answering
from tests.exact.games import seeded
from tests.play.simulated import THREE, generator, known_by


@pytest.mark.slow
def test_values_follow_the_exact_gain_and_leak() -> None:
    known = known_by(4, 5)
    hands = draw_hands(THREE, known, count(known.evidence()), 3000, seeded(1), generator())
    guesses = THREE.guesses[::9]
    values = race_values(THREE, 0, hands, known.dealt, guesses)
    advice = advise(deal_of(Rules(), 4).table(NAMES[0]), known.evidence())
    exact = {
        THREE.set_of(each.guess): each.gain - LEAK_COST * each.leak for each in advice.suggestions
    }
    worth = [exact[guess] for guess in guesses]
    assert max(worth) > min(worth) + 0.5
    assert values == pytest.approx(worth, abs=0.15)


@pytest.mark.slow
def test_estimates_rank_suggestions_as_the_exact_gain_does() -> None:
    known = known_by(4, 5)
    models = float_rows([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    memory = estimates(THREE, len(models))
    chances: list[list[float]] = []
    for guess in THREE.guesses:
        run(choices, row(view_of(known)), guess, models, memory)
        chances.append([*memory.found])
    assert np.sum(chances, axis=0) == pytest.approx(1)
    advice = advise(deal_of(Rules(), 4).table(NAMES[0]), known.evidence())
    exact = {THREE.set_of(each.guess): each for each in advice.suggestions}
    ranked = [exact[guess] for guess in THREE.guesses]
    worst = [-log2(max(reply.probability for reply in each.replies)) for each in ranked]
    measures = ([each.gain for each in ranked], [each.leak for each in ranked], worst)
    for model, measured in zip(np.log2(chances).T, measures, strict=True):
        assert np.corrcoef(model, measured)[0, 1] > 0.93


def test_answers_of_all_players_are_added_up() -> None:
    """With one other player the rules of answering are the same."""
    table = deal_of(Rules(players=NAMES[:2]), 1).table(NAMES[0])
    known = Knowledge(table)
    one, every = (Layout(CLUE_US, (9, 9), answering) for answering in Answering)
    hands = draw_hands(one, known, count(known.evidence()), 50, seeded(1), generator())
    first, added = (race_values(each, 0, hands, known.dealt, one.guesses) for each in (one, every))
    assert first == pytest.approx(added)


def test_chance_to_win_falls_with_what_is_open_and_what_others_know() -> None:
    known = known_by(4, 0)
    hands = draw_hands(THREE, known, count(known.evidence()), 20, seeded(1), generator())
    start = replay(THREE, hands, known.dealt, [], show="uniform", seed=1)[0]
    views = start.views.copy()
    unsure, sure = np.full(8, 1 / 8), np.ones(1)
    before = [chance_to_win(start, 0, frozenset(), each) for each in (unsure, sure)]
    assert 0 < before[0] < before[1] < 1
    start.can[:, 1, 3] = THREE.guesses[0]
    assert chance_to_win(start, 0, frozenset(), sure) < before[1]
    start.views[:] = views
    without = chance_to_win(start, 0, frozenset({2}), sure)
    start.can[:, 2, 3] = THREE.guesses[0]
    assert chance_to_win(start, 0, frozenset({2}), sure) == without


@pytest.mark.slow
def test_unexplained_opponents_are_raced_without_playouts() -> None:
    agent = Strongest(deals=800, candidates=0)
    agent.begin(deal_of(Rules(), 4).table(NAMES[0]), seeded(1))
    with (
        patch.object(Trials, "_explained", return_value=0.0),
        patch.object(Trials, "_played", side_effect=AssertionError),
    ):
        for event in play_game([Heuristic() for _ in NAMES[:3]], Rules(), 4).seen_by(NAMES[0])[:5]:
            agent.observe(event)
        guess = agent.suggest(CLUE_US.of(Category.ROOM))
        agent.accuse()
    assert guess is not None
    exact = {each.guess: each.gain - LEAK_COST * each.leak for each in advice_for(agent)}
    assert exact[guess] > max(exact.values()) - 0.2


def advice_for(agent: Strongest | Seeker) -> Sequence[Advised]:
    return advise(agent.table, agent.known.evidence()).suggestions


@pytest.mark.parametrize("leak", [0.0, 0.5])
def test_seeker_follows_the_exact_gain_and_gambles_at_one_half(leak: float) -> None:
    seeker = Seeker(leak=leak)
    result = play_game([seeker, Heuristic(), Heuristic()], Rules(), 1)
    table = result.dealt.table(NAMES[0])
    for number, event in enumerate(result.events):
        if isinstance(event, Suggestion) and event.by == NAMES[0]:
            evidence = Evidence.gather(table, result.seen_by(NAMES[0])[:number])
            found = advise(table, evidence).suggestions
            worth = {each.guess: each.gain - leak * each.leak for each in found}
            assert worth[event.guess] == pytest.approx(max(worth.values()))
    assert seeker.gambled is None or seeker.gambled.chance >= 1 / 2
