"""Rank suggestions by what they tell the asker and, for the chance to win, the other players."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from math import inf, prod
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from cluetree.advice.replies import (
    GuessScore,
    Reply,
    ReplyModel,
    Scores,
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
from cluetree.exact.replies import Replies, Shown
from cluetree.limit import Bound, Meter, verify_limit
from cluetree.markup import html_table
from cluetree.table import Answering, Table

_Asked: TypeAlias = Sequence[Sequence[ClueCard]]

_EASY: Final = 1 / 8
"""The share of the limit after which not all suggestions are scored at once."""
_LIKELIEST: Final = 2, 4
"""How many of the cards likeliest to be hidden are then named, in this order. Of each suggestion
the others are equivalent for most, so few cards take little of the time: on stored positions the
best suggestion of two cards has 81 to 100 % of the largest gain."""
_MOST_GUESSES: Final = 50_000
"""The maximum number of suggestions to score at once."""
_CERTAIN: Final = 1 - 1e-9
"""Sums of floats of at least this value count as 1."""
_GAINS: Final = (0.05, 0.35, 0.75, 1.25, 1.75, 2.5, inf)
"""The least gain, in bits, for each further code of `Left`."""
_PARTS: Final = (0.02, 0.25, 0.42, 0.6, 0.7, 0.85, 0.98)
"""The same as shares of what is open: they count where less than the gains above is open."""
_SHARED: Final = (1 / 4, 3 / 4)
"""The thresholds of `Learned`, as shares of the gain."""
LEAK_COST: Final = 0.4
"""How much a bit for the others costs, in bits for the asker, when the aim is to win."""

Aim: TypeAlias = Literal["gain", "solve", "win"]
"""What suggestions are ranked by: the gain, the chance to know the envelope after the reply, or
the gain less two fifths of the leak, for a race against players who learn from it."""
_CATEGORIES: Final = tuple(Category)


class Left(StrEnum):
    """About how much of the possibilities remains after a reply; `NOTHING` if it decides all."""

    ALL = "all"
    MOST = "most"
    TWO_THIRDS = "two thirds"
    HALF = "half"
    THIRD = "a third"
    QUARTER = "a quarter"
    LITTLE = "little"
    NOTHING = "nothing"


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

    @property
    def best(self) -> ClueGuess:
        """The best suggestion.

        Raises:
            LimitReached: If no suggestion was scored.
            InvalidGuessError: If no room was given.
        """
        if not self.suggestions and self.complete:
            raise InvalidGuessError("no suggestion is possible: no room was given")
        if not self.suggestions:
            raise LimitReached("no suggestion was scored")
        return self.suggestions[0].guess

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
        limit: The maximum time. At the limit only suggestions of the cards likeliest to be hidden
            and of own cards are scored.

    Raises:
        InvalidTableError: If the table has no viewpoint.
        UnknownCardError: If a room is not a card of the edition.
        InvalidGuessError: If a card is not a room, or `rooms` is a string.
        InvalidEventError: If the model's weights are invalid.
        InvalidLimitError: If `top` is negative.
        UnknownNameError: If the aim is unknown.
        ContradictionError: If no deal fits.
        LimitReached: If the limit was reached before there was a result, or there are more than
            50,000 suggestions and still too many of likely cards.
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
    advice = _judge_within(_Question(table, evidence, public, model), asked, Meter.of(limit))
    ranked = sorted(advice.suggestions, key=lambda one: (*_merit(one, aim), one.leak))
    return replace(advice, aim=aim, suggestions=tuple(ranked[:top]))


class _Question(NamedTuple):
    """The evidence and the model by which suggestions are judged."""

    table: Table
    evidence: Evidence
    public: Evidence | None
    model: ReplyModel

    def judge(self, asked: _Asked, meter: Meter) -> Advice:
        """Score every suggestion of some cards."""
        advice = _judge(self, self.evidence, asked, meter)
        if self.public is None:
            return advice
        onlooker = _judge(self, self.public, asked, meter)
        suggestions = (
            replace(own, leak=other.leak, learned=_learned(own.gain, other.leak))
            for own, other in zip(advice.suggestions, onlooker.suggestions, strict=True)
        )
        return replace(advice, suggestions=tuple(suggestions))

    def likeliest(self, asked: _Asked, beliefs: Beliefs, most: int) -> _Asked:
        """Return for each category the cards likeliest to be hidden, and a card of the own hand."""
        mine = self.table.me.hand if self.table.me is not None else ()
        likeliest: list[Sequence[ClueCard]] = []
        for category, cards in zip(Category, asked, strict=True):
            likely = [card for card in beliefs.envelope[category] if card in cards]
            own = [card for card in cards if card in mine]
            likeliest.append((*likely[:most], *own[:1]) or cards[:most])
        return likeliest


def _judge_within(question: _Question, asked: _Asked, meter: Meter) -> Advice:
    """Score every suggestion; at the limit only those of likely cards."""
    with suppress(LimitReached):
        return question.judge(asked, meter.part(_EASY))
    beliefs = count(question.evidence, limit=meter)
    few, *more = *(question.likeliest(asked, beliefs, most) for most in _LIKELIEST), asked
    advice = question.judge(few, meter)
    with suppress(LimitReached):
        for cards in more:
            advice = question.judge(cards, meter)
    return replace(advice, complete=len(advice.suggestions) == prod(map(len, asked)))


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


def _judge(question: _Question, evidence: Evidence, asked: _Asked, meter: Meter) -> Advice:
    """Score every suggestion of some cards by one's evidence."""
    table = question.table
    number = prod(map(len, asked))
    if number > _MOST_GUESSES:
        # Listing them would take more time and memory than any limit allows.
        raise LimitReached(f"the answer needs {number} suggestions")
    guesses = [ClueGuess(*cards) for cards in product(*asked)]
    scale, shown = habits(question.model, table.names, guesses, _most(table))
    asker = table.viewpoint or ""
    replies = Replies(evidence, asked, table=table, asker=asker, scale=scale, limit=meter)
    guess_classes = product(*replies.classes)
    scores = score(replies, list(zip(guess_classes, shown, strict=True)), scale, meter)
    writer = _Writer(table, scores)
    return Advice(scores.entropy, tuple(map(writer.advised, guesses, scores.guesses)))


def _most(table: Table) -> int:
    """Return the maximum number of players who show a card."""
    return 1 if table.answering is Answering.FIRST else len(Category)


_Shared: TypeAlias = tuple[Left, Learned, dict[Category, float], tuple[Reply, ...]]


class _Writer:
    """A converter of scores to advice; equivalent guesses share their replies."""

    def __init__(self, table: Table, scores: Scores):
        self._entropy, self._is_known = scores.entropy, scores.known
        self._names = table.names
        order = map(table.names.index, table.asked_by(table.viewpoint or ""))
        self._order = {seat: place for place, seat in enumerate(order)}
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
            for category, chance, is_known in zip(
                Category, found.settles, self._is_known, strict=True
            )
            if not is_known
        }
        shown = sorted(found.shown.items(), key=lambda each: self._read(each[0])[0])
        replies = tuple([Reply(self._read(each)[1], chance) for each, chance in shown])
        share = found.gain / self._entropy if self._entropy else 0.0
        left = _LEFT[max(bisect_right(_GAINS, found.gain), bisect_right(_PARTS, share))]
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
