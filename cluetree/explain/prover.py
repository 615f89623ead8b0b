"""Find a proof: the fewest events first, then the easiest way from them to the fact."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from random import Random
from typing import Final

from cluetree.beliefs import Deal
from cluetree.claims import Fact
from cluetree.deduction import Frame
from cluetree.errors import ContradictionError, LimitReached
from cluetree.events import Event, entries
from cluetree.evidence import Evidence
from cluetree.exact import count as count_deals, is_possible, some_deal
from cluetree.explain._parts import Parts
from cluetree.explain.chain import Atom, Chain, Premises, Reason
from cluetree.explain.proof import Open, Proof
from cluetree.explain.rules import RULES, Rule
from cluetree.explain.shrink import Part, smallest
from cluetree.explain.steps import ProofRule, ProofStep
from cluetree.limit import ATTEMPT, Bound, Meter
from cluetree.table import Table

_SHRINK: Final = 0.5
"""The share of the work that goes into finding the fewest events, at most."""
_DRAW: Final = 0.3
"""The share that goes into drawing each of two examples, before any deal will do."""


def prove(
    table: Table, events: Sequence[Event], fact: Fact, *, limit: Bound = None
) -> Proof | Open:
    """Prove a fact or its opposite, or show that it is open.

    The proof rests on events of which none can be left out, and uses the easiest rules that
    lead there: first those that people see at a glance, then counting arguments, then cases,
    as few within each other as can be. Where the limit ends the search, the proof is one step,
    by counting; and if it was met before, more events may be named than are needed.

    Raises:
        ContradictionError: If the log is impossible, for then everything would follow.
        UnknownPlayerError: If the fact is about nobody's place.
        UnknownCardError: If its card is not of this deck.
        LimitReached: If it was not even found whether the fact follows.
        ClueError: If an event breaks the rules by itself.
    """
    events, fact = entries(table, events), Frame(table.edition, table.players).spelled(fact)
    meter = Meter.of(limit)
    evidence = Evidence.gather(table, events)
    holds = _settled(evidence, fact, meter)
    if holds is None:
        return _open(evidence, Fact(fact.player, fact.card, holds=True), meter)
    fact = Fact(fact.player, fact.card, holds)
    part = _events_needed(table, events, fact, meter.part(_SHRINK))
    with suppress(LimitReached):
        chain = _search(_premises(table, events, part.numbers, meter), fact)
        return Proof.of(fact, _write(chain, fact), least=part.least)
    return Proof.by_counting(fact, part.numbers, least=part.least)


def _settled(evidence: Evidence, fact: Fact, meter: Meter) -> bool | None:
    """Say whether the fact is so in every deal, or in none; `None` if it is open.

    Raises:
        ContradictionError: If no deal fits.
    """
    so, not_so = (
        is_possible(evidence.assuming(known), limit=meter)
        for known in (Fact(fact.player, fact.card, holds) for holds in (True, False))
    )
    if not so and not not_so:
        raise ContradictionError("no deal fits the log, so nothing can be proved from it")
    return None if so and not_so else so


def _open(evidence: Evidence, fact: Fact, meter: Meter) -> Open:
    rng = Random(0)
    so, not_so = (_example(evidence.assuming(known), rng, meter) for known in (fact, fact.opposite))
    return Open(fact, so, not_so)


def _example(evidence: Evidence, rng: Random, meter: Meter) -> Deal:
    """Draw a deal that fits; where that is too hard, return any."""
    with suppress(LimitReached):
        share = meter.part(_DRAW)
        return count_deals(evidence, limit=share).sample(1, rng=rng)[0]
    return some_deal(evidence, limit=meter)


def _premises(
    table: Table, events: Sequence[Event], numbers: Sequence[int], meter: Meter
) -> Premises:
    infos = [(n, info) for n in numbers for info in events[n - 1].infos(table)]
    return Premises(table, infos, meter)


def _events_needed(table: Table, events: Sequence[Event], fact: Fact, meter: Meter) -> Part:
    """Events from which the fact follows, none of which can be left out.

    Taken from those that an easy proof rests on, where there is one, so that it stays easy.
    """
    everything = tuple(range(1, len(events) + 1))
    premises = _premises(table, events, everything, meter)
    chain = Chain(premises)
    with suppress(LimitReached):
        if _run(chain, premises.atom(fact)):
            steps = _write(chain, fact)
            everything = tuple(sorted({number for step in steps for number in step.events}))
    parts, opposite = Parts(table, events), fact.opposite
    return smallest(
        everything,
        lambda numbers: not is_possible(parts.only(numbers).assuming(opposite), limit=meter),
    )


def _run(chain: Chain, goal: Atom | None = None) -> bool:
    """Apply the rules, the easiest first; say whether that led to the goal, or to a clash."""
    while chain.clash is None and not (goal is not None and chain.knows(goal)):
        if not any(_apply(chain, rule) for rule in RULES):
            return False
    return True


def _apply(chain: Chain, rule: Rule) -> bool:
    """Add all that a rule gives; say whether anything was new."""
    chain.premises.meter.spend(ATTEMPT)
    news = [chain.add(atom, reason) for atom, reason in [*rule(chain)]]
    return any(news)


def _search(premises: Premises, fact: Fact) -> Chain:
    """Return a chain that reaches the fact, with assumptions nested as little as can be."""
    goal = premises.atom(fact)
    for depth in count():
        chain = Chain(premises)
        if _reaches(chain, goal, depth):
            return chain
    raise AssertionError  # the count of depths does not end


def _reaches(chain: Chain, goal: Atom, depth: int) -> bool:
    if _run(chain, goal):
        return True
    if depth == 0:
        return False
    supposed = chain.suppose(goal.opposite)
    if _fails(supposed, depth - 1):
        chain.add(goal, Reason(ProofRule.REFUTED, refuted=supposed))
        return True
    return False


def _fails(chain: Chain, depth: int) -> bool:
    """Say whether what was assumed leads to a clash, with so many assumptions within."""
    if _run(chain):
        return True
    progress = depth > 0
    while progress:
        progress = False
        for atom in [*chain.open_atoms()]:
            if chain.knows(atom) or chain.knows(atom.opposite):
                continue
            supposed = chain.suppose(atom)
            if _fails(supposed, depth - 1):
                chain.add(atom.opposite, Reason(ProofRule.REFUTED, refuted=supposed))
                if _run(chain):
                    return True
                progress = True
    return False


def _write(chain: Chain, fact: Fact) -> list[ProofStep]:
    """Write down the steps that lead to a fact, and no others."""
    writer = _Writer(chain.premises)
    writer.reach(chain, chain.premises.atom(fact))
    return writer.steps


class _Writer:
    def __init__(self, premises: Premises):
        self._premises = premises
        self._ids: dict[tuple[int, Atom], int] = {}
        self.steps: list[ProofStep] = []

    def reach(self, chain: Chain, atom: Atom) -> int:
        """Write the steps to a fact, if they are not there yet; return the last one's id."""
        while atom not in chain.reasons and chain.parent is not None:
            chain = chain.parent
        key = (id(chain), atom)
        if key not in self._ids:
            self._ids[key] = self._step(chain, atom, chain.reasons[atom])
        return self._ids[key]

    def _step(self, chain: Chain, atom: Atom, reason: Reason) -> int:
        inner = reason.refuted
        if inner is not None and inner.clash is not None:
            assumed = next(iter(inner.reasons))
            clash, way = inner.clash
            uses = [self.reach(inner, assumed)]
            uses.append(self.reach(inner, clash.opposite))
            uses.append(self._step(inner, clash, way))
        else:
            uses = [self.reach(chain, use) for use in reason.uses]
        scope = chain.parent if reason.rule is ProofRule.ASSUMED else chain
        step = ProofStep(
            id=len(self.steps) + 1,
            rule=reason.rule,
            concludes=self._premises.fact(atom),
            events=reason.events,
            uses=tuple(uses),
            under=self._assumption(scope),
        )
        self.steps.append(step)
        return step.id

    def _assumption(self, chain: Chain | None) -> int | None:
        if chain is None or chain.parent is None:
            return None
        return self.reach(chain, next(iter(chain.reasons)))
