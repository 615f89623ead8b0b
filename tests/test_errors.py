import copy
import pickle

import pytest

from cluetree import ClueError, ContradictionError, RecordError, errors
from cluetree.errors import (
    AgentError,
    MissingExtraError,
    UnknownCardError,
    UnknownEditionError,
    UnknownPlaceError,
    UnknownPlayerError,
)
from cluetree.operations import RequestError

EXAMPLES: dict[str, ClueError] = {
    "plain": ClueError("plain"),
    "not a {field}": ClueError("not a {field}"),
    "unknown card 'rop'": UnknownCardError("rop"),
    "unknown card 'rop': did you mean Rope?": UnknownCardError("rop", ("Rope",)),
    "ambiguous player 'a': did you mean Ann or Abe?": UnknownPlayerError(
        "a", ("Ann", "Abe"), ambiguous=True
    ),
    "unknown edition 'x': did you mean a, b or c?": UnknownEditionError("x", ("a", "b", "c")),
    "unknown place 'row 0, column 0'": UnknownPlaceError("row 0, column 0"),
    "both": ContradictionError("both", (2, 5)),
    "Ann (Bot), turn 3: boom": AgentError("Ann", "Bot", 3, "boom"),
    "sheets need starlette: install cluetree with the extra 'web', as in pip install "
    "'cluetree[web]', or pip install -e '.[web]' in a checkout": MissingExtraError(
        "sheets", "starlette", "web"
    ),
    "line 3, column 7: bad": RecordError("bad", line=3, column=7),
    "column 7: bad": RecordError("bad", source="", line=1, column=7),
    "a.clue:3: bad": RecordError("bad", source="a.clue", line=3),
    "a.clue:3:7: bad": RecordError("bad", source="a.clue", line=3, column=7),
    "a.json: $.hand[0]: bad": RecordError("bad", source="a.json", path="$.hand[0]"),
    "cards[1]: bad": RequestError("invalid_params", "bad", "cards[1]", word="x", candidates=()),
    "a.clue: bad": RecordError("bad", source="a.clue", column=7),
}


DEFINED = [
    kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)
]


@pytest.mark.parametrize("kind", DEFINED, ids=lambda kind: kind.__name__)
def test_every_error_can_be_caught_as_a_builtin_error(kind: type[Exception]) -> None:
    assert issubclass(kind, ClueError)
    assert kind is ClueError or issubclass(
        kind, LookupError | ValueError | RuntimeError | ImportError | TypeError
    )


@pytest.mark.parametrize("message", EXAMPLES)
def test_error_keeps_its_message_and_data_in_another_process(message: str) -> None:
    error = EXAMPLES[message]
    for again in (error, copy.copy(error), pickle.loads(pickle.dumps(error))):  # noqa: S301 -- ours
        assert type(again) is type(error)
        assert str(again) == message
        assert vars(again) == vars(error)


def test_record_error_has_a_one_line_reason() -> None:
    error = RecordError("got " + "x\n" * 1000, "a.clue", 2)
    assert error.reason.startswith("got x\\nx")
    assert len(error.reason) == 500
    assert str(error) == f"a.clue:2: {error.reason}"
    assert error.position == "a.clue:2: "
