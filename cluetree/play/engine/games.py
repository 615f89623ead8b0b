"""A game among policies, turn by turn, and many of them from given positions.

Without explicit accusations: a seat that knows the envelope at the end of a turn wins.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cluetree.play.engine.chance import begin_stream, drawn, share
from cluetree.play.engine.compiling import FloatRows, Row, Rows, compilable, size
from cluetree.play.engine.deals import deal_hands
from cluetree.play.engine.movement import Rooms, gather, go
from cluetree.play.engine.policies import ROOM, suggest
from cluetree.play.engine.views import (
    CAN,
    CATEGORIES,
    SHOWS,
    conclude,
    first_show,
    hand,
    hideable,
    learn,
)

# In `GameRows.state`, of which the first two numbers are the state of the generator.
CURRENT: Final = 2
"""The current player's seat."""
OUT: Final = 3
"""The seats that accused wrongly before the game was played on, as a set."""
WINNER: Final = 4
"""The winner's seat; the number of seats for none."""
TURNS: Final = 5
"""The number of turns taken."""
GUESS: Final = 6
"""The current player's suggestion; 0 for none."""
PASSED: Final = 7
"""The seats that passed, as a set."""
STATE: Final = 8
"""The number of these."""

# In each row of `RuleRows.ways`.
SHOWS_FIRST: Final = 0
"""Whether the seat shows the first card by suspect, weapon, room, or any."""
FORGETS: Final = 1
"""Whether the seat wins by naming what no player can answer, and by nothing else."""
POLICIES: Final = 2
"""The number of its first policy; those of the others follow."""


class RuleRows(NamedTuple):
    """How the seats play, and how a game ends."""

    ways: Rows
    """For each seat ints: see above."""
    rates: FloatRows
    """For each policy of each seat its share in the suggestions, and how often it names own cards
    instead, one after the other."""
    rooms: Rooms
    """The board; without one any room may be named."""
    all_answer: bool
    """Whether all players who can show a card do, or only the first."""
    all_accuse: bool
    """Whether all who know the envelope win after a suggestion, or only the current player."""
    most_turns: int
    """After this many turns a game ends without a winner."""


class GameRows(NamedTuple):
    """A game in progress."""

    views: Rows
    """What each seat knows; its own cards are its hand."""
    state: Row
    """The state of the generator, and the numbers above."""
    shown: Row
    """The card that each seat has shown to the present suggestion, 0 for none."""
    pawns: Rows
    """The steps from each seat's pawn to each room; empty without a board."""


@compilable
def play_on(rules: RuleRows, game: GameRows, shower: int, card: int) -> None:
    """Play a game to its end; `WINNER` and `TURNS` say how it ended.

    If `GUESS` is set, it is the first suggestion; if `shower` is a seat, it shows `card` to that.
    """
    state, players = game.state, len(game.views)
    state[WINNER] = players
    for turns in range(1, rules.most_turns + 1):
        state[TURNS] = turns
        if not state[GUESS]:
            state[GUESS] = suggested(rules, game)
        if state[GUESS]:
            ask(rules, game, shower, card)
        shower = players
        state[WINNER] = winner(rules, game)
        if state[WINNER] != players:
            return
        state[GUESS] = 0
        state[CURRENT] = next_seat(game)


@compilable
def following_seat(seat: int, step: int, players: int) -> int:
    """Return the seat some steps to the left; a division would take longer."""
    return seat + step if seat + step < players else seat + step - players


@compilable
def next_seat(game: GameRows) -> int:
    """Return the seat whose turn comes next; the same seat, if all others are out."""
    players, seat = len(game.views), game.state[CURRENT]
    for step in range(1, players):
        following = following_seat(seat, step, players)
        if not game.state[OUT] & (1 << following):
            return following
    return seat


@compilable
def suggested(rules: RuleRows, game: GameRows) -> int:
    """Return what the current player suggests; no cards where its pawn enters no room."""
    seat, chance = game.state[CURRENT], game.state
    view = game.views[seat]
    conclude(view)
    room = 0
    if len(rules.rooms.steps):
        room = go(rules.rooms, view, game.pawns[seat], chance)
        if not room:
            return 0
    rates, part = rules.rates[seat], 0
    if rates[0] < 1.0:
        left = share(chance) - rates[0]
        while left >= 0.0 and part + 2 < len(rates):
            part += 2
            left -= rates[part]
    policy = rules.ways[seat][POLICIES + part // 2]
    every = view[CATEGORIES + ROOM]
    guess = suggest(policy, rates[part + 1], view, every, chance)
    return guess & ~every | room if room else guess


@compilable
def ask(rules: RuleRows, game: GameRows, shower: int, card: int) -> None:
    """Let the others answer the current player's suggestion, and all learn from it.

    If `shower` is a seat, it shows `card`; all other answers follow the rules.
    """
    state, players = game.state, len(game.views)
    asker, guess = state[CURRENT], state[GUESS]
    state[PASSED] = 0
    for seat in range(players):
        game.shown[seat] = 0
    for step in range(1, players):
        seat = following_seat(asker, step, players)
        cards = guess & hand(game.views[seat])
        if not cards:
            state[PASSED] |= 1 << seat
            continue
        shown = card if seat == shower else show(rules, seat, cards, state)
        game.shown[seat] = shown
        if not rules.all_answer:
            break
    all_learn(game, asker, guess)
    if len(rules.rooms.steps):
        gather(rules.rooms, game.views[asker], guess, game.pawns)


@compilable
def show(rules: RuleRows, seat: int, cards: int, chance: Row) -> int:
    """Return the card that a seat shows of those asked for."""
    return cards & -cards if rules.ways[seat][SHOWS_FIRST] else drawn(cards, chance)


@compilable
def all_learn(game: GameRows, asker: int, guess: int) -> None:
    """Let every seat take in the answers to a suggestion, without conclusions."""
    players = len(game.views)
    for seat in range(players):
        passed, shown = game.state[PASSED] & (1 << seat), game.shown[seat]
        if passed or shown:
            for viewer in range(players):
                learn(game.views[viewer], asker, guess, passed, seat, shown)


@compilable
def winner(rules: RuleRows, game: GameRows) -> int:
    """Return a seat that can name the envelope, the current player first; else their number."""
    state, players = game.state, len(game.views)
    for step in range(players if rules.all_accuse else 1):
        seat = following_seat(state[CURRENT], step, players)
        if state[OUT] & (1 << seat):
            continue
        if rules.ways[seat][FORGETS]:
            is_unanswered = state[GUESS] and size(state[PASSED]) == players - 1
            if step == 0 and is_unanswered:
                return seat
        elif is_solved(game.views[seat]):
            return seat
    return players


@compilable
def is_solved(view: Row) -> bool:
    """Return whether a seat knows the envelope."""
    conclude(view)
    return size(hideable(view)) == CAN - CATEGORIES


class Opening(NamedTuple):
    """The first suggestion of each game."""

    guesses: Row
    """The cards; 0 where they are not given."""
    shown: Row
    """The card that a seat shows to it; all other answers follow the rules."""
    shower: int = -1
    """This seat; -1 for none."""


def play_from(  # noqa: PLR0917 -- called by `run`, by position
    rules: RuleRows,
    worlds: Sequence[Rows],
    deals: Row,
    first: int,
    pawns: Rows,
    opening: Opening,
    seed: Row,
    game: GameRows,
    winners: Row,
    turns: Row,
) -> None:
    """Play games from deals, by number and with repeats, to their ends.

    `worlds` has the views of all seats, by deal; seat `first` begins, and `pawns` are where all
    games begin; `game` is memory for the game that is played. The winners and the turns are
    written.
    """
    for number in range(len(deals)):
        begin_stream(game.state, seed, number)
        for seat in range(len(game.views)):
            copy_view(worlds[deals[number]][seat], game.views[seat])
        for seat in range(len(pawns)):
            for room in range(len(pawns[seat])):
                game.pawns[seat][room] = pawns[seat][room]
        game.state[CURRENT], game.state[GUESS] = first, opening.guesses[number]
        play_on(rules, game, opening.shower, opening.shown[number])
        winners[number], turns[number] = game.state[WINNER], game.state[TURNS]


def play_new(rules: RuleRows, seed: Row, game: GameRows, winners: Row, turns: Row) -> None:
    """Deal games and play them to their ends; the winners and the turns are written."""
    for number in range(len(winners)):
        begin_stream(game.state, seed, number)
        deal_hands(game.views, game.state)
        game.state[CURRENT] = game.state[GUESS] = 0
        play_on(rules, game, len(game.views), 0)
        winners[number], turns[number] = game.state[WINNER], game.state[TURNS]


@compilable
def copy_view(source: Row, view: Row) -> None:
    """Overwrite a view."""
    for at in range(first_show(source) + 2 * source[SHOWS]):
        view[at] = source[at]
