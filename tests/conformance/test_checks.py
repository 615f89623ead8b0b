"""The transcripts of `checks.txt`: what is sent to our server, and what it must answer."""

import json
import re
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from cluetree.interfaces.rpc import Session
from cluetree.limit import DEFAULT
from cluetree.record import Json
from docs.operations_page import schema
from tests.rpc.client import Answer, Validator

SCHEMA: Final[Answer] = schema()
VALIDATOR: Final = Validator(SCHEMA)
TEXT: Final = Path(__file__).with_name("checks.txt").read_text("utf-8")
HEAD, *TRANSCRIPTS = re.sub(r"\n {4,}", " ", TEXT).split("\n# ")


class Names:
    """The names of a transcript, and what they stand for."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}
        for name, text in re.findall(r"^<(\w+)> = (.*)", HEAD, re.MULTILINE):
            self._values[name] = self.filled(text)

    def filled(self, text: str) -> str:
        return re.sub(r'"<(\w+)>"', lambda name: self._values.get(name[1], name[0]), text)

    def fits(self, expected: Json, given: Json) -> bool:
        """Whether something is as expected; keep what new names stand for."""
        match expected, given:
            case "...", _:
                return True
            case dict(), dict():
                return all(k in given and self.fits(e, given[k]) for k, e in expected.items())
            case list(), list():
                return self._all_fit(expected, given)
            case str(), _ if name := re.fullmatch(r"<(\w+)>", expected):
                self._values[name[1]] = json.dumps(given)
                return True
            case str(), str():
                parts = map(re.escape, expected.split("..."))
                return re.fullmatch(".*".join(parts), given, re.DOTALL) is not None
            case _:
                return type(expected) is type(given) and expected == given

    def _all_fit(self, expected: list[Json], given: list[Json]) -> bool:
        if not expected or not given:
            return not given and all(part == "..." for part in expected)
        first, *rest = expected
        if first == "...":
            return self._all_fit(rest, given) or self._all_fit(expected, given[1:])
        return self.fits(first, given[0]) and self._all_fit(rest, given[1:])


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda text: text.partition(":")[0])
def test_server_answers_as_in_the_transcript(transcript: str) -> None:
    names, session, numbers = Names(), Session(limit=DEFAULT), count(1)
    answer, method, number = None, "", 0
    for line in transcript.strip().splitlines()[1:]:
        sign, _, text = line.partition(" ")
        word, _, more = text.partition(" ")
        if sign in {"-->", "->"}:
            assert answer is None, line
        if sign == "-->":
            answer = session.handle(names.filled(text))
            continue
        if sign == "->":
            method, number = word, next(numbers)
            params = json.loads(names.filled(more or "{}"))
            request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            answer = session.handle(json.dumps(request))
            continue
        assert answer is not None, line
        given = json.loads(answer)
        match sign:
            case "<--":
                expected = text
            case "<-":
                expected = f'{{"id": {number}, "result": {text}}}'
                form = SCHEMA["methods"][method]["result"]
                assert list(VALIDATOR.troubles(given["result"], form)) == []
            case _:
                assert list(VALIDATOR.troubles(given, SCHEMA["$defs"]["Failure"])) == []
                error = f'{{"code": {word}, "data": {more or "{}"}}}'
                expected = f'{{"id": {number}, "error": {error}}}'
        assert names.fits(json.loads(names.filled(expected)), given), (line, answer)
        answer = None
    assert answer is None
