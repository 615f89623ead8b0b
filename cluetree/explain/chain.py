"""Chains of deduction: the known facts, and how each was first reached."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, assert_never

from cluetree.claims import Claim, FaceUp, Fact, NotTriple, OneOf
from cluetree.deduction import Branch, Frame, bits
from cluetree.explain.steps import ProofRule
from cluetree.infos import ClueInfo, InfoKind
from cluetree.limit import Bound, Meter
from cluetree.table import Table


class Atom(NamedTuple):
    """A fact in numbers: a place, a card, and whether the place holds it."""

    place: int
    card: int
    holds: bool

    @property
    def opposite(self) -> "Atom":
        """The negation."""
        return self._replace(holds=not self.holds)


class Told(NamedTuple):
    """An event that puts at least one of some cards at its place."""

    number: int
    branch: Branch
    left: Branch
    """The same branch without the cards that are ruled out."""


class Reason(NamedTuple):
    """A rule with the events and atoms that it uses."""

    rule: ProofRule
    events: tuple[int, ...] = ()
    uses: tuple[Atom, ...] = ()
    refuted: "Chain | None" = None
    """For `REFUTED`: the chain in which the assumption led to a contradiction."""


_RULES: Final = {InfoKind.SHOWN_TO_ME: ProofRule.SHOWN, InfoKind.PASSED: ProofRule.PASS}
"""The rule for a fact of an info; `TOLD` for the other kinds."""


class Premises:
    """The claims of a log, in numbers; the last place is the envelope."""

    def __init__(self, table: Table, infos: Sequence[tuple[int, ClueInfo]], limit: Bound = None):
        self.table = table
        self.meter = Meter.of(limit)
        self.frame = frame = Frame(table.edition, table.players)
        self.names, self.envelope, self.sizes = frame.names, frame.envelope, frame.sizes
        self.face_up = frame.set_of(table.face_up)
        set_up = Reason(ProofRule.SET_UP)
        self.told = [(atom, set_up) for atom in self._set_up()]
        self.branches: list[Told] = []
        self.failed_accusations: list[tuple[int, int]] = []
        for number, info in infos:
            rule = _RULES.get(info.kind, ProofRule.TOLD)
            for claim in info.claims:
                self._take(claim, Reason(rule, (number,)))
        self.deck = frame.deck & ~self.face_up
        self.categories = [cards & self.deck for cards in frame.categories]

    def _set_up(self) -> Iterator[Atom]:
        for card in bits(self.face_up):
            yield from self._nowhere(card)
        me = self.table.me
        if me is not None:
            place, hand = self.frame.place(me.name), self.frame.set_of(me.hand)
            for card in bits(self.frame.deck & ~self.face_up):
                yield Atom(place, card, holds=bool(hand >> card & 1))

    def _nowhere(self, card: int) -> Iterator[Atom]:
        return (Atom(place, card, holds=False) for place in range(len(self.names)))

    def _take(self, claim: Claim, reason: Reason) -> None:
        (number,) = reason.events
        match claim:
            case Fact():
                self.told.append((self.atom(claim), reason))
            case OneOf():
                branch = self.frame.branch(claim)
                self.branches.append(Told(number, branch, branch))
            case FaceUp(card):
                self.face_up |= self.frame.bit(card)
                at = self.table.edition.position[card]
                self.told += ((atom, reason) for atom in self._nowhere(at))
            case NotTriple(guess):
                self.failed_accusations.append((number, self.frame.set_of(guess)))
            case _:
                assert_never(claim)

    def atom(self, fact: Fact) -> Atom:
        """Return a fact as an atom."""
        card = self.table.edition.position[fact.card]
        return Atom(self.frame.place(fact.player), card, fact.holds)

    def fact(self, atom: Atom) -> Fact:
        """Return an atom as a fact."""
        return Fact(self.names[atom.place], self.table.edition.cards[atom.card], atom.holds)


class Chain:
    """The conclusions from premises, with their reasons.

    Attributes:
        held: For each place, the cards known to be there.
        lacked: For each place, the cards known not to be there.
        reasons: The first reason for each fact of this chain, in order; the parent has the
            reasons of the facts known before the assumption.
        clash: The first fact whose opposite is known, with its reason.
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
        """Return a chain that continues this one under an assumption."""
        other = Chain(self.premises, self)
        other.add(atom, Reason(ProofRule.ASSUMED))
        return other

    def knows(self, atom: Atom) -> bool:
        """Return whether the atom is known to be true."""
        known = self.held if atom.holds else self.lacked
        return bool(known[atom.place] >> atom.card & 1)

    def add(self, atom: Atom, reason: Reason) -> bool:
        """Add a fact; return whether it was new. After a clash no fact is new."""
        if self.clash is not None or self.knows(atom):
            return False
        if self.knows(atom.opposite):
            self.clash = (atom, reason)
            return True
        self.reasons[atom] = reason
        (self.held if atom.holds else self.lacked)[atom.place] |= 1 << atom.card
        return True

    def open_atoms(self) -> Iterator[Atom]:
        """Yield both atoms of every open pair of place and card."""
        for place, (held, lacked) in enumerate(zip(self.held, self.lacked, strict=True)):
            for card in bits(self.premises.deck & ~held & ~lacked):
                yield Atom(place, card, holds=True)
                yield Atom(place, card, holds=False)
