"""What to suggest: what every suggestion can be expected to tell, exactly."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import prod
from typing import Final, TypeAlias

from cluetree.advice._rough import Rough
from cluetree.advice._scoring import Score, score
from cluetree.advice.replies import Reply, ReplyModel, habits, uniform
from cluetree.beliefs import Beliefs
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import InvalidGuessError, InvalidTableError, LimitReached
from cluetree.evidence import Evidence
from cluetree.exact import weigh
from cluetree.exact.questions import Shown
from cluetree.exact.replies import Hidden, Survey
from cluetree.limit import ATTEMPT, Bound, Meter
from cluetree.table import ENVELOPE, Answering, Table

_Asked: TypeAlias = Sequence[Sequence[ClueCard]]

_EXACT: Final = 0.5
"""The share of the work in which to judge all suggestions exactly, before that is estimated."""
_MOST_GUESSES: Final = 50_000
"""Suggestions estimated at most, those of the likeliest cards."""
_CHANCES: Final = 0.7
"""The share of the rest that goes into the chance of each card at each place."""
_CERTAIN: Final = 1 - 1e-9
"""Sums of floats from here on are taken as 1."""
_GAINS: Final = (0.05, 0.35, 0.75, 1.25, 1.75, 2.5)
"""The bits from which on the next code of `Left` applies."""
_SHARED: Final = (1 / 4, 3 / 4)
"""The shares of the gain below which others learn little, and above which as much."""
_CATEGORIES: Final = tuple(Category)


class Left(StrEnum):
    """How much of what is possible stays possible after a reply, roughly."""

    ALL = "all"
    MOST = "most"
    TWO_THIRDS = "two thirds"
    HALF = "half"
    THIRD = "a third"
    QUARTER = "a quarter"
    LITTLE = "little"


class Learned(StrEnum):
    """How much of the asker's gain the other players get."""

    LITTLE = "little"
    SOME = "some of it"
    AS_MUCH = "as much"


@dataclass(frozen=True, slots=True)
class Advised:
    """A suggestion and its expected value."""

    guess: ClueGuess
    gain: float
    """Expected information about the envelope, in bits."""
    solves: float
    """The probability, from 0 to 1, that the envelope is known after the reply."""
    leak: float
    """The public part of the gain: the expected information, in bits, in who passes and who
    shows, without the card."""
    left: Left
    """The gain as a code."""
    learned: Learned
    """The leak, compared with the gain, as a code."""
    settles: Mapping[Category, float]
    """For each open category, the probability that its hidden card is known after the reply."""
    replies: tuple[Reply, ...]
    """Every possible reply, in asking order, then by category; that no player shows comes last."""

    def __str__(self) -> str:
        return f"{self.guess}: {self.gain:.2f} bits"


_LEFT: Final = tuple(Left)


@dataclass(frozen=True)
class Advice:
    """All suggestions that were looked at, best first."""

    entropy: float
    """What is not known about the envelope now, in bits."""
    suggestions: tuple[Advised, ...]
    """By gain; then by the chance to solve, then by the smaller leak, then as the edition goes."""
    complete: bool = True
    """Whether every suggestion was judged; where a limit was met, perhaps only some were, of the
    cards that are likeliest to be hidden."""
    exact: bool = True
    """Whether the figures are exact; where a limit was met, they are estimates."""


def advise(
    table: Table,
    evidence: Evidence,
    *,
    rooms: Iterable[ClueCard | str] | None = None,
    model: ReplyModel = uniform,
    limit: Bound = None,
) -> Advice:
    """Work out exactly what every suggestion can be expected to tell the viewpoint.

    All deals that fit the evidence count as equally likely, and whoever has to show chooses as
    the model says; by default each of the asked cards that they hold with the same chance.
    Suggestions may name any cards: own ones, face-up ones, ones whose place is known.

    The leak is measured by the viewpoint's own beliefs: it is what an onlooker would learn who
    knew all that the viewpoint knows, but did not see the card. So it is exact and never more
    than the gain. Rivals know other things, and may learn more or less from the same reply.

    Args:
        table: Who asks, and who answers.
        evidence: What the viewpoint knows.
        rooms: The rooms that may be named; `None` for all.
        model: How players choose what to show.
        limit: How much work it may take. Where that does not suffice, gains are estimated from
            the chances of cards, as if they lay independently of each other, and perhaps not of
            every suggestion. Where few cards are settled, they are off by about a tenth.

    Raises:
        InvalidTableError: If the table has no viewpoint: an onlooker suggests nothing.
        UnknownCardError: If a room is no card of the edition.
        InvalidGuessError: If it is a card, but no room; or if `rooms` is one text.
        InvalidEventError: If the model's weights make no sense.
        ContradictionError: If no deal fits.
        LimitReached: If the limit was met before anything was found.
    """
    if table.viewpoint is None:
        raise InvalidTableError("an onlooker suggests nothing: advice needs a viewpoint")
    deck = table.edition
    asked = (
        deck.of(Category.SUSPECT),
        deck.of(Category.WEAPON),
        deck.of(Category.ROOM) if rooms is None else _rooms(table, rooms),
    )
    meter = Meter.of(limit)
    with suppress(LimitReached):
        return _judge(table, evidence, asked, model, meter.part(_EXACT))
    return judge_roughly(table, weigh(evidence, limit=meter.part(_CHANCES)), asked, model, meter)


def judge_roughly(
    table: Table, beliefs: Beliefs, asked: _Asked, model: ReplyModel, meter: Meter
) -> Advice:
    """Judge suggestions by chances alone, those of likely cards first, until the limit is met."""
    inside = {c: float(beliefs.chance(c, ENVELOPE.name)) for c in table.edition.cards}
    likely = [sorted(cards, key=inside.__getitem__, reverse=True) for cards in asked]
    while prod(map(len, likely)) > _MOST_GUESSES:
        max(likely, key=len).pop()
    guesses = sorted(
        (ClueGuess(*cards) for cards in product(*likely)),
        key=lambda guess: prod(inside[card] for card in guess),
        reverse=True,
    )
    scale, shown = habits(model, table.names, guesses, _most(table))
    rough, advised = Rough(table, beliefs), list[Advised]()
    writer = _Writer(table, rough.hidden)
    with suppress(LimitReached):
        for guess, each in zip(guesses, shown, strict=True):
            meter.spend(ATTEMPT * len(table.names))
            advised.append(writer.advised(guess, rough.score(guess, each, scale)))
    complete = len(advised) == prod(map(len, asked))
    return Advice(beliefs.entropy, _ranked(advised), complete=complete, exact=False)


def _judge(
    table: Table, evidence: Evidence, asked: _Asked, model: ReplyModel, meter: Meter
) -> Advice:
    """Judge every suggestion of some cards.

    Raises:
        LimitReached: If that takes too much work.
    """
    meter.spend(prod(map(len, asked)))
    guesses = [ClueGuess(*cards) for cards in product(*asked)]
    scale, shown = habits(model, table.names, guesses, _most(table))
    asker = table.viewpoint or ""
    survey = Survey(evidence, asked, asker=asker, answering=table.answering, limit=meter)
    orbits = product(*survey.kinds)
    entropy, scores = score(survey, list(zip(orbits, shown, strict=True)), scale)
    writer = _Writer(table, survey.hidden)
    return Advice(entropy, _ranked(map(writer.advised, guesses, scores)))


def _most(table: Table) -> int:
    """How many may have to answer: by the rule "all" each of the cards may be another player's."""
    return 1 if table.answering is Answering.FIRST else len(Category)


class _Writer:
    """Turns scores into advice; guesses that are alike share their figures and replies."""

    def __init__(self, table: Table, hidden: Hidden):
        self._names = table.names
        order = map(table.names.index, table.left_of(table.viewpoint or ""))
        self._order = {seat: place for place, seat in enumerate(order)}
        self._is_open = [sum(map(len, groups)) > 1 for groups in hidden]
        self._known: dict[Shown, tuple[list[tuple[int, int]], dict[str, Category]]] = {}
        self._shared: dict[int, tuple[Left, Learned, dict[Category, float], tuple[Reply, ...]]] = {}

    def advised(self, guess: ClueGuess, found: Score) -> Advised:
        shared = self._shared.get(id(found))
        if shared is None:
            shared = self._shared[id(found)] = self._share(found)
        return Advised(guess, found.gain, found.solves, found.leak, *shared)

    def _share(
        self, found: Score
    ) -> tuple[Left, Learned, dict[Category, float], tuple[Reply, ...]]:
        settles = {
            category: 1.0 if chance >= _CERTAIN else chance
            for category, chance, is_open in zip(
                Category, found.settles, self._is_open, strict=True
            )
            if is_open
        }
        shown = sorted(found.shown.items(), key=lambda each: self._read(each[0])[0])
        replies = tuple([Reply(self._read(each)[1], chance) for each, chance in shown])
        left = _LEFT[bisect_right(_GAINS, found.gain)]
        little, much = (share * found.gain for share in _SHARED)
        is_much = Learned.AS_MUCH if found.leak > much else Learned.SOME
        learned = Learned.LITTLE if found.leak < little else is_much
        return left, learned, settles, replies

    def _read(self, shown: Shown) -> tuple[list[tuple[int, int]], dict[str, Category]]:
        """Return the place of what is shown among the replies, and what each player shows."""
        known = self._known.get(shown)
        if known is None:
            place = [(self._order[seat], card) for seat, card in shown] or [(len(self._order), 0)]
            shows = {self._names[seat]: _CATEGORIES[card] for seat, card in shown}
            known = self._known[shown] = place, shows
        return known


def _ranked(advised: Iterable[Advised]) -> tuple[Advised, ...]:
    return tuple(sorted(advised, key=lambda each: (-each.gain, -each.solves, each.leak)))


def _rooms(table: Table, rooms: Iterable[ClueCard | str]) -> list[ClueCard]:
    if isinstance(rooms, str):
        raise InvalidGuessError(f"rooms is several, [{rooms!r}], not one text")
    cards = {table.edition.card(room) for room in rooms}
    for card in cards:
        if card.category is not Category.ROOM:
            raise InvalidGuessError(f"{card} is a {card.category}, not a room")
    return [card for card in table.edition.of(Category.ROOM) if card in cards]
