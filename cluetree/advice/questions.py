"""Score questions to one player about one or two cards, by the rules of the table."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from math import comb, fsum
from operator import itemgetter
from typing import Final

from cluetree.advice.replies import Learned, Left, in_bits, learned_of, left_of
from cluetree.beliefs import Hidden, entropy
from cluetree.cards import Category, ClueCard
from cluetree.claims import Fact
from cluetree.errors import ContradictionError, LimitReached
from cluetree.evidence import Evidence
from cluetree.exact import count, count_envelopes
from cluetree.exact.replies import alike
from cluetree.limit import check_time
from cluetree.table import ENVELOPE, Questions, ReplyForm, Table

_SIZES: Final = {Questions.ONE: (1,), Questions.TWO: (2,), Questions.ONE_OR_TWO: (1, 2)}
_MOST: Final = 50_000
"""The maximum number of questions to score."""


@dataclass(frozen=True, slots=True)
class AdvisedQuestion:
    """A question to one player and its expected value, in the terms of `Advised`."""

    to: str
    """The player who is asked."""
    cards: tuple[ClueCard, ...]
    """One or two."""
    gain: float
    solves: float
    leak: float
    left: Left
    learned: Learned
    settles: Mapping[Category, float]
    replies: Mapping[str, float]
    """The probability of each answer: "yes", or the name of a card that is shown, then "no"."""

    def __str__(self) -> str:
        return f"{self.to}: {', '.join(map(str, self.cards))}: {self.gain:.2f} bits"


class Split:
    """The deals behind each envelope, divided by what a player learns next."""

    def __init__(self, parts: Iterable[Mapping[Hidden, int]]):
        self._parts = [Counter(part) for part in parts if part]
        self._whole = sum(self._parts, Counter[Hidden]())

    @property
    def information(self) -> float:
        """The mutual information of the envelope and the part, in bits."""
        left = fsum(part.total() * entropy(part.values()) for part in self._parts)
        return in_bits(entropy(self._whole.values()) - left / (self._whole.total() or 1))

    def known(self, of: Callable[[Hidden], object]) -> float:
        """Return the chance that something of the envelope is known then."""
        sure = sum(part.total() for part in self._parts if len(set(map(of, part))) == 1)
        return sure / (self._whole.total() or 1)

    def more(self, of: Callable[[Hidden], object]) -> float:
        """Return by how much this chance rises."""
        return self.known(of) - Split([self._whole]).known(of)


class QuestionScorer:
    """The value of questions for a player with some evidence.

    That a player lacks cards are facts, so each question needs one count: the deals of the other
    answer are the rest. Questions about interchangeable cards share it.

    Raises:
        ContradictionError: If no deal fits.
        LimitReached: From any method, if a limit applies and is reached first.
    """

    def __init__(self, table: Table, evidence: Evidence):
        self._table, self._evidence = table, evidence
        self._whole = Counter(count_envelopes(evidence))
        if not self._whole:
            raise ContradictionError("no deal fits, so chances are undefined")
        self.entropy: float = in_bits(entropy(self._whole.values()))
        self._alike = alike(evidence)
        self._known: dict[object, AdvisedQuestion] = {}
        self._lacking: dict[object, Counter[Hidden]] = {}

    def judge(self, cards: Iterable[ClueCard]) -> tuple[list[AdvisedQuestion], bool]:
        """Score the questions about these cards until the limit; return whether they are all.

        One card comes before two, and cards that are likely to be hidden come first.
        """
        beliefs, others = count(self._evidence), self._table.asked_by(self._table.viewpoint or "")
        likely = sorted(cards, key=lambda card: -beliefs.count(ENVELOPE, card))
        sizes = _SIZES[self._table.questions]
        every = ((to, some) for n in sizes for some in combinations(likely, n) for to in others)
        found = list[AdvisedQuestion]()
        try:
            for to, some in islice(every, _MOST):
                found.append(self.score(to, some))
        except LimitReached:
            if not found:
                raise
        at = self._table.edition.position.__getitem__
        found.sort(key=lambda q: (len(q.cards), others.index(q.to), [*map(at, q.cards)]))
        return found, len(found) == len(others) * sum(comb(len(likely), n) for n in sizes)

    def score(self, to: str, cards: tuple[ClueCard, ...]) -> AdvisedQuestion:
        """Score one question."""
        check_time()
        ordered = sorted(cards, key=self._alike.__getitem__)
        key = to, *map(self._alike.__getitem__, ordered)
        if key not in self._known:
            self._known[key] = self._scored(to, ordered)
        like = self._known[key]
        names = dict(zip(map(str, like.cards), map(str, ordered), strict=True))
        replies = {names.get(said, said): chance for said, chance in like.replies.items()}
        cards = tuple(sorted(cards, key=self._table.edition.position.__getitem__))
        return replace(like, cards=cards, replies=replies)

    def _scored(self, to: str, cards: Sequence[ClueCard]) -> AdvisedQuestion:
        lacking = self._without(to, *cards)
        held = self._whole - lacking
        parts = {"yes": held, "no": lacking}
        if self._table.replies is ReplyForm.CARD:
            # Each deal counts once per card: a player with two shows either in half of them.
            parts = {
                card.name: held + self._without(to, other) - self._without(to, card)
                for card, other in zip(cards, reversed(cards), strict=True)
            }
            parts["no"] = sum([lacking] * len(cards), Counter[Hidden]())
        split, heard = Split(parts.values()), Split([held, lacking])
        gain, leak = split.information, min(split.information, heard.information)
        settles = {
            category: split.known(itemgetter(at))
            for at, category in enumerate(Category)
            if len({hidden[at] for hidden in self._whole}) > 1
        }
        left, learned = left_of(gain, self.entropy), learned_of(gain, leak)
        figures = gain, split.known(tuple), leak, left, learned, settles
        number = self._whole.total() * (1 if "yes" in parts else len(cards))
        replies = {said: part.total() / number for said, part in parts.items() if part}
        return AdvisedQuestion(to, tuple(cards), *figures, replies)

    def _without(self, to: str, *cards: ClueCard) -> Counter[Hidden]:
        """Return the deals behind each envelope in which a player lacks some cards."""
        key = to, *cards
        if key not in self._lacking:
            lacks = (Fact(to, card, holds=False) for card in cards)
            self._lacking[key] = Counter(count_envelopes(self._evidence.assuming(*lacks)))
        return self._lacking[key]
