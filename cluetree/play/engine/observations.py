"""Observations of one seat as rows of small ints, and many games stepped for that seat.

Players are numbered from the observing seat on, so this seat is player 0. The parts of a row, for
*p* players and *c* cards in the edition's order, one after the other:

- *holds* (p + 1, c): 1 if the card is known to be with the player or, last, in the envelope;
- *lacks* (p + 1, c): 1 if it is known not to be there; face-up cards are nowhere;
- *open* (p, c): how many unseen shows of the player may have been this card;
- *named* (p, c): how often the player named the card in a suggestion;
- *hand size* (p): the number of cards.

Counts stop at 127.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cluetree.play.engine.chance import below
from cluetree.play.engine.compiling import Row, Rows, compilable
from cluetree.play.engine.deals import deal_hands
from cluetree.play.engine.games import (
    CURRENT,
    GUESS,
    OUT,
    TURNS,
    WINNER,
    GameRows,
    RuleRows,
    ask,
    next_seat,
    suggested,
    winner,
)
from cluetree.play.engine.views import (
    CAN,
    KNOWN,
    PLAYERS,
    SEAT,
    SHOWS,
    conclude,
    first_show,
    hand_size,
)

MOST: Final = 127
"""The largest count in an observation."""
LEARNER: Final = 0
"""The seat of the learner, which observes."""


@compilable
def write_knowledge(observation: Row, view: Row, cards: int) -> None:
    """Write what the seat knows: all parts but *named*."""
    players, seat = view[PLAYERS], view[SEAT]
    lacks, shows = (players + 1) * cards, 2 * (players + 1) * cards
    for place in range(players + 1):
        player = (place - seat) % players if place < players else players
        can = view[CAN + place]
        for card in range(cards):
            observation[player * cards + card] = (can & view[KNOWN]) >> card & 1
            observation[lacks + player * cards + card] = (~can >> card) & 1
        if place < players:
            size = min(hand_size(view, place), MOST)
            observation[len(observation) - players + player] = size
    for at in range(shows, shows + players * cards):
        observation[at] = 0
    first = first_show(view)
    for show in range(first, first + 2 * view[SHOWS], 2):
        player = (view[show] - seat) % players
        _count(observation, shows + player * cards, view[show + 1], cards)


@compilable
def write_named(observation: Row, view: Row, asker: int, guess: int, cards: int) -> None:
    """Count the cards of a suggestion by the player of this seat."""
    players = view[PLAYERS]
    player = (asker - view[SEAT]) % players
    _count(observation, (3 * players + 2 + player) * cards, guess, cards)


@compilable
def _count(observation: Row, start: int, named: int, cards: int) -> None:
    """Add 1 for each card of a set, up to the largest count."""
    for card in range(cards):
        if (named >> card) & 1 and observation[start + card] < MOST:
            observation[start + card] += 1


class ObservedGames(NamedTuple):
    """Games without a board, each with what the learner has observed."""

    views: Sequence[Rows]
    """The knowledge of each seat, by game."""
    states: Rows
    """`GameRows.state` of each game."""
    shown: Row
    """Memory for the cards shown."""
    observations: Rows
    pawns: Rows
    """No pawns."""


def step_games(rules: RuleRows, games: ObservedGames, guesses: Row, cards: int) -> None:
    """Let the learner suggest in every game, and the others until it is its turn again.

    A game that is over begins again instead, with a player drawn by chance.
    """
    for number in range(len(guesses)):
        state, observation = games.states[number], games.observations[number]
        game = GameRows(games.views[number], state, games.shown, games.pawns)
        if is_over(rules, game):
            _begin(game)
            for at in range(len(observation)):
                observation[at] = 0
        else:
            state[GUESS] = guesses[number]
        while (state[GUESS] or state[CURRENT] != LEARNER) and not is_over(rules, game):
            if not state[GUESS]:
                state[GUESS] = suggested(rules, game)
            ask(rules, game, len(game.views), 0)
            write_named(observation, game.views[LEARNER], state[CURRENT], state[GUESS], cards)
            state[TURNS] += 1
            state[WINNER] = winner(rules, game)
            state[CURRENT] = next_seat(game)
            state[GUESS] = 0
        conclude(game.views[LEARNER])
        write_knowledge(observation, game.views[LEARNER], cards)


@compilable
def is_over(rules: RuleRows, game: GameRows) -> bool:
    """Return whether a player has won, or the most turns are taken."""
    return game.state[WINNER] != len(game.views) or game.state[TURNS] >= rules.most_turns


@compilable
def _begin(game: GameRows) -> None:
    state, players = game.state, len(game.views)
    deal_hands(game.views, state)
    state[CURRENT] = below(state, players)
    state[WINNER] = players
    state[OUT] = state[TURNS] = state[GUESS] = 0
