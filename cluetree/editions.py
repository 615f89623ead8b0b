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
    shared = decks.pop("aliases")
    editions: dict[str, Edition] = {}
    for id_, own in decks.items():
        like = decks.get(own.pop("like", ""), {})
        deck = {**like, **own}
        more = {**like.get("aliases", {}), **own.get("aliases", {})}
        names = (*deck["suspects"], *deck["weapons"], *deck["rooms"])
        deck["aliases"] = {name: [*shared.get(name, ()), *more.get(name, ())] for name in names}
        editions[id_] = Edition(id=id_, **deck)
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
CLUEDO_FR: Final = _BY_ID["cluedo-fr"]
CLUEDO_ES: Final = _BY_ID["cluedo-es"]
CLUEDO_IT: Final = _BY_ID["cluedo-it"]
CLUEDO_NL: Final = _BY_ID["cluedo-nl"]
CLUEDO_PL: Final = _BY_ID["cluedo-pl"]
CLUEDO_SV: Final = _BY_ID["cluedo-sv"]
CLUEDO_DE_2016: Final = _BY_ID["cluedo-de-2016"]
CLUEDO_FR_2016: Final = _BY_ID["cluedo-fr-2016"]
CLUEDO_ES_2016: Final = _BY_ID["cluedo-es-2016"]
CLUEDO_IT_2016: Final = _BY_ID["cluedo-it-2016"]
"""Above: the classic game in seven other languages, and four of its printings with Dr. Orchid."""
DETETIVE_PT: Final = _BY_ID["detetive-pt"]
"""Detetive, the Brazilian game of the 1970s: 21 cards."""
MASTER_DETECTIVE: Final = _BY_ID["master-detective"]
"""Master Detective (1988): 30 cards for up to ten players."""
DISCOVER_THE_SECRETS: Final = _BY_ID["discover-the-secrets"]
"""Discover the Secrets (2008): 24 cards, nine weapons; cards left over lie face down. The room list
is less well sourced."""
SIMPSONS: Final = _BY_ID["simpsons"]
"""The Simpsons Clue (2000): 21 cards."""
HARRY_POTTER: Final = _BY_ID["harry-potter"]
HARRY_POTTER_DE: Final = _BY_ID["harry-potter-de"]
"""Harry Potter Clue (2008), in English and German: 21 cards; cards left over lie face down."""

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
