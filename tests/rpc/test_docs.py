"""The pages on the protocols match the code, and every documented request its schema."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from more_itertools import always_iterable

from cluetree.interfaces.rpc import Session
from cluetree.interfaces.rpc.protocol import Code, ErrorData
from cluetree.operations import OPERATIONS
from docs.operations_page import BOT, main
from tests.rpc.client import CLASH, SET_UP, Answer, Client, Validator

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = ROOT / "docs" / "reference"
TEXT: Final = (PAGES / "protocol.md").read_text(encoding="utf-8")
BOT_TEXT: Final = (PAGES.parent / "how-to" / "write-a-bot.md").read_text(encoding="utf-8")
SCHEMA: Final[Answer] = json.loads((PAGES / "protocol.schema.json").read_text(encoding="utf-8"))
VALIDATOR: Final = Validator(SCHEMA)
DIALOGUE: Final = re.findall(r"^--> (.*)\n(?:<-- (.*)\n)?", TEXT, re.MULTILINE)
REQUESTS: Final[list[Answer]] = [
    request
    for line, answer in DIALOGUE
    if ',"result":' in answer
    for request in always_iterable(json.loads(line), base_type=dict)
]
"""Valid requests, at least one for each method, in an order in which they succeed."""


def rows(text: str) -> dict[str, str]:
    """Return the rows of tables by the word in their first cell."""
    return dict(re.findall(r"^\| `?([\w-]+)`? \|(.*)$", text, re.MULTILINE))


OWN, BOTS = rows(TEXT), rows(BOT_TEXT)


def test_documented_dialogue_is_current() -> None:
    session = Session()
    for line, expected in DIALOGUE:
        answer = session.handle(line) or ""
        pattern = re.escape(expected).replace(r"\.\.\.", ".*")
        assert re.fullmatch(pattern, answer), f"{line}\n{answer}"


def wrong(value: Answer) -> Iterator[object]:
    """Yield values that no parameter with this valid value takes; numbers only in changes."""
    yield [[]]
    match value:
        case str():
            yield ""
        case int():
            yield 10**9
        case list():
            yield [*value, "?"]
        case _:
            yield {**value, "evnt": 1}


def test_requests_of_every_method_fit_the_schema() -> None:
    """A wrong parameter is named and changes no game, and neither does a question."""
    session, top = Session(), {"anyOf": SCHEMA["anyOf"]}
    client = Client(session.handle)
    client.ask("new", record=SET_UP, game="impossible")
    for event in CLASH:
        client.ask("tell", game="impossible", event=event)
    assert {request["method"] for request in REQUESTS} == {*OPERATIONS}

    def send(request: Answer) -> Answer:
        return json.loads(session.handle(json.dumps(request)) or "null")

    def state() -> Answer:
        return {game: book.record for game, book in session.games.books.items()}

    for request in REQUESTS:
        name, params = request["method"], request.get("params", {})
        operation, form, before = OPERATIONS[name], SCHEMA["methods"][name], state()
        for each, value in [*params.items(), ("evnt", 1)]:
            for other in wrong(value):
                changed = {**params, each: other}
                answer = send({**request, "params": changed})
                assert state() == before
                if other == [[]]:
                    assert list(VALIDATOR.troubles(changed, form["params"]))
                    assert answer["error"]["code"] == Code.INVALID_PARAMS
                if "error" in answer:
                    assert list(VALIDATOR.troubles(answer, SCHEMA["$defs"]["Failure"])) == []
                    assert answer["error"]["data"]["path"].startswith(f"$.params.{each}"), answer
                else:
                    assert operation.is_question
                    assert isinstance(value, int)
        if operation.is_question:
            of_impossible = {**params, "game": "impossible"}
            assert send({"jsonrpc": "2.0", "method": name, "params": of_impossible}) is None
        answer = send(request)
        assert answer["id"] == request["id"]
        assert state() == before or not operation.is_question
        assert list(VALIDATOR.troubles(request, top)) == []
        assert list(VALIDATOR.troubles(answer, SCHEMA["$defs"]["Success"])) == []
        assert list(VALIDATOR.troubles(answer["result"], form["result"])) == []


def test_published_files_are_current(tmp_path: Path) -> None:
    """Run `python docs/operations_page.py` to update them."""
    main(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {"protocol.schema.json", "operations.md"}
    for file in tmp_path.iterdir():
        assert file.read_text("utf-8") == (PAGES / file.name).read_text("utf-8")


def test_every_question_to_a_bot_has_its_row() -> None:
    assert set(BOTS) - {"request"} == set(BOT)
    for name, (params, result) in BOT.items():
        given, answered = (set(re.findall(r"`(\w+)`", cell)) for cell in BOTS[name].split("|")[:2])
        assert set(params.__struct_fields__) == given
        assert result is None or set(result.__struct_fields__) <= answered


def test_codes_have_their_documented_meanings() -> None:
    for code in Code:
        assert OWN[str(int(code))].strip(" |") == code.meaning


def test_error_data_is_documented() -> None:
    _, part = TEXT.split("## Errors")
    assert set(ErrorData.__struct_fields__) <= set(re.findall(r"`(\w+)`", part))


def test_documented_bot_dialogue_is_current() -> None:
    dialogue = re.findall(r"^==> (.*)\n(?:<== (.*)\n)?", BOT_TEXT, re.MULTILINE)
    assert {json.loads(asked)["method"] for asked, _ in dialogue} == {*BOT}
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "bots" / "bot.py"],
        input="".join(f"{asked}\n" for asked, _ in dialogue),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.splitlines() == [answer for _, answer in dialogue if answer]
