"""One game in both spellings, every kind of event once; and logs in one line."""

from typing import Final

from cluetree.cards import Edition
from cluetree.editions import CLUE_US
from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Show, Suggestion
from cluetree.record import Record, loads_clue_event
from cluetree.table import Table

SAMPLE_JSON: Final = """{
 "format": "cluetree/1",
 "title": "Friday, second game",
 "edition": "clue-us",
 "players": [{"name": "Alice", "hand_size": 6}, {"name": "Bob", "hand_size": 6}, \
{"name": "Eve", "hand_size": 6}],
 "viewpoint": "Alice",
 "hand": ["Colonel Mustard", "Knife", "Rope", "Hall", "Study", "Lounge"],
 "face_up": [],
 "face_down": [],
 "answering": "first",
 "answers": "clockwise",
 "questions": "three cards",
 "replies": "word",
 "unanswered": "nothing",
 "events": [
  {"kind": "suggestion", "by": "Alice", "cards": ["Miss Scarlet", "Candlestick", "Kitchen"], \
"passed": ["Bob"], "shows": [{"by": "Eve", "card": "Kitchen"}]},
  {"kind": "suggestion", "by": "Bob", "cards": ["Mrs. White", "Wrench", "Library"], \
"shows": [{"by": "Eve", "card": null}]},
  {"kind": "suggestion", "by": "Eve", "cards": ["Professor Plum", "Revolver", "Hall"], \
"shows": []},
  {"kind": "accusation", "by": "Bob", "cards": ["Mrs. White", "Wrench", "Study"], \
"correct": false},
  {"kind": "holds", "player": "Bob", "card": "Ballroom"},
  {"kind": "lacks", "player": "Eve", "card": "Revolver"},
  {"kind": "holds_one_of", "player": "Bob", "cards": ["Wrench", "Library"]}
 ]
}
"""

SAMPLE_CLUE: Final = """title    Friday, second game
edition  clue-us
players  Alice 6, Bob 6, Eve 6
me       Alice
hand     Mustard, Knife, Rope, Hall, Study, Lounge

Alice: Scarlet, Candlestick, Kitchen -> Bob passes, Eve shows Kitchen
Bob: White, Wrench, Library -> Eve shows
Eve: Plum, Revolver, Hall -> nobody
Bob accuses White, Wrench, Study: wrong
Bob holds Ballroom
Eve lacks Revolver
Bob holds one of Wrench, Library
"""

SPELLED_OUT_CLUE: Final = (
    SAMPLE_CLUE.replace("Mustard", "Colonel Mustard")
    .replace("Scarlet", "Miss Scarlet")
    .replace("White", "Mrs. White")
    .replace("Plum", "Professor Plum")
)

TABLE: Final = Table.set_up(
    CLUE_US,
    {"Alice": 6, "Bob": 6, "Eve": 6},
    viewpoint="Alice",
    hand=("Mustard", "Knife", "Rope", "Hall", "Study", "Lounge"),
)

SAMPLE: Final = Record(
    TABLE,
    (
        Suggestion(
            "Alice",
            CLUE_US.guess("Scarlet", "Candlestick", "Kitchen"),
            (Show("Eve", CLUE_US.card("Kitchen")),),
            ("Bob",),
        ),
        Suggestion("Bob", CLUE_US.guess("White", "Wrench", "Library"), (Show("Eve"),)),
        Suggestion("Eve", CLUE_US.guess("Plum", "Revolver", "Hall"), "nobody"),
        Accusation("Bob", CLUE_US.guess("White", "Wrench", "Study"), correct=False),
        Holds("Bob", CLUE_US.card("Ballroom")),
        Lacks("Eve", CLUE_US.card("Revolver")),
        HoldsOneOf("Bob", CLUE_US.hand("Wrench", "Library")),
    ),
    "Friday, second game",
)

SMALL_DECK: Final = Edition(("Plum", "Rose"), ("Rope", "Axe"), ("Hall", "Attic, left"))


def log_of(table: Table, lines: str) -> tuple[Event, ...]:
    """Return the events of lines that are separated by semicolons."""
    return tuple(loads_clue_event(line, table) for line in lines.split("; "))
