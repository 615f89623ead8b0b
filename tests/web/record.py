"""The game that most tests begin with."""

from typing import Final

SET_UP: Final[dict[str, object]] = {
    "title": "Friday",
    "edition": "clue-us",
    "players": [
        {"name": "Ann", "hand_size": 6},
        {"name": "Bob", "hand_size": 6},
        {"name": "Eve", "hand_size": 6},
    ],
    "viewpoint": "Ann",
    "hand": ["Mustard", "Knife", "Rope", "Hall", "Study", "Lounge"],
    "events": [],
}
LINES: Final = (
    "Ann: Scarlet, Candlestick, Kitchen -> Bob passes, Eve shows Kitchen",
    "Bob: White, Wrench, Library -> Eve shows",
    "Bob holds Ballroom",
    "Eve lacks Revolver",
)
