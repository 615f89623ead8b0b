"""A person at the terminal as a player: asked in words, shown the sheet on demand."""

from collections.abc import Callable, Sequence
from random import Random

from rich.console import Console
from rich.text import Text

from cluetree.board import Place
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import ClueError
from cluetree.events import Event
from cluetree.faces.commands.sheet import conclusion, sheet
from cluetree.notebook import Notebook
from cluetree.table import Table

_HELP = "cards by name or prefix; ? the sheet, ! advice, nothing to let it be"
_MOST_ADVISED = 5


class Person:
    """Plays a seat by asking whoever sits at the terminal.

    Args:
        screen: Where to print and to ask.
        read: Reads a line after a prompt; at the end of input (`EOFError`) the person leaves
            the game, as by Ctrl-C: with a `KeyboardInterrupt`.
    """

    def __init__(self, screen: Console, read: Callable[[str], str] = input):
        self._screen = screen
        self._read = read
        self._book: Notebook | None = None

    @property
    def book(self) -> Notebook:
        """The notes that are kept for this person.

        Raises:
            ClueError: If no game has begun.
        """
        if self._book is None:
            raise ClueError("no game has begun, so there are no notes")
        return self._book

    def begin(self, table: Table, rng: Random) -> None:  # noqa: ARG002 -- a person needs no dice
        """Open the notebook and show the hand."""
        self._book = Notebook(table)
        hand = ", ".join(card.name for card in table.me.hand) if table.me else ""
        self._say(f"You are {table.viewpoint}. Your cards: {hand}")

    def observe(self, event: Event) -> None:
        """Tell what happened, and note it."""
        self.book.tell(event)
        self._say(f"{len(self.book)}. {event}")

    def move(self, options: Sequence[Place]) -> Place:
        """Ask where to go: a room by its name, or a place by its number."""
        for number, place in enumerate(options, start=1):
            self._say(f"  {number:>3}  {place}")
        while True:
            word = self._ask("Go to (number or room): ")
            if word.isdigit() and 1 <= int(word) <= len(options):
                return options[int(word) - 1]
            card = self._card(word)
            if card is not None and card in options:
                return card
            if card is not None:
                self._complain(f"{card} is out of reach")

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask for three cards; nothing suggests nothing."""
        return self._guess("Suggest", rooms) if rooms else None

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Ask which card to show, if there is a choice."""
        if len(cards) == 1:
            self._say(f"{asker} asks for {guess}; you show {cards[0]}.")
            return cards[0]
        names = " or ".join(card.name for card in cards)
        while True:
            word = self._ask(f"{asker} asks for {guess}. Show {names}: ")
            if word == "?":
                self._show_sheet()
            elif word == "!":
                self._advise_show(asker, guess)
            elif (card := self._card(word)) is not None:
                if card in cards:
                    return card
                self._complain(f"{card} is none of them: {names}")

    def accuse(self) -> ClueGuess | None:
        """Ask for an accusation; nothing makes none."""
        return self._guess("Accuse", None)

    def _guess(self, verb: str, rooms: Sequence[ClueCard] | None) -> ClueGuess | None:
        while True:
            words = self._ask(f"{verb} ({_HELP}): ")
            if not words:
                return None
            if words == "?":
                self._show_sheet()
            elif words == "!":
                self._advise(rooms)
            else:
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

    def _show_sheet(self) -> None:
        self._screen.print(sheet(self.book))
        self._screen.print(conclusion(self.book))

    def _advise(self, rooms: Sequence[ClueCard] | None) -> None:
        for each in self.book.advise(rooms).suggestions[:_MOST_ADVISED]:
            self._say(f"  {each}")

    def _advise_show(self, asker: str, guess: ClueGuess) -> None:
        showing = self.book.card_to_show(asker, guess, seconds=3)
        for choice in showing.choices:
            self._say(f"  {choice.card}: {showing.reason(choice)}")

    def _ask(self, prompt: str) -> str:
        try:
            return self._read(prompt).strip()
        except EOFError:
            raise KeyboardInterrupt from None

    def _say(self, words: str) -> None:
        self._screen.print(Text(words))

    def _complain(self, words: str) -> None:
        self._screen.print(Text(words, style="bold red"))
