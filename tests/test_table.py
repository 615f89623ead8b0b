import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import cluetree
from cluetree import ClueCard, CluePlayer, Edition, Table, editions
from cluetree.errors import InvalidTableError, UnknownPlayerError
from cluetree.record import Record, dumps_clue, dumps_json, loads_clue, loads_json
from cluetree.table import ENVELOPE_HAND, POOL, Answering, Direction

US = editions.CLUE_US
TINY = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = TINY.cards
TABLE = Table.set_up(
    TINY, {"Ann": 1, "Bob": None, "Cid": 0}, viewpoint="Ann", hand=("rope",), face_up=("hall",)
)


def table(*players: CluePlayer, me: str | None = None, face_up: tuple[ClueCard, ...] = ()) -> Table:
    return Table(TINY, players, me, face_up)


def named(*names: str) -> Table:
    return table(*(CluePlayer(name, 1) for name in names))


def with_hand(*hand: str, me: str | None = "Ann", face_up: tuple[str, ...] = ()) -> Table:
    return Table.set_up(TINY, {"Ann": 2, "Bob": 1}, viewpoint=me, hand=hand, face_up=face_up)


untyped: Any = cluetree
ANN, BOB = CluePlayer("Ann"), CluePlayer("Bob")
STRANGER = US.card("rope")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        *(
            (lambda name=name: CluePlayer(name), "must not be blank")
            for name in ("", " ", "\u2003")
        ),
        (lambda: CluePlayer("Ann", -1), "Ann's hand size must not be negative, got -1"),
        (lambda: CluePlayer("Ann", 1, (ROPE, HALL)), "Ann's hand must have 1 cards, got 2"),
        (lambda: CluePlayer("Ann", 3, (ROPE, ROPE)), "Ann's hand has rope twice"),
        (lambda: Table.set_up(TINY, {}), "at least two players, got 0"),
        (lambda: named("Ann"), "at least two players, got 1"),
        *(
            (lambda name=name: named("Ann", name), f"two players have the name {name}")
            for name in ("Ann", "ann", "ANN", " Ann", "Ann ")
        ),
        *(
            (lambda name=name: named("Ann", name), f"a player's name must not be '{word}'")
            for name, word in (("Envelope", "envelope"), (" NOBODY ", "nobody"), ("somebody",) * 2)
        ),
        *(
            (lambda size=size: untyped.CluePlayer("Ann", size), "must be a whole number or None")
            for size in (9.0, True, "9")
        ),
        (lambda: untyped.CluePlayer(5), "a name must be a string, got 5"),
        (lambda: table(ANN, BOB, me="Ann"), "Ann's hand must be given, or its size must be 0"),
        (lambda: table(ANN, CluePlayer("Bob", 1, (ROPE,))), "give Bob's rope as an event"),
        (lambda: table(ANN, CluePlayer("Bob", 1, (ROPE,)), me="Ann"), "give Bob's rope"),
        (lambda: with_hand("rope", me=None), "an onlooker has no hand"),
        *(
            (lambda hand=hand: with_hand(*hand), "Ann's hand must have 2 cards")
            for hand in ((), ("rope",), ("rope", "hall", "study"))
        ),
        (lambda: with_hand("rope", "hall", face_up=("rope",)), "rope is in two places"),
        (lambda: table(ANN, BOB, face_up=(ROPE, ROPE)), "rope is in two places"),
        (lambda: with_hand("rope", "ro"), "rope is named twice"),
        (lambda: with_hand("hall", "study", face_up=("rope", "ro")), "rope is named twice"),
        (lambda: table(ANN, BOB, face_up=(STRANGER,)), "Rope is not a weapon of"),
        (lambda: table(CluePlayer("Ann", 1, (STRANGER,)), BOB, me="Ann"), "Rope is not a weapon"),
    ],
)
def test_invalid_table_is_rejected(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InvalidTableError, match=message):
        make()


def test_table_set_up_by_names() -> None:
    assert TABLE.players == (CluePlayer("Ann", 1, (ROPE,)), CluePlayer("Bob"), CluePlayer("Cid", 0))
    assert TABLE.names == ("Ann", "Bob", "Cid")
    assert TABLE.me == CluePlayer("Ann", 1, (ROPE,))
    assert TABLE.face_up == (HALL,)
    assert TABLE.answering is Answering.FIRST
    assert Table.set_up(TINY, {"Ann": 1, "Bob": 2}).me is None
    assert table(*TABLE.players, me="Ann", face_up=[HALL]) == TABLE  # type: ignore[arg-type]


def test_viewpoints_hand_may_be_of_unknown_size_or_empty() -> None:
    unknown = Table.set_up(TINY, {"Ann": None, "Bob": 2}, viewpoint="Ann", hand=("rope",))
    assert unknown.me == CluePlayer("Ann", None, (ROPE,))
    empty = Table.set_up(TINY, {"Ann": 0, "Bob": 2}, viewpoint="Ann")
    assert empty.me == CluePlayer("Ann", 0)


@pytest.mark.parametrize("name", [" Zoe", "Zoe ", "Zoe", "zoë", "Straße"])
def test_player_is_found_in_any_case(name: str) -> None:
    table = Table.set_up(TINY, {"Ann": 1, name: 1})
    for spelling in (name, name.strip(), name.upper(), name.lower(), f" {name} "):
        assert table.player(spelling) is table.holder(spelling) is table.players[1]
        assert table.left_of(spelling) == ("Ann",)


def test_viewpoint_sits_at_the_table() -> None:
    assert with_hand("rope", "hall", me="a").viewpoint == "Ann"
    with pytest.raises(UnknownPlayerError) as caught:
        Table.set_up(TINY, {"Ann": 1, "Bob": 1}, viewpoint="Eve")
    assert caught.value.candidates == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("word", "near"), [("Bobb", ("Bob",)), ("Zed", ("Ann", "Bob", "Cid")), ("", None)]
)
def test_unknown_player_has_candidates(word: str, near: tuple[str, ...] | None) -> None:
    for find in (TABLE.player, TABLE.holder, TABLE.left_of):
        with pytest.raises(UnknownPlayerError) as caught:
            find(word)
        assert caught.value.word == word
        assert caught.value.candidates == (near or TABLE.names)


LONG = named("Mina", "Max", "Ma", "Somebody else", "Envelopes", "Jürg", "Julia")


@pytest.mark.parametrize(
    ("word", "name"),
    [("jü", "Jürg"), (" MAX ", "Max"), ("ma", "Ma"), ("some", "Somebody else"), ("e", "Envelopes")],
)
def test_player_is_found_by_a_unique_prefix(word: str, name: str) -> None:
    for find in (LONG.player, LONG.holder):
        assert find(word).name == name
    assert LONG.left_of(word) == LONG.left_of(name)


def test_ambiguous_prefix_lists_the_players() -> None:
    with pytest.raises(UnknownPlayerError) as caught:
        LONG.player("M")
    assert str(caught.value) == "ambiguous player 'M': did you mean Mina, Max or Ma?"


@pytest.mark.parametrize("word", ["somebody", "nobody", "envelope", "", "x"])
def test_reserved_words_are_not_prefixes(word: str) -> None:
    with pytest.raises(UnknownPlayerError) as caught:
        LONG.player(word)
    assert not caught.value.ambiguous
    if word == "envelope":
        assert LONG.holder(word) is ENVELOPE_HAND


@pytest.mark.parametrize("word", ["envelope", "Envelope", " ENVELOPE "])
def test_envelope_holds_but_does_not_play(word: str) -> None:
    assert TABLE.holder(word) is ENVELOPE_HAND
    with pytest.raises(UnknownPlayerError):
        TABLE.player(word)
    with pytest.raises(UnknownPlayerError):
        TABLE.left_of(word)


def test_answers_start_with_the_left_neighbour() -> None:
    assert TABLE.left_of("Ann") == ("Bob", "Cid")
    assert TABLE.left_of("Bob") == ("Cid", "Ann")
    assert TABLE.asked_by("Bob") == ("Cid", "Ann")
    assert replace(TABLE, answers=Direction.ANTICLOCKWISE).asked_by("Bob") == ("Ann", "Cid")


@pytest.mark.parametrize("deck", [deck for deck in editions.SHIPPED if deck.leaves_face_down])
@pytest.mark.parametrize("bob", [5, None])
@pytest.mark.parametrize("seen", [0, 1])
def test_pool_is_the_same_in_every_form(deck: Edition, bob: int | None, seen: int) -> None:
    face_up = [card.name for card in deck.cards[:seen]]
    table = Table.set_up(deck, {"Ann": 5, "Bob": bob, "Cid": 5}, face_up=face_up)
    left = None if bob is None else len(deck.cards) - 3 - 15 - seen
    assert table.face_down == (CluePlayer(POOL, left),)
    lines = dumps_clue(Record(table)).replace("face_down", "# ")
    fields = json.loads(dumps_json(Record(table)))
    assert loads_clue(lines).table == table
    assert loads_json(json.dumps({**fields, "face_down": None})).table == table
