import copy
import pickle
from collections.abc import Callable

import pytest

import cluetree
from cluetree import (
    ClueError,
    ContradictionError,
    InvalidEditionError,
    InvalidEventError,
    InvalidGuessError,
    InvalidInfoError,
    InvalidTableError,
    RecordError,
    UnknownCardError,
    UnknownEditionError,
    UnknownPlayerError,
    errors,
)
from cluetree.errors import (
    AgentError,
    IllegalActError,
    InvalidBoardError,
    MissingExtraError,
    ResultsError,
    UnknownPlaceError,
)

EXAMPLES: tuple[ClueError, ...] = (
    ClueError("plain"),
    UnknownCardError("rop", ("Rope", "Rose")),
    UnknownCardError("p", ("Plum", "Pipe"), ambiguous=True),
    UnknownPlayerError("Zed"),
    UnknownEditionError("clue", ("clue-us",)),
    InvalidEditionError("no rooms"),
    InvalidGuessError("two rooms"),
    InvalidTableError("nobody"),
    InvalidEventError("no"),
    InvalidInfoError("senseless"),
    ContradictionError("both", (2, 5)),
    UnknownPlaceError("row 0, column 0"),
    InvalidBoardError("no doors"),
    IllegalActError("not now"),
    AgentError("Ann", "Bot", 3, "boom"),
    ResultsError("no database"),
    MissingExtraError("sheets", "starlette", "web"),
    RecordError("bad"),
    RecordError("bad", source="a.clue", line=3, column=7),
    RecordError("bad", source="a.json", path="$.events[3]"),
)


DEFINED = [
    kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)
]


@pytest.mark.parametrize("kind", DEFINED, ids=lambda kind: kind.__name__)
def test_every_error_is_exported_and_can_be_caught_without_us(kind: type[Exception]) -> None:
    assert kind.__name__ in cluetree.__all__
    assert issubclass(kind, ClueError)
    assert kind is ClueError or issubclass(
        kind, LookupError | ValueError | RuntimeError | ImportError
    )


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (UnknownCardError("rop"), "unknown card 'rop'"),
        (UnknownCardError("rop", ("Rope",)), "unknown card 'rop': did you mean Rope?"),
        (
            UnknownPlayerError("a", ("Ann", "Abe"), ambiguous=True),
            "ambiguous player 'a': did you mean Ann or Abe?",
        ),
        (
            UnknownEditionError("x", ("a", "b", "c")),
            "unknown edition 'x': did you mean a, b or c?",
        ),
        (RecordError("bad"), "<text>: bad"),
        (RecordError("bad", source="a.clue", line=3), "a.clue:3: bad"),
        (RecordError("bad", source="a.clue", line=3, column=7), "a.clue:3:7: bad"),
        (RecordError("bad", source="a.json", path="$.hand[0]"), "a.json: $.hand[0]: bad"),
        (RecordError("bad", source="a.clue", column=7), "a.clue: bad"),
    ],
)
def test_messages_name_word_place_and_candidates(error: ClueError, message: str) -> None:
    assert str(error) == message
    assert "\n" not in str(error)


@pytest.mark.parametrize("error", EXAMPLES, ids=repr)
@pytest.mark.parametrize(
    "copied",
    [lambda error: pickle.loads(pickle.dumps(error)), copy.copy],  # noqa: S301 -- our own
    ids=["pickle", "copy"],
)
def test_errors_survive_the_way_between_processes(
    error: ClueError, copied: Callable[[ClueError], ClueError]
) -> None:
    again = copied(error)
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
