"""Proofs and contradictions in sentences, and the formal steps of a proof line by line."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, assert_never

from cluetree.advice import Estimate
from cluetree.cards import ClueCard, Edition
from cluetree.claims import Fact
from cluetree.errors import LimitReached
from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Suggestion
from cluetree.explain import Open, Proof, ProofRule as Rule, ProofStep
from cluetree.explain.prover import refute
from cluetree.limit import Bound
from cluetree.notebook import Notebook
from cluetree.table import ENVELOPE, Table
from cluetree.text.entries import short_name
from cluetree.text.events import fact, sentence
from cluetree.text.language import enumeration, t
from cluetree.text.numbers import percent

_WHOLE, _LAST = 4, 3
"""The maximum number of points that are given whole, and how many are given of more."""
_INLINE: Final = frozenset(
    {Rule.SET_UP, Rule.SHOWN, Rule.PASS, Rule.TOLD}
    | {Rule.HELD_ELSEWHERE, Rule.CATEGORY_TAKEN, Rule.HAND_FULL}
)
"""The rules of steps without a separate point: they appear as reasons."""
_ENDINGS: Final = frozenset(
    {Rule.LAST_PLACE, Rule.LAST_CARDS, Rule.PIGEONHOLE}
    | {Rule.SHARED_CARDS, Rule.FULL_PLACES, Rule.LAST_FOR_PLACES}
)
"""The rules whose conclusions give the reason in the same sentence."""

Point: TypeAlias = tuple[str, ...]
"""The sentences about one step of an argument: the reasons, then the conclusion."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """An argument in sentences."""

    points: tuple[Point, ...]
    short: tuple[Point, ...]
    """The last points, without those under an assumption; all points of a short argument."""


def explain_proof(table: Table, events: Sequence[Event], proof: Proof) -> Explanation:
    """Put a proof into sentences; it must be a proof from this log."""
    return _explanation(_Writer(table, events, proof.steps, separate=proof.steps[-1:]))


def explain_conflict(
    table: Table, events: Sequence[Event], numbers: Iterable[int], *, limit: Bound = None
) -> Explanation:
    """Say why events with these numbers cannot all be true.

    Raises:
        LimitReached: If the limit was reached first.
        ValueError: If they can all be true.
    """
    *steps, one, other = refute(table, events, tuple(numbers), limit=limit)
    writer = _Writer(table, events, steps)
    return _explanation(writer, (writer.opposed(one, other),))


def _explanation(writer: "_Writer", *last: Point) -> Explanation:
    points, outer = ((*writer.points(outer=outer), *last) for outer in (False, True))
    if len(points) <= _WHOLE:
        outer = points
    elif len(outer) > _WHOLE:
        left_out = len(outer) - _LAST
        outer = ((t("say.earlier", count=left_out),), *outer[left_out:])
    whole, short = (
        tuple(tuple(map(sentence, point)) for point in each) for each in (points, outer)
    )
    return Explanation(whole, short)


class _Writer:
    """Words the steps of an argument; the `separate` ones get a point in any case."""

    def __init__(
        self,
        table: Table,
        events: Sequence[Event],
        steps: Sequence[ProofStep],
        separate: Sequence[ProofStep] = (),
    ):
        self._edition = table.edition
        self._events = events
        self._steps = {step.id: step for step in steps}
        self._separate = [step for step in steps if step in separate or step.rule not in _INLINE]

    def points(self, *, outer: bool) -> Iterator[Point]:
        """Yield the points in order; `outer` makes a refuted assumption one point."""
        before = None
        for step in self._separate:
            if outer and step.scope is not None:
                continue
            numbers = self._events_of(step) if outer and step.rule is Rule.REFUTED else ()
            if numbers:
                supposed = statement(step.concludes.opposite, self._edition)
                values = {"clauses": supposed, "entries": _list(numbers)}
                yield t("say.if", count=len(numbers), **values), self._so(step)
            else:
                yield tuple(self._point(step, before))
            before = step

    def _events_of(self, step: ProofStep) -> tuple[int, ...]:
        """Return the events behind a refuted assumption."""
        found, behind = set(step.events), {step.id}
        # A step uses only earlier ones, so one pass backwards finds them all.
        for one in reversed(self._steps.values()):
            if one.id in behind:
                found |= {*one.events}
                behind |= {*one.uses}
        return tuple(sorted(found))

    def opposed(self, one: ProofStep, other: ProofStep) -> str:
        """Say that two steps contradict each other."""
        first, second = (self._clauses([step.id]) for step in (one, other))
        return t("say.but", clauses=first, others=second)

    def _point(self, step: ProofStep, before: ProofStep | None) -> Iterator[str]:
        """Yield the reasons of a step that the step before does not state, then "so ..."."""
        rule, conclusion, entries = step.rule, statement(step.concludes, self._edition), step.events
        match rule:
            case Rule.ASSUMED:
                yield t("say.suppose", clauses=conclusion)
                return
            case Rule.COUNTED if entries:
                values = {"entries": _list(entries), "clauses": conclusion}
                yield t("say.counted", count=len(entries), **values)
                return
            case Rule.SET_UP | Rule.COUNTED:
                yield t("say.set_up", clauses=conclusion)
                return
            case Rule.REFUTED:
                _, one, other = step.uses
                yield self.opposed(self._steps[one], self._steps[other])
            case _ if rule not in _INLINE:
                yield from self._openings(step)
                if step.uses:
                    yield self._clauses(step.uses)
            case _ if before is None or [*self._reasons([step.id])] != [before]:
                yield self._clauses([step.id])
            case _:
                pass  # the step before states it
        if rule not in {Rule.SHOWN, Rule.TOLD}:
            yield self._so(step)

    def _openings(self, step: ProofStep) -> Iterator[str]:
        """Yield a clause for each event that a step uses itself."""
        for number in step.events:
            event = self._events[number - 1]
            match event:
                case Accusation(by, guess):
                    yield t("say.failed", name=by, cards=self._names(guess), entry=number)
                case HoldsOneOf(player, cards):
                    yield _of(player, "one_of", any=self._names(cards, "or"), entry=number)
                case Suggestion(_, guess, shows):
                    own = None if step.rule is Rule.SHARED_CARDS else step.concludes.player
                    values = {"any": self._names(guess, "or"), "entry": f"{number}"}
                    for show in shows:
                        if show.by is None:
                            yield t("say.somebody_showed", count=None, **values)
                        elif show.card is None and own in {None, show.by}:
                            yield t("say.showed", count=None, name=show.by, **values)
                case Holds() | Lacks():
                    pass  # they state facts
                case _:
                    assert_never(event)

    def _clauses(self, ids: Iterable[int]) -> str:
        """State the conclusions of steps, grouped by place and source.

        The reasons of an inlined step stand for it.
        """
        groups: dict[tuple[str, Rule | None, bool, int], dict[ClueCard, None]] = {}
        for step in self._reasons(ids):
            known, is_full = step.concludes, step.rule is Rule.HAND_FULL
            number = step.events[0] if step.rule in _INLINE and step.events else 0
            rule = step.rule if number or is_full else None
            cards = groups.setdefault((known.player, rule, known.holds, number), {})
            stated = [self._steps[use].concludes for use in step.uses] if is_full else [known]
            cards |= dict.fromkeys(one.card for one in stated)
        return enumeration(self._clause(*group, [*cards]) for group, cards in groups.items())

    def _clause(
        self, place: str, rule: Rule | None, holds: bool, number: int, cards: Sequence[ClueCard]
    ) -> str:
        match rule:
            case Rule.PASS:
                return t("say.passed", name=place, any=self._names(cards, "or"), entry=number)
            case Rule.SHOWN:
                return t("say.showed_card", name=place, cards=self._names(cards), entry=number)
            case Rule.TOLD:
                fact = holding(place, cards, self._edition, holds=holds)
                return t("say.told", clauses=fact, entry=number)
            case Rule.HAND_FULL:
                return t("say.full", name=place, count=len(cards), cards=self._names(cards))
            case _:
                return holding(place, cards, self._edition, holds=holds)

    def _reasons(self, ids: Iterable[int]) -> Iterator[ProofStep]:
        """Yield the steps that state the conclusions of steps to a reader."""
        for number in ids:
            step = self._steps[number]
            if step.rule in {Rule.HELD_ELSEWHERE, Rule.CATEGORY_TAKEN}:
                yield from self._reasons(step.uses)
            else:
                yield step

    def _so(self, step: ProofStep) -> str:
        known, clauses = step.concludes, statement(step.concludes, self._edition)
        if step.rule is Rule.LAST_OF_CATEGORY:
            return t(f"say.so_last_{known.card.category}", clauses=clauses)
        if step.rule in _ENDINGS:
            values = {"name": known.player, "card": short_name(known.card, self._edition)}
            return t(f"say.so_{step.rule}", count=None, **values, clauses=clauses)
        return t("say.so", clauses=clauses)

    def _names(self, cards: Iterable[ClueCard], by: Literal["standard", "or"] = "standard") -> str:
        return _names(cards, self._edition, by)


def statement(known: Fact, edition: Edition) -> str:
    """State a fact, with the short name of the card: "Bob does not have Rope"."""
    return holding(known.player, (known.card,), edition, holds=known.holds)


def holding(place: str, cards: Iterable[ClueCard], edition: Edition, *, holds: bool = True) -> str:
    """State that a place holds some cards, or that it holds none of them."""
    if holds:
        return _of(place, "holds", cards=_names(cards, edition))
    return _of(place, "lacks", any=_names(cards, edition, "or"))


def _of(place: str, key: str, **values: str | int) -> str:
    """Return a text about a place; the envelope has its own."""
    if place == ENVELOPE.name:
        return t(f"say.envelope_{key}", count=None, **values)
    return t(f"say.{key}", count=None, name=place, **values)


def _names(
    cards: Iterable[ClueCard], edition: Edition, by: Literal["standard", "or"] = "standard"
) -> str:
    return enumeration((short_name(card, edition) for card in cards), by)


def _list(numbers: Iterable[int]) -> str:
    return enumeration(map(str, numbers))


def open_claim(book: Notebook, found: Open) -> str:
    """Say how likely an open fact is."""
    with suppress(LimitReached):
        beliefs, (place, card) = book.beliefs, (found.fact.player, found.fact.card)
        chance = Estimate(float(beliefs.chance(card, place)), beliefs.error(card, place))
        return t("why.chance", fact=fact(found.fact), chance=percent(chance))
    return t("prove.no_chance", fact=fact(found.fact))


# Formal steps


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One step of a proof."""

    number: int
    depth: int
    """The number of assumptions it depends on."""
    assumed: bool
    claim: str
    ground: str
    """The rule with its premises; empty for an assumption."""


def proof_lines(steps: Iterable[ProofStep]) -> Iterator[ProofLine]:
    """Yield a line for each step."""
    depths: dict[int | None, int] = {None: 0}
    for step in steps:
        assumed, depth = step.rule is Rule.ASSUMED, depths[step.under]
        claim = fact(step.concludes)
        if assumed:
            depths[step.id] = depth + 1
            yield ProofLine(step.id, depth, assumed, t("why.suppose", fact=claim), "")
            continue
        used = [t("why.entry", number=event) for event in step.events]
        used += [f"{use}." for use in step.uses]
        rule = t(f"rule.{step.rule}")
        ground = t("why.ground", rule=rule, grounds=", ".join(used)) if used else rule
        yield ProofLine(step.id, depth, assumed, claim, ground)
