"""The three ways to the answer: elimination, all lack it, and counting failed accusations."""

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
    """How the tree came to a card of the envelope."""

    TOLD = "told"
    """An event said so: a right accusation, a look into the envelope."""
    ELIMINATION = "all others accounted for"
    """All other cards of the category are in hands or face-up, or known not to be hidden."""
    ALL_LACK = "every player lacks it"
    """Every player is known to lack the card, and it does not lie face-up."""
    COUNTED = "counted"
    """No other card is hidden in any deal that fits."""
    FAILED_GUESSES = "the other triples are failed accusations"
    """Failed accusations leave one triple."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One card of the envelope, how the tree found it, and the nodes that this rests on."""

    card: ClueCard
    way: Way
    nodes: tuple[SolverNode, ...]

    @property
    def because(self) -> tuple[int, ...]:
        """The numbers of the events it rests on, in order; the set-up has none."""
        return tuple(sorted({number for node in self.nodes for number in node.because}))

    def __str__(self) -> str:
        return f"{self.card}: {self.way}"


class Envelope:
    """What a ledger says about the three hidden cards.

    Attributes:
        findings: The card found for each category, where one is.
        clashes: Why the envelope cannot be filled, if it cannot.
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
        """The node by which the card is known not to be in the envelope."""
        holder = self._ledger.holder(card)
        if holder is not None and card not in self._ledger.hand(ENVELOPE.name):
            return holder
        return self._ledger.face_up(card) or self._ledger.lack(ENVELOPE.name, card)

    def _accounts(self, cards: Iterable[ClueCard]) -> tuple[SolverNode, ...]:
        return _present(self._account(card) for card in cards)

    def candidates(self, category: Category) -> tuple[ClueCard, ...]:
        """Return the cards that may be hidden: the one found, else all not accounted for."""
        if category in self.findings:
            return (self.findings[category].card,)
        return tuple(c for c in self._edition.of(category) if self._account(c) is None)

    def _find(self, category: Category) -> None:
        # What the rules find by themselves tells people more than what counting put there.
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
        """Remove the failed triples, but only if at most one can be left.

        Counting first keeps this cheap: with 324 triples left and two failed accusations no
        triple is ever listed.
        """
        candidates = [self.candidates(category) for category in Category]
        if len(self._failed) < prod(map(len, candidates)) - 1:
            return
        triples = {ClueGuess(*cards) for cards in product(*candidates)}
        failed = tuple(node for guess, node in self._failed.items() if guess in triples)
        accounts = self._accounts(self._edition.cards)
        found = tuple(node for finding in self.findings.values() for node in finding.nodes)
        rests_on = (*failed, *accounts, *found)
        left = triples.difference(self._failed)
        if not left:
            self.clashes.append(Clash(ClashKind.NO_TRIPLE, rests_on))
        elif len(left) == 1:
            for card in only(left, ()):
                self.findings.setdefault(card.category, Finding(card, Way.FAILED_GUESSES, rests_on))

    @property
    def answer(self) -> ClueGuess | None:
        """The three cards, once all are found and nothing clashes."""
        if self.clashes or len(self.findings) < len(Category):
            return None
        return ClueGuess(*(self.findings[category].card for category in Category))


def _counted(finding: Finding) -> int:
    return sum(node.origin is Origin.COUNTED for node in finding.nodes)


def _present(nodes: Iterable[SolverNode | None]) -> tuple[SolverNode, ...]:
    return tuple(node for node in nodes if node is not None)
