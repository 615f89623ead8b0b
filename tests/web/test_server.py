"""Requests that the server answers or rejects."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from cluetree.interfaces.rpc.tcp import ServeError
from cluetree.interfaces.web import app
from cluetree.interfaces.web.app import STATIC, Site, VersionStream
from cluetree.interfaces.web.guard import Address, Invitations
from cluetree.interfaces.web.persistent_session import PersistentSession
from cluetree.interfaces.web.store import Store, StoreError
from cluetree.text import TEXTS
from tests.web.client import JSON, LOCAL, Client, line
from tests.web.record import LINES, SET_UP


@pytest.fixture
def game(client: Client) -> Client:
    client.call("new", game="friday", record=SET_UP)
    return client


TELL = line("tell", game="friday", event=LINES[0])


def test_notification_has_an_empty_answer(game: Client) -> None:
    said = json.dumps({"jsonrpc": "2.0", "method": "undo", "params": {"game": "friday"}})
    answer = game.post(said)
    assert (answer.status_code, answer.content) == (204, b"")


def test_every_file_of_the_page_is_served(client: Client) -> None:
    page = client.get("/")
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    for file in filter(Path.is_file, STATIC.rglob("*")):
        answer = client.get(f"/static/{file.relative_to(STATIC).as_posix()}")
        assert (answer.status_code, answer.content) == (200, file.read_bytes())
    for file in TEXTS.iterdir():
        answer = client.get(f"/static/languages/{file.name}")
        assert (answer.status_code, answer.content) == (200, file.read_bytes())
        assert answer.headers["content-type"] == "application/json"
    assert client.get("/static/none.js").status_code == 404
    assert client.get("/static/../app.py").status_code == 404
    assert client.get("/static/%2e%2e/app.py").status_code == 404


def test_files_are_compressed_and_kept_by_browsers(client: Client) -> None:
    packed = client.get("/static/page.js", {"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["cache-control"] == "no-cache"
    assert packed.content == (STATIC / "page.js").read_bytes()
    tag = packed.headers["etag"]
    again = client.get("/static/page.js", {"accept-encoding": "gzip", "if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.post(line("games")).headers["cache-control"] == "no-store"


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


def test_every_answer_has_security_headers(client: Client) -> None:
    for answer in (client.get("/"), client.post(TELL), client.get("/none"), client.get("/rpc")):
        assert answer.headers["content-security-policy"].startswith("default-src 'self';")
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-frame-options"] == "DENY"
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "evil.example:8765"}, 421),
        ({"host": "192.0.2.7"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"host": "[::1"}, 421),
        ({"host": ""}, 421),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"origin": "https://127.0.0.1:8765"}, 403),
        ({"origin": "http://localhost:8765"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"content-type": "application/json; charset=latin-1"}, 415),
        ({"content-type": ""}, 415),
        ({"content-encoding": "gzip"}, 415),
    ],
)
def test_foreign_request_is_rejected(game: Client, headers: dict[str, str], status: int) -> None:
    assert game.post(TELL, headers).status_code == status
    assert game.call("events", game="friday")["version"] == 0


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": LOCAL, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"},
        {"content-type": "application/json; charset=UTF-8"},
        {"host": "localhost:8765", "origin": "http://localhost:8765"},
        {"host": "[::1]:8765"},
    ],
)
def test_request_of_the_page_is_accepted(game: Client, headers: dict[str, str]) -> None:
    assert game.post(TELL, headers).status_code == 200
    assert game.call("events", game="friday")["version"] == 1


@pytest.mark.parametrize("length", [None, "5", "1048577", "many"])
def test_too_long_line_is_rejected(game: Client, length: str | None) -> None:
    padded = TELL.ljust(2**20 + 1)
    headers = {} if length is None else {"content-length": length}
    assert game.post(padded, headers).status_code == 413
    assert game.call("events", game="friday")["version"] == 0
    assert game.post(TELL.ljust(2**20)).status_code == 200


def test_missing_body_times_out(game: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing() -> AsyncIterator[bytes]:
        await asyncio.Event().wait()
        yield b""

    monkeypatch.setattr(app, "SECONDS_A_REQUEST", 0)
    answer = game.ask("POST", "/rpc", content=nothing(), headers=JSON)
    assert (answer.status_code, answer.headers["connection"]) == (408, "close")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_only_posts_are_answered(game: Client, method: str) -> None:
    assert game.ask(method, "/rpc", content=TELL, headers=JSON).status_code == 405
    assert game.call("events", game="friday")["version"] == 0


def test_link_from_elsewhere_opens_the_page(client: Client) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/", headers).status_code == 200
    assert client.post(TELL, headers).status_code == 403


def test_failure_to_save_is_reported(game: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", broken)
        answer = game.post(TELL)
    assert answer.status_code == 507
    assert "the disk is full" in answer.text
    assert game.call("events", game="friday")["version"] == 0


# The stream of versions


def test_stream_reports_every_change_until_the_end(session: PersistentSession) -> None:
    versions = VersionStream(session)
    client = Client(Site(versions, Address("127.0.0.1")).app())

    async def listen() -> None:
        heard = versions.listen()
        assert await anext(heard) == "data: {}\n\n"
        await asyncio.to_thread(client.call, "new", game="friday", record=SET_UP)
        assert await anext(heard) == 'data: {"friday":0}\n\n'
        following = asyncio.ensure_future(anext(heard))
        await asyncio.to_thread(client.call, "beliefs", game="friday")
        await asyncio.sleep(0)
        assert not following.done(), "nothing has changed"
        await asyncio.to_thread(client.call, "tell", game="friday", event=LINES[0])
        assert await following == 'data: {"friday":1}\n\n'
        versions.end()
        assert [said async for said in heard] == []

    asyncio.run(listen())


def test_silent_stream_sends_heartbeats(
    session: PersistentSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cluetree.interfaces.web.app._HEARTBEAT", 0)

    async def listen() -> list[str]:
        heard = VersionStream(session).listen()
        return [await anext(heard) for _ in range(3)]

    first, *others = asyncio.run(listen())
    assert first.startswith("data: ")
    assert all(said.startswith(":") and said.endswith("\n\n") for said in others)


# Other machines


class Links(list[str]):
    @property
    def last(self) -> str:
        return f"/enter?token={self[-1]}"


@pytest.fixture
def links() -> Links:
    return Links()


OPEN = "http://192.168.0.5:8765"


@pytest.fixture
def invitations(store: Store, links: Links) -> Invitations:
    invitations = Invitations(store, links.append)
    invitations.open()
    return invitations


@pytest.fixture
def guest(session: PersistentSession, invitations: Invitations) -> Client:
    return Client(Site(VersionStream(session), Address("0.0.0.0"), invitations).app(), OPEN)  # noqa: S104 -- not bound


def test_everything_is_forbidden_without_the_link(guest: Client) -> None:
    for path in ("/", "/static/main.js", "/news", "/none"):
        assert guest.get(path).status_code == 403
    assert guest.post(line("new", record=SET_UP)).status_code == 403
    for link in ("/enter", "/enter?token=", "/enter?token=x&token=%C3%A9"):
        assert guest.enter(link).status_code == 403


def test_link_admits_one_device_once(
    guest: Client, links: Links, session: PersistentSession, invitations: Invitations
) -> None:
    used = links.last
    answer = guest.enter(used)
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"].casefold()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert f"max-age={30 * 24 * 60 * 60};" in cookie
    assert guest.get("/").status_code == 200
    guest.call("new", game="friday", record=SET_UP)
    other = Client(Site(VersionStream(session), Address("0.0.0.0"), invitations).app(), OPEN)  # noqa: S104 -- not bound
    assert other.enter(used).status_code == 403
    assert other.get("/").status_code == 403
    assert other.enter(links.last).status_code == 200
    assert [one["game"] for one in other.call("games")["games"]] == ["friday"]


def test_preview_does_not_consume_the_link(guest: Client, links: Links) -> None:
    previews = [guest.ask(method, links.last) for method in ("HEAD", "GET")]
    for preview in previews:
        assert preview.status_code == 200
        assert "set-cookie" not in preview.headers
        assert preview.headers["referrer-policy"] == "same-origin"
    assert '<form method="post">' in previews[1].text
    assert guest.enter(links.last).status_code == 200


# Behind a proxy that speaks https

PUBLIC: Final = "https://sheet.example"


@pytest.fixture
def proxied(session: PersistentSession, invitations: Invitations) -> Client:
    """A device whose proxy passes the host on."""
    address = Address("127.0.0.1", f"{PUBLIC}/")
    return Client(Site(VersionStream(session), address, invitations).app(), "http://sheet.example")


def test_device_behind_a_proxy_needs_a_link_and_gets_a_secure_cookie(
    proxied: Client, links: Links
) -> None:
    assert proxied.get("/").status_code == 403
    answer = proxied.enter(links.last)
    assert "; secure" in answer.headers["set-cookie"].casefold()
    cookie = {"cookie": answer.headers["set-cookie"].split(";")[0]}
    own = {**cookie, "origin": PUBLIC, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}
    assert proxied.get("/", cookie).status_code == 200
    assert proxied.post(line("games"), own).status_code == 200
    upstream = {**own, "host": "127.0.0.1:8765"}  # as some proxies send it
    assert proxied.post(line("games"), upstream).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "https://sheet.example:444"}, 403),
        ({"origin": PUBLIC, "host": "evil.example"}, 421),
        ({"origin": PUBLIC, "host": "192.0.2.7"}, 421),
        ({"origin": PUBLIC, "sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_other_sites_are_rejected_behind_a_proxy(
    proxied: Client, links: Links, headers: dict[str, str], status: int
) -> None:
    cookie = proxied.enter(links.last).headers["set-cookie"].split(";")[0]
    assert proxied.post(line("games"), {"cookie": cookie, **headers}).status_code == status


@pytest.mark.parametrize(
    "url", ["sheet.example", "ftp://sheet.example", "https://", f"{PUBLIC}/sheet", f"{PUBLIC}?a"]
)
def test_invalid_public_url_is_rejected(url: str) -> None:
    with pytest.raises(ServeError, match=r"must be like https://sheet\.example"):
        Address("127.0.0.1", url)


def test_forged_cookie_is_rejected(guest: Client, links: Links) -> None:
    guest.enter(links.last)
    guest.cookies.set("cluetree", "x" * 43)
    assert Client(guest._transport.app, OPEN).get("/").status_code == 403
    forged = {"cookie": "cluetree=" + "x" * 43}
    assert Client(guest._transport.app, OPEN).get("/", forged).status_code == 403


def test_device_is_known_after_a_restart(guest: Client, links: Links, store: Store) -> None:
    guest.enter(links.last)
    again = Invitations(store, links.append)
    assert again.knows(guest.cookies["cluetree"])
    assert not again.knows("")
    assert not again.knows(None)
    assert guest.cookies["cluetree"] not in "".join(store.guests(0))


def test_device_is_forgotten_after_thirty_days(
    store: Store, links: Links, monkeypatch: pytest.MonkeyPatch
) -> None:
    day, now = 24 * 60 * 60, 1e9
    monkeypatch.setattr(time, "time", lambda: now)
    first = Invitations(store, links.append)
    first.open()
    cookie = first.admit(links[-1])
    now += 29 * day
    again = Invitations(store, links.append)
    assert again.knows(cookie)
    now += 2 * day
    assert not any(each.knows(cookie) for each in (first, again, Invitations(store, print)))


def test_page_does_not_leak_the_link(guest: Client, links: Links) -> None:
    token = links[-1]
    assert token not in guest.get(links.last).text
    answer = guest.enter(links.last)
    assert token not in answer.text
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("name", "host", "ours"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.2", "127.0.0.2", True),
        ("localhost", "::1", True),
        ("192.168.0.5", "127.0.0.1", False),
        ("evil.example", "0.0.0.0", False),  # noqa: S104 -- not bound
        ("192.168.0.5", "0.0.0.0", True),  # noqa: S104 -- not bound
        ("desk.local", "desk.local", True),
        ("evil.example", "desk.local", False),
        ("", "127.0.0.1", False),
    ],
)
def test_host_names_of_this_server_are_recognised(name: str, host: str, ours: bool) -> None:
    assert Address(host).is_named(name) is ours
