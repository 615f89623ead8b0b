"""The certain facts of the tree, their contradictions, the evidence to count, and the answer."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import prod
from typing import Final

from more_itertools import only

from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.claims import Fact
from cluetree.evidence import Bounds, Evidence, Frame, Marks, bits, union
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
    """

    def __init__(self, rule: Rule, most: int | None):
        self.rule = rule
        self.most = most
        self.known: dict[ClueCard, SolverNode] = {}
        self.alternatives: list[SolverNode] = []

    @property
    def is_full(self) -> bool:
        """Whether no more of its cards can be there."""
        return self.most is not None and len(self.known) >= self.most


class KnownFacts(Marks):
    """The certain facts that nodes state, each with the first such node.

    A fact that contradicts an earlier one is not entered, so the earlier facts stay readable.
    """

    def __init__(self, frame: Frame):
        super().__init__(frame)
        self._nodes: dict[tuple[str, ClueCard], SolverNode] = {}
        """The node that settles whether a place has a card."""
        self._cards = {card: Room(Rule.HELD_ELSEWHERE, 1) for card in frame.edition.cards}
        self._hands = {hand.name: Room(Rule.HAND_FULL, hand.hand_size) for hand in frame.hands}
        self._hidden = {category: Room(Rule.HAND_FULL, 1) for category in Category}
        self._branches = defaultdict[tuple[str, ClueCard], list[Room]](list)
        self._alternatives = Counter[Fact]()
        self._standing = [0] * len(frame.names)
        """For each place, the cards of the alternatives that are not pruned."""

    def node(self, name: str, card: ClueCard, *, holds: bool) -> SolverNode | None:
        """Return the node of the fact that a place holds or lacks a card."""
        node = self._nodes.get((name, card))
        return node if node is not None and node.fact and node.fact.holds is holds else None

    def rooms(self, fact: Fact) -> tuple[Room, ...]:
        """Return the quotas that a card counts for at a place: its own, the hand's, branches'."""
        card, hand = fact.card, self._hands.get(fact.player)
        both = self._cards[card], hand or self._hidden[card.category]
        return (*both, *self._branches.get((fact.player, card), ())) if self._branches else both

    def limit(self, branch: SolverNode) -> Clash | None:
        """Open the quota of a branch; return the contradiction, if too many are known already."""
        room = Room(Rule.QUOTA_FULL, branch.quota.most)
        for fact in branch.quota.facts:
            self._branches[fact.player, fact.card].append(room)
            node = self.node(fact.player, fact.card, holds=True)
            if node is not None:
                room.known[fact.card] = node
        is_over = len(room.known) > branch.quota.most
        return Clash(ClashKind.TOO_MANY, (branch, *room.known.values())) if is_over else None

    def locating(self, card: ClueCard) -> SolverNode | None:
        """Return the node that places the card in a hand, in the envelope or face-up."""
        known = self._cards[card].known
        return next(iter(known.values())) if known else None

    def hand(self, name: str) -> Mapping[ClueCard, SolverNode]:
        """Return the known cards of a hand in the order found, each with its node."""
        return self._hands[name].known

    def hidden(self, category: Category) -> Mapping[ClueCard, SolverNode]:
        """Return the known card of a category in the envelope, if any, with its node."""
        return self._hidden[category].known

    def pruning(self, fact: Fact) -> Pruning | None:
        """Return why this alternative is impossible; `None` if it is possible."""
        return None if self.knows(fact) else self._against(fact)

    def _against(self, fact: Fact) -> Pruning | None:
        """Return why a positive fact that is not known is impossible."""
        lack = self.node(fact.player, fact.card, holds=False)
        for room in self.rooms(fact):
            if room.is_full:
                return Pruning(room.rule, tuple(room.known.values()))
            if lack is not None:  # the card's room comes first: it explains more
                break
        return None if lack is None else Pruning(Rule.KNOWN_LACK, (lack,))

    def knows(self, fact: Fact) -> bool:
        """Return whether the fact has been entered."""
        return self.node(fact.player, fact.card, holds=fact.holds) is not None

    def enter_open(self, node: SolverNode, card: ClueCard) -> Clash | None:
        """Enter a face-up card of the set-up; return the contradiction instead, if any."""
        located = self._cards[card].known.setdefault(card, node)
        if located is node:
            self.lay_open((card,))
        elif located.claim != node.claim:
            return Clash(ClashKind.OPPOSITES, (located, node))
        return None

    def enter(self, node: SolverNode, fact: Fact) -> Clash | None:
        """Enter a certain fact; return the contradiction instead, if any."""
        if fact.holds:
            against = self._against(fact)
            if against is not None:
                return Clash(_CLASHES[against.rule], (*against.causes, node))
        elif opposite := self.node(fact.player, fact.card, holds=True):
            return Clash(ClashKind.OPPOSITES, (opposite, node))
        self._nodes.setdefault((fact.player, fact.card), node)
        for room in self.rooms(fact) if fact.holds else ():
            room.known.setdefault(fact.card, node)
        self.take(fact)
        return None

    def count_alternative(self, fact: Fact | None, change: int) -> None:
        """Count an alternative that is new (1) or pruned (-1)."""
        if fact is None:
            return
        self._alternatives[fact] += change
        place, bit = self.frame.place(fact.player), self.frame.bit(fact.card)
        self._standing[place] &= ~bit
        self._standing[place] |= bit if self._alternatives[fact] else 0

    def news(self, found: Sequence[int], known: Evidence, *, holds: bool) -> list[Fact]:
        """Return the facts, given as cards for each place, that a tree does not show yet.

        They are unknown, or contradict an alternative that is not pruned.
        """
        pairs: list[tuple[int, str]] = []
        for place, (name, cards) in enumerate(zip(self.frame.names, found, strict=True)):
            entered = self.held[place] if holds else ~self.may[place]
            settled = known.held[place] | ~known.may[place]
            contradicting = 0 if holds else self._standing[place]
            pairs += [(at, name) for at in bits(cards & ~entered & (~settled | contradicting))]
        deck = self.frame.edition.cards
        return [Fact(name, deck[at], holds) for at, name in sorted(pairs)]

    def evidence(
        self,
        found: Iterable[ClueCard],
        quotas: Iterable[Bounds],
    ) -> Evidence:
        """Return the evidence to count, closed under direct consequences.

        The quotas have their remaining alternatives.
        """
        frame, marks = self.frame, Marks.copy(self)
        marks.hold(frame.envelope, frame.set_of(found))
        marks.prune_elsewhere()
        marks.prune_full()
        marks.quotas += quotas
        return Evidence.of(marks)


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

    def __init__(
        self,
        known: KnownFacts,
        failed: Mapping[ClueGuess, SolverNode],
    ):
        self._known = known
        self._edition = known.frame.edition
        self._players = known.frame.names[:-1]
        self._failed = failed
        self.findings: dict[Category, Finding] = {}
        self.clashes: list[Clash] = []
        for category in Category:
            self._find(category)
        if not self.clashes:
            self._count_triples()

    def _account(self, card: ClueCard) -> SolverNode | None:
        """Return the node that rules the card out of the envelope."""
        if self._known.node(ENVELOPE.name, card, holds=True) is not None:
            return None
        return self._known.locating(card) or self._known.node(ENVELOPE.name, card, holds=False)

    def _accounts(self, cards: Iterable[ClueCard]) -> tuple[SolverNode, ...]:
        return tuple(filter(None, map(self._account, cards)))

    def candidates(self, category: Category) -> tuple[ClueCard, ...]:
        """Return the found card, or all cards that can be in the envelope."""
        if category in self.findings:
            return (self.findings[category].card,)
        return tuple(c for c in self._edition.of(category) if self._account(c) is None)

    def _find(self, category: Category) -> None:
        # Prefer a way by rules to one by counting: it explains more.
        ways = sorted(self._ways(category), key=_counted)
        if len({finding.card for finding in ways}) > 1:
            first = ways[0]
            last = next(finding for finding in ways if finding.card != first.card)
            self.clashes.append(Clash(ClashKind.TWO_HIDDEN, (*first.nodes, *last.nodes)))
        elif ways:
            self.findings[category] = ways[0]

    def _ways(self, category: Category) -> Iterator[Finding]:
        cards = self._edition.of(category)
        for card, node in self._known.hidden(category).items():
            counted = node.origin is Origin.COUNTED
            yield Finding(card, Way.COUNTED if counted else Way.TOLD, (node,))
        left = self.candidates(category)
        accounts = self._accounts(cards)
        if not left:
            self.clashes.append(Clash(ClashKind.NONE_HIDDEN, accounts))
        elif len(left) == 1:
            yield Finding(left[0], Way.ELIMINATION, accounts)
        frame, known = self._known.frame, self._known
        nowhere = frame.deck & ~union(known.may[:-1])
        for card in frame.cards(nowhere & frame.set_of(cards)):
            nodes = (known.node(name, card, holds=False) for name in self._players)
            lacks = tuple(filter(None, nodes))
            not_hidden = self._known.node(ENVELOPE.name, card, holds=False)
            if not_hidden is not None:
                self.clashes.append(Clash(ClashKind.NOWHERE, (*lacks, not_hidden)))
            else:
                yield Finding(card, Way.ALL_LACK, lacks)

    def _count_triples(self) -> None:
        # The triples are listed only if failed accusations can rule out all but one of them.
        candidates = [self.candidates(category) for category in Category]
        if len(self._failed) < prod(map(len, candidates)) - 1:
            return
        triples = {ClueGuess(*cards) for cards in product(*candidates)}
        failed = tuple(node for guess, node in self._failed.items() if guess in triples)
        accounts = self._accounts(self._edition.cards)
        found = tuple(node for finding in self.findings.values() for node in finding.nodes)
        used = (*failed, *accounts, *found)
        left = triples.difference(self._failed)
        if not left:
            self.clashes.append(Clash(ClashKind.NO_TRIPLE, used))
        elif len(left) == 1:
            for card in only(left, ()):
                self.findings.setdefault(card.category, Finding(card, Way.FAILED_GUESSES, used))

    @property
    def answer(self) -> ClueGuess | None:
        """The three cards, once all are found without a contradiction."""
        if self.clashes or len(self.findings) < len(Category):
            return None
        return ClueGuess(*(self.findings[category].card for category in Category))


def _counted(finding: Finding) -> int:
    return sum(node.origin is Origin.COUNTED for node in finding.nodes)
