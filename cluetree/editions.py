"""The shipped decks: card names of published editions, with the names people also use.

The names are in `editions.toml`. Hand sizes are given for each table.
"""

import tomllib
from importlib.resources import files
from typing import Final

from cluetree.cards import Edition
from cluetree.errors import UnknownEditionError


def _read() -> dict[str, Edition]:
    decks = tomllib.loads(files("cluetree").joinpath("editions.toml").read_text("utf-8"))
    aliases = decks.pop("aliases")
    editions: dict[str, Edition] = {}
    for id_, deck in decks.items():
        names = {*deck["suspects"], *deck["weapons"], *deck["rooms"]}
        own = {name: tuple(others) for name, others in aliases.items() if name in names}
        editions[id_] = Edition(id=id_, aliases=own, **deck)
    return editions


_BY_ID: Final = _read()

CLUE_US: Final = _BY_ID["clue-us"]
"""The North American game since 1949: 21 cards."""
CLUEDO_UK: Final = _BY_ID["cluedo-uk"]
"""The British game since 1949: 21 cards; Dagger, Lead Piping and Spanner among the weapons."""
CLUE_2011: Final = _BY_ID["clue-2011"]
"""The printings of 2011 to 2015, with Bathroom, Bedroom, Courtyard and Garage: 21 cards."""
CLUE_2016: Final = _BY_ID["clue-2016"]
"""The printing of 2016, in which Dr. Orchid takes Mrs. White's place: 21 cards."""
CLUE_2023: Final = _BY_ID["clue-2023"]
"""The refresh of 2023: 21 cards. Record its action cards as `Holds` and `Lacks`."""
CLUEDO_DE: Final = _BY_ID["cluedo-de"]
"""The classic game as played in German: 21 cards."""
CLUEDO_FR: Final = _BY_ID["cluedo-fr"]
"""The classic game as played in French: 21 cards."""
CLUEDO_ES: Final = _BY_ID["cluedo-es"]
"""The classic game as played in Spain: 21 cards."""
CLUEDO_IT: Final = _BY_ID["cluedo-it"]
"""The classic game as played in Italian: 21 cards."""
MASTER_DETECTIVE: Final = _BY_ID["master-detective"]
"""Master Detective (1988): 30 cards for up to ten players."""
DISCOVER_THE_SECRETS: Final = _BY_ID["discover-the-secrets"]
"""Discover the Secrets (2008): 24 cards, nine weapons; cards left over lie face down. The room list
is less well sourced."""
SIMPSONS: Final = _BY_ID["simpsons"]
"""The Simpsons Clue (2000): 21 cards."""
HARRY_POTTER: Final = _BY_ID["harry-potter"]
"""Harry Potter Clue (2008): 21 cards; cards left over lie face down."""

SHIPPED: Final = tuple(_BY_ID.values())
"""Every shipped edition, the classic ones first."""


def get_edition(id: str) -> Edition:  # noqa: A002 -- the word of the record format
    """Return the shipped edition with this id.

    >>> get_edition("cluedo-uk").card("knife").name
    'Dagger'

    Raises:
        UnknownEditionError: If there is none; with all ids as candidates.
    """
    UnknownEditionError.verify(id, _BY_ID)
    return _BY_ID[id]
