"""Hard true records, asked everything within a little work: an answer that holds, or none."""

from contextlib import suppress
from typing import Final

import pytest

from cluetree import Notebook
from cluetree.errors import InvalidEventError, LimitReached
from cluetree.explain import Proof
from cluetree.limit import Limit
from tests.exact.hard import hard, questions

WORST: Final = (24, 27)
"""Those on which the most time went by between two looks at the clock."""
LITTLE: Final = Limit(states=20_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", WORST)
def test_answers_to_hard_problems_are_true(seed: int) -> None:
    game = hard(seed)
    for name in questions(Notebook(game.table, game.events)):
        book = Notebook(game.table, game.events, limit=LITTLE)
        # A failed accuser cannot consider another accusation.
        with suppress(LimitReached, InvalidEventError):
            answer = questions(book)[name]()
            if isinstance(answer, Proof):
                fact = answer.fact
                assert (game.deal.get(fact.card) == fact.player) is fact.holds
    book = Notebook(game.table, game.events, limit=LITTLE)
    with suppress(LimitReached):
        for fact in book.beliefs.facts:
            assert (game.deal.get(fact.card) == fact.player) is fact.holds
        assert not book.conflicts().sets
