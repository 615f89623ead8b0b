"""The oracle for other players' knowledge: all deals and shows, enumerated.

It follows the definitions of `cluetree.advice.rivals` without sharing logic: a player's head is
a separate table and log, and `tests.brute` lists the deals that fit it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import log2, prod

from cluetree import ClueGuess, CluePlayer, Event, Show, Suggestion, Table
from cluetree.events import BareFact, OneHolds, Question, Saw
from tests import brute


@dataclass(frozen=True)
class Head:
    """One player's table and log."""

    table: Table
    events: tuple[Event, ...]

    def told(self, *events: Event) -> "Head":
        return replace(self, events=(*self.events, *events))

    @cached_property
    def triples(self) -> Counter[ClueGuess]:
        return Counter(brute.envelope(deal) for deal in brute.deals(self.table, self.events))

    @property
    def bits(self) -> float:
        shares = [number / self.triples.total() for number in self.triples.values()]
        return -sum(share * log2(share) for share in shares)

    @property
    def knows(self) -> bool:
        return len(self.triples) == 1


def heads(table: Table, events: Sequence[Event], name: str) -> dict[Head, float]:
    """Return the possible heads of a player, given the viewpoint, with probabilities."""
    weighed = dict[Head, float]()
    deals = list(brute.deals(table, events))
    heard = _heard(table, events)
    for deal in deals:
        seated = seat(table, deal, name)
        options = [list(seen_by(name, _named(event, table, deal), deal)) for event in heard]
        chance = 1 / len(deals) / prod(map(len, options))
        for log in product(*options):
            head = Head(seated, log)
            weighed[head] = weighed.get(head, 0) + chance
    return weighed


def seat(table: Table, deal: brute.Deal, name: str) -> Table:
    """The table as another player sees it."""
    hand = tuple(card for card, holder in deal.items() if holder == name)
    players = tuple(
        CluePlayer(name, len(hand), hand) if p.name == name else CluePlayer(p.name, p.hand_size)
        for p in table.players
    )
    return replace(table, players=players, viewpoint=name)


def _heard(table: Table, events: Iterable[Event]) -> list[Event]:
    """Leave out facts that only the viewpoint knows."""
    seated = {player.name for player in table.players}

    def is_heard(event: Event) -> bool:
        if not isinstance(event, BareFact):
            return True
        if event.only_me is None:
            return isinstance(event, OneHolds) or event.player in seated
        return not event.only_me

    return [_in_full(table, event) for event in events if is_heard(event)]


def _in_full(table: Table, event: Event) -> Event:
    """Add the viewpoint's show that a log may leave out by the rule "all"."""
    if not isinstance(event, Suggestion) or event.passed is not None or Show(None) in event.shows:
        return event
    showers = {event.by, *(show.by for show in event.shows)}
    late = [
        Show(player.name)
        for player in table.players
        if table.answering == "all" and {*player.hand} & {*event.guess}
        if player.name == table.viewpoint and player.name not in showers
    ]
    return replace(event, shows=(*event.shows, *late))


def _named(event: Event, table: Table, deal: brute.Deal) -> Event:
    """Name the answers in a deal; all players except the viewpoint heard them."""
    if not isinstance(event, Suggestion) or Show(None) not in event.shows:
        return event
    shows: list[Show] = []
    passed: list[str] = []
    for name in (player.name for player in brute.asked(table, event.by)):
        if not any(deal.get(card) == name for card in event.guess):
            passed.append(name)
            continue
        shows.append(Show(name))
        if table.answering == "first":
            break
    return replace(event, shows=tuple(shows), passed=tuple(passed))


def seen_by(name: str, event: Event, deal: brute.Deal) -> Iterator[Event]:
    """Yield the possible views of an event for a player."""
    if isinstance(event, Question):
        yield from _question(name, event, deal)
    elif isinstance(event, Saw):
        every = [event.card] if event.card else [c for c in deal if deal[c] == event.player]
        for card in every if event.by == name else [None]:
            yield replace(event, card=card)
    elif not isinstance(event, Suggestion):
        yield event
    elif event.by != name:
        yield replace(event, shows=tuple(Show(show.by) for show in event.shows))
    else:
        cards = [
            [c for c in event.guess if deal.get(c) == show.by] if show.card is None else [show.card]
            for show in event.shows
        ]
        for shown in product(*cards):
            shows = tuple(Show(s.by, c) for s, c in zip(event.shows, shown, strict=True))
            yield replace(event, shows=shows)


def _question(name: str, event: Question, deal: brute.Deal) -> Iterator[Event]:
    """Only two players hear an answer that only the asker hears, and one sees the card."""
    held = [card for card in event.cards if deal.get(card) == event.to]
    is_secret = event.only_me or event.answer is None
    plain = Question(event.by, event.to, event.cards, None if is_secret else event.answer)
    if name not in {event.by, event.to}:
        yield plain
    elif event.answer is None:
        yield replace(plain, answer="yes" if held else "no")
    elif event.by == name and event.answer == "shows":
        for card in [event.card] if event.card else held:
            yield replace(plain, answer="shows", card=card)
    else:
        yield replace(plain, answer=event.answer)


def onlooker(table: Table, events: Iterable[Event]) -> Head:
    """The events as a player without cards sees them."""
    players = tuple(CluePlayer(player.name, player.hand_size) for player in table.players)
    log = tuple(next(seen_by("nobody", event, {})) for event in _heard(table, events))
    return Head(replace(table, players=players, viewpoint=None), log)
