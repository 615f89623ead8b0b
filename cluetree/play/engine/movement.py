"""Pawns on a board, each known by the number of steps from it to each room.

Other pawns block no way.
"""

from typing import Final, NamedTuple

from cluetree.play.engine.chance import below, drawn
from cluetree.play.engine.compiling import Row, Rows, compilable
from cluetree.play.engine.policies import ROOM, rooms_worth_naming
from cluetree.play.engine.views import CATEGORIES, SEAT

NEVER: Final = 255
"""The steps to the room that a pawn is in: it has to leave first."""
FAR: Final = 200
"""The steps to a room without a way to it."""


class Rooms(NamedTuple):
    """The rooms of a board, and whose pawn is whose; all empty without a board."""

    steps: Rows
    """The steps between any two rooms on foot, from each room; then those of a pawn in each room:
    0 through a passage, `NEVER` to the room itself."""
    suspects: Row
    """The suspect whose pawn each seat moves, as a set."""


@compilable
def go(rooms: Rooms, view: Row, steps: Row, chance: Row) -> int:
    """Move a seat's pawn by two dice, and return the room that it enters; 0 for none.

    It goes to a room worth asking for: any within reach, or else towards the nearest, which may be
    through another room.

    Args:
        rooms: The board.
        view: What the seat knows.
        steps: The steps of its pawn, which are overwritten where it enters no room.
        chance: The state of the generator.
    """
    roll = 2 + below(chance, 6) + below(chance, 6)
    goals, first = rooms_worth_naming(view), _first_room(view)
    within, goal = 0, -1
    for room in range(len(steps)):
        if goals & (first << room):
            if steps[room] <= roll:
                within |= first << room
            if goal < 0 or steps[room] < steps[goal]:
                goal = room
    if within or goal < 0:
        return drawn(within, chance)
    left = 1 if steps[goal] == NEVER else steps[goal] - roll
    through = -1
    for room in range(len(steps)):
        if steps[room] <= roll and (
            through < 0 or rooms.steps[room][goal] < rooms.steps[through][goal]
        ):
            through = room
    if through >= 0 and rooms.steps[through][goal] < left:
        return first << through
    for room in range(len(steps)):
        steps[room] = min(steps[room] + roll, NEVER, left + rooms.steps[goal][room])
    return 0


@compilable
def gather(rooms: Rooms, view: Row, guess: int, pawns: Rows) -> None:
    """Put the asker's pawn in the room of its suggestion, and bring the suspect's there."""
    first, asker, number = _first_room(view), view[SEAT], len(rooms.steps) // 2
    for room in range(number):
        if not guess & (first << room):
            continue
        inside = rooms.steps[number + room]
        _enter(pawns[asker], inside)
        for seat in range(len(rooms.suspects)):
            if guess & rooms.suspects[seat] and pawns[seat][room] != NEVER:
                _enter(pawns[seat], inside)
                pawns[seat][room] = 0  # it may stay, and ask there


@compilable
def _enter(steps: Row, inside: Row) -> None:
    for room in range(len(steps)):
        steps[room] = inside[room]


@compilable
def _first_room(view: Row) -> int:
    rooms = view[CATEGORIES + ROOM]
    return rooms & -rooms
