"""Check a proof against the rules and the log; short, so that a reader can verify it."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import assert_never

from cluetree.cards import ClueCard
from cluetree.claims import Claim, Fact, Quota
from cluetree.errors import InvalidProofError
from cluetree.events import Event, Game, log_of
from cluetree.explain.steps import ProofRule, ProofStep
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
        self.cards = frozenset(table.edition.cards) - set(table.face_up)
        self.sizes = {hand.name: hand.hand_size for hand in table.hands}
        self.places = {*self.sizes, ENVELOPE.name}
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
        held, hidden = self.known(player, facts, True), player == ENVELOPE.name
        quotas = [claim for claim in given if isinstance(claim, Quota)]
        branches = [{f for f in q.facts if f.opposite not in facts} for q in quotas if q.least]
        mine = [{f.card for f in one} for one in branches if _owners(one) == {player}]
        match step.rule:
            case ProofRule.SHOWN | ProofRule.PASS | ProofRule.TOLD:
                return goal in given
            case ProofRule.SET_UP:
                me = self.table.me
                own = me is not None and player == me.name and (card in me.hand) == goal.holds
                return own or (card in self.table.face_up and not goal.holds)
            case ProofRule.LAST_PLACE | ProofRule.HELD_ELSEWHERE:
                return _decides(self.quota(self.places, {card}, 1), goal, facts)
            case ProofRule.LAST_CARDS | ProofRule.HAND_FULL:
                size = self.sizes.get(player)
                hand = self.quota({player}, self.cards, size or 0)
                return size is not None and _decides(hand, goal, facts)
            case ProofRule.LAST_OF_CATEGORY | ProofRule.CATEGORY_TAKEN:
                same = {other for other in self.cards if other.category is card.category}
                return hidden and _decides(self.quota({player}, same, 1), goal, facts)
            case ProofRule.ONE_OF:
                return any(_decides(quota, goal, facts) for quota in quotas if quota.is_show)
            case ProofRule.FAILED_ACCUSATION:
                return any(_decides(quota, goal, facts) for quota in quotas if quota.accusation)
            case ProofRule.QUOTA_NEEDED | ProofRule.QUOTA_FULL:
                return any(_decides(quota, goal, facts) for quota in quotas)
            case ProofRule.PIGEONHOLE:
                needed = held.union(*mine)
                apart = len(held) + sum(map(len, mine)) == len(needed)
                full = apart and len(held) + len(mine) == self.sizes.get(player)
                return not goal.holds and full and card not in needed
            case ProofRule.SHARED_CARDS:
                foreign = [branch for branch in branches if player not in _owners(branch)]
                groups = (group for n in range(2, 5) for group in combinations(foreign, n))
                few = len({*step.events}) <= 4  # noqa: PLR2004 -- more would keep us busy
                return not goal.holds and few and any(_use_up(card, group) for group in groups)
            case ProofRule.FULL_PLACES:
                only = frozenset(fact.card for fact in facts)
                out = {p for p in self.places if only <= self.known(p, facts, False)}
                kinds = {other.category for other in only}
                fits = player not in out and (not hidden or card.category in kinds)
                capacity = self.capacity(self.places - out, len(kinds))
                full = only <= self.cards and capacity == len(only)
                return not goal.holds and fits and full and card not in only
            case ProofRule.LAST_FOR_PLACES:
                inside = {fact.player for fact in facts if not fact.holds}
                missing = self.cards.intersection(*(self.known(p, facts, False) for p in inside))
                capacity = self.capacity(inside, len({other.category for other in self.cards}))
                left = self.cards - missing
                full = card in left and capacity == len(left)
                return not goal.holds and player not in inside and full
            case ProofRule.ASSUMED | ProofRule.REFUTED | ProofRule.COUNTED:
                return False  # `check` handles the first two; counting is not a step
            case _:
                assert_never(step.rule)

    def quota(self, places: Iterable[str], cards: Iterable[ClueCard], number: int) -> Quota:
        """Return the claim that a number of these cards of the deck is in these places."""
        facts = [Fact(p, c, holds=True) for p in places for c in cards if c in self.cards]
        return Quota(tuple(facts), number, number)

    def known(self, player: str, facts: set[Fact], holds: bool) -> frozenset[ClueCard]:
        return frozenset(f.card for f in facts if f.player == player and f.holds is holds)

    def capacity(self, places: set[str], hidden: int) -> int | None:
        """Return how many cards these places take; `None` if a hand size is unknown."""
        sizes = [self.sizes.get(place, hidden) for place in places]
        return None if None in sizes else sum(size or 0 for size in sizes)


def _decides(quota: Quota, goal: Fact, facts: set[Fact]) -> bool:
    """Whether a quota that is full, or needs all that is left of it, decides a fact."""
    others = {fact for fact in quota.facts if fact not in {goal, goal.opposite}}
    if len(others) == len(quota.facts):
        return False  # it is not about the goal
    if goal.holds:
        return sum(fact.opposite not in facts for fact in others) < quota.least
    return len(others & facts) >= quota.most


def _owners(branch: set[Fact]) -> set[str]:
    return {fact.player for fact in branch}


def _use_up(card: ClueCard, group: Sequence[set[Fact]]) -> bool:
    """Whether disjoint branches need all of their cards, including this one."""
    options = {fact for branch in group for fact in branch}
    cards = {fact.card for fact in options}
    apart = len(options) == sum(map(len, group))
    return apart and card in cards and len(cards) == len(group)
