"""A wrong type ends in an error of any kind, or in the answer for the right type."""

import ast
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

import cluetree
from cluetree import (
    ClueCard,
    ClueInfo,
    Event,
    Evidence,
    Holds,
    Notebook,
    Show,
    SolverTree,
    Suggestion,
    Table,
    advice,
    count,
    explain,
    play,
    turns,
)
from cluetree.editions import CLUE_US as DECK

HAND: Final = ("mustard", "knife", "rope", "hall", "study", "lounge")
TABLE: Final = Table.set_up(DECK, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=HAND)
GUESS, MINE = DECK.guess("white", "wrench", "library"), DECK.guess("white", "rope", "library")
OTHER: Final = DECK.guess("white", "wrench", "hall")
WHITE, PLUM = DECK.hand("white", "plum")
ANN, BOB, EVE = TABLE.players
SHOWN: Final = Suggestion("Bob", GUESS, [Show("Eve", WHITE)])
EVENTS: Final[tuple[Event, ...]] = (Suggestion("Bob", GUESS, [Show("Eve")]), Holds("Bob", PLUM))
EVIDENCE: Final = Evidence.gather(TABLE, EVENTS)
BELIEFS: Final = count(EVIDENCE)


def noted(*events: Event) -> object:
    """Return the log and the numbers of a notebook with these events."""
    book = Notebook(TABLE, events)
    return book.events, book.beliefs.counts


def told(method: str, *parts: object, **named: object) -> object:
    """Return the log and the numbers after a change."""
    book = Notebook(TABLE, EVENTS)
    getattr(book, method)(*parts, **named)
    return book.events, book.beliefs.counts


def asked(method: str, *parts: object, **named: object) -> object:
    return getattr(Notebook(TABLE, EVENTS), method)(*parts, rng=Random(1), **named)


def grown(*infos: ClueInfo) -> str:
    tree = SolverTree.at(TABLE)
    for info in infos:
        tree.grow(info)
    return str(tree)


def built(**parts: object) -> str:
    tree = SolverTree.at(TABLE)
    getattr(tree, "build")(**parts)  # noqa: B009 -- the parts are wrong on purpose
    return str(tree)


CALLS: Final = """
PLUM in DECK, WHITE in GUESS, BELIEFS.facts >= {Fact("Bob", PLUM, True)}
noted(Accusation("Bob", ClueGuess(WHITE, GUESS.weapon, GUESS.room)))
Edition(("A", "B"), ("C",), ("D",), aliases={"A": ("Q",)})
DECK.of(Category.ROOM), DECK.card("rope"), DECK.meant_by("rope"), editions.get_edition("clue-us")
DECK.hand("rope", "hall"), DECK.guess("rope", "hall", "plum")
Table(DECK, (CluePlayer("Zoe", hand_size=1, hand=(WHITE,)), BOB), viewpoint="Zoe")
Notebook(Table(DECK, TABLE.players, viewpoint="Ann", answering=Answering.ALL)).beliefs.counts
Table.set_up(DECK, {"Ann": 6, "Bob": 11}, viewpoint="Ann", hand=HAND, face_up=("plum",))
TABLE.player("Bob"), TABLE.holder("Bob"), TABLE.left_of("Bob"), TABLE.meant_by("Bob")
noted(Suggestion("Bob", GUESS, [Show("Eve", card=WHITE)], passed=()))
noted(Suggestion("Bob", GUESS, {"Eve": WHITE})), noted(Suggestion("Bob", GUESS, ("Eve",)))
SHOWN.seen_by(name="Eve"), SHOWN.passes(TABLE), SHOWN.infos(TABLE), entries(TABLE, EVENTS)
noted(Accusation("Eve", GUESS, True)), noted(Accusation("Eve", GUESS, False))
noted(Holds("Eve", WHITE)), noted(Lacks("Eve", WHITE)), noted(HoldsOneOf("Eve", GUESS.cards))
grown(ClueInfo(ANN, GUESS, BOB, card=WHITE)), grown(ClueInfo(ANN, GUESS, revealing_among=(BOB,)))
grown(ClueInfo(ANN, GUESS, revealing_player=BOB, has_card=False))
grown(ClueInfo(revealing_player=BOB, card=WHITE, has_card=True))
grown(ClueInfo(revealing_player=BOB, card=WHITE, has_card=False))
grown(ClueInfo(revealing_player=BOB, among=GUESS.cards))
built(infos=SHOWN.infos(TABLE), final_guesses=(OTHER,))
str(SolverTree(ANN, TABLE.players, DECK, center_cards=(PLUM,))), str(SolverTree.at(TABLE, EVENTS))
EVIDENCE.assuming(Fact("Eve", GUESS.room, True)), EVIDENCE.assuming(Fact("Eve", WHITE, False))
EVIDENCE.after(TABLE, EVENTS), EVIDENCE.knows("Bob", "plum"), Evidence.gather(TABLE, EVENTS)
count(EVIDENCE), exact.is_possible(EVIDENCE), Limit(seconds=1.5)
BELIEFS.chance("plum", "Bob"), BELIEFS.count("plum", "Bob")
BELIEFS.hand("Bob"), BELIEFS.sample(2, rng=Random(1))
told("tell", EVENTS[0]), told("insert", 1, EVENTS[1]), told("edit", 1, EVENTS[1])
told("delete", 1), told("suggest", "Eve", "plum", "rope", "hall", shows=("Bob",), passed=())
told("accuse", "Eve", "white", "wrench", "library", correct=True)
told("accuse", "Eve", "white", "wrench", "library", correct=False)
told("holds", "Eve", "white"), told("lacks", "Eve", "white"), told("holds_one_of", "Eve", "white")
told("set_up", Record(TABLE, EVENTS)), Notebook(TABLE, EVENTS).suppose(SHOWN).beliefs
Notebook(TABLE, EVENTS).advise(rooms=("hall",), aim="win", top=1), public_evidence(TABLE, EVENTS)
Notebook(TABLE, EVENTS).why("Bob", "plum"), prove(TABLE, EVENTS, Fact("Bob", PLUM, True))
asked("card_to_show", "Eve", MINE, samples=3, private=(2,))
asked("rivals", samples=3, private=(2,))
asked("accuse_now", samples=3, private=(2,))
find_conflicts(TABLE, EVENTS), find_suspicious(TABLE, EVENTS, least=2.5), review(TABLE, EVENTS)
find_repairs(TABLE, EVENTS, most=9), [step.facts for step in steps(TABLE, EVENTS)]
winner(TABLE, EVENTS), next_turn(TABLE, EVENTS), eliminated(TABLE, (Accusation("Eve", GUESS),))
shuffle(Rules(players=("Tim", "Bob", "Zoe", "Kim"), leftover_face_up=False), Random(1)).hands
apply(start(shuffle(Rules(), Random(1))), Suggest("Ann", guess=GUESS))
legal(start(shuffle(Rules(), Random(1)))), shuffle(Rules(), Random(1)).table(viewpoint="Bob")
""".strip().splitlines()
"""Right calls, each with a wrong value for every argument in turn."""
OPTIONAL: Final = (
    *("aliases", "card", "final_guesses", "guess", "hand_size", "name", "passed"),
    *("revealing_player", "rooms", "seconds", "top", "viewpoint"),
)
"""Arguments that may be `None`."""
_NAMES: Final = {
    **{name: getattr(cluetree, name) for name in dir(cluetree)},
    **(vars(advice) | vars(explain) | vars(play) | vars(turns)),
    **globals(),
}


def parts(line: str) -> Iterator[str]:
    """Yield the expressions of a line."""
    whole = ast.parse(line, mode="eval").body
    yield from map(ast.unparse, whole.elts if isinstance(whole, ast.Tuple) else [whole])


def arguments(code: str) -> Iterator[tuple[str | None, ast.expr]]:
    """Yield each argument, with its name if it has one, and the left side of each `in`."""
    for node in ast.walk(ast.parse(code, mode="eval")):
        if isinstance(node, ast.Compare):
            yield None, node.left
        elif isinstance(node, ast.Call) and ast.unparse(node.func) not in {"Random", "str"}:
            yield from ((None, argument) for argument in node.args)
            yield from ((keyword.arg, keyword.value) for keyword in node.keywords)


def wrong_for(right: object) -> tuple[object, ...]:
    """Return values of other types; a wrong flag has the opposite truth value."""
    match right:
        case bool():
            return (None, "", ()) if right else ("no", ("x",))
        case str():
            return None, 5, True, b"Bob", ("Bob",), BOB
        case int() | float():
            return None, "1", (1,), object()
        case tuple() | dict() | list():
            return None, "Tim", b"Tim", 5, (5,), (None,), [object()]
        case ClueCard():
            return None, right.name, "Tim", 5, (right,), BOB
        case _:
            return None, "Tim", 5, (right,), object()


@pytest.mark.parametrize("code", [part for line in CALLS for part in parts(line)])
def test_wrong_type_is_an_error_or_changes_nothing(code: str) -> None:
    right = evaluated(code)
    for name, node in arguments(code):
        start, end = node.col_offset, node.end_col_offset
        for wrong in wrong_for(evaluated(code[start:end])):
            if wrong is None and name in OPTIONAL:
                continue
            changed = f"{code[:start]}wrong{code[end:]}"
            try:
                given = evaluated(changed, wrong)
            except Exception:  # noqa: BLE001, S112 -- any Python error will do
                continue
            assert given == right, f"{changed} with {wrong!r}"


def evaluated(code: str, wrong: object = None) -> object:
    return eval(code, _NAMES | {"wrong": wrong})  # noqa: S307 -- our own code
