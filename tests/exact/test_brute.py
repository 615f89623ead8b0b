"""Against listing every deal: small games of all kinds, every number and every fact."""

from collections import Counter
from collections.abc import Callable
from math import isclose, log2

import pytest
from hypothesis import HealthCheck, given, settings

from cluetree.evidence import Evidence
from cluetree.exact import count, is_possible
from tests.brute import certain, deals, envelope
from tests.exact.games import seeded
from tests.exact.strategies import logs
from tests.strategies import Told

pytestmark = pytest.mark.usefixtures("path")

some = settings(suppress_health_check=list(HealthCheck))
many = settings(max_examples=300, suppress_health_check=list(HealthCheck))


def check_numbers(told: Told) -> None:
    """Every count, every triple, every fact."""
    found = list(deals(told.table, told.events))
    evidence = Evidence.gather(told)
    beliefs = count(evidence)
    assert beliefs.deals == len(found)
    assert is_possible(evidence) is bool(found)
    places = Counter((place, card) for deal in found for card, place in deal.items())
    for place in beliefs.counts:
        for card in told.table.edition.cards:
            assert beliefs.count(place, card) == places[place, card]
    envelopes = Counter(map(envelope, found))
    assert {triple.guess: triple.deals for triple in beliefs.triples} == envelopes
    order = told.table.edition.position
    ranks = [(-t.deals, *(order[card] for card in t.guess)) for t in beliefs.triples]
    assert ranks == sorted(ranks)
    assert beliefs.facts == (certain(found, told.table) if found else frozenset())
    shares = [number / len(found) for number in envelopes.values()]
    assert isclose(beliefs.entropy, -sum(s * log2(s) for s in shares), abs_tol=1e-9)


def check_samples(told: Told) -> None:
    """All drawn deals are complete and fit."""
    found = list(deals(told.table, told.events))
    beliefs = count(Evidence.gather(told))
    if found:
        drawn = beliefs.sample(20, rng=seeded(1))
        assert len(drawn) == 20
        assert all(dict(deal) in found for deal in drawn)


each_check = pytest.mark.parametrize("check", [check_numbers, check_samples])


@some
@each_check
@given(told=logs())
def test_small_game(check: Callable[[Told], None], told: Told) -> None:
    check(told)


@pytest.mark.slow
@many
@each_check
@given(told=logs())
def test_many_small_games(check: Callable[[Told], None], told: Told) -> None:
    check(told)
