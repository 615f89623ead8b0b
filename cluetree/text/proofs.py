"""Proofs and contradictions in sentences, and the formal steps of a proof line by line."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from more_itertools import map_reduce

from cluetree.cards import ClueCard, Edition
from cluetree.claims import Fact, Quota
from cluetree.errors import LimitReached
from cluetree.events import Accusation, Correction, Logged, Question, Suggestion
from cluetree.explain import Open, Proof, ProofRule as Rule, ProofStep
from cluetree.explain.prover import refute
from cluetree.limit import Bound
from cluetree.notebook import Notebook
from cluetree.table import ENVELOPE
from cluetree.text.events import either, fact, number_of, sentence, short_name
from cluetree.text.language import enumeration, t
from cluetree.text.numbers import percent

_WHOLE: Final = 4
"""The maximum number of points of an argument without a shorter form."""
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
    """The same argument with its lemmas in one line each, beside their entries; then the last
    point. All points of a short argument."""


def explain_proof(game: Logged, proof: Proof) -> Explanation:
    """Put a proof into sentences; it must be a proof from this log."""
    return _Writer(game, proof.steps, last=proof.steps[-1]).explanation()


def explain_conflict(game: Logged, numbers: Iterable[int], *, limit: Bound = None) -> Explanation:
    """Say why events with these numbers cannot all be true; raise a `ValueError` if they can."""
    *steps, one, other = refute(game, tuple(numbers), limit=limit)
    writer = _Writer(game, steps)
    return writer.explanation(writer.opposed(one, other))


def _lemmas(
    steps: Sequence[ProofStep], points: Sequence[ProofStep], last: ProofStep | None
) -> Iterator[tuple[Sequence[ProofStep], Sequence[int]]]:
    """Yield the lemmas that the last point rests on, given the steps with a point.

    A lemma is a line of the short form: steps that conclude the same of several cards, and the
    events that they rest on, without those of other lemmas. A refuted assumption is one lemma,
    unless it is the whole argument.
    """
    shown = {None, last.uses[0] if last and last.rule is Rule.REFUTED else None}
    left = [step for step in points if step.scope in shown and step != last]
    others = {step.id for step in left}
    bases = {step.id: _basis(step, steps, others - {step.id}) for step in left}

    def topic(step: ProofStep) -> object:
        return step.concludes.player, step.concludes.holds, step.scope, bases[step.id][0]

    while left:
        first = left[0]
        alike = [step for step in left if topic(step) == topic(first)]
        alike = [step for step in alike if all(used < first.id for used in bases[step.id][1])]
        left = [step for step in left if step not in alike]
        yield alike, bases[first.id][0]


def _basis(
    step: ProofStep, steps: Sequence[ProofStep], others: set[int]
) -> tuple[list[int], set[int]]:
    """Return the events that a step rests on, up to other lemmas, and the steps of these."""
    used, events = {step.id}, set[int]()
    for one in reversed(steps):  # a step uses only earlier ones
        if one.id in used - others:
            used.update(one.uses)
            events.update(one.events)
    return sorted(events), used & others


class _Writer:
    """Words the steps of an argument; the `last` one gets a point in any case."""

    def __init__(self, game: Logged, steps: Sequence[ProofStep], last: ProofStep | None = None):
        self._table, self._edition, self._events = game.table, game.table.edition, game.events
        self._steps = {step.id: step for step in steps}
        self._last = last
        self._separate = [step for step in steps if step == last or step.rule not in _INLINE]

    def explanation(self, *ending: str) -> Explanation:
        """Return the points, and their short form; `ending` is a further point."""
        before = (None, *self._separate)
        points = [(*self._point(*pair),) for pair in zip(self._separate, before, strict=False)]
        points += [ending] if ending else []
        whole = tuple(tuple(map(sentence, point)) for point in points)
        if len(points) <= _WHOLE:
            return Explanation(whole, whole)
        lemmas = _lemmas([*self._steps.values()], self._separate, self._last)
        short = (tuple(map(sentence, self._line(*lemma))) for lemma in lemmas)
        return Explanation(whole, (*short, whole[-1]))

    def _line(self, steps: Sequence[ProofStep], sources: Sequence[int]) -> Point:
        step = steps[0]
        if step.rule is Rule.ASSUMED or not sources:
            return tuple(self._point(step, None))
        known, cards = step.concludes, [one.concludes.card for one in steps]
        clauses = holding(known.player, cards, self._edition, holds=known.holds)
        entries = _list(sources)
        return (t("say.lemma", count=len(sources), clauses=clauses, entries=entries),)

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
                case Accusation(by, guess, _, right):
                    key = "say.failed" if right is None else "say.some_right"
                    yield t(key, count=right, name=by, cards=self._names(guess), entry=number)
                case Suggestion(_, guess, shows):
                    own = None if step.rule is Rule.SHARED_CARDS else step.concludes.player
                    values = {"any": self._names(guess, "or"), "entry": f"{number}"}
                    for show in shows:
                        if show.by is None:
                            yield t("say.somebody_showed", count=None, **values)
                        elif show.card is None and own in {None, show.by}:
                            yield t("say.showed", count=None, name=show.by, **values)
                case Question(_, to, cards) | Correction(to, _, cards):
                    answer = event.answer if isinstance(event, Question) else "takes_back"
                    yield self._answered(to, answer, cards, number)
                case _:
                    claims = event.claims(self._table)
                    yield from (self._quota(c, number) for c in claims if isinstance(c, Quota))

    def _answered(
        self, name: str, answer: str | None, cards: Iterable[ClueCard], entry: int
    ) -> str:
        key = "say.showed" if answer == "shows" else f"say.{answer}"
        return t(key, count=None, name=name, any=self._names(cards, "or"), entry=entry)

    def _quota(self, claim: Quota, entry: int) -> str:
        place = claim.player or enumeration(map(_place, claim.players), "or")
        if claim.is_show or claim.card_of_one:
            return _of(place, "one_of", any=self._names(claim.cards, "or"), entry=entry)
        number = number_of(claim.least, claim.most, len(claim.facts))
        return _of(place, "some_of", number=number, cards=self._names(claim.cards), entry=entry)

    def _clauses(self, ids: Iterable[int]) -> str:
        """State the conclusions of steps, grouped by place and source.

        The reasons of an inlined step replace it.
        """
        groups: dict[tuple[str, Rule | None, bool, int], dict[ClueCard, None]] = {}
        full: dict[str, None] = {}
        for step in self._reasons(ids):
            known = step.concludes
            if step.rule is Rule.HAND_FULL:
                full[self._full(step)] = None
                continue
            number = step.events[0] if step.rule in _INLINE and step.events else 0
            rule = step.rule if number else None
            groups.setdefault((known.player, rule, known.holds, number), {})[known.card] = None
        clauses = (self._clause(*group, [*cards]) for group, cards in groups.items())
        return enumeration((*clauses, *full))

    def _full(self, step: ProofStep) -> str:
        """State that all cards of a hand are known, each with the entry that says so."""
        cards: list[str] = []
        for use in map(self._steps.__getitem__, step.uses):
            name = short_name(use.concludes.card, self._edition)
            seen = use.events if use.rule in _INLINE else ()
            cards.append(t("say.card_in", card=name, entry=seen[0]) if seen else name)
        name = step.concludes.player
        return t("say.full", name=name, count=len(cards), cards=enumeration(cards))

    def _clause(
        self, place: str, rule: Rule | None, holds: bool, number: int, cards: Sequence[ClueCard]
    ) -> str:
        match rule:
            case Rule.PASS:
                return t("say.passed", name=place, any=self._names(cards, "or"), entry=number)
            case Rule.SHOWN:
                return t("say.showed_card", name=place, cards=self._names(cards), entry=number)
            case Rule.TOLD if isinstance(event := self._events[number - 1], Question):
                return self._answered(place, event.answer, cards, number)
            case Rule.TOLD:
                fact = holding(place, cards, self._edition, holds=holds)
                return t("say.told", clauses=fact, entry=number)
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
        if step.rule not in _ENDINGS:
            return t("say.so", clauses=clauses)
        facts = {self._steps[use].concludes for use in step.uses}
        values = {"name": known.player, "card": short_name(known.card, self._edition)}
        match step.rule:
            case Rule.PIGEONHOLE:
                is_hand = known.player != ENVELOPE and not known.holds
                if not is_hand or not all(quota.is_show for quota in self._quotas(step)):
                    way = "holds" if known.holds else "lacks"
                    return t(f"say.so_counted_{way}", clauses=clauses)
                values["entries"] = _list(step.events)
            case Rule.SHARED_CARDS:
                left = {f for quota in self._quotas(step) if quota.least for f in quota.facts}
                cards = self._ordered(f.card for f in left if f.opposite not in facts)
                values |= {"entries": _list(step.events), "cards": self._names(cards)}
            case Rule.FULL_PLACES:
                cards = self._ordered(one.card for one in facts)
                out = {one.player for one in facts}
                values["places"] = self._places(out, cards, outside=True)
                values["cards"] = self._names(cards)
            case Rule.LAST_FOR_PLACES:
                inside = {one.player for one in facts}
                values["places"] = self._places(inside, self._edition.cards)
            case _:
                pass
        return t(f"say.so_{step.rule}", count=len(step.events), **values, clauses=clauses)

    def _quotas(self, step: ProofStep) -> list[Quota]:
        """Return the quotas that a step's events state."""
        claims = (c for number in step.events for c in self._events[number - 1].claims(self._table))
        return [claim for claim in claims if isinstance(claim, Quota)]

    def _ordered(self, cards: Iterable[ClueCard]) -> list[ClueCard]:
        return sorted({*cards}, key=self._edition.position.__getitem__)

    def _places(
        self, named: set[str], cards: Collection[ClueCard], *, outside: bool = False
    ) -> str:
        """List places, each with the number of these cards that it can have."""
        sizes = {hand.name: hand.hand_size for hand in self._table.hands}
        sizes[ENVELOPE] = len({card.category for card in cards})
        return enumeration(
            t("say.room", place=_place(name), cards=t("count.cards", count=size or 0))
            for name, size in sizes.items()
            if (name in named) is not outside
        )

    def _names(self, cards: Iterable[ClueCard], by: Literal["standard", "or"] = "standard") -> str:
        return _names(cards, self._edition, by)


def statement(known: Fact, edition: Edition) -> str:
    """State a fact, with the short name of the card: "Bob does not have Rope"."""
    return holding(known.player, (known.card,), edition, holds=known.holds)


def holding(place: str, cards: Iterable[ClueCard], edition: Edition, *, holds: bool = True) -> str:
    """State that a place holds some cards, or that it holds none of them."""
    if holds:
        return _of(place, "holds", cards=_names(cards, edition))
    names = [short_name(card, edition) for card in cards]
    if len(names) == 1:
        return _of(place, "lacks", any=names[0])
    return _of(place, "neither", cards=t("say.nor").join(names))


def either_holds(marks: Iterable[tuple[str, ClueCard]], edition: Edition) -> str:
    """State that at least one of some places and cards is right: "Bob has Plum or Rope"."""
    places = map_reduce(marks, lambda mark: mark[0], lambda mark: mark[1])
    names = {place: _names(cards, edition, "or") for place, cards in places.items()}
    return either(_of(place, "holds", cards=cards) for place, cards in names.items())


def _place(name: str) -> str:
    return t("say.the_envelope") if name == ENVELOPE else name


def _of(place: str, key: str, **values: str | int) -> str:
    """Return a text about a place; the envelope has its own."""
    if place == ENVELOPE:
        return t(f"say.envelope_{key}", count=None, **values)
    return t(f"say.{key}", count=None, name=place, **values)


def _names(
    cards: Iterable[ClueCard], edition: Edition, by: Literal["standard", "or"] = "standard"
) -> str:
    return enumeration((short_name(card, edition) for card in cards), by)


def _list(numbers: Iterable[int]) -> str:
    return enumeration(map(str, numbers))


def open_claim(book: Notebook, claim: Open) -> str:
    """Say how likely an open fact is."""
    with suppress(LimitReached):
        chance = book.beliefs.chance(claim.fact.player, claim.fact.card)
        return t("why.chance", fact=fact(claim.fact), chance=percent(chance))
    return t("prove.no_chance", fact=fact(claim.fact))


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
