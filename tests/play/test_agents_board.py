"""How the built-in agents find their way on the board."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from cluetree import Event, Holds, Table
from cluetree.board import Place, Square, classic_board
from cluetree.cards import ClueCard
from cluetree.editions import CLUE_US as DECK
from cluetree.play import NAMES
from cluetree.play.agents import Heuristic, RandomStateful, RandomStateless, Wensel
from cluetree.play.pawns import Pawns
from tests.exact.games import seeded

BOARD = classic_board(DECK)
HAND = ("Mustard", "Plum", "Rope", "Hall", "Study", "Lounge")
Walker = Heuristic | RandomStateful | RandomStateless | Wensel
WALKERS: list[Callable[[], Walker]] = [Heuristic, RandomStateful, RandomStateless, Wensel]
each_walker = pytest.mark.parametrize("make", WALKERS)


def room(word: str) -> ClueCard:
    return DECK.card(word)


def standing(place: Place) -> Pawns:
    """Ann's pawn, the first, at a place; the others at their starts."""
    pawns = Pawns.at_start(BOARD, NAMES[:3])
    return replace(pawns, places=(place, *pawns.places[1:]))


def table() -> Table:
    sizes: dict[str, int | None] = dict.fromkeys(NAMES[:3], 6)
    return Table.set_up(DECK, sizes, viewpoint="Ann", hand=HAND)


def seated(make: Callable[[], Walker], *events: Event, place: Place) -> Walker:
    agent = make()
    agent.begin(table(), seeded(1))
    for event in events:
        agent.observe(event)
    agent.watch(standing(place))
    return agent


@each_walker
def test_agent_enters_a_room_worth_a_suggestion(make: Callable[[], Walker]) -> None:
    """Ann holds the hall; the dining room may be Bob's."""
    agent = seated(make, place=Square(17, 9))
    options: list[Place] = [room("Hall"), room("Dining Room"), Square(17, 8), Square(16, 8)]
    assert agent.move(options) == room("Dining Room")


@each_walker
def test_agent_moves_towards_a_room_worth_a_suggestion(make: Callable[[], Walker]) -> None:
    """Ann holds hall, study and lounge; Wensel prefers the room closest to the pawn."""
    west, east = Square(17, 8), Square(17, 13)
    assert BOARD.distance(west, room("Dining Room")) == 4
    assert BOARD.distance(east, room("Library")) == 5
    agent = seated(make, place=room("Hall"))
    assert agent.move([room("Study"), east, west]) == (east if make is Wensel else west)


@each_walker
def test_agent_stays_where_a_suggestion_is_useful(make: Callable[[], Walker]) -> None:
    towards_billiards = Square(13, 21)
    assert (BOARD.distance(towards_billiards, room("Billiard Room")) or 9) < 4
    agent = seated(make, place=room("Library"))
    assert agent.move([towards_billiards, room("Library")]) == room("Library")


@pytest.mark.parametrize("make", [Heuristic, RandomStateful, Wensel])
def test_agent_leaves_a_room_after_its_suggestion(make: Callable[[], Walker]) -> None:
    """The library is hidden, but a new suggestion there needs a move out first."""
    near, far = Square(13, 20), Square(17, 14)
    assert (BOARD.distance(near, room("Library")), BOARD.distance(far, room("Hall"))) == (1, 3)
    agent = seated(make, Holds("envelope", room("Library")), place=room("Library"))
    assert agent.move([near, far]) == far


@pytest.mark.parametrize("make", [Heuristic, RandomStateful, Wensel])
def test_agent_that_knows_the_room_goes_to_own_rooms(make: Callable[[], Walker]) -> None:
    agent = seated(make, Holds("envelope", room("Kitchen")), place=Square(17, 9))
    options: list[Place] = [room("Dining Room"), Square(17, 14)]
    assert BOARD.distance(Square(17, 14), room("Hall")) == 3
    assert agent.move(options) == Square(17, 14)
    assert agent.move([*options, room("Hall")]) == room("Hall")


def test_new_game_starts_at_the_start() -> None:
    agent = seated(Wensel, place=room("Library"))
    agent.begin(table(), seeded(1))
    agent.watch(Pawns.at_start(BOARD, NAMES[:3]))
    # From the start to the nearest room, though it is his own; not so from elsewhere.
    assert agent.move([Square(19, 7), Square(17, 12)]) == Square(19, 7)
