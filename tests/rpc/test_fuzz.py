"""The session survives arbitrary lines, and its games agree with its answers and questions."""

import json
from typing import Final

import pytest
from hypothesis import given, settings, strategies as st

from cluetree import Notebook
from cluetree.interfaces.rpc import Session
from tests.conformance.test_checks import SCHEMA, VALIDATOR
from tests.damage import damaged, json_values, with_another_value
from tests.rpc.client import CLASH, LINES, SET_UP, SHOWN, Answer, Client

LINES_EACH: Final = 20
"""Lines of one conversation."""

PARAMS: Final[dict[str, dict[str, object]]] = {
    "editions": {},
    "new": {"record": {**SET_UP, "events": [SHOWN]}, "game": "c"},
    "save": {"game": "a", "spelling": "clue"},
    "games": {},
    "close": {"game": "b"},
    "tell": {"game": "a", "event": SHOWN},
    "insert": {"game": "a", "number": 1, "event": LINES[1]},
    "edit": {"game": "b", "number": 1, "event": LINES[2]},
    "delete": {"game": "a", "number": 1},
    "events": {"game": "a"},
    "repair": {"game": "b", "number": 1},
    "set_up": {"game": "a", "record": SET_UP},
    "beliefs": {"game": "a", "triples": 2},
    "explain": {"game": "b", "player": "Bob", "card": "Rope"},
    "check": {"game": "b"},
    "tree": {"game": "a", "form": "svg"},
    "review": {"game": "a"},
    "advise": {"game": "a", "rooms": ["hall"], "aim": "win", "top": 2},
    "card_to_show": {"game": "a", "asker": "Bob", "cards": ["plum", "rope", "hall"], "samples": 2},
    "rivals": {"game": "a", "samples": 2, "limit": {"seconds": 0.1}},
    "accuse_now": {"game": "a", "samples": 2},
}
_REQUESTS: Final = [
    {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    for number, (method, params) in enumerate(PARAMS.items())
]
_PIECES: Final = st.sampled_from(
    [
        *("{", "}", "[", "]", ",", ":", '"', "\\", "\n", "\r", "\0", "\ufeff", "\u2028", "'"),
        *("null", "true", "NaN", "-1", "1e999", "\\ud800", '"id"', '"params": ', '"game": "a"'),
        *("9" * 5000, "[" * 2000, " -> nobody", "Bob", "envelope", '"event": ', '"b"', "2.0"),
    ]
) | st.text(max_size=5)
_VALUES: Final = json_values(
    ["a", "b", "Bob", "Rope", "envelope", *LINES, *CLASH, "edition clue-us", ""]
)

_single: Final = st.one_of(
    st.sampled_from(_REQUESTS).map(json.dumps),
    st.sampled_from(_REQUESTS).flatmap(lambda request: with_another_value(request, _VALUES)),
    st.sampled_from(_REQUESTS).flatmap(lambda request: damaged(json.dumps(request), _PIECES)),
    st.lists(_PIECES, max_size=8).map("".join),
)
_lines: Final[st.SearchStrategy[str | bytes]] = st.one_of(
    _single,
    st.binary(max_size=20),
    st.lists(_single, max_size=3).map(lambda lines: f"[{','.join(lines)}]"),
)
_conversations: Final = st.lists(_lines, min_size=LINES_EACH, max_size=LINES_EACH)


def _state(client: Client) -> dict[str, list[str]]:
    return {game["game"]: client.lines(game["game"]) for game in client.ask("games")["games"]}


def _verify_form(answer: Answer) -> None:
    form = "Success" if "result" in answer else "Failure"
    assert list(VALIDATOR.troubles(answer, SCHEMA["$defs"][form])) == []
    assert answer.keys() == {"jsonrpc", "id", "result" if form == "Success" else "error"}
    assert form == "Success" or answer["error"]["code"] != -32603, answer


def converse(lines: list[str | bytes]) -> None:
    """Send lines to a session with two games and check its state after each."""
    session = Session()
    client = Client(session.handle)
    client.ask("new", record={**SET_UP, "events": [SHOWN]}, game="a")
    client.ask("new", record={**SET_UP, "events": [SHOWN]}, game="b")
    for event in CLASH:
        client.ask("tell", game="b", event=event)
    before = _state(client)
    for line in lines:
        written = session.handle(line)
        assert written is None or len(written.splitlines()) == 1
        answer = json.loads(written or "[]")
        for each in answer if isinstance(answer, list) else [answer]:
            _verify_form(each)
        after = _state(client)
        if "error" in answer:  # not a batch
            assert after == before, line
        before = after
    for game in before:
        record = client.ask("save", game=game)["record"]
        book = Notebook.from_json(json.dumps(record))
        assert client.ask("beliefs", game=game)["deals"] == book.beliefs.deals


@pytest.mark.slow
@settings(max_examples=25)
@given(_conversations)
def test_session_survives_arbitrary_lines(lines: list[str | bytes]) -> None:
    converse(lines)
