"""Proofs, contradictions and repairs as sentences that every language can word.

A sentence is a key of the catalogue in `cluetree.text` and its values. The interfaces word it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from cluetree.claims import Fact
from cluetree.events import Accusation, Event, HoldsOneOf, Show, Suggestion
from cluetree.explain.prover import Proof, refute
from cluetree.explain.repairs import Repair
from cluetree.explain.slips import SlipKind
from cluetree.explain.steps import ProofRule as Rule, ProofStep
from cluetree.limit import Bound
from cluetree.table import ENVELOPE, Table

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


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or a clause of one: a key of the catalogue and the values of its placeholders.

    A list of values is joined with "and", the list `any` with "or". The values `card`, `cards`
    and `any` are names of cards, `name` and `names` are names of players.
    """

    key: str
    values: Mapping[str, "Value"]


Value: TypeAlias = str | int | tuple[str | int | Sentence, ...]


def sentence(key: str, **values: Value) -> Sentence:
    """Return a sentence."""
    return Sentence(key, values)


Point: TypeAlias = tuple[Sentence, ...]
"""The sentences about one step of an argument: the reasons, then the conclusion."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """An argument in sentences."""

    points: tuple[Point, ...]
    short: tuple[Point, ...]
    """The last points, without those under an assumption; all points of a short argument."""


def explained(events: Sequence[Event], proof: Proof) -> Explanation:
    """Put a proof into sentences; it must be a proof from this log."""
    return _explanation(_Teller(events, proof.steps, told=proof.steps[-1:]))


def explain_conflict(
    table: Table, events: Sequence[Event], numbers: Iterable[int], *, limit: Bound = None
) -> Explanation:
    """Say why events with these numbers cannot all be true.

    Raises:
        LimitReached: If the limit was reached first.
        ValueError: If they can all be true.
    """
    *steps, one, other = refute(table, events, tuple(numbers), limit=limit)
    teller = _Teller(events, steps)
    return _explanation(teller, teller.opposed(one, other))


def _explanation(teller: "_Teller", *last: Point) -> Explanation:
    points, outer = ((*teller.points(outer=outer), *last) for outer in (False, True))
    if len(points) <= _WHOLE:
        return Explanation(points, points)
    if len(outer) > _WHOLE:
        left_out = len(outer) - _LAST
        outer = ((sentence("say.earlier", count=left_out),), *outer[left_out:])
    return Explanation(points, outer)


class _Teller:
    """Words the steps of an argument; the steps in `told` get a point in any case."""

    def __init__(
        self, events: Sequence[Event], steps: Sequence[ProofStep], told: Sequence[ProofStep] = ()
    ):
        self._events = events
        self._steps = {step.id: step for step in steps}
        self._told = [step for step in steps if step in told or step.rule not in _INLINE]

    def points(self, *, outer: bool) -> Iterator[Point]:
        """Yield the points in order; `outer` makes a refuted assumption one point."""
        before = None
        for step in self._told:
            if outer and step.scope is not None:
                continue
            numbers = self._events_of(step) if outer and step.rule is Rule.REFUTED else ()
            if numbers:
                clauses, count = (_fact(step.concludes.opposite),), len(numbers)
                yield sentence("say.if", clauses=clauses, count=count, entries=numbers), _so(step)
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

    def opposed(self, one: ProofStep, other: ProofStep) -> Point:
        """Return the point that two steps contradict each other."""
        first, second = (tuple(self._clauses([step.id])) for step in (one, other))
        return (sentence("say.but", clauses=first, others=second),)

    def _point(self, step: ProofStep, before: ProofStep | None) -> Iterator[Sentence]:
        """Yield the reasons of a step that the step told before does not state, then "so ..."."""
        rule, clauses, entries = step.rule, (_fact(step.concludes),), step.events
        match rule:
            case Rule.ASSUMED:
                yield sentence("say.suppose", clauses=clauses)
                return
            case Rule.COUNTED if entries:
                yield sentence("say.counted", count=len(entries), entries=entries, clauses=clauses)
                return
            case Rule.SET_UP | Rule.COUNTED:
                yield sentence("say.set_up", clauses=clauses)
                return
            case Rule.REFUTED:
                _, one, other = step.uses
                yield from self.opposed(self._steps[one], self._steps[other])
            case _ if rule not in _INLINE:
                yield from (_sentence([one]) for one in self._openings(step))
                if step.uses:
                    yield _sentence(self._clauses(step.uses))
            case _ if before is None or [*self._reasons([step.id])] != [before]:
                yield _sentence(self._clauses([step.id]))
            case _:
                pass  # the step before has said it
        if rule not in {Rule.SHOWN, Rule.TOLD}:
            yield _so(step)

    def _openings(self, step: ProofStep) -> Iterator[Sentence]:
        """Yield a clause for each event that a step uses itself."""
        for number in step.events:
            match self._events[number - 1]:
                case Accusation(by, guess):
                    yield sentence("say.failed", name=by, cards=_names(guess), entry=number)
                case HoldsOneOf(player, cards):
                    values = {"any": _names(cards), "entry": number, **_place(player)}
                    yield Sentence(_key("one_of", player), values)
                case Suggestion(_, guess, shows):
                    own = None if step.rule is Rule.SHARED_CARDS else step.concludes.player
                    values = {"any": _names(guess), "entry": number}
                    for show in shows:
                        if show.by is None:
                            yield Sentence("say.somebody_showed", values)
                        elif show.card is None and own in {None, show.by}:
                            yield sentence("say.showed", name=show.by, **values)
                case _:
                    pass  # other events state facts

    def _clauses(self, ids: Iterable[int]) -> Iterator[Sentence]:
        """Yield clauses that state the conclusions of steps, grouped by place and source.

        The reasons of an inlined step stand for it.
        """
        groups: dict[tuple[str, Rule | None, bool, int], list[str]] = {}
        for step in self._reasons(ids):
            fact, is_full = step.concludes, step.rule is Rule.HAND_FULL
            number = step.events[0] if step.rule in _INLINE and step.events else 0
            rule = step.rule if number or is_full else None
            names = groups.setdefault((fact.player, rule, fact.holds, number), [])
            named = [self._steps[use].concludes for use in step.uses] if is_full else [fact]
            names += [one.card.name for one in named if one.card.name not in names]
        for (place, rule, holds, number), names in groups.items():
            cards = tuple(names)
            match rule:
                case Rule.PASS:
                    yield sentence("say.passed", name=place, any=cards, entry=number)
                case Rule.SHOWN:
                    yield sentence("say.showed_card", name=place, cards=cards, entry=number)
                case Rule.TOLD:
                    clause = _holding(place, cards, holds)
                    yield sentence("say.told", clauses=(clause,), entry=number)
                case Rule.HAND_FULL:
                    yield sentence("say.full", name=place, count=len(names), cards=cards)
                case _:
                    yield _holding(place, cards, holds)

    def _reasons(self, ids: Iterable[int]) -> Iterator[ProofStep]:
        """Yield the steps that state the conclusions of steps to a reader."""
        for number in ids:
            step = self._steps[number]
            if step.rule in {Rule.HELD_ELSEWHERE, Rule.CATEGORY_TAKEN}:
                yield from self._reasons(step.uses)
            else:
                yield step


def _so(step: ProofStep) -> Sentence:
    fact, clauses = step.concludes, (_fact(step.concludes),)
    if step.rule is Rule.LAST_OF_CATEGORY:
        return sentence(f"say.so_last_{fact.card.category}", clauses=clauses)
    if step.rule in _ENDINGS:
        card = fact.card.name
        return sentence(f"say.so_{step.rule}", name=fact.player, card=card, clauses=clauses)
    return sentence("say.so", clauses=clauses)


def _sentence(clauses: Iterable[Sentence]) -> Sentence:
    return sentence("say.all", clauses=tuple(clauses))


def _names(cards: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, cards))


def _fact(fact: Fact) -> Sentence:
    return _holding(fact.player, (fact.card.name,), fact.holds)


def _holding(place: str, cards: tuple[str, ...], holds: bool) -> Sentence:
    if holds:
        return sentence(_key("holds", place), **_place(place), cards=cards)
    return sentence(_key("lacks", place), **_place(place), any=cards)


def _key(word: str, place: str) -> str:
    return f"say.envelope_{word}" if place == ENVELOPE.name else f"say.{word}"


def _place(place: str) -> dict[str, Value]:
    return {} if place == ENVELOPE.name else {"name": place}


# Repairs


def explain_repair(table: Table, events: Sequence[Event], repair: Repair) -> Sentence | None:
    """Say how a repair changes the set-up or its event.

    Return `None` if only the whole new event says it.
    """
    if repair.table is not None:
        sizes = (
            sentence(
                "repair.size",
                name=new.name,
                cards=(sentence("count.cards", count=new.hand_size or 0),),
            )
            for new, old in zip(repair.table.players, table.players, strict=True)
            if new.hand_size != old.hand_size
        )
        return sentence("say.all", clauses=tuple(sizes))
    if repair.replacement is None:
        return sentence("repair.dropped")
    old, new = events[repair.event - 1], repair.replacement
    if repair.candidates or not (isinstance(old, Suggestion) and isinstance(new, Suggestion)):
        return None
    change = _change(repair.kind, table, old, new)
    passes = _passes(table, old, new)
    if change is None or not passes:
        return change
    return sentence("repair.and_passes", clauses=(change,), passes=passes)


def _shown(show: Show) -> Sentence:
    """Say who showed, and which card."""
    if show.by is None:
        return sentence("repair.somebody_shows")
    if show.card is None:
        return sentence("told.shows_a_card", name=show.by)
    return sentence("advice.shows", name=show.by, card=show.card.name)


# One case a kind of slip.
def _change(  # noqa: C901, PLR0911
    kind: SlipKind, table: Table, old: Suggestion, new: Suggestion
) -> Sentence | None:
    gone = [show for show in old.shows if show not in new.shows]
    come = [show for show in new.shows if show not in old.shows]
    match kind, gone, come:
        case SlipKind.ANSWER, [Show(None)], []:
            return sentence("repair.nobody")
        case SlipKind.ANSWER, [Show(str() as name)], []:
            return sentence("repair.passed", name=name)
        case SlipKind.ANSWER, [], [show]:
            return sentence("repair.showed", shown=(_shown(show),))
        case ((SlipKind.SEAT | SlipKind.BOTH), [Show(str() as name)], [show]):
            return sentence("repair.other_showed", shown=(_shown(show),), name=name)
        case SlipKind.SHOWN, [Show(_, old_card)], [Show(_, new_card)]:
            return sentence("repair.other_card", card=str(new_card), was=str(old_card))
        case SlipKind.BLANK, _, [Show(str() as name)]:
            return sentence("repair.card_unknown", name=name)
        case SlipKind.SOMEBODY, _, _:
            return sentence("repair.shower_unknown")
        case SlipKind.ASKER, _, _:
            return sentence("repair.asker", name=new.by, was=old.by)
        case SlipKind.PASSER, _, _:
            before, after = old.passes(table), new.passes(table)
            names = tuple(name for name in after if name not in before)
            was = tuple(name for name in before if name not in after)
            if names:
                return sentence("repair.other_passed", names=names, was=was)
            return sentence("repair.not_passed", was=was)
        case _:
            return None


def _passes(table: Table, old: Suggestion, new: Suggestion) -> tuple[Sentence, ...]:
    """Name the passes if they change beyond the players who now ask or show."""
    if old.passed is None or new.passed is None or (old.shows == new.shows and old.by == new.by):
        return ()
    busy = {new.by, *(show.by for show in new.shows)}
    showed = {show.by for show in old.shows} - busy
    kept = set(old.passes(table)) - busy
    if set(new.passed) in (kept, kept | showed):
        return ()
    passes = (sentence("told.passes", name=name) for name in new.passed)
    return tuple(passes) or (sentence("told.nobody_passes"),)
