"""Rank suggestions by what they tell the asker and, for the chance to win, the other players."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from heapq import nlargest
from itertools import chain, islice, product, zip_longest
from math import prod
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from cluetree._cache import Cache
from cluetree._markup import html_table
from cluetree._names import listed
from cluetree._results import Results
from cluetree.advice.questions import AdvisedQuestion, QuestionScorer, Split
from cluetree.advice.replies import (
    GuessScore,
    Learned,
    Left,
    Reply,
    ReplyModel,
    Scores,
    Shown,
    habits,
    in_bits,
    learned_of,
    left_of,
    score,
    uniform,
)
from cluetree.beliefs import Hidden, entropy
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.claims import Fact
from cluetree.errors import (
    ContradictionError,
    InvalidGuessError,
    InvalidTableError,
    LimitReached,
    UnknownNameError,
)
from cluetree.evidence import Evidence
from cluetree.exact import count_envelopes
from cluetree.exact.replies import Replies, alike
from cluetree.limit import Bound, check_time, limited, part, verify_limit
from cluetree.table import Answering, Questions, Table, Unanswered

_Asked: TypeAlias = Sequence[Sequence[ClueCard]]

_SHARE: Final = 1 / 2
"""The share of the limit after which suggestions are scored one at a time instead of together."""
_MOST_SINGLE: Final = 1000
"""The maximum number of suggestions to score one at a time."""
_FEW: Final = 20
"""Up to this many of the best suggestions are found by the leak of a few with the largest gain."""
_MOST_GUESSES: Final = 50_000
"""The maximum number of suggestions to score at once."""
_CERTAIN: Final = 1 - 1e-9
"""Sums of floats of at least this value count as 1."""
LEAK_COST: Final = 0.4
"""How much a bit for the others costs, in bits for the asker, when the aim is to win."""

Aim: TypeAlias = Literal["gain", "solve", "win"]
"""What suggestions are ranked by: the gain, the chance to know the envelope after the reply, or
the gain less two fifths of the leak, for a race against players who learn from it."""
_CATEGORIES: Final = tuple(Category)


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


_SHOWN: Final = 10
"""The number of suggestions that Jupyter displays."""


class Missing(StrEnum):
    """The part that an answer lacks because the limit was reached."""

    SUGGESTIONS = "suggestions"
    """Not every suggestion was scored; those of cards likely to be hidden were first."""
    LEAKS = "leaks"
    """No leak to an onlooker is known, so the gain alone ranks the suggestions."""


_Choice = TypeVar("_Choice", Advised, AdvisedQuestion)


@dataclass(frozen=True)
class Advice(Results[Advised | AdvisedQuestion]):
    """The scored suggestions, or questions to one player by the rules of the table, best first."""

    entropy: float
    """The current uncertainty about the envelope, in bits."""
    suggestions: tuple[Advised, ...] = ()
    """By the aim, then by `gain`, `solves` and smaller leak, then in the edition's order."""
    aim: Aim = "gain"
    """The aim that ranks the suggestions: "gain" if the limit left no time to find leaks."""
    missing: Missing | None = None
    """The missing part; each number is exact all the same."""
    questions: tuple[AdvisedQuestion, ...] = ()
    """The questions, in place of suggestions and in the same order."""
    complete: bool = field(init=False)
    """Whether nothing is missing."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "complete", self.missing is None)

    @property
    def _results(self) -> tuple[Advised | AdvisedQuestion, ...]:
        return self.suggestions or self.questions

    @property
    def best(self) -> ClueGuess:
        """The best suggestion.

        Raises:
            LimitReached: If no suggestion was scored.
            InvalidGuessError: If no room was given, `top` is 0, or a turn has a question instead.
        """
        if self.questions:
            raise InvalidGuessError(f"the best is not a suggestion but {self.questions[0]}")
        if not self.suggestions and self.complete:
            raise InvalidGuessError("there is no suggestion: no room was given, or top is 0")
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

    By the rules of the table these may be questions to one player, about one or two cards.

    All deals that fit the evidence are equally likely. A player with several of the asked cards
    chooses by the model, by default with equal probability. Suggestions can name any cards,
    including own, face-up and located ones.

    By the rule `unanswered="look"` the figures include the face-down card that the asker sees if
    no player shows: each that the evidence does not name is equally likely.

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
        model: How players choose the card to show to a suggestion.
        limit: The maximum time. After half of it, or if all together take too much memory,
            suggestions are scored one at a time, those of the cards likeliest to be hidden and
            of an own card first; of more than 50,000 suggestions only 1,000 are.

    Raises:
        InvalidTableError: If the table has no viewpoint, or hand sizes do not say how many cards
            lie face down and can be looked at.
        UnknownCardError: If a room is not a card of the edition.
        InvalidGuessError: If a card is not a room, or `rooms` is a string.
        InvalidEventError: If the model's weights are invalid.
        InvalidLimitError: If `top` is negative.
        UnknownNameError: If the aim is unknown.
        ContradictionError: If no deal fits.
        LimitReached: If the limit was reached before a suggestion was scored.
    """
    UnknownNameError.verify(aim, get_args(Aim))
    if top is not None:
        verify_limit("top", top, whole=True)
    if table.viewpoint is None:
        raise InvalidTableError("advice on suggestions needs a viewpoint")
    deck = table.edition
    asked = deck.of(Category.SUSPECT), deck.of(Category.WEAPON), _rooms(table, rooms)
    question = _Question(table, asked, model)
    with limited(limit):
        if table.questions is not Questions.THREE:
            advice = _about_one(table, evidence, [*chain(*asked)], aim, public)
            return replace(advice, questions=_ranked(advice.questions, advice.aim, top))
        with part(1 if public is None else _SHARE):
            advice = replace(question.judge(evidence), aim=aim)
        if public is not None:
            heard = question._replace(table=replace(table, unanswered=Unanswered.NOTHING))
            advice = heard.with_leaks(advice, public, top)
    return replace(advice, suggestions=_ranked(advice.suggestions, advice.aim, top))


def _about_one(
    table: Table, evidence: Evidence, cards: Sequence[ClueCard], aim: Aim, public: Evidence | None
) -> Advice:
    """Score the questions to one player; at the limit those with the largest gains so far."""
    scorer = QuestionScorer(table, evidence)
    with part(1 if public is None else _SHARE):
        questions, whole = scorer.judge(cards)
    told = list[AdvisedQuestion]()
    if public is not None:
        with suppress(LimitReached):
            onlooker = QuestionScorer(table, public)
            for one in _ranked(questions, "gain", None):
                told.append(_with_leak(one, onlooker.score(one.to, one.cards).leak))
        whole = whole and len(told) == len(questions)
    missing = None if whole else Missing.SUGGESTIONS
    if public is not None and not told:
        aim, missing = "gain" if aim == "win" else aim, Missing.LEAKS
    return Advice(scorer.entropy, aim=aim, missing=missing, questions=tuple(told or questions))


def _ranked(choices: Iterable[_Choice], aim: Aim, top: int | None) -> tuple[_Choice, ...]:
    return tuple(sorted(choices, key=lambda one: (*_merit(one, aim), one.leak))[:top])


_known: Final = Cache[tuple[Table, Evidence, tuple[tuple[ClueCard, ...], ...]], Advice](most=5_000)
"""The results of the last questions by the default model, by how many suggestions they score."""


class _Question(NamedTuple):
    """The suggestions that a player considers, and the model of the others' replies."""

    table: Table
    asked: _Asked
    model: ReplyModel

    def judge(self, evidence: Evidence) -> Advice:
        """Score every suggestion; at the limit those of cards that are likely to be hidden."""
        try:
            with part(_SHARE):
                return self.together(evidence)
        except LimitReached as error:
            limit_reached = error
        envelopes = count_envelopes(evidence)
        if not envelopes:
            raise ContradictionError("no deal fits, so chances are undefined")
        likely = islice(_by_rank(self._likeliest(envelopes)), _MOST_SINGLE)
        found = [one for one in self._singly(evidence, likely) if one is not None]
        if not found:
            raise limit_reached
        position = self.table.edition.position
        found.sort(key=lambda one: [position[card] for card in one.guess])
        whole = len(found) == prod(map(len, self.asked))
        missing = None if whole else Missing.SUGGESTIONS
        return Advice(in_bits(entropy(envelopes.values())), tuple(found), missing=missing)

    def with_leaks(self, advice: Advice, public: Evidence, top: int | None) -> Advice:
        """Replace the leaks by those to an onlooker with this evidence.

        If only a few of the best are wanted, those with too small a gain are left out.
        """
        if top is None or top > _FEW or advice.aim != "win":
            with suppress(LimitReached), part(_SHARE):
                onlooker = self.together(public).suggestions
                leaks = {other.guess: other.leak for other in onlooker}
                told = (_with_leak(own, leaks[own.guess]) for own in advice.suggestions)
                return replace(advice, suggestions=tuple(told))
        ranked = sorted(advice.suggestions, key=lambda one: _merit(one, "gain"))
        others = self._singly(public, (own.guess for own in ranked))
        found, values, missing = list[Advised](), list[float](), advice.missing
        enough = top if advice.aim == "win" else None
        for own, other in zip_longest(ranked, others):
            # A leak only reduces the value of a suggestion.
            if enough and len(found) >= enough and nlargest(enough, values)[-1] >= own.gain:
                break
            if other is None:
                missing = Missing.SUGGESTIONS
            else:
                found.append(_with_leak(own, other.leak))
                values.append(-_merit(found[-1], advice.aim)[0])
        if ranked and not found:
            by = "gain" if advice.aim == "win" else advice.aim
            return replace(advice, aim=by, missing=Missing.LEAKS)
        return replace(advice, suggestions=tuple(found), missing=missing)

    def together(self, evidence: Evidence) -> Advice:
        """Score every suggestion; the last results by the default model are cached."""
        if self.model is not uniform:
            return self._scored(evidence)
        key = self.table, evidence, tuple(map(tuple, self.asked))
        advice = _known.get(key)
        if advice is None:
            advice = self._scored(evidence)
            _known.keep(key, advice, len(advice.suggestions))
        return advice

    def _scored(self, evidence: Evidence) -> Advice:
        number = prod(map(len, self.asked))
        if number > _MOST_GUESSES:
            # Listing them would take more time and memory than any limit allows.
            raise LimitReached(f"the answer needs {number} suggestions")
        guesses = [ClueGuess(*cards) for cards in product(*self.asked)]
        most = 1 if self.table.answering is Answering.FIRST else len(Category)
        scale, shown = habits(self.model, self.table.names, guesses, most)
        asker = self.table.viewpoint or ""
        replies = Replies(evidence, self.asked, table=self.table, asker=asker, scale=scale)
        guess_classes = product(*replies.classes)
        scores = score(replies, list(zip(guess_classes, shown, strict=True)), scale)
        found = _advised(self.table, guesses, scores)
        if self.table.unanswered is Unanswered.LOOK:
            found = self._looking(evidence, found, scores.entropy)
        return Advice(scores.entropy, tuple(found))

    def _looking(
        self, evidence: Evidence, advised: Iterable[Advised], before: float
    ) -> Iterator[Advised]:
        """Add what the asker learns from a face-down card if no player can show one."""
        table = self.table
        if all(None in [each.hand_size for each in t] for t in (table.players, table.face_down)):
            reason = "the value of a look needs the number of face-down cards: give the hand sizes"
            raise InvalidTableError(reason)
        number, looks = alike(evidence), dict[object, Split]()
        for one in advised:
            check_time()
            chance = sum(reply.probability for reply in one.replies if not reply.shows)
            key = tuple(map(number.__getitem__, one.guess))
            if key not in looks:
                looks[key] = self._look(evidence, one.guess)
            look = looks[key]
            gain = min(in_bits(one.gain + chance * look.information), before)
            solves = in_bits(one.solves + chance * look.more(tuple))
            settles = {
                category: in_bits(one.settles[category] + chance * look.more(itemgetter(at)))
                for at, category in enumerate(Category)
                if category in one.settles
            }
            told = replace(one, gain=gain, solves=solves, settles=settles)
            yield replace(told, left=left_of(gain, before), learned=learned_of(gain, one.leak))

    def _look(self, evidence: Evidence, guess: ClueGuess) -> Split:
        """Divide the deals in which no player can show by the card that the asker sees."""
        table, others = self.table, self.table.asked_by(self.table.viewpoint or "")
        lacks = (Fact(name, card, holds=False) for name in others for card in guess)
        told = evidence.assuming(*lacks)
        return Split(
            count_envelopes(told.assuming(Fact(hand.name, card, holds=True)))
            for hand in table.face_down
            for card in table.edition.cards
            if evidence.knows(hand.name, card) is None
        )

    def _singly(self, evidence: Evidence, guesses: Iterable[ClueGuess]) -> Iterator[Advised | None]:
        """Score suggestions one at a time until the limit; `None` if one takes too much memory."""
        known: dict[object, Advised | None] = {}
        with suppress(LimitReached):
            number = alike(evidence)
            for guess in guesses:
                check_time()
                key = tuple(map(number.__getitem__, guess)) if self.model is uniform else guess
                if key not in known:
                    known[key] = None
                    with suppress(LimitReached):
                        question = self._replace(asked=[(card,) for card in guess])
                        known[key] = question.together(evidence).suggestions[0]
                one = known[key]
                yield one and replace(one, guess=guess)

    def _likeliest(self, envelopes: Mapping[Hidden, int]) -> _Asked:
        """Order the cards of each category, the likeliest to be hidden first, then an own one."""
        mine = self.table.me.hand if self.table.me is not None else ()
        deals: Counter[ClueCard] = Counter()
        for hidden, number in envelopes.items():
            deals.update(dict.fromkeys((self.table.edition.cards[at] for at in hidden), number))
        ordered: list[Sequence[ClueCard]] = []
        for cards in self.asked:
            likely = sorted(cards, key=deals.__getitem__, reverse=True)
            own = [card for card in cards if card in mine]
            ordered.append([*dict.fromkeys((*likely[:1], *own[:1], *likely))])
        return ordered


def _by_rank(asked: _Asked) -> Iterator[ClueGuess]:
    """Yield every suggestion, those of the first cards of each category first."""
    for last in range(max(map(len, asked))):
        for ranks in product(*(range(min(last + 1, len(cards))) for cards in asked)):
            if max(ranks) == last:
                yield ClueGuess(*(cards[at] for cards, at in zip(asked, ranks, strict=True)))


def _with_leak(own: _Choice, leak: float) -> _Choice:
    return replace(own, leak=leak, learned=learned_of(own.gain, leak))


def _merit(one: Advised | AdvisedQuestion, aim: Aim) -> tuple[float, ...]:
    """Return a sort key, the best least."""
    if aim == "solve":
        return -one.solves, -one.gain
    # Rounded so that floating-point noise does not break ties.
    value = round(one.gain - LEAK_COST * one.leak * (aim == "win"), 9)
    return -value, -one.gain, -one.solves


_Shared: TypeAlias = tuple[Left, Learned, dict[Category, float], tuple[Reply, ...]]


def _advised(table: Table, guesses: Iterable[ClueGuess], scores: Scores) -> Iterator[Advised]:
    """Convert scores to advice; equivalent guesses share their replies."""
    asked = table.asked_by(table.viewpoint or "")
    order = {table.names.index(name): place for place, name in enumerate(asked)}

    @cache
    def read(shown: Shown) -> tuple[list[tuple[int, int]], dict[str, Category]]:
        """Return the sort key of a reply, and the category that each player shows."""
        place = [(order[seat], card) for seat, card in shown] or [(len(order), 0)]
        return place, {table.names[seat]: _CATEGORIES[card] for seat, card in shown}

    @cache
    def shared(found: GuessScore) -> _Shared:
        settles = {
            category: 1.0 if chance >= _CERTAIN else chance
            for category, chance, is_known in zip(
                Category, found.settles, scores.known, strict=True
            )
            if not is_known
        }
        shown = sorted(found.shown.items(), key=lambda each: read(each[0])[0])
        replies = tuple([Reply(read(cards)[1], chance) for cards, chance in shown])
        left = left_of(found.gain, scores.entropy)
        return left, learned_of(found.gain, found.leak), settles, replies

    for guess, found in zip(guesses, scores.guesses, strict=True):
        yield Advised(guess, found.gain, found.solves, found.leak, *shared(found))


def _rooms(table: Table, rooms: Iterable[ClueCard | str] | None) -> Sequence[ClueCard]:
    if rooms is None:
        return table.edition.of(Category.ROOM)
    cards = {table.edition.card(room) for room in listed("rooms", rooms, InvalidGuessError)}
    for card in cards:
        if card.category is not Category.ROOM:
            raise InvalidGuessError(f"{card} is a {card.category}, not a {Category.ROOM}")
    return [card for card in table.edition.of(Category.ROOM) if card in cards]
