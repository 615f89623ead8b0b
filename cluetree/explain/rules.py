"""Chains of deduction: the known facts, how each was first reached, and the rules.

All rules read quotas: the at-least constraints of Dixon (2004), which Neller and Luo (2018) use for
Clue. Each rule adds up quotas: if at most n of some options are there, and n of them are known or
needed by disjoint quotas, the others are not (`_crowded`). Negated quotas give the opposite case.

Each rule searches a chain for new conclusions. In an impossible position each still draws a valid
one: a hand with one card too many is full without its first card. So every contradiction appears as
a fact and its opposite, and the checker needs no extra rules for contradictions.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import Final, Literal, NamedTuple, TypeAlias

from more_itertools import tail

from cluetree.claims import Fact, Quota
from cluetree.events import Event, Suggestion
from cluetree.evidence import Frame, bits, union
from cluetree.explain.proof import ProofRule
from cluetree.limit import check_time
from cluetree.table import Table


class Atom(NamedTuple):
    """A fact in numbers: an option, which is a card at a place, and whether it is there."""

    option: int
    holds: bool

    @property
    def opposite(self) -> "Atom":
        """The negation."""
        return self._replace(holds=not self.holds)


class Premise(NamedTuple):
    """A quota in numbers, and the event that states it; a quota of the set-up has none."""

    options: int
    least: int
    most: int
    events: tuple[int, ...] = ()

    @property
    def negated(self) -> "Premise":
        """The same quota, of the options that are not there."""
        size = self.options.bit_count()
        return self._replace(least=size - self.most, most=size - self.least)


class Reason(NamedTuple):
    """A rule with the events and atoms that it uses."""

    rule: ProofRule
    events: tuple[int, ...] = ()
    uses: tuple[Atom, ...] = ()
    refuted: "Chain | None" = None
    """For `REFUTED`: the chain in which the assumption led to a contradiction."""


Source: TypeAlias = Literal["card", "hand", "category", "show", "accusation", "number"]
"""What a quota is about: a part of the set-up, or an event."""


class Premises:
    """The claims of a log, in numbers; the last place is the envelope."""

    def __init__(self, table: Table, events: Iterable[tuple[int, Event]]):
        self.table = table
        self.frame: Frame = Frame.of(table)
        frame, set_up = self.frame, Reason(ProofRule.SET_UP)
        self.told: list[tuple[Atom, Reason]] = [(atom, set_up) for atom in self._set_up()]
        sizes = [(place, size) for place, size in enumerate(frame.sizes) if size is not None]
        hidden = [self.options([frame.envelope], cards) for cards in frame.categories]
        self.envelope: Premise = Premise(union(hidden), len(hidden), len(hidden))
        self.quotas: dict[Source, list[Premise]] = {
            "card": [Premise(self.options(self.places, 1 << c), 1, 1) for c in bits(frame.deck)],
            "hand": [Premise(self.options([place]), size, size) for place, size in sizes],
            "category": [Premise(cards, 1, 1) for cards in hidden],
            "show": [],
            "accusation": [],
            "number": [],
        }
        for number, event in events:
            for claim in event.claims(table):
                if isinstance(claim, Fact):
                    rule = ProofRule.TOLD
                    if isinstance(event, Suggestion):
                        rule = ProofRule.SHOWN if claim.holds else ProofRule.PASS
                    self.told.append((self.atom(claim), Reason(rule, (number,))))
                else:
                    options = union(1 << self.atom(fact).option for fact in claim.facts)
                    premise = Premise(options, claim.least, claim.most, (number,))
                    self.quotas[_source(claim)].append(premise)

    @property
    def places(self) -> range:
        """The numbers of the places."""
        return range(len(self.frame.names))

    def options(self, places: Iterable[int], cards: int = -1) -> int:
        """Return the options of these cards of the deck at these places."""
        width = len(self.frame.edition.cards)
        return union((cards & self.frame.deck) << (width * place) for place in places)

    def cards(self, options: int) -> int:
        """Return the cards of the deck among these options."""
        width = len(self.frame.edition.cards)
        return union(options >> (width * place) for place in self.places) & self.frame.deck

    def _set_up(self) -> Iterator[Atom]:
        frame, me = self.frame, self.table.me
        for card in self.table.face_up:
            yield from (self.atom(Fact(name, card, holds=False)) for name in frame.names)
        if me is not None:
            for card in frame.cards(frame.deck):
                yield self.atom(Fact(me.name, card, holds=card in me.hand))

    def atom(self, fact: Fact) -> Atom:
        """Return a fact as an atom."""
        edition = self.table.edition
        width, place = len(edition.cards), self.frame.place(fact.player)
        return Atom(width * place + edition.position[fact.card], fact.holds)

    def fact(self, atom: Atom) -> Fact:
        """Return an atom as a fact."""
        cards = self.table.edition.cards
        place, card = divmod(atom.option, len(cards))
        return Fact(self.frame.names[place], cards[card], atom.holds)


def _source(claim: Quota) -> Source:
    if claim.is_show:
        return "show"
    return "number" if claim.accusation is None else "accusation"


class Chain:
    """The conclusions from premises, with their reasons.

    Attributes:
        held: The options that are known to be there.
        lacked: Those that are known not to be there.
        reasons: The first reason for each fact of this chain, in order; the parent has the
            reasons of the facts known before the assumption.
        contradiction: The first fact whose opposite is known, with its reason.
    """

    def __init__(self, premises: Premises, parent: "Chain | None" = None):
        self.premises = premises
        self.parent = parent
        self.held: int = 0 if parent is None else parent.held
        self.lacked: int = 0 if parent is None else parent.lacked
        self.reasons: dict[Atom, Reason] = {}
        self.contradiction: tuple[Atom, Reason] | None = None
        for atom, reason in premises.told if parent is None else ():
            self.add(atom, reason)

    def suppose(self, atom: Atom) -> "Chain":
        """Return a chain that continues this one under an assumption."""
        other = Chain(self.premises, self)
        other.add(atom, Reason(ProofRule.ASSUMED))
        return other

    def known(self, *, holds: bool) -> tuple[int, int]:
        """Return the options with this truth, then those with the other."""
        return (self.held, self.lacked) if holds else (self.lacked, self.held)

    def knows(self, atom: Atom) -> bool:
        """Return whether the atom is known to be true."""
        known, _ = self.known(holds=atom.holds)
        return bool((known >> atom.option) & 1)

    def add(self, atom: Atom, reason: Reason) -> bool:
        """Add a fact; return whether it was new. After a contradiction no fact is new."""
        if self.contradiction is not None or self.knows(atom):
            return False
        if self.knows(atom.opposite):
            self.contradiction = (atom, reason)
            return True
        self.reasons[atom] = reason
        if atom.holds:
            self.held |= 1 << atom.option
        else:
            self.lacked |= 1 << atom.option
        return True

    def open_atoms(self) -> Iterator[Atom]:
        """Yield both atoms of every open pair of place and card."""
        premises = self.premises
        for option in bits(premises.options(premises.places) & ~(self.held | self.lacked)):
            yield Atom(option, holds=True)
            yield Atom(option, holds=False)


# The rules

Found: TypeAlias = Iterator[tuple[Iterable[Atom], Reason]]
RuleSearch: TypeAlias = Callable[[Chain], Found]

_LARGEST_GROUP: Final = 4
"""The maximum number of places or quotas in a counting argument."""

_GROUPS: Final = 256
"""The number of combinations between two checks of the time."""


def _atoms(options: int, *, holds: bool) -> tuple[Atom, ...]:
    return tuple(Atom(option, holds) for option in bits(options))


class Part(NamedTuple):
    """The options of a quota that can be where another one counts, and how many must be there."""

    options: int
    least: int
    premise: Premise


def _parts(
    chain: Chain, premises: Iterable[Premise], within: int, *, holds: bool = True
) -> list[Part]:
    """Return the distinct parts of the quotas that are not met."""
    there, gone = chain.known(holds=holds)
    parts: dict[tuple[int, int], Part] = {}
    for premise in premises:
        possible = premise.options & ~gone
        least = premise.least - (possible & ~within).bit_count()
        if least > (possible & within & there).bit_count():
            parts.setdefault((possible & within, least), Part(possible & within, least, premise))
    return list(parts.values())


def _disjoint(parts: list[Part]) -> Iterator[tuple[Part, ...]]:
    """Yield the groups of parts that share no option, small ones first."""
    for size in range(1, _LARGEST_GROUP + 1):
        for number, group in enumerate(combinations(parts, size)):
            if number % _GROUPS == 0:
                check_time()
            used = 0
            for part in group:
                if used & part.options:
                    break
                used |= part.options
            else:
                yield group


def _crowded(
    chain: Chain,
    rule: ProofRule,
    shared: Premise,
    group: Iterable[Part] = (),
    *,
    holds: bool = True,
) -> Found:
    """Rule out what is left of a quota if known cards and disjoint parts are all it can have."""
    there, gone = chain.known(holds=holds)
    once = twice = taken = 0
    room = shared.most
    for part in group:
        twice |= once & part.premise.options
        once |= part.premise.options
        taken |= part.options
        room -= part.least
    held = shared.options & there & ~taken
    if not 0 <= room <= held.bit_count():
        return
    held = union(1 << option for option in tail(room, bits(held)))
    # Inside the quota an option of a part may stay possible, unless two parts have it.
    lacked = gone & once & (twice | ~shared.options)
    events = [*shared.events, *(number for part in group for number in part.premise.events)]
    uses = *_atoms(held, holds=holds), *_atoms(lacked, holds=not holds)
    others = shared.options & ~(taken | held | gone)
    yield _atoms(others, holds=not holds), Reason(rule, tuple(dict.fromkeys(events)), uses)


def _decided(chain: Chain, rule: ProofRule, source: Source, *, full: bool) -> Found:
    """A quota is full, so it lacks the rest, or needs all that is left of it."""
    for premise in chain.premises.quotas[source]:
        yield from _crowded(chain, rule, premise if full else premise.negated, holds=full)


def pigeonhole(chain: Chain) -> Found:
    """Disjoint quotas need all that another quota can have, or leave it no more than it needs."""
    quotas = chain.premises.quotas
    stated = [*quotas["show"], *quotas["accusation"], *quotas["number"]]
    for holds in (True, False):
        premises = [*stated, *quotas["category"]]
        all_shared = [*quotas["hand"], *premises]
        if not holds:
            premises = [premise.negated for premise in premises]
            all_shared = [premise.negated for premise in all_shared]
        for shared in all_shared:
            parts = _parts(chain, premises, shared.options, holds=holds)
            for group in _disjoint(parts):
                yield from _crowded(chain, ProofRule.PIGEONHOLE, shared, group, holds=holds)


def _used_up(chain: Chain, rule: ProofRule, premises: Iterable[Premise]) -> Found:
    """Disjoint quotas need as many cards as there are for them."""
    places = chain.premises.places
    for group in _disjoint(_parts(chain, premises, -1)):
        cards = chain.premises.cards(union(part.options for part in group))
        number = cards.bit_count()
        if cards != chain.premises.frame.deck and sum(part.least for part in group) == number:
            shared = Premise(chain.premises.options(places, cards), number, number)
            yield from _crowded(chain, rule, shared, group)


def shared_cards(chain: Chain) -> Found:
    """As many disjoint shows as cards use up these cards."""
    quotas = chain.premises.quotas
    return _used_up(chain, ProofRule.SHARED_CARDS, [*quotas["show"], *quotas["number"]])


def last_for_places(chain: Chain) -> Found:
    """Places that need all the cards they can hold get them all."""
    hands = [*chain.premises.quotas["hand"], chain.premises.envelope]
    return _used_up(chain, ProofRule.LAST_FOR_PLACES, hands)


def full_places(chain: Chain) -> Found:
    """Cards that can only be in some places fill these places."""
    premises = chain.premises
    spaces = [*premises.quotas["hand"], premises.envelope]
    for group in _disjoint([Part(space.options, space.most, space) for space in spaces]):
        inside = union(part.options for part in group)
        outside = ~(inside | chain.lacked)
        cards = [card for card in premises.quotas["card"] if not card.options & outside]
        parts = [Part(card.options & ~chain.lacked, 1, card) for card in cards]
        anywhere = union(card.options for card in cards)
        full = [part.premise for part in group if part.premise != premises.envelope]
        full += [one for one in premises.quotas["category"] if one.options & inside & anywhere]
        capacity = sum(space.most for space in full)
        shared = Premise(union(space.options for space in full), capacity, capacity)
        yield from _crowded(chain, ProofRule.FULL_PLACES, shared, parts)


RULES: Final[tuple[RuleSearch, ...]] = (
    partial(_decided, rule=ProofRule.HELD_ELSEWHERE, source="card", full=True),
    partial(_decided, rule=ProofRule.ONE_OF, source="show", full=False),
    partial(_decided, rule=ProofRule.QUOTA_NEEDED, source="number", full=False),
    partial(_decided, rule=ProofRule.CATEGORY_TAKEN, source="category", full=True),
    partial(_decided, rule=ProofRule.HAND_FULL, source="hand", full=True),
    partial(_decided, rule=ProofRule.LAST_OF_CATEGORY, source="category", full=False),
    partial(_decided, rule=ProofRule.LAST_PLACE, source="card", full=False),
    partial(_decided, rule=ProofRule.LAST_CARDS, source="hand", full=False),
    partial(_decided, rule=ProofRule.FAILED_ACCUSATION, source="accusation", full=True),
    partial(_decided, rule=ProofRule.QUOTA_FULL, source="number", full=True),
    shared_cards,
    pigeonhole,
    full_places,
    last_for_places,
)
"""All rules, the easiest first."""
