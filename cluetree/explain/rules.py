"""Chains of deduction: the known facts, how each was first reached, and the rules.

Each rule searches a chain for new conclusions. In an impossible position each still draws a valid
one: a hand with one card too many is full without the last one. So every contradiction appears as a
fact and its opposite, and the checker needs no extra rules for contradictions.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from cluetree.claims import Claim, Fact, Quota
from cluetree.events import Event, Suggestion
from cluetree.evidence import Bounds, Frame, Marks, Options, bits, union
from cluetree.explain.steps import ProofRule
from cluetree.limit import check
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


class Given(NamedTuple):
    """A quota, and the event that states it; the set-up states those of cards, hands, categories.

    For example: a card at all places is in exactly one of them, and a hand has as many cards as
    its size.
    """

    quota: Bounds
    events: tuple[int, ...] = ()
    left: Options = ()
    """The options that are not ruled out."""


class Reason(NamedTuple):
    """A rule with the events and atoms that it uses."""

    rule: ProofRule
    events: tuple[int, ...] = ()
    uses: tuple[Atom, ...] = ()
    refuted: "Chain | None" = None
    """For `REFUTED`: the chain in which the assumption led to a contradiction."""


class Premises:
    """The claims of a log, in numbers; the last place is the envelope."""

    def __init__(self, table: Table, events: Iterable[tuple[int, Event]]):
        self.table = table
        self.frame: Frame = Frame.of(table)
        frame = self.frame
        set_up = Reason(ProofRule.SET_UP)
        self.told: list[tuple[Atom, Reason]] = [(atom, set_up) for atom in self._set_up()]
        self.given: list[Given] = []
        self.categories: list[int] = [cards & frame.deck for cards in frame.categories]
        self.quotas: dict[ProofRule, list[Given]] = self._of_set_up()
        for number, event in events:
            for claim in event.claims(table):
                self._take(claim, Reason(_stated_by(event, claim), (number,)))

    def _of_set_up(self) -> dict[ProofRule, list[Given]]:
        """Return the quotas of cards, hands and categories, by the rules that apply to them."""
        frame, places = self.frame, range(len(self.frame.names))
        cards = [_exactly(1, *((p, 1 << card) for p in places)) for card in bits(frame.deck)]
        hands = [
            _exactly(size, (player, frame.deck))
            for player, size in enumerate(frame.sizes)
            if size is not None
        ]
        hidden = [_exactly(1, (frame.envelope, category)) for category in self.categories]
        found: dict[ProofRule, list[Given]] = {rule: [] for rule in ProofRule}
        return found | {
            ProofRule.HELD_ELSEWHERE: cards,
            ProofRule.LAST_PLACE: cards,
            ProofRule.HAND_FULL: hands,
            ProofRule.LAST_CARDS: hands,
            ProofRule.CATEGORY_TAKEN: hidden,
            ProofRule.LAST_OF_CATEGORY: hidden,
        }

    def _set_up(self) -> Iterator[Atom]:
        for card in bits(self.frame.all_cards & ~self.frame.deck):
            yield from (Atom(place, card, holds=False) for place in range(len(self.frame.names)))
        me = self.table.me
        if me is not None:
            place, hand = self.frame.place(me.name), self.frame.set_of(me.hand)
            for card in bits(self.frame.deck):
                yield Atom(place, card, holds=bool((hand >> card) & 1))

    def _take(self, claim: Claim, reason: Reason) -> None:
        if isinstance(claim, Fact):
            self.told.append((self.atom(claim), reason))
            return
        options, least, spare = self.frame.bounds(claim)
        if not least:
            # Last card first, so that a triple that is held is refuted at its first card.
            singles = [(place, 1 << card) for place, cards in options for card in bits(cards)]
            options = tuple(singles[::-1])
        given = Given(Bounds(options, least, spare), reason.events)
        self.given.append(given)
        for rule in _rules_of(claim):
            self.quotas[rule].append(given)

    def atom(self, fact: Fact) -> Atom:
        """Return a fact as an atom."""
        card = self.table.edition.position[fact.card]
        return Atom(self.frame.place(fact.player), card, fact.holds)

    def fact(self, atom: Atom) -> Fact:
        """Return an atom as a fact."""
        return Fact(self.frame.names[atom.place], self.table.edition.cards[atom.card], atom.holds)


def _exactly(number: int, *options: tuple[int, int]) -> Given:
    size = sum(cards.bit_count() for _, cards in options)
    return Given(Bounds(options, number, size - number))


def _rules_of(claim: Quota) -> tuple[ProofRule, ...]:
    """Return the rules that apply to a quota of an event, named as its source for the reader."""
    if claim.is_show:
        return (ProofRule.ONE_OF,)
    if claim.accusation is not None:
        return (ProofRule.FAILED_ACCUSATION,)
    return ProofRule.QUOTA_NEEDED, ProofRule.QUOTA_FULL


def _stated_by(event: Event, claim: Claim) -> ProofRule:
    """Return the rule for a fact that an event states."""
    if not isinstance(event, Suggestion):
        return ProofRule.TOLD
    return ProofRule.SHOWN if isinstance(claim, Fact) and claim.holds else ProofRule.PASS


class Chain(Marks):
    """The conclusions from premises, with their reasons.

    Attributes:
        reasons: The first reason for each fact of this chain, in order; the parent has the
            reasons of the facts known before the assumption.
        contradiction: The first fact whose opposite is known, with its reason.
    """

    def __init__(self, premises: Premises, parent: "Chain | None" = None):
        super().__init__(premises.frame)
        # That a face-up card is in no place is a premise, because each fact needs a reason.
        self.may: list[int] = [premises.frame.all_cards] * len(premises.frame.names)
        if parent is not None:
            self.held: list[int] = [*parent.held]
            self.may = [*parent.may]
        self.premises = premises
        self.parent = parent
        self.reasons: dict[Atom, Reason] = {}
        self.contradiction: tuple[Atom, Reason] | None = None
        for atom, reason in premises.told if parent is None else ():
            self.add(atom, reason)

    def suppose(self, atom: Atom) -> "Chain":
        """Return a chain that continues this one under an assumption."""
        other = Chain(self.premises, self)
        other.add(atom, Reason(ProofRule.ASSUMED))
        return other

    def knows(self, atom: Atom) -> bool:
        """Return whether the atom is known to be true."""
        cards = self.held[atom.place] if atom.holds else ~self.may[atom.place]
        return bool((cards >> atom.card) & 1)

    def add(self, atom: Atom, reason: Reason) -> bool:
        """Add a fact; return whether it was new. After a contradiction no fact is new."""
        if self.contradiction is not None or self.knows(atom):
            return False
        if self.knows(atom.opposite):
            self.contradiction = (atom, reason)
            return True
        self.reasons[atom] = reason
        (self.hold if atom.holds else self.lack)(atom.place, 1 << atom.card)
        return True

    def open_atoms(self) -> Iterator[Atom]:
        """Yield both atoms of every open pair of place and card."""
        for place, (held, may) in enumerate(zip(self.held, self.may, strict=True)):
            for card in bits(self.frame.deck & may & ~held):
                yield Atom(place, card, holds=True)
                yield Atom(place, card, holds=False)


# The rules

Found: TypeAlias = Iterator[tuple[Iterable[Atom], Reason]]
RuleSearch: TypeAlias = Callable[[Chain], Found]

_LARGEST_GROUP: Final = 4
"""The maximum number of places or branches in a counting argument."""

_GROUPS: Final = 256
"""The number of combinations between two checks of the time."""


def _lacks(place: int, cards: int) -> tuple[Atom, ...]:
    return tuple(Atom(place, card, holds=False) for card in bits(cards))


def _holds(place: int, cards: int) -> tuple[Atom, ...]:
    return tuple(Atom(place, card, holds=True) for card in bits(cards))


def _atoms(branch: Options) -> list[Atom]:
    return [atom for place, cards in branch for atom in _holds(place, cards)]


def _filled(chain: Chain, rule: ProofRule) -> Found:
    """Rule out all other cards of a quota that has as many cards as it can."""
    for quota, events, _ in chain.premises.quotas[rule]:
        branch, most = quota.options, quota.most
        if sum((chain.held[place] & cards).bit_count() for place, cards in branch) >= most:
            held = _atoms(tuple((place, chain.held[place] & cards) for place, cards in branch))
            can = _atoms(tuple((place, chain.may[place] & cards) for place, cards in branch))
            uses = tuple(sorted(held[:most]))
            others = [atom.opposite for atom in can if atom not in uses]
            yield others, Reason(rule, events, uses)


def _needed(chain: Chain, rule: ProofRule) -> Found:
    """Place all possible cards of a quota that needs them all."""
    for (branch, least, _), events, _ in chain.premises.quotas[rule]:
        if sum((chain.may[place] & cards).bit_count() for place, cards in branch) <= least:
            can = _atoms(tuple((place, chain.may[place] & cards) for place, cards in branch))
            cannot = _atoms(tuple((place, cards & ~chain.may[place]) for place, cards in branch))
            missing = least - len(can)
            uses = tuple(atom.opposite for atom in cannot[missing:])
            if missing <= len(cannot):
                yield [*can, *cannot[:missing]], Reason(rule, events, uses)


def _unmet(chain: Chain) -> list[Given]:
    """Return the distinct quotas that still need one, with the options still possible."""
    found: dict[Options, Given] = {}
    for given in chain.premises.given:
        options, least, _ = given.quota
        left = tuple((p, cards & may) for p, cards in options if cards & (may := chain.may[p]))
        if least and not any(cards & chain.held[place] for place, cards in left):
            found.setdefault(left, given._replace(left=left))
    return list(found.values())


def _reduced(chain: Chain, group: tuple[Given, ...]) -> tuple[Atom, ...]:
    """Return the facts that reduced these quotas."""
    atoms = (
        atom
        for given in group
        for place, cards in given.quota.options
        for atom in _lacks(place, cards & ~chain.may[place])
    )
    return tuple(dict.fromkeys(atoms))


def _disjoint_groups(
    chain: Chain, branches: list[Given], count: int
) -> Iterator[tuple[Given, ...]]:
    """Yield every combination of `count` branches that share no option."""
    width = chain.frame.deck.bit_length()
    options = [union(cards << width * place for place, cards in each.left) for each in branches]
    for number, group in enumerate(combinations(range(len(branches)), count)):
        if number % _GROUPS == 0:
            check()
        used = 0
        for at in group:
            if used & options[at]:
                break
            used |= options[at]
        else:
            yield tuple(branches[at] for at in group)


def pigeonhole(chain: Chain) -> Found:
    """Disjoint branches of one player need all open cards of the hand."""
    unmet = _unmet(chain)
    for player, size in enumerate(chain.frame.sizes):
        held = chain.held[player]
        mine = [given for given in unmet if [place for place, _ in given.left] == [player]]
        free = None if size is None else size - held.bit_count()
        if free is None or not 0 < free <= min(len(mine), _LARGEST_GROUP):
            continue
        for group in _disjoint_groups(chain, mine, free):
            needed = held | union(cards for given in group for _, cards in given.left)
            reason = Reason(
                ProofRule.PIGEONHOLE,
                tuple(dict.fromkeys(number for given in group for number in given.events)),
                (*_holds(player, held), *_reduced(chain, group)),
            )
            others = chain.frame.deck & ~needed & chain.may[player]
            yield _lacks(player, others), reason


def shared_cards(chain: Chain) -> Found:
    """As many disjoint branches as cards use up these cards."""
    unmet = [(given, union(cards for _, cards in given.left)) for given in _unmet(chain)]
    for count in range(2, _LARGEST_GROUP + 1):
        small = [given for given, cards in unmet if cards.bit_count() <= count]
        for group in _disjoint_groups(chain, small, count):
            cards = union(cards for given in group for _, cards in given.left)
            if cards.bit_count() != count:
                continue
            owners = {place for given in group for place, _ in given.left}
            reason = Reason(
                ProofRule.SHARED_CARDS,
                tuple(dict.fromkeys(number for given in group for number in given.events)),
                _reduced(chain, group),
            )
            for place, may in enumerate(chain.may):
                if place not in owners:
                    yield _lacks(place, cards & may), reason


def _groups(chain: Chain) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield groups of places of known size and their total hand size; the envelope counts as 0."""
    sizes = {player: size for player, size in enumerate(chain.frame.sizes) if size is not None}
    sizes[chain.frame.envelope] = 0
    for count in range(2, min(_LARGEST_GROUP, len(sizes)) + 1):
        for number, places in enumerate(combinations(sizes, count)):
            if number % _GROUPS == 0:
                check()
            yield places, sum(sizes[place] for place in places)


def full_places(chain: Chain) -> Found:
    """Cards that can only be in some places fill these places."""
    frame, categories = chain.frame, chain.premises.categories
    for places, hands in _groups(chain):
        outside = [place for place in range(len(chain.may)) if place not in places]
        cards = frame.deck & ~union(chain.may[place] for place in outside)
        hidden = frame.envelope in places
        capacity = hands + sum(1 for c in categories if hidden and c & cards)
        if not outside or not cards or cards.bit_count() != capacity:
            continue
        reason = Reason(
            ProofRule.FULL_PLACES, uses=tuple(a for place in outside for a in _lacks(place, cards))
        )
        for place in places:
            others = frame.deck & ~cards & chain.may[place]
            if place == frame.envelope:
                others &= sum(c for c in categories if c & cards)
            yield _lacks(place, others), reason


def last_for_places(chain: Chain) -> Found:
    """Places that need all the cards they can hold get them all."""
    frame, categories = chain.frame, chain.premises.categories
    for places, hands in _groups(chain):
        cards = frame.deck & union(chain.may[place] for place in places)
        missing = frame.deck & ~cards
        capacity = hands + (len(categories) if frame.envelope in places else 0)
        if not missing or cards.bit_count() != capacity:
            continue
        reason = Reason(
            ProofRule.LAST_FOR_PLACES,
            uses=tuple(atom for place in places for atom in _lacks(place, missing)),
        )
        for place, may in enumerate(chain.may):
            if place not in places:
                yield _lacks(place, cards & may), reason


RULES: Final[tuple[RuleSearch, ...]] = (
    partial(_filled, rule=ProofRule.HELD_ELSEWHERE),
    partial(_needed, rule=ProofRule.ONE_OF),
    partial(_needed, rule=ProofRule.QUOTA_NEEDED),
    partial(_filled, rule=ProofRule.CATEGORY_TAKEN),
    partial(_filled, rule=ProofRule.HAND_FULL),
    partial(_needed, rule=ProofRule.LAST_OF_CATEGORY),
    partial(_needed, rule=ProofRule.LAST_PLACE),
    partial(_needed, rule=ProofRule.LAST_CARDS),
    partial(_filled, rule=ProofRule.FAILED_ACCUSATION),
    partial(_filled, rule=ProofRule.QUOTA_FULL),
    shared_cards,
    pigeonhole,
    full_places,
    last_for_places,
)
"""All rules, the easiest first."""
