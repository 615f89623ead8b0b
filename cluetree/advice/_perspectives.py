"""The game from other viewpoints: the possible knowledge of each player in a deal.

All players hear who suggests, passes and shows. A player's *view* is their further knowledge: their
hand, the cards that they saw, and the answers that only they heard. A deal determines the hand and
the answers; a model of replies gives the probabilities of unseen shown cards, and a look at a hand
is at any of its cards, with equal chances.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from random import Random
from typing import NamedTuple, TypeAlias, TypeGuard

from cluetree.advice.replies import ReplyModel, chances_to_show
from cluetree.beliefs import entropy
from cluetree.cards import ClueCard, ClueGuess
from cluetree.events import BareFact, Event, Logged, Question, Saw, Show, Suggestion
from cluetree.evidence import Bounds, Evidence, Frame
from cluetree.exact import count_envelopes
from cluetree.table import Unanswered

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
    """For each place, the cards of it that this player saw."""
    heard: "tuple[Answered, ...]"
    """The answers that only this player heard."""
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


class Look(NamedTuple):
    """A card of another place that a player saw: one shown to them, or one they looked at."""

    at: int
    """The place of the card."""
    cards: int
    """The cards that it can be."""
    guess: ClueGuess | None
    """The guess, if the holder chose the card to show; else each card is equally likely."""
    card: ClueCard | None
    """The card; `None` where the viewpoint did not see it."""
    is_new: bool = False
    """Whether the player has not seen the card before."""


class Answered(NamedTuple):
    """An answer that only the asker heard: whether a place has one of some cards."""

    at: int
    cards: int
    has_one: bool


class PublicKnowledge(NamedTuple):
    """The public knowledge of a log."""

    public: Evidence
    looks: tuple[tuple[Look, ...], ...]
    """The cards that each player saw."""


class Perspectives:
    """The knowledge of each player in each deal, cached by view.

    Attributes:
        frame: The numbers of the cards and places.
    """

    def __init__(self, game: Logged, model: ReplyModel):
        self._table, self._model = game.table, model
        self.frame = Frame.of(game.table)
        self._known: dict[View, Conclusions] = {}
        self._known_options: dict[tuple[Look, int], dict[int, float]] = {}
        players = tuple(replace(player, hand=()) for player in game.table.players)
        self._all = replace(game.table, viewpoint=None, players=players)
        self._said = tuple(_public(game))
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
            looks: dict[str, list[Look]] = {name: [] for name in self._table.names}
            for event in log:
                if isinstance(event, Suggestion | Question | Saw):
                    looks[event.by] += self._looks(event)
            public = Evidence.gather(self._all, map(_unseen, log))
            self._knowledge[showers] = PublicKnowledge(public, tuple(map(tuple, looks.values())))
        return self._knowledge[showers]

    def _showers(self, hands: Hands) -> Showers:
        def shown(event: Suggestion) -> tuple[str, ...]:
            cards, places = self.frame.set_of(event.guess), self.frame.places
            able = {name for name in self._table.names if hands[places[name]] & cards}
            return self._table.showers(event.by, able)

        return tuple(map(shown, self._open))

    def _looks(self, event: Suggestion | Question | Saw) -> Iterator[Look]:
        """Yield the cards that the player of an event saw."""
        frame = self.frame
        match event:
            case Suggestion(by, guess, shows):
                for show in shows:
                    yield Look(frame.place(show.by or ""), frame.set_of(guess), guess, show.card)
                is_answered = shows or {*event.passes(self._table)} < {*self._table.left_of(by)}
                if self._table.unanswered is Unanswered.LOOK and not is_answered:
                    for hand in frame.face_down[:1]:  # by this rule there is one
                        yield Look(frame.place(hand.name), frame.deck, None, None, is_new=True)
            case Question(_, to, cards, "shows", card):
                yield Look(frame.place(to), frame.set_of(cards), None, card)
            case Saw(_, player, card):
                yield Look(frame.place(player), frame.deck, None, card)
            case _:
                pass

    def _options(self, look: Look, hands: Hands) -> dict[int, float]:
        """Return the cards that a player can have seen in a deal, with probabilities."""
        frame, held = self.frame, hands[look.at] & look.cards
        if (look, held) not in self._known_options:
            cards = frame.cards(held) if look.card is None else (look.card,)
            if look.guess is None:
                chances: Iterable[Fraction] = [Fraction(1, len(cards))] * len(cards)
            else:
                cards = tuple(card for card in look.guess if card in cards)
                chances = chances_to_show(self._model, frame.names[look.at], look.guess, cards)
            pairs = zip(map(frame.bit, cards), map(float, chances), strict=True)
            self._known_options[look, held] = {card: chance for card, chance in pairs if chance}
        return self._known_options[look, held]

    def _left(self, look: Look, hands: Hands, seen: int) -> Mapping[int, float]:
        """Return the options of a player who has seen some cards of the place."""
        options = self._options(look, hands)
        new = {card: chance for card, chance in options.items() if not card & seen}
        if not look.is_new or not new:
            return options
        return {card: chance / sum(new.values()) for card, chance in new.items()}

    def _seen(self, seat: int, hands: Hands) -> tuple[Look, ...]:
        return self._public_knowledge(self._showers(hands)).looks[seat]

    def _heard(self, seat: int, hands: Hands) -> Iterator[Answered]:
        """Yield the answers that only a player heard."""
        name = self._table.names[seat]
        for event in self._said:
            if (
                isinstance(event, Question)
                and event.by == name
                and event.seen_by(None).answer is None
            ):
                at, cards = self.frame.place(event.to), self.frame.set_of(event.cards)
                yield Answered(at, cards, bool(hands[at] & cards))

    def number_of_views(self, seat: int, hands: Hands) -> int:
        """Count the ways in which cards can have been shown to a player in a deal."""
        return prod(len(self._options(look, hands)) for look in self._seen(seat, hands))

    def views(self, seat: int, hands: Hands, rng: Random | None) -> Iterator[tuple[View, float]]:
        """Yield the possible views of a player in a deal, with probabilities.

        With a random number generator, draw one view.
        """
        looks, showers = self._seen(seat, hands), self._showers(hands)
        heard = tuple(self._heard(seat, hands))
        ways: list[tuple[tuple[int, ...], float]] = [((0,) * len(hands), 1.0)]
        for look in looks:  # each adds to the cards seen of its place
            before, after = slice(look.at), slice(look.at + 1, None)
            ways = [
                ((*seen[before], seen[look.at] | card, *seen[after]), weight * chance)
                for seen, weight in ways
                for card, chance in self._left(look, hands, seen[look.at]).items()
            ]
            if rng is not None:
                seen, _ = rng.choices(ways, [weight for _, weight in ways])[0]
                ways = [(seen, 1.0)]
        for seen, weight in ways:
            yield View(seat, hands[seat], seen, heard, showers), weight

    def _evidence(self, view: View) -> Evidence:
        public = self._public_knowledge(view.showers).public
        held, may = [*public.held], [*public.may]
        for place, cards in enumerate(view.seen):
            held[place] |= cards
        held[view.seat] |= view.hand
        may[view.seat] &= view.hand
        for place, cards, has_one in view.heard:
            may[place] &= -1 if has_one else ~cards
        some = [Bounds.any_of((place, cards)) for place, cards, has_one in view.heard if has_one]
        quotas = (*public.quotas, *(quota for quota in some if not quota.is_met(held)))
        return replace(public, held=tuple(held), may=tuple(may), quotas=quotas)

    def conclusions(self, view: View) -> Conclusions:
        """Return the conclusions from a view."""
        if view not in self._known:
            deals = count_envelopes(self._evidence(view)).values()
            self._known[view] = Conclusions(entropy(deals), len(deals) == 1, sum(deals))
        return self._known[view]


def _public(game: Logged) -> Iterator[Event]:
    """Yield the events of which other players know, without facts that only the viewpoint knows."""
    for event in game.events:
        if isinstance(event, Suggestion):
            # The other players saw the viewpoint's answers, which a log may leave out.
            yield event.answers(game.table)
        elif not isinstance(event, BareFact) or event.is_heard(game.table):
            yield event


def _is_open(event: Event) -> TypeGuard[Suggestion]:
    return isinstance(event, Suggestion) and Show(None) in event.shows


def _unseen(event: Event) -> Event:
    return event.seen_by(None) if isinstance(event, Suggestion | Question | Saw) else event
