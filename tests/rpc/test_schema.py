"""The published schema is current, and requests and answers fit it."""

import json
from pathlib import Path
from typing import Final

import pytest

from cluetree.interfaces.rpc import Session
from cluetree.interfaces.rpc.session import PARAMS_OF
from cluetree.limit import DEFAULT
from cluetree.operations import OPERATIONS
from docs import operations_page
from tests.rpc.client import CLASH, LINES, SET_UP, SHOWN, Answer, Client, Validator
from tests.rpc.test_fuzz import PARAMS

REFERENCE: Final = Path(__file__).parents[2] / "docs" / "reference"


@pytest.fixture(scope="module")
def published() -> Answer:
    return json.loads((REFERENCE / "protocol.schema.json").read_text(encoding="utf-8"))


def test_published_files_are_current(tmp_path: Path) -> None:
    """Run `python docs/operations_page.py` to update them."""
    operations_page.main(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {"protocol.schema.json", "operations.md"}
    for file in tmp_path.iterdir():
        assert file.read_text("utf-8") == (REFERENCE / file.name).read_text("utf-8")


def test_no_two_structs_share_a_name() -> None:
    """The schema defines structs by name."""
    structs = {
        *PARAMS_OF.values(),
        *(method.result for method in OPERATIONS.values()),
        *(struct for pair in operations_page.BOT.values() for struct in pair if struct is not None),
    }
    assert len({struct.__name__ for struct in structs}) == len(structs)


def fields(published: Answer, form: Answer) -> set[str]:
    """Return the names of the fields of a form and of its parts."""
    if "allOf" in form:
        return {name for part in form["allOf"] for name in fields(published, part)}
    if "anyOf" in form:
        return {name for part in form["anyOf"] for name in fields(published, part)}
    if "$ref" not in form:
        return set(form["properties"])
    return set(published["$defs"][form["$ref"].removeprefix("#/$defs/")]["properties"])


def test_requests_and_results_fit_the_schema(published: Answer) -> None:
    """Check valid and invalid requests of every method, the result, and that questions ask only."""
    assert set(PARAMS) == set(OPERATIONS)
    validator = Validator(published)
    top = {"anyOf": published["anyOf"]}
    session = Session(limit=DEFAULT)
    client = Client(session.handle)
    client.ask("new", record={**SET_UP, "events": [SHOWN]}, game="b")
    for event in CLASH:
        client.ask("tell", game="b", event=event)
    client.ask("new", record={**SET_UP, "events": [SHOWN]}, game="a")
    client.ask("tell", game="a", event=LINES[0])
    for name in sorted(PARAMS, key="close".__eq__):
        params = PARAMS[name]
        request = {"jsonrpc": "2.0", "id": 1, "method": name, "params": params}
        for wrong in ({**params, "evnt": 1}, {**params, next(iter(params), "evnt"): [[]]}):
            invalid = {**request, "params": wrong}
            assert list(validator.troubles(invalid, top))
            assert client.send(json.dumps(invalid))["error"]["code"] == -32602
        assert list(validator.troubles(request, top)) == []
        before = {game: book.record for game, book in session.games.books.items()}
        answer = client.send(json.dumps(request))
        after = {game: book.record for game, book in session.games.books.items()}
        assert after == before or not OPERATIONS[name].is_question
        assert list(validator.troubles(answer, published["$defs"]["Success"])) == [], answer
        form = published["methods"][name]["result"]
        assert list(validator.troubles(answer["result"], form)) == []
        assert set(answer["result"]) <= fields(published, form)
