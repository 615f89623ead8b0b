"""Players to measure by play as their descriptions say."""

from inspect import isfunction
from random import Random
from types import ModuleType

import pytest

from cluetree.advice.suggestions import advise
from cluetree.cards import Category, ClueGuess
from cluetree.editions import CLUE_US
from cluetree.exact import count
from cluetree.play import NAMES, Agent, Rules, deal_of
from cluetree.play.agents import Seeker, Strongest
from tests.bench import foes, strangers
from tests.bench.strangers import Believer, Gainer, Hider, Keeper, Pessimist, Stranger

TABLE = deal_of(Rules(), 3).table(NAMES[0])
ROOMS = CLUE_US.of(Category.ROOM)


def suggested(agent: Agent, seed: int = 1) -> ClueGuess:
    agent.begin(TABLE, Random(seed))
    guess = agent.suggest(ROOMS)
    assert guess is not None
    return guess


@pytest.mark.parametrize("kind", [Gainer, Keeper, Pessimist])
def test_careful_player_names_what_is_worth_most(kind: type[Stranger]) -> None:
    agent = kind(care=1000)
    guess = suggested(agent)
    values = {
        advised.guess: agent.value(advised)
        for advised in advise(TABLE, agent.known.evidence(), rooms=ROOMS).suggestions
    }
    assert values[guess] == pytest.approx(max(values.values()), abs=0.01)
    careless = {suggested(kind(care=0), seed) for seed in range(12)}
    assert min(values[guess] for guess in careless) < max(values.values()) - 0.02


def test_hider_names_the_most_own_cards_that_it_can_afford() -> None:
    hand, hider = {*(TABLE.me.hand if TABLE.me else ())}, Hider()
    guess = suggested(hider)
    found = advise(TABLE, hider.known.evidence(), rooms=ROOMS).suggestions
    least = 0.6 * max(advised.gain for advised in found)
    near = [len(hand.intersection(each.guess)) for each in found if each.gain >= least]
    assert len(hand.intersection(guess)) == max(near)


def test_believer_names_a_possible_envelope() -> None:
    believer = Believer()
    guess = suggested(believer)
    assert guess in [triple.guess for triple in count(believer.known.evidence()).triples]


@pytest.mark.parametrize("module", [foes, strangers])
def test_methods_override_those_of_agents(module: ModuleType) -> None:
    """A method that its base no longer calls would leave the player as another one."""
    kinds = [each for each in vars(module).values() if isinstance(each, type)]
    mine = [kind for kind in kinds if kind.__module__ == module.__name__]
    own = {name for kind in mine for name in vars(kind) if isfunction(vars(kind)[name])}
    assert own - {"value"} <= {name for kind in (Seeker, Strongest) for name in dir(kind)}
