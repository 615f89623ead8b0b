"""The rules without a board: legal and illegal acts and their results."""

import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from cluetree import Accusation, ClueCard, ClueGuess, Edition, Holds, Show, Suggestion
from cluetree.board import board_of
from cluetree.editions import CLUE_US, MASTER_DETECTIVE, SHIPPED
from cluetree.errors import IllegalActError, InvalidTableError
from cluetree.play import (
    NAMES,
    AccusationRule,
    Accuse,
    Act,
    Dealt,
    GameState,
    Message,
    Phase,
    Rules,
    ShowCard,
    Suggest,
    apply,
    legal,
    shuffle,
    start,
    verify,
)
from cluetree.play.referee import cards_to_show
from cluetree.table import Answering

TINY = Edition(("Plum", "Green", "White"), ("Rope", "Knife"), ("Hall", "Study", "Attic"))


def dealt(rules: Rules = Rules()) -> Dealt:  # noqa: B008 -- frozen
    deck = CLUE_US
    return Dealt(
        rules,
        deck.guess("plum", "candlestick", "kitchen"),
        (
            deck.hand("mustard", "white", "knife", "revolver", "library", "lounge"),
            deck.hand("green", "wrench", "hall", "ballroom", "conservatory", "dining"),
            deck.hand("scarlet", "peacock", "rope", "pipe", "study", "billiard"),
        ),
    )


def guess(words: str) -> ClueGuess:
    return CLUE_US.guess(*words.split())


def card(word: str) -> ClueCard:
    return CLUE_US.card(word)


FOREIGN = MASTER_DETECTIVE.guess("peach", "rope", "gazebo")
ASKED = Suggest("Ann", guess("scarlet rope hall"))


def played(state: GameState, *acts: Act) -> tuple[GameState, list[Message]]:
    heard: list[Message] = []
    for act in acts:
        state, messages = apply(state, act)
        heard += messages
    return state, heard


def idle(name: str) -> tuple[Act, Act]:
    """A turn without a suggestion and an accusation."""
    return Suggest(name, None), Accuse(name, None)


# Answers


def test_first_able_player_shows_to_the_asker_only() -> None:
    state, heard = apply(start(dealt()), Suggest("Ann", guess("scarlet knife hall")))
    assert (state.phase, state.actor, heard) == (Phase.SHOW, "Bob", ())
    assert cards_to_show(state) == (card("hall"),)
    state, heard = apply(state, ShowCard("Bob", card("hall")))
    asked = guess("scarlet knife hall")
    assert heard == (
        Message(("Ann", "Bob"), Suggestion("Ann", asked, (Show("Bob", card("hall")),))),
        Message(("Cid",), Suggestion("Ann", asked, (Show("Bob"),))),
    )
    assert (state.phase, state.actor, state.suggestions) == (Phase.ACCUSE, "Ann", 1)


def test_rule_all_lets_every_able_player_show() -> None:
    asked = guess("scarlet wrench hall")
    shows = ShowCard("Bob", card("hall")), ShowCard("Cid", card("scarlet"))
    state, heard = played(
        start(dealt(Rules(answering=Answering.ALL))), Suggest("Ann", asked), *shows
    )
    bob, cid = Show("Bob", card("hall")), Show("Cid", card("scarlet"))
    assert heard == [
        Message(("Ann",), Suggestion("Ann", asked, (bob, cid))),
        Message(("Bob",), Suggestion("Ann", asked, (bob, Show("Cid")))),
        Message(("Cid",), Suggestion("Ann", asked, (Show("Bob"), cid))),
    ]
    assert state.phase is Phase.ACCUSE


# Accusations


def test_right_accusation_ends_the_game() -> None:
    state, heard = played(
        start(dealt()), Suggest("Ann", None), Accuse("Ann", guess("plum candlestick kitchen"))
    )
    assert (state.phase, state.winner, state.actor, legal(state)) == (Phase.OVER, 0, None, ())
    right = Accusation("Ann", guess("plum candlestick kitchen"), correct=True)
    assert heard == [Message(("Ann", "Bob", "Cid"), right)]


def test_failed_accuser_sees_the_envelope_and_only_answers() -> None:
    wrong = guess("plum candlestick hall")
    state, heard = played(start(dealt()), Suggest("Ann", None), Accuse("Ann", wrong))
    assert heard == [
        Message(("Ann", "Bob", "Cid"), Accusation("Ann", wrong, correct=False)),
        *(
            Message(("Ann",), Holds("envelope", hidden))
            for hidden in guess("plum candlestick kitchen")
        ),
    ]
    assert (state.actor, state.turn) == ("Bob", 2)
    state, _ = apply(state, Suggest("Bob", guess("mustard wrench hall")))
    assert state.actor == "Ann"
    state, _ = played(state, ShowCard("Ann", card("mustard")), Accuse("Bob", None), *idle("Cid"))
    assert (state.actor, state.turn) == ("Bob", 4)


def test_game_ends_when_all_accusations_failed() -> None:
    state = start(dealt())
    for turn, name in enumerate(NAMES[:3], 1):
        assert (state.actor, state.turn) == (name, turn)
        wrong = Accuse(name, guess("plum candlestick hall"))
        state, _ = played(state, Suggest(name, None), wrong)
    assert (state.phase, state.winner, state.turn) == (Phase.OVER, None, 3)


def test_rule_all_asks_the_others_even_after_a_failed_accusation() -> None:
    state, _ = apply(
        start(dealt(Rules(accusers=AccusationRule.ALL, starts="Bob"))), Suggest("Bob", None)
    )
    for name, wrong in (("Bob", guess("plum candlestick hall")), ("Cid", None), ("Ann", None)):
        assert (state.phase, state.actor, state.turn) == (Phase.ACCUSE, name, 1)
        state, _ = apply(state, Accuse(name, wrong))
    state, _ = apply(state, Suggest("Cid", None))
    assert (state.waiting, state.turn) == ((2, 0), 2)


def test_game_ends_after_the_maximum_of_turns() -> None:
    state, _ = played(start(dealt(Rules(most_turns=2))), *idle("Ann"))
    assert state.turn == 2
    state, _ = played(state, *idle("Bob"))
    assert (state.phase, state.winner, state.turn) == (Phase.OVER, None, 2)
    with pytest.raises(IllegalActError, match="the game is over"):
        verify(state, Suggest("Cid", None))


# Legality


ILLEGAL: list[tuple[list[Act], Act, str]] = [
    ([], ShowCard("Ann", card("knife")), "Ann cannot show now: Ann has to suggest"),
    ([], Suggest("Bob", None), "it is for Ann to suggest now, not for Bob"),
    ([], Suggest("Ann", FOREIGN), "Miss Peach is not a card of Clue"),
    ([], Suggest("Ann", "plum rope hall"), "got 'plum rope hall'"),  # type: ignore[arg-type]
    ([ASKED], ShowCard("Bob", card("wrench")), "Bob has to show Hall, not Wrench"),
    ([ASKED], ShowCard("Cid", card("rope")), "it is for Bob to show now, not for Cid"),
    (
        [Suggest("Ann", guess("scarlet rope study"))],
        ShowCard("Cid", card("plum")),
        "Cid has to show Miss Scarlet or Rope or Study, not Professor Plum",
    ),
    ([Suggest("Ann", None)], Accuse("Ann", FOREIGN), "Miss Peach is not a card of Clue"),
]


@pytest.mark.parametrize(("before", "act", "message"), ILLEGAL)
def test_illegal_act_is_rejected_with_the_reason(before: list[Act], act: Act, message: str) -> None:
    state, _ = played(start(dealt()), *before)
    with pytest.raises(IllegalActError, match=message):
        apply(state, act)


@st.composite
def moments(draw: st.DrawFn) -> GameState:
    """Any moment of a game of the tiny deck, with or without an end."""
    rules = Rules(
        TINY,
        NAMES[: draw(st.integers(2, 5))],
        draw(st.sampled_from(Answering)),
        draw(st.sampled_from(AccusationRule)),
        leftover_face_up=draw(st.booleans()),
        most_turns=20,
    )
    state = start(shuffle(rules, Random(draw(st.integers(0, 2**32)))))
    for _ in range(draw(st.integers(0, 30))):
        acts = legal(state)
        if not acts:
            break
        state, _ = apply(state, draw(st.sampled_from(acts)))
    return state


names = st.sampled_from((*NAMES[:5], "Zed"))
cards = st.sampled_from((*TINY.cards, *MASTER_DETECTIVE.cards[:3]))
guesses = st.builds(
    ClueGuess,
    st.sampled_from((*(TINY.card(name) for name in TINY.suspects), MASTER_DETECTIVE.card("peach"))),
    st.sampled_from([TINY.card(name) for name in TINY.weapons]),
    st.sampled_from((*(TINY.card(name) for name in TINY.rooms), MASTER_DETECTIVE.card("gazebo"))),
)
acts: st.SearchStrategy[Act] = st.one_of(
    st.builds(Suggest, names, st.none() | guesses),
    st.builds(ShowCard, names, cards),
    st.builds(Accuse, names, st.none() | guesses),
)


def verify_legality(state: GameState, act: Act) -> None:
    """Check that an act is legal if it is listed, and else changes nothing."""
    before = pickle.dumps(state)
    if act in legal(state):
        verify(state, act)
        apply(state, act)
    else:
        with pytest.raises(IllegalActError) as rejected:
            verify(state, act)
        with pytest.raises(IllegalActError) as again:
            apply(state, act)
        assert str(again.value) == str(rejected.value)
    assert state == pickle.loads(before)  # noqa: S301 -- our own


@given(moments(), acts)
def test_exactly_the_listed_acts_are_legal(state: GameState, act: Act) -> None:
    verify_legality(state, act)
    assert (not legal(state)) == (state.phase is Phase.OVER)
    for listed in legal(state):
        verify_legality(state, listed)


# The set-up


@pytest.mark.parametrize("edition", SHIPPED, ids=str)
@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("face_up", [False, True])
def test_every_card_is_dealt_once(edition: Edition, players: int, face_up: bool) -> None:
    rules = Rules(edition, NAMES[:players], leftover_face_up=face_up)
    cards = shuffle(rules, Random(players))
    sizes = [len(hand) for hand in cards.hands]
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) <= (0 if face_up else 1)
    assert len(cards.face_up) == ((len(edition.cards) - 3) % players if face_up else 0)
    assert set(cards.deal) | set(cards.face_up) == set(edition.cards)
    for name, hand in zip(rules.players, cards.hands, strict=True):
        table = cards.table(name)
        assert table.me is not None
        assert table.me.hand == hand
        assert table.face_up == cards.face_up
        assert [player.hand_size for player in table.players] == sizes


def test_every_deal_is_equally_likely() -> None:
    """Chi squared over the places of one card: 3 degrees of freedom, 16.3 is one in a thousand."""
    rules = Rules(TINY)
    lies = [shuffle(rules, Random(seed)).deal[TINY.card("plum")] for seed in range(3000)]
    chances = {"envelope": 1 / 3, "Ann": 2 / 3 * 2 / 5, "Bob": 2 / 3 * 2 / 5, "Cid": 2 / 3 / 5}
    squared = sum(
        (lies.count(place) - 3000 * chance) ** 2 / (3000 * chance)
        for place, chance in chances.items()
    )
    assert squared < 16.3


def test_impossible_deal_is_rejected() -> None:
    right = dealt()
    with pytest.raises(InvalidTableError, match="Rope must be dealt once, got 2"):
        replace(right, face_up=CLUE_US.hand("rope"))
    with pytest.raises(InvalidTableError, match="Miss Scarlet must be dealt once, got 0"):
        replace(right, hands=(*right.hands[:2], ()))
    with pytest.raises(InvalidTableError, match="hands must be 3"):
        replace(right, hands=right.hands[:2])
    with pytest.raises(InvalidTableError, match="Gazebo is not a card of Clue"):
        replace(right, face_up=MASTER_DETECTIVE.hand("gazebo"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": ("Ann",)}, "at least two players"),
        ({"players": ("Ann", "ann")}, "two players have the name"),
        ({"players": ("Ann", "Envelope")}, "name must not be"),
        ({"starts": "Zed"}, "got 'Zed'"),
        ({"most_turns": 0}, "most_turns must be positive"),
        ({"accusers": "nobody"}, "accusers must be 'suggester' or 'all', got 'nobody'"),
        ({"answering": "last"}, "answering must be 'first' or 'all', got 'last'"),
        ({"edition": MASTER_DETECTIVE, "board": board_of(CLUE_US)}, "the board must be for Clue"),
        ({"players": NAMES[:7], "board": board_of(CLUE_US)}, "7 players cannot share 6 pawns"),
    ],
)
def test_impossible_rules_are_rejected(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidTableError, match=message):
        Rules(**options)
