"""Counted facts are grown back on the tree, which is then complete."""

from typing import Final

from cluetree import Edition, HoldsOneOf, SolverTree, Table
from cluetree.exact import count

DECK: Final = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = DECK.cards
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
    assert "counting" not in f"{tree}{tree.to_svg()}"
    tree.grow_back(count(tree.evidence()).facts)
    assert "counting: Ann holds plum" in str(tree)
    assert "counting" in tree.to_svg()
