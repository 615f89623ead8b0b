"""What a server must know of JSON-RPC and of lines, one check a function."""

import json
from typing import Final

from cluetree.faces.conformance.client import (
    Check,
    CheckError,
    Client,
    line,
    refusal,
    same,
    unaddressed,
)
from cluetree.faces.rpc.protocol import PROTOCOL, Code
from cluetree.faces.rpc.results import GameState, Initialized
from cluetree.faces.rpc.session import METHODS
from cluetree.record import Json

SET_UP: Final[dict[str, Json]] = {
    "edition": "clue-us",
    "players": [{"name": name, "hand_size": 6} for name in ("Ann", "Bob", "Eve")],
    "viewpoint": "Ann",
    "hand": ["Colonel Mustard", "Knife", "Rope", "Hall", "Study", "Lounge"],
}
"""A game to open for a check."""


def handshake(client: Client) -> None:
    """`initialize` agrees on the protocol and lists every method."""
    answer = client.ask(Initialized, "initialize", protocol=PROTOCOL, client="check")
    same("the protocol", answer.protocol, PROTOCOL)
    missing = set(METHODS).difference(answer.capabilities.methods)
    if missing:
        raise CheckError(f"methods are missing: {', '.join(sorted(missing))}")


def other_protocol(client: Client) -> None:
    """A protocol that is not spoken is refused, and those that are are named."""
    data = client.refused(Code.PROTOCOL, "initialize", protocol=0)
    same("what is supported", PROTOCOL in (data.supported or ()), True)


def ids_come_back(client: Client) -> None:
    """An answer has the id of its request, be it a text, a number or null."""
    request_ids: tuple[Json, ...] = ("a", "\u00e9\u2028", 7, -1.5, 10**15, None)
    for request_id in request_ids:
        client.say(json.dumps({"jsonrpc": "2.0", "method": "games", "id": request_id}))
        same("the id", json.loads(bytes(client.hear().id)), request_id)


def notifications_are_silent(client: Client) -> None:
    """What has no id is not answered, not even with an error."""
    client.say(line("games", None))
    client.say(line("no_such_method", None))
    client.say(line("tell", None, game="none"))
    client.request("games")


def bad_lines_do_no_harm(client: Client) -> None:
    """A line that is no JSON is answered with -32700, and the next one is read."""
    for bad in (b"{", b"nonsense", b'"\xff"', b'{"a": NaN}', b"[" * 10_000, b"\0"):
        client.say(bad)
        refusal(unaddressed(client.hear()), Code.PARSE_ERROR)
    client.request("games")


def blank_lines_are_passed_over(client: Client) -> None:
    """A line with nothing on it has no answer."""
    client.say("")
    client.say(" \t\r")
    client.request("games")


def long_lines_are_passed_over(client: Client) -> None:
    """A line longer than `max_line` is answered with -32001, and the next one is read."""
    most = client.ask(Initialized, "initialize").capabilities.max_line
    client.say(b" " * (most + 1))
    refusal(unaddressed(client.hear()), Code.LINE_TOO_LONG)
    client.say(line("games", "x").ljust(most))
    same("the id", bytes(client.hear().id), b'"x"')


def no_requests(client: Client) -> None:
    """JSON that is no request is answered with -32600."""
    for bad in ("1", '"games"', "null", "{}", '{"jsonrpc": "1.0", "method": "games", "id": 1}'):
        client.say(bad)
        refusal(client.hear(), Code.INVALID_REQUEST)
    for part in ({"method": 1}, {"method": "games", "params": 7}):
        client.say(json.dumps({"jsonrpc": "2.0", "id": 5, **part}))
        refusal(client.hear(), Code.INVALID_REQUEST)


def batches(client: Client) -> None:
    """An array is answered with an array, without the notifications; of nothing, with -32600."""
    client.say(f"[{line('games', 1)}, {line('games', None)}, 7, {line('none', 2)}]")
    first, second, third = client.hear_batch()
    same("the first id", bytes(first.id), b"1")
    refusal(unaddressed(second), Code.INVALID_REQUEST)
    refusal(third, Code.METHOD_NOT_FOUND)
    client.say("[]")
    refusal(unaddressed(client.hear()), Code.INVALID_REQUEST)
    client.say(f"[{line('games', None)}]")
    client.request("games")


def unknown_methods_and_params(client: Client) -> None:
    """-32601 for a method that is none, -32602 with the path for params that will not do."""
    client.refused(Code.METHOD_NOT_FOUND, "no_such_method")
    game = client.ask(GameState, "new", record=SET_UP).game
    for method, params, path in _BAD_PARAMS:
        data = client.refused(Code.INVALID_PARAMS, method, **{"game": game, **params})
        same(f"the path of what is wrong with {method}", data.path, path)
    client.say('{"jsonrpc": "2.0", "method": "games", "params": [1], "id": 3}')
    refusal(client.hear(), Code.INVALID_PARAMS)


_BAD_PARAMS: Final[tuple[tuple[str, dict[str, Json], str], ...]] = (
    ("tell", {}, "$.params"),
    ("tell", {"event": 7}, "$.params.event"),
    ("tell", {"event": {"kind": "holds", "player": 1, "card": "Rope"}}, "$.params.event.player"),
    ("tell", {"event": {"kind": "holds", "player": "Bob"}}, "$.params.event"),
    ("delete", {"number": "1"}, "$.params.number"),
    ("delete", {"number": 1}, "$.params.number"),
    ("beliefs", {"expect_version": -1}, "$.params.expect_version"),
    ("tree", {"form": "oil on canvas"}, "$.params.form"),
)


def unknown_fields_are_ignored(client: Client) -> None:
    """Fields that a newer client sends are no error, but those of an event are."""
    game = client.ask(GameState, "new", record=SET_UP, colour="red").game
    fields = {"jsonrpc": "2.0", "method": "answer", "id": 1, "params": {"game": game, "more": 1}}
    client.say(json.dumps({**fields, "trace": "abc"}))
    same("the id", bytes(client.hear().id), b"1")
    event: Json = {"kind": "holds", "player": "Bob", "card": "Pipe", "colour": "red"}
    client.refused(Code.INVALID_PARAMS, "tell", game=game, event=event)


CHECKS: Final[tuple[Check, ...]] = (
    handshake,
    other_protocol,
    ids_come_back,
    notifications_are_silent,
    bad_lines_do_no_harm,
    blank_lines_are_passed_over,
    long_lines_are_passed_over,
    no_requests,
    batches,
    unknown_methods_and_params,
    unknown_fields_are_ignored,
)
