"""The board as a player at the terminal sees it: the pawns, and what a roll reaches."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from cluetree.board import Place
from cluetree.play.pawns import ROLLS, Pawns

_ME: Final = "@"
_WITHIN: Final = "*"


def drawn(pawns: Pawns, me: str, options: Sequence[Place]) -> str:
    """Draw the map: @ is one's own pawn, * what can be reached, small letters the others."""
    marks: defaultdict[Place, str] = defaultdict(str)
    for place in options:
        marks[place] = _WITHIN
    told = [f"{_ME} you", f"{_WITHIN} within reach"]
    for player, place in zip(pawns.players, pawns.places, strict=False):
        sign = _ME if player == me else player[0].casefold()
        marks[place] += sign
        if player != me:
            told.append(f"{sign} {player}")
    for place in pawns.places[len(pawns.players) :]:
        marks[place] += "o"
    told.append("o pawns that nobody plays")
    picture, _, _ = pawns.board.to_text(marks).partition("\n\n")
    rooms = (f"{letter} {room}" for room, letter in pawns.board.letters.items())
    return f"{picture}\n{', '.join(rooms)}\n{', '.join(told)}, > a door"


def rolled(pawns: Pawns, me: str, options: Sequence[Place]) -> int | None:
    """Return the roll that leaves just these options; `None` if several do."""
    seat = pawns.players.index(me)
    found = [roll for roll in ROLLS if pawns.options(seat, roll) == tuple(options)]
    return found[0] if len(found) == 1 else None
