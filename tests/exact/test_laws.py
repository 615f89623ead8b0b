"""Laws of every count, on positions that are too large for enumeration."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb, factorial, prod

import pytest

from cluetree import Category, Edition, Event, Holds, HoldsOneOf, Table
from cluetree.beliefs import Beliefs
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.exact._count import tally
from cluetree.exact._problem import reduce
from tests.exact.games import NAMES, play, seeded

pytestmark = pytest.mark.usefixtures("path")


def counted(table: Table, events: Sequence[Event]) -> Beliefs:
    return count(Evidence.gather(table, events))


@pytest.mark.parametrize("seed", range(12))
def test_real_count_splits_over_the_places_of_a_card(seed: int) -> None:
    rng = seeded(seed)
    game = play(rng, CLUE_US, 3 + seed % 4, 2)
    events = game.after(1 + seed % 2)
    beliefs = counted(game.table, events)
    for card in rng.sample(CLUE_US.cards, 5):
        parts = [counted(game.table, [*events, Holds(p, card)]) for p in beliefs.counts]
        assert [part.deals for part in parts] == [beliefs.count(p, card) for p in beliefs.counts]
        for place, row in beliefs.counts.items():
            assert row == tuple(map(sum, zip(*(part.counts[place] for part in parts), strict=True)))


def multinomial(*sizes: int) -> int:
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


@pytest.mark.parametrize(
    ("edition", "sizes"),
    [
        (CLUE_US, (9, 9)),
        (CLUE_US, (6, 6, 6)),
        (CLUE_US, (5, 5, 4, 4)),
        (CLUE_US, (3, 3, 3, 3, 3, 3)),
        (MASTER_DETECTIVE, (5, 5, 5, 4, 4, 4)),
        (MASTER_DETECTIVE, (3, 3, 3, 3, 3, 3, 3, 2, 2, 2)),
    ],
)
def test_onlooker_starts_with_the_multinomial(edition: Edition, sizes: tuple[int, ...]) -> None:
    table = Table.set_up(edition, dict(zip(NAMES, sizes, strict=False)))
    beliefs = counted(table, ())
    triples = prod(len(edition.of(category)) for category in Category)
    assert beliefs.deals == triples * multinomial(*sizes)
    assert len(beliefs.triples) == beliefs.possible == triples
    assert {triple.deals for triple in beliefs.triples} == {multinomial(*sizes)}
    for card in edition.cards:
        hidden = beliefs.deals // len(edition.of(card.category))
        assert beliefs.count("envelope", card) == hidden
        for player in table.players:
            expected = (beliefs.deals - hidden) * (player.hand_size or 0) // sum(sizes)
            assert beliefs.count(player.name, card) == expected


def test_unknown_sizes_count_every_split() -> None:
    table = Table.set_up(MASTER_DETECTIVE, dict.fromkeys(NAMES))
    assert counted(table, ()).deals == prod(len(MASTER_DETECTIVE.of(c)) for c in Category) * 10**27


def test_one_branch_by_inclusion_and_exclusion() -> None:
    """Ten players, no hand known: those deals are missing in which Bob has none of the three."""
    sizes = (3, 3, 3, 3, 3, 3, 3, 2, 2, 2)
    table = Table.set_up(MASTER_DETECTIVE, dict(zip(NAMES, sizes, strict=True)))
    guess = MASTER_DETECTIVE.guess("white", "rope", "library")
    everything = counted(table, ()).deals
    shown = counted(table, [HoldsOneOf("Bob", guess.cards)])
    missing = 0
    others = multinomial(*sizes[:1], *sizes[2:])
    for hidden in range(4):  # how many of the three are in the envelope
        ways = sum(
            prod(
                1 if card in chosen else len(MASTER_DETECTIVE.of(card.category)) - 1
                for card in guess
            )
            for chosen in combinations(guess, hidden)
        )
        missing += ways * comb(27 - (3 - hidden), 3) * others
    assert shown.deals == everything - missing
    assert shown.deals > 2**64
    assert not shown.facts


def test_renamed_positions_share_a_count() -> None:
    """Cards of one category are interchangeable: the reduced problem is the same."""
    table = Table.set_up(CLUE_US, dict.fromkeys(NAMES[:6], 3))
    rooms = CLUE_US.of(Category.ROOM)
    logs = (Evidence.gather(table, [Holds("Ann", room)]) for room in rooms)
    problems = Counter(reduce(log).problem for log in logs)
    assert [*problems.values()] == [9]
    (problem,) = problems
    assert tally(problem) is tally(problem)
