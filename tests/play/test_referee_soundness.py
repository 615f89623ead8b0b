"""True games over all editions and player counts: seats receive true messages only.

After every message, the true deal stays among those that each seat's exact beliefs
leave, and what must be known of the envelope at the end of a game is known.
"""

from itertools import product
from random import Random

import pytest

from cluetree import Category, Edition
from cluetree.board import board_of
from cluetree.editions import SHIPPED
from cluetree.play import NAMES, AccusationRule, ErraticAgent, Result, Rules, play_game
from cluetree.table import Answering
from tests.play.truth import verify_beliefs, verify_notebook, verify_told

ALL_WAYS = tuple(product(Answering, AccusationRule, (False, True), range(2, 11)))
each_edition = pytest.mark.parametrize("edition", SHIPPED, ids=str)
SHAPES = {tuple(len(deck.of(kind)) for kind in Category): deck for deck in SHIPPED}
each_shape = pytest.mark.parametrize("edition", SHAPES.values(), ids=str)


def game(edition: Edition, number: int) -> Result:
    """The game with a number, over all rules, with and without a board where possible."""
    again, way = divmod(number, len(ALL_WAYS))
    answering, accusers, face_up, players = ALL_WAYS[way]
    rules = Rules(
        edition,
        NAMES[:players],
        answering,
        accusers,
        board_of(edition) if (again + way) % 2 == 0 and players <= 6 else None,
        leftover_face_up=face_up,
        starts=NAMES[number % players],
        most_turns=300,
    )
    agents = [ErraticAgent(bluff=0.1 + 0.05 * seat) for seat in range(players)]
    return play_game(agents, rules, f"{edition} {number}")


def verify_soundness(result: Result, rng: Random, seats: int) -> None:
    verify_told(result)
    for name in rng.sample(result.rules.players, min(seats, len(result.rules.players))):
        table, events = result.dealt.table(name), result.seen_by(name)
        some = events[: rng.randint(0, len(events))]
        beliefs = verify_beliefs(result.dealt, table, some)
        if rng.random() < 0.1:
            verify_notebook(table, some, beliefs)
    if result.winner is not None:
        table, events = result.dealt.table(name), result.seen_by(name)
        assert verify_beliefs(result.dealt, table, events).answer == result.envelope


@each_shape
def test_every_message_is_true(edition: Edition) -> None:
    rng = Random(str(edition))
    for number in range(6):
        verify_soundness(game(edition, number * 5), rng, seats=1)


@pytest.mark.slow
@each_edition
def test_every_message_is_true_under_all_rules(edition: Edition) -> None:
    rng = Random(str(edition))
    for number in range(4 * len(ALL_WAYS)):
        verify_soundness(game(edition, number), rng, seats=2)
