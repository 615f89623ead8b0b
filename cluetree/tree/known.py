"""The certain facts of the tree, their contradictions, and the answer."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import prod
from typing import Final

from more_itertools import only

from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.claims import Fact
from cluetree.evidence import Frame, Marks, union
from cluetree.table import ENVELOPE
from cluetree.tree.node import Origin, Pruning, Rule, SolverNode


class ClashKind(StrEnum):
    """The kind of contradiction between nodes."""

    OPPOSITES = "cannot both be true"
    """Two facts exclude each other; the new one comes last."""
    NO_ROOM = "no room in the hand"
    """The hand is full, or the envelope has a card of the category; the new card comes last."""
    NO_SHOWER = "no player is left who can have shown"
    """A branch has no alternatives."""
    ALL_PRUNED = "no alternative is left"
    """All alternatives of a branch are pruned."""
    TOO_FEW = "too few alternatives are left"
    """More alternatives of a branch are pruned than can be false."""
    TOO_MANY = "too many of these"
    """More alternatives of a branch are known than can be true."""
    TWO_HIDDEN = "two cards of a category in the envelope"
    """Two ways find different cards for the envelope."""
    NONE_HIDDEN = "no card of a category is left for the envelope"
    """No card of a category can be in the envelope."""
    NOWHERE = "the card is nowhere"
    """Every player and the envelope lack the card."""
    NO_TRIPLE = "every triple left is a failed accusation"
    """Failed accusations rule out every triple."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Known nodes that cannot all be true."""

    kind: ClashKind
    nodes: tuple[SolverNode, ...]

    @property
    def causes(self) -> tuple[int, ...]:
        """The numbers of the events used, in order; the set-up has none."""
        return tuple(sorted({number for node in self.nodes for number in node.because}))

    def __str__(self) -> str:
        return f"{self.kind}: {'; '.join(node.words for node in self.nodes)}"


_CLASHES: Final = {
    Rule.HELD_ELSEWHERE: ClashKind.OPPOSITES,
    Rule.KNOWN_LACK: ClashKind.OPPOSITES,
    Rule.HAND_FULL: ClashKind.NO_ROOM,
    Rule.QUOTA_FULL: ClashKind.TOO_MANY,
}
"""The contradictions of a known fact, by the rule that would prune it as an alternative."""


class Room:
    """A quota of a card, of a hand, of a category in the envelope, or of a branch.

    Attributes:
        rule: The rule that prunes when it is full.
        most: How many of its cards can be there; `None` for a hand of unknown size.
        known: The cards known to be there in the order found, each with its node.
        alternatives: The alternatives that take one of its cards.
        stated: The node that states the quota, unless the set-up does.
    """

    def __init__(self, rule: Rule, most: int | None, *stated: SolverNode):
        self.rule: Rule = rule
        self.most: int | None = most
        self.stated: tuple[SolverNode, ...] = stated
        self.known: dict[ClueCard, SolverNode] = {}
        self.alternatives: list[SolverNode] = []

    @property
    def is_full(self) -> bool:
        """Whether no more of its cards can be there."""
        return self.most is not None and len(self.known) >= self.most


class KnownFacts(Marks):
    """The certain facts that nodes state, each with the first such node.

    A fact that contradicts an earlier one is not entered, so the earlier facts stay readable.

    Attributes:
        clashes: The contradictions found, in order.
        cards: The room of each card.
        hands: The room of each hand, by name.
        hidden: The room of each category in the envelope.
    """

    def __init__(self, frame: Frame):
        super().__init__(frame)
        self.clashes: list[Clash] = []
        self.cards: dict[ClueCard, Room] = {
            card: Room(Rule.HELD_ELSEWHERE, 1) for card in frame.edition.cards
        }
        self.hands: dict[str, Room] = {
            hand.name: Room(Rule.HAND_FULL, hand.hand_size) for hand in frame.hands
        }
        self.hidden: dict[Category, Room] = {
            category: Room(Rule.HAND_FULL, 1) for category in Category
        }
        self._branches = defaultdict[tuple[str, ClueCard], list[Room]](list)
        self._nodes: dict[tuple[str, ClueCard, bool], SolverNode] = {}

    def node(self, name: str, card: ClueCard, *, holds: bool) -> SolverNode | None:
        """Return the node of the fact that a place holds or lacks a card."""
        return self._nodes.get((name, card, holds))

    def knows(self, fact: Fact) -> bool:
        """Return whether the fact has been entered."""
        return (fact.player, fact.card, fact.holds) in self._nodes

    def rooms(self, fact: Fact) -> tuple[Room, ...]:
        """Return the quotas that a card counts for at a place: its own, the hand's, branches'."""
        card, hand = fact.card, self.hands.get(fact.player)
        both = self.cards[card], hand or self.hidden[card.category]
        return (*both, *self._branches.get((fact.player, card), ())) if self._branches else both

    def limit(self, branch: SolverNode) -> None:
        """Open the quota of a branch, of which too many may be known already."""
        room = Room(Rule.QUOTA_FULL, branch.quota.most, branch)
        for fact in branch.quota.facts:
            self._branches[fact.player, fact.card].append(room)
            node = self.node(fact.player, fact.card, holds=True)
            if node is not None:
                room.known[fact.card] = node
        if len(room.known) > branch.quota.most:
            self.clashes.append(Clash(ClashKind.TOO_MANY, (branch, *room.known.values())))

    def pruning(self, fact: Fact) -> Pruning | None:
        """Return why a fact is impossible; `None` if it is possible or known."""
        if self.knows(fact):
            return None
        opposite = self.node(fact.player, fact.card, holds=not fact.holds)
        for room in self.rooms(fact) if fact.holds else ():
            if room.is_full:
                return Pruning(room.rule, (*room.stated, *room.known.values()))
            if opposite is not None:  # the card's room comes first: it explains more
                break
        return None if opposite is None else Pruning(Rule.KNOWN_LACK, (opposite,))

    def enter_open(self, node: SolverNode, card: ClueCard) -> None:
        """Enter a face-up card of the set-up."""
        located = self.cards[card].known.setdefault(card, node)
        if located is node:
            self.lay_open((card,))
        elif located.claim != node.claim:
            self.clashes.append(Clash(ClashKind.OPPOSITES, (located, node)))

    def enter(self, node: SolverNode, fact: Fact) -> bool:
        """Enter a certain fact; return whether it is new and contradicts no earlier one."""
        if self.knows(fact):
            return False
        against = self.pruning(fact)
        if against is not None:
            self.clashes.append(Clash(_CLASHES[against.rule], (*against.causes, node)))
            return False
        self._nodes[fact.player, fact.card, fact.holds] = node
        for room in self.rooms(fact) if fact.holds else ():
            room.known.setdefault(fact.card, node)
        self.take(fact)
        return True


# The answer


class Way(StrEnum):
    """The way in which the tree found a card of the envelope."""

    TOLD = "told"
    """An event states it: a correct accusation, or a fact about the envelope."""
    ELIMINATION = "all others accounted for"
    """No other card of the category can be in the envelope."""
    ALL_LACK = "every player lacks it"
    """Every player lacks the card, and it does not lie face-up."""
    COUNTED = "counted"
    """The card is in the envelope in every deal that fits."""
    FAILED_GUESSES = "the other triples are failed accusations"
    """Failed accusations leave one triple."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A card of the envelope, how the tree found it, and the nodes used."""

    card: ClueCard
    way: Way
    nodes: tuple[SolverNode, ...]

    @property
    def because(self) -> tuple[int, ...]:
        """The numbers of the events used, in order; the set-up has none."""
        return tuple(sorted({number for node in self.nodes for number in node.because}))

    def __str__(self) -> str:
        return f"{self.card}: {self.way}"


class EnvelopeFindings:
    """The conclusions of known facts about the three hidden cards.

    Attributes:
        findings: The card found for each category, if any.
        clashes: The contradictions about the envelope.
    """

    def __init__(self, known: KnownFacts, failed: Mapping[ClueGuess, SolverNode]):
        self.findings: dict[Category, Finding] = {}
        self.clashes: list[Clash] = []
        self._known = known
        self._edition = known.frame.edition
        nodes = ((card, self._elsewhere(card)) for card in self._edition.cards)
        self._accounts = {card: node for card, node in nodes if node is not None}
        for category in Category:
            self._find(category)
        if not self.clashes:
            self._count_triples(failed)

    def _elsewhere(self, card: ClueCard) -> SolverNode | None:
        """Return the node that rules the card out of the envelope."""
        if card in self._known.hidden[card.category].known:
            return None
        located = self._known.cards[card].known.get(card)
        return located or self._known.node(ENVELOPE, card, holds=False)

    def candidates(self, category: Category) -> tuple[ClueCard, ...]:
        """Return the found card, or all cards that can be in the envelope."""
        if category in self.findings:
            return (self.findings[category].card,)
        return tuple(card for card in self._edition.of(category) if card not in self._accounts)

    def _find(self, category: Category) -> None:
        # Prefer a way by rules to one by counting: it explains more.
        ways = sorted(self._ways(category), key=_counted)
        others = [finding for finding in ways if finding.card != ways[0].card]
        if others:
            nodes = (*ways[0].nodes, *others[0].nodes)
            self.clashes.append(Clash(ClashKind.TWO_HIDDEN, nodes))
        elif ways:
            self.findings[category] = ways[0]

    def _ways(self, category: Category) -> Iterator[Finding]:
        known, frame, cards = self._known, self._known.frame, self._edition.of(category)
        for card, node in known.hidden[category].known.items():
            way = Way.COUNTED if node.origin is Origin.COUNTED else Way.TOLD
            yield Finding(card, way, (node,))
        left = self.candidates(category)
        accounts = tuple(self._accounts[card] for card in cards if card in self._accounts)
        if not left:
            self.clashes.append(Clash(ClashKind.NONE_HIDDEN, accounts))
        elif len(left) == 1:
            yield Finding(left[0], Way.ELIMINATION, accounts)
        nowhere = frame.deck & ~union(known.may[:-1])
        for card in frame.cards(nowhere & frame.set_of(cards)):
            nodes = (known.node(name, card, holds=False) for name in frame.names)
            lacks = tuple(filter(None, nodes))
            if known.may[-1] & frame.bit(card):
                yield Finding(card, Way.ALL_LACK, lacks)
            else:
                self.clashes.append(Clash(ClashKind.NOWHERE, lacks))

    def _count_triples(self, failed: Mapping[ClueGuess, SolverNode]) -> None:
        # The triples are listed only if failed accusations can rule out all but one of them.
        candidates = [self.candidates(category) for category in Category]
        if len(failed) < prod(map(len, candidates)) - 1:
            return
        triples = {ClueGuess(*cards) for cards in product(*candidates)}
        ruled_out = (node for guess, node in failed.items() if guess in triples)
        found = (node for finding in self.findings.values() for node in finding.nodes)
        used = (*ruled_out, *self._accounts.values(), *found)
        left = triples.difference(failed)
        if not left:
            self.clashes.append(Clash(ClashKind.NO_TRIPLE, used))
        elif len(left) == 1:
            for card in only(left, ()):
                self.findings.setdefault(card.category, Finding(card, Way.FAILED_GUESSES, used))


def _counted(finding: Finding) -> int:
    return sum(node.origin is Origin.COUNTED for node in finding.nodes)
