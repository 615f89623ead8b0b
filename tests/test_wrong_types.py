"""A wrong type is rejected at once, with the expected type."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from functools import cache
from math import nan
from pathlib import Path
from random import Random
from types import FunctionType, MethodType, NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import numpy as np
import pytest

import cluetree
from cluetree import (
    Accusation,
    ClueInfo,
    Edition,
    Evidence,
    Fact,
    Holds,
    HoldsOneOf,
    Lacks,
    Limit,
    Notebook,
    Record,
    Show,
    SolverTree,
    Suggestion,
    Table,
    count,
    editions,
    prove,
    record,
)
from cluetree.advice import Sampling
from cluetree.cards import MOST_CARDS
from cluetree.editions import CLUE_US
from cluetree.errors import ClueError, InvalidEditionError, InvalidTableError
from cluetree.table import MOST_PLAYERS

HAND: Final = ("mustard", "knife", "rope", "hall", "study", "lounge")
TABLE: Final = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=HAND)
GUESS: Final = CLUE_US.guess("plum", "rope", "hall")
EVENT: Final = Holds("Bob", GUESS.suspect)
EVIDENCE: Final = Evidence.gather(TABLE, [EVENT])
FACT: Final = Fact("Bob", GUESS.suspect, holds=True)
RECORD: Final = Record(TABLE, (EVENT,))
RNG: Final = Random(0)


def book() -> Notebook:
    return Notebook(TABLE, [EVENT])


# Any: these calls are wrong on purpose.
Call = Callable[..., Any]

WRONG: Final[tuple[object, ...]] = (None, 3, "x", object(), [], b"", nan, {1}, True, [object()])
RIGHT: Final[dict[str, Any]] = (
    dict.fromkeys(("player", "holder", "name", "by", "asker"), "Bob")
    | {"card": "plum", "word": "plum", "words": GUESS.cards, "cards": GUESS.cards}
    | {"table": TABLE, "edition": CLUE_US, "evidence": EVIDENCE, "rng": RNG, "fact": FACT}
    | {"event": EVENT, "events": [EVENT], "log": [EVENT], "guess": GUESS, "number": 1, "n": 2}
    | {"record": RECORD, "kept": RECORD, "repair": 1, "history": book().history, "place": 0}
    | {"info": EVENT.infos(TABLE)[0], "infos": [], "final_guesses": [], "guesses": [GUESS]}
    | {"category": "room", "marks": EVIDENCE.marks(), "parts": EVIDENCE, "facts": [FACT]}
    | {"suspects": ["a"], "weapons": ["b"], "rooms": ["c"], "hand_sizes": {"Ann": 9, "Bob": 9}}
    | {"players": TABLE.players, "path": "no.clue", "questions": 2, "correct": True}
    | {"text": record.dumps_json(RECORD), "loads_clue.text": record.dumps_clue(RECORD)}
    | {"loads_clue_event.text": "Bob holds Plum", "SolverTree.player": TABLE.me, "id": "clue-us"}
)
"""A right value for each parameter that needs one, by its name."""
OBJECTS: Final[dict[str, Callable[[], object]]] = {
    "Accusation": lambda: Accusation("Bob", GUESS),
    "Beliefs": lambda: count(EVIDENCE),
    "Edition": lambda: CLUE_US,
    "Evidence": lambda: EVIDENCE,
    "Holds": lambda: EVENT,
    "HoldsOneOf": lambda: HoldsOneOf("Bob", [EVENT.card]),
    "Lacks": lambda: Lacks("Bob", EVENT.card),
    "Limit": Limit,
    "Notebook": book,
    "Proof": lambda: prove(TABLE, [EVENT], FACT),
    "Show": lambda: Show("Bob"),
    "SolverTree": lambda: SolverTree.at(TABLE, [EVENT]),
    "Suggestion": lambda: Suggestion("Bob", GUESS),
    "Table": lambda: TABLE,
}
INTERNAL: Final = (
    {"Advice", "Beliefs", "Evidence", "Open", "Proof", "ProofStep", "SolverNode"}
    | {"SolverNode.attach", "SolverNode.iter_path_reverse", "SolverTree.grow_back_sets"}
    | {
        "Beliefs.facts_beyond",
        "Evidence.adding",
        "Evidence.joined",
        "Evidence.of",
        "Proof.by_counting",
        "Proof.of",
    }
)
"""What only the library calls."""
CHECKED_LATER: Final = {
    "Accusation",
    "ClueCard",
    "Fact",
    "Holds",
    "HoldsOneOf",
    "Lacks",
    "OneOf",
} | {"Record", "Show", "Suggestion"}
"""Values that a table checks."""
UNFIT: Final = {
    "ClueGuess",
    "ClueInfo",
    "Notebook.from_clue",
    "Notebook.load",
    "Notebook.repair",
    "Table",
} | {"load", "loads_json_event"}
"""What needs other right values."""


@cache
def public() -> dict[str, Call]:
    return {name: each for name, each in _public() if name not in INTERNAL}


def _public() -> Iterator[tuple[str, Call]]:
    """Yield each public function, method and constructor with its name."""
    for name in (*cluetree.__all__, *record.__all__, "get_edition"):
        made = next(
            getattr(each, name) for each in (cluetree, record, editions) if hasattr(each, name)
        )
        if inspect.isfunction(made):
            yield name, made
        if not inspect.isclass(made) or issubclass(made, Enum | Exception):
            continue
        yield name, made
        for method, function in inspect.getmembers(made):
            if not method.startswith("_") and isinstance(function, FunctionType | MethodType):
                yield f"{name}.{method}", function


OPTIONS: Final = {"SolverTree.to_svg": ("animate",)}
"""The options of the public that are not those of sampling."""


def cases() -> Iterator[tuple[str, str]]:
    """Yield the name of each function with each of its parameters."""
    for name, function in public().items():
        for each in inspect.signature(function).parameters.values():
            is_named = each.kind is not each.VAR_KEYWORD
            options = (each.name,) if is_named else OPTIONS.get(name, Sampling.__annotations__)
            yield from ((name, option) for option in options if option != "self")


def call(name: str, /, **changed: object) -> object:
    """Call a function with right values, but for some parameters."""
    function, arguments, options = public()[name], list[object](), changed.copy()
    for each in inspect.signature(function).parameters.values():
        is_needed = each.default is each.empty and each.kind is not each.VAR_KEYWORD
        if each.name == "self":
            arguments.append(OBJECTS[name.partition(".")[0]]())
        elif is_needed and each.kind is each.VAR_POSITIONAL and each.name not in changed:
            arguments.extend(RIGHT[each.name])
        elif is_needed and each.kind is not each.KEYWORD_ONLY:
            right = RIGHT.get(f"{name}.{each.name}", RIGHT.get(each.name))
            arguments.append(options.pop(each.name, right))
        elif is_needed:
            options.setdefault(each.name, RIGHT[each.name])
    made = function(*arguments, **options)
    return list(made) if isinstance(made, Iterator) else made


def fits(value: object, kind: Any) -> bool:  # noqa: ANN401 -- any annotation
    """Return whether a value has the type of a parameter; texts are not lists."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return NoneType in parts if value is None else any(fits(value, part) for part in parts)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind in {NoneType, None, Path}:
        return value is None if kind is not Path else isinstance(value, str)
    if isinstance(origin or kind, type) and issubclass(origin or kind, Iterable) and value == []:
        return not issubclass(origin or kind, Mapping)
    return isinstance(value, origin or kind) and not (origin and isinstance(value, str | bytes))


@pytest.mark.parametrize("name", sorted(public().keys() - UNFIT))
def test_right_values_are_accepted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    call(name)


@pytest.mark.parametrize(("name", "parameter"), [*cases()])
def test_wrong_type_is_rejected(name: str, parameter: str) -> None:
    function = public()[name]
    hints = get_type_hints(function.__init__ if inspect.isclass(function) else function)
    hints |= get_type_hints(Sampling) | {"animate": bool} if "options" in hints else {}
    for value in WRONG:
        with suppress(ClueError):
            call(name, **{parameter: value})
            assert name in CHECKED_LATER or fits(value, hints[parameter]), value


@pytest.mark.parametrize("value", [np.array([True, False]), np.array(True), None, "wrong", 2])
def test_flag_is_true_or_false(value: Any) -> None:  # noqa: ANN401 -- wrong on purpose
    with pytest.raises(ClueError, match="correct must be True or False, got"):
        Notebook(TABLE, [Accusation("Bob", GUESS, value)])
    with pytest.raises(ClueError, match="has_card must be True or False, got"):
        ClueInfo(TABLE.me, GUESS, has_card=value)
    with pytest.raises(ClueError, match="holds must be True or False, got"):
        prove(TABLE, [], Fact("Bob", GUESS.room, holds=value))


def test_limit_of_a_notebook_is_a_limit() -> None:
    with pytest.raises(ClueError, match="limit must be of type Limit or None, got 0"):
        book().limit = 0  # type: ignore[assignment]


def test_size_of_a_deck_and_of_a_table_is_bounded() -> None:
    names = [f"card {number}" for number in range(MOST_CARDS - 2)]
    assert len(Edition(tuple(names), ("a",), ("b",)).cards) == MOST_CARDS
    with pytest.raises(InvalidEditionError, match="deck must have at most 1000 cards, got 1001"):
        Edition((*names, "c"), ("a",), ("b",))
    seats = {f"player {number}": 0 for number in range(MOST_PLAYERS)}
    assert len(Table.set_up(CLUE_US, seats).players) == MOST_PLAYERS
    with pytest.raises(InvalidTableError, match="game must have at most 100 players, got 101"):
        Table.set_up(CLUE_US, {**seats, "one more": 0})
