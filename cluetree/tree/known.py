"""The ledger of what the tree knows for certain, and where two certainties clash."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from cluetree.cards import ClueCard
from cluetree.claims import Fact
from cluetree.table import ENVELOPE
from cluetree.tree.node import Pruning, Rule, SolverNode


class ClashKind(StrEnum):
    """What is wrong with some nodes."""

    OPPOSITES = "cannot both be true"
    """Two facts that exclude each other; the new one comes last."""
    NO_ROOM = "no room in the hand"
    """A hand is full, or the envelope has a card of the category; the new card comes last."""
    NO_SHOWER = "no player is left who can have shown"
    """A branch without alternatives."""
    ALL_PRUNED = "no alternative is left"
    """A branch whose alternatives are all pruned."""
    TWO_HIDDEN = "two cards of a category in the envelope"
    """Two ways lead to different cards of the envelope."""
    NONE_HIDDEN = "no card of a category is left for the envelope"
    """Every card of a category is accounted for."""
    NOWHERE = "the card is nowhere"
    """Every player lacks a card, and so does the envelope."""
    NO_TRIPLE = "every triple left is a failed accusation"
    """No triple is left for the envelope."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Known nodes that cannot all be true."""

    kind: ClashKind
    nodes: tuple[SolverNode, ...]

    @property
    def causes(self) -> tuple[int, ...]:
        """The numbers of the events it rests on, in order; the set-up has none."""
        return tuple(sorted({number for node in self.nodes for number in node.because}))

    def __str__(self) -> str:
        return f"{self.kind}: {'; '.join(node.words for node in self.nodes)}"


class Ledger:
    """Every certain fact, with the first node that made it certain.

    A fact that clashes with an earlier one is not entered, so that what was known before an
    impossible entry stays readable.
    """

    def __init__(self, hand_sizes: Mapping[str, int | None]):
        self._sizes = {**hand_sizes, ENVELOPE.name: ENVELOPE.hand_size}
        self._holder: dict[ClueCard, SolverNode] = {}
        self._hands: dict[str, dict[ClueCard, SolverNode]] = {}
        self._lacks: dict[tuple[str, ClueCard], SolverNode] = {}
        self._face_up: dict[ClueCard, SolverNode] = {}

    def holder(self, card: ClueCard) -> SolverNode | None:
        """Return the node by which a player or the envelope is known to hold the card."""
        return self._holder.get(card)

    def face_up(self, card: ClueCard) -> SolverNode | None:
        """Return the node by which the card is known to lie face-up."""
        return self._face_up.get(card)

    def lack(self, player: str, card: ClueCard) -> SolverNode | None:
        """Return the node by which this player is known not to hold the card."""
        return self._lacks.get((player, card))

    def lacks(self) -> Iterable[tuple[str, ClueCard]]:
        """Return every player (or "envelope") and card that they are known not to hold."""
        return self._lacks

    def hand(self, player: str) -> Mapping[ClueCard, SolverNode]:
        """Return the cards a player is known to hold, each with its node."""
        return self._hands.get(player, {})

    def no_room(self, player: str, card: ClueCard) -> tuple[SolverNode, ...] | None:
        """Return the known cards that leave no room for another, or `None` if there is room.

        A hand of unknown size always has room. The envelope has room for one card a category.
        """
        hand = self.hand(player)
        if player == ENVELOPE.name:
            same = tuple(node for c, node in hand.items() if c.category is card.category)
            return same or None
        size = self._sizes.get(player)
        return tuple(hand.values()) if size is not None and len(hand) >= size else None

    def enter_face_up(self, card: ClueCard, node: SolverNode) -> Clash | None:
        """Enter that a card lies open for all."""
        holder = self._holder.get(card)
        if holder is not None:
            return Clash(ClashKind.OPPOSITES, (holder, node))
        self._face_up.setdefault(card, node)
        return None

    def pruning(self, fact: Fact) -> Pruning | None:
        """Return why this alternative cannot be true; `None` if it can."""
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
        """Say whether this very fact has been entered."""
        if fact.holds:
            return fact.card in self.hand(fact.player)
        return (fact.player, fact.card) in self._lacks

    def enter(self, node: SolverNode, fact: Fact) -> Clash | None:
        """Enter a certain fact, unless it clashes with what is known."""
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
        """The node that says the opposite, if there is one."""
        if not fact.holds:
            return self.hand(fact.player).get(fact.card)
        return (
            self._holder.get(fact.card)
            or self._face_up.get(fact.card)
            or self._lacks.get((fact.player, fact.card))
        )
