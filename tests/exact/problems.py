"""Random problems for the counter, of every shape that evidence can leave."""

from random import Random
from typing import Final

from cluetree.evidence import Bounds, Options, bits
from cluetree.exact._problem import CATEGORIES, OpenCard, Problem

SHOWS: Final = (0, 1, 2, 4, 7)
QUOTAS: Final = (0, 0, 1, 2, 3)


def random_problem(rng: Random, *, most_cards: int = 14, most_players: int = 6) -> Problem:
    """Build a problem around a deal; now and then it does not fit, and so perhaps nothing does.

    Hand sizes may be unknown, accusations failed, and a quota may run over several places.
    """
    players = rng.randint(1, most_players)
    cards = rng.randint(CATEGORIES, most_cards)
    category = sorted(rng.randrange(CATEGORIES) for _ in range(cards))
    deal = [rng.randrange(players) for _ in range(cards)]
    needs = [rng.random() < 0.8 and number in category for number in range(CATEGORIES)]
    for number, needed in enumerate(needs):
        if needed:
            deal[rng.choice([card for card in range(cards) if category[card] == number])] = players
    unknown = rng.choice((0.0, 0.0, 0.3, 1.0))
    places = _places(rng, deal, category, needs)
    return Problem(
        cards=tuple(map(OpenCard, category, places)),
        capacity=tuple(
            None if rng.random() < unknown else deal.count(player) + (rng.random() < 0.01)
            for player in range(players)
        ),
        needs=tuple(needs),
        quotas=tuple(
            sorted(
                {Bounds.any_of(*_options(rng, deal, places)) for _ in range(rng.choice(SHOWS))}
                | {_quota(rng, deal, places) for _ in range(rng.choice(QUOTAS))}
            )
        ),
        failed_accusations=frozenset(
            _accusation(rng, category, needs) for _ in range(rng.choice((0, 0, 0, 1, 3)))
        )
        - {0, sum(1 << card for card in range(cards) if deal[card] == players)},
    )


def _places(rng: Random, deal: list[int], category: list[int], needs: list[bool]) -> list[int]:
    """For each card where it may be: where it is and, as the game is young or old, elsewhere."""
    players = max(*deal, 0) if any(needs) else max(deal) + 1
    density = rng.choice((0.4, 0.8, 0.95, 1.0))
    return [
        1 << at
        | sum(1 << place for place in range(players) if rng.random() < density)
        | (needs[category[card]] and rng.random() < density) << players
        for card, at in enumerate(deal)
    ]


def _options(rng: Random, deal: list[int], places: list[int]) -> Options:
    """Some cards at a place, or at several; nearly always one of them is there."""
    pairs: dict[int, int] = {}
    card = rng.randrange(len(deal))
    if rng.random() > 0.02:
        pairs[deal[card]] = 1 << card
    only = None if rng.random() < 0.3 else deal[card]
    for _ in range(rng.randint(1, 4)):
        other = rng.randrange(len(deal))
        place = rng.choice(
            [at for at in range(max(places).bit_length()) if places[other] >> at & 1]
        )
        if only is None or places[other] >> only & 1:
            place = place if only is None else only
            pairs[place] = pairs.get(place, 0) | 1 << other
    return tuple(sorted(pairs.items())) or ((deal[card], 1 << card),)


def _quota(rng: Random, deal: list[int], places: list[int]) -> Bounds:
    """Some cards at a place, or at several, with nearly always fitting bounds."""
    options = _options(rng, deal, places)
    there = sum(deal[card] == place for place, cards in options for card in bits(cards))
    size = sum(cards.bit_count() for _, cards in options)
    least = rng.randint(0, there)
    most = rng.randint(there, size) - (rng.random() < 0.02)
    return Bounds(options, min(least, max(most, 0)), size - max(most, 0))


def _accusation(rng: Random, category: list[int], needs: list[bool]) -> int:
    """A card of each category that the envelope still needs."""
    return sum(
        1 << rng.choice([card for card, other in enumerate(category) if other == number])
        for number, needed in enumerate(needs)
        if needed
    )
