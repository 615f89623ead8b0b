"""What the notebook asks of the other rooms, it asks with all that it was told."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Final
from unittest.mock import patch

import pytest

from cluetree import ContradictionError, Edition, Holds, Limit, Notebook, Table
from cluetree.advice import in_order
from cluetree.editions import CLUE_US
from cluetree.limit import Bound, Meter
from cluetree.notebook import book as room

TABLE: Final = Table.set_up(
    CLUE_US,
    {"Ann": 6, "Bob": 6, "Eve": 6},
    viewpoint="Ann",
    hand=("mustard", "knife", "rope", "hall", "study", "lounge"),
)
DECK: Final = Edition(("plum", "white"), ("rope", "knife"), ("hall", "study"))
LIMIT: Final = Limit(states=12_345)
RNG: Final = Random(7)
GUESS: Final = ("white", "rope", "hall")


def told(_done: int, _total: int) -> None:
    """What is called as the work goes on."""


DRAWING: Final = {"rng": RNG, "samples": 3, "model": in_order, "progress": told}
Question = Callable[[Notebook], object]
ASKED: Final[dict[str, tuple[Question, dict[str, object]]]] = {
    "find_conflicts": (Notebook.conflicts, {}),
    "find_repairs": (Notebook.repairs, {}),
    "find_suspicious": (Notebook.suspicious, {}),
    "review": (Notebook.review, {}),
    "prove": (lambda book: book.why("Bob", "white"), {}),
    "advise": (
        lambda book: book.advise(["hall"], model=in_order),
        {"rooms": ["hall"], "model": in_order},
    ),
    "card_to_show": (
        lambda book: book.card_to_show(
            "Eve", GUESS, rng=RNG, samples=3, model=in_order, progress=told
        ),
        DRAWING,
    ),
    "rivals": (
        lambda book: book.rivals(rng=RNG, samples=3, model=in_order, progress=told),
        DRAWING,
    ),
    "accuse_now": (
        lambda book: book.accuse_now(rng=RNG, samples=3, model=in_order, progress=told),
        DRAWING,
    ),
    "take_steps": (Notebook.steps, {}),
}


def book() -> Notebook:
    return Notebook(TABLE, [Holds("Bob", CLUE_US.card("white"))], limit=LIMIT)


@pytest.mark.parametrize("name", ASKED)
def test_a_question_is_handed_on_with_the_limit(name: str) -> None:
    question, handed = ASKED[name]
    with patch.object(room, name) as asked:
        question(book())
    assert asked.call_args.kwargs == {**handed, "limit": LIMIT}


@pytest.mark.parametrize(
    "ask",
    [
        Notebook.rivals,
        Notebook.accuse_now,
        partial(Notebook.card_to_show, asker="Eve", guess=GUESS),
    ],
    ids=["rivals", "accuse now", "card to show"],
)
def test_without_chance_handed_in_it_starts_the_same(ask: Question) -> None:
    name = getattr(ask, "__name__", "card_to_show")
    with patch.object(room, name) as asked:
        ask(book())
    assert asked.call_args.kwargs["rng"].getstate() == Random(0).getstate()


WITHIN: Final[dict[str, Question]] = {
    "beliefs": lambda book: book.beliefs,
    "consistent": lambda book: book.consistent,
    **{name: question for name, (question, _) in ASKED.items() if name != "take_steps"},
}


@pytest.mark.parametrize("name", WITHIN)
@pytest.mark.parametrize("possible", [True, False])
def test_all_that_a_question_asks_in_turn_is_within_its_limit(
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
        WITHIN[name](Notebook(table, events, limit=limit))
    assert begun in ([limit], []), "by rules alone it takes none"


def test_copies_and_suppositions_keep_the_limit() -> None:
    assert book().copy().limit == LIMIT
    assert book().suppose().limit == LIMIT
    with patch.object(room, "weigh") as asked:
        _ = book().beliefs
    assert asked.call_args.kwargs == {"limit": LIMIT}
    with patch.object(room, "is_possible", return_value=True) as asked:
        assert book().consistent
    assert asked.call_args.kwargs == {"limit": LIMIT}
