"""Questions and advice by the protocol: parameters and errors."""

import pytest

from tests.rpc.client import CLASH, LINES, SHOWN, Client


def test_beliefs_can_be_limited_to_some_triples(client: Client) -> None:
    game = client.game(*LINES)
    whole = client.ask("beliefs", game=game)
    assert "one_of" not in whole
    few = client.ask("beliefs", game=game, triples=3)
    assert few["triples"] == whole["triples"][:3]
    assert len(whole["triples"]) == few["possible"] > 3
    assert client.ask("beliefs", game=game, triples=0)["triples"] == []


def test_unknown_repair_is_rejected(client: Client) -> None:
    game = client.game(*CLASH)
    last = len(client.ask("check", game=game)["repairs"])
    for number in (0, last + 1):
        error = client.refused("repair", game=game, number=number)
        assert (error["code"], error["data"]["path"]) == (-32602, "$.params.number")
    assert client.refused("repair", game=client.game(), number=1)["code"] == -32602


def test_repair_keeps_the_numbers_of_repairs_cut_short(client: Client) -> None:
    """The default limit would find more, and number them differently."""
    game = client.game(*CLASH)
    cut = client.ask("check", game=game, limit={"states": 50})
    assert cut["complete"] is False
    number = len(cut["repairs"]) + 1
    assert client.refused("repair", game=game, number=number)["code"] == -32602
    assert len(client.ask("check", game=game)["repairs"]) >= number


# Advice

ASKED = {"asker": "bob", "cards": ["hall", "plum", "rope"]}


@pytest.fixture
def game(client: Client) -> str:
    return client.game(SHOWN, *LINES)


@pytest.mark.parametrize(
    ("method", "params", "code", "path"),
    [
        ("advise", {"rooms": ["hall", "cellar"]}, 11, "$.params.rooms"),
        ("advise", {"rooms": ["rope"]}, 12, None),
        ("explain", {"player": "Rope", "card": "Rope"}, 11, "$.params.player"),
        ("review", {"deal": {"x": ""}}, 11, "$.params.deal"),
        ("advise", {"top": -1}, -32602, "$.params.top"),
        ("card_to_show", {**ASKED, "asker": "Zoe"}, 11, "$.params.asker"),
        ("card_to_show", {**ASKED, "cards": ["plum"]}, 12, "$.params.cards"),
        ("card_to_show", {**ASKED, "cards": ["plum", "pipe", "kitchen"]}, 12, None),
        ("card_to_show", {**ASKED, "samples": 1}, -32602, "$.params.samples"),
        ("rivals", {"limit": {"seconds": -1}}, -32602, "$.params.limit.seconds"),
        ("rivals", {"samples": 10**9}, -32602, "$.params.samples"),
    ],
)
def test_invalid_question_is_rejected(
    client: Client, method: str, params: dict[str, object], code: int, path: str | None
) -> None:
    error = client.refused(method, game=client.game(), **params)
    assert (error["code"], error["data"].get("path")) == (code, path)


@pytest.mark.parametrize("method", ["advise", "rivals", "accuse_now", "card_to_show"])
def test_impossible_log_gets_no_advice(client: Client, method: str) -> None:
    params = ASKED if method == "card_to_show" else {}
    assert client.refused(method, game=client.game(*CLASH), **params)["code"] == 13
