"""Samples: every deal equally likely, the chances come out, and the seed decides all."""

import pickle
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings

from cluetree import Accusation, Edition, Event, Holds, HoldsOneOf, Lacks, Table
from cluetree.beliefs import Beliefs, Deal
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.limit import Limit
from tests.brute import deals
from tests.exact.data import State, states
from tests.exact.games import seeded
from tests.exact.strategies import logs
from tests.strategies import Told

DECK: Final = Edition(("a", "b", "c"), ("e", "f", "g"), ("i", "j"))
A, B, C, E, F, G, R, S = DECK.cards
TABLE: Final = Table.set_up(DECK, {"Ann": 2, "Bob": 2, "Cid": 1})
LOOSE: Final = Table.set_up(DECK, {"Ann": None, "Bob": None, "Cid": 1})
OPEN: Final = Table.set_up(DECK, {"Ann": None, "Bob": 2, "Cid": None}, face_up=("c",))
POSITIONS: Final[dict[str, tuple[Table, tuple[Event, ...]]]] = {
    "nothing told": (TABLE, ()),
    "a branch": (TABLE, (HoldsOneOf("Ann", (A, E, R)), Lacks("Bob", A))),
    "branches that share": (
        TABLE,
        (HoldsOneOf("Ann", (A, E, R)), HoldsOneOf("Bob", (A, F, R)), HoldsOneOf("Ann", (B, E))),
    ),
    "lacks of every kind": (TABLE, (Lacks("Ann", A), Lacks("Bob", E), Lacks("Cid", R))),
    "an envelope's branch": (TABLE, (HoldsOneOf("envelope", (A, E, R)), Lacks("envelope", B))),
    "failed accusations": (
        TABLE,
        (
            Accusation("Ann", DECK.guess("a", "e", "i"), correct=False),
            Accusation("Bob", DECK.guess("a", "e", "j"), correct=False),
            Accusation("Cid", DECK.guess("b", "f", "i"), correct=False),
        ),
    ),
    "mostly failed accusations": (
        TABLE,
        (
            Holds("envelope", R),
            *(Accusation("Ann", DECK.guess(s, w, "i"), correct=False) for s in "ab" for w in "efg"),
            Accusation("Ann", DECK.guess("c", "g", "i"), correct=False),
            HoldsOneOf("Ann", (A, B, E)),
        ),
    ),
    "sizes unknown": (LOOSE, (HoldsOneOf("Ann", (A, E)), Lacks("Bob", F))),
    "sizes unknown and all settled by formula": (LOOSE, ()),
    "a size unknown, a card face-up, accused": (
        OPEN,
        (HoldsOneOf("Cid", (A, B, F)), Accusation("Ann", DECK.guess("a", "e", "i"), correct=False)),
    ),
}


def freeze(deal: Deal) -> frozenset[tuple[str, str]]:
    return frozenset((card.name, place) for card, place in deal.items())


def chi_square(observed: Sequence[int]) -> float:
    mean = sum(observed) / len(observed)
    return sum((number - mean) ** 2 for number in observed) / mean


@pytest.mark.usefixtures("path")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if "settled by formula" in name else [])
        for name in POSITIONS
    ],
)
def test_every_deal_is_equally_likely(name: str) -> None:
    table, events = POSITIONS[name]
    expected = {freeze(deal) for deal in deals(table, events)}
    beliefs = count(Evidence.gather(table, events))
    assert beliefs.deals == len(expected)
    per_deal = 12 if len(expected) > 500 else 20
    drawn = Counter(map(freeze, beliefs.sample(per_deal * len(expected), rng=seeded(7))))
    missing = len(expected) - len(drawn)
    assert drawn.keys() <= expected
    # The chance that some deal is never drawn is below 0.02 in each case.
    assert missing == 0
    # The sum has as many degrees of freedom as its mean; seven deviations are one in 10^12.
    freedom = len(expected) - 1
    statistic = chi_square([drawn[deal] for deal in expected])
    assert abs(statistic - freedom) < 7 * (2 * freedom) ** 0.5


SOME: Final = [
    state for state in states() if state.line.turn in {0, 1, 3} and state.line.family != "m10"
][::3]


@pytest.mark.usefixtures("path")
@pytest.mark.parametrize("state", SOME, ids=lambda state: state.place)
def test_draws_have_the_exact_chances_on_real_positions(state: State) -> None:
    beliefs = count(state.gathered)
    size = 800
    drawn = beliefs.sample(size, rng=seeded(11))
    assert_close_to_chances(beliefs, drawn)
    # Drawn envelopes are possible ones, and all of them once there are few.
    envelopes = Counter(
        frozenset(card for card, place in deal.items() if place == "envelope") for deal in drawn
    )
    shares = {frozenset(t.guess): t.deals / beliefs.deals for t in beliefs.triples}
    assert envelopes.keys() <= shares.keys()
    for triple, share in shares.items():
        assert abs(envelopes[triple] - size * share) < 6 * (size * share + 1) ** 0.5


def assert_close_to_chances(beliefs: Beliefs, drawn: Sequence[Deal]) -> None:
    """Five deviations for each card and place are one in 10^6."""
    size = len(drawn)
    found = Counter((card, place) for deal in drawn for card, place in deal.items())
    for place in beliefs.counts:
        for card in beliefs.edition.cards:
            chance = float(beliefs.chance(place, card))
            assert (
                abs(found[card, place] - size * chance)
                <= 5.5 * (size * chance * (1 - chance)) ** 0.5
            )


def test_deals_of_ten_players_can_be_drawn() -> None:
    state = next(state for state in states("m10") if state.line.turn == 0)
    beliefs = count(state.gathered)
    assert_close_to_chances(beliefs, beliefs.sample(300, rng=seeded(3)))


@settings(suppress_health_check=list(HealthCheck))
@given(logs())
def test_draws_have_the_exact_chances_in_small_games(told: Told) -> None:
    beliefs = count(Evidence.gather(told))
    if beliefs.deals:
        assert_close_to_chances(beliefs, beliefs.sample(400, rng=seeded(5)))


def test_same_seed_same_draws() -> None:
    for table, events in POSITIONS.values():
        beliefs = count(Evidence.gather(table, events), limit=Limit(60))
        again = count(Evidence.gather(table, events))
        first = beliefs.sample(25, rng=seeded(5))
        for each in (beliefs, again, deepcopy(beliefs), pickle.loads(pickle.dumps(beliefs))):  # noqa: S301
            assert each.sample(25, rng=seeded(5)) == first
        rng = seeded(5)
        assert beliefs.sample(25, rng=rng) != beliefs.sample(25, rng=rng), "the draws go on"
        assert beliefs.sample(25, rng=seeded(6)) != first
