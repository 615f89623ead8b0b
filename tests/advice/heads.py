"""The oracle for other players' knowledge: all deals and shows, enumerated.

It follows the definitions of `cluetree.advice.rivals` without sharing logic: a player's head is
a separate table and log, and what follows is listed by `tests.brute`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import log2, prod

from cluetree import Accusation, ClueGuess, CluePlayer, Event, Show, Suggestion, Table
from tests import brute


@dataclass(frozen=True)
class Head:
    """One player's table and log, with a probability."""

    table: Table
    events: tuple[Event, ...]
    chance: Fraction
    """The probability of the seen events, given the deal."""
    deal: brute.Deal
    then: tuple[Event, ...] | None
    """The events up to the end of the last turn on which this player did not accuse."""

    def told(self, *events: Event) -> "Head":
        return replace(self, events=(*self.events, *events))

    @property
    def triples(self) -> Counter[ClueGuess]:
        return Counter(brute.envelope(deal) for deal in brute.deals(self.table, self.events))

    @property
    def bits(self) -> float:
        return entropy(self.triples)

    @property
    def knows(self) -> bool:
        return len(self.triples) == 1

    @property
    def is_silent(self) -> bool:
        """Whether the player did not know the answer on that turn."""
        return self.then is None or not replace(self, events=self.then).knows


def entropy(triples: Mapping[ClueGuess, int]) -> float:
    """The entropy of the envelope in bits."""
    total = sum(triples.values())
    return -sum(n / total * log2(n / total) for n in triples.values())


def heads(
    table: Table, events: Sequence[Event], name: str, deal: brute.Deal, *, over: bool = False
) -> Iterator[Head]:
    """Yield each possible head of a player in a deal, given the viewpoint's knowledge."""
    seated = seat(table, deal, name)
    options = [list(_seen_by(name, _named(event, table, deal), deal)) for event in events]
    end = last_turn(events, name, over=over)
    for log in product(*options):
        heard = tuple(event for event in log if event is not None)
        then = None if end is None else tuple(e for e in log[:end] if e is not None)
        yield Head(seated, heard, Fraction(1, prod(map(len, options))), deal, then)


def last_turn(events: Sequence[Event], name: str, *, over: bool) -> int | None:
    """Return the length of the log at a player's last turn without an accusation, if any.

    A turn is a suggestion, and is over when anybody suggests or somebody else accuses.
    """
    for end in range(len(events), 0, -1):
        event = events[end - 1]
        if isinstance(event, Suggestion) and event.by == name:
            later = events[end:]
            if over or any(
                isinstance(e, Suggestion) or (isinstance(e, Accusation) and e.by != name)
                for e in later
            ):
                return end
    return None


def together(
    table: Table,
    events: Sequence[Event],
    names: Sequence[str],
    *,
    overlooked: float,
    over: bool = False,
) -> list[tuple[dict[str, Head], float]]:
    """List all combinations of several heads, with weights that add up to 1.

    A player may overlook a known answer with a given probability.
    """
    found = [
        (dict(zip(names, own, strict=True)), float(prod(head.chance for head in own)))
        for deal in brute.deals(table, events)
        for own in product(*(list(heads(table, events, n, deal, over=over)) for n in names))
    ]
    known: dict[tuple[Table, tuple[Event, ...] | None], bool] = {}

    def is_silent(head: Head) -> bool:
        key = head.table, head.then
        if key not in known:
            known[key] = head.is_silent
        return known[key]

    weighed = [
        (own, weight * overlooked ** sum(not is_silent(head) for head in own.values()))
        for own, weight in found
    ]
    total = sum(weight for _, weight in weighed)
    return [(own, weight / total) for own, weight in weighed]


def seat(table: Table, deal: brute.Deal, name: str) -> Table:
    """The table as another player sees it."""
    hand = tuple(card for card, holder in deal.items() if holder == name)
    players = tuple(
        CluePlayer(name, len(hand), hand) if p.name == name else CluePlayer(p.name, p.hand_size)
        for p in table.players
    )
    return replace(table, players=players, viewpoint=name)


def _named(event: Event, table: Table, deal: brute.Deal) -> Event:
    """Name the answers in a deal; all players except the viewpoint heard them."""
    if not isinstance(event, Suggestion) or Show(None) not in event.shows:
        return event
    shows: list[Show] = []
    passed: list[str] = []
    for name in table.left_of(event.by):
        if not any(deal.get(card) == name for card in event.guess):
            passed.append(name)
            continue
        shows.append(Show(name))
        if table.answering == "first":
            break
    return replace(event, shows=tuple(shows), passed=tuple(passed))


def _seen_by(name: str, event: Event, deal: brute.Deal) -> Iterator[Event | None]:
    """Yield the possible views of an event for a player; `None` for a private look."""
    if isinstance(event, Accusation):
        yield event
    elif not isinstance(event, Suggestion):
        yield None if event.player == brute.HIDDEN else event
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


def onlooker(table: Table, events: Iterable[Event]) -> Head:
    """The events as a player without cards sees them."""
    players = tuple(CluePlayer(player.name, player.hand_size) for player in table.players)
    heard = (event for e in events for event in list(_seen_by("nobody", e, {}))[:1])
    log = tuple(event for event in heard if event is not None)
    return Head(replace(table, players=players, viewpoint=None), log, Fraction(1), {}, None)
