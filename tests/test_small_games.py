"""2,000 small games with cards that lie face down, each compared with full enumeration."""

from itertools import islice
from random import Random
from typing import Final

import pytest

from cluetree import ContradictionError, Evidence, Fact, count
from cluetree.advice import advise, rivals, uniform
from cluetree.explain import Proof, prove
from tests import brute
from tests.advice import heads
from tests.advice.oracle import expected
from tests.strategies import Dice, Game, Told, game_with, true_event

GAMES: Final = 2000
_MOST_DEALS: Final = 300
_MOST_HEADS: Final = 20


def told(seed: int) -> Told:
    """A game with a face-down hand, and a true log of it."""
    dice = Dice(Random(seed).randrange)
    game: Game = game_with(dice, face_down=("Pool",))
    return Told(game, tuple(true_event(dice, game) for _ in range(dice.count(6))))


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(start, start + 100) for start in range(0, GAMES, 100)])
def test_everything_equals_enumeration(seeds: range) -> None:
    for seed in seeds:
        one = told(seed)
        table, events = one.table, one.events
        deals = list(islice(brute.deals(table, events), _MOST_DEALS + 1))
        if len(deals) > _MOST_DEALS:
            continue
        evidence = Evidence.gather(table, events)
        beliefs = count(evidence)
        assert beliefs.deals == len(deals)
        for place in table.places:
            for card in table.edition.cards:
                assert beliefs.count(place, card) == sum(d.get(card) == place for d in deals)
        certain = brute.certain(deals, table)
        assert beliefs.facts == certain
        for fact in sorted(certain, key=str)[:: max(1, len(certain) // 4)]:
            _is_proved(one, fact)
        if table.viewpoint is not None:
            _advice_is_right(one, evidence, deals)
            if len(deals) <= _MOST_HEADS:
                found = rivals(table, events, samples=10_000)
                for rival in (rival for rival in found if not rival.out):
                    own = heads.heads(table, events, rival.name)
                    bits = sum(chance * head.bits for head, chance in own.items())
                    assert rival.bits.value == pytest.approx(bits, abs=1e-9)


def _is_proved(one: Told, fact: Fact) -> None:
    proof = prove(one, fact=fact)
    assert isinstance(proof, Proof)
    proof.check(one)
    with pytest.raises(ContradictionError):
        count(Evidence.gather(one).assuming(fact.opposite)).chance(fact.player, fact.card)


def _advice_is_right(one: Told, evidence: Evidence, deals: list[brute.Deal]) -> None:
    suggestions = advise(one.table, evidence).suggestions
    for each in (suggestions[0], suggestions[-1]):
        right = expected(one.table, deals, each.guess, uniform)
        assert each.gain == pytest.approx(right.gain, abs=1e-9)
        assert each.solves == pytest.approx(right.solves, abs=1e-9)
        names = {name for shows in right.replies for name, _ in shows}
        assert names <= {*one.table.names}
