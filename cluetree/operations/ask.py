"""The questions to a notebook; none of them changes it."""

from dataclasses import dataclass

from cluetree.cards import ClueGuess
from cluetree.notebook import Notebook
from cluetree.operations.registry import operation


@dataclass(frozen=True, slots=True)
class Answer:
    """The envelope, if it is certain."""

    consistent: bool
    answer: ClueGuess | None


@operation()
def answer(book: Notebook) -> Answer:
    """Return the envelope, if it is certain."""
    return Answer(book.consistent, book.answer)
