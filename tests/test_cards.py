import pytest
from hypothesis import example, given, strategies as st

from cluetree import Category, ClueCard, ClueGuess, Edition, editions
from cluetree.errors import (
    InvalidEditionError,
    InvalidGuessError,
    InvalidTableError,
    UnknownCardError,
)
from tests.strategies import editions as small_decks

US = editions.CLUE_US
TINY = Edition(("Miss Plum", "Señor Green"), ("Rope", "Lead Pipe"), ("Hall", "Hallway"))


def test_cards_are_suspects_then_weapons_then_rooms() -> None:
    names = [*TINY.suspects, *TINY.weapons, *TINY.rooms]
    assert [card.name for card in TINY.cards] == names
    assert [card.category for card in TINY.cards] == [c for c in Category for _ in range(2)]
    assert [TINY.position[card] for card in TINY.cards] == list(range(6))
    assert [TINY.of(category) for category in Category] == [
        TINY.cards[:2],
        TINY.cards[2:4],
        TINY.cards[4:],
    ]


def test_deck_has_its_own_cards_only() -> None:
    assert TINY.card("rope") in TINY
    assert ClueCard("Rope", Category.ROOM) not in TINY
    assert US.card("knife") not in TINY


@pytest.mark.parametrize(
    ("word", "near"),
    [("roap", "Rope"), ("plumb", "Miss Plum"), ("gren", "Señor Green"), ("pip", "Lead Pipe")],
)
def test_misspelt_name_has_suggestions(word: str, near: str) -> None:
    with pytest.raises(UnknownCardError) as caught:
        TINY.card(word)
    assert not caught.value.ambiguous
    assert near in caught.value.candidates


@pytest.mark.parametrize("word", ["", " ", "\t\n", "-", "...", "xyzzy", "42", "\u0303"])
def test_empty_name_is_rejected(word: str) -> None:
    with pytest.raises(UnknownCardError) as caught:
        TINY.card(word)
    assert caught.value.word == word
    assert not caught.value.ambiguous


def test_card_of_another_deck_is_rejected() -> None:
    with pytest.raises(UnknownCardError):
        TINY.card(US.card("knife"))
    with pytest.raises(UnknownCardError) as caught:
        TINY.card(ClueCard("Rope", Category.ROOM))
    assert caught.value.word == "Rope"


def deck_of(*suspects: str, rest: tuple[str, ...] = ("Rope", "Hall"), **aliases: str) -> Edition:
    """A deck with these suspects; `rest` has the weapons and then the room."""
    *weapons, room = rest
    known = {card: tuple(names.split("|")) for card, names in aliases.items()}
    return Edition(suspects, tuple(weapons), (room,), aliases=known)


@pytest.mark.parametrize(
    ("deck", "meanings"),
    [
        # Case, titles, accents, blanks and signs do not matter, and a prefix is enough.
        (
            TINY,
            dict.fromkeys(("Miss Plum", "plum", "p", "MISS-PLUM", "missplum"), "Miss Plum")
            | dict.fromkeys(("Ms. Plum", "Mrs Plum", "Professor Plum", "  plum\t"), "Miss Plum")
            | dict.fromkeys(("senor green", "SEÑOR GREEN", "sen\u0303or green"), "Señor Green")
            | dict.fromkeys(("lead_pipe", "leadpipe", "Lead-Pipe", "l"), "Lead Pipe")
            | {"s": "Señor Green", "hall": "Hall", "the hall": "Hall", "hallw": "Hallway"}
            | dict.fromkeys(("ha", "h", "the h"), ("Hall", "Hallway")),
        ),
        # A full name goes before a prefix and a title, a printed name before an alias.
        (
            deck_of("Green", "Greenwood", "Dr. Green", rest=("Rope", "The Hall")),
            {"green": "Green", "Dr. Green": "Dr. Green", "dr green": "Dr. Green"}
            | {"hall": "The Hall"},
        ),
        (
            deck_of(
                "Plum", rest=("Knife", "Rope", "Hall"), Knife="Dagger|Blade", Rope="Knife Rope"
            ),
            {"dagger": "Knife", "bl": "Knife", "knife": "Knife", "kn": "Knife"}
            | {"knife rope": "Rope"},
        ),
        (
            deck_of("Green", "Oliver", Green="Reverend Olive"),
            dict.fromkeys(("olive", "rev. olive", "Reverend Olive"), "Green") | {"oli": "Oliver"},
        ),
        # With its title an alias begins with this word, without it another one does.
        (
            deck_of("Green", Green="Reverend Olive", Rope="The Reverie"),
            {"reverend o": "Green", "ol": "Green", "rever": "Green", "reveri": "Rope"},
        ),
        # Titles alone, other scripts, and signs are names.
        (
            deck_of("The Doctor", "The Colonel"),
            {"the doctor": "The Doctor", "the colonel": "The Colonel"},
        ),
        (
            deck_of("Полковник", "教授", rest=("+", "&", "Straße")),
            {"полк": "Полковник", "教": "教授", "+": "+", "&": "&", "STRASSE": "Straße"},
        ),
        (deck_of("Plum", rest=("Rope", "Æther")), {"æt": "Æther"}),
        # Titles distinguish names that are otherwise equal.
        (
            deck_of("Mr. Green", "Mrs. Green"),
            {"mr. green": "Mr. Green", "mrs green": "Mrs. Green"}
            | {"green": ("Mr. Green", "Mrs. Green")},
        ),
        (
            deck_of("Green", "White", Green="Mr. Brown", White="Mrs. Brown"),
            {"mr brown": "Green", "MRS. BROWN": "White"}
            | dict.fromkeys(("brown", "Dr. Brown"), ("Green", "White")),
        ),
        (deck_of("Plum", Rope="Weapon", Plum="Weapon"), {"weapon": ("Plum", "Rope")}),
    ],
    ids=lambda value: value.suspects[0] if isinstance(value, Edition) else "",
)
def test_meaning_of_a_word(deck: Edition, meanings: dict[str, str | tuple[str, ...]]) -> None:
    """A word means a card, or it is ambiguous and its error has the candidates."""
    for word, meaning in meanings.items():
        if isinstance(meaning, str):
            assert deck.card(word).name == meaning
        else:
            with pytest.raises(UnknownCardError) as caught:
                deck.card(word)
            assert caught.value.candidates == meaning


def test_deck_keeps_its_aliases_when_the_mapping_changes() -> None:
    aliases = {"Knife": ("Dagger",)}
    deck = Edition(("Plum",), ("Knife", "Rope"), ("Hall",), aliases=aliases)
    twin = Edition(("Plum",), ("Knife", "Rope"), ("Hall",), aliases={"Knife": ("Dagger",)})
    aliases["Rope"] = ("Cord",)
    assert deck == twin
    with pytest.raises(UnknownCardError):
        deck.card("cord")


@pytest.mark.parametrize(
    ("deck", "complaint"),
    [
        (((), ("Rope",), ("Hall",)), "suspect"),
        ((("Plum",), (), ("Hall",)), "weapon"),
        ((("Plum",), ("Rope",), ()), "room"),
        ((("Plum", "Plum"), ("Rope",), ("Hall",)), "Plum and Plum"),
        ((("Plum", "PLUM"), ("Rope",), ("Hall",)), "Plum and PLUM"),
        ((("Plum",), ("plum",), ("Hall",)), "Plum and plum"),
        ((("Plum",), ("Lead Pipe", "Lead-Pipe"), ("Hall",)), "Lead Pipe and Lead-Pipe"),
        ((("Séance", "Seance"), ("Rope",), ("Hall",)), "Séance and Seance"),
        ((("",), ("Rope",), ("Hall",)), "blank"),
        ((("Plum",), (" ",), ("Hall",)), "blank"),
    ],
)
def test_invalid_decks_are_rejected(
    deck: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]], complaint: str
) -> None:
    with pytest.raises(InvalidEditionError, match=complaint):
        Edition(*deck)


def test_alias_for_an_unknown_card_is_rejected() -> None:
    with pytest.raises(InvalidEditionError, match="Sword"):
        Edition(("Plum",), ("Rope",), ("Hall",), aliases={"Sword": ("Blade",)})


def test_guess_accepts_its_cards_in_any_order() -> None:
    plum, rope, hall = TINY.card("plum"), TINY.card("rope"), TINY.card("hall")
    for words in (("plum", "rope", "hall"), ("hall", "plum", "rope"), (hall, rope, "plum")):
        guess = TINY.guess(*words)
        assert (guess.suspect, guess.weapon, guess.room) == (plum, rope, hall)
        assert guess.cards == tuple(guess) == (plum, rope, hall)
    assert str(TINY.guess("plum", "rope", "hall")) == "Miss Plum, Rope, Hall"
    assert plum in TINY.guess("plum", "rope", "hall")
    assert TINY.card("hallway") not in TINY.guess("plum", "rope", "hall")


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("plum",),
        ("plum", "rope"),
        ("plum", "rope", "lead pipe"),
        ("plum", "plum", "plum"),
        ("plum", "rope", "hall", "hall"),
        ("plum", "rope", "hall", "hallway"),
    ],
)
def test_invalid_guess_is_rejected(words: tuple[str, ...]) -> None:
    with pytest.raises(InvalidGuessError) as caught:
        TINY.guess(*words)
    cards = ", ".join(f"{TINY.card(word)} ({TINY.card(word).category})" for word in words)
    assert str(caught.value).endswith(f", got {cards or 'nothing'}")


def test_guess_has_one_card_of_each_category() -> None:
    plum, rope, hall = TINY.card("plum"), TINY.card("rope"), TINY.card("hall")
    with pytest.raises(InvalidGuessError, match="Rope is a weapon, not a suspect"):
        ClueGuess(rope, plum, hall)
    with pytest.raises(InvalidGuessError, match="Hall is a room, not a weapon"):
        ClueGuess(plum, hall, rope)
    with pytest.raises(InvalidGuessError, match="Rope is a weapon, not a room"):
        ClueGuess(plum, rope, rope)


def test_hand_keeps_its_order_and_has_distinct_cards() -> None:
    assert [card.name for card in TINY.hand("hall", "rope")] == ["Hall", "Rope"]
    assert TINY.hand() == ()
    with pytest.raises(InvalidTableError, match="Rope"):
        TINY.hand("rope", "hall", "r")
    with pytest.raises(UnknownCardError):
        TINY.hand("rope", "sword")


@given(small_decks(max_size=4), st.text(max_size=8))
@example(US, "the")
@example(US, "ﬁ")
@example(US, "'")
def test_name_finds_a_card_or_raises_a_one_line_error(deck: Edition, word: str) -> None:
    try:
        card = deck.card(word)
    except UnknownCardError as error:
        caught = error
    else:
        assert card in deck
        return
    assert caught.ambiguous == ("ambiguous" in str(caught))
    assert len(caught.candidates) > 1 or not caught.ambiguous
    assert all(deck.card(name).name == name for name in caught.candidates)
    assert str(caught).isprintable() or not word.isprintable()
