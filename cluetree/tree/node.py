"""The nodes of the tree, and why one was pruned out."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from reprlib import repr as brief
from typing import NamedTuple, final

from cluetree.claims import Fact, OneOf
from cluetree.errors import InvalidInfoError
from cluetree.infos import ClueInfo
from cluetree.tree._anytree import TreeBase


class Role(StrEnum):
    """What a node is in the picture."""

    ROOT = "root"
    SINGLE = "single"
    """A known answer: one node, with nothing below it."""
    BRANCH = "branch"
    """Where an unseen show parts into alternatives."""
    ALTERNATIVE = "alternative"
    """One card that may have been the one."""
    JOIN = "join"
    """Where the alternatives meet again, since the order of events does not matter."""


class Origin(StrEnum):
    """Where the information in a node comes from."""

    SETUP = "set-up"
    """The hands and the face-up cards, before the first turn."""
    TOLD = "told"
    """An event at the table."""
    COUNTED = "counting"
    """A fact that rules alone do not find, grown back by the counter."""


class Rule(StrEnum):
    """The three contradictions that pruning an alternative."""

    HELD_ELSEWHERE = "held elsewhere"
    """Another player is known to hold the same card."""
    KNOWN_LACK = "known not held"
    """This player is known not to hold it."""
    HAND_FULL = "hand full"
    """This player's known cards fill the hand already."""


@dataclass(frozen=True, slots=True)
class Pruning:
    """Why an alternative was pruned: the rule, and the known nodes that it clashes with."""

    rule: Rule
    causes: tuple["SolverNode", ...]

    def __str__(self) -> str:
        if self.rule is Rule.HAND_FULL:
            held = ", ".join(str(node.fact.card) for node in self.causes if node.fact)
            return f"{self.rule}: {held}" if held else f"{self.rule}: no cards"
        return f"{self.rule}: {self.causes[0].words}"


@final
class SolverNode(TreeBase["SolverNode"]):
    """One node of a `SolverTree`; two nodes are equal only if they are the same node.

    Nodes are made and changed by the tree alone; treat them as read-only.
    """

    def __init__(
        self,
        role: Role,
        parent: "SolverNode | None" = None,
        *,
        info: ClueInfo | None = None,
        fact: Fact | None = None,
        number: int | None = None,
        origin: Origin = Origin.TOLD,
    ):
        self.role = role
        """What the node is in the picture."""
        self.info = info
        """What was told; `None` for the root and for joins."""
        self.fact = fact
        """What this node says if it stands: one card, one holder. `None` where it is no fact."""
        self.number = number
        """The number of the event or info it came with; `None` if it came with none."""
        self.origin = origin
        """Where what it says comes from."""
        self.basis: tuple[int, ...] = ()
        """The numbers of all events told before, if it was counted: it may rest on any of them."""
        self.met_by: SolverNode | None = None
        """Where else this alternative's fact is known from, which meets its branch."""
        self.pruning: Pruning | None = None
        """Why it was pruned out; `None` while it stands."""
        self.parent = parent

    def __reduce__(self) -> tuple[object, ...]:
        # Without its links, which the tree restores: following them would recurse too deeply.
        return _bare, (self.role, self.info, self.fact, self.number, self.origin, self.basis)

    @property
    def is_pruned(self) -> bool:
        """Whether this alternative has been pruned out."""
        return self.pruning is not None

    @property
    def alternatives(self) -> tuple["SolverNode", ...]:
        """A branch's alternatives, pruned ones too; empty for other nodes."""
        return tuple(child for child in self.children if child.role is Role.ALTERNATIVE)

    @property
    def standing(self) -> tuple["SolverNode", ...]:
        """A branch's alternatives that have not been pruned out."""
        return tuple(child for child in self.alternatives if child.pruning is None)

    @property
    def is_known(self) -> bool:
        """Whether the node's fact is certain: told as such, or the only alternative left."""
        if self.role is Role.ALTERNATIVE:
            assert self.parent is not None  # noqa: S101 -- an alternative hangs on its branch
            return self.pruning is None and len(self.parent.standing) == 1
        return self.fact is not None

    @property
    def says(self) -> str:
        """What the node says, in a few words."""
        if self.role is Role.BRANCH and self.info is not None:
            cards = " or ".join(str(card) for card in self.info.cards)
            return f"{self.info.revealing_player or 'somebody'} holds {cards}"
        return str(self.fact or self.info or self.role)

    @property
    def words(self) -> str:
        """What the node says, and the event behind it."""
        return f"{self.says} ({self.source})"

    @property
    def source(self) -> str:
        """What is behind the node, for people: an event's number, the set-up, or counting."""
        return str(self.origin) if self.number is None else f"event {self.number}"

    @property
    def because(self) -> tuple[int, ...]:
        """The numbers of all events this node rests on, through every pruning, in order."""
        numbers: set[int] = set()
        seen: set[SolverNode] = set()
        todo: list[SolverNode] = [self]
        while todo:
            node = todo.pop()
            if node in seen:
                continue
            seen.add(node)
            numbers.update(node.basis)
            if node.number is not None:
                numbers.add(node.number)
            if node.pruning is not None:
                todo.extend(node.pruning.causes)
            elif node.role is Role.ALTERNATIVE and node.is_known and node.parent is not None:
                todo.extend(other for other in node.parent.alternatives if other is not node)
        return tuple(sorted(numbers))

    def __repr__(self) -> str:
        state = f" pruned ({self.pruning})" if self.pruning else ""
        return f"<SolverNode {self.role}: {self.words}{state}>"


def _bare(  # noqa: PLR0917 -- a node's own parts
    role: Role,
    info: ClueInfo | None,
    fact: Fact | None,
    number: int | None,
    origin: Origin,
    basis: tuple[int, ...],
) -> SolverNode:
    node = SolverNode(role, info=info, fact=fact, number=number, origin=origin)
    node.basis = basis
    return node


class Links(NamedTuple):
    """How some nodes of a tree refer to each other, by their places in a list."""

    parents: tuple[int | None, ...]
    met_by: tuple[int | None, ...]
    prunings: tuple[tuple[Rule, tuple[int, ...]] | None, ...]

    @classmethod
    def of(cls, nodes: Sequence[SolverNode]) -> "Links":
        """Return the links between all nodes of a tree."""
        at = {id(node): place for place, node in enumerate(nodes)}
        return cls(
            tuple(None if node.parent is None else at[id(node.parent)] for node in nodes),
            tuple(None if node.met_by is None else at[id(node.met_by)] for node in nodes),
            tuple(
                None
                if node.pruning is None
                else (node.pruning.rule, tuple(at[id(cause)] for cause in node.pruning.causes))
                for node in nodes
            ),
        )

    def restore(self, nodes: Sequence[SolverNode]) -> None:
        """Link nodes that have no links yet."""
        for node, parent, met_by, pruning in zip(nodes, *self, strict=True):
            node.parent = None if parent is None else nodes[parent]
            node.met_by = None if met_by is None else nodes[met_by]
            if pruning is not None:
                rule, causes = pruning
                node.pruning = Pruning(rule, tuple(nodes[cause] for cause in causes))


def branch_out(
    root: SolverNode, info: ClueInfo, claim: OneOf, number: int | None, origin: Origin
) -> SolverNode:
    """Hang a branch under the root: an alternative for each option, and where they rejoin."""
    branch = SolverNode(Role.BRANCH, root, info=info, number=number, origin=origin)
    for fact in claim.options:
        SolverNode(Role.ALTERNATIVE, branch, info=info, fact=fact, number=number, origin=origin)
    SolverNode(Role.JOIN, branch, number=number, origin=origin)
    return branch


def verify_info(info: object) -> None:
    """Raise unless it is an info.

    Raises:
        InvalidInfoError: If it is something else.
    """
    if not isinstance(info, ClueInfo):
        raise InvalidInfoError(f"info must be a ClueInfo, got {brief(info)}")
