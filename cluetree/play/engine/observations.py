"""Observations of one seat as rows of small ints, and many games stepped for that seat.

The rows are described by `cluetree.play.env.ObservationLayout`. Players are numbered from the
observing seat on, so this seat is player 0.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cluetree.play.engine.chance import below
from cluetree.play.engine.compiling import Floats, Row, Rows, compilable
from cluetree.play.engine.deals import deal
from cluetree.play.engine.games import (
    ASKER,
    CURRENT,
    FOLDED,
    GUESS,
    OUT,
    PASSED,
    STATE,
    TURNS,
    WINNER,
    GameRows,
    RuleRows,
    ask,
    claimed,
    next_seat,
    suggested,
)
from cluetree.play.engine.views import CAN, KNOWN, PLAYERS, SEAT, SHOWS, conclude, first_show

MOST: Final = 127
"""The largest count in an observation."""
LEARNER: Final = 0
"""The seat of the learner, which observes."""
EVENTS: Final = STATE
"""The number of events observed; in a game's state, after those of `GameRows.state`."""


class Offsets(NamedTuple):
    """Where each part of an observation and of an event begins."""

    players: int
    """The number of players."""
    cards: int
    """The number of cards."""
    holds: int
    lacks: int
    open: int
    seen: int
    named: int
    asked: int
    answered: int
    accused: int
    by: int
    accuses: int
    guess: int
    passed: int
    showed: int
    shown: int


class Observed(NamedTuple):
    """The observation of a seat, and a row of zeros for the next event."""

    at: Offsets
    observation: Row
    event: Row


@compilable
def write_knowledge(at: Offsets, observation: Row, view: Row) -> None:
    """Write what the seat knows: which place has or lacks a card, and the open shows."""
    players, seat = view[PLAYERS], view[SEAT]
    for place in range(players + 1):
        player = (place - seat) % players if place < players else players
        can = view[CAN + place]
        _write(observation, at.holds + player * at.cards, can & view[KNOWN], at.cards)
        _write(observation, at.lacks + player * at.cards, ~can, at.cards)
    for place in range(at.open, at.seen):
        observation[place] = 0
    first = first_show(view)
    for show in range(first, first + 2 * view[SHOWS], 2):
        player = (view[show] - seat) % players
        _count(observation, at.open + player * at.cards, view[show + 1], at.cards)


@compilable
def write_suggestion(observed: Observed, player: int, guess: int, passed: int) -> None:
    """Write a suggestion, and which players passed, a set."""
    at, observation, event = observed
    event[at.by + player] = 1
    _write(event, at.guess, guess, at.cards)
    _write(event, at.passed, passed, at.players)
    _count(observation, at.named + player * at.cards, guess, at.cards)
    write_asked(at, observation, player, guess)


@compilable
def write_asked(at: Offsets, observation: Row, player: int, guess: int) -> None:
    """Write which suggestion is the latest, not answered yet."""
    for place in range(at.asked, at.accused):
        observation[place] = 0
    _write(observation, at.asked + player * at.cards, guess, at.cards)


@compilable
def write_show(observed: Observed, player: int, guess: int, shower: int, card: int) -> None:
    """Write that a player showed a card for a suggestion; `card` is 0 if it was not seen."""
    at, observation, event = observed
    event[at.showed + shower] = 1
    _write(event, at.shown + shower * at.cards, card, at.cards)
    _write(observation, at.answered + shower * at.cards, card or guess, at.cards)
    if shower == 0:
        _add(observation, at.seen + player * at.cards, card, at.cards)


@compilable
def write_accusation(observed: Observed, player: int, guess: int) -> None:
    """Write an accusation."""
    at, observation, event = observed
    event[at.by + player] = event[at.accuses] = 1
    _write(event, at.guess, guess, at.cards)
    _add(observation, at.accused + player * at.cards, guess, at.cards)


@compilable
def _write(row: Row, start: int, cards: int, number: int) -> None:
    """Write 1 for each card or player of a set, 0 for the others."""
    for card in range(number):
        row[start + card] = cards >> card & 1


@compilable
def _add(row: Row, start: int, cards: int, number: int) -> None:
    """Write 1 for each card of a set."""
    for card in range(number):
        if cards >> card & 1:
            row[start + card] = 1


@compilable
def _count(row: Row, start: int, cards: int, number: int) -> None:
    """Add 1 for each card of a set, up to the largest count."""
    for card in range(number):
        if cards >> card & 1 and row[start + card] < MOST:
            row[start + card] += 1


class ObservedGames(NamedTuple):
    """Games without a board, each with what the learner has observed."""

    views: Sequence[Rows]
    """The knowledge of each seat, by game."""
    states: Rows
    """`GameRows.state` of each game, and the number of events."""
    last: Rows
    """`GameRows.last` of each game."""
    observations: Rows
    events: Sequence[Rows]
    """The latest events of each game."""
    pawns: Rows
    """No pawns."""
    weights: Floats
    """Memory for policies."""


def step_games(rules: RuleRows, games: ObservedGames, at: Offsets, guesses: Row) -> None:
    """Let the learner suggest in every game, and the others until it is its turn again.

    A game that is over begins again instead, with a player drawn by chance.
    """
    for number in range(len(guesses)):
        state = games.states[number]
        game = GameRows(games.views[number], state, games.last[number], games.pawns, games.weights)
        events, observation = games.events[number], games.observations[number]
        if is_over(rules, game):
            _begin(game, at, observation, events)
        else:
            state[GUESS] = guesses[number]
        while (state[GUESS] or state[CURRENT] != LEARNER) and not is_over(rules, game):
            if not state[GUESS]:
                state[GUESS] = suggested(rules, game)
            _take_turn(rules, game, at, observation, events)
            state[GUESS] = 0
        conclude(game.views[LEARNER])
        write_knowledge(at, observation, game.views[LEARNER])


@compilable
def is_over(rules: RuleRows, game: GameRows) -> bool:
    """Return whether a player has won, or the most turns are taken."""
    return game.state[WINNER] != len(game.views) or game.state[TURNS] >= rules.most_turns


@compilable
def _begin(game: GameRows, at: Offsets, observation: Row, events: Rows) -> None:
    state, players = game.state, len(game.views)
    deal(game.views, state)
    state[CURRENT] = below(state, players)
    state[ASKER] = state[WINNER] = players
    state[OUT] = state[FOLDED] = state[TURNS] = state[GUESS] = 0
    for place in range(at.seen, at.accused):
        observation[place] = 0
    for event in range(state[EVENTS]):
        for place in range(len(events[event])):
            events[event][place] = 0
    state[EVENTS] = 0
    for seat in range(players):
        game.last[seat] = 0


@compilable
def _take_turn(
    rules: RuleRows, game: GameRows, at: Offsets, observation: Row, events: Rows
) -> None:
    """Let the others answer the current player's suggestion, and write what the learner sees."""
    state, players = game.state, len(game.views)
    asker, guess = state[CURRENT], state[GUESS]
    ask(rules, game, players, 0)
    _add_event(state, events)
    observed = Observed(at, observation, events[state[EVENTS] - 1])
    write_suggestion(observed, asker, guess, state[PASSED])
    for seat in range(players):
        card = game.last[players + seat]
        if card:
            is_seen = LEARNER in (asker, seat)
            write_show(observed, asker, guess, seat, card if is_seen else 0)
    state[TURNS] += 1
    state[WINNER] = claimed(rules, game)
    state[CURRENT] = next_seat(game)


@compilable
def _add_event(state: Row, events: Rows) -> None:
    """Count one more event; the oldest is forgotten if all rows are used."""
    if state[EVENTS] < len(events):
        state[EVENTS] += 1
        return
    last = len(events) - 1
    for event in range(last):
        for place in range(len(events[event])):
            events[event][place] = events[event + 1][place]
    for place in range(len(events[last])):
        events[last][place] = 0
