"""Counted facts are grown back on the tree, which is then complete."""

from typing import Final

import pytest

from cluetree import Answering, Edition, HoldsOneOf, Role, SolverTree, Table
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.exact import count
from cluetree.tree import Origin
from tests.exact.games import Game, play, seeded

DECK: Final = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = DECK.cards


def game_of(seed: int) -> Game:
    rng = seeded(seed)
    edition = MASTER_DETECTIVE if seed % 5 == 4 else CLUE_US
    players = rng.randint(6, 8) if edition is MASTER_DETECTIVE else rng.randint(3, 6)
    rule = rng.choice(tuple(Answering))
    return play(rng, edition, players, 5, answering=rule, leftover_face_up=rng.random() < 0.5)


@pytest.mark.parametrize("seed", range(15))
def test_grown_tree_is_complete(seed: int) -> None:
    game = game_of(seed)
    for rounds in (1, 2, 3, 5):
        tree = SolverTree.at(game.table, game.after(rounds))
        before = tree.evidence().facts
        beliefs = count(tree.evidence())
        grown = tree.grow_back(beliefs.facts)
        evidence = tree.evidence()
        assert evidence.facts == beliefs.facts >= before
        assert grown or beliefs.facts == before
        assert all(node.origin is Origin.COUNTED for node in grown)
        assert {node.fact for node in grown} <= beliefs.facts
        assert count(evidence) == beliefs
        assert tree.get_answer() == beliefs.answer
        assert tree.clashes == ()
        assert tree.grow_back(beliefs.facts) == ()


@pytest.mark.parametrize("seed", range(20))
def test_possible_alternatives_stay(seed: int) -> None:
    game = game_of(seed)
    for rounds in (1, 2, 4):
        tree = SolverTree.at(game.table, game.after(rounds))
        beliefs = count(tree.evidence())
        tree.grow_back(beliefs.facts)
        for node in tree.nodes():
            if node.role is Role.ALTERNATIVE and node.fact is not None:
                can_be = beliefs.count(node.fact.card, node.fact.player) > 0
                assert node.is_pruned is not can_be


TABLE: Final = Table.set_up(DECK, {"Ann": 1, "Bob": 2})
EVENTS: Final = (HoldsOneOf("Ann", (PLUM, ROPE)), HoldsOneOf("Ann", (PLUM, HALL)))


def test_propagated_facts_are_not_grown() -> None:
    tree = SolverTree.at(TABLE, EVENTS)
    before = tree.evidence().facts
    beliefs = count(tree.evidence())
    grown = tree.grow_back(beliefs.facts)
    assert grown[0].says == "Ann holds plum"
    assert len(grown) < len(beliefs.facts - before)
    assert {node.says for node in tree.nodes() if node.is_pruned} == {
        "Ann holds rope",
        "Ann holds hall",
    }


def test_counted_nodes_are_marked() -> None:
    tree = SolverTree.at(TABLE, EVENTS)
    assert "counting" not in f"{tree}{tree.to_dot()}{tree.to_mermaid()}"
    tree.grow_back(count(tree.evidence()).facts)
    assert "counting: Ann holds plum" in str(tree)
    assert "counting" in tree.to_dot()
    assert "counting" in tree.to_mermaid()
