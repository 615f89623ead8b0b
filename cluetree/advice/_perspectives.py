"""The game in the others' eyes: what each of them sees in a deal, and what follows for them.

All hear who suggests what, who passes and who shows. What one player knows besides is their
*view*: their own hand, and the cards that others showed to them. Given a deal the hand is
known; which card was shown unseen is a matter of chance, as a model of replies has it.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import product
from math import prod
from random import Random
from typing import Final, NamedTuple, TypeAlias

from cluetree.advice.replies import ReplyModel, chances_to_show
from cluetree.beliefs import Beliefs, Deal
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import InvalidEventError, LimitReached
from cluetree.events import Accusation, Event, Show, Suggestion
from cluetree.evidence import Evidence
from cluetree.exact import count, estimate
from cluetree.limit import Bound, Limit, Meter
from cluetree.table import ENVELOPE, Answering, Table

Hands: TypeAlias = tuple[int, ...]
"""A deal as each player's set of cards, by seat."""

Cards: TypeAlias = tuple[int, ...]
"""The card shown at each show made to a player, in order, as bits."""


Showers: TypeAlias = tuple[tuple[str, ...], ...]
"""Who showed, for each suggestion of which the log does not say it. Only the viewpoint did not
see that: in a deal it is who has one of the cards, by the rule "first" the first of them."""


class View(NamedTuple):
    """What one player knows beyond what all know."""

    seat: int
    hand: int
    seen: tuple[int, ...]
    """For each player, the cards they showed to this one."""
    showers: Showers = ()

    def shown(self, by: int, card: int) -> "View":
        """Return the view after a player has shown this one a card."""
        seen = tuple(c | card if seat == by else c for seat, c in enumerate(self.seen))
        return self._replace(seen=seen)


class Mind(NamedTuple):
    """What follows from a view."""

    bits: float
    """How much of the envelope is open."""
    knows: bool
    """Whether nothing is."""
    deals: int
    """The number of deals that fit; when more is told and it stays the same, nothing was new."""
    counted: bool
    """Whether it was counted, not estimated."""


class Shown(NamedTuple):
    """One show of the log; the card is `None` where the viewpoint did not see it."""

    by: int
    guess: ClueGuess
    card: ClueCard | None


class _Heard(NamedTuple):
    """What all know of a log."""

    public: Evidence
    shows: tuple[tuple[Shown, ...], ...]
    """For each player, the shows made to them."""


_ONE: Final = 0.05
"""The share of the work that may go into counting what one player knows in one deal."""


class Perspectives:
    """What each player would know in each deal; what was worked out once is remembered.

    Once counting it took too large a share of the work, it is estimated instead: of somebody
    else's knowledge in one deal a rough idea will do, for it is asked about in many.

    Attributes:
        table: The set-up.
        log: What happened so far, as the table spells it.
        public: What all know of the log as it stands, without hands, cards shown, and looks.
        meter: The work done on the question, counts of what somebody knows included.
    """

    def __init__(
        self,
        table: Table,
        log: tuple[Event, ...],
        model: ReplyModel,
        private: Collection[int] = (),
        limit: Bound = None,
    ):
        self.meter = Meter.of(limit)
        self.table = table
        self.log = log
        self._model = model
        self._private = private
        self._bit = {card: 1 << at for card, at in table.edition.position.items()}
        self._seat = {name: seat for seat, name in enumerate(table.names)}
        self._deck = self.set_of(table.edition.cards)
        self._known: dict[View, Mind] = {}
        self._each: Limit | None = None
        self._countable = True
        self._options: dict[tuple[Shown, int], dict[int, float]] = {}
        players = tuple(replace(player, hand=()) for player in table.players)
        self._all = replace(table, viewpoint=None, players=players)
        self._said = tuple(_public(log, private))
        self._open = tuple(filter(_is_open, self._said))
        self._heard: dict[Showers, _Heard] = {}
        self.public = Evidence.gather(self._all, map(_unseen, self._said))

    def when(self, events: int) -> "Perspectives":
        """Return how it was in their eyes when the log had so many events."""
        log = self.log[:events]
        return Perspectives(self.table, log, self._model, self._private, self.meter)

    def _hear(self, showers: Showers) -> _Heard:
        """Return what all know if these showed where the log does not say who did."""
        if showers not in self._heard:
            left = iter(showers)
            log = [self._named(e, next(left)) if _is_open(e) else e for e in self._said]
            self._heard[showers] = _Heard(
                Evidence.gather(self._all, map(_unseen, log)),
                tuple(tuple(self._shows_to(name, log)) for name in self.table.names),
            )
        return self._heard[showers]

    def _shows_to(self, name: str, log: Iterable[Event]) -> Iterator[Shown]:
        for event in log:
            if isinstance(event, Suggestion) and event.by == name:
                for show in event.shows:
                    yield Shown(self.seat(show.by or ""), event.guess, show.card)

    def _named(self, event: Event, showers: Iterable[str]) -> Event:
        """Name who showed; by the rule "all", who else did is not known."""
        if not isinstance(event, Suggestion):
            return event
        is_all = self.table.answering is Answering.ALL
        passed = () if is_all and event.passed is None else event.passed
        return replace(event, shows=tuple(map(Show, showers)), passed=passed)

    def _showers(self, hands: Hands) -> Showers:
        return tuple(self._who_showed(event, hands) for event in self._open)

    def _who_showed(self, event: Event, hands: Hands) -> tuple[str, ...]:
        if not isinstance(event, Suggestion):
            return ()
        asked = self.set_of(event.guess)
        able = event.can_have_shown(self.table)
        found = tuple(name for name in able if hands[self._seat[name]] & asked)
        return found[:1] if self.table.answering is Answering.FIRST else found

    def seat(self, name: str) -> int:
        """Return the number of a player's seat."""
        return self._seat[name]

    def set_of(self, cards: Iterable[ClueCard]) -> int:
        """Return cards as a bit set."""
        return sum(self._bit[card] for card in cards)

    def hands(self, deal: Deal) -> Hands:
        """Return a deal as bit sets."""
        hands = [0] * len(self._seat)
        for card, place in deal.items():
            if place != ENVELOPE.name:
                hands[self._seat[place]] |= self._bit[card]
        return tuple(hands)

    def options(self, shown: Shown, hands: Hands) -> dict[int, float]:
        """Return the cards that a player can have shown in a deal, with their chances."""
        held = hands[shown.by]
        if (shown, held) not in self._options:
            self._options[shown, held] = dict(self._weigh(shown, held))
        return self._options[shown, held]

    def _weigh(self, shown: Shown, held: int) -> Iterator[tuple[int, float]]:
        cards = tuple(card for card in shown.guess if self._bit[card] & held)
        if shown.card is not None:
            cards = (shown.card,)
        name = self.table.names[shown.by]
        chances = chances_to_show(self._model, name, shown.guess, cards)
        for card, chance in zip(cards, chances, strict=True):
            if chance:
                yield self._bit[card], float(chance)

    def draw(self, shown: Shown, hands: Hands, rng: Random) -> int:
        """Draw the card that a player shows in a deal."""
        options = self.options(shown, hands)
        return rng.choices([*options], [*options.values()])[0]

    def _shows(self, seat: int, hands: Hands) -> tuple[Shown, ...]:
        """Return the shows made to a player in a deal."""
        return self._hear(self._showers(hands)).shows[seat]

    def number_of_ways(self, seat: int, hands: Hands) -> int:
        """Return in how many ways a player can have been shown cards in a deal."""
        return prod(len(self.options(shown, hands)) for shown in self._shows(seat, hands))

    def ways(self, seat: int, hands: Hands) -> Iterator[tuple[Cards, float]]:
        """Yield all ways in which a player can have been shown cards in a deal, with chances."""
        shows = self._shows(seat, hands)
        for way in product(*(self.options(shown, hands).items() for shown in shows)):
            yield tuple(card for card, _ in way), prod(chance for _, chance in way)

    def draw_way(self, seat: int, hands: Hands, rng: Random) -> Cards:
        """Draw a way in which a player was shown cards in a deal."""
        return tuple(self.draw(shown, hands, rng) for shown in self._shows(seat, hands))

    def view(self, seat: int, hands: Hands, cards: Cards) -> View:
        """Return the view of a player who was shown these cards, later ones aside."""
        view = View(seat, hands[seat], (0,) * len(hands), self._showers(hands))
        for shown, card in zip(self._shows(seat, hands), cards, strict=False):
            view = view.shown(shown.by, card)
        return view

    def evidence(self, view: View) -> Evidence:
        """Return all that a player has to go by."""
        public = self._hear(view.showers).public
        held, lacked = [*public.held], [*public.lacked]
        for seat, cards in enumerate(view.seen):
            held[seat] |= cards
        held[view.seat] |= view.hand
        lacked[view.seat] |= self._deck & ~view.hand
        return replace(public, held=tuple(held), lacked=tuple(lacked))

    def mind(self, view: View) -> Mind:
        """Return what follows from a view.

        Raises:
            LimitReached: If the limit is reached first.
        """
        if view not in self._known:
            beliefs = self.believe(self.evidence(view))
            knows = beliefs.answer is not None
            self._known[view] = Mind(beliefs.entropy, knows, beliefs.deals, beliefs.exact)
        return self._known[view]

    def believe(self, evidence: Evidence) -> Beliefs:
        """Return what follows from evidence of which there is much alike.

        Raises:
            LimitReached: If the limit is reached first.
        """
        if self._each is None:
            each = self.meter.part(_ONE).left
            self._each = Limit(states=each[0], seconds=each[1])
        if self._countable:
            try:
                return count(evidence, limit=self.meter.part(most=self._each))
            except LimitReached:
                if 0 in self.meter.left:
                    raise
                self._countable = False
        return estimate(evidence, limit=self.meter, roughly=True)


def told(
    evidence: Evidence, seat: int, *, holds: int = 0, lacks: int = 0, one_of: int = 0
) -> Evidence:
    """Return the evidence of somebody who has learned more of a player's cards."""
    held, lacked, branches = [*evidence.held], [*evidence.lacked], evidence.branches
    held[seat] |= holds
    lacked[seat] |= lacks
    if one_of:
        branches = (*branches, ((seat, one_of),))
    return replace(evidence, held=tuple(held), lacked=tuple(lacked), branches=branches)


def _public(log: Iterable[Event], private: Collection[int]) -> Iterator[Event]:
    """Yield the events that all hear of."""
    for number, event in enumerate(log, start=1):
        if isinstance(event, Suggestion | Accusation):
            if number in private:
                raise InvalidEventError(f"event {number} cannot be private: {event}")
            yield event
        elif number not in private and event.player != ENVELOPE.name:
            yield event


def _is_open(event: Event) -> bool:
    return isinstance(event, Suggestion) and Show(None) in event.shows


def _unseen(event: Event) -> Event:
    """Leave out which cards were shown."""
    return event.seen_by(None) if isinstance(event, Suggestion) else event
