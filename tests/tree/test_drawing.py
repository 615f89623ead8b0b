"""The drawing of a small game, letter by letter, and its structure for any game."""

from typing import Final

import pytest
from hypothesis import given

from cluetree import Accusation, ClueError, Edition, Lacks, Show, SolverTree, Suggestion, Table
from cluetree.claims import Quota
from cluetree.tree import Role, SolverNode
from tests.strategies import Told, told_anyhow

DECK: Final = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
TABLE: Final = Table.set_up(DECK, {"Ann": 1, "Bob": 1, "Cid": 1}, viewpoint="Ann", hand=("rope",))
EVENTS: Final = (
    Suggestion("Bob", DECK.guess("plum", "rope", "hall"), (Show("Cid"),), ()),
    Suggestion("Ann", DECK.guess("green", "rope", "study"), (), ("Bob",)),
    Accusation("Bob", DECK.guess("plum", "rope", "study"), correct=False),
    Lacks("Cid", DECK.card("plum")),
    Suggestion("Ann", DECK.guess("plum", "knife", "study"), (Show("Bob"),)),
)

TEXT: Final = """\
known events
├── set-up: Ann holds rope
├── set-up: Ann lacks plum, green, knife, hall, study
├── event 1: Cid holds plum or rope or hall
│   ├── plum: pruned, known not held: Cid lacks plum (event 4)
│   ├── rope: pruned, held elsewhere: Ann holds rope (set-up)
│   ├── hall: known
│   └── ◇ rejoin
├── event 2: Bob lacks green
├── event 2: Bob lacks rope
├── event 2: Bob lacks study
├── event 3: Bob accuses plum, rope, study: wrong
├── event 4: Cid lacks plum
└── event 5: Bob holds plum or knife or study
    ├── plum: open
    ├── knife: open
    ├── study: pruned, known not held: Bob lacks study (event 2)
    └── ◇ rejoin"""


def test_text() -> None:
    assert str(SolverTree.at(TABLE, EVENTS)) == TEXT


def test_empty_tree_is_a_root() -> None:
    tree = SolverTree(None, TABLE.players, DECK)
    assert str(tree) == "known events"


def nasty_tree(name: str) -> SolverTree:
    deck = Edition((name, "other"), ("rope",), ("hall",))
    table = Table.set_up(deck, {f"{name}!": 1, "Bob": 1})
    guess = deck.guess(deck.cards[0], "rope", "hall")
    return SolverTree.at(table, [Suggestion("Bob", guess, (Show(f"{name}!"),))], prune=False)


@pytest.mark.parametrize("name", ["two\nlines", "tab\there", "carriage\rreturn"])
def test_line_break_in_a_name_is_rejected_or_removed(name: str) -> None:
    try:
        tree = nasty_tree(name)
    except ClueError:
        return
    assert len(str(tree).splitlines()) == 6


def title(node: SolverNode) -> str:
    """An alternative's card, with the player where the branch has several."""
    assert node.fact is not None
    assert node.parent is not None
    assert isinstance(node.parent.claim, Quota)
    return str(node.fact if node.parent.claim.player is None else node.fact.card)


@given(told_anyhow())
def test_every_branch_and_alternative_has_a_line(told: Told) -> None:
    tree = SolverTree.at(told, strict=False)
    lines = str(tree).splitlines()
    branches = [node for node in tree.root.children if node.role is Role.BRANCH]
    assert sum(line.endswith("─ ◇ rejoin") for line in lines) == len(branches)
    for branch in branches:
        assert any(line.endswith(f": {branch.says}") for line in lines)
    drawn = [line.split("── ")[1] for line in lines if line.startswith(("│   ├", "    ├"))]
    alternatives = [node for branch in branches for node in branch.alternatives]
    assert len(drawn) == len(alternatives)
    for line, node in zip(drawn, alternatives, strict=True):
        assert line.startswith(f"{title(node)}: ")
        assert ("pruned" in line) == node.is_pruned
        assert line.endswith(f"pruned, {node.pruning}" if node.pruning else ("open", "known", ")"))
