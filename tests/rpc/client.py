"""A client of the protocol for tests: requests to a session in this process."""

import json
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Final, TypeAlias

from jsonschema import Draft202012Validator

from cluetree.interfaces.rpc import Session
from cluetree.limit import DEFAULT

Answer: TypeAlias = Any
"""Decoded JSON."""

SET_UP: Final = {
    "edition": "clue-us",
    "players": [{"name": name, "hand_size": 6} for name in ("Ann", "Bob", "Eve")],
    "viewpoint": "Ann",
    "hand": ["mustard", "knife", "rope", "hall", "study", "lounge"],
}
SHOWN: Final = {
    "kind": "suggestion",
    "by": "Ann",
    "cards": ["Miss Scarlet", "Candlestick", "Kitchen"],
    "passed": ["Bob"],
    "shows": [{"by": "Eve", "card": "Kitchen"}],
}
LINES: Final = (
    "Bob: Mrs. White, Wrench, Library -> Eve shows",
    "Eve: Professor Plum, Revolver, Ballroom -> nobody",
    "Bob accuses Mrs. White, Wrench, Study: wrong",
    "Bob holds one of Wrench, Library",
    "envelope lacks Billiard Room",
)
CLASH: Final = ("Eve holds Lead Pipe", "Bob: Professor Plum, Lead Pipe, Hall -> nobody")


class Client:
    """A client of a session, or of any function that takes a line and returns one."""

    def __init__(self, handle: Callable[[str], str | None] | None = None):
        self.handle = handle or Session(limit=DEFAULT).handle
        self._ids = count(1)

    def send(self, line: str) -> Answer:
        """Send a line; return the decoded answer, or `None`."""
        answer = self.handle(line)
        if answer is None:
            return None
        assert len(answer.splitlines()) == 1, "an answer is one line"
        return json.loads(answer)

    def call(self, method: str, /, **params: object) -> Answer:
        """Call a method; return the whole answer."""
        number = next(self._ids)
        fields = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        answer = self.send(json.dumps(fields))
        assert answer["jsonrpc"] == "2.0"
        assert answer["id"] == number
        assert ("result" in answer) is not ("error" in answer)
        return answer

    def ask(self, method: str, /, **params: object) -> Answer:
        """Call a method; return the result."""
        answer = self.call(method, **params)
        assert "error" not in answer, answer
        return answer["result"]

    def refused(self, method: str, /, **params: object) -> Answer:
        """Call a method; return its error."""
        answer = self.call(method, **params)
        assert "result" not in answer, answer
        return answer["error"]

    def game(self, *events: object) -> str:
        """Open a game, tell events and return its id."""
        game: str = self.ask("new", record=SET_UP)["game"]
        for event in events:
            self.ask("tell", game=game, event=event)
        return game

    def lines(self, game: str) -> list[str]:
        """Return the log."""
        return [entry["line"] for entry in self.ask("events", game=game)["events"]]


class Validator:
    """Validates values against the parts of a schema."""

    def __init__(self, root: Answer):
        self._root = Draft202012Validator(root)

    def troubles(self, value: Answer, schema: Answer) -> Iterator[str]:
        for error in self._root.descend(value, schema):
            yield f"{error.json_path}: {error.message}"
