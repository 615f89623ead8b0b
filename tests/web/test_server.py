"""Requests that the server answers or rejects."""

import json
import re
from pathlib import Path
from typing import Final

import pytest
from starlette.testclient import TestClient

from cluetree import record as records
from cluetree.interfaces.web.server import STATIC, app
from cluetree.text import TEXTS
from tests.rpc.client import SET_UP

JSON: Final = {"content-type": "application/json"}


def line(method: str, **params: object) -> str:
    """Write a request of the protocol."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


ASKED: Final = f"[{line('new', record=SET_UP)},{line('beliefs', game='1')}]"


@pytest.fixture
def client() -> TestClient:
    return TestClient(app(set()))


def test_every_file_of_the_page_is_served(client: TestClient) -> None:
    assert client.get("/").headers["content-type"] == "text/html; charset=utf-8"
    for file in filter(Path.is_file, STATIC.rglob("*")):
        answer = client.get(f"/static/{file.relative_to(STATIC).as_posix()}")
        assert (answer.status_code, answer.content) == (200, file.read_bytes())
    for file in TEXTS.iterdir():
        assert client.get(f"/static/languages/{file.name}").content == file.read_bytes()
    assert client.get("/static/page.js").headers["content-encoding"] == "gzip"
    for missing in ("/static/none.js", "/static/../app.py", "/static/%2e%2e/app.py"):
        assert client.get(missing).status_code == 404


def test_page_uses_nothing_from_outside_and_nothing_inline() -> None:
    modules = {file.name for file in STATIC.glob("*.js")}
    for file in filter(Path.is_file, STATIC.rglob("*")):
        text = file.read_text(encoding="utf-8")
        assert not re.findall(r"(?<!xmlns=\"|entNS\(\")https?://", text), file.name  # but names
        for name in re.findall(r'^(?:import|export) .*? from "(.*?)";', text, re.MULTILINE):
            assert name.removeprefix("./") in modules, (file.name, name)
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*src=)", page)
    assert not re.search(r"innerHTML|eval\(|style:", "".join(map(_text, STATIC.glob("*.js"))))


@pytest.mark.parametrize("name", ["friday.clue", "freitag.clue"])
def test_example_of_the_page_equals_that_of_the_docs(name: str) -> None:
    example = Path(__file__).parents[2] / "examples" / name
    assert (STATIC / name).read_bytes() == example.read_bytes()


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_line_is_answered_and_nothing_is_kept(client: TestClient) -> None:
    answers = json.loads(client.post("/rpc", content=ASKED, headers=JSON).text)
    assert answers[1]["result"]["consistent"]
    assert json.loads(client.post("/rpc", content=line("games"), headers=JSON).text)["result"] == {
        "games": []
    }


def test_file_is_served_as_it_is_now_and_nothing_else_is(
    client: TestClient, tmp_path: Path
) -> None:
    path, text = tmp_path / "a<b.clue", (STATIC / "friday.clue").read_text("utf-8")
    following = TestClient(app(set(), path))
    assert 'data-follows="a&lt;b.clue"' in following.get("/").text
    assert (
        following.get("/game").text == "a<b.clue: cannot read the file: no such file or directory"
    )
    path.write_text(text, "utf-8")
    assert records.loads_json(following.get("/game").text) == records.loads_clue(text)
    path.write_text(f"{text}\nBob sleeps", "utf-8")
    assert following.get("/game").text.startswith("a<b.clue:")
    assert client.get("/game").status_code == 404
    rebound = TestClient(app(set(), path), "http://example.org", client=("127.0.0.1", 1))
    assert rebound.get("/game").status_code == 403
    assert "data-follows" not in client.get("/").text


@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [
        (ASKED, {"content-type": "text/plain"}, 415),  # which another site could send
        (ASKED.ljust(2**20 + 1), JSON, 413),
        (ASKED.ljust(2**20), JSON, 200),
    ],
)
def test_invalid_body_is_rejected(
    client: TestClient, content: str, headers: dict[str, str], status: int
) -> None:
    assert client.post("/rpc", content=content, headers=headers).status_code == status
    assert client.get("/rpc").status_code == 405
