"""A person at the terminal as an agent, with the sheet, the map and advice on demand."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeVar

from rich.console import Console
from rich.text import Text

from cluetree.board import Place, Square
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import ClueError, InvalidGuessError
from cluetree.events import Event
from cluetree.interfaces.drawing import draw
from cluetree.interfaces.drawing.advice import known_answer
from cluetree.notebook import Notebook
from cluetree.play.agent import FromBegin
from cluetree.play.agent_code import Interrupt
from cluetree.play.pawns import ROLLS, Pawns
from cluetree.table import Table
from cluetree.text.errors import reason_of
from cluetree.text.events import in_full
from cluetree.text.language import t

_T = TypeVar("_T")
_COMMANDS: Final = ("help", "map", "accuse", "undo", "quit")
"""The commands at any question, in English or in the reader's language."""
_FEW: Final = 3
"""The number of possible answers at which to ask for an accusation."""
_SQUARE: Final = re.compile(r"(?:row)? ?(\d{1,3}) ?,? ?(?:column)? ?(\d{1,3})")


class _Undo(Exception):  # noqa: N818 -- a command, not an error
    pass


class Person:
    """Plays a seat by asking the person at the terminal.

    If a move leads to a suggestion, both are asked for together, and the move can be taken back
    until then.

    Args:
        screen: Where to print.
        read: Reads a line after a prompt. The end of input (`EOFError`) and "quit" raise
            `Interrupt`, as Ctrl-C does.
    """

    book: FromBegin[Notebook] = FromBegin()
    """The notes of this person."""

    def __init__(self, screen: Console, read: Callable[[str], str] = input):
        self._screen = screen
        self._read = read
        self._pawns: Pawns | None = None
        self._options: Sequence[Place] = ()
        self._planned: list[ClueGuess | None] = []
        self._wants_to_accuse = False

    def begin(self, table: Table, rng: Random) -> None:  # noqa: ARG002 -- required by the protocol
        """Open the notebook and show the hand."""
        self.book = Notebook(table)
        self._pawns, self._planned, self._wants_to_accuse = None, [], False
        cards = _names(table.me.hand if table.me else ())
        self._say(t("play.you", name=str(table.viewpoint), cards=cards))
        self._say(t("play.any_time"))

    def observe(self, event: Event) -> None:
        """Note the event and print it."""
        self.book.tell(event)
        self._say(f"{len(self.book)}. {in_full(event)}")

    def watch(self, pawns: Pawns) -> None:
        """Keep the pawns."""
        self._pawns = pawns

    def move(self, options: Sequence[Place]) -> Place:
        """Ask where to go and, if a suggestion follows, what to suggest there."""
        self._options = options
        self._show_map()
        near = [place for place in options if isinstance(place, ClueCard)] or None

        def place(words: str) -> Place:
            square = _SQUARE.fullmatch(" ".join(words.casefold().split()))
            to = (
                Square(int(square[1]), int(square[2]))
                if square
                else self.book.table.edition.card(words)
            )
            if to not in options and isinstance(to, Square):
                raise InvalidGuessError("row {to.row}, column {to.column} is out of reach", to=to)
            if to not in options:
                raise InvalidGuessError("{place} is out of reach", place=to)
            return to

        while True:
            to = self._ask(t("play.go"), place, lambda: self._advise(near))
            if self._pawns is None:
                return to
            seat = self._pawns.players.index(self.book.table.viewpoint or "")
            room = self._pawns.moved(seat, to).room_to_name(seat)
            if room is None:
                return to
            try:
                self._planned = [self._guess("suggest", (room,), undo=True)]
            except _Undo:
                self._say(t("play.taken_back"))
            else:
                return to

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask for three cards, unless they were asked for with the move."""
        if self._planned:
            return self._planned.pop()
        return self._guess("suggest", rooms) if rooms else None

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Ask for the card to show, if there is a choice."""
        if len(cards) == 1:
            shown = t("play.must_show", name=asker, cards=str(guess), card=str(cards[0]))
            self._say(shown)
            return cards[0]
        names = _names(cards, t("fact.or"))

        def card(word: str) -> ClueCard:
            found = self.book.table.edition.card(word)
            if found not in cards:
                raise InvalidGuessError(
                    "the card must be {names}, got {card}", names=names, card=found
                )
            return found

        prompt = t("play.show", name=asker, cards=str(guess), choice=names)
        book, screen = self.book, self._screen
        return self._ask(
            prompt, card, lambda: screen.print(draw(book.card_to_show(asker, guess), book))
        )

    def accuse(self) -> ClueGuess | None:
        """Ask for an accusation if the person asked to accuse or few answers are left."""
        wanted, self._wants_to_accuse = self._wants_to_accuse, False
        if wanted or self.book.beliefs.possible <= _FEW:
            return self._guess("accuse", None)
        return None

    def _guess(
        self, verb: str, rooms: Sequence[ClueCard] | None, *, undo: bool = False
    ) -> ClueGuess | None:
        def guess(words: str) -> ClueGuess | None:
            if not words:
                return None
            names = map(str.strip, words.split(",")) if "," in words else words.split()
            found = self.book.table.edition.guess(*names)
            if rooms is not None and found.room not in rooms:
                raise InvalidGuessError("{room} cannot be named from here", room=found.room)
            return found

        near = str(rooms[0]) if rooms is not None and len(rooms) == 1 else ""
        prompt = t("play.suggest_in", room=near) if near else t(f"play.{verb}")
        return self._ask(prompt, guess, lambda: self._advise(rooms), undo=undo)

    # Commands at any question

    def _ask(
        self,
        prompt: str,
        parse: Callable[[str], _T],
        advise: Callable[[], None],
        *,
        undo: bool = False,
    ) -> _T:
        """Ask until the answer is not a command and can be parsed; `ClueError` is an error.

        Raises:
            Interrupt: If the person leaves.
            _Undo: If the person takes the last answer back and `undo` allows it.
        """
        commands: dict[str, Callable[[], None]] = {
            "help": lambda: self._say(t("play.help")),
            "?": lambda: self._screen.print(draw(self.book.beliefs, self.book)),
            "!": advise,
            "map": self._show_map,
            "accuse": self._note_accusation,
            "undo": lambda: self._complain(t("play.nothing_to_take_back")),
        }
        while True:
            try:
                words = self._read(prompt).strip()
            except EOFError:
                raise Interrupt from None
            key = _command(words.casefold())
            if key == "quit":
                raise Interrupt
            if key == "undo" and undo:
                raise _Undo
            if key in commands:
                commands[key]()
                continue
            try:
                return parse(words)
            except ClueError as error:
                self._complain(reason_of(error))

    def _note_accusation(self) -> None:
        self._wants_to_accuse = True
        self._say(t("play.can_accuse"))

    def _show_map(self) -> None:
        if self._pawns is None:
            self._say(t("play.no_board"))
            return
        me, options = self.book.table.viewpoint or "", self._options
        self._say(draw_map(self._pawns, me, options))
        seat = self._pawns.players.index(me)
        rolls = [roll for roll in ROLLS if self._pawns.options(seat, roll) == tuple(options)]
        rolled = f"{t('play.rolled', number=rolls[0])} " if len(rolls) == 1 else ""
        rooms = _names([place for place in options if isinstance(place, ClueCard)], t("fact.or"))
        here = self._pawns.of(me)
        if isinstance(here, Square):
            self._say(rolled + t("play.at_square", row=here.row, column=here.column))
        else:
            self._say(rolled + t("play.at_room", room=str(here)))
        self._say(t("play.reach", rooms=rooms) if rooms else t("play.reach_no_room"))

    def _advise(self, rooms: Sequence[ClueCard] | None) -> None:
        known = known_answer(self.book)
        self._screen.print(known or draw(self.book.advise(rooms), self.book))

    def _say(self, words: str) -> None:
        self._screen.print(Text(words))

    def _complain(self, words: str) -> None:
        self._screen.print(Text(words, style="bold red"))


def _command(typed: str) -> str:
    """Return the English command for a typed one; other text is unchanged."""
    words = ((name, t(f"play.word.{name}").split("|")) for name in _COMMANDS)
    return next((name for name, own in words if typed == name or typed in own), typed)


def _names(cards: Sequence[ClueCard], joint: str = ", ") -> str:
    return joint.join(card.name for card in cards)


def draw_map(pawns: Pawns, me: str, options: Sequence[Place]) -> str:
    """Return the map: @ is the own pawn, * a place in reach, a small letter another pawn."""
    marks: defaultdict[Place, str] = defaultdict(str, dict.fromkeys(options, "*"))
    legend = [f"@ {t('play.map.you')}", f"* {t('play.map.reach')}"]
    for player, place in zip(pawns.players, pawns.places, strict=False):
        sign = "@" if player == me else player[0].casefold()
        marks[place] += sign
        if player != me:
            legend.append(f"{sign} {player}")
    for place in pawns.places[len(pawns.players) :]:
        marks[place] += "o"
    legend.append(f"o {t('play.map.others')}")
    picture, _, _ = pawns.board.to_text(marks).partition("\n\n")
    rooms = (f"{letter} {room}" for room, letter in pawns.board.letters.items())
    return f"{picture}\n{', '.join(rooms)}\n{', '.join(legend)}, > {t('play.map.door')}"
