"""What to suggest: what every suggestion can be expected to tell, exactly."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Final, TypeAlias

from cluetree.advice._reason import CERTAIN, reason
from cluetree.advice._rough import Rough
from cluetree.advice._scoring import Score, score
from cluetree.advice.replies import Reply, ReplyModel, habits, uniform
from cluetree.beliefs import Beliefs
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import InvalidGuessError, InvalidTableError, LimitReached
from cluetree.events import Show
from cluetree.evidence import Evidence
from cluetree.exact import weigh
from cluetree.exact.questions import Shown
from cluetree.exact.replies import Survey
from cluetree.limit import ATTEMPT, Bound, Meter
from cluetree.table import ENVELOPE, Answering, Table

_Asked: TypeAlias = Sequence[Sequence[ClueCard]]

_EXACT: Final = 0.5
"""The share of the work in which to judge all suggestions exactly, before that is estimated."""
_CHANCES: Final = 0.7
"""The share of the rest that goes into the chance of each card at each place."""


@dataclass(frozen=True)
class Advised:
    """One suggestion and what can be expected of it."""

    guess: ClueGuess
    gain: float
    """Expected information about the envelope, in bits."""
    solves: float
    """The chance that the envelope is known after the reply, from 0 to 1."""
    leak: float
    """How much of the gain is public: the expected information, in bits, in who passes and who
    shows, without the card."""
    _table: Table = field(repr=False, compare=False)
    _score: Score = field(repr=False, compare=False)

    @property
    def replies(self) -> tuple[Reply, ...]:
        """Every possible reply with its chance, in asking order, then by card; nobody last."""
        names, order = self._table.names, self._score.order

        def place(shown: Shown) -> list[tuple[int, int]]:
            return [(order.index(seat), card) for seat, card in shown] or [(len(order), 0)]

        return tuple(
            Reply(
                tuple(Show(names[seat], self.guess.cards[card]) for seat, card in shown),
                self._score.shown[shown],
            )
            for shown in sorted(self._score.shown, key=place)
        )

    @property
    def settles(self) -> dict[Category, float]:
        """For each category that is open, the chance that its hidden card is known then."""
        score = self._score
        return {
            category: 1.0 if chance >= CERTAIN else chance
            for category, groups, chance in zip(Category, score.hidden, score.settles, strict=True)
            if sum(map(len, groups)) > 1
        }

    @property
    def reason(self) -> str:
        """What speaks for it, in one line."""
        return reason(self._table, self.guess, self._score)

    def __str__(self) -> str:
        return f"{self.guess}: {self.gain:.2f} bits, {self.reason}"


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

    def chance(guess: ClueGuess) -> float:
        return prod(float(beliefs.chance(card, ENVELOPE.name)) for card in guess)

    guesses = sorted((ClueGuess(*cards) for cards in product(*asked)), key=chance, reverse=True)
    scale, shown = habits(model, table.names, guesses, _most(table))
    rough, advised = Rough(table, beliefs), list[Advised]()
    with suppress(LimitReached):
        for guess, each in zip(guesses, shown, strict=True):
            meter.spend(ATTEMPT)
            advised.append(_advised(table, guess, rough.score(guess, each, scale)))
    complete = len(advised) == len(guesses)
    return Advice(beliefs.entropy, _ranked(advised), complete=complete, exact=False)


def _judge(
    table: Table, evidence: Evidence, asked: _Asked, model: ReplyModel, meter: Meter
) -> Advice:
    """Judge every suggestion of some cards.

    Raises:
        LimitReached: If that takes too much work.
    """
    guesses = [ClueGuess(*cards) for cards in product(*asked)]
    scale, shown = habits(model, table.names, guesses, _most(table))
    asker = table.viewpoint or ""
    survey = Survey(evidence, asked, asker=asker, answering=table.answering, limit=meter)
    orbits = product(*survey.kinds)
    entropy, scores = score(survey, list(zip(orbits, shown, strict=True)), scale)
    judged = zip(guesses, scores, strict=True)
    return Advice(entropy, _ranked(_advised(table, *each) for each in judged))


def _most(table: Table) -> int:
    """How many may have to answer: by the rule "all" each of the cards may be another player's."""
    return 1 if table.answering is Answering.FIRST else len(Category)


def _advised(table: Table, guess: ClueGuess, found: Score) -> Advised:
    return Advised(guess, found.gain, found.solves, found.leak, table, found)


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
