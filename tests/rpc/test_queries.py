"""The methods that ask what follows: the library's own answers, in the command's own forms."""

import json

import pytest

from cluetree import Notebook, record
from tests.exact.data import CASES, IMPOSSIBLE, Case
from tests.exact.games import play, seeded
from tests.rpc.client import CLASH, LINES, Client

each_impossible = pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case.path.stem)


@pytest.fixture
def client() -> Client:
    return Client()


def opened(client: Client, case: Case) -> tuple[str, Notebook]:
    game: str = client.ask("new", record=case.text)["game"]
    return game, Notebook.from_record(case.record)


def test_beliefs_in_part(client: Client) -> None:
    game = client.game(*LINES)
    whole = client.ask("beliefs", game=game)
    assert "one_of" not in whole
    few = client.ask("beliefs", game=game, triples=3)
    assert few["triples"] == whole["triples"][:3]
    assert len(whole["triples"]) > 3
    assert client.ask("beliefs", game=game, triples=0)["triples"] == []


def test_why_of_nobody_and_nothing(client: Client) -> None:
    game = client.game()
    data = client.refused("why", game=game, player="Zoe", card="Rope")["data"]
    assert (data["kind"], data["path"]) == ("unknown_player", "$.params.player")
    data = client.refused("why", game=game, player="Bob", card="Sword")["data"]
    assert (data["kind"], data["path"]) == ("unknown_card", "$.params.card")


def test_nothing_follows_from_what_cannot_be_true(client: Client) -> None:
    error = client.refused("why", game=client.game(*CLASH), player="Bob", card="Rope")
    assert (error["code"], error["data"]["kind"]) == (13, "contradiction")


@each_impossible
def test_repair_mends(client: Client, case: Case) -> None:
    game, _ = opened(client, case)
    repairs = client.ask("repairs", game=game)["repairs"]
    before = client.ask("save", game=game)["record"]
    for one in repairs[:2]:
        version = client.ask("answer", game=game)["version"]
        done = client.ask("repair", game=game, number=one["number"], expect_version=version)
        assert done["version"] == version + 1
        assert client.ask("beliefs", game=game)["deals"] == one["deals"]
        client.ask("undo", game=game)
    assert client.ask("save", game=game)["record"] == before


def test_repair_of_no_number(client: Client) -> None:
    game = client.game(*CLASH)
    last = len(client.ask("repairs", game=game)["repairs"])
    for number in (0, last + 1):
        error = client.refused("repair", game=game, number=number)
        assert (error["code"], error["data"]["path"]) == (-32602, "$.params.number")
    assert client.refused("repair", game=client.game(), number=1)["code"] == -32602


def test_repair_keeps_the_numbers_of_repairs_cut_short(client: Client) -> None:
    """The default limit would find more, and number them differently."""
    game = client.game(*CLASH)
    cut = client.ask("repairs", game=game, limit={"seconds": 0})
    assert cut["complete"] is False
    number = len(cut["repairs"]) + 1
    assert client.refused("repair", game=game, number=number)["code"] == -32602
    assert len(client.ask("repairs", game=game)["repairs"]) >= number


@pytest.mark.parametrize(
    ("form", "start"), [("text", "known events"), ("dot", "digraph"), ("mermaid", "flowchart")]
)
def test_tree(client: Client, form: str, start: str) -> None:
    drawn = client.ask("tree", game=client.game(*LINES), form=form)["tree"]
    assert drawn.startswith(start)
    assert client.refused("tree", game="1", form="oil")["data"]["path"] == "$.params.form"


def test_review(client: Client) -> None:
    game = play(seeded(3), CASES[0].record.table.edition, 3, 12)
    played = Notebook(game.table, game.events)
    opened = client.ask("new", record=record.dumps_clue(played.record))["game"]
    deal = {card.name: place for card, place in game.deal.items()}
    wrong = next(name for name in game.table.names if name != game.deal[game.hidden.room])
    client.ask("tell", game=opened, event=f"{wrong} lacks {game.hidden.room}")
    client.ask("tell", game=opened, event=f"{wrong} holds {game.hidden.weapon}")
    found = client.ask("review", game=opened, deal=deal)
    assert found["untrue"] == [len(game.events) + 2]
    expected = Notebook.from_json(json.dumps(client.ask("save", game=opened)["record"])).review()
    assert found["settled_by"] == expected.settled_by
    assert found["lessons"] == [
        {
            "number": lesson.number,
            "deduced": [
                {"player": fact.player, "card": fact.card.name, "holds": fact.holds}
                for fact in lesson.deduced
            ],
            "bits": lesson.bits,
        }
        for lesson in expected.lessons
    ]


def test_deal_that_is_none(client: Client) -> None:
    game = client.game()
    everything = [
        card
        for kind in ("suspects", "weapons", "rooms")
        for card in client.ask("editions")["editions"][0][kind]
    ]
    deal = dict.fromkeys(everything, "Bob")
    envelope = {"Mrs. White": "envelope", "Rope": "envelope", "Hall": "envelope"}
    bad: list[tuple[dict[str, str], str]] = [
        ({"Rope": "Bob"}, "$.params.deal"),
        ({**deal, **envelope, "Knife": "Zoe"}, "$.params.deal.Knife"),
        ({**deal, **envelope, "Sword": "Bob"}, "$.params.deal.Sword"),
        ({**deal, **envelope, "knife": "Eve"}, "$.params.deal.knife"),
        (deal, "$.params.deal"),
    ]
    for told, path in bad:
        assert client.refused("review", game=game, deal=told)["data"]["path"] == path
    assert client.ask("review", game=game, deal={**deal, **envelope})["untrue"] == []
