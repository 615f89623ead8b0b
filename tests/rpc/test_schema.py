"""The published schema is the code's, and what goes over the line fits it."""

import json
from pathlib import Path
from typing import Final

import pytest

from cluetree.interfaces.rpc import METHODS, Session
from cluetree.interfaces.rpc.protocol import Code
from cluetree.interfaces.rpc.session import PARAMS_OF
from docs import operations_page
from tests.rpc.client import CLASH, LINES, SET_UP, SHOWN, Answer, Client
from tests.rpc.test_fuzz import PARAMS
from tests.rpc.validator import Validator

REFERENCE: Final = Path(__file__).parents[2] / "docs" / "reference"


@pytest.fixture(scope="module")
def published() -> Answer:
    return json.loads((REFERENCE / "protocol.schema.json").read_text(encoding="utf-8"))


def test_published_files_are_the_codes(tmp_path: Path) -> None:
    """If not: `python docs/operations_page.py`."""
    operations_page.main(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {"protocol.schema.json", "operations.md"}
    for file in tmp_path.iterdir():
        assert file.read_text("utf-8") == (REFERENCE / file.name).read_text("utf-8")


def test_every_reference_leads_somewhere(published: Answer) -> None:
    refs: set[str] = set()

    def walk(part: Answer) -> None:
        if isinstance(part, dict):
            refs.update(value for key, value in part.items() if key == "$ref")
        for inside in part.values() if isinstance(part, dict) else part:
            if isinstance(inside, dict | list):
                walk(inside)

    walk(published)
    assert {ref.removeprefix("#/$defs/") for ref in refs} <= set(published["$defs"])


def test_every_method_and_code_is_described(published: Answer) -> None:
    assert set(published["methods"]) == set(METHODS)
    assert set(published["errors"]) == {str(int(code)) for code in Code}
    summaries = [method["summary"] for method in published["methods"].values()]
    assert all(summary.endswith(".") for summary in summaries)
    assert len(set(summaries)) == len(summaries)


def test_no_two_structs_share_a_name() -> None:
    """They are defined by name."""
    structs = {
        *PARAMS_OF.values(),
        *(kind for method in METHODS.values() for kind in operations_page.results_of(method)),
        *(struct for pair in operations_page.BOT.values() for struct in pair if struct is not None),
    }
    assert len({struct.__name__ for struct in structs}) == len(structs)


def fields(published: Answer, form: Answer) -> set[str]:
    """The names that a form, or all forms that it is made of, has for its parts."""
    if "allOf" in form:
        return {name for part in form["allOf"] for name in fields(published, part)}
    if "anyOf" in form:
        return {name for part in form["anyOf"] for name in fields(published, part)}
    if "$ref" not in form:
        return set(form["properties"])
    return set(published["$defs"][form["$ref"].removeprefix("#/$defs/")]["properties"])


def test_requests_and_results_fit(published: Answer, tmp_path: Path) -> None:
    """One of every kind, and what they answer, field by field."""
    validator = Validator(published)
    top = {"anyOf": published["anyOf"]}
    session = Session(tmp_path)
    client = Client(session.handle)
    client.ask("new", record={**SET_UP, "events": [SHOWN]}, game="b")
    for event in CLASH:
        client.ask("tell", game="b", event=event)
    client.ask("save", game="b", path="game.clue")
    client.ask("new", record={**SET_UP, "events": [SHOWN]}, game="a", version=1)
    client.ask("tell", game="a", event=LINES[0])
    last = ("close", "shutdown")
    for name in (*(name for name in PARAMS if name not in last), *last):
        params = {k: v for k, v in PARAMS[name].items() if k != "expect_version"}
        request = {"jsonrpc": "2.0", "id": 1, "method": name, "params": params}
        assert list(validator.troubles(request, top)) == []
        answer = client.send(json.dumps(request))
        assert list(validator.troubles(answer, published["$defs"]["Success"])) == [], answer
        form = published["methods"][name]["result"]
        assert list(validator.troubles(answer["result"], form)) == []
        assert set(answer["result"]) <= fields(published, form)


@pytest.mark.parametrize(
    "params", [{}, {"game": "a"}, {"game": "a", "event": 1}, {"game": 1, "event": "x"}]
)
def test_bad_requests_do_not_fit(published: Answer, params: dict[str, object]) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "tell", "params": params}
    assert list(Validator(published).troubles(request, {"anyOf": published["anyOf"]}))
    assert Client().send(json.dumps(request))["error"]["code"] in {1, -32602}


def test_errors_fit(published: Answer) -> None:
    validator = Validator(published)
    client = Client()
    game = client.game(*CLASH)
    answers = [
        client.send("nonsense"),
        client.send("{}"),
        client.call("none"),
        client.call("tell", game=game, event="Bob holds p"),
        client.call("undo", game=game, expect_version=9),
        client.call("why", game=game, player="Bob", card="Rope"),
        client.call("initialize", protocol=9),
    ]
    data = published["$defs"]["ErrorData"]["properties"]
    for answer in answers:
        assert list(validator.troubles(answer, published["$defs"]["Failure"])) == [], answer
        assert set(answer["error"]["data"]) <= set(data)
