"""Rank suggestions by what they tell the asker and, for the chance to win, the other players."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from math import prod
from typing import Final, Literal, TypeAlias, get_args

from cluetree.advice.replies import (
    GuessScore,
    Reply,
    ReplyModel,
    Rough,
    habits,
    score,
    uniform,
)
from cluetree.beliefs import Beliefs
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import (
    InvalidGuessError,
    InvalidTableError,
    LimitReached,
    UnknownNameError,
    listed,
)
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.exact.replies import Hidden, Replies, Shown
from cluetree.limit import Bound, Meter, verify_limit
from cluetree.markup import html_table
from cluetree.table import ENVELOPE, Answering, Table

_Asked: TypeAlias = Sequence[Sequence[ClueCard]]

_OWN: Final = 0.4
"""The share of the work for the asker's gains, if an onlooker's are needed too."""
_EXACT: Final = 0.65
"""The share of the work for exact scores, before they are estimated."""
_MOST_GUESSES: Final = 50_000
"""The maximum number of suggestions to score under a limit, those with the likeliest cards."""
_CHANCES: Final = 0.7
"""The share of the remaining work for the probability of each card at each place."""
_CERTAIN: Final = 1 - 1e-9
"""Sums of floats of at least this value count as 1."""
_GAINS: Final = (0.05, 0.35, 0.75, 1.25, 1.75, 2.5)
"""The least gain, in bits, for each further code of `Left`."""
_SHARED: Final = (1 / 4, 3 / 4)
"""The thresholds of `Learned`, as shares of the gain."""
LEAK_COST: Final = 0.4
"""How much a bit for the others costs, in bits for the asker, when the aim is to win."""

Aim: TypeAlias = Literal["gain", "solve", "win"]
"""What suggestions are ranked by: the gain, the chance to know the envelope after the reply, or
the gain less two fifths of the leak, for a race against players who learn from it."""
_CATEGORIES: Final = tuple(Category)


class Left(StrEnum):
    """About how much of the possibilities remains after a reply."""

    ALL = "all"
    MOST = "most"
    TWO_THIRDS = "two thirds"
    HALF = "half"
    THIRD = "a third"
    QUARTER = "a quarter"
    LITTLE = "little"


class Learned(StrEnum):
    """The share of the asker's gain that the other players get."""

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
    """The expected information from passes and showers, without the card, in bits: what an
    onlooker learns."""
    left: Left
    """The gain as a code."""
    learned: Learned
    """The leak as a share of the gain, as a code."""
    settles: Mapping[Category, float]
    """For each open category, the probability that its hidden card is known after the reply."""
    replies: tuple[Reply, ...]
    """Every possible reply, in asking order, then by category; the empty reply comes last."""

    def __str__(self) -> str:
        return f"{self.guess}: {self.gain:.2f} bits"


_LEFT: Final = tuple(Left)
_SHOWN: Final = 10
"""The number of suggestions that Jupyter displays."""


@dataclass(frozen=True)
class Advice:
    """All scored suggestions, best first."""

    entropy: float
    """The current uncertainty about the envelope, in bits."""
    suggestions: tuple[Advised, ...]
    """By the aim, then by `gain`, `solves` and smaller leak, then in the edition's order."""
    aim: Aim = "gain"
    complete: bool = True
    """Whether every suggestion was scored; at a limit only those with likely hidden cards are."""
    exact: bool = True
    """Whether the scores are exact; at a limit they are estimates."""

    def _repr_html_(self) -> str:
        """Return the ten best suggestions as a table, which Jupyter displays; gain in bits."""
        heads = ("suggestion", "gain", "leak", "solves")
        best = self.suggestions[:_SHOWN]
        values = ((f"{o.gain:.2f}", f"{o.leak:.2f}", f"{o.solves:.0%}") for o in best)
        return html_table(heads, zip((one.guess for one in best), values, strict=True))


def advise(
    table: Table,
    evidence: Evidence,
    *,
    aim: Aim = "gain",
    public: Evidence | None = None,
    rooms: Iterable[ClueCard | str] | None = None,
    top: int | None = None,
    model: ReplyModel = uniform,
    limit: Bound = None,
) -> Advice:
    """Rank every suggestion by its expected information for the viewpoint, exactly.

    All deals that fit the evidence are equally likely. A player with several of the asked cards
    chooses by the model, by default with equal probability. Suggestions can name any cards,
    including own, face-up and located ones.

    The leak is what an onlooker learns without seeing the card. An onlooker with the viewpoint's
    knowledge learns at most the gain; rivals with other knowledge may learn more or less.

    Args:
        table: The set-up, seen by the player who asks.
        evidence: The knowledge of the viewpoint.
        aim: What to rank by.
        public: The knowledge of the onlooker, such as `public_evidence`; by default that of the
            viewpoint.
        rooms: The rooms to name; by default all.
        top: The maximum number of suggestions to return, best first; by default all.
        model: How players choose the card to show.
        limit: The work limit. At the limit gains are estimated as if cards lay independently,
            perhaps not for every suggestion. Early in a game they are off by about a tenth.

    Raises:
        InvalidTableError: If the table has no viewpoint.
        UnknownCardError: If a room is not a card of the edition.
        InvalidGuessError: If a card is not a room, or `rooms` is a string.
        InvalidEventError: If the model's weights are invalid.
        InvalidLimitError: If `top` is negative.
        UnknownNameError: If the aim is unknown.
        ContradictionError: If no deal fits.
        LimitReached: If the limit was reached before there was a result.
    """
    UnknownNameError.verify(aim, get_args(Aim))
    if top is not None:
        verify_limit("top", top, whole=True)
    if table.viewpoint is None:
        raise InvalidTableError("advice on suggestions needs a viewpoint")
    deck = table.edition
    asked = (
        deck.of(Category.SUSPECT),
        deck.of(Category.WEAPON),
        deck.of(Category.ROOM) if rooms is None else _rooms(table, rooms),
    )
    meter = Meter.of(limit)
    own = meter if public is None else meter.part(_OWN)
    found = _judge_within(table, evidence, asked, model, own)
    if public is not None:
        found = _leaking(found, _judge_within(table, public, asked, model, meter))
    ranked = sorted(found.suggestions, key=lambda one: (*_merit(one, aim), one.leak))
    return replace(found, aim=aim, suggestions=tuple(ranked[:top]))


def _judge_within(
    table: Table, evidence: Evidence, asked: _Asked, model: ReplyModel, meter: Meter
) -> Advice:
    """Score every suggestion exactly; estimate the scores if that reaches its limit."""
    try:
        return _judge(table, evidence, asked, model, meter.part(_EXACT))
    except LimitReached:
        beliefs = count(evidence, limit=meter.part(_CHANCES))
        return judge_roughly(table, beliefs, asked, model, meter)


def _leaking(found: Advice, onlooker: Advice) -> Advice:
    """Replace the leaks by those to an onlooker with other knowledge."""
    leaks = {one.guess: one.leak for one in onlooker.suggestions}
    advised = tuple(
        replace(one, leak=leaks[one.guess], learned=_learned(one.gain, leaks[one.guess]))
        for one in found.suggestions
        if one.guess in leaks
    )
    complete, exact = found.complete and onlooker.complete, found.exact and onlooker.exact
    return replace(found, suggestions=advised, complete=complete, exact=exact)


def _merit(one: Advised, aim: Aim) -> tuple[float, float]:
    """Return a sort key: what counts first and second, the best least."""
    if aim == "solve":
        return -one.solves, -one.gain
    return LEAK_COST * one.leak * (aim == "win") - one.gain, -one.solves


def _learned(gain: float, leak: float) -> Learned:
    little, much = (share * gain for share in _SHARED)
    if leak < little:
        return Learned.LITTLE
    return Learned.AS_MUCH if leak > much else Learned.SOME


def judge_roughly(
    table: Table, beliefs: Beliefs, asked: _Asked, model: ReplyModel, meter: Meter
) -> Advice:
    """Estimate scores from probabilities, likely cards first, until the limit is reached."""
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
            meter.check()
            advised.append(writer.advised(guess, rough.score(guess, each, scale)))
    complete = len(advised) == prod(map(len, asked))
    return Advice(beliefs.entropy, tuple(advised), complete=complete, exact=False)


def _judge(
    table: Table, evidence: Evidence, asked: _Asked, model: ReplyModel, meter: Meter
) -> Advice:
    """Score every suggestion of some cards."""
    number = prod(map(len, asked))
    if number > _MOST_GUESSES:
        # Listing them would take more time and memory than any limit allows.
        raise LimitReached(f"the answer needs {number} suggestions")
    guesses = [ClueGuess(*cards) for cards in product(*asked)]
    scale, shown = habits(model, table.names, guesses, _most(table))
    asker = table.viewpoint or ""
    replies = Replies(
        evidence, asked, asker=asker, answering=table.answering, scale=scale, limit=meter
    )
    guess_classes = product(*replies.classes)
    entropy, scores = score(replies, list(zip(guess_classes, shown, strict=True)), scale, meter)
    writer = _Writer(table, replies.hidden)
    return Advice(entropy, tuple(map(writer.advised, guesses, scores)))


def _most(table: Table) -> int:
    """Return the maximum number of players who show a card."""
    return 1 if table.answering is Answering.FIRST else len(Category)


_Shared: TypeAlias = tuple[Left, Learned, dict[Category, float], tuple[Reply, ...]]


class _Writer:
    """A converter of scores to advice; equivalent guesses share their replies."""

    def __init__(self, table: Table, hidden: Hidden):
        self._names = table.names
        order = map(table.names.index, table.left_of(table.viewpoint or ""))
        self._order = {seat: place for place, seat in enumerate(order)}
        self._is_open = [sum(map(len, groups)) > 1 for groups in hidden]
        self._known: dict[Shown, tuple[list[tuple[int, int]], dict[str, Category]]] = {}
        self._shared: dict[int, _Shared] = {}

    def advised(self, guess: ClueGuess, found: GuessScore) -> Advised:
        shared = self._shared.get(id(found))
        if shared is None:
            shared = self._shared[id(found)] = self._share(found)
        return Advised(guess, found.gain, found.solves, found.leak, *shared)

    def _share(self, found: GuessScore) -> _Shared:
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
        return left, _learned(found.gain, found.leak), settles, replies

    def _read(self, shown: Shown) -> tuple[list[tuple[int, int]], dict[str, Category]]:
        """Return the sort key of a reply, and the category that each player shows."""
        known = self._known.get(shown)
        if known is None:
            place = [(self._order[seat], card) for seat, card in shown] or [(len(self._order), 0)]
            shows = {self._names[seat]: _CATEGORIES[card] for seat, card in shown}
            known = self._known[shown] = place, shows
        return known


def _rooms(table: Table, rooms: Iterable[ClueCard | str]) -> list[ClueCard]:
    cards = {table.edition.card(room) for room in listed("rooms", rooms, InvalidGuessError)}
    for card in cards:
        if card.category is not Category.ROOM:
            raise InvalidGuessError(f"{card} is a {card.category}, not a {Category.ROOM}")
    return [card for card in table.edition.of(Category.ROOM) if card in cards]
