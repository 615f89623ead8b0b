"""Score questions to one player about one or two cards, by the rules of the table."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import fsum, isqrt, prod
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias

from cluetree.advice.replies import Learned, Left, in_bits, learned_of, left_of
from cluetree.beliefs import Beliefs, Hidden, entropy
from cluetree.cards import Category, ClueCard
from cluetree.claims import Fact
from cluetree.errors import ContradictionError
from cluetree.evidence import Evidence
from cluetree.exact import count, count_envelopes
from cluetree.exact.replies import CardClass, alike
from cluetree.limit import check_time
from cluetree.table import ENVELOPE, Questions, ReplyForm, Table

Said: TypeAlias = Literal["yes", "no", "shows"]
Asked: TypeAlias = tuple[str, tuple[ClueCard, ...]]
"""A question: the player who is asked, and the cards in the edition's order."""
_Envelopes: TypeAlias = Mapping[Hidden, int]
_SIZES: Final = {Questions.ONE: (1,), Questions.TWO: (2,), Questions.ONE_OR_TWO: (1, 2)}
_MOST_QUESTIONS: Final = 50_000
"""The maximum number of questions; with more, only those of the likeliest hidden cards count."""


@dataclass(frozen=True, slots=True)
class QuestionReply:
    """A possible answer to a question, as the asker hears or sees it."""

    answer: Said
    card: ClueCard | None
    """The shown card, if any."""
    probability: float
    """From 0 to 1."""


@dataclass(frozen=True, slots=True)
class AdvisedQuestion:
    """A question to one player and its expected value: see `Advised`."""

    to: str
    """The player who is asked."""
    cards: tuple[ClueCard, ...]
    """One or two cards, in the edition's order."""
    gain: float
    solves: float
    leak: float
    """The expected information from "no" or another answer, without the shown card, in bits."""
    left: Left
    learned: Learned
    settles: Mapping[Category, float]
    replies: tuple[QuestionReply, ...]
    """Every possible answer; "no" comes last."""

    def __str__(self) -> str:
        return f"{self.to}: {', '.join(map(str, self.cards))}: {self.gain:.2f} bits"


class _Score(NamedTuple):
    """The score of a question and of every equivalent one."""

    gain: float
    solves: float
    leak: float
    settles: Mapping[Category, float]
    replies: tuple[tuple[Said, int | None, float], ...]
    """The answers, with the position of the shown card and the probability."""


class QuestionScorer:
    """The value of questions for a player with some evidence.

    The cards of a question that a player lacks are facts, so each question needs one count: the
    deals of the other answer are the rest. Questions about interchangeable cards share a score.

    Raises:
        ContradictionError: If no deal fits.
        LimitReached: From any method, if a limit applies and is reached first.
    """

    def __init__(self, table: Table, evidence: Evidence):
        self._table, self._evidence = table, evidence
        self._whole = count_envelopes(evidence)
        if not self._whole:
            raise ContradictionError("no deal fits, so chances are undefined")
        self._deals = sum(self._whole.values())
        self._before = entropy(self._whole.values())
        self.entropy: float = in_bits(self._before)
        self._known: dict[tuple[str, tuple[CardClass, ...]], _Score] = {}
        self._lacking: dict[Asked, _Envelopes] = {}

    @cached_property
    def _alike(self) -> Mapping[ClueCard, CardClass]:
        return alike(self._evidence)

    @cached_property
    def _beliefs(self) -> Beliefs:
        return count(self._evidence)

    def _chance(self, place: str, card: ClueCard) -> float:
        return self._beliefs.count(place, card) / self._deals

    def questions(self, cards: Sequence[ClueCard]) -> tuple[list[Asked], bool]:
        """Return the questions about these cards, one card before two, and whether they are all.

        Players are in asking order, cards in the edition's.
        """
        others = self._table.asked_by(self._table.viewpoint or "")
        likely = sorted(cards, key=lambda card: -self._chance(ENVELOPE.name, card))
        few = {*likely[: isqrt(2 * _MOST_QUESTIONS // len(others))]}
        named = [card for card in cards if card in few]
        sizes = _SIZES[self._table.questions]
        found = [(to, some) for n in sizes for to in others for some in combinations(named, n)]
        return found, len(named) == len(cards)

    def promise(self, asked: Asked) -> tuple[int, float]:
        """Return a sort key by which the best questions are probably among the first.

        Their answer is open, and their cards are likely to be hidden.
        """
        to, cards = asked
        no = prod(1 - self._chance(to, card) for card in cards)
        hidden = fsum(self._chance(ENVELOPE.name, card) for card in cards)
        return len(cards), -no * (1 - no) * hidden

    def score(self, asked: Asked) -> AdvisedQuestion:
        """Score one question."""
        check_time()
        to, cards = asked
        ordered = sorted(cards, key=self._alike.__getitem__)
        key = to, tuple(self._alike[card] for card in ordered)
        if key not in self._known:
            self._known[key] = self._score(to, ordered)
        found = self._known[key]
        replies = [
            QuestionReply(said, None if at is None else ordered[at], chance)
            for said, at, chance in found.replies
        ]
        replies.sort(key=lambda one: cards.index(one.card) if one.card else len(cards))
        left, learned = left_of(found.gain, self.entropy), learned_of(found.gain, found.leak)
        figures = found.gain, found.solves, found.leak, left, learned, found.settles
        return AdvisedQuestion(to, cards, *figures, tuple(replies))

    def _score(self, to: str, cards: Sequence[ClueCard]) -> _Score:
        lacking = self._without(to, cards)
        held = self._sum((1, self._whole), (-1, lacking))
        parts: dict[tuple[Said, int | None], _Envelopes] = {("yes", None): held}
        if self._table.replies is ReplyForm.CARD:
            parts = {("shows", 0): held}
        parts["no", None] = lacking
        if ("shows", 0) in parts and len(cards) > 1:
            # Each deal counts twice: a player with both cards shows either in half of them.
            first, second = (self._without(to, (card,)) for card in cards)
            parts = {
                ("shows", 0): self._sum((1, held), (-1, first), (1, second)),
                ("shows", 1): self._sum((1, held), (1, first), (-1, second)),
                ("no", None): self._sum((2, lacking)),
            }
        parts = {said: part for said, part in parts.items() if part}
        numbers = {said: sum(part.values()) for said, part in parts.items()}
        whole = sum(numbers.values())

        def known(of: Callable[[Hidden], object]) -> float:
            """Return the chance that something of the envelope is known after the reply."""
            sure = (said for said, part in parts.items() if len(set(map(of, part))) == 1)
            return sum(map(numbers.__getitem__, sure)) / whole

        gain = self._information(parts.values())
        return _Score(
            gain=gain,
            solves=known(lambda hidden: hidden),
            leak=min(gain, self._information([held, lacking])),
            settles={
                category: known(itemgetter(at))
                for at, category in enumerate(Category)
                if len({hidden[at] for hidden in self._whole}) > 1
            },
            replies=tuple((*said, number / whole) for said, number in numbers.items()),
        )

    def _without(self, to: str, cards: Sequence[ClueCard]) -> _Envelopes:
        """Return the deals behind each envelope in which a player lacks some cards."""
        asked = to, tuple(cards)
        if asked not in self._lacking:
            lacks = (Fact(to, card, holds=False) for card in cards)
            self._lacking[asked] = count_envelopes(self._evidence.assuming(*lacks))
        return self._lacking[asked]

    def _sum(self, *terms: tuple[int, _Envelopes]) -> _Envelopes:
        """Add up weighted numbers of deals, without those that are 0."""
        found = {
            hidden: sum([weight * part.get(hidden, 0) for weight, part in terms])
            for hidden in self._whole
        }
        return {hidden: number for hidden, number in found.items() if number}

    def _information(self, parts: Iterable[_Envelopes]) -> float:
        """Return the mutual information of the envelope and an answer, in bits."""
        totals = [(sum(part.values()), entropy(part.values())) for part in parts]
        whole = sum(total for total, _ in totals)
        after = fsum(total / whole * left for total, left in totals)
        return in_bits(self._before - after)
