"""The certain facts of the tree, their contradictions, the evidence to count, and the answer."""

from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import prod

from more_itertools import only

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.claims import Fact, OneOf
from cluetree.deduction import Frame, union
from cluetree.evidence import Evidence
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


class Ledger:
    """Every certain fact, with the first node that established it.

    A fact that contradicts an earlier one is not entered, so the earlier facts stay readable.
    """

    def __init__(self, hand_sizes: Mapping[str, int | None]):
        self._sizes = {**hand_sizes, ENVELOPE.name: ENVELOPE.hand_size}
        self._holder: dict[ClueCard, SolverNode] = {}
        self._hands: dict[str, dict[ClueCard, SolverNode]] = {}
        self._lacks: dict[tuple[str, ClueCard], SolverNode] = {}
        self._face_up: dict[ClueCard, SolverNode] = {}

    def holder(self, card: ClueCard) -> SolverNode | None:
        """Return the node that places the card in a hand or the envelope."""
        return self._holder.get(card)

    def face_up(self, card: ClueCard) -> SolverNode | None:
        """Return the node that places the card face-up."""
        return self._face_up.get(card)

    def lack(self, player: str, card: ClueCard) -> SolverNode | None:
        """Return the node that rules the card out for this player."""
        return self._lacks.get((player, card))

    def hand(self, player: str) -> Mapping[ClueCard, SolverNode]:
        """Return the known cards of a player, each with its node."""
        return self._hands.get(player, {})

    def no_room(self, player: str, card: ClueCard) -> tuple[SolverNode, ...] | None:
        """Return the nodes that fill a hand, or `None` if the hand can hold another card.

        A hand of unknown size is never full. The envelope holds one card of each category.
        """
        hand = self.hand(player)
        if player == ENVELOPE.name:
            same = tuple(node for c, node in hand.items() if c.category is card.category)
            return same or None
        size = self._sizes.get(player)
        return tuple(hand.values()) if size is not None and len(hand) >= size else None

    def enter_face_up(self, card: ClueCard, node: SolverNode) -> Clash | None:
        """Enter a face-up card; return a contradiction, if any."""
        holder = self._holder.get(card)
        if holder is not None:
            return Clash(ClashKind.OPPOSITES, (holder, node))
        self._face_up.setdefault(card, node)
        return None

    def pruning(self, fact: Fact) -> Pruning | None:
        """Return why this alternative is impossible; `None` if it is possible."""
        holder = self.holder(fact.card)
        if holder is not None and holder.fact is not None:
            same = holder.fact.player == fact.player
            return None if same else Pruning(Rule.HELD_ELSEWHERE, (holder,))
        face_up = self.face_up(fact.card)
        if face_up is not None:
            return Pruning(Rule.HELD_ELSEWHERE, (face_up,))
        lack = self.lack(fact.player, fact.card)
        if lack is not None:
            return Pruning(Rule.KNOWN_LACK, (lack,))
        full = self.no_room(fact.player, fact.card)
        return Pruning(Rule.HAND_FULL, full) if full is not None else None

    def knows(self, fact: Fact) -> bool:
        """Return whether the fact has been entered."""
        if fact.holds:
            return fact.card in self.hand(fact.player)
        return (fact.player, fact.card) in self._lacks

    def enter(self, node: SolverNode, fact: Fact) -> Clash | None:
        """Enter a certain fact; return the contradiction instead, if there is one."""
        against = self._against(fact)
        if against is not None:
            return Clash(ClashKind.OPPOSITES, (against, node))
        if not fact.holds:
            self._lacks.setdefault((fact.player, fact.card), node)
            return None
        full = self.no_room(fact.player, fact.card)
        if full is not None:
            return Clash(ClashKind.NO_ROOM, (*full, node))
        self._holder[fact.card] = node
        self._hands.setdefault(fact.player, {})[fact.card] = node
        return None

    def _against(self, fact: Fact) -> SolverNode | None:
        if not fact.holds:
            return self.hand(fact.player).get(fact.card)
        return (
            self._holder.get(fact.card)
            or self._face_up.get(fact.card)
            or self._lacks.get((fact.player, fact.card))
        )

    def evidence(
        self,
        frame: Frame,
        found: AbstractSet[ClueCard],
        branches: Iterable[tuple[Fact, ...]],
        failed: Iterable[ClueGuess],
    ) -> Evidence:
        """Return the evidence to count, closed under direct consequences.

        Args:
            frame: The numbers of cards and places.
            found: The cards found to be in the envelope.
            branches: The open branches, each as its remaining alternatives.
            failed: The triples of failed accusations.
        """
        deck = frame.edition.cards
        face_up = frame.set_of(card for card in deck if self.face_up(card) is not None)
        held = [frame.set_of(self.hand(name)) for name in frame.names]
        held[-1] |= frame.set_of(found)
        settled = face_up | union(held)
        lacked = [settled] * len(held)
        for name, card in self._lacks:
            lacked[frame.place(name)] |= frame.bit(card)
        for place, size in enumerate(frame.sizes):
            if size is not None and held[place].bit_count() >= size:
                lacked[place] = frame.deck
        for category in frame.categories:
            if held[-1] & category:
                lacked[-1] |= category
        opened = (frame.branch(OneOf(standing)) for standing in branches)
        return Evidence(
            frame,
            face_up,
            tuple(held),
            tuple(all_ & ~there for all_, there in zip(lacked, held, strict=True)),
            tuple(
                dict.fromkeys(
                    branch for branch in opened if not any(held[p] & cards for p, cards in branch)
                )
            ),
            frozenset(map(frame.set_of, failed)),
        )


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


class Envelope:
    """The conclusions of a ledger about the three hidden cards.

    Attributes:
        findings: The card found for each category, if any.
        clashes: The contradictions about the envelope.
    """

    def __init__(
        self,
        edition: Edition,
        players: Iterable[str],
        ledger: Ledger,
        failed: Mapping[ClueGuess, SolverNode],
    ):
        self._edition = edition
        self._players = tuple(players)
        self._ledger = ledger
        self._failed = failed
        self.findings: dict[Category, Finding] = {}
        self.clashes: list[Clash] = []
        for category in Category:
            self._find(category)
        if not self.clashes:
            self._count_triples()

    def _account(self, card: ClueCard) -> SolverNode | None:
        """Return the node that rules the card out of the envelope."""
        holder = self._ledger.holder(card)
        if holder is not None and card not in self._ledger.hand(ENVELOPE.name):
            return holder
        return self._ledger.face_up(card) or self._ledger.lack(ENVELOPE.name, card)

    def _accounts(self, cards: Iterable[ClueCard]) -> tuple[SolverNode, ...]:
        return _present(self._account(card) for card in cards)

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
        for card, node in self._ledger.hand(ENVELOPE.name).items():
            if card in cards:
                counted = node.origin is Origin.COUNTED
                yield Finding(card, Way.COUNTED if counted else Way.TOLD, (node,))
        left = self.candidates(category)
        accounts = self._accounts(cards)
        if not left:
            self.clashes.append(Clash(ClashKind.NONE_HIDDEN, accounts))
        elif len(left) == 1:
            yield Finding(left[0], Way.ELIMINATION, accounts)
        for card in cards:
            lacks = _present(self._ledger.lack(player, card) for player in self._players)
            if len(lacks) < len(self._players) or self._ledger.face_up(card) is not None:
                continue
            not_hidden = self._ledger.lack(ENVELOPE.name, card)
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


def _present(nodes: Iterable[SolverNode | None]) -> tuple[SolverNode, ...]:
    return tuple(node for node in nodes if node is not None)
