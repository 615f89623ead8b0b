"""Check a proof against the rules and the log; short, so that a reader can verify it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import assert_never

from cluetree.cards import Category, ClueCard
from cluetree.claims import Claim, Fact, Quota
from cluetree.errors import InvalidProofError
from cluetree.events import Event, Game, log_of
from cluetree.explain.proof import ProofRule, ProofStep
from cluetree.table import ENVELOPE, Table


def check(
    game: Game, events: Iterable[Event] = (), *, fact: Fact, steps: Sequence[ProofStep]
) -> None:
    """Check that the steps prove the fact from the table and the log.

    Raises:
        InvalidProofError: If a step does not follow, or the last one is not the fact.
    """
    checker = _Checker(*log_of(game, events))
    for step in steps:
        checker.check(step)
    if not steps or steps[-1].concludes != fact or steps[-1].scope is not None:
        raise InvalidProofError(f"the proof does not end with {fact}")


class _Checker:
    def __init__(self, table: Table, log: Sequence[Event]):
        self.table, self.log = table, log
        deck = [card for card in table.edition.cards if card not in table.face_up]
        sizes = {hand.name: hand.hand_size for hand in table.hands}
        self.places = {*sizes, ENVELOPE}
        self.cards = [_quota(self.places, [card], 1) for card in deck]
        self.hands = {place: _quota([place], deck, size) for place, size in sizes.items()}
        self.hidden = [
            _quota([ENVELOPE], [card for card in deck if card.category is category], 1)
            for category in Category
        ]
        self.seen: dict[int, ProofStep] = {}
        self.scopes: dict[int | None, frozenset[int | None]] = {None: frozenset({None})}
        """For each assumption, those that hold where it is the innermost, itself included."""

    def check(self, step: ProofStep) -> None:
        scope = self.scopes.get(step.under)
        known = step.concludes.player in self.places and step.concludes.card in self.table.edition
        there = {*step.uses} <= {*self.seen} and {*step.events} <= {*range(1, len(self.log) + 1)}
        if step.id in self.seen or scope is None or not known or not there:
            raise InvalidProofError(
                f"step {step.id} repeats an id or refers to an unknown step, event, card or place"
            )
        used = [self.seen[number] for number in step.uses]
        if step.rule is ProofRule.REFUTED:
            follows = self.refutes(step, used)
        else:
            log = [self.log[number - 1] for number in {*step.events}]
            given = {claim for event in log for claim in event.claims(self.table)}
            follows = {one.scope for one in used} <= scope and (
                step.rule is ProofRule.ASSUMED
                or self.follows(step, {one.concludes for one in used}, given)
            )
        if not follows:
            raise InvalidProofError(f"step {step.id} does not follow: {step}")
        self.seen[step.id] = step
        if step.rule is ProofRule.ASSUMED:
            self.scopes[step.id] = scope | {step.id}

    def refutes(self, step: ProofStep, used: list[ProofStep]) -> bool:
        """Whether the used steps are an assumption, then a fact and its opposite under it."""
        if [one.rule for one in used[:1]] != [ProofRule.ASSUMED] or len(used) != 3:  # noqa: PLR2004
            return False
        assumed, one, other = used
        inside = {one.scope, other.scope} <= self.scopes[assumed.id]
        clash = one.concludes == other.concludes.opposite and assumed.under == step.under
        return inside and clash and step.concludes == assumed.concludes.opposite

    # One case for each rule: read it beside the descriptions in `ProofRule`.
    def follows(  # noqa: C901, PLR0911, PLR0912
        self, step: ProofStep, facts: set[Fact], given: set[Claim]
    ) -> bool:
        goal, player, card = step.concludes, step.concludes.player, step.concludes.card
        quotas = [claim for claim in given if isinstance(claim, Quota)]
        few = len({*step.events}) <= 5  # noqa: PLR2004 -- more would keep us busy
        match step.rule:
            case ProofRule.SHOWN | ProofRule.PASS | ProofRule.TOLD:
                return goal in given
            case ProofRule.SET_UP:
                me = self.table.me
                own = me is not None and player == me.name and (card in me.hand) == goal.holds
                return own or (card in self.table.face_up and not goal.holds)
            case ProofRule.LAST_PLACE | ProofRule.HELD_ELSEWHERE:
                return _decide(self.cards, goal, facts)
            case ProofRule.LAST_CARDS | ProofRule.HAND_FULL:
                return _decide(self.hands.values(), goal, facts)
            case ProofRule.LAST_OF_CATEGORY | ProofRule.CATEGORY_TAKEN:
                return _decide(self.hidden, goal, facts)
            case ProofRule.ONE_OF:
                return _decide([quota for quota in quotas if quota.is_show], goal, facts)
            case ProofRule.FAILED_ACCUSATION:
                return _decide([quota for quota in quotas if quota.accusation], goal, facts)
            case ProofRule.QUOTA_NEEDED | ProofRule.QUOTA_FULL:
                return _decide(quotas, goal, facts)
            case ProofRule.PIGEONHOLE:
                parts = [*quotas, *self.hidden]
                return few and any(
                    _crowd_out(goal, shared, group, facts)
                    for shared in (*parts, *self.hands.values())
                    if {goal, goal.opposite} & {*shared.facts}
                    for group in _groups([one for one in parts if {*one.facts} & {*shared.facts}])
                )
            case ProofRule.SHARED_CARDS:
                return few and any(self.use_up(goal, group, facts) for group in _groups(quotas))
            case ProofRule.LAST_FOR_PLACES:
                spaces = [*self.hands.values(), _sum(self.hidden)]
                return any(self.use_up(goal, group, facts) for group in _groups(spaces))
            case ProofRule.FULL_PLACES:
                cards = [one for one in self.cards if {*one.cards} <= {fact.card for fact in facts}]
                possible = _possible(cards, facts)
                spaces = [*self.hands.values(), *self.hidden]
                shared = _sum([one for one in spaces if possible & {*one.facts}])
                return _crowd_out(goal, shared, cards, facts)
            case ProofRule.ASSUMED | ProofRule.REFUTED | ProofRule.COUNTED:
                return False  # `check` handles the first two; counting is not a step
            case _:
                assert_never(step.rule)

    def use_up(self, goal: Fact, group: Sequence[Quota], facts: set[Fact]) -> bool:
        """Whether a group needs all cards that are possible for it, so no other place has one."""
        possible = {fact.card for fact in _possible(group, facts)}
        shared = _sum([card for card in self.cards if {*card.cards} <= possible])
        return _crowd_out(goal, shared, group, facts)


def _quota(places: Iterable[str], cards: Sequence[ClueCard], number: int | None) -> Quota:
    """Return the claim that a number of these cards, if it is known, are in these places."""
    facts = tuple(Fact(place, card, holds=True) for place in places for card in cards)
    return Quota(facts, 0, len(facts)) if number is None else Quota(facts, number, number)


def _sum(quotas: Iterable[Quota]) -> Quota:
    """Return what quotas without a common fact say together."""
    quotas = [*quotas]
    facts = tuple(fact for quota in quotas for fact in quota.facts)
    return Quota(facts, sum(one.least for one in quotas), sum(one.most for one in quotas))


def _negation(quota: Quota) -> Quota:
    """Return the same claim about the opposite facts."""
    facts = tuple(fact.opposite for fact in quota.facts)
    return Quota(facts, len(facts) - quota.most, len(facts) - quota.least)


def _possible(quotas: Iterable[Quota], facts: set[Fact]) -> set[Fact]:
    """Return the facts of quotas that are not known to be false."""
    return {fact for quota in quotas for fact in quota.facts if fact.opposite not in facts}


def _groups(quotas: Sequence[Quota]) -> Iterator[tuple[Quota, ...]]:
    return (group for size in range(1, 5) for group in combinations(quotas, size))


def _decide(quotas: Iterable[Quota], goal: Fact, facts: set[Fact]) -> bool:
    """Whether one of these quotas is full, or needs all that is left of it."""
    return any(_crowd_out(goal, quota, (), facts) for quota in quotas)


def _crowd_out(goal: Fact, shared: Quota, group: Iterable[Quota], facts: set[Fact]) -> bool:
    """Whether a quota leaves no room for the opposite of a fact, because disjoint others need it.

    This is the only inference from quotas: if at most n of some facts are true, and n others of
    them are, known or needed, then this one is false.
    """
    if goal.holds:
        shared, group = _negation(shared), [_negation(quota) for quota in group]
    taken = {fact for fact in shared.facts if fact in facts}
    needed = len(taken)
    for quota in group:
        possible = _possible([quota], facts)
        part = possible.intersection(shared.facts) - facts
        if part & taken:
            return False
        taken |= part
        needed += max(quota.least - len(possible - part), 0)
    return goal.opposite in {*shared.facts} - taken and needed >= shared.most
