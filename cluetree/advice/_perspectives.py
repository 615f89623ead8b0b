"""The game from other viewpoints: the possible knowledge of each player in a deal.

All players hear who suggests, passes and shows. A player's *view* is their further knowledge: their
hand, and the cards that others showed to them. A deal determines the hand; a model of replies gives
the probabilities of unseen shown cards. A player who did not accuse either did not know the answer
or overlooked it, so deals and shows that gave it to them are less likely.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import prod
from random import Random
from typing import Final, NamedTuple, TypeAlias, TypeGuard, TypeVar

from cluetree.advice.replies import ReplyModel, chances_to_show, verify_model
from cluetree.beliefs import Beliefs, Deal
from cluetree.cards import ClueCard, ClueGuess
from cluetree.deduction import Frame
from cluetree.errors import ContradictionError, InvalidEventError
from cluetree.events import Event, Show, Suggestion, TurnEvent, entries
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.limit import Bound, Meter
from cluetree.table import ENVELOPE, Answering, Table

T = TypeVar("T")

Hands: TypeAlias = tuple[int, ...]
"""A deal as each player's set of cards, by seat."""

ShownCards: TypeAlias = tuple[int, ...]
"""The cards shown to a player, in order, as bits."""

Showers: TypeAlias = tuple[tuple[str, ...], ...]
"""The showers of each suggestion whose showers the log does not name. All players but the viewpoint
heard every answer. In a deal the showers are the holders of the cards, by the rule "first" the
first holder; the seats imply who passed."""


class View(NamedTuple):
    """The private knowledge of one player."""

    seat: int
    hand: int
    seen: tuple[int, ...]
    """For each seat, the cards it showed to this player."""
    showers: Showers = ()

    def shown(self, by: int, card: int) -> "View":
        """Return the view after a player shows a card."""
        seen = tuple(c | card if seat == by else c for seat, c in enumerate(self.seen))
        return self._replace(seen=seen)


class Conclusions(NamedTuple):
    """The conclusions from a view."""

    bits: float
    """The uncertainty about the envelope."""
    knows: bool
    deals: int
    """The number of deals that fit; it stays the same if further evidence adds nothing."""


class LoggedShow(NamedTuple):
    """One show of the log; the card is `None` where the viewpoint did not see it."""

    by: int
    guess: ClueGuess
    card: ClueCard | None


class PublicKnowledge(NamedTuple):
    """The public knowledge of a log."""

    public: Evidence
    shows: tuple[tuple[LoggedShow, ...], ...]
    """The shows to each player."""


class Perspectives:
    """The knowledge of each player in each deal, cached by view.

    Attributes:
        table: The set-up.
        frame: The numbers of its cards and places.
        log: The events, in the table's spelling.
        meter: The work limit.
    """

    def __init__(
        self,
        table: Table,
        log: tuple[Event, ...],
        model: ReplyModel,
        private: Collection[int] = (),
        limit: Bound = None,
    ):
        verify_model(model)
        self.meter = Meter.of(limit)
        self.table = table
        self.log = log
        self._model = model
        self._private = private
        self.frame = Frame(table.edition, table.players)
        self._known: dict[View, Conclusions] = {}
        self._options: dict[tuple[LoggedShow, int], dict[int, float]] = {}
        self._all = _onlookers(table)
        self._said = tuple(_public(log, private))
        self._open = tuple(
            (
                self.frame.set_of(event.guess),
                [(name, self.frame.place(name)) for name in table.left_of(event.by)],
            )
            for event in self._said
            if _is_open(event)
        )
        """For each show by an unknown player the asked cards, and the players that were asked."""
        self._knowledge: dict[Showers, PublicKnowledge] = {}

    @cached_property
    def public(self) -> Evidence:
        """The evidence that all players have."""
        return public_evidence(self.table, self.log, self._private)

    def when(self, events: int) -> "Perspectives":
        """Return the perspectives after the first `events` events."""
        private = [number for number in self._private if number <= events]
        return Perspectives(self.table, self.log[:events], self._model, private, self.meter)

    def _public_knowledge(self, showers: Showers) -> PublicKnowledge:
        """Return the public knowledge, given the showers that the log does not name."""
        if showers not in self._knowledge:
            left = iter(showers)
            log = [Suggestion(e.by, e.guess, next(left)) if _is_open(e) else e for e in self._said]
            shows: dict[str, list[LoggedShow]] = {name: [] for name in self.table.names}
            for event in log:
                if isinstance(event, Suggestion):
                    shows[event.by] += [
                        LoggedShow(self.frame.place(show.by or ""), event.guess, show.card)
                        for show in event.shows
                    ]
            public = Evidence.gather(self._all, map(_unseen, log))
            self._knowledge[showers] = PublicKnowledge(public, tuple(map(tuple, shows.values())))
        return self._knowledge[showers]

    def _showers(self, hands: Hands) -> Showers:
        most = 1 if self.table.answering is Answering.FIRST else None
        return tuple(
            tuple(name for name, place in players if hands[place] & asked)[:most]
            for asked, players in self._open
        )

    def hands(self, deal: Deal) -> Hands:
        """Return a deal as bit sets."""
        places = [0] * len(self.frame.names)
        for card, place in deal.items():
            places[self.frame.places[place]] |= self.frame.bit(card)
        return tuple(places[:-1])

    def options(self, shown: LoggedShow, hands: Hands) -> dict[int, float]:
        """Return the cards that a player can have shown in a deal, with probabilities."""
        bit = self.frame.bit
        held = hands[shown.by] & self.frame.set_of(shown.guess)
        if (shown, held) not in self._options:
            cards = tuple(card for card in shown.guess if bit(card) & held)
            if shown.card is not None:
                cards = (shown.card,)
            name = self.table.names[shown.by]
            chances = chances_to_show(self._model, name, shown.guess, cards)
            self._options[shown, held] = {
                bit(card): float(chance)
                for card, chance in zip(cards, chances, strict=True)
                if chance
            }
        return self._options[shown, held]

    def draw(self, shown: LoggedShow, hands: Hands, rng: Random) -> int:
        """Draw the card that a player shows in a deal."""
        options = self.options(shown, hands)
        return rng.choices([*options], [*options.values()])[0]

    def shows(self, seat: int, hands: Hands) -> tuple[LoggedShow, ...]:
        """Return the shows made to a player in a deal."""
        return self._public_knowledge(self._showers(hands)).shows[seat]

    def number_of_ways(self, seat: int, hands: Hands) -> int:
        """Count the ways in which cards can have been shown to a player in a deal."""
        return prod(len(self.options(shown, hands)) for shown in self.shows(seat, hands))

    def ways(self, seat: int, hands: Hands) -> Iterator[tuple[ShownCards, float]]:
        """Yield the ways in which cards can have been shown to a player, with probabilities."""
        shows = self.shows(seat, hands)
        for way in product(*(self.options(shown, hands).items() for shown in shows)):
            yield tuple(card for card, _ in way), prod(chance for _, chance in way)

    def view(self, seat: int, hands: Hands, cards: ShownCards) -> View:
        """Return the view of a player who saw these cards; further cards are ignored."""
        seen = [0] * len(hands)
        for shown, card in zip(self.shows(seat, hands), cards, strict=False):
            seen[shown.by] |= card
        return View(seat, hands[seat], tuple(seen), self._showers(hands))

    def evidence(self, view: View) -> Evidence:
        """Return all the evidence of a player."""
        public = self._public_knowledge(view.showers).public
        held, lacked = [*public.held], [*public.lacked]
        for seat, cards in enumerate(view.seen):
            held[seat] |= cards
        held[view.seat] |= view.hand
        lacked[view.seat] |= self.frame.deck & ~view.hand
        return replace(public, held=tuple(held), lacked=tuple(lacked))

    def conclusions(self, view: View) -> Conclusions:
        """Return the conclusions from a view."""
        if view not in self._known:
            found = self.believe(self.evidence(view))
            knows = found.answer is not None
            self._known[view] = Conclusions(found.entropy, knows, found.deals)
        return self._known[view]

    def believe(self, evidence: Evidence) -> Beliefs:
        """Count evidence."""
        return count(evidence, limit=self.meter)


def public_evidence(
    table: Table, events: Iterable[Event], private: Collection[int] = ()
) -> Evidence:
    """Return what all players know: passes, showers, accusations, and facts about players.

    `private` are the numbers, from 1, of facts that only the viewpoint knows.
    """
    said = map(_unseen, _public(entries(table, events), private))
    return Evidence.gather(_onlookers(table), said)


def _onlookers(table: Table) -> Table:
    players = tuple(replace(player, hand=()) for player in table.players)
    return replace(table, viewpoint=None, players=players)


def _public(log: Sequence[Event], private: Collection[int]) -> Iterator[Event]:
    """Yield the events that all players hear."""
    if strangers := {*private} - {*range(1, len(log) + 1)}:
        listed = ", ".join(map(repr, strangers))
        raise InvalidEventError(f"private must be numbers of events, got {listed}")
    for number, event in enumerate(log, start=1):
        if isinstance(event, TurnEvent):
            if number in private:
                raise InvalidEventError(f"event {number} cannot be private: {event}")
            yield event
        elif number not in private and event.player != ENVELOPE.name:
            yield event


def _is_open(event: Event) -> TypeGuard[Suggestion]:
    return isinstance(event, Suggestion) and Show(None) in event.shows


def _unseen(event: Event) -> Event:
    return event.seen_by(None) if isinstance(event, Suggestion) else event


OVERLOOKED: Final = 0.1
"""The default probability that a player overlooks the answer."""


class Case(NamedTuple):
    """One possible view of a player in a deal."""

    view: View
    weight: float
    """Its probability, times that of all players' missing accusations."""


class Opponents:
    """Some players to examine in each deal."""

    def __init__(
        self,
        perspectives: Perspectives,
        seats: Iterable[int],
        overlooked: float,
        rng: Random,
        *,
        over: bool = False,
    ):
        """Look at players after a log; `over` tells whether its last turn is over."""
        self.perspectives, self.seats, self.rng = perspectives, tuple(seats), rng
        self.overlooked = overlooked
        """The probability that a player who could know the answer overlooks it."""
        ends = {perspectives.frame.place(name): at for name, at in _passed(perspectives.log, over)}
        self._then = {seat: perspectives.when(ends[seat]) for seat in self.seats if seat in ends}
        """For each player who ended a turn, the perspectives at its end."""

    def draw(self, hands: Hands) -> tuple[dict[int, View], float]:
        """Draw a view of each player in a deal; return it with the weight of their silence."""
        views: dict[int, View] = {}
        weight = 1.0
        for seat in self.seats:
            shows = self.perspectives.shows(seat, hands)
            cards = tuple(self.perspectives.draw(shown, hands, self.rng) for shown in shows)
            views[seat] = self.perspectives.view(seat, hands, cards)
            weight *= self._silence(views[seat], hands, cards)
        return views, weight

    def cases(self, hands: Hands, *, exact: bool) -> dict[int, list[Case]]:
        """Return the possible views of each player in a deal, or one draw; without zero weights."""
        if not exact:
            views, weight = self.draw(hands)
            return {seat: [Case(view, weight)] if weight else [] for seat, view in views.items()}
        found = {seat: list(self._cases(seat, hands)) for seat in self.seats}
        totals = {seat: sum(case.weight for case in cases) for seat, cases in found.items()}
        for seat, cases in found.items():
            others = prod(total for other, total in totals.items() if other != seat)
            weighed = (Case(case.view, case.weight * others) for case in cases)
            found[seat] = [case for case in weighed if case.weight]
        return found

    def _cases(self, seat: int, hands: Hands) -> Iterator[Case]:
        for cards, chance in self.perspectives.ways(seat, hands):
            view = self.perspectives.view(seat, hands, cards)
            yield Case(view, chance * self._silence(view, hands, cards))

    def _silence(self, view: View, hands: Hands, cards: ShownCards) -> float:
        """Return the probability that this player did not accuse on their last turn."""
        then = self._then.get(view.seat)
        # Without the answer now, there was none then; and the current count is needed anyway.
        if then is None or self.overlooked == 1 or not self.perspectives.conclusions(view).knows:
            return 1.0
        knew = then.conclusions(then.view(view.seat, hands, cards)).knows
        return self.overlooked if knew else 1.0


def nonempty(cases: list[T]) -> list[T]:
    """Return the cases; raise an error if there are none."""
    if not cases:
        raise ContradictionError(
            "a player must have known the answer without accusing, but overlooked is 0"
        )
    return cases


def _passed(log: Iterable[Event], over: bool) -> Iterator[tuple[str, int]]:
    """Yield each player who ended a turn, and the length of the log then; the last one counts."""
    on_turn: tuple[str, int] | None = None
    for number, event in enumerate(log, start=1):
        if not isinstance(event, TurnEvent):
            continue
        if on_turn is not None and (isinstance(event, Suggestion) or on_turn[0] != event.by):
            yield on_turn
        if isinstance(event, Suggestion):
            on_turn = event.by, number
    if over and on_turn is not None:
        yield on_turn
