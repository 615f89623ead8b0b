"""Copies of a tree, by `copy`, `deepcopy` and `pickle`, are equal to it and independent."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from cluetree import Holds, Notebook, SolverTree
from cluetree.errors import UnknownPlayerError

FRIDAY: Final = Path(__file__).parents[2] / "examples" / "friday.clue"
WAYS: Final[dict[str, Callable[[SolverTree], SolverTree]]] = {
    "copy": copy,
    "deepcopy": deepcopy,
    "method": SolverTree.copy,
    "pickle": lambda tree: pickle.loads(pickle.dumps(tree)),  # noqa: S301 -- our own
}


@cache
def long_tree() -> SolverTree:
    """A tree with more nodes above each other than Python nests calls."""
    book = Notebook.load(FRIDAY)
    return SolverTree.at(book.table, book.events * 45)


each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


@each_way
@pytest.mark.parametrize("events", [0, 12, 20, 27])
def test_copy_has_the_same_nodes_facts_and_answer(
    way: Callable[[SolverTree], SolverTree], events: int
) -> None:
    book = Notebook.load(FRIDAY)
    tree = SolverTree.at(book.table, book.events[:events], prune=False)
    tree.prune_once()
    other = way(tree)
    assert not {*map(id, tree.nodes())} & {*map(id, other.nodes())}
    tree.prune()
    other.prune()
    assert str(other) == str(tree)
    assert other.to_svg() == tree.to_svg()
    assert other.evidence() == tree.evidence()
    assert other.get_answer() == tree.get_answer()
    assert [node.because for node in other.nodes()] == [node.because for node in tree.nodes()]


@each_way
def test_changing_a_copy_leaves_the_tree_unchanged(
    way: Callable[[SolverTree], SolverTree],
) -> None:
    book = Notebook.load(FRIDAY)
    tree = SolverTree.at(book.table, book.events[:12], strict=False)
    before, known = str(tree), tree.evidence()
    other = way(tree)
    other.tell(Holds("Mina", book.table.edition.card("Rope")))
    assert str(other) != before
    assert (str(tree), tree.evidence()) == (before, known)


@each_way
def test_tree_of_any_length_can_be_copied(way: Callable[[SolverTree], SolverTree]) -> None:
    tree = long_tree()
    assert len([*way(tree).nodes()]) == len([*tree.nodes()])


def test_pickled_node_keeps_its_reasons() -> None:
    node = long_tree().pruned[-1]
    other = pickle.loads(pickle.dumps(node))  # noqa: S301 -- our own
    assert (repr(other), other.because) == (repr(node), node.because)


def test_refused_facts_and_events_leave_the_tree_and_its_copies_unchanged() -> None:
    book = Notebook.load(FRIDAY)
    tree = SolverTree.at(book.table, book.events[:12])
    before, told = str(tree), tree.told
    with pytest.raises(UnknownPlayerError):
        tree.tell(book.events[12], Holds("Zed", book.table.edition.cards[0]))
    with pytest.raises(ValueError, match="shorter"):
        tree.grow_back_sets([], [])
    for each in (tree, tree.copy()):
        assert (str(each), each.told) == (before, told)
    assert tree.grow(book.events[12])[0].number == 13
