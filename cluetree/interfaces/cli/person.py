"""A person who plays a seat at the terminal, with the sheet and advice on demand."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TypeVar

from rich.console import Console, RenderableType
from rich.text import Text

from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import ClueError, InvalidGuessError
from cluetree.events import Event
from cluetree.interfaces.drawing import advice
from cluetree.interfaces.drawing.sheet import sheet
from cluetree.limit import PATIENCE
from cluetree.notebook import Notebook
from cluetree.play.agent import BaseAgent
from cluetree.table import Table
from cluetree.text.events import in_full
from cluetree.text.language import enumeration, t

_T = TypeVar("_T")


class Person(BaseAgent):
    """Plays a seat by asking the person at the terminal.

    Args:
        screen: Where to print.
        read: Reads a line after a prompt. The end of input (`EOFError`) leaves the game, as
            Ctrl-C does.
    """

    book: Notebook
    """The notes of this person."""

    def __init__(self, screen: Console, read: Callable[[str], str] = input):
        self._screen = screen
        self._read = read

    def begin(self, table: Table, rng: Random) -> None:
        """Open the notebook and print the hand."""
        super().begin(table, rng)
        self.book = Notebook(table, limit=PATIENCE)
        self._say(t("play.you", name=self.me.name, cards=", ".join(map(str, self.me.hand))))
        self._say(t("play.any_time"))

    def observe(self, event: Event) -> None:
        """Note the event and print it."""
        self.book.tell(event)
        self._say(f"{len(self.book)}. {in_full(event)}")

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Print the sheet, and ask for three cards."""
        self._draw(partial(sheet, self.book))
        return self._ask(t("play.suggest"), self._guess, partial(self._advice, rooms))

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Ask for the card to show, if there is a choice."""
        if len(cards) == 1:
            self._say(t("play.must_show", name=asker, cards=str(guess), card=str(cards[0])))
            return cards[0]
        choice = enumeration(map(str, cards), "or")

        def card(word: str) -> ClueCard:
            named = self.table.edition.card(word)
            if named not in cards:
                raise InvalidGuessError(f"the card must be {choice}, got {named}")
            return named

        def ranking() -> RenderableType:
            return advice.showing(self.book.card_to_show(asker, guess))

        prompt = t("play.show", name=asker, cards=str(guess), choice=choice)
        return self._ask(prompt, card, ranking)

    def accuse(self) -> ClueGuess | None:
        """Ask for an accusation."""
        return self._ask(t("play.accuse"), self._guess, self._advice)

    def _guess(self, words: str) -> ClueGuess | None:
        if not words:
            return None
        return self.table.edition.guess(*(words.split(",") if "," in words else words.split()))

    def _advice(self, rooms: Sequence[ClueCard] | None = None) -> RenderableType:
        return advice.ranking(self.book.advise(rooms), self.book)

    def _ask(
        self, prompt: str, parse: Callable[[str], _T], advise: Callable[[], RenderableType]
    ) -> _T:
        """Ask until the line can be parsed; `?` prints help and the sheet, `!` advice."""
        while True:
            try:
                words = self._read(prompt).strip()
            except EOFError:
                raise KeyboardInterrupt from None
            if words == "?":
                self._say(t("play.help"))
                self._draw(partial(sheet, self.book))
            elif words == "!":
                self._draw(advise)
            else:
                try:
                    return parse(words)
                except ClueError as error:
                    self._complain(error)

    def _draw(self, drawing: Callable[[], RenderableType]) -> None:
        try:
            self._screen.print(drawing())
        except ClueError as error:  # such as a time limit
            self._complain(error)

    def _say(self, words: str) -> None:
        self._screen.print(Text(words))

    def _complain(self, error: ClueError) -> None:
        self._screen.print(Text(error.message, style="bold red"))
