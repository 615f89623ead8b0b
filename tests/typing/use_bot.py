"""A third-party bot for the type checkers; a test also plays it."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import assert_type

from cluetree import (
    ClueCard,
    ClueError,
    ClueGuess,
    Edition,
    Event,
    HoldsOneOf,
    Notebook,
    Show,
    Suggestion,
    Table,
)
from cluetree.advice import card_to_show
from cluetree.claims import Fact
from cluetree.explain import Proof, prove


class Bot:
    """Keeps a notebook, suggests and shows by its advice, accuses when certain."""

    def __init__(self, deck: Edition, seats: Mapping[str, int], name: str, hand: list[str]):
        self.name = name
        self.book = Notebook(Table.set_up(deck, seats, viewpoint=name, hand=hand))
        self._start = self.book.copy()

    def hear(self, by: str, words: list[str], shows: dict[str, str]) -> None:
        """Record a suggestion and its answers; an unseen card has no name."""
        seen: dict[str, ClueCard | None] = {
            name: self.book.table.edition.card(word) if word else None
            for name, word in shows.items()
        }
        self.book.tell_suggestion(by, *words, shows=seen)

    def ask(self, room: str) -> ClueGuess:
        """Return the best suggestion in a room."""
        best = self.book.advise([room]).suggestions[0]
        assert_type(best.guess, ClueGuess)
        return best.guess

    def show(self, asker: str, words: tuple[str, str, str]) -> ClueCard:
        """Choose a card to show."""
        showing = self.book.card_to_show(asker, words, samples=10)
        again = card_to_show(self.book, asker=asker, guess=words, rng=Random(0), samples=10)
        return showing.best if showing.best == again.best else again.best

    def accusation(self) -> ClueGuess | None:
        """Return the solution once it is certain."""
        return self.book.answer

    def reasons(self) -> Iterator[str]:
        """Prove the known cards of the opponents."""
        for name in self.book.table.left_of(self.name):
            hand = self.book.beliefs.hand(name)
            assert_type(hand, tuple[ClueCard, ...])
            for card in hand:
                reason = prove(self.book, fact=Fact(name, card, holds=True))
                if isinstance(reason, Proof):
                    yield str(reason)

    def repair(self) -> bool:
        """Undo the last change of an impossible log; return whether there was one."""
        try:
            return not self.book.consistent and self.book.undo()
        except ClueError:
            self.book = self._start
            return True


def events(deck: Edition) -> list[Event]:
    """The accepted short forms of events."""
    guess, plum = deck.guess("plum", "rope", "hall"), deck.card("plum")
    return [
        Suggestion("Ann", guess, [Show("Bob")]),
        Suggestion("Ann", guess, ["Bob"], passed=["Cid"]),
        Suggestion("Ann", guess, {"Bob": plum}),
        Suggestion("Ann", guess, (Show(None),), passed=iter(())),
        HoldsOneOf("Bob", [plum, guess.room]),
        HoldsOneOf("Bob", frozenset(guess)),
    ]
