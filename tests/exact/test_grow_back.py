"""Counted facts are grown back on the tree, which is then complete."""

from typing import Final

from cluetree import Edition, HoldsOneOf, SolverTree, Table
from cluetree.exact import count

DECK: Final = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = DECK.cards
TABLE: Final = Table.set_up(DECK, {"Ann": 1, "Bob": 2})
EVENTS: Final = (HoldsOneOf("Ann", (PLUM, ROPE)), HoldsOneOf("Ann", (PLUM, HALL)))


def test_only_facts_beyond_the_rules_are_grown_and_marked() -> None:
    tree = SolverTree.at(TABLE, EVENTS)
    assert "counting" not in f"{tree}{tree.to_svg()}"
    before, facts = tree.evidence().facts, count(tree.evidence()).facts
    grown = tree.grow_back(facts)
    assert grown[0].says == "Ann holds plum"
    assert len(grown) < len(facts - before)
    assert [node.says for node in tree.pruned] == ["Ann holds rope", "Ann holds hall"]
    assert "counting: Ann holds plum" in str(tree)
    assert "counting" in tree.to_svg()
