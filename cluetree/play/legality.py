"""The legal acts at a moment of a game, and the reason why an act is illegal."""

from itertools import product, starmap
from typing import assert_never

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.errors import IllegalActError
from cluetree.play.pawns import ROLLS
from cluetree.play.state import Accuse, Act, GameState, Move, Phase, Roll, ShowCard, Suggest


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
    by = state.actor
    if by is None or state.phase is Phase.OVER:
        return ()
    match state.phase:
        case Phase.ROLL:
            return tuple(Roll(by, total) for total in ROLLS)
        case Phase.MOVE:
            return tuple(Move(by, place) for place in state.options)
        case Phase.SUGGEST:
            return tuple(Suggest(by, guess) for guess in _guesses(state, rooms_to_name(state)))
        case Phase.SHOW:
            return tuple(ShowCard(by, card) for card in cards_to_show(state))
        case Phase.ACCUSE:
            rooms = state.rules.edition.of(Category.ROOM)
            return tuple(Accuse(by, guess) for guess in _guesses(state, rooms))
        case _:
            assert_never(state.phase)


def _guesses(state: GameState, rooms: tuple[ClueCard, ...]) -> tuple[ClueGuess | None, ...]:
    *others, _ = map(state.rules.edition.of, Category)
    return (None, *starmap(ClueGuess, product(*others, rooms)))


def verify(state: GameState, act: Act) -> None:
    """Raise `IllegalActError`, which names the legal choices, if an act is not legal now."""
    fault = _out_of_turn(state, act) or _fault(state, act)
    if fault is not None:
        raise IllegalActError(fault)


def _out_of_turn(state: GameState, act: Act) -> str | None:
    if state.phase is Phase.OVER:
        return "the game is over"
    if act.phase is not state.phase:
        return f"{act.by} cannot {act.phase} now: {state.actor} has to {state.phase}"
    if act.by != state.actor:
        return f"it is for {state.actor} to {act.phase} now, not for {act.by}"
    return None


def _fault(state: GameState, act: Act) -> str | None:
    match act:
        case Roll(_, total) if total not in ROLLS:
            return f"a roll must be from {ROLLS[0]} to {ROLLS[-1]}, got {total}"
        case Move(by, place) if place not in state.options:
            return f"{by} cannot go to {place} with a {state.rolled}"
        case ShowCard(by, card) if card not in (cards := cards_to_show(state)):
            return f"{by} has to show {' or '.join(map(str, cards))}, not {card}"
        case Suggest(_, guess) | Accuse(_, guess) if fault := guess_fault(
            state.rules.edition, guess
        ):
            return fault
        case Suggest(by, ClueGuess(room=room)) if room not in (rooms := rooms_to_name(state)):
            return f"{by} may name {' or '.join(map(str, rooms))}, not {room}"
        case _:
            return None


def guess_fault(edition: Edition, guess: object) -> str | None:
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
