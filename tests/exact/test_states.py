"""Positions of real games with the numbers of another counter: ours are the same."""

from typing import Final

import pytest

from cluetree import SolverTree
from cluetree.exact import count
from tests.exact.data import State, is_close, states

pytestmark = pytest.mark.usefixtures("path")

STATES: Final = tuple(states())
each_state = pytest.mark.parametrize("state", STATES, ids=[state.place for state in STATES])


@each_state
def test_counts_and_chances_are_right(state: State) -> None:
    beliefs = count(state.gathered)
    line = state.line
    assert line.deals in {None, beliefs.deals}
    assert line.triples in {None, len(beliefs.triples)}
    for name, places in (line.chances or {}).items():
        for place in beliefs.counts:
            assert is_close(float(beliefs.chance(place, name)), places.get(place, 0.0))


@each_state
def test_tree_leads_to_the_same_beliefs(state: State) -> None:
    beliefs = count(state.gathered)
    assert count(state.pruned) == beliefs
    tree = SolverTree.at(state.record)
    tree.grow_back(beliefs.facts)
    assert tree.evidence().facts == beliefs.facts
    assert count(tree.evidence()) == beliefs
