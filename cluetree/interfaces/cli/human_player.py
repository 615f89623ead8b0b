"""A person at the terminal as a player: asked in words, shown the sheet and the map on demand."""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from rich.console import Console
from rich.text import Text

from cluetree.board import Place, Square
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import ClueError
from cluetree.events import Event
from cluetree.interfaces.cli.board_map import drawn, rolled
from cluetree.notebook import Notebook
from cluetree.play.agent import FromBegin
from cluetree.play.pawns import Pawns
from cluetree.table import Table
from cluetree.text.drawing.sheet import conclusion, sheet
from cluetree.text.limits import advice_lines
from cluetree.text.moves import to_do, verdict, worth
from cluetree.text.telling import sentence

_HINT: Final = "help says what you can type"
_HELP: Final = """\
  plum, rope, hall  three cards, by name or by their first letters
  hall or 7 12      where to go: a room, or the row and the column of a square
  (nothing)         let it be
  ?                 the sheet
  !                 advice
  map               the board
  accuse            be asked for an accusation at the end of your turn; else you
                    are asked once few answers are left
  undo              take your move back, until you have suggested
  help              this
  quit              leave the game"""
_MOST_ADVISED: Final = 5
_FEW: Final = 3
"""With so many possible answers or fewer, an accusation is asked for."""
_NUMBERS: Final = re.compile(r"(?:row)?\s*(\d{1,3})\s*,?\s*(?:column)?\s*(\d{1,3})")


class _Undo(Exception):  # noqa: N818 -- not a fault, but a wish
    """The last answer is to be taken back."""


class Person:
    """Plays a seat by asking whoever sits at the terminal.

    Where a move leads to a suggestion, both are asked for before either is made; until then
    nobody has heard of it, and the move can be taken back.

    Args:
        screen: Where to print and to ask.
        read: Reads a line after a prompt; at the end of input (`EOFError`) the person leaves
            the game, as by Ctrl-C and by "quit": with a `KeyboardInterrupt`.
    """

    book = FromBegin[Notebook]()
    """The notes that are kept for this person."""

    def __init__(self, screen: Console, read: Callable[[str], str] = input):
        self._screen = screen
        self._read = read
        self._pawns: Pawns | None = None
        self._options: Sequence[Place] = ()
        self._planned: list[ClueGuess | None] = []
        self._wants_to_accuse = False

    def begin(self, table: Table, rng: Random) -> None:  # noqa: ARG002 -- a person needs no dice
        """Open the notebook and show the hand."""
        self.book = Notebook(table)
        self._pawns, self._planned, self._wants_to_accuse = None, [], False
        hand = ", ".join(card.name for card in table.me.hand) if table.me else ""
        self._say(f"You are {table.viewpoint}. Your cards: {hand}")
        self._say(f"At any question, {_HINT}.")

    def observe(self, event: Event) -> None:
        """Tell what happened, and note it."""
        self.book.tell(event)
        self._say(f"{len(self.book)}. {event}")

    def watch(self, pawns: Pawns) -> None:
        """Take in where the pawns stand."""
        self._pawns = pawns

    def move(self, options: Sequence[Place]) -> Place:
        """Ask where to go, and if that is a room to suggest in, what to suggest there."""
        self._options = options
        self._show_map()
        while True:
            to = self._place(options)
            room = self._room_at(to)
            if room is None:
                return to
            try:
                self._planned = [self._guess("Suggest", (room,), undo=True)]
            except _Undo:
                self._say("Your move is taken back.")
            else:
                return to

    def _place(self, options: Sequence[Place]) -> Place:
        near = [place for place in options if isinstance(place, ClueCard)] or None
        while True:
            words = self._ask("Go to (a room, or row and column): ", lambda: self._advise(near))
            square = _NUMBERS.fullmatch(words.casefold())
            place = Square(int(square[1]), int(square[2])) if square else self._card(words)
            if place is not None and place in options:
                return place
            if place is not None:
                self._complain(f"{place} is out of reach")

    def _room_at(self, to: Place) -> ClueCard | None:
        """The room that may be named after a move."""
        if self._pawns is None:
            return None
        seat = self._pawns.players.index(self.book.table.viewpoint or "")
        return self._pawns.moved(seat, to).room_to_name(seat)

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask for three cards, unless that was asked with the move; nothing suggests nothing."""
        if self._planned:
            return self._planned.pop()
        return self._guess("Suggest", rooms) if rooms else None

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Ask which card to show, if there is a choice."""
        if len(cards) == 1:
            self._say(f"{asker} asks for {guess}; you show {cards[0]}.")
            return cards[0]
        names = " or ".join(card.name for card in cards)
        while True:
            prompt = f"{asker} asks for {guess}. Show {names}: "
            word = self._ask(prompt, lambda: self._advise_show(asker, guess))
            if (card := self._card(word)) is not None:
                if card in cards:
                    return card
                self._complain(f"{card} is none of them: {names}")

    def accuse(self) -> ClueGuess | None:
        """Ask for an accusation where one is near or wanted; nothing makes none."""
        wanted, self._wants_to_accuse = self._wants_to_accuse, False
        if wanted or len(self.book.beliefs.triples) <= _FEW:
            return self._guess("Accuse", None)
        return None

    def _guess(
        self, verb: str, rooms: Sequence[ClueCard] | None, *, undo: bool = False
    ) -> ClueGuess | None:
        where = f" in the {rooms[0]}" if rooms is not None and len(rooms) == 1 else ""
        while True:
            words = self._ask(
                f"{verb}{where} (three cards, or nothing): ",
                lambda: self._advise(rooms),
                undo=undo,
            )
            if not words:
                return None
            try:
                guess = self._named(words)
            except ClueError as error:
                self._complain(str(error))
                continue
            if rooms is None or guess.room in rooms:
                return guess
            self._complain(f"{guess.room} cannot be named from here")

    def _card(self, word: str) -> ClueCard | None:
        """Read a card; complain of what is none."""
        try:
            return self.book.table.edition.card(word) if word else None
        except ClueError as error:
            self._complain(str(error))
            return None

    def _named(self, words: str) -> ClueGuess:
        edition = self.book.table.edition
        names = words.split(",") if "," in words else words.split()
        return edition.guess(*names)

    # What may be asked at any question

    def _ask(self, prompt: str, advise: Callable[[], None], *, undo: bool = False) -> str:
        """Ask until something is said that is an answer.

        Raises:
            KeyboardInterrupt: If the person leaves.
            _Undo: If the last answer is to be taken back, where that is still possible.
        """
        helps: dict[str, Callable[[], None]] = {
            "help": lambda: self._say(_HELP),
            "?": self._show_sheet,
            "!": advise,
            "map": self._show_map,
            "accuse": self._note_accusation,
            "undo": lambda: self._complain("what you said is done: there is nothing to take back"),
        }
        while True:
            try:
                words = self._read(prompt).strip()
            except EOFError:
                raise KeyboardInterrupt from None
            key = words.casefold()
            if key in {"quit", "exit"}:
                raise KeyboardInterrupt
            if key == "undo" and undo:
                raise _Undo
            if key not in helps:
                return words
            helps[key]()

    def _note_accusation(self) -> None:
        self._wants_to_accuse = True
        self._say("You will be asked for your accusation at the end of your turn.")

    def _show_map(self) -> None:
        if self._pawns is None:
            self._say("There is no board in this game.")
            return
        me, options = self.book.table.viewpoint or "", self._options
        here = self._pawns.of(me)
        self._say(drawn(self._pawns, me, options))
        roll = rolled(self._pawns, me, options)
        rooms = " or ".join(str(place) for place in options if isinstance(place, ClueCard))
        self._say(f"{f'You rolled {roll}. ' if roll else ''}You stand at {here}.")
        self._say(f"Within reach: {rooms or 'no room'}, and the squares marked *.")

    def _show_sheet(self) -> None:
        self._screen.print(sheet(self.book))
        self._screen.print(conclusion(self.book))

    def _advise(self, rooms: Sequence[ClueCard] | None) -> None:
        if (answer := to_do(self.book)) is not None:
            self._say(f"  {answer}")
            return
        advice = self.book.advise(rooms)
        for line in advice_lines(advice):
            self._say(f"  {line}")
        for one in advice.suggestions[:_MOST_ADVISED]:
            self._say(f"  {one.guess} ({one.gain:.2f} bits): {worth(one)}")
            self._say(f"    {sentence(one.reason)}")

    def _advise_show(self, asker: str, guess: ClueGuess) -> None:
        showing = self.book.card_to_show(asker, guess)
        for choice in showing.choices:
            self._say(f"  {choice.card}: {verdict(showing, choice)} ({choice.bits} bits)")

    def _say(self, words: str) -> None:
        self._screen.print(Text(words))

    def _complain(self, words: str) -> None:
        self._screen.print(Text(words, style="bold red"))
