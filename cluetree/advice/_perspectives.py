"""The game from other viewpoints: the possible knowledge of each player in a deal.

All players hear who suggests, passes and shows. A player's *view* is their further knowledge: their
hand, and the cards that others showed to them. A deal determines the hand; a model of replies gives
the probabilities of unseen shown cards.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from random import Random
from typing import NamedTuple, TypeAlias, TypeGuard

from cluetree.advice.replies import ReplyModel, chances_to_show
from cluetree.beliefs import entropy
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import InvalidEventError
from cluetree.events import Event, Logged, Show, Suggestion, TurnEvent
from cluetree.evidence import Evidence, Frame
from cluetree.exact import count_envelopes
from cluetree.table import Answering

Hands: TypeAlias = Sequence[int]
"""A deal as the set of cards at each place, in the form of `Beliefs.sample_hands`."""

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
    showers: Showers

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
        frame: The numbers of the cards and places.
    """

    def __init__(self, game: Logged, model: ReplyModel, private: Collection[int]):
        self._table, self._model = game.table, model
        self.frame = Frame.of(game.table)
        self._known: dict[View, Conclusions] = {}
        self._known_options: dict[tuple[LoggedShow, int], dict[int, float]] = {}
        players = tuple(replace(player, hand=()) for player in game.table.players)
        self._all = replace(game.table, viewpoint=None, players=players)
        self._said = tuple(_public(game, private))
        self._open = tuple(filter(_is_open, self._said))
        self._knowledge: dict[Showers, PublicKnowledge] = {}

    @property
    def public(self) -> Evidence:
        """What all players know, without the showers that the log does not name."""
        return Evidence.gather(self._all, map(_unseen, self._said))

    def _public_knowledge(self, showers: Showers) -> PublicKnowledge:
        if showers not in self._knowledge:
            left = iter(showers)
            log = [Suggestion(e.by, e.guess, next(left)) if _is_open(e) else e for e in self._said]
            shows: dict[str, list[LoggedShow]] = {name: [] for name in self._table.names}
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
        most = 1 if self._table.answering is Answering.FIRST else None

        def shown(event: Suggestion) -> Iterator[str]:
            asked, cards = self._table.asked_by(event.by), self.frame.set_of(event.guess)
            return (name for name in asked if hands[self.frame.places[name]] & cards)

        return tuple(tuple(shown(event))[:most] for event in self._open)

    def _options(self, shown: LoggedShow, hands: Hands) -> dict[int, float]:
        """Return the cards that a player can have shown in a deal, with probabilities."""
        bit = self.frame.bit
        held = hands[shown.by] & self.frame.set_of(shown.guess)
        if (shown, held) not in self._known_options:
            able = (card for card in shown.guess if bit(card) & held)
            cards = tuple(able) if shown.card is None else (shown.card,)
            name = self._table.names[shown.by]
            chances = chances_to_show(self._model, name, shown.guess, cards)
            pairs = zip(map(bit, cards), map(float, chances), strict=True)
            self._known_options[shown, held] = {card: chance for card, chance in pairs if chance}
        return self._known_options[shown, held]

    def _shows(self, seat: int, hands: Hands) -> tuple[LoggedShow, ...]:
        return self._public_knowledge(self._showers(hands)).shows[seat]

    def number_of_views(self, seat: int, hands: Hands) -> int:
        """Count the ways in which cards can have been shown to a player in a deal."""
        return prod(len(self._options(shown, hands)) for shown in self._shows(seat, hands))

    def views(self, seat: int, hands: Hands, rng: Random | None) -> Iterator[tuple[View, float]]:
        """Yield the possible views of a player in a deal, with probabilities.

        With a random number generator, draw one view.
        """
        shows, showers = self._shows(seat, hands), self._showers(hands)
        options = [self._options(shown, hands) for shown in shows]
        ways: Iterable[Sequence[tuple[int, float]]]
        if rng is None:
            ways = product(*(each.items() for each in options))
        else:
            ways = [[(rng.choices([*each], [*each.values()])[0], 1.0) for each in options]]
        for way in ways:
            seen = [0] * len(hands)
            for shown, (card, _) in zip(shows, way, strict=True):
                seen[shown.by] |= card
            view = View(seat, hands[seat], tuple(seen), showers)
            yield view, prod(chance for _, chance in way)

    def _evidence(self, view: View) -> Evidence:
        public = self._public_knowledge(view.showers).public
        held, may = [*public.held], [*public.may]
        for seat, cards in enumerate(view.seen):
            held[seat] |= cards
        held[view.seat] |= view.hand
        may[view.seat] &= view.hand
        return replace(public, held=tuple(held), may=tuple(may))

    def conclusions(self, view: View) -> Conclusions:
        """Return the conclusions from a view."""
        if view not in self._known:
            deals = count_envelopes(self._evidence(view)).values()
            self._known[view] = Conclusions(entropy(deals), len(deals) == 1, sum(deals))
        return self._known[view]


def _public(game: Logged, private: Collection[int]) -> Iterator[Event]:
    """Yield the events that all players hear; a look at the envelope or a face-down hand is not."""
    if strangers := {*private} - {*range(1, len(game.events) + 1)}:
        listed = ", ".join(map(repr, strangers))
        raise InvalidEventError(f"private must be numbers of events, got {listed}")
    for number, event in enumerate(game.events, start=1):
        if isinstance(event, TurnEvent):
            if number in private:
                raise InvalidEventError(f"event {number} cannot be private: {event}")
            # The other players saw the viewpoint's answers, which a log may leave out.
            yield event.answers(game.table) if isinstance(event, Suggestion) else event
        elif number not in private and event.player in game.table.names:
            yield event


def _is_open(event: Event) -> TypeGuard[Suggestion]:
    return isinstance(event, Suggestion) and Show(None) in event.shows


def _unseen(event: Event) -> Event:
    return event.seen_by(None) if isinstance(event, Suggestion) else event
