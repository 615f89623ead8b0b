"""The picture of the tree: as text, in Graphviz's dot, as a Mermaid flowchart.

The trunk is drawn as one chain from the root down. A branch parts into its alternatives and
meets again in a diamond; pruned alternatives stay visible, dashed, with the reason in words.
"""

from collections.abc import Iterator
from itertools import groupby

from more_itertools import first

from cluetree.infos import InfoKind
from cluetree.tree._anytree import rows
from cluetree.tree.node import Origin, Role, SolverNode

_JOIN_SIGN = "◇"


def _state(node: SolverNode) -> str:
    """What is to be said of an alternative beyond its card."""
    if node.pruning is not None:
        return f"pruned, {_line(str(node.pruning))}"
    if node.met_by is not None:
        return f"known, {_line(node.met_by.words)}"
    return "known" if node.is_known else "open"


def _title(node: SolverNode) -> str:
    """What is drawn for a node; an alternative needs only its card, if its branch says whose."""
    if node.role is Role.ALTERNATIVE and node.fact is not None and node.info is not None:
        is_somebody = node.info.kind is InfoKind.SHOWN_BY_SOMEBODY
        return _line(str(node.fact if is_somebody else node.fact.card))
    return _line(node.says)


def _line(text: str) -> str:
    """Keep a text on one line, whatever breaks a name has."""
    return " ".join(text.split())


def _setup_key(node: SolverNode) -> tuple[str, bool] | int:
    """Equal for neighbours that are drawn in one line: the set-up's facts about one holder."""
    if node.origin is Origin.SETUP and node.fact is not None:
        return node.fact.player, node.fact.holds
    return id(node)


def _lines(root: SolverNode) -> Iterator[tuple[SolverNode, str]]:
    """Yield the trunk node by node with its title, the set-up's facts gathered by holder."""
    for _, group in groupby(root.children, key=_setup_key):
        head, *more = group
        cards = (_line(str(node.fact.card)) for node in more if node.fact)
        # The last one stands for all, so that the strokes of a drawing end where they should.
        yield (more or [head])[-1], ", ".join([_title(head), *cards])


def to_text(root: SolverNode) -> str:
    """Draw with line strokes, one node a line."""
    titles = {id(node): title for node, title in _lines(root)}
    titles[id(root)] = "what was told"
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
    """Names the nodes of a drawing and lists its arrows, in order, the same for each language."""

    def __init__(self, root: SolverNode):
        self.boxes: list[tuple[str, SolverNode, str]] = [("n0", root, "what was told")]
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
        # Nobody may be left who can have shown: then nothing stands between.
        self.arrows += [(tip, end, is_pruned) for tip, is_pruned in tips or [(name, False)]]
        return end


def to_dot(root: SolverNode) -> str:
    """Write the drawing for Graphviz: `dot -Tsvg`."""
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
    """Write the drawing as a Mermaid flowchart, as Markdown pages show it."""
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
