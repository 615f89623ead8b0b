"""The picture of a small game, letter by letter, and its structure for any game."""

import html
import re
from typing import Final

import pytest
from hypothesis import given

from cluetree import (
    Accusation,
    ClueError,
    Edition,
    Lacks,
    Role,
    Show,
    SolverTree,
    Suggestion,
    Table,
)
from cluetree.tree import SolverNode
from tests.strategies import Told, told_anyhow

DECK: Final = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
TABLE: Final = Table.set_up(DECK, {"Ann": 1, "Bob": 1, "Cid": 1}, viewpoint="Ann", hand=("rope",))
EVENTS: Final = (
    Suggestion("Bob", DECK.guess("plum", "rope", "hall"), (Show("Cid"),), ()),
    Suggestion("Ann", DECK.guess("green", "rope", "study"), (), ("Bob",)),
    Accusation("Bob", DECK.guess("plum", "rope", "study")),
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
    assert 'n0 [label="known events"];' in tree.to_dot()
    assert "->" not in tree.to_dot()
    assert tree.to_mermaid().splitlines()[1] == '  n0["known events"]'


NASTY: Final = (
    'the "Duke"',
    "back\\slash",
    "trailing\\",
    "<b>bold</b>",
    "Crabbe & Goyle",
    "&quot;",
    "#35;",
    "a]b",
    "x{y}|z",
    "semi;colon",
    "`tick`",
    "%% no comment",
    "end",
    "日本 ünï",
    "-->",
    "'single'",
)


def nasty_tree(name: str) -> SolverTree:
    deck = Edition((name, "other"), ("rope",), ("hall",))
    table = Table.set_up(deck, {f"{name}!": 1, "Bob": 1})
    guess = deck.guess(deck.cards[0], "rope", "hall")
    return SolverTree.at(table, [Suggestion("Bob", guess, (Show(f"{name}!"),))], prune=False)


@pytest.mark.parametrize("name", NASTY)
def test_names_survive_drawing(name: str) -> None:
    tree = nasty_tree(name)
    for boxes in (dot_boxes(tree.to_dot()), mermaid_boxes(tree.to_mermaid())):
        labels = [label for label, _ in boxes.values()]
        assert f"event 1\n{name}! holds {name} or rope or hall" in labels
        assert f"{name}\nopen" in labels


@pytest.mark.parametrize("name", ["two\nlines", "tab\there", "carriage\rreturn"])
def test_line_break_in_a_name_is_rejected_or_removed(name: str) -> None:
    try:
        tree = nasty_tree(name)
    except ClueError:
        return
    assert len(str(tree).splitlines()) == 6
    assert len(tree.to_dot().splitlines()) == 2 + 6 + 7 + 1
    assert len(tree.to_mermaid().splitlines()) == 1 + 6 + 7 + 2


Boxes = dict[str, tuple[str, str]]
Arrows = list[tuple[str, str, bool]]


def dot_boxes(dot: str) -> Boxes:
    """Each box's label as Graphviz would show it, and its other attributes."""
    found = re.findall(r'^  (n\d+) \[label="((?:[^"\\]|\\.)*)"(.*)\];$', dot, re.MULTILINE)
    plain = {"n": "\n", '"': '"', "\\": "\\"}
    return {
        name: (re.sub(r"\\(.)", lambda escape: plain[escape[1]], label), rest)
        for name, label, rest in found
    }


def dot_arrows(dot: str) -> Arrows:
    found = re.findall(r"^  (n\d+) -> (n\d+)( \[style=dashed\])?;$", dot, re.MULTILINE)
    return [(tail, head, bool(dashed)) for tail, head, dashed in found]


def mermaid_boxes(chart: str) -> Boxes:
    found = re.findall(r'^  (n\d+)(?:\["([^"]*)"\]|\{ \})(.*)$', chart, re.MULTILINE)
    for _, label, _ in found:
        assert not re.search(r"#(?!666)", label), "a bare # starts an entity of Mermaid's own"
        assert set(re.findall(r"<[^>]*>?", label)) <= {"<br>"}
    return {name: (html.unescape(label.replace("<br>", "\n")), rest) for name, label, rest in found}


def mermaid_arrows(chart: str) -> Arrows:
    found = re.findall(r"^  (n\d+) (-\.->|-->) (n\d+)$", chart, re.MULTILINE)
    return [(tail, head, arrow == "-.->") for tail, arrow, head in found]


def title(node: SolverNode) -> str:
    """An alternative's card, with the player where the branch has several."""
    assert node.fact is not None
    assert node.info is not None
    return str(node.fact if node.info.revealing_player is None else node.fact.card)


def check_structure(tree: SolverTree, boxes: Boxes, arrows: Arrows) -> None:
    assert list(boxes) == [f"n{number}" for number in range(len(boxes))]
    assert all(tail in boxes and head in boxes for tail, head, _ in arrows)
    out: dict[str, list[str]] = {name: [] for name in boxes}
    into: dict[str, list[str]] = {name: [] for name in boxes}
    for tail, head, _ in arrows:
        out[tail].append(head)
        into[head].append(tail)
    assert into["n0"] == []
    assert all(into[name] for name in boxes if name != "n0")
    ends = [name for name in boxes if not out[name]]
    assert len(ends) == 1, "one chain from the root to one end"

    diamonds = [name for name in boxes if len(into[name]) > 1 or boxes[name][0] == ""]
    branches = [node for node in tree.root.children if node.role is Role.BRANCH]
    assert len(diamonds) == len(branches)
    for diamond, branch in zip(diamonds, branches, strict=True):
        assert boxes[diamond][0] == ""
        if not branch.alternatives:  # nobody is left who can have shown
            (fork,) = into[diamond]
            assert out[fork] == [diamond]
            assert boxes[fork][0].endswith(branch.says)
            continue
        alternatives = into[diamond]
        (fork,) = {parent for name in alternatives for parent in into[name]}
        assert out[fork] == alternatives
        assert all(out[name] == [diamond] for name in alternatives)
        assert boxes[fork][0].endswith(branch.says)
        assert len(alternatives) == len(branch.alternatives)
        for name, node in zip(alternatives, branch.alternatives, strict=True):
            label, rest = boxes[name]
            assert node.fact is not None
            assert label.startswith(f"{title(node)}\n")
            assert (
                ("pruned" in label)
                == node.is_pruned
                == ("style=dashed" in rest or ":::pruned" in rest)
            )
            assert {dashed for *ends, dashed in arrows if name in ends} == {node.is_pruned}
            if node.pruning is not None:
                assert str(node.pruning) in label


def boxes_said(boxes: Boxes) -> list[tuple[str, bool]]:
    """The label of each box, and whether it is drawn as known."""
    return [(label, "penwidth" in rest or ":::known" in rest) for label, rest in boxes.values()]


@given(told_anyhow())
def test_every_drawing_is_valid(told: Told) -> None:
    tree = SolverTree.at(told.table, told.events, strict=False)
    dot, chart = tree.to_dot(), tree.to_mermaid()
    check_structure(tree, dot_boxes(dot), dot_arrows(dot))
    check_structure(tree, mermaid_boxes(chart), mermaid_arrows(chart))
    assert dot_arrows(dot) == mermaid_arrows(chart)
    assert boxes_said(dot_boxes(dot)) == boxes_said(mermaid_boxes(chart))
    assert all(known for label, known in boxes_said(dot_boxes(dot)) if label.endswith("\nknown"))
    assert len(dot_boxes(dot)) + len(dot_arrows(dot)) + 3 == len(dot.splitlines())
    assert len(mermaid_boxes(chart)) + len(mermaid_arrows(chart)) + 3 == len(chart.splitlines())

    lines = str(tree).splitlines()
    assert len(lines) == len(dot_boxes(dot)), "text and charts draw the same nodes"
    pruned = [node for node in tree.nodes() if node.pruning is not None]
    assert sum(": pruned, " in line for line in lines) == len(pruned)
    for node in pruned:
        assert node.fact is not None
        assert any(line.endswith(f"─ {title(node)}: pruned, {node.pruning}") for line in lines)
