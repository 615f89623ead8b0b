"""The race for the envelope: gains, leaks and the chance to win."""

from collections.abc import Sequence
from math import log2
from unittest.mock import patch

import numpy as np
import pytest

from cluetree.advice.suggestions import LEAK_COST, Advised, advise
from cluetree.cards import Category
from cluetree.editions import CLUE_US
from cluetree.evidence import bits
from cluetree.exact import count
from cluetree.play import NAMES, Rules, deal_of, play_game
from cluetree.play.agents import Heuristic, Seeker, Strongest
from cluetree.play.agents._deals import draw_hands
from cluetree.play.agents._race import Speeds, chance_to_win, expected_chance, race_values
from cluetree.play.agents._trials import Trials
from cluetree.play.agents._trust import Trust
from cluetree.play.engine.arrays import Reals, float_rows, row, run
from cluetree.play.engine.gains import choices
from cluetree.play.engine.simulation import Worlds, estimates, replay
from cluetree.play.engine.views import view_of
from cluetree.play.knowledge import Knowledge
from cluetree.table import Answering
from tests.exact.games import seeded
from tests.play.simulated import THREE, generator, known_by, layout_of


@pytest.mark.slow
def test_values_follow_the_exact_gain_and_leak() -> None:
    known = known_by(4, 5)
    hands = draw_hands(THREE, known, count(known.evidence()), 3000, seeded(1), generator())
    guesses = THREE.guesses[::9]
    values = race_values(THREE, 0, hands, guesses)
    advice = advise(deal_of(Rules(), 4).table(NAMES[0]), known.evidence())
    exact = {THREE.set_of(each.guess): each for each in advice.suggestions}
    worth = [exact[guess].gain - LEAK_COST * exact[guess].leak for guess in guesses]
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
    one, every = (layout_of(CLUE_US, (9, 9), answering) for answering in Answering)
    hands = draw_hands(one, known, count(known.evidence()), 50, seeded(1), generator())
    first, added = (race_values(each, 0, hands, one.guesses) for each in (one, every))
    assert first == pytest.approx(added)


def test_expected_chance_of_the_likeliest_envelope_is_the_mean_over_answers() -> None:
    known = known_by(4, 5)
    hands = draw_hands(THREE, known, count(known.evidence()), 400, seeded(1), generator())
    guess = THREE.guesses[40]
    envelopes = known.frame.deck & ~np.bitwise_or.reduce(hands, axis=0).astype(np.int64)
    answers = list[tuple[float, int, tuple[int, int]]]()
    for deal, envelope in enumerate(envelopes.tolist()):
        seat = next((seat for seat in (1, 2) if int(hands[seat, deal]) & guess), 0)
        shown = list(bits(int(hands[seat, deal]) & guess)) if seat else [0]
        answers += [(1 / len(shown), envelope, (seat, card)) for card in shown]
    expected = sum(
        max(
            sum(weight for weight, where, reply in answers if (where, reply) == (envelope, given))
            for envelope in {where for _, where, reply in answers if reply == given}
        )
        for given in {reply for _, _, reply in answers}
    )
    found = expected_chance(THREE, 0, hands, [guess])
    assert found == pytest.approx(expected / len(envelopes))


def test_chance_to_win_weighs_what_is_learnt_against_the_others() -> None:
    assert chance_to_win(0.5, 0.75, 0.0) == pytest.approx(1)
    assert chance_to_win(0.5, 0.75, 0.1) == pytest.approx(0.9**2 * 0.875)
    assert chance_to_win(0.5, 0.5, 0.2) == pytest.approx(0.4)
    assert chance_to_win(1.0, 1.0, 0.2) == pytest.approx(0.8)


def test_speed_of_a_player_is_learnt_from_wins_and_turns() -> None:
    known = known_by(4, 0)
    hands = draw_hands(THREE, known, count(known.evidence()), 20, seeded(1), generator())
    start = replay(THREE, hands, [], seed=1)[0]
    speeds = Speeds([1, 2])
    first = speeds.chance_of_others(start, frozenset())
    assert 0 < first < 0.1
    start.can[:, 1, 3] = THREE.guesses[0]
    near = speeds.chance_of_others(start, frozenset())
    assert near == pytest.approx(1)
    assert speeds.chance_of_others(start, frozenset({1})) < first
    speeds.chance_of_others(start, frozenset())
    speeds.note_turn(1)
    assert speeds.of(1) == pytest.approx(1 / 2)
    assert speeds.of(2) == 1
    slower = speeds.chance_of_others(start, frozenset())
    assert 1 / 2 < slower < near
    speeds.note_win(1)
    assert speeds.of(1) == pytest.approx(1)


@pytest.mark.slow
def test_few_are_tried_where_playouts_do_not_imitate_the_others() -> None:
    """They are those worth most in the race."""
    agent, tried = Strongest(candidates=1600, deals=800, playouts=600), list[Sequence[int]]()

    def played(_: Trials, __: Worlds, actions: Sequence[int], *___: object) -> Reals:
        tried.append(actions)
        return np.arange(len(actions), dtype=np.float64)

    agent.begin(deal_of(Rules(), 4).table(NAMES[0]), seeded(1))
    with (
        patch.object(Trials, "_explained", return_value=0.0),
        patch.object(Trials, "_try", played),
        patch.object(Trust, "weights", lambda _, __, base, ___: base / base.sum()),  # no reading
    ):
        for event in play_game([Heuristic() for _ in NAMES[:3]], Rules(), 4).seen_by(NAMES[0])[:5]:
            agent.observe(event)
        guess = agent.suggest(CLUE_US.of(Category.ROOM))
    [few] = tried
    layout = agent.trials.layout
    assert len(few) == 6
    assert guess == layout.guess(few[-1])
    exact = {each.guess: each.gain - LEAK_COST * each.leak for each in advice_for(agent)}
    assert min(exact[layout.guess(each)] for each in few) > max(exact.values()) - 0.25


def advice_for(agent: Strongest | Seeker) -> Sequence[Advised]:
    return advise(agent.table, agent.known.evidence()).suggestions
