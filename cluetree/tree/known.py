"""The certain facts of the tree, their contradictions, and the evidence to count."""

from collections.abc import Iterable, Mapping, Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from cluetree.cards import ClueCard, ClueGuess
from cluetree.claims import Fact, OneOf
from cluetree.deduction import Frame, union
from cluetree.evidence import Evidence
from cluetree.table import ENVELOPE
from cluetree.tree.node import Pruning, Rule, SolverNode


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
