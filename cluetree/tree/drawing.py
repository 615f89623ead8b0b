"""Drawings of the tree: as text, in Graphviz's dot, and as a Mermaid flowchart.

The trunk is one chain from the root down. A branch splits into its alternatives, which rejoin in a
diamond. Pruned alternatives stay visible, dashed, with the reason.
"""

from collections.abc import Iterator
from itertools import groupby

from more_itertools import first

from cluetree.infos import InfoKind
from cluetree.tree._anytree import rows
from cluetree.tree.node import Origin, Role, SolverNode

_JOIN_SIGN = "◇"


def _state(node: SolverNode) -> str:
    if node.pruning is not None:
        return f"pruned, {_line(str(node.pruning))}"
    if node.met_by is not None:
        return f"known, {_line(node.met_by.words)}"
    return "known" if node.is_known else "open"


def _title(node: SolverNode) -> str:
    # An alternative is titled by its card alone if its branch names the player.
    if node.role is Role.ALTERNATIVE and node.fact is not None and node.info is not None:
        is_somebody = node.info.kind is InfoKind.SHOWN_BY_SOMEBODY
        return _line(str(node.fact if is_somebody else node.fact.card))
    return _line(node.says)


def _line(text: str) -> str:
    """Remove line breaks, which names may contain."""
    return " ".join(text.split())


def _setup_key(node: SolverNode) -> tuple[str, bool] | int:
    """Return equal keys for set-up facts about one holder, which share a line."""
    if node.origin is Origin.SETUP and node.fact is not None:
        return node.fact.player, node.fact.holds
    return id(node)


def _lines(root: SolverNode) -> Iterator[tuple[SolverNode, str]]:
    """Yield each trunk node with its title; the set-up's facts are grouped by holder."""
    for _, group in groupby(root.children, key=_setup_key):
        head, *more = group
        cards = (_line(str(node.fact.card)) for node in more if node.fact)
        # The last node represents the group, so that the lines of the drawing end correctly.
        yield (more or [head])[-1], ", ".join([_title(head), *cards])


def to_text(root: SolverNode) -> str:
    """Draw with box characters, one node per line."""
    titles = {id(node): title for node, title in _lines(root)}
    titles[id(root)] = "known events"
    hidden = {id(node) for node in root.children} - titles.keys()
    drawn: list[str] = []
    for strokes, node in rows(root):
        if id(node) in hidden:
            continue
        match node.role:
            case Role.ROOT:
                drawn.append(titles[id(node)])
            case Role.ALTERNATIVE:
                drawn.append(f"{strokes}{_title(node)}: {_state(node)}")
            case Role.JOIN:
                drawn.append(f"{strokes}{_JOIN_SIGN} rejoin")
            case Role.SINGLE | Role.BRANCH:
                drawn.append(f"{strokes}{node.source}: {titles[id(node)]}")
    return "\n".join(drawn)


class _Chart:
    """The boxes and arrows of a drawing, for any language."""

    def __init__(self, root: SolverNode):
        self.boxes: list[tuple[str, SolverNode, str]] = [("n0", root, "known events")]
        self.arrows: list[tuple[str, str, bool]] = []
        tip = "n0"
        for node, title in _lines(root):
            name = self._box(node, f"{node.source}\n{title}", tip)
            tip = self._alternatives(node, name) if node.role is Role.BRANCH else name

    def _box(self, node: SolverNode, label: str, *tips: str) -> str:
        name = f"n{len(self.boxes)}"
        self.boxes.append((name, node, label))
        self.arrows += [(tip, name, node.is_pruned) for tip in tips]
        return name

    def _alternatives(self, branch: SolverNode, name: str) -> str:
        tips = [
            (self._box(node, f"{_title(node)}\n{_state(node)}", name), node.is_pruned)
            for node in branch.alternatives
        ]
        join = first(node for node in branch.children if node.role is Role.JOIN)
        end = self._box(join, "")
        # Without alternatives (no player can have shown) the branch leads straight to the join.
        self.arrows += [(tip, end, is_pruned) for tip, is_pruned in tips or [(name, False)]]
        return end


def to_dot(root: SolverNode) -> str:
    """Draw in Graphviz's dot language."""
    chart = _Chart(root)
    lines = ["digraph tree {", '  node [shape=box, fontname="sans-serif"];']
    for name, node, label in chart.boxes:
        text = label.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        shape = ", shape=diamond" if node.role is Role.JOIN else ""
        style = ', style=dashed, color="gray40", fontcolor="gray40"' if node.is_pruned else ""
        bold = ", penwidth=2" if node.role is Role.ALTERNATIVE and node.is_known else ""
        lines.append(f'  {name} [label="{text}"{shape}{style}{bold}];')
    for tail, head, is_pruned in chart.arrows:
        lines.append(f"  {tail} -> {head}{' [style=dashed]' if is_pruned else ''};")
    return "\n".join([*lines, "}"])


def to_mermaid(root: SolverNode) -> str:
    """Draw as a Mermaid flowchart."""
    chart = _Chart(root)
    lines = ["flowchart TD"]
    for name, node, label in chart.boxes:
        if node.role is Role.JOIN:
            lines.append(f"  {name}{{ }}")
            continue
        text = label.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        text = text.replace("#", "&num;").replace("\n", "<br>")
        style = ":::pruned" if node.is_pruned else ""
        if node.role is Role.ALTERNATIVE and node.is_known:
            style = ":::known"
        lines.append(f'  {name}["{text}"]{style}')
    for tail, head, is_pruned in chart.arrows:
        lines.append(f"  {tail} {'-.->' if is_pruned else '-->'} {head}")
    lines.append("  classDef pruned stroke-dasharray: 4 4,color:#666")
    lines.append("  classDef known stroke-width:3px")
    return "\n".join(lines)
