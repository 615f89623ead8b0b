from contextlib import suppress

import pytest

from cluetree import Category, Edition, editions
from cluetree._names import TITLES, folded
from cluetree.errors import UnknownCardError, UnknownEditionError

each_deck = pytest.mark.parametrize("deck", editions.SHIPPED, ids=lambda deck: deck.id)


def bare(name: str) -> str:
    """Return a name without its titles."""
    title, _, rest = name.partition(" ")
    return bare(rest) if rest and folded(title).replace(".", "") in TITLES else name


@each_deck
def test_every_form_of_a_name_is_its_card_or_ambiguous(deck: Edition) -> None:
    """Case, signs, other titles, prefixes and misspellings never mean another card."""
    names = [(card, (card.name, *deck.aliases.get(card.name, ()))) for card in deck.cards]
    whole = {folded(form) for _, each in names for name in each for form in (name, bare(name))}
    for card, spellings in names:
        for name in spellings:
            pairs = (" -", " _", " ", ".", "'", "'\u2019")
            signs = [name.replace(pair[0], pair[1:]) for pair in pairs]
            for same in (name, name.upper(), name.lower(), f"  {name} ", *signs):
                assert deck.card(same) is card
        short, typed = bare(card.name), f"{card.name}{card.name[-1]}"
        with suppress(UnknownCardError):
            assert deck.card(typed) is card, typed
        titles = TITLES if card.category is Category.SUSPECT else ()
        starts = [short[:length] for length in range(1, len(short.replace("-", " ").split()[0]))]
        for form in (*starts, *(f"{title.title()}. {short}" for title in titles)):
            assert card in deck.meant_by(form) or folded(form) in whole, form


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


LOCAL = [deck for deck in editions.SHIPPED if str(deck.id).startswith(("cluedo", "detetive"))]


@pytest.mark.parametrize("deck", LOCAL, ids=lambda deck: deck.id)
def test_deck_knows_the_names_of_english_and_of_its_language(deck: Edition) -> None:
    english = editions.CLUE_2016 if str(deck.id).endswith("2016") else editions.CLUEDO_UK
    for card, known in zip(deck.cards, english.cards, strict=True):
        is_known = card.name != "Sala de música"  # which is in no English deck
        assert deck.meant_by(known.name) == (card,) * is_known
    for other in LOCAL:
        if str(deck.id)[:9] == str(other.id)[:9]:
            for card, same in zip(deck.cards, other.cards, strict=True):
                for name in (same.name, *other.aliases.get(same.name, ())):
                    meant = deck.meant_by(name) or (card,)
                    assert card in meant or card == deck.cards[2], name  # White or Orchid


@pytest.mark.parametrize(
    ("id_", "meanings"),
    {
        "clue-us": {"Billards": "Billiard Room", "Plumb": "Professor Plum", "Libary": "Library"},
        "cluedo-uk": {"Revd Green": "Reverend Green"},
        "clue-2011": {"Pistol": "Pistol", "Game": "Game Room", "Study": "Office"}
        | {"Games Room": "Game Room", "Guestroom": "Living Room"},
        "cluedo-de": dict.fromkeys(("Fräulein Ming", "Frl. Ming", "Frl. Gloria"), "Fräulein Gloria")
        | dict.fromkeys(("Gruen", "Herr Dir. Grün", "Dir. Grün"), "Reverend Grün")
        | {"gatow": "Oberst von Gatow", "Oberst v. Gatow": "Oberst von Gatow"}
        | {"porz": "Baronin von Porz", "Baronin v. Porz": "Baronin von Porz"}
        | {"weiss": "Frau Weiß", "kueche": "Küche", "Gun": "Pistole", "Rohr": "Heizungsrohr"},
        "cluedo-de-2016": {"Dr. Orchidee": "Doktor Orchidee", "Messer": "Dolch"},
        "cluedo-fr": {"mlle rose": "Mademoiselle Rose", "cle anglaise": "Clé anglaise"}
        | {"Pr Violet": "Professeur Violet", "batte": "Matraque", "entrée": "Hall"},
        "cluedo-fr-2016": {"Dr Orchidée": "Docteur Orchidée", "M. Olive": "Monsieur Olive"},
        "cluedo-es": {
            "Srta. Amapola": "Señorita Amapola",
            "punal": "Puñal",
            "Salón": "Sala de estar",
        }
        | {"Cnel. Rubio": "Coronel Rubio", "Salón del Billar": "Sala de billar"},
        "cluedo-es-2016": {"Dra. Orquídea": "Doctora Orquídea"},
        "cluedo-it": {"bianchi": "Signora White", "Sig.ra White": "Signora White"}
        | {"Signorina Scarlett": "Miss Scarlett", "Sig. Green": "Reverendo Green"}
        | {"Soggiorno": "Veranda"},
        "cluedo-it-2016": {"Dott.ssa Orchid": "Dottoressa Orchid", "Bagno": "Ingresso"},
        "cluedo-nl": {
            "Mw. de Wit": "Mevrouw de Wit",
            "Geelen": "Kolonel van Geelen",
            "Ds. Groenewoud": "Dominee Groenewoud",
        },
        "cluedo-pl": {"Pulkownik Zoltkowski": "Pułkownik Żółtkowski", "Rurka": "Metalowa rurka"},
        "cluedo-sv": {
            "overste senap": "Överste Senap",
            "köket": "Kök",
            "Salong": "Salong",
            "rör": "Blyrör",
        },
        "detetive-pt": {"Senhorita Rosa": "Srta. Rosa", "Punhal": "Faca", "Entrada": "Hall"},
        "master-detective": {"Grey": "Sergeant Gray"}
        | dict.fromkeys(("M. Brunette", "Captain Brown"), "Monsieur Brunette"),
        "discover-the-secrets": {"Miss Scarlet": "Kasandra Scarlet", "Theater": "Theatre"}
        | {"Baseball Bat": "Bat"},
        "simpsons": {"Poison Donut": "Poisoned Donut", "Power Plant": "Nuclear Power Plant"}
        | {"Plum": "Bart Simpson", "Retirement Castle": "Springfield Retirement Castle"},
        "harry-potter": {"Goyle": "Crabbe & Goyle", "Sleeping Draft": "Sleeping Draught"}
        | {"DADA": "Defence Against the Dark Arts"},
        "harry-potter-de": {"Klassenzimmer für Wahrsagen": "Wahrsagen", "Halle": "Große Halle"},
    }.items(),
)
def test_names_are_found_in_common_spellings(id_: str, meanings: dict[str, str]) -> None:
    deck = editions.get_edition(id_)
    assert {word: deck.card(word).name for word in meanings} == meanings


@pytest.mark.parametrize(
    "word", ["Ropes?", "no Dagger", "not Kitchn", "Mr. Kitchn", "Rooms", "Roap"]
)
def test_doubtful_misspelling_is_rejected(word: str) -> None:
    with pytest.raises(UnknownCardError):
        editions.CLUEDO_UK.card(word)


@pytest.mark.parametrize("word", ["clue", "", "CLUE-US ", "clue_us"])
def test_unknown_id_names_the_shipped_ones(word: str) -> None:
    with pytest.raises(UnknownEditionError) as caught:
        editions.get_edition(word)
    assert caught.value.word == word
    assert caught.value.candidates == tuple(deck.id for deck in editions.SHIPPED)
