"""A game in text, all cards open, for spectators of an environment."""

from collections import defaultdict
from collections.abc import Sequence
from string import ascii_lowercase

from cluetree.board import Place
from cluetree.cards import ClueCard
from cluetree.play.pawns import Pawns
from cluetree.play.result import Result
from cluetree.play.state import GameState, Message, Phase

_LATEST = 3
"""The number of events drawn."""


def draw(state: GameState, messages: Sequence[Message]) -> str:
    """Draw a moment of a game: the next choice, the cards, the latest events, the board.

    On the board a player's pawn is the letter that stands before the name.
    """
    dealt = state.dealt
    lines = [_headline(state)]
    for seat, (name, hand) in enumerate(zip(state.rules.players, dealt.hands, strict=True)):
        pawn = "" if state.pawns is None else f"{ascii_lowercase[seat]} "
        eliminated = " (out)" if seat in state.eliminated else ""
        lines.append(_cards(f"{pawn}{name}{eliminated}", hand))
    lines.append(_cards("envelope", dealt.envelope.cards))
    if dealt.face_up:
        lines.append(_cards("face-up", dealt.face_up))
    lines += map(str, Result.of(state, tuple(messages)).events[-_LATEST:])
    if state.pawns is not None:
        lines.append(_board(state.pawns))
    return "\n".join((*lines, ""))


def _board(pawns: Pawns) -> str:
    marks = defaultdict[Place, str](str)
    for letter, name in zip(ascii_lowercase, pawns.players, strict=False):
        marks[pawns.of(name)] += letter
    return pawns.board.to_text(marks)


def _headline(state: GameState) -> str:
    if state.phase is not Phase.OVER:
        return f"Turn {state.turn}: {state.actor} has to {state.phase}"
    if state.winner is None:
        return f"Turn {state.turn}: over, no winner"
    return f"Turn {state.turn}: over, {state.rules.players[state.winner]} wins"


def _cards(name: str, cards: Sequence[ClueCard]) -> str:
    return f"{name}: {', '.join(map(str, cards))}"
