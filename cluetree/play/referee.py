"""The rules of play as a state machine: what an act leads to, and which seats learn of it.

Pure functions of a frozen state. Deal and dice come from outside: equal acts give equal games.
"""

from dataclasses import replace
from typing import assert_never

from cluetree import turns
from cluetree.board import Place
from cluetree.cards import ClueGuess
from cluetree.events import Accusation, Holds, Show, Suggestion
from cluetree.play.dealt import Dealt
from cluetree.play.legality import rooms_to_name, verify
from cluetree.play.pawns import Pawns
from cluetree.play.rules import AccusationRule, Rules
from cluetree.play.state import (
    Accuse,
    Act,
    GameState,
    Message,
    Move,
    Phase,
    Roll,
    ShowCard,
    Suggest,
)
from cluetree.table import ENVELOPE

Messages = tuple[Message, ...]


def start(dealt: Dealt) -> GameState:
    """Return the first moment of a game, with the cards dealt."""
    rules = dealt.rules
    pawns = None if rules.board is None else Pawns.at_start(rules.board, rules.players)
    return GameState(dealt, _opening(rules), 1, rules.first_seat, (rules.first_seat,), pawns=pawns)


def _opening(rules: Rules) -> Phase:
    return Phase.SUGGEST if rules.board is None else Phase.ROLL


def apply(state: GameState, act: Act) -> tuple[GameState, Messages]:
    """Return the moment after an act, and the messages that it sends to the seats.

    Raises:
        IllegalActError: If the act is not legal.
    """
    verify(state, act)
    match act:
        case Roll(_, total):
            options = () if state.pawns is None else state.pawns.options(state.seat, total)
            return replace(state, phase=Phase.MOVE, rolled=total, options=options), ()
        case Move(_, place):
            return _moved(state, place), ()
        case Suggest(_, guess):
            return (_open_accusations(state), ()) if guess is None else _suggested(state, guess)
        case ShowCard(by, card):
            return _shown(state, Show(by, card))
        case Accuse(_, guess):
            return (_next_accuser(state), ()) if guess is None else _accused(state, guess)
        case _:
            assert_never(act)


def _moved(state: GameState, place: Place) -> GameState:
    pawns = state.pawns and state.pawns.moved(state.seat, place)
    state = replace(state, phase=Phase.SUGGEST, pawns=pawns, rolled=None, options=())
    return state if rooms_to_name(state) else _open_accusations(state)


def _suggested(state: GameState, guess: ClueGuess) -> tuple[GameState, Messages]:
    seat_of, seat = state.dealt.seat_of, state.seat
    able = {seat_of.get(card, seat) for card in guess.cards}
    waiting = turns.showers(seat, len(state.rules.players), able, state.rules.answering)
    asked = Suggestion(state.rules.players[seat], guess)
    state = replace(
        state,
        phase=Phase.SHOW,
        waiting=waiting,
        asked=asked,
        suggestions=state.suggestions + 1,
        pawns=state.pawns and state.pawns.suggested(seat, guess.suspect, guess.room),
    )
    return (state, ()) if waiting else _answered(state, asked)


def _shown(state: GameState, show: Show) -> tuple[GameState, Messages]:
    asked, waiting = state.asked, state.waiting[1:]
    assert asked is not None  # noqa: S101 -- for the type checker: true in this phase
    asked = Suggestion(asked.by, asked.guess, (*asked.shows, show))
    if waiting:
        return replace(state, waiting=waiting, asked=asked), ()
    return _answered(state, asked)


def _answered(state: GameState, asked: Suggestion) -> tuple[GameState, Messages]:
    return _open_accusations(state), _suggestion_messages(state.rules, asked)


def _suggestion_messages(rules: Rules, asked: Suggestion) -> Messages:
    """Send each seat the suggestion with the cards that it saw: all, its own, or none."""
    if not asked.shows:
        return (Message(rules.players, asked),)
    showers = (show.by for show in asked.shows if show.by is not None)
    views: dict[Suggestion, list[str]] = {}
    for name in dict.fromkeys((asked.by, *showers, *rules.players)):
        views.setdefault(asked.seen_by(name), []).append(name)
    return tuple(Message(tuple(names), view) for view, names in views.items())


def _open_accusations(state: GameState) -> GameState:
    all_may = state.rules.accusers is AccusationRule.ALL
    seats = len(state.rules.players)
    waiting = turns.accusers(state.seat, seats, state.eliminated, all_may=all_may)
    return replace(state, phase=Phase.ACCUSE, waiting=waiting, asked=None)


def _accused(state: GameState, guess: ClueGuess) -> tuple[GameState, Messages]:
    seat = state.waiting[0]
    by = state.rules.players[seat]
    correct = guess == state.dealt.envelope
    public = Message(state.rules.players, Accusation(by, guess, correct))
    if correct:
        return replace(state, phase=Phase.OVER, waiting=(), winner=seat), (public,)
    # The accuser looks into the envelope, and after a wrong accusation keeps that secret.
    looked = (Message((by,), Holds(ENVELOPE.name, card)) for card in state.dealt.envelope)
    pawns = state.pawns and state.pawns.out_of_the_way(seat)
    state = replace(state, eliminated=state.eliminated | {seat}, pawns=pawns)
    return _next_accuser(state), (public, *looked)


def _next_accuser(state: GameState) -> GameState:
    """Return the moment after a player has accused or not: the next accuser, or the next turn."""
    if len(state.waiting) > 1:
        return replace(state, waiting=state.waiting[1:])
    seat = turns.next_seat(state.seat, len(state.rules.players), state.eliminated)
    if seat is None or state.turn == state.rules.most_turns:
        return replace(state, phase=Phase.OVER, waiting=())
    phase = _opening(state.rules)
    return replace(state, phase=phase, turn=state.turn + 1, seat=seat, waiting=(seat,))
