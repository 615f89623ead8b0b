"""The nodes of the tree, and the reasons for pruning."""

from dataclasses import dataclass
from enum import StrEnum
from typing import final

from cluetree.cards import ClueCard
from cluetree.claims import Claim, Fact, Quota
from cluetree.tree._anytree import TreeBase
from cluetree.tree.java import Told


@dataclass(frozen=True, slots=True)
class FaceUp:
    """The claim of the set-up that a card is face-up, so that no player holds it."""

    card: ClueCard

    def __str__(self) -> str:
        return f"{self.card} lies face-up"


class Role(StrEnum):
    """The role of a node in the tree."""

    ROOT = "root"
    SINGLE = "single"
    """A known answer: one node, with nothing below it."""
    BRANCH = "branch"
    """The point where an unseen show splits into alternatives."""
    ALTERNATIVE = "alternative"
    """One card that the player may have shown."""
    JOIN = "join"
    """The point where the alternatives rejoin: the order of events does not matter."""


class Origin(StrEnum):
    """The origin of the information in a node."""

    SETUP = "set-up"
    """The hands and the face-up cards, before the first turn."""
    TOLD = "told"
    """An event at the table."""
    COUNTED = "counting"
    """A fact found by counting, beyond the rules."""


class Rule(StrEnum):
    """The contradictions that prune an alternative."""

    HELD_ELSEWHERE = "held elsewhere"
    """Another player is known to hold the same card."""
    KNOWN_LACK = "known not held"
    """This player is known not to hold it."""
    HAND_FULL = "hand full"
    """This player's known cards fill the hand already."""
    QUOTA_FULL = "no more of these"
    """As many of the branch's alternatives as can be true are known."""


@dataclass(frozen=True, slots=True)
class Pruning:
    """The reason for pruning: a rule, and the known nodes that contradict the alternative."""

    rule: Rule
    causes: tuple["SolverNode", ...]

    def __str__(self) -> str:
        if self.rule in {Rule.HAND_FULL, Rule.QUOTA_FULL}:
            held = ", ".join(str(node.fact.card) for node in self.causes if node.fact)
            return f"{self.rule}: {held}" if held else f"{self.rule}: no cards"
        return f"{self.rule}: {self.causes[0].words}"


@final
class SolverNode(TreeBase["SolverNode"]):
    """One node of a `SolverTree`, compared by identity.

    Only the tree creates and changes nodes; treat them as read-only.
    """

    def __init__(
        self,
        role: Role,
        parent: "SolverNode | None" = None,
        *,
        claim: Claim | FaceUp | None = None,
        told: Told | None = None,
        number: int | None = None,
        origin: Origin = Origin.TOLD,
    ):
        self.role = role
        """The role of the node in the tree."""
        self.claim = claim
        """The claim that the node states; `None` for the root and for joins."""
        self.fact: Fact | None = claim if isinstance(claim, Fact) else None
        """The same claim if it is a fact, else `None`."""
        self.told = told
        """The event or info that states the claim; `None` for the set-up and counted facts."""
        self.number = number
        """The number of its event or info, if any."""
        self.origin = origin
        """The origin of its information."""
        self.basis: tuple[int, ...] = ()
        """For a counted fact: the numbers of all earlier events, each of which it may depend on."""
        self.met_by: SolverNode | None = None
        """The other node that states this alternative's fact, if any."""
        self.pruning: Pruning | None = None
        """The reason for pruning; `None` if the node is not pruned."""
        self.attach(parent)

    @property
    def is_pruned(self) -> bool:
        """Whether this alternative is pruned."""
        return self.pruning is not None

    @property
    def alternatives(self) -> tuple["SolverNode", ...]:
        """All alternatives of a branch, including pruned ones; empty for other nodes."""
        return tuple(child for child in self.children if child.role is Role.ALTERNATIVE)

    @property
    def standing(self) -> tuple["SolverNode", ...]:
        """The alternatives of a branch that are not pruned."""
        return tuple(child for child in self.alternatives if child.pruning is None)

    @property
    def is_known(self) -> bool:
        """Whether the node's fact is certain: stated by an event, or no alternative is spare.

        For a show, this is the only alternative left.
        """
        if self.role is Role.ALTERNATIVE:
            assert self.parent is not None  # noqa: S101 -- the parent is the branch
            return self.pruning is None and len(self.parent.standing) == self.parent.quota.least
        return self.fact is not None

    @property
    def quota(self) -> Quota:
        """The claim of a branch."""
        assert isinstance(self.claim, Quota)  # noqa: S101 -- by the role
        return self.claim

    @property
    def says(self) -> str:
        """The content of the node in a few words."""
        if isinstance(self.claim, Quota) and (self.claim.accusation or not self.claim.facts):
            return str(self.told)  # the claim does not say who accused, or which cards were asked
        return str(self.claim or self.role)

    @property
    def words(self) -> str:
        """The content of the node with its source."""
        return f"{self.says} ({self.source})"

    @property
    def source(self) -> str:
        """The source of the node in words: an event, the set-up, or counting."""
        return str(self.origin) if self.number is None else f"event {self.number}"

    @property
    def because(self) -> tuple[int, ...]:
        """The numbers of all events that the node depends on, including prunings, in order."""
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
