"""The protocol's checks: our server passes them, and the client finds what does not fit."""

import sys
from pathlib import Path

import pytest

from cluetree.play.outside.child import Child
from tests.conformance.checks import CHECKS, run
from tests.conformance.client import CheckError, Client

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.slow
def test_our_server_passes() -> None:
    found = dict(run([sys.executable, "-m", "tests.rpc.serving"]))
    assert found == dict.fromkeys(CHECKS)


class Canned(Child):
    """A program that says one line."""

    def __init__(self, line: str):
        self.line = line

    def receive(self, seconds: float) -> bytes:  # noqa: ARG002 -- as a program
        return self.line.encode()


def hear(expected: str, result: str, names: dict[str, str] | None = None) -> None:
    line = f'{{"jsonrpc": "2.0", "id": 1, "result": {result}}}'
    Client(Canned(line), 1, names or {}).hear(f'{{"id": 1, "result": {expected}}}')


@pytest.mark.parametrize(
    ("expected", "result"),
    [
        ("{}", '{"more": 1}'),
        ('{"a": [1, {}]}', '{"a": [1, {"b": 2}], "more": null}'),
        ('"..."', "[1, 2]"),
        ('"one...three"', '"one,\\n two, three"'),
        ('["...", 2]', "[1, 1, 2]"),
        ('[1, "..."]', "[1]"),
        ('["...", 2, "..."]', "[1, 2, 3, 2]"),
        ('["...", "..."]', "[]"),
        ('{"a": "<new>", "b": ["<new>"]}', '{"a": 1, "b": [2]}'),
        ('{"a": "<known>"}', '{"a": {"b": [1], "c": 2}}'),
    ],
)
def test_what_fits(expected: str, result: str) -> None:
    hear(expected, result, {"inner": "[1]", "known": '{"b": "<inner>"}'})


@pytest.mark.parametrize(
    ("expected", "result"),
    [
        ('{"a": 1}', "{}"),
        ('{"a": 1}', '{"a": 1.0}'),
        ("1", "true"),
        ("[1]", "[1, 2]"),
        ("[1, 2]", "[1]"),
        ('[1, "...", 2]', "[1, 2, 3]"),
        ('["...", 1]', "[]"),
        ('"one"', '"one two"'),
        ('"one... three"', '"one two"'),
        ('"a.b"', '"a-b"'),
        ("{}", "[]"),
        ('{"a": "<known>"}', '{"a": {"b": [2]}}'),
    ],
)
def test_what_does_not_fit(expected: str, result: str) -> None:
    with pytest.raises(CheckError, match="should come, not"):
        hear(expected, result, {"inner": "[1]", "known": '{"b": "<inner>"}'})


def test_name_stands_for_what_came() -> None:
    client = Client(Canned('{"jsonrpc": "2.0", "id": 7, "result": "seven"}'), 1, {})
    client.hear('{"id": "<id>", "result": "<result>"}')
    client.hear('{"id": 7, "result": "<result>"}')
    with pytest.raises(CheckError):
        client.hear('{"id": "<result>"}')


@pytest.mark.parametrize(
    "line",
    [
        '{"jsonrpc": "1.0", "id": 1, "result": {}}',
        '{"jsonrpc": "2.0", "result": {}}',
        '{"jsonrpc": "2.0", "id": 1}',
        '{"jsonrpc": "2.0", "id": 1, "result": {}, "more": 1}',
        '{"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "", "data": {}}}',
        '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"","data":{"kind":"a"}}}',
        "[{}]",
        "\x00",
    ],
)
def test_what_is_no_answer(line: str) -> None:
    with pytest.raises(CheckError):
        Client(Canned(line), 1, {}).hear('"..."')


def test_result_has_the_form_of_its_method() -> None:
    class Listening(Canned):
        def send(self, line: str | bytes) -> None:
            self.asked = line

    program = Listening('{"jsonrpc": "2.0", "id": 1, "result": {"games": 7}}')
    client = Client(program, 1, {})
    client.send("games")
    assert program.asked == '{"jsonrpc": "2.0", "id": 1, "method": "games", "params": {}}'
    with pytest.raises(CheckError, match=r"\$\.games"):
        client.result()
