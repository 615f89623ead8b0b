"""The session survives arbitrary lines, and its games agree with its answers."""

import json
from typing import Final

import pytest
from hypothesis import given, settings, strategies as st
from more_itertools import always_iterable

from cluetree import Notebook
from cluetree.interfaces.rpc import Session
from tests.damage import damaged, json_values, with_another_value
from tests.rpc.client import CLASH, LINES, SHOWN, Answer, Client
from tests.rpc.test_docs import REQUESTS, SCHEMA, VALIDATOR

LINES_EACH: Final = 20
"""Lines of one conversation."""

_PIECES: Final = st.sampled_from(
    [
        *("{", "}", "[", "]", ",", ":", '"', "\\", "\n", "\r", "\0", "\ufeff", "\u2028", "'"),
        *("null", "true", "NaN", "-1", "1e999", "\\ud800", '"id"', '"params": ', '"game": "1"'),
        *("9" * 5000, "[" * 2000, " -> nobody", "Bob", "envelope", '"event": ', '"2"', "2.0"),
    ]
) | st.text(max_size=5)
_VALUES: Final = json_values(
    ["1", "2", "Bob", "Rope", "envelope", *LINES, *CLASH, "edition clue-us", ""]
)

_requests: Final = st.sampled_from(REQUESTS)
_single: Final = st.one_of(
    _requests.map(json.dumps),
    _requests.flatmap(lambda request: with_another_value(request, _VALUES)),
    _requests.flatmap(lambda request: damaged(json.dumps(request), _PIECES)),
    st.lists(_PIECES, max_size=8).map("".join),
)
_lines: Final[st.SearchStrategy[str | bytes]] = st.one_of(
    _single,
    st.binary(max_size=20),
    st.lists(_single, max_size=3).map(lambda lines: f"[{','.join(lines)}]"),
)


def _state(client: Client) -> dict[str, list[str]]:
    return {game["game"]: client.lines(game["game"]) for game in client.ask("games")["games"]}


def _verify_form(answer: Answer) -> None:
    form = "Success" if "result" in answer else "Failure"
    assert list(VALIDATOR.troubles(answer, SCHEMA["$defs"][form])) == []
    assert answer.keys() == {"jsonrpc", "id", "result" if form == "Success" else "error"}
    assert form == "Success" or answer["error"]["code"] != -32603, answer


@pytest.mark.slow
@settings(max_examples=25)
@given(st.lists(_lines, min_size=LINES_EACH, max_size=LINES_EACH))
def test_session_survives_arbitrary_lines(lines: list[str | bytes]) -> None:
    session = Session()
    client = Client(session.handle)
    assert (client.game(SHOWN), client.game(SHOWN, *CLASH)) == ("1", "2")
    before = _state(client)
    for line in lines:
        written = session.handle(line)
        assert written is None or len(written.splitlines()) == 1
        answer = json.loads(written or "[]")
        for each in always_iterable(answer, base_type=dict):
            _verify_form(each)
        after = _state(client)
        if "error" in answer:  # not a batch
            assert after == before, line
        before = after
    for game in before:
        record = client.ask("save", game=game)["record"]
        book = Notebook.from_json(json.dumps(record))
        assert client.ask("beliefs", game=game)["deals"] == book.beliefs.deals
