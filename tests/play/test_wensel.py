"""Wensel's agent: its notes and suggestions against the report, written out a second time."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from cluetree import (
    Accusation,
    Category,
    ClueCard,
    ClueGuess,
    ContradictionError,
    Event,
    Holds,
    Show,
    Suggestion,
    Table,
)
from cluetree.board import Place, Square, classic_board
from cluetree.claims import Fact
from cluetree.editions import CLUE_US as DECK
from cluetree.events import HoldsSome, OneHolds
from cluetree.play.agents import Wensel
from cluetree.play.agents.wensel import WenselNotes
from tests.brute import who_may_have_shown
from tests.exact.games import play, seeded
from tests.play.naive import Clash, propagate
from tests.strategies import Told, told_anyhow

HAND = ("Mustard", "Plum", "Rope", "Hall", "Study", "Lounge")


def ann(hand: tuple[str, ...] = HAND) -> Table:
    return Table.set_up(DECK, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=hand)


def notes(*events: Event, table: Table | None = None) -> WenselNotes:
    written = WenselNotes(table or ann())
    for event in events:
        written.tell(event)
    return written


def as_noted(event: Event, table: Table) -> Event | None:
    """Return an event without what he does not use; nothing if that is all."""
    if isinstance(event, Accusation):
        return event if event.correct or event.right is not None else None
    if isinstance(event, Suggestion):
        only = who_may_have_shown(table, event)
        known = only[0] if len(only) == 1 else None
        shows = [Show(by, show.card) for show in event.shows if (by := show.by or known)]
        return Suggestion(event.by, event.guess, shows, event.passes(table))
    if isinstance(event, HoldsSome) and not event.least:
        return None if event.most else event
    return None if isinstance(event, OneHolds) else event


@given(told_anyhow())
def test_notes_are_unit_propagation_without_hand_sizes_and_accusations(told: Told) -> None:
    sized = (p if p == told.table.me else replace(p, hand_size=None) for p in told.table.players)
    table = replace(told.table, players=tuple(sized))
    used = [used for event in told.events if (used := as_noted(event, told.table))]
    try:
        true, false = propagate(table, used)
    except Clash:
        with pytest.raises(ContradictionError):
            notes(*told.events, table=told.table)
        return
    assert notes(*told.events, table=told.table).evidence().facts == {
        *(Fact(name, card, holds=True) for name, card in true),
        *(Fact(name, card, holds=False) for name, card in false),
    }


class Report:
    """What the report says to suggest, from the marks of some notes."""

    def __init__(self, written: WenselNotes):
        frame, table = written.frame, written.table
        self._deck = table.edition
        self._marks = [frame.cards(held) for held in written.held]
        self._may = [frame.cards(may) for may in written.may]
        self._open = [frame.cards(cards) for _, cards in written.shows]
        self._me = table.names.index(table.viewpoint or "")
        known = {card for cards in self._marks for card in cards} | {*table.face_up}
        self._unknown = [card for card in self._deck.cards if card not in known]

    def _score(self, card: ClueCard) -> int:
        others = (may for seat, may in enumerate(self._may[:-1]) if seat != self._me)
        return sum(card not in may for may in others) + sum(card in cards for cards in self._open)

    def _best(self, among: Sequence[ClueCard]) -> ClueCard | None:
        unknown = [card for card in among if card in self._unknown]
        return max(unknown, key=self._score, default=None)

    def _options(self, category: Category) -> list[ClueCard]:
        """Return what nobody else can show, own cards first."""
        return [c for c in (*self._marks[self._me], *self._marks[-1]) if c.category is category]

    def rooms(self) -> set[ClueCard]:
        rooms = self._deck.of(Category.ROOM)
        is_found = any(card in rooms for card in self._marks[-1])
        return {*self._options(Category.ROOM)} if is_found else {*rooms} & {*self._unknown}

    def suggestion(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        allowed = [room for room in rooms if room in self.rooms()]
        if not allowed:
            return None
        found = {card.category for card in self._marks[-1]}
        cards = zip(Category, (*map(self._deck.of, [*Category][:2]), allowed), strict=True)
        suspect, weapon, room = (
            next(iter(self._options(category) if category in found else ()), self._best(among))
            for category, among in cards
        )
        room = next((card for card in self._options(Category.ROOM) if card in allowed), room)
        assert suspect
        assert weapon
        assert room
        if not self._marks[-1]:  # three unknown cards: the worse of the first two gives way
            if self._score(weapon) > self._score(suspect):
                suspect = next(iter(self._options(Category.SUSPECT)), suspect)
            else:
                weapon = next(iter(self._options(Category.WEAPON)), weapon)
        return ClueGuess(suspect, weapon, room)


@pytest.mark.parametrize("seed", range(80))
def test_suggestions_are_those_of_the_report(seed: int) -> None:
    game, rng = play(seeded(seed), DECK, 3 + seed % 4, 8), Random(seed)
    agent = Wensel()
    agent.begin(game.table, rng)
    for number in range(8):
        report, every = Report(agent.known), [*DECK.of(Category.ROOM)]
        assert {*agent.known.rooms} == report.rooms()
        for rooms in (every, rng.sample(every, 2)):
            in_order = [room for room in every if room in rooms]
            assert agent.suggest(rooms) == report.suggestion(in_order)
        for event in game.events[number : number + 1]:
            agent.observe(event)
        if seed % 3 == 0 and number == 2:
            agent.observe(Holds("envelope", game.hidden.cards[seed % len(Category)]))


# Going

BOARD = classic_board(DECK)
START = BOARD.starts
KITCHEN_FOUND = Holds("envelope", DECK.card("kitchen"))


@pytest.mark.parametrize(
    ("place", "events", "room"),
    [
        (START[DECK.card("scarlet")], (), "Lounge"),  # from the start to the nearest room
        (START[DECK.card("peacock")], (), "Conservatory"),
        (DECK.card("study"), (), "Kitchen"),  # through a passage
        (DECK.card("hall"), (), "Library"),  # Study and Lounge are Ann's own
        (DECK.card("hall"), (Holds("Bob", DECK.card("library")),), "Dining Room"),
        (Square(17, 11), (KITCHEN_FOUND,), "Hall"),  # in the corridor
    ],
)
def test_closest_useful_room_is_entered(place: Place, events: tuple[Event, ...], room: str) -> None:
    assert str(notes(*events).goal(BOARD, place)) == room


def test_room_is_not_entered_again_at_once() -> None:
    library, billiard = DECK.hand("library", "billiard")
    written = notes(
        Holds("envelope", library),
        table=ann(("Mustard", "Plum", "Green", "White", "Rope", "Knife")),
    )
    assert written.goal(BOARD, billiard) == library
    assert written.goal(BOARD, library) == billiard
    assert str(written.goal(BOARD, library, billiard)) == "Hall"
