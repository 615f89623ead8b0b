import json
from pathlib import Path
from typing import TypedDict

import pytest

from cluetree import Edition, editions
from cluetree.errors import UnknownEditionError


class Facts(TypedDict):
    id: str
    title: str
    categories: dict[str, list[str]]
    shortest_unique_prefix: dict[str, str]


DATA: list[Facts] = json.loads(
    (Path(__file__).parent / "data" / "editions.json").read_text("utf-8")
)

each_edition = pytest.mark.parametrize(
    ("deck", "facts"),
    [(editions.get_edition(facts["id"]), facts) for facts in DATA],
    ids=[facts["id"] for facts in DATA],
)


def test_shipped_editions() -> None:
    ids = [deck.id for deck in editions.SHIPPED]
    assert sorted(map(str, ids)) == sorted(facts["id"] for facts in DATA)
    assert len(set(ids)) == len(ids)


@each_edition
def test_cards_equal_printed_lists(deck: Edition, facts: Facts) -> None:
    assert (deck.id, deck.title) == (facts["id"], facts["title"])
    assert list(deck.suspects) == facts["categories"]["suspect"]
    assert list(deck.weapons) == facts["categories"]["weapon"]
    assert list(deck.rooms) == facts["categories"]["room"]


@pytest.mark.parametrize("deck", editions.SHIPPED, ids=str)
def test_every_card_is_found_by_its_own_name_and_its_aliases(deck: Edition) -> None:
    for card in deck.cards:
        for spelling in (card.name, card.name.upper(), card.name.lower(), f"  {card.name} "):
            assert deck.card(spelling) is card
        for pair in (" -", " _", " ", ".", "'", "'\u2019"):
            assert deck.card(card.name.replace(pair[0], pair[1:])) is card
        assert all(deck.card(alias) is card for alias in deck.aliases.get(card.name, ()))


@each_edition
def test_shortest_prefix_that_one_card_has_finds_it(deck: Edition, facts: Facts) -> None:
    prefixes = facts["shortest_unique_prefix"]
    assert [deck.card(prefixes[card.name]) for card in deck.cards] == [*deck.cards]


CLASSIC = ("clue-us", "cluedo-uk", "clue-2016", "clue-2023")
OTHER_WORDS = {
    "Miss Scarlet": ("red", "scarlet", "scarlett"),
    "Mr. Green": ("Rev. Green", "Reverend Green", "mayor green", "Mr Green"),
    "Professor Plum": ("prof. plum", "PLUM"),
    "Colonel Mustard": ("col mustard",),
    "Mrs. Peacock": ("Mrs Peacock", "solicitor peacock"),
    "Knife": ("knife", "dagger"),
    "Wrench": ("wrench", "spanner"),
    "Lead Pipe": ("lead pipe", "lead piping", "leadpipe", "pipe"),
    "Revolver": ("pistol", "gun"),
    "Ballroom": ("ball room", "ball_room"),
    "Billiard Room": ("billiards room", "BilliardsRoom", "billiard"),
    "Dining Room": ("dining-room", "dining"),
}


@pytest.mark.parametrize("id_", CLASSIC)
def test_names_of_one_printing_find_the_card_of_another(id_: str) -> None:
    deck = editions.get_edition(id_)
    for card, words in OTHER_WORDS.items():
        place = editions.CLUE_US.position[editions.CLUE_US.card(card)]
        assert {deck.card(word) for word in words} == {deck.cards[place]}


@pytest.mark.parametrize("id_", ["cluedo-de", "cluedo-fr", "cluedo-es", "cluedo-it"])
def test_deck_in_another_language_knows_the_english_names(id_: str) -> None:
    deck = editions.get_edition(id_)
    for card, english in zip(deck.cards, editions.CLUEDO_UK.cards, strict=True):
        assert deck.card(english.name) is card


@pytest.mark.parametrize(
    ("id_", "word", "name"),
    [
        ("cluedo-de", "weiss", "Frau Weiß"),
        ("cluedo-de", "Gruen", "Reverend Grün"),
        ("cluedo-de", "kueche", "Küche"),
        ("cluedo-de", "Fräulein Ming", "Fräulein Gloria"),
        ("cluedo-de", "gatow", "Oberst von Gatow"),
        ("cluedo-de", "porz", "Baronin von Porz"),
        ("cluedo-fr", "mlle rose", "Mademoiselle Rose"),
        ("cluedo-fr", "cle anglaise", "Clé anglaise"),
        ("cluedo-es", "Srta. Amapola", "Señorita Amapola"),
        ("cluedo-es", "punal", "Puñal"),
        ("cluedo-it", "bianchi", "Signora White"),
        ("discover-the-secrets", "Miss Scarlet", "Kasandra Scarlet"),
        ("discover-the-secrets", "Theater", "Theatre"),
        ("harry-potter", "Goyle", "Crabbe & Goyle"),
        ("harry-potter", "Defense against the Dark Arts", "Defence Against the Dark Arts"),
        ("simpsons", "Poison Donut", "Poisoned Donut"),
        ("simpsons", "Retirement Castle", "Springfield Retirement Castle"),
        ("simpsons", "Power Plant", "Nuclear Power Plant"),
        ("simpsons", "Plum", "Bart Simpson"),
        ("simpsons", "Mustard", "Krusty the Clown"),
        ("master-detective", "Grey", "Sergeant Gray"),
        ("clue-2011", "Pistol", "Pistol"),
        ("clue-2011", "Game", "Game Room"),
    ],
)
def test_names_are_found_in_common_spellings(id_: str, word: str, name: str) -> None:
    assert editions.get_edition(id_).card(word).name == name


@pytest.mark.parametrize("word", ["clue", "", "CLUE-US ", "clue_us"])
def test_unknown_id_names_the_shipped_ones(word: str) -> None:
    with pytest.raises(UnknownEditionError) as caught:
        editions.get_edition(word)
    assert caught.value.word == word
    assert caught.value.candidates == tuple(deck.id for deck in editions.SHIPPED)
