"""A log of thousands of events: the work grows with its length, and nothing recurses with it.

Work is counted in function calls, Python's and the interpreter's own. The clock decides nothing.
"""

import inspect
import sys
from collections.abc import Callable
from itertools import islice, product
from random import Random
from typing import Final

import pytest

from cluetree import (
    Accusation,
    ClueGuess,
    ClueInfo,
    Event,
    Holds,
    HoldsOneOf,
    Lacks,
    Notebook,
    Show,
    SolverTree,
    Suggestion,
    Table,
    editions,
)

DECK: Final = editions.CLUE_US
TABLE: Final = Table.set_up(DECK, {"Ann": 3, "Bob": 3, "Cid": 3, "Dot": 3, "Eve": 3, "Fay": 3})
MANY: Final = 5000
# Twice as long a log may cost a bit more than twice; work that grows with the square, four times.
TWICE: Final = 2.5

Work = Callable[[SolverTree], object]


def a_long_game(events: int) -> list[Event]:
    """Turn after turn, true of one deal, with every kind of event; little is known early on."""
    rng = Random(1)
    hidden = DECK.guess("plum", "rope", "hall")
    rest = [card for card in DECK.cards if card not in hidden]
    names = TABLE.names
    holder = {card: names[place % len(names)] for place, card in enumerate(rest)}
    log: list[Event] = []
    while len(log) < events:
        asker = rng.choice(names)
        guess = ClueGuess(*(rng.choice(DECK.of(card.category)) for card in hidden))
        match rng.randrange(12):
            case 0:
                log.append(Accusation(asker, guess, correct=False))
                if guess == hidden:
                    log.pop()
            case 1:
                card = rng.choice(rest)
                other = rng.choice([name for name in names if name != holder[card]])
                log.append(Lacks(other, card))
            case 2:
                card, *others = rng.sample(rest, 4)
                log.append(HoldsOneOf(holder[card], (*others, card)))
            case 3 if len(log) > events // 2:
                card = rng.choice(rest)
                log.append(Holds(holder[card], card))
            case _:
                order = TABLE.left_of(asker)
                able = [n for n in order if any(holder.get(card) == n for card in guess)]
                log.append(Suggestion(asker, guess, tuple(map(Show, able[:1]))))
    return log


def calls(work: Callable[[], object]) -> int:
    """Count the calls, of Python functions and of built-in ones, that some work makes."""
    count = 0

    def watch(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def at_once(log: list[Event]) -> SolverTree:
    return SolverTree.at(TABLE, log)


def step_by_step(log: list[Event]) -> SolverTree:
    tree = SolverTree.at(TABLE)
    for number, event in enumerate(log, start=1):
        tree.grow(event, number=number)
        tree.prune()
    return tree


def not_strict_and_impossible(log: list[Event]) -> SolverTree:
    clash = [event for name in ("Ann", "Bob") for event in (Holds(name, DECK.cards[0]),)]
    return SolverTree.at(TABLE, [*clash, *log], strict=False)


def steps(log: list[Event]) -> object:
    return [*Notebook(TABLE, log, limit=None).steps()]


def steps_of_impossible_log(log: list[Event]) -> object:
    return steps([*(Holds(name, DECK.cards[0]) for name in ("Ann", "Bob")), *log])


@pytest.mark.slow
@pytest.mark.parametrize(
    "build", [at_once, step_by_step, not_strict_and_impossible, steps, steps_of_impossible_log]
)
def test_building_is_linear(build: Callable[[list[Event]], object]) -> None:
    log = a_long_game(1000)
    half, whole = calls(lambda: build(log[:500])), calls(lambda: build(log))
    assert whole < TWICE * half


LOOKS: Final[list[Work]] = [
    str,
    SolverTree.evidence,
    lambda tree: list(tree.nodes()),
    lambda tree: [node.because for node in tree.nodes()],
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "look",
    LOOKS,
    ids=["str", "evidence", "nodes", "because"],
)
@pytest.mark.parametrize("prune", [True, False], ids=["pruned", "unpruned"])
def test_reading_the_tree_is_linear(look: Work, *, prune: bool) -> None:
    log = a_long_game(1000)
    half, whole = (SolverTree.at(TABLE, log[:some], prune=prune) for some in (500, 1000))
    look(whole)  # fills the caches of texts
    assert calls(lambda: look(whole)) < TWICE * calls(lambda: look(half))


def test_pruning_visits_only_affected_branches() -> None:
    """Each lack prunes one alternative of each branch that has the card, and no others."""
    shows = [
        Suggestion("Ann", ClueGuess(*cards), (Show("Bob"),), ())
        for cards in islice(
            product(*(DECK.of(c.category) for c in DECK.guess("pl", "ro", "ha"))), 300
        )
    ]
    lacks = [Lacks("Bob", card) for card in DECK.cards[:4]]
    calls_for = [
        calls(lambda: SolverTree.at(TABLE, [*shows[:n], *lacks], strict=False))  # noqa: B023
        for n in (150, 300)
    ]
    assert calls_for[1] < TWICE * calls_for[0]


@pytest.mark.slow
def test_five_thousand_events_do_not_overflow() -> None:
    log = a_long_game(MANY)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 60)
    try:
        tree = SolverTree.at(TABLE, log)
        drawings = (str(tree), tree.to_svg())
        evidence = tree.evidence()
        numbers = {number for node in tree.nodes() for number in node.because}
        tree.set_final_guesses([])
        tree.build(log)
        answer = tree.get_answer()
    finally:
        sys.setrecursionlimit(limit)
    assert answer == DECK.guess("plum", "rope", "hall")
    assert numbers == set(range(1, MANY + 1))
    assert all(f"{MANY}" in drawing for drawing in drawings)
    assert len(evidence.facts) == 7 * 21


def test_wide_deck_with_failed_guesses_lists_no_triples() -> None:
    """With some thousand triples left, one failed accusation is not worth a list of them."""
    deck = editions.MASTER_DETECTIVE
    table = Table.set_up(deck, {"Ann": 14, "Bob": 13})
    info = ClueInfo(guess=deck.guess("plum", "rope", "kitchen"), has_card=False)
    tree = SolverTree.at(table)
    tree.grow(info)
    triples = len(deck.suspects) * len(deck.weapons) * len(deck.rooms)
    assert calls(tree.get_answer) < 2 * triples


@pytest.mark.slow
def test_drawing_is_linear_in_the_picture() -> None:
    """Events that say nothing new share a row, so a longer log need not give a larger picture."""
    log = a_long_game(1000)
    half, whole = (SolverTree.at(TABLE, log[:some]) for some in (500, 1000))
    larger = len(whole.to_svg()) / len(half.to_svg())  # fills the caches of texts, too
    assert calls(whole.to_svg) < 1.25 * larger * calls(half.to_svg)
