"""Check a proof against the rules and the log; short, so that a reader can verify it."""

from collections.abc import Sequence
from itertools import combinations
from typing import assert_never

from cluetree.cards import ClueCard
from cluetree.claims import Claim, Fact, Quota
from cluetree.errors import InvalidProofError
from cluetree.events import Event
from cluetree.explain.steps import ProofRule, ProofStep
from cluetree.table import ENVELOPE, Table


def check(table: Table, log: Sequence[Event], fact: Fact, steps: Sequence[ProofStep]) -> None:
    """Check that the steps prove the fact from the table and the log.

    Raises:
        InvalidProofError: If a step does not follow, or the last one is not the fact.
    """
    checker = _Checker(table, log)
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
            given = _Given([claim for event in log for claim in event.claims(self.table)])
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
        self, step: ProofStep, facts: set[Fact], given: "_Given"
    ) -> bool:
        goal, player, card = step.concludes, step.concludes.player, step.concludes.card
        held, lacked = self.known(player, facts, True), self.known(player, facts, False)
        hidden, size = player == ENVELOPE.name, self.sizes.get(player)
        same = frozenset(other for other in self.cards if other.category is card.category)
        branches = [{f for f in one if f.opposite not in facts} for one in given.branches]
        mine = [{f.card for f in one} for one in branches if _owners(one) == {player}]
        match step.rule:
            case ProofRule.SHOWN | ProofRule.PASS | ProofRule.TOLD:
                return goal in given.facts
            case ProofRule.SET_UP:
                me = self.table.me
                own = me is not None and player == me.name and (card in me.hand) == goal.holds
                return own or (card in self.table.face_up and not goal.holds)
            case ProofRule.LAST_PLACE:
                others = {f.player for f in facts if f.card == card and not f.holds}
                return goal.holds and card in self.cards and others | {player} == self.places
            case ProofRule.LAST_CARDS:
                left = self.cards - lacked
                return goal.holds and card in left and len(left) == size
            case ProofRule.LAST_OF_CATEGORY:
                return goal.holds and hidden and same - lacked == frozenset({card})
            case ProofRule.ONE_OF:
                return goal.holds and {goal} in branches
            case ProofRule.HELD_ELSEWHERE:
                elsewhere = any(f.holds and f.card == card and f.player != player for f in facts)
                return not goal.holds and elsewhere
            case ProofRule.CATEGORY_TAKEN:
                return not goal.holds and hidden and bool(held & same - {card})
            case ProofRule.HAND_FULL:
                return not goal.holds and len(held) == size and card not in held
            case ProofRule.FAILED_ACCUSATION:
                taken = any(cards - held == {card} for cards in given.failed)
                return not goal.holds and hidden and taken
            case ProofRule.PIGEONHOLE:
                needed = held.union(*mine)
                apart = len(held) + sum(map(len, mine)) == len(needed)
                full = apart and len(held) + len(mine) == size
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

    def known(self, player: str, facts: set[Fact], holds: bool) -> frozenset[ClueCard]:
        return frozenset(f.card for f in facts if f.player == player and f.holds is holds)

    def capacity(self, places: set[str], hidden: int) -> int | None:
        """Return how many cards these places take; `None` if a hand size is unknown."""
        sizes = [self.sizes.get(place, hidden) for place in places]
        return None if None in sizes else sum(size or 0 for size in sizes)


class _Given:
    """The claims of some events, by kind."""

    def __init__(self, claims: Sequence[Claim]):
        self.facts: set[Fact] = set()
        self.branches: list[set[Fact]] = []
        self.failed: list[set[ClueCard]] = []
        for claim in claims:
            match claim:
                case Fact():
                    self.facts.add(claim)
                case Quota(facts, 0):
                    self.failed.append({fact.card for fact in facts})
                case Quota(facts):
                    self.branches.append({*facts})
                case _:
                    assert_never(claim)


def _owners(branch: set[Fact]) -> set[str]:
    return {fact.player for fact in branch}


def _use_up(card: ClueCard, group: Sequence[set[Fact]]) -> bool:
    """Whether disjoint branches need all of their cards, including this one."""
    options = {fact for branch in group for fact in branch}
    cards = {fact.card for fact in options}
    apart = len(options) == sum(map(len, group))
    return apart and card in cards and len(cards) == len(group)
