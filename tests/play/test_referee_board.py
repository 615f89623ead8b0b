"""The rules on the board: dice, doors, passages, and pawns that suggestions move."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, strategies as st

from cluetree import ClueCard, ClueGuess
from cluetree.board import Place, Square, classic_board
from cluetree.editions import CLUE_US
from cluetree.errors import IllegalActError, UnknownPlayerError
from cluetree.play import (
    NAMES,
    Accuse,
    Act,
    ErraticAgent,
    GameState,
    Move,
    Pawns,
    Phase,
    Roll,
    Rules,
    Suggest,
    apply,
    legal,
    play_game,
    shuffle,
    start,
)
from cluetree.play.referee import rooms_to_name
from tests.play.test_referee import verify_legality

BOARD = classic_board(CLUE_US)
KITCHEN, BALLROOM, STUDY, LOUNGE, HALL, LIBRARY = CLUE_US.hand(
    "kitchen", "ballroom", "study", "lounge", "hall", "library"
)
SCARLET, MUSTARD, WHITE = CLUE_US.hand("scarlet", "mustard", "white")


def rules(players: int = 3) -> Rules:
    return Rules(players=NAMES[:players], board=BOARD)


def standing(*places: Place, players: int = 3, **sets: frozenset[int]) -> Pawns:
    """The first pawns at these places, the others at their starts."""
    at_start = Pawns.at_start(BOARD, NAMES[:players]).places
    return Pawns(BOARD, NAMES[:players], (*places, *at_start[len(places) :]), **sets)


# Pawns alone


def test_every_suspect_has_a_pawn_at_its_start() -> None:
    pawns = Pawns.at_start(BOARD, NAMES[:2])
    assert dict(zip(pawns.suspects, pawns.places, strict=True)) == dict(BOARD.starts)
    assert pawns.of("Bob") == BOARD.starts[MUSTARD]
    with pytest.raises(UnknownPlayerError):
        pawns.of("Zed")


def doors(room: ClueCard) -> Iterator[Square]:
    return (door.square for door in BOARD.doors if door.room == room)


def test_enclosed_pawn_stays() -> None:
    (before,) = doors(LOUNGE)
    assert standing(LOUNGE, before).options(0, 6) == CLUE_US.hand("conservatory")
    ends = tuple(doors(HALL))
    pawns = standing(HALL, *ends)
    assert pawns.options(0, 6) == (HALL,)


def test_pawns_block_each_other() -> None:
    (before,) = doors(LOUNGE)
    near = next(
        place
        for place, steps in BOARD.distances(before).items()
        if steps == 1 and isinstance(place, Square) and place not in BOARD.starts.values()
    )
    assert LOUNGE in standing(near).options(0, 2)
    assert LOUNGE not in standing(near, before).options(0, 12)
    assert before not in standing(near, before).options(0, 3)


def test_summoned_suspect_may_stay_and_suggest() -> None:
    pawns = standing(KITCHEN, fresh=frozenset({0})).suggested(0, MUSTARD, KITCHEN)
    assert pawns.of("Bob") == KITCHEN
    assert (pawns.room_to_name(0), pawns.room_to_name(1)) == (None, KITCHEN)
    assert KITCHEN in pawns.options(1, 5)
    assert KITCHEN not in pawns.options(0, 5)
    stayed = pawns.moved(1, KITCHEN)
    assert stayed.room_to_name(1) == KITCHEN
    assert KITCHEN not in stayed.options(1, 5)


def test_eliminated_pawn_leaves_the_doorway() -> None:
    (before,) = doors(LOUNGE)
    assert standing(before).out_of_the_way(0).of("Ann") == LOUNGE
    corridor = BOARD.starts[SCARLET]
    assert standing(corridor).out_of_the_way(0).of("Ann") == corridor


# Whole turns


def opening(*places: Place) -> GameState:
    """The first turn of a game, with the first pawns elsewhere."""
    return replace(start(shuffle(rules(), Random(0))), pawns=standing(*places))


def after(state: GameState, *acts: Act) -> GameState:
    for act in acts:
        state, messages = apply(state, act)
        assert not messages
    return state


def test_turn_is_roll_move_and_suggestion() -> None:
    state = opening(KITCHEN)
    assert (state.phase, state.actor) == (Phase.ROLL, "Ann")
    state = after(state, Roll("Ann", 7))
    assert (state.phase, state.rolled) == (Phase.MOVE, 7)
    assert {BALLROOM, STUDY} <= set(state.options)
    state = after(state, Move("Ann", BALLROOM))
    assert (state.phase, state.rolled, state.options) == (Phase.SUGGEST, None, ())
    assert rooms_to_name(state) == (BALLROOM,)
    state = after(state, Suggest("Ann", None))
    assert (state.phase, state.actor) == (Phase.ACCUSE, "Ann")
    state = after(state, Accuse("Ann", None))
    assert (state.phase, state.actor, state.turn) == (Phase.ROLL, "Bob", 2)


@pytest.mark.parametrize(
    ("before", "act", "message"),
    [
        ([], Suggest("Ann", None), "Ann cannot suggest now: Ann has to roll"),
        ([], Roll("Ann", 13), "must be from 2 to 12, got 13"),
        ([], Roll("Ann", 1), "must be from 2 to 12, got 1"),
        ([], Roll("Bob", 7), "it is for Ann to roll now, not for Bob"),
        ([Roll("Ann", 7)], Move("Ann", KITCHEN), "Ann cannot go to Kitchen with a 7"),
        ([Roll("Ann", 7)], Move("Ann", Square(0, 0)), "Ann cannot go to row 0, column 0 with a 7"),
        (
            [Roll("Ann", 7), Move("Ann", BALLROOM)],
            Suggest("Ann", CLUE_US.guess("white", "rope", "hall")),
            "Ann may name Ballroom, not Hall",
        ),
    ],
)
def test_illegal_act_is_rejected_with_the_reason(before: list[Act], act: Act, message: str) -> None:
    state = after(opening(KITCHEN), *before)
    with pytest.raises(IllegalActError, match=message):
        apply(state, act)


# Whole games


def verify_standing(state: GameState) -> None:
    """Check that places and options of the pawns are legal."""
    pawns = state.pawns
    assert pawns is not None
    squares = [place for place in pawns.places if isinstance(place, Square)]
    assert len(set(squares)) == len(squares)
    assert all(place in BOARD.squares or place in BOARD.rooms for place in pawns.places)
    for pawn, place in enumerate(pawns.places):
        if pawn in pawns.fresh | pawns.summoned:
            assert place in BOARD.rooms
    assert not set(state.options).intersection(squares) or len(state.options) == 1


@st.composite
def moments(draw: st.DrawFn) -> GameState:
    """Any moment of a game, the pawns checked at each step on the way."""
    rng = Random(draw(st.integers(0, 2**32)))
    state = start(shuffle(rules(draw(st.integers(2, 6))), rng))
    for _ in range(draw(st.integers(0, 120))):
        acts = legal(state)
        if not acts:
            break
        # Not to accuse is one act of hundreds, but has to happen mostly, or games are short.
        declines = state.phase is Phase.ACCUSE and rng.random() < 0.95
        state, _ = apply(state, acts[0] if declines else rng.choice(acts))
        verify_standing(state)
    return state


names = st.sampled_from(NAMES[:6])
places = st.sampled_from([*sorted(BOARD.rooms, key=str), *sorted(BOARD.squares)])
guesses = st.sampled_from([CLUE_US.guess("plum", "rope", room) for room in CLUE_US.rooms])
acts: st.SearchStrategy[Act] = st.one_of(
    st.builds(Roll, names, st.integers(0, 14)),
    st.builds(Move, names, places),
    st.builds(Suggest, names, st.none() | guesses),
)


@pytest.mark.slow
@given(moments(), acts)
def test_exactly_the_listed_acts_are_legal(state: GameState, act: Act) -> None:
    verify_legality(state, act)


class Seeing(ErraticAgent):
    """Checks that it always knows the pawns' places and is moved as chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.pawns: Pawns | None = None
        self.wanted: Place | None = None
        self.moves = 0

    def watch(self, pawns: Pawns) -> None:
        if self.wanted is not None:
            assert pawns.of(self.me.name) == self.wanted
            self.wanted = None
        self.pawns = pawns

    def move(self, options: Sequence[Place]) -> Place:
        assert self.pawns is not None
        others = {*self.pawns.places} - {self.pawns.of(self.me.name)}
        assert others.intersection(options) <= {*BOARD.rooms}
        self.wanted = super().move(options)
        self.moves += 1
        return self.wanted

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        assert self.pawns is not None
        assert rooms == (self.pawns.of(self.me.name),)
        return super().suggest(rooms)


@pytest.mark.parametrize("players", range(2, 7))
def test_agents_receive_the_pawns(players: int) -> None:
    agents = [Seeing() for _ in range(players)]
    played = play_game(agents, replace(rules(players), most_turns=400), players)
    assert 0 < played.suggestions < played.turns
    assert sum(agent.moves for agent in agents) == played.turns
