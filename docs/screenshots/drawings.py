"""Draws the pictures of trees and proofs, from the game of the tutorial and the example game.

Run it from anywhere: `python docs/screenshots/drawings.py [FOLDER]`. The SVG files are written
beside this script if no folder is given.
"""  # noqa: INP001 -- a script, not a module

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from pathlib import Path
from xml.sax.saxutils import escape

from cluetree import Notebook, Proof, Role, Show, SolverNode, SolverTree, Suggestion, Table
from cluetree.editions import CLUE_US as DECK
from cluetree.tree import Origin

HERE = Path(__file__).parent
FRIDAY = HERE.parent.parent / "examples" / "friday.clue"
LETTER, LINE, PAD, GAP = 7.2, 17, 9, 26  # pixels: a letter's width, a line's height, and room
STYLE = """
text { font: 13px "DejaVu Sans", Verdana, sans-serif; text-anchor: middle; fill: #26413c }
.paper { fill: #fff } .line { stroke: #777; stroke-width: 1.5; fill: none }
.box { fill: #f6f8f7; stroke: #26413c; stroke-width: 1.2 } .event { fill: #efe9da }
.known { stroke: #1a6b3c; stroke-width: 3; fill: #eef7f0 }
.pruned { stroke-dasharray: 4 4; stroke: #999; fill: #fff } .pruned + text { fill: #666 }
"""


@dataclass(frozen=True)
class Box:
    """Some lines of text in a frame, centred on a point."""

    lines: tuple[str, ...]
    kind: str = ""
    x: float = 0
    y: float = 0

    @property
    def width(self) -> float:
        """The width of the frame."""
        return max(map(len, self.lines), default=0) * LETTER + 2 * PAD

    @property
    def height(self) -> float:
        """The height of the frame."""
        return len(self.lines) * LINE + 2 * PAD

    def drawn(self) -> str:
        """Return the frame and the text."""
        left, top = self.x - self.width / 2, self.y - self.height / 2
        first = top + PAD + LINE * 0.75
        texts = "".join(
            f'<tspan x="{self.x:.0f}" y="{first + LINE * n:.0f}">{escape(line)}</tspan>'
            for n, line in enumerate(self.lines)
        )
        frame = f'x="{left:.0f}" y="{top:.0f}" width="{self.width:.0f}" height="{self.height:.0f}"'
        return f'<rect {frame} rx="5" class="box {self.kind}"/><text>{texts}</text>'


def svg(boxes: Sequence[Box], paths: Sequence[str], title: str) -> str:
    """Return a picture of boxes and paths, with a view that contains all of them."""
    right = max(box.x + box.width / 2 for box in boxes) + PAD
    below = max(box.y + box.height / 2 for box in boxes) + PAD
    left = min(box.x - box.width / 2 for box in boxes) - PAD
    size = f"{left:.0f} 0 {right - left:.0f} {below:.0f}"
    strokes = (f'<path d="{path}" class="line"/>' for path in paths)
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" width="{right - left:.0f}">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        f'<rect x="{left:.0f}" width="100%" height="100%" class="paper"/>',
        *strokes,
        *(box.drawn() for box in boxes),
        "</svg>\n",
    ])  # fmt: skip


def rows(tree: SolverTree) -> list[list[Box]]:
    """Return the rows of the tree: one box per event, two rows per branch."""
    told = [n for n in tree.root.children if n.role is not Role.JOIN and n.origin is Origin.TOLD]
    found: list[list[Box]] = [[Box(("known events",))]]
    for (number, role), nodes in groupby(told, key=lambda node: (node.number, node.role)):
        if role is Role.SINGLE:
            said = [node.says for node in nodes]
            found.append([Box((f"event {number}", *said), "event")])
        else:
            for branch in nodes:
                found.append([Box((f"event {number}", branch.says), "event")])
                found.append([alternative(node) for node in branch.alternatives])
    return found


def alternative(node: SolverNode) -> Box:
    """Return the box of an alternative."""
    fact = node.fact
    card = str(fact.card) if fact else ""
    if node.pruning is not None:
        because = ", ".join(str(cause.number) for cause in node.pruning.causes)
        return Box((card, f"pruned: {node.pruning.rule}", f"(event {because})"), "pruned")
    return Box((card, "known"), "known") if node.is_known else Box((card, "open"))


def tree_picture(tree: SolverTree, title: str) -> str:
    """Draw a tree from the top down; alternatives separate and rejoin."""
    placed: list[list[Box]] = []
    y = 0.0
    for row in rows(tree):
        height = max(box.height for box in row)
        x = -(sum(box.width for box in row) + GAP * (len(row) - 1)) / 2
        line = []
        for box in row:
            line.append(replace(box, x=x + box.width / 2, y=y + PAD + height / 2))
            x += box.width + GAP
        placed.append(line)
        y += height + GAP
    if len(placed[-1]) > 1:
        placed.append([Box(("...",), y=y + PAD + LINE)])
    paths = [
        f"M{above.x:.0f} {above.y:.0f}L{below.x:.0f} {below.y:.0f}"
        for upper, lower in pairwise(placed)
        for above in upper
        for below in lower
    ]
    return svg([box for row in placed for box in row], paths, title)


def proof_picture(proof: Proof, title: str) -> str:
    """Draw a proof: one row per step, to the right of its premises, events on the left."""
    level: dict[int, int] = {}
    steps: dict[int, Box] = {}
    events: dict[int, Box] = {}
    for row, step in enumerate(proof.steps):
        level[step.id] = 1 + max((level[used] for used in step.uses), default=0)
        kind = "known" if step is proof.steps[-1] else ""
        box = Box((f"{step.id}. {step.concludes}", str(step.rule)), kind)
        steps[step.id] = replace(box, y=PAD + box.height / 2 + row * (box.height + GAP))
        for number in step.events:
            events.setdefault(number, Box((f"event {number}",), "event", y=steps[step.id].y))
    columns = [[*events.values()], *([] for _ in set(level.values()))]
    for id_, box in steps.items():
        columns[level[id_]].append(box)
    x = 0.0
    for column in columns:
        width = max(box.width for box in column)
        for numbered in (events, steps):
            for key, box in numbered.items():
                if box in column:
                    numbered[key] = replace(box, x=x + width / 2)
        x += width + 2 * GAP
    paths = [
        f"M{tail.x:.0f} {tail.y:.0f}H{head.x + GAP * (1 - n):.0f}V{head.y:.0f}"
        for step in proof.steps
        for head in [steps[step.id]]
        for n, tail in enumerate(
            [*(steps[used] for used in step.uses), *(events[e] for e in step.events)]
        )
    ]
    return svg([*events.values(), *steps.values()], paths, title)


def tutorial(events: int) -> SolverTree:
    """Return the tree of the tutorial's game after some events."""
    hand = ("mustard", "knife", "rope", "hall", "study", "lounge")
    table = Table.set_up(DECK, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=hand)
    told = (
        Suggestion(
            "Ann",
            DECK.guess("scarlet", "candlestick", "kitchen"),
            [Show("Bob", DECK.card("kitchen"))],
        ),
        Suggestion("Eve", DECK.guess("peacock", "wrench", "dining"), [Show("Bob")]),
        Suggestion(
            "Ann",
            DECK.guess("peacock", "rope", "conservatory"),
            [Show("Eve", DECK.card("peacock"))],
        ),
        Suggestion(
            "Ann", DECK.guess("green", "knife", "dining"), [Show("Eve", DECK.card("dining"))]
        ),
    )
    return SolverTree.at(table, told[:events])


def main(folder: Path = HERE) -> None:
    """Draw every picture."""
    proof = Notebook.load(FRIDAY).why("Mina", "Mustard")
    assert isinstance(proof, Proof)  # noqa: S101 -- so the game goes
    pictures = {
        "tree-open": tree_picture(tutorial(2), "The tree after an unseen show"),
        "tree": tree_picture(tutorial(4), "The tree when two alternatives have fallen"),
        "proof": proof_picture(proof, "Why Mina holds Colonel Mustard"),
    }
    for name, picture in pictures.items():
        (folder / f"{name}.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
