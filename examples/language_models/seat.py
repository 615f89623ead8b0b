"""A seat for a language model: it gets the rules and the notes as text, and answers with a line.

    cluetree tournament examples.language_models.seat:StubSeat heuristic random --deals 2
    cluetree tournament "examples.language_models.seat:ProgramSeat:command=./ask.sh" random random

An illegal line is asked for again, with the reason. After the last attempt the seat raises
`IllegalActError`: a tournament counts it as a fault, and plays the first legal act instead.
"""

import json
import shlex
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from cluetree import Category, ClueCard, ClueGuess, Event, Notebook, Table
from cluetree.board import Place
from cluetree.errors import ClueError, IllegalActError
from cluetree.play import BaseAgent, Pawns

from . import Model, rules_of, stub

T = TypeVar("T")


class Exchange(NamedTuple):
    """A prompt and its answer."""

    model: str
    player: str
    prompt: str
    answer: str
    fault: str
    """Why the line is illegal; empty if it is legal."""


class TextSeat(BaseAgent):
    """Asks a model for each choice of its seat.

    Args:
        model: Answers a prompt; a tournament with worker processes must be able to pickle it.
        name: The model with its settings, such as "stub, temperature 0.7".
        attempts: How often it is asked for one choice.
        transcript: A file to which each exchange is appended, as a line of JSON.
    """

    def __init__(self, model: Model, name: str, *, attempts: int = 3, transcript: str = ""):
        self.model, self.name, self.attempts, self.transcript = model, name, attempts, transcript
        self.exchanges = list[Exchange]()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, attempts={self.attempts})"

    @property
    def illegal(self) -> int:
        """The number of illegal lines in this game."""
        return sum(bool(one.fault) for one in self.exchanges)

    def begin(self, table: Table, rng: Random) -> None:
        """Open new notes."""
        super().begin(table, rng)
        self.book, self.exchanges = Notebook(table), []

    def observe(self, event: Event) -> None:
        """Note the event."""
        self.book.tell(event)

    def watch(self, pawns: Pawns) -> None:
        """See where the pawns stand."""
        self.pawns = pawns

    def ask(self, question: str, read: Callable[[str], T]) -> T:
        """Ask until the last line of the answer can be read."""
        notes, fault = f"{rules_of(self.table)}\n{self.book.to_clue()}", ""
        for attempt in range(self.attempts):
            told = f"Line {attempt} was illegal: {fault}\n" if fault else ""
            prompt = f"{notes}\n{told}{question}"
            answer, fault = self.model(prompt), ""
            try:
                return read(answer.strip().rpartition("\n")[2].strip(" *`."))
            except ClueError as error:
                fault = str(error)
            finally:
                self.keep(prompt, answer, fault)
        raise IllegalActError(fault)

    def keep(self, prompt: str, answer: str, fault: str) -> None:
        """Keep an exchange, in the file too."""
        one = Exchange(self.name, self.me.name, prompt, answer, fault)
        self.exchanges.append(one)
        if self.transcript:
            with Path(self.transcript).open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(one._asdict())}\n")

    def guess(self, line: str) -> ClueGuess:
        """Read three cards."""
        return self.table.edition.guess(*line.split(","))

    def card(self, line: str, among: Sequence[ClueCard]) -> ClueCard:
        """Read one of some cards."""
        card = self.table.edition.card(line)
        if card not in among:
            raise IllegalActError(f"{card} is not one of {', '.join(map(str, among))}")
        return card

    def move(self, options: Sequence[Place]) -> Place:
        """Ask for a room, and go there or as near as possible."""
        rooms = self.table.edition.of(Category.ROOM)
        question = f"Your pawn moves. Which room do you go to? {one_of(rooms)}"
        goal = self.ask(question, lambda line: self.card(line, rooms))
        return min(options, key=self.pawns.board.distances(goal).__getitem__)

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess:
        """Ask for three cards."""

        def read(line: str) -> ClueGuess:
            guess = self.guess(line)
            self.card(guess.room.name, rooms)
            return guess

        named = ", ".join(map(str, rooms))
        return self.ask(
            f"It is your turn to suggest. The room may be: {named}.\n"
            "The last line must be: SUSPECT, WEAPON, ROOM",
            read,
        )

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Ask which card to show, if there is a choice."""
        if len(cards) == 1:
            return cards[0]
        question = f"{asker} suggests {guess}. Which card do you show? {one_of(cards)}"
        return self.ask(question, lambda line: self.card(line, cards))

    def accuse(self) -> ClueGuess | None:
        """Ask whether to accuse."""
        return self.ask(
            "Do you accuse now? The last line must be: SUSPECT, WEAPON, ROOM, or `none`",
            lambda line: None if line.lower() == "none" else self.guess(line),
        )


def one_of(cards: Sequence[ClueCard]) -> str:
    """List the lines that are legal."""
    return f"The last line must be one of: {'; '.join(map(str, cards))}."


def run(command: str, seconds: float, prompt: str) -> str:
    """Give a program the prompt on standard input, and return what it prints."""
    words = shlex.split(command)
    try:
        done = subprocess.run(  # noqa: S603 -- what the user wants to run
            words, input=prompt, stdout=subprocess.PIPE, text=True, timeout=seconds, check=True
        )
    except subprocess.TimeoutExpired as error:
        raise TimeoutError(f"no answer in {seconds} seconds") from error
    return done.stdout


class ProgramSeat(TextSeat):
    """Asks a program, started anew for each prompt."""

    def __init__(self, command: str, seconds: float = 120, attempts: int = 3, transcript: str = ""):
        model = partial(run, command, seconds)
        super().__init__(model, command, attempts=attempts, transcript=transcript)


class StubSeat(TextSeat):
    """Asks the stub: a model for trying things out."""

    def __init__(self, attempts: int = 3, transcript: str = ""):
        super().__init__(stub, "stub", attempts=attempts, transcript=transcript)
