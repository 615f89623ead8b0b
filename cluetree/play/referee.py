"""The rules of play as a state machine: what an act leads to, and which seats learn of it.

Pure functions of a frozen state. Deal and dice come from outside: equal acts give equal games.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product, starmap
from typing import assert_never

from cluetree import _turns as turns
from cluetree.board import Place
from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.errors import IllegalActError
from cluetree.events import Accusation, Holds, Show, Suggestion
from cluetree.play.pawns import ROLLS, Pawns
from cluetree.play.rules import AccusationRule, Rules
from cluetree.play.state import (
    Accuse,
    Act,
    Dealt,
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
    first = 0 if rules.starts is None else rules.players.index(rules.starts)
    return GameState(dealt, _opening(rules), 1, first, (first,), pawns=pawns)


def _opening(rules: Rules) -> Phase:
    return Phase.SUGGEST if rules.board is None else Phase.ROLL


def rooms_to_name(state: GameState) -> tuple[ClueCard, ...]:
    """Return the rooms that a suggestion may name now; none if none can be made."""
    if state.phase is not Phase.SUGGEST:
        return ()
    if state.pawns is None:
        return state.rules.edition.of(Category.ROOM)
    return tuple(filter(None, [state.pawns.room_to_name(state.seat)]))


def cards_to_show(state: GameState) -> tuple[ClueCard, ...]:
    """Return the cards that may be shown now: suspect, weapon, room."""
    if state.asked is None:
        return ()
    seat_of, shower = state.dealt.seat_of, state.waiting[0]
    return tuple(card for card in state.asked.guess.cards if seat_of.get(card) == shower)


def legal(state: GameState) -> tuple[Act, ...]:
    """Return every act that is legal now; none once the game is over."""
    return tuple(legal_acts(state))


def legal_acts(state: GameState) -> Iterator[Act]:
    """Yield the acts of `legal`, the default first; a large deck has millions of guesses."""
    by = state.actor
    if by is None:
        return
    match state.phase:
        case Phase.ROLL:
            yield from (Roll(by, total) for total in ROLLS)
        case Phase.MOVE:
            yield from (Move(by, place) for place in state.options)
        case Phase.SUGGEST:
            yield from (Suggest(by, guess) for guess in _guesses(state, rooms_to_name(state)))
        case Phase.SHOW:
            yield from (ShowCard(by, card) for card in cards_to_show(state))
        case Phase.ACCUSE:
            rooms = state.rules.edition.of(Category.ROOM)
            yield from (Accuse(by, guess) for guess in _guesses(state, rooms))
        case Phase.OVER:
            return


def _guesses(state: GameState, rooms: tuple[ClueCard, ...]) -> Iterator[ClueGuess | None]:
    *others, _ = map(state.rules.edition.of, Category)
    return chain([None], starmap(ClueGuess, product(*others, rooms)))


def verify(state: GameState, act: Act) -> None:
    """Raise `IllegalActError`, which names the legal choices, if an act is not legal now."""
    if state.phase is Phase.OVER:
        fault: str | None = "the game is over"
    elif act.phase is not state.phase:
        fault = f"{act.by} cannot {act.phase} now: {state.actor} has to {state.phase}"
    elif act.by != state.actor:
        fault = f"it is for {state.actor} to {act.phase} now, not for {act.by}"
    else:
        fault = _fault(state, act)
    if fault is not None:
        raise IllegalActError(fault)


def _fault(state: GameState, act: Act) -> str | None:
    match act:
        case Roll(_, total) if total not in ROLLS:
            return f"a roll must be from {ROLLS[0]} to {ROLLS[-1]}, got {total}"
        case Move(by, place) if place not in state.options:
            return f"{by} cannot go to {place} with a {state.rolled}"
        case ShowCard(by, card) if card not in (cards := cards_to_show(state)):
            return f"{by} has to show {' or '.join(map(str, cards))}, not {card}"
        case Suggest(_, guess) | Accuse(_, guess) if fault := _guess_fault(
            state.rules.edition, guess
        ):
            return fault
        case Suggest(by, ClueGuess(room=room)) if room not in (rooms := rooms_to_name(state)):
            return f"{by} may name {' or '.join(map(str, rooms))}, not {room}"
        case _:
            return None


def _guess_fault(edition: Edition, guess: object) -> str | None:
    """Return why a guess is invalid, if it is; `None`, to guess nothing, is valid.

    The type is checked too, because agents can be untyped code.
    """
    if guess is None:
        return None
    if not isinstance(guess, ClueGuess):
        return f"expected a guess of a suspect, a weapon and a room, got {guess!r}"
    for card in guess.cards:
        if card not in edition:
            return f"{card} is not a card of {edition}"
    return None


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
    asked = Suggestion(state.rules.players[seat], guess, "nobody")
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
    """Send each seat the suggestion with the cards that it saw: all, its own, or none."""
    state, players = _open_accusations(state), state.rules.players
    if not asked.shows:
        return state, (Message(players, asked),)
    showers = (show.by for show in asked.shows if show.by is not None)
    views: dict[Suggestion, list[str]] = {}
    for name in dict.fromkeys((asked.by, *showers, *players)):
        views.setdefault(asked.seen_by(name), []).append(name)
    return state, tuple(Message(tuple(names), view) for view, names in views.items())


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
    looked = (Message((by,), Holds(ENVELOPE, card)) for card in state.dealt.envelope)
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
