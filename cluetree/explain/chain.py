"""Chains of deduction: what is known, and for every fact the first way it was reached."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cluetree.cards import Category
from cluetree.events import ClueInfo, InfoKind
from cluetree.evidence import Fact, bits
from cluetree.explain.steps import ProofRule
from cluetree.table import ENVELOPE, Table


class Atom(NamedTuple):
    """A fact in numbers: a place, a card, and whether it is there."""

    place: int
    card: int
    holds: bool

    @property
    def opposite(self) -> "Atom":
        """The same place and card the other way round."""
        return self._replace(holds=not self.holds)


class Branch(NamedTuple):
    """One event by which a place holds one of some cards."""

    number: int
    place: int
    cards: int


class Reason(NamedTuple):
    """A rule with the events and atoms that it starts from."""

    rule: ProofRule
    events: tuple[int, ...] = ()
    uses: tuple[Atom, ...] = ()
    refuted: "Chain | None" = None
    """Under `REFUTED`: the chain that the assumption led to a clash in."""


class Premises:
    """What a log says outright, in numbers: the last place is the envelope."""

    def __init__(self, table: Table, infos: Sequence[tuple[int, ClueInfo]]):
        deck = table.edition
        self.table = table
        self.names = (*table.names, ENVELOPE.name)
        self.envelope = len(table.players)
        self.sizes = [player.hand_size for player in table.players]
        self.out = sum(1 << deck.position[card] for card in table.face_up)
        self.deck = (1 << len(deck.cards)) - 1 & ~self.out
        self.categories = [
            sum(1 << deck.position[card] for card in deck.of(category)) & self.deck
            for category in Category
        ]
        self.told: list[tuple[Atom, Reason]] = list(self._set_up())
        self.branches: list[Branch] = []
        self.vain: list[tuple[int, int]] = []
        for number, info in infos:
            self._take(number, info)

    def _set_up(self) -> Iterator[tuple[Atom, Reason]]:
        reason = Reason(ProofRule.SET_UP, (), ())
        for card in bits(self.out):
            for place in range(len(self.names)):
                yield Atom(place, card, holds=False), reason
        me = self.table.me
        if me is not None:
            place = self.names.index(me.name)
            hand = sum(1 << self.table.edition.position[card] for card in me.hand)
            for card in bits(self.deck):
                yield Atom(place, card, holds=bool(hand >> card & 1)), reason

    def _take(self, number: int, info: ClueInfo) -> None:
        position = self.table.edition.position
        cards = sum(1 << position[card] for card in info.cards)
        if info.revealing_player is None:
            self.vain.append((number, cards))
            return
        place = self.names.index(info.revealing_player.name)
        if info.kind in {InfoKind.SHOWN_TO_OTHER, InfoKind.HOLDS_ONE_OF}:
            self.branches.append(Branch(number, place, cards))
            return
        rule = {
            InfoKind.SHOWN_TO_ME: ProofRule.SHOWN,
            InfoKind.PASSED: ProofRule.PASS,
        }.get(info.kind, ProofRule.TOLD)
        for card in bits(cards):
            self.told.append((Atom(place, card, info.has_card), Reason(rule, (number,), ())))

    def atom(self, fact: Fact) -> Atom:
        """Return a fact's number form."""
        card = self.table.edition.position[fact.card]
        return Atom(self.names.index(fact.player), card, fact.holds)

    def fact(self, atom: Atom) -> Fact:
        """Return what an atom says."""
        return Fact(self.names[atom.place], self.table.edition.cards[atom.card], atom.holds)


class Chain:
    """What follows from premises by rules, and how.

    Attributes:
        held: For each place, the cards known to be there.
        lacked: For each place, the cards known not to be there.
        reasons: The first way to each fact of this chain, in the order they were reached; what
            was known before the assumption is in the parent's.
        clash: A fact that was reached besides its opposite, once there is one, with the way.
    """

    def __init__(self, premises: Premises, parent: "Chain | None" = None):
        self.premises = premises
        self.parent = parent
        places = len(premises.names)
        self.held: list[int] = list(parent.held) if parent else [0] * places
        self.lacked: list[int] = list(parent.lacked) if parent else [0] * places
        self.reasons: dict[Atom, Reason] = {}
        self.clash: tuple[Atom, Reason] | None = None
        for atom, reason in premises.told if parent is None else ():
            self.add(atom, reason)

    def suppose(self, atom: Atom) -> "Chain":
        """Return a chain that goes on from here under an assumption."""
        other = Chain(self.premises, self)
        other.add(atom, Reason(ProofRule.ASSUMED))
        return other

    def knows(self, atom: Atom) -> bool:
        """Say whether this very fact is known here."""
        known = self.held if atom.holds else self.lacked
        return bool(known[atom.place] >> atom.card & 1)

    def add(self, atom: Atom, reason: Reason) -> bool:
        """Take a fact in; say whether it was new. After a clash nothing is."""
        if self.clash is not None or self.knows(atom):
            return False
        if self.knows(atom.opposite):
            self.clash = (atom, reason)
            return True
        self.reasons[atom] = reason
        (self.held if atom.holds else self.lacked)[atom.place] |= 1 << atom.card
        return True

    def open_atoms(self) -> Iterator[Atom]:
        """Yield both ways round every place and card about which nothing is known."""
        for place, (held, lacked) in enumerate(zip(self.held, self.lacked, strict=True)):
            for card in bits(self.premises.deck & ~held & ~lacked):
                yield Atom(place, card, holds=True)
                yield Atom(place, card, holds=False)
