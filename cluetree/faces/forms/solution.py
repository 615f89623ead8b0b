"""What `cluetree solve --json` answers."""

import json
from collections.abc import Iterator

from cluetree.beliefs import Beliefs
from cluetree.cards import Category
from cluetree.notebook import Notebook
from cluetree.record import Json


def solution(book: Notebook, *, one_of: bool = True, triples: int | None = None) -> dict[str, Json]:
    """Put what follows from a notebook into the form `cluetree-solution/1`.

    Args:
        book: The notebook.
        one_of: Whether to work out `one_of`, which can take longer than all else.
        triples: How many triples to list at most; all, if left out.
    """
    beliefs = book.beliefs
    conflicts = book.conflicts().sets if not book.consistent else ()
    return {
        "format": "cluetree-solution/1",
        "consistent": book.consistent,
        "deals": beliefs.deals,
        "envelope": _envelope(beliefs),
        "triples": [
            {
                "cards": [card.name for card in triple.guess],
                "deals": triple.deals,
                "probability": triple.deals / beliefs.deals,
            }
            for triple in beliefs.triples[:triples]
        ],
        "holds": [[place, card.name] for place, card in beliefs.holds],
        "lacks": [[place, card.name] for place, card in beliefs.lacks],
        **({"one_of": list(_one_of(beliefs))} if one_of else {}),
        "probabilities": {} if not beliefs.deals else _probabilities(beliefs),
        "conflicts": [list(conflict) for conflict in conflicts],
    }


def _envelope(beliefs: Beliefs) -> list[Json]:
    if not beliefs.deals:
        return [None for _ in Category]
    odds = [list(beliefs.envelope[category]) for category in Category]
    return [cards[0].name if len(cards) == 1 else None for cards in odds]


def _one_of(beliefs: Beliefs) -> Iterator[Json]:
    cards = beliefs.edition.cards
    for one_of in beliefs.one_of:
        names: list[Json] = [card.name for card in cards if card in one_of.cards]
        yield {"player": one_of.player, "cards": names}


def _probabilities(beliefs: Beliefs) -> dict[str, Json]:
    return {
        card.name: {place: counts[at] / beliefs.deals for place, counts in beliefs.counts.items()}
        for at, card in enumerate(beliefs.edition.cards)
    }


def to_json(answer: dict[str, Json]) -> str:
    """Write an answer for people and programs alike; counts may have any number of digits."""
    return json.dumps(answer, ensure_ascii=False, indent=1)
