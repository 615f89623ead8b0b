"""Questions of a notebook share its limit and a fixed default seed."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Final
from unittest.mock import patch

import pytest

from cluetree import ContradictionError, Edition, Holds, Limit, Notebook, Table, advice
from cluetree.editions import CLUE_US
from cluetree.limit import Bound, Meter

DECK: Final = Edition(("plum", "white"), ("rope", "knife"), ("hall", "study"))
LIMIT: Final = Limit(states=12_345)
GUESS: Final = ("white", "rope", "hall")

Question = Callable[[Notebook], object]
SAMPLED: Final[dict[str, Question]] = {
    "rivals": Notebook.rivals,
    "accuse_now": Notebook.accuse_now,
    "card_to_show": partial(Notebook.card_to_show, asker="Eve", guess=GUESS),
}
QUESTIONS: Final[dict[str, Question]] = {
    **SAMPLED,
    "beliefs": lambda book: book.beliefs,
    "consistent": lambda book: book.consistent,
    "conflicts": Notebook.conflicts,
    "repairs": Notebook.repairs,
    "suspicious": Notebook.suspicious,
    "review": Notebook.review,
    "why": lambda book: book.why("Bob", "white"),
    "advise": lambda book: book.advise(["hall"]),
}


def book() -> Notebook:
    sizes = {"Ann": 6, "Bob": 6, "Eve": 6}
    return Notebook(
        Table.set_up(CLUE_US, sizes), [Holds("Bob", CLUE_US.card("white"))], limit=LIMIT
    )


@pytest.mark.parametrize("name", SAMPLED)
def test_default_generator_has_a_fixed_seed(name: str) -> None:
    with patch.object(advice, name) as asked:
        SAMPLED[name](book())
    assert asked.call_args.kwargs["rng"].getstate() == Random(0).getstate()
    assert asked.call_args.kwargs["limit"] == LIMIT


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("possible", [True, False])
def test_sub_questions_share_the_limit(
    name: str, possible: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Bound] = []
    limit = Limit(states=10**7)

    def of(bound: Bound) -> Meter:
        if isinstance(bound, Meter):
            return bound
        begun.append(bound)
        return Meter(bound)

    monkeypatch.setattr(Meter, "of", of)
    impossible = () if possible else (Holds("Eve", DECK.card("study")),)
    events = (Holds("Bob", DECK.card("study")), *impossible)
    table = Table.set_up(DECK, {"Ann": 1, "Bob": 1, "Eve": 1}, viewpoint="Ann", hand=("rope",))
    with suppress(ContradictionError):
        QUESTIONS[name](Notebook(table, events, limit=limit))
    assert begun in ([limit], []), "by rules alone it takes none"


def test_suppose_keeps_the_limit() -> None:
    assert book().suppose().limit == LIMIT
