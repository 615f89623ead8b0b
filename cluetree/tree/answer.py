"""The ways to find the answer: elimination, a card that all lack, failed accusations."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import prod

from more_itertools import only

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.table import ENVELOPE
from cluetree.tree.known import Clash, ClashKind, Ledger
from cluetree.tree.node import Origin, SolverNode


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
