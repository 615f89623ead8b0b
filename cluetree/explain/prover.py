"""Find a proof: first a minimal set of events, then the easiest steps from them."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from textwrap import shorten
from typing import Final

from cluetree._markup import tags
from cluetree.beliefs import Deal
from cluetree.claims import Fact
from cluetree.errors import ContradictionError, InvalidProofError, LimitReached
from cluetree.events import Event, Game, Logged, log_of
from cluetree.evidence import Evidence, Frame
from cluetree.exact import count as count_deals, is_possible
from cluetree.explain.checker import check
from cluetree.explain.conflicts import LogEvidence, smallest
from cluetree.explain.proof import ProofRule, ProofStep
from cluetree.explain.rules import RULES, Atom, Chain, Premises, Reason, RuleSearch
from cluetree.limit import Bound, check_time, limited, part
from cluetree.table import Table

_SHRINK: Final = 0.5
"""The maximum share of the work for finding a minimal set of events."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that a fact is true in every deal that fits.

    Without any one of its events the fact is open, unless `least` is false.
    """

    fact: Fact
    steps: tuple[ProofStep, ...]
    events: tuple[int, ...] = field(init=False)
    """The numbers of all events used, in order."""
    least: bool = True
    """Whether the events are minimal; false if a limit was reached first."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "events", _events_of(self.steps))

    @property
    def counted(self) -> bool:
        """Whether the proof is by counting, because the search reached its limit."""
        return any(step.rule is ProofRule.COUNTED for step in self.steps)

    def check(self, game: Game, events: Iterable[Event] = (), *, limit: Bound = None) -> None:
        """Check every step with a checker that shares no code with the search.

        A proof by counting is counted again, within the limit.

        Raises:
            LimitReached: If counting reached the limit.
            InvalidProofError: If a step does not follow, or the last one is not the fact.
        """
        table, log = log_of(game, events)
        if not self.counted:
            check(table, log, fact=self.fact, steps=self.steps)
            return
        evidence = Evidence.gather(table, [log[number - 1] for number in self.events])
        if is_possible(evidence.assuming(self.fact.opposite), limit=limit):
            raise InvalidProofError(f"some deal fits the events, but not that {self.fact}")

    def __repr__(self) -> str:
        numbers = ", ".join(map(str, self.events)) or "none"
        text = f"<Proof that {self.fact}: steps {len(self.steps)}, from events {numbers}>"
        return shorten(text, 200, placeholder=" ...>")

    def __str__(self) -> str:
        return "\n".join(map(str, self.steps))

    def _repr_html_(self) -> str:
        """Return the fact and its steps as a list, which Jupyter displays."""
        return f"{tags('b', [self.fact])}<pre>{tags('div', self.steps)}</pre>"


def _events_of(steps: Iterable[ProofStep]) -> tuple[int, ...]:
    return tuple(sorted({number for step in steps for number in step.events}))


@dataclass(frozen=True, slots=True)
class Open:
    """A fact that does not follow, with two deals that fit: one with it and one without."""

    fact: Fact
    so: Deal
    """A deal in which the fact is true."""
    not_so: Deal
    """A deal in which it is false."""


def prove(
    game: Game, events: Iterable[Event] = (), *, fact: Fact, limit: Bound = None
) -> Proof | Open:
    """Prove a fact or its opposite, or show that it is open.

    The proof uses a minimal set of events and the easiest rules: simple ones first, then counting
    arguments, then case distinctions with the least nesting. If the search reaches the limit, the
    proof is one step by counting, and its events are not always minimal.

    Raises:
        ContradictionError: If the log is impossible.
        UnknownPlayerError: If the fact names an unknown place.
        UnknownCardError: If its card is not in this deck.
        LimitReached: If the limit was reached before it was known whether the fact follows.
        ClueError: If an event alone breaks the rules.
    """
    table, log = log_of(game, events)
    fact = Frame.of(table).spelled(fact)
    with limited(limit):
        return _prove(table, log, replace(fact, holds=True))


def _prove(table: Table, events: Sequence[Event], fact: Fact) -> Proof | Open:
    evidence = Evidence.gather(table, events)
    both = [evidence.assuming(known) for known in (fact, fact.opposite)]
    so, not_so = map(is_possible, both)
    if so and not_so:
        rng = Random(0)
        return Open(fact, *(count_deals(known).sample(1, rng=rng)[0] for known in both))
    if not so and not not_so:
        raise ContradictionError("no deal fits the log, so nothing can be proved from it")
    fact = fact if so else fact.opposite
    with part(_SHRINK):
        needed, least = _events_needed(table, events, fact)
    steps = [ProofStep(1, ProofRule.COUNTED, fact, needed)]
    with suppress(LimitReached):
        premises = _premises(table, events, needed)
        steps = _write(_deepened(premises, premises.atom(fact)), fact)
    return Proof(fact, tuple(steps), least)


def refute(game: Logged, numbers: Sequence[int], *, limit: Bound = None) -> tuple[ProofStep, ...]:
    """Return the steps to a contradiction between events, then again the two opposed steps."""
    premises = _premises(game.table, game.events, numbers)
    with limited(limit):
        if is_possible(LogEvidence(game.table, game.events).only(numbers)):
            raise ValueError("the events can all be true")
        chain = _deepened(premises)
    assert chain.contradiction is not None  # noqa: S101 -- without a goal it ends with one
    writer = _ProofWriter(premises)
    ends = writer.contradiction(chain, *chain.contradiction)
    return (*writer.steps, *(writer.steps[end - 1] for end in ends))


def _premises(table: Table, events: Sequence[Event], numbers: Sequence[int]) -> Premises:
    return Premises(table, [(number, events[number - 1]) for number in numbers])


def _events_needed(
    table: Table, events: Sequence[Event], fact: Fact
) -> tuple[tuple[int, ...], bool]:
    """Return a set of events that imply the fact, and whether it is minimal.

    If there is an easy proof, only its events are considered, so that the proof stays easy.
    """
    everything = tuple(range(1, len(events) + 1))
    premises = _premises(table, events, everything)
    chain = Chain(premises)
    with suppress(LimitReached):
        if _run(chain, premises.atom(fact)):
            everything = _events_of(_write(chain, fact))
    log, opposite = LogEvidence(table, events), fact.opposite
    return smallest(
        everything, lambda numbers: not is_possible(log.only(numbers).assuming(opposite))
    )


def _run(chain: Chain, goal: Atom | None = None) -> bool:
    """Apply the easiest rules first; return whether they reach the goal or a contradiction."""
    while chain.contradiction is None and not (goal is not None and chain.knows(goal)):
        if not any(_apply(chain, rule) for rule in RULES):
            return False
    return True


def _apply(chain: Chain, rule: RuleSearch) -> bool:
    """Add the conclusions of a rule; return whether any is new."""
    check_time()
    news = [chain.add(atom, reason) for atoms, reason in [*rule(chain)] for atom in atoms]
    return any(news)


def _deepened(premises: Premises, goal: Atom | None = None) -> Chain:
    """Return a chain to the goal, or to a contradiction, with the least nesting of assumptions."""
    for depth in count():
        chain = Chain(premises)
        if _fails(chain, depth) if goal is None else _reaches(chain, goal, depth):
            return chain
    raise AssertionError  # unreachable: `count` is infinite


def _reaches(chain: Chain, goal: Atom, depth: int) -> bool:
    if _run(chain, goal):
        return True
    if depth == 0:
        return False
    supposed = chain.suppose(goal.opposite)
    fails = _fails(supposed, depth - 1)
    if fails:
        chain.add(goal, Reason(ProofRule.REFUTED, refuted=supposed))
    return fails


def _fails(chain: Chain, depth: int) -> bool:
    """Return whether the assumption is refuted with at most `depth` nested assumptions."""
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
    """Return only the steps that lead to a fact."""
    writer = _ProofWriter(chain.premises)
    writer.reach(chain, chain.premises.atom(fact))
    return writer.steps


class _ProofWriter:
    def __init__(self, premises: Premises):
        self._premises = premises
        self._ids: dict[tuple[int, Atom], int] = {}
        self.steps: list[ProofStep] = []

    def reach(self, chain: Chain, atom: Atom) -> int:
        """Write the missing steps to a fact; return the id of the last one."""
        while atom not in chain.reasons and chain.parent is not None:
            chain = chain.parent
        key = (id(chain), atom)
        if key not in self._ids:
            self._ids[key] = self._step(chain, atom, chain.reasons[atom])
        return self._ids[key]

    def contradiction(self, chain: Chain, fact: Atom, reason: Reason) -> tuple[int, int]:
        """Write the steps to a contradiction; return the ids of the two opposed ones."""
        return self.reach(chain, fact.opposite), self._step(chain, fact, reason)

    def _step(self, chain: Chain, atom: Atom, reason: Reason) -> int:
        inner = reason.refuted
        if inner is not None and inner.contradiction is not None:
            assumed = next(iter(inner.reasons))
            uses = [self.reach(inner, assumed)]
            uses += self.contradiction(inner, *inner.contradiction)
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
