import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import example, given, strategies as st

from cluetree import (
    Category,
    ClueCard,
    ClueGuess,
    Edition,
    InvalidEditionError,
    InvalidGuessError,
    InvalidTableError,
    UnknownCardError,
    editions,
)
from tests.strategies import editions as small_decks

US = editions.CLUE_US
TINY = Edition(("Miss Plum", "Señor Green"), ("Rope", "Lead Pipe"), ("Hall", "Hallway"))


def test_cards_are_suspects_then_weapons_then_rooms() -> None:
    assert [card.name for card in TINY.cards] == [
        "Miss Plum",
        "Señor Green",
        "Rope",
        "Lead Pipe",
        "Hall",
        "Hallway",
    ]
    assert [card.category for card in TINY.cards] == [c for c in Category for _ in range(2)]
    assert [TINY.position[card] for card in TINY.cards] == list(range(6))
    assert [TINY.of(category) for category in Category] == [
        TINY.cards[:2],
        TINY.cards[2:4],
        TINY.cards[4:],
    ]


def test_a_card_is_its_name_and_category() -> None:
    card = ClueCard("Rope", Category.WEAPON)
    assert card == TINY.card("rope")
    assert hash(card) == hash(TINY.card("rope"))
    assert card != ClueCard("Rope", Category.ROOM)
    assert str(card) == "Rope"


def test_a_deck_has_its_own_cards_only() -> None:
    assert TINY.card("rope") in TINY
    assert ClueCard("Rope", Category.ROOM) not in TINY
    assert US.card("knife") not in TINY
    assert "Rope" not in TINY


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("Miss Plum", "Miss Plum"),
        ("plum", "Miss Plum"),
        ("p", "Miss Plum"),
        ("MISS-PLUM", "Miss Plum"),
        ("missplum", "Miss Plum"),
        ("Ms. Plum", "Miss Plum"),
        ("Mrs Plum", "Miss Plum"),
        ("Professor Plum", "Miss Plum"),
        ("  plum\t", "Miss Plum"),
        ("senor green", "Señor Green"),
        ("SEÑOR GREEN", "Señor Green"),
        ("sen\u0303or green", "Señor Green"),
        ("s", "Señor Green"),
        ("lead_pipe", "Lead Pipe"),
        ("leadpipe", "Lead Pipe"),
        ("Lead-Pipe", "Lead Pipe"),
        ("l", "Lead Pipe"),
        ("hall", "Hall"),
        ("the hall", "Hall"),
        ("hallw", "Hallway"),
        ("r", "Rope"),
    ],
)
def test_words_that_find_a_card(word: str, name: str) -> None:
    assert TINY.card(word).name == name


@pytest.mark.parametrize(
    ("word", "candidates"),
    [
        ("ha", ("Hall", "Hallway")),
        ("h", ("Hall", "Hallway")),
        ("the h", ("Hall", "Hallway")),
    ],
)
def test_an_ambiguous_word_names_its_candidates(word: str, candidates: tuple[str, ...]) -> None:
    with pytest.raises(UnknownCardError) as caught:
        TINY.card(word)
    assert caught.value.ambiguous
    assert caught.value.word == word
    assert caught.value.candidates == candidates
    assert all(name in str(caught.value) for name in candidates)


@pytest.mark.parametrize(
    ("word", "near"),
    [("roap", "Rope"), ("plumb", "Miss Plum"), ("gren", "Señor Green"), ("pipe", "Lead Pipe")],
)
def test_a_misspelt_word_names_what_comes_close(word: str, near: str) -> None:
    with pytest.raises(UnknownCardError) as caught:
        TINY.card(word)
    assert not caught.value.ambiguous
    assert near in caught.value.candidates


@pytest.mark.parametrize("word", ["", " ", "\t\n", "-", "...", "xyzzy", "42", "\u0303"])
def test_a_word_that_is_nothing_is_refused(word: str) -> None:
    with pytest.raises(UnknownCardError) as caught:
        TINY.card(word)
    assert caught.value.word == word
    assert not caught.value.ambiguous


def test_a_card_of_another_deck_is_refused() -> None:
    with pytest.raises(UnknownCardError):
        TINY.card(US.card("knife"))
    with pytest.raises(UnknownCardError) as caught:
        TINY.card(ClueCard("Rope", Category.ROOM))
    assert caught.value.word == "Rope"


def test_a_full_name_goes_before_a_prefix_and_a_title() -> None:
    deck = Edition(("Green", "Greenwood", "Dr. Green"), ("Rope",), ("The Hall", "Hallway"))
    assert deck.card("green").name == "Green"
    assert deck.card("Dr. Green").name == "Dr. Green"
    assert deck.card("dr green").name == "Dr. Green"
    assert deck.card("hall").name == "The Hall"


def test_a_name_of_titles_alone_keeps_them() -> None:
    deck = Edition(("The Doctor", "The Colonel"), ("Rope",), ("Hall",))
    assert deck.card("the doctor").name == "The Doctor"
    assert deck.card("the colonel").name == "The Colonel"
    with pytest.raises(UnknownCardError):
        deck.card("the")


def test_names_in_any_script_and_of_signs_alone_are_found() -> None:
    deck = Edition(("Полковник", "教授"), ("+", "&"), ("Straße", "Æther"))
    assert deck.card("полк").name == "Полковник"
    assert deck.card("教").name == "教授"
    assert deck.card("+").name == "+"
    assert deck.card("&").name == "&"
    assert deck.card("STRASSE").name == "Straße"
    assert deck.card("æt").name == "Æther"


def test_aliases_find_their_card_after_printed_names() -> None:
    aliases = {"Knife": ("Dagger", "Blade"), "Rope": ("Cord", "Knife Rope")}
    deck = Edition(("Plum",), ("Knife", "Rope"), ("Hall",), aliases=aliases)
    assert deck.card("dagger").name == "Knife"
    assert deck.card("bl").name == "Knife"
    assert deck.card("knife").name == "Knife"
    assert deck.card("kn").name == "Knife"
    assert deck.card("knife rope").name == "Rope"


def test_an_alias_of_two_cards_is_ambiguous() -> None:
    aliases = {"Knife": ("Weapon",), "Rope": ("Weapon",)}
    deck = Edition(("Plum",), ("Knife", "Rope"), ("Hall",), aliases=aliases)
    with pytest.raises(UnknownCardError) as caught:
        deck.card("weapon")
    assert caught.value.candidates == ("Knife", "Rope")


def test_titles_may_tell_aliases_apart() -> None:
    aliases = {"Green": ("Mr. Brown",), "White": ("Mrs. Brown",)}
    deck = Edition(("Green", "White"), ("Rope",), ("Hall",), aliases=aliases)
    assert deck.card("mr brown").name == "Green"
    assert deck.card("MRS. BROWN").name == "White"
    for word in ("brown", "Dr. Brown"):
        with pytest.raises(UnknownCardError) as caught:
            deck.card(word)
        assert caught.value.candidates == ("Green", "White")


def test_an_alias_without_its_title_goes_before_the_beginning_of_a_name() -> None:
    aliases = {"Green": ("Reverend Olive",)}
    deck = Edition(("Green", "Oliver"), ("Rope",), ("Hall",), aliases=aliases)
    for word in ("olive", "rev. olive", "Reverend Olive"):
        assert deck.card(word).name == "Green"
    assert deck.card("oli").name == "Oliver"


def test_the_beginning_of_an_alias_finds_it_with_its_title_and_without() -> None:
    aliases = {"Green": ("Reverend Olive",), "Rope": ("The Reverie",)}
    deck = Edition(("Green",), ("Rope",), ("Hall",), aliases=aliases)
    assert deck.card("reverend o").name == "Green"
    assert deck.card("ol").name == "Green"
    # With its title it begins so, without it the other one does.
    assert deck.card("rever").name == "Green"
    assert deck.card("reveri").name == "Rope"


def test_one_text_in_place_of_aliases_is_refused() -> None:
    with pytest.raises(InvalidEditionError):
        Edition(("Plum",), ("Knife",), ("Hall",), aliases={"Knife": "Dagger"})  # type: ignore[dict-item]


def test_a_deck_keeps_no_door_open_to_its_aliases() -> None:
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
def test_decks_that_cannot_be_played_are_refused(
    deck: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]], complaint: str
) -> None:
    with pytest.raises(InvalidEditionError, match=complaint):
        Edition(*deck)


def test_one_text_in_place_of_names_is_refused() -> None:
    with pytest.raises(InvalidEditionError, match="weapons"):
        Edition(("Plum",), "Rope", ("Hall",))  # type: ignore[arg-type]


def test_an_alias_for_no_card_is_refused() -> None:
    with pytest.raises(InvalidEditionError, match="Sword"):
        Edition(("Plum",), ("Rope",), ("Hall",), aliases={"Sword": ("Blade",)})


def test_titles_may_tell_cards_apart() -> None:
    deck = Edition(("Mr. Green", "Mrs. Green"), ("Rope",), ("Hall",))
    assert deck.card("mr. green").name == "Mr. Green"
    assert deck.card("mrs green").name == "Mrs. Green"
    with pytest.raises(UnknownCardError) as caught:
        deck.card("green")
    assert caught.value.candidates == ("Mr. Green", "Mrs. Green")


def test_lists_are_taken_for_tuples() -> None:
    deck = Edition(["Plum"], ["Rope"], ["Hall"])  # type: ignore[arg-type]
    assert deck == Edition(("Plum",), ("Rope",), ("Hall",))
    assert hash(deck) == hash(Edition(("Plum",), ("Rope",), ("Hall",)))


def test_a_guess_takes_its_cards_in_any_order() -> None:
    plum, rope, hall = TINY.card("plum"), TINY.card("rope"), TINY.card("hall")
    for words in (("plum", "rope", "hall"), ("hall", "plum", "rope"), (hall, rope, "plum")):
        guess = TINY.guess(*words)
        assert (guess.suspect, guess.weapon, guess.room) == (plum, rope, hall)
        assert guess.cards == tuple(guess) == (plum, rope, hall)
    assert str(TINY.guess("plum", "rope", "hall")) == "Miss Plum, Rope, Hall"
    assert plum in TINY.guess("plum", "rope", "hall")
    assert TINY.card("hallway") not in TINY.guess("plum", "rope", "hall")
    assert "Rope" not in TINY.guess("plum", "rope", "hall")


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
def test_what_is_no_guess_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(InvalidGuessError) as caught:
        TINY.guess(*words)
    said = ", ".join(f"{TINY.card(word)} ({TINY.card(word).category})" for word in words)
    assert str(caught.value).endswith(f", got {said or 'nothing'}")


def test_three_cards_at_most_are_offered_for_a_misspelt_word() -> None:
    deck = Edition(("Anna", "Annb", "Annc", "Annd"), ("Rope",), ("Hall",))
    with pytest.raises(UnknownCardError) as caught:
        deck.card("annx")
    assert len(caught.value.candidates) == 3


def test_a_guess_of_a_strange_card_is_refused() -> None:
    with pytest.raises(UnknownCardError):
        TINY.guess("plum", "dagger", "hall")
    with pytest.raises(UnknownCardError):
        TINY.guess("plum", US.card("dagger"), "hall")


def test_a_card_in_the_wrong_place_is_no_guess() -> None:
    plum, rope, hall = TINY.card("plum"), TINY.card("rope"), TINY.card("hall")
    with pytest.raises(InvalidGuessError, match="Rope is a weapon, not a suspect"):
        ClueGuess(rope, plum, hall)
    with pytest.raises(InvalidGuessError, match="Hall is a room, not a weapon"):
        ClueGuess(plum, hall, rope)
    with pytest.raises(InvalidGuessError, match="Rope is a weapon, not a room"):
        ClueGuess(plum, rope, rope)


def test_a_hand_keeps_its_order_and_has_no_card_twice() -> None:
    assert [card.name for card in TINY.hand("hall", "rope")] == ["Hall", "Rope"]
    assert TINY.hand() == ()
    with pytest.raises(InvalidTableError, match="Rope"):
        TINY.hand("rope", "hall", "r")
    with pytest.raises(UnknownCardError):
        TINY.hand("rope", "sword")


def test_a_deck_prints_as_title_or_id() -> None:
    assert str(US) == "Clue (classic, North America)"
    assert str(Edition(("a",), ("b",), ("c",), id="mine")) == "mine"
    assert str(Edition(("a",), ("b",), ("c",))) == "a custom deck"


@pytest.mark.parametrize("value", [US, TINY, US.card("rope"), US.guess("pl", "ro", "ha")], ids=str)
def test_all_is_frozen_hashable_and_travels(value: Edition | ClueCard | ClueGuess) -> None:
    def same(other: object) -> bool:
        return other == value and hash(other) == hash(value)

    def look_up() -> None:
        if isinstance(value, Edition):
            assert value.card("rop").name == "Rope"
            assert value.card("hall") in value
            assert value.of(Category.ROOM)

    before = hash(value)
    assert same(pickle.loads(pickle.dumps(value)))  # noqa: S301 -- our own bytes
    look_up()
    assert hash(value) == before
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert same(pickle.loads(pickle.dumps(value, protocol)))  # noqa: S301
    assert same(copy.deepcopy(value))
    again: object = pickle.loads(pickle.dumps(value))  # noqa: S301
    if isinstance(again, Edition):
        assert again.card("rop") == US.card("rop")
    field = "suspects" if isinstance(value, Edition) else "name"
    with pytest.raises((FrozenInstanceError, TypeError)):
        setattr(value, field, "other")


@given(small_decks(max_size=4), st.text(max_size=8))
@example(US, "the")
@example(US, "ﬁ")
@example(US, "'")
def test_a_word_finds_a_card_or_a_one_line_error(deck: Edition, word: str) -> None:
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
