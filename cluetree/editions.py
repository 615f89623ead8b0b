"""The shipped decks: card names of published editions, with the names people also use.

Only names are given here. Hand sizes are asked for at each table, since who is dealt the odd
cards, and whether left-over cards lie open, differs from house to house.
"""

from typing import Final

from more_itertools import first

from cluetree.cards import Edition
from cluetree.errors import UnknownEditionError

_ROOMS: Final = (
    "Kitchen",
    "Ballroom",
    "Conservatory",
    "Dining Room",
    "Billiard Room",
    "Library",
    "Lounge",
    "Hall",
    "Study",
)

_ALIASES: Final = {
    "Miss Scarlet": ("Miss Scarlett", "Red"),
    "Miss Scarlett": ("Miss Scarlet", "Red"),
    "Mr. Green": ("Reverend Green", "Mayor Green"),
    "Reverend Green": ("Mr. Green", "Mayor Green"),
    "Mayor Green": ("Mr. Green", "Reverend Green"),
    "Mrs. White": ("Chef White",),
    "Chef White": ("Mrs. White",),
    "Mrs. Peacock": ("Solicitor Peacock",),
    "Solicitor Peacock": ("Mrs. Peacock",),
    "Knife": ("Dagger",),
    "Dagger": ("Knife",),
    "Wrench": ("Spanner",),
    "Spanner": ("Wrench",),
    "Lead Pipe": ("Lead Piping", "Pipe"),
    "Lead Piping": ("Lead Pipe", "Pipe"),
    "Revolver": ("Pistol", "Gun"),
    "Pistol": ("Revolver", "Gun"),
    "Ballroom": ("Ball Room",),
    "Billiard Room": ("Billiards Room",),
}


def _edition(
    id: str,  # noqa: A002 -- the word of the record format
    title: str,
    suspects: tuple[str, ...],
    weapons: tuple[str, ...],
    rooms: tuple[str, ...] = _ROOMS,
) -> Edition:
    names = {*suspects, *weapons, *rooms}
    aliases = {name: others for name, others in _ALIASES.items() if name in names}
    return Edition(suspects, weapons, rooms, id, title, aliases)


CLUE_US: Final = _edition(
    "clue-us",
    "Clue (classic, North America)",
    (
        "Miss Scarlet",
        "Colonel Mustard",
        "Mrs. White",
        "Mr. Green",
        "Mrs. Peacock",
        "Professor Plum",
    ),
    ("Candlestick", "Knife", "Lead Pipe", "Revolver", "Rope", "Wrench"),
)
"""The North American game since 1949: 21 cards."""

CLUEDO_UK: Final = _edition(
    "cluedo-uk",
    "Cluedo (classic, UK)",
    (
        "Miss Scarlett",
        "Colonel Mustard",
        "Mrs. White",
        "Reverend Green",
        "Mrs. Peacock",
        "Professor Plum",
    ),
    ("Candlestick", "Dagger", "Lead Piping", "Revolver", "Rope", "Spanner"),
)
"""The British game since 1949: 21 cards; Dagger, Lead Piping and Spanner among the weapons."""

CLUE_2016: Final = _edition(
    "clue-2016",
    "Clue / Cluedo (2016, Dr. Orchid)",
    (
        "Miss Scarlett",
        "Colonel Mustard",
        "Dr. Orchid",
        "Mr. Green",
        "Mrs. Peacock",
        "Professor Plum",
    ),
    ("Candlestick", "Dagger", "Lead Pipe", "Revolver", "Rope", "Wrench"),
)
"""The printing of 2016, in which Dr. Orchid takes Mrs. White's place: 21 cards."""

CLUE_2023: Final = _edition(
    "clue-2023",
    "Clue / Cluedo (2023 refresh)",
    (
        "Miss Scarlett",
        "Colonel Mustard",
        "Chef White",
        "Mayor Green",
        "Solicitor Peacock",
        "Professor Plum",
    ),
    ("Candlestick", "Dagger", "Lead Pipe", "Revolver", "Rope", "Wrench"),
)
"""The refresh of 2023: 21 cards. Its action cards are told as `Holds` and `Lacks`."""

MASTER_DETECTIVE: Final = _edition(
    "master-detective",
    "Clue Master Detective / Super Cluedo",
    (
        "Miss Scarlet",
        "Colonel Mustard",
        "Mrs. White",
        "Mr. Green",
        "Mrs. Peacock",
        "Professor Plum",
        "Miss Peach",
        "Monsieur Brunette",
        "Madame Rose",
        "Sergeant Gray",
    ),
    (
        "Candlestick",
        "Knife",
        "Lead Pipe",
        "Revolver",
        "Rope",
        "Wrench",
        "Horseshoe",
        "Poison",
    ),
    (
        "Carriage House",
        "Trophy Room",
        "Kitchen",
        "Dining Room",
        "Drawing Room",
        "Gazebo",
        "Courtyard",
        "Fountain",
        "Library",
        "Billiard Room",
        "Studio",
        "Conservatory",
    ),
)
"""Master Detective (1988): 30 cards for up to ten players."""

DISCOVER_THE_SECRETS: Final = _edition(
    "discover-the-secrets",
    "Clue: Discover the Secrets (2008 reinvention)",
    (
        "Kasandra Scarlet",
        "Jack Mustard",
        "Diane White",
        "Jacob Green",
        "Eleanor Peacock",
        "Victor Plum",
    ),
    ("Candlestick", "Knife", "Pistol", "Rope", "Bat", "Axe", "Dumbbell", "Trophy", "Poison"),
    (
        "Hall",
        "Guest House",
        "Dining Room",
        "Kitchen",
        "Patio",
        "Spa",
        "Theatre",
        "Living Room",
        "Observatory",
    ),
)
"""Discover the Secrets (2008): 24 cards, nine weapons. The room list is less well sourced."""

SIMPSONS: Final = _edition(
    "simpsons",
    "The Simpsons Clue (version one)",
    (
        "Lisa Simpson",
        "Krusty the Clown",
        "Waylon Smithers",
        "Homer Simpson",
        "Marge Simpson",
        "Bart Simpson",
    ),
    (
        "Poisoned Donut",
        "Extend-O-Glove",
        "Necklace",
        "Slingshot",
        "Plutonium Rod",
        "Saxophone",
    ),
    (
        "Burns Manor",
        "Krustylu Studios",
        "Barney's Bowl-A-Rama",
        "Kwik-E-Mart",
        "Nuclear Power Plant",
        "Springfield Retirement Castle",
        "The Simpson House",
        "The Frying Dutchman",
        "The Android's Dungeon",
    ),
)
"""The Simpsons Clue (2000): 21 cards."""

HARRY_POTTER: Final = _edition(
    "harry-potter",
    "Harry Potter Clue / Cluedo (2008)",
    (
        "Draco Malfoy",
        "Crabbe & Goyle",
        "Lucius Malfoy",
        "Dolores Umbridge",
        "Peter Pettigrew",
        "Bellatrix Lestrange",
    ),
    (
        "Sleeping Draught",
        "Vanishing Cabinet",
        "Portkey",
        "Impedimenta",
        "Petrificus Totalus",
        "Mandrake",
    ),
    (
        "Great Hall",
        "Hospital Wing",
        "Room of Requirement",
        "Potions Classroom",
        "Trophy Room",
        "Divination Classroom",
        "Owlery",
        "Library",
        "Defence Against the Dark Arts",
    ),
)
"""Harry Potter Clue (2008): 21 cards."""

SHIPPED: Final = (
    CLUE_US,
    CLUEDO_UK,
    CLUE_2016,
    CLUE_2023,
    MASTER_DETECTIVE,
    DISCOVER_THE_SECRETS,
    SIMPSONS,
    HARRY_POTTER,
)
"""Every shipped edition, the classic ones first."""


def get_edition(id: str) -> Edition:  # noqa: A002 -- the word of the record format
    """Return the shipped edition with this id.

    >>> get_edition("cluedo-uk").card("knife").name
    'Dagger'

    Raises:
        UnknownEditionError: If there is none; it names those that there are.
    """
    found = first((edition for edition in SHIPPED if edition.id == id), None)
    if found is None:
        raise UnknownEditionError(id, tuple(edition.id or "" for edition in SHIPPED))
    return found
