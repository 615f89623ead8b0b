import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

from cluetree import (
    ENVELOPE,
    Answering,
    Category,
    ClueCard,
    ClueError,
    CluePlayer,
    Edition,
    InvalidTableError,
    Table,
    UnknownCardError,
    UnknownPlayerError,
    editions,
)

US = editions.CLUE_US
TINY = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = TINY.cards
TABLE = Table.set_up(
    TINY, {"Ann": 1, "Bob": None, "Cid": 0}, viewpoint="Ann", hand=("rope",), face_up=("hall",)
)


def test_a_player_is_a_name_a_size_and_a_hand() -> None:
    ann = CluePlayer("Ann", 2, (ROPE,))
    assert (ann.name, ann.hand_size, ann.hand) == ("Ann", 2, (ROPE,))
    assert str(ann) == "Ann"
    assert CluePlayer("Ann") == CluePlayer("Ann", None, ())
    assert CluePlayer("Ann", 2, [ROPE]) == ann  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["", " ", "\t"])
def test_a_player_needs_a_name(name: str) -> None:
    with pytest.raises(InvalidTableError):
        CluePlayer(name)


def test_a_hand_size_is_not_negative_but_may_be_nought() -> None:
    assert CluePlayer("Ann", 0).hand_size == 0
    with pytest.raises(InvalidTableError, match="Ann"):
        CluePlayer("Ann", -1)


def test_a_hand_fits_its_size_and_has_no_card_twice() -> None:
    assert CluePlayer("Ann", 1, (ROPE,)).hand == (ROPE,)
    assert CluePlayer("Ann", None, (ROPE, HALL)).hand == (ROPE, HALL)
    with pytest.raises(InvalidTableError, match="Ann"):
        CluePlayer("Ann", 1, (ROPE, HALL))
    with pytest.raises(InvalidTableError, match="rope"):
        CluePlayer("Ann", 3, (ROPE, ROPE))


def test_names_in_place_of_cards_are_refused() -> None:
    with pytest.raises(InvalidTableError, match=r"Edition\.hand"):
        CluePlayer("Ann", 2, ("rope",))  # type: ignore[arg-type]


def test_the_envelope_holds_three() -> None:
    assert CluePlayer("envelope", 3) == ENVELOPE


def test_answering_words_are_those_of_the_record() -> None:
    assert [str(rule) for rule in Answering] == ["first", "all"]


def test_a_table_set_up_by_names() -> None:
    assert TABLE.players == (CluePlayer("Ann", 1, (ROPE,)), CluePlayer("Bob"), CluePlayer("Cid", 0))
    assert TABLE.names == ("Ann", "Bob", "Cid")
    assert TABLE.me == CluePlayer("Ann", 1, (ROPE,))
    assert TABLE.face_up == (HALL,)
    assert TABLE.answering is Answering.FIRST


def test_an_onlooker_is_nobody_at_the_table() -> None:
    table = Table.set_up(TINY, {"Ann": 1, "Bob": 2})
    assert table.viewpoint is None
    assert table.me is None


def test_the_rule_may_be_named_as_in_the_record() -> None:
    players = (CluePlayer("Ann"), CluePlayer("Bob"))
    table = Table(TINY, players, answering="all")  # type: ignore[arg-type]
    assert table.answering is Answering.ALL


def test_sizes_need_not_add_up() -> None:
    assert Table.set_up(TINY, {"Ann": 99, "Bob": 0}).players[0].hand_size == 99


def test_the_viewpoints_hand_may_be_of_unknown_size_or_empty() -> None:
    unknown = Table.set_up(TINY, {"Ann": None, "Bob": 2}, viewpoint="Ann", hand=("rope",))
    assert unknown.me == CluePlayer("Ann", None, (ROPE,))
    empty = Table.set_up(TINY, {"Ann": 0, "Bob": 2}, viewpoint="Ann")
    assert empty.me == CluePlayer("Ann", 0)


@pytest.mark.parametrize(
    "sizes", [{}, {"Ann": 3}, {"Ann": 1, "ann": 1}, {"Ann": 1, "ANN": 1, "Bob": 1}]
)
def test_too_few_or_twice_the_same_are_refused(sizes: dict[str, int | None]) -> None:
    with pytest.raises(InvalidTableError):
        Table.set_up(TINY, sizes)


@pytest.mark.parametrize("name", ["envelope", "Envelope", "ENVELOPE", " envelope", "envelope\n"])
def test_nobody_may_be_called_envelope(name: str) -> None:
    with pytest.raises(InvalidTableError):
        Table.set_up(TINY, {"Ann": 1, name: 1})


@pytest.mark.parametrize("name", ["Ann ", " Ann", "Ann"])
def test_names_that_a_look_up_cannot_tell_apart_are_refused(name: str) -> None:
    players = (CluePlayer("Ann", 1), CluePlayer(name, 1))
    with pytest.raises(InvalidTableError):
        Table(TINY, players)


@pytest.mark.parametrize("name", [" Zoe", "Zoe ", "Zoe", "zoë", "Straße"])
def test_everybody_is_found_by_their_own_name(name: str) -> None:
    table = Table.set_up(TINY, {"Ann": 1, name: 1})
    for spelling in (name, name.strip(), name.upper(), name.lower(), f" {name} "):
        assert table.player(spelling).name == table.players[1].name


def test_the_viewpoint_sits_at_the_table() -> None:
    with pytest.raises(UnknownPlayerError) as caught:
        Table.set_up(TINY, {"Ann": 1, "Bob": 1}, viewpoint="Eve")
    assert caught.value.candidates == ("Ann", "Bob")


def test_only_the_viewpoint_has_a_hand() -> None:
    ann, bob = CluePlayer("Ann", 1), CluePlayer("Bob", 1, (ROPE,))
    with pytest.raises(InvalidTableError, match="Bob"):
        Table(TINY, (ann, bob))
    with pytest.raises(InvalidTableError, match="Bob"):
        Table(TINY, (CluePlayer("Ann", 0), bob), viewpoint="Ann")
    with pytest.raises(InvalidTableError, match="onlooker"):
        Table.set_up(TINY, {"Ann": 1, "Bob": 1}, hand=("rope",))


@pytest.mark.parametrize("hand", [(), ("rope",), ("rope", "hall", "study")])
def test_the_viewpoints_hand_is_whole(hand: tuple[str, ...]) -> None:
    with pytest.raises(InvalidTableError):
        Table.set_up(TINY, {"Ann": 2, "Bob": 1}, viewpoint="Ann", hand=hand)


def test_a_card_lies_in_one_place() -> None:
    with pytest.raises(InvalidTableError, match="rope"):
        Table.set_up(TINY, {"Ann": 1, "Bob": 1}, viewpoint="Ann", hand=("rope",), face_up=("rope",))
    with pytest.raises(InvalidTableError, match="rope"):
        Table(TINY, (CluePlayer("Ann"), CluePlayer("Bob")), face_up=(ROPE, ROPE))


def test_lists_are_taken_for_tuples() -> None:
    players = [CluePlayer("Ann", 1, (ROPE,)), CluePlayer("Bob")]
    table = Table(TINY, players, "Ann", [HALL])  # type: ignore[arg-type]
    assert table == Table(TINY, tuple(players), "Ann", (HALL,))
    assert hash(table)


@pytest.mark.parametrize("where", ["hand", "face_up"])
def test_a_card_named_twice_is_an_invalid_table(where: str) -> None:
    hand, face_up = (("rope", "ro"), ()) if where == "hand" else (("hall",) * 2, ("rope", "ro"))
    with pytest.raises(InvalidTableError):
        Table.set_up(TINY, {"Ann": 2, "Bob": 1}, viewpoint="Ann", hand=hand, face_up=face_up)


def test_cards_are_of_the_deck() -> None:
    stranger = US.card("rope")
    assert stranger == ClueCard("Rope", Category.WEAPON)
    with pytest.raises(InvalidTableError, match="Rope"):
        Table(TINY, (CluePlayer("Ann"), CluePlayer("Bob")), face_up=(stranger,))
    with pytest.raises(InvalidTableError, match="Rope"):
        Table(TINY, (CluePlayer("Ann", 1, (stranger,)), CluePlayer("Bob")), viewpoint="Ann")
    with pytest.raises(UnknownCardError):
        Table.set_up(TINY, {"Ann": 1, "Bob": 1}, viewpoint="Ann", hand=("dagger",))
    with pytest.raises(UnknownCardError):
        Table.set_up(TINY, {"Ann": 1, "Bob": 1}, face_up=("dagger",))


@pytest.mark.parametrize("word", ["Bob", "bob", "BOB", " bob "])
def test_a_player_is_found_whatever_the_case(word: str) -> None:
    assert TABLE.player(word) == CluePlayer("Bob")
    assert TABLE.holder(word) == CluePlayer("Bob")
    assert TABLE.left_of(word) == ("Cid", "Ann")


@pytest.mark.parametrize(
    ("word", "near"), [("Bobb", ("Bob",)), ("Zed", ("Ann", "Bob", "Cid")), ("", None)]
)
def test_an_unknown_player_is_told_who_there_is(word: str, near: tuple[str, ...] | None) -> None:
    for find in (TABLE.player, TABLE.holder, TABLE.left_of):
        with pytest.raises(UnknownPlayerError) as caught:
            find(word)
        assert caught.value.word == word
        assert caught.value.candidates == (near or TABLE.names)


LONG = Table.set_up(TINY, {"Mina": 1, "Max": 1, "Ma": 1, "Somebody else": 1, "Envelopes": 0})


@pytest.mark.parametrize(
    ("word", "name"),
    [("mi", "Mina"), (" MAX ", "Max"), ("ma", "Ma"), ("some", "Somebody else"), ("e", "Envelopes")],
)
def test_a_player_is_found_by_a_beginning_that_only_one_has(word: str, name: str) -> None:
    for find in (LONG.player, LONG.holder):
        assert find(word).name == name
    assert LONG.left_of(word) == LONG.left_of(name)


def test_the_viewpoint_may_be_shortened() -> None:
    table = Table.set_up(TINY, {"Ann": 1, "Bob": 2}, viewpoint="a", hand=("rope",))
    assert table.me == CluePlayer("Ann", 1, (ROPE,))


def test_a_beginning_that_several_have_names_them() -> None:
    with pytest.raises(UnknownPlayerError) as caught:
        LONG.player("M")
    assert str(caught.value) == "ambiguous player 'M': did you mean Mina, Max or Ma?"


@pytest.mark.parametrize("word", ["somebody", "nobody", "envelope", "", "x"])
def test_what_is_nobodys_beginning(word: str) -> None:
    with pytest.raises(UnknownPlayerError) as caught:
        LONG.player(word)
    assert not caught.value.ambiguous
    if word == "envelope":
        assert LONG.holder(word) is ENVELOPE


@pytest.mark.parametrize("word", ["envelope", "Envelope", " ENVELOPE "])
def test_the_envelope_holds_but_does_not_play(word: str) -> None:
    assert TABLE.holder(word) is ENVELOPE
    with pytest.raises(UnknownPlayerError):
        TABLE.player(word)
    with pytest.raises(UnknownPlayerError):
        TABLE.left_of(word)


def test_answers_go_round_from_the_left_neighbour() -> None:
    assert TABLE.left_of("Ann") == ("Bob", "Cid")
    assert TABLE.left_of("Bob") == ("Cid", "Ann")
    assert TABLE.left_of("Cid") == ("Ann", "Bob")
    assert Table.set_up(TINY, {"A": 1, "B": 1}).left_of("B") == ("A",)


def test_tables_are_frozen_hashable_and_travel() -> None:
    assert TABLE.player("cid").name == "Cid"
    again: object = pickle.loads(pickle.dumps(TABLE))  # noqa: S301 -- our own bytes
    assert again == TABLE == copy.deepcopy(TABLE)
    assert hash(again) == hash(TABLE)
    assert isinstance(again, Table)
    assert again.player("cid") == TABLE.player("cid")
    ann: object = pickle.loads(pickle.dumps(TABLE.players[0]))  # noqa: S301
    assert ann == TABLE.players[0]
    assert hash(ann) == hash(TABLE.players[0])
    with pytest.raises(FrozenInstanceError):
        TABLE.viewpoint = None  # type: ignore[misc]
    with pytest.raises((FrozenInstanceError, TypeError)):
        TABLE.players[0].name = "Eve"  # type: ignore[misc]


def test_an_unknown_rule_is_refused_as_all_else_is() -> None:
    with pytest.raises(ClueError, match="some"):
        Table(TINY, (CluePlayer("Ann"), CluePlayer("Bob")), answering="some")  # type: ignore[arg-type]


def test_the_repr_says_who_sits_there_and_is_short() -> None:
    assert repr(TABLE).endswith(", seen by Ann: Ann 1, Bob ?, Cid 0>")
    assert "seen by an onlooker: " in repr(Table.set_up(TINY, {"Ann": 1, "Bob": 2}))
    long = [
        repr(Table.set_up(US, {first + " a" * words: None, "b": None}))
        for words in range(100)
        for first in ("a", "aa")
    ]
    assert max(map(len, long)) == 200
    assert long[-1].endswith(" a ...>")
