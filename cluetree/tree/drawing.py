"""Drawing of the tree as text.

The trunk is one chain from the root down. A branch splits into its alternatives, which rejoin in a
diamond. Pruned alternatives stay visible, dashed, with the reason.
"""

from collections.abc import Iterator
from itertools import groupby

from cluetree.claims import Quota
from cluetree.tree._anytree import rows
from cluetree.tree.node import Origin, Role, SolverNode


def _state(node: SolverNode) -> str:
    if node.pruning is not None:
        return f"pruned, {_line(str(node.pruning))}"
    if node.met_by is not None:
        return f"known, {_line(node.met_by.words)}"
    return "known" if node.is_known else "open"


def _title(node: SolverNode) -> str:
    # An alternative is titled by its card alone if its branch names the player.
    branch = node.parent.claim if node.parent is not None else None
    if isinstance(branch, Quota) and node.fact is not None:
        return _line(str(node.fact if branch.player is None else node.fact.card))
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
    titles = dict(_lines(root))
    drawn: list[str] = []
    for strokes, node in rows(root):
        match node.role:
            case Role.ROOT:
                drawn.append("known events")
            case Role.ALTERNATIVE:
                drawn.append(f"{strokes}{_title(node)}: {_state(node)}")
            case Role.JOIN:
                drawn.append(f"{strokes}◇ rejoin")
            case Role.SINGLE | Role.BRANCH:
                if node in titles:
                    drawn.append(f"{strokes}{node.source}: {titles[node]}")
    return "\n".join(drawn)
