"""The unit of information of the Java program, which a tree takes as it takes an event."""

from dataclasses import dataclass
from typing import TypeAlias

from cluetree._names import verify_type
from cluetree.cards import ClueCard, ClueGuess
from cluetree.claims import Claim, Fact, Quota
from cluetree.errors import InvalidInfoError
from cluetree.events import Event
from cluetree.table import ENVELOPE, CluePlayer


@dataclass(frozen=True)
class ClueInfo:
    """One player's answer to one guess, or one bare fact; an `Event` says it in a table's words.

    >>> from cluetree.editions import CLUE_US as deck
    >>> ann, bob = CluePlayer("Ann", 6), CluePlayer("Bob", 6)
    >>> print(ClueInfo(ann, deck.guess("plum", "rope", "hall"), bob, has_card=False))
    Ann suggests Professor Plum, Rope, Hall: Bob passes

    A guess that nobody answers is a failed accusation.

    Raises:
        InvalidInfoError: If the fields are inconsistent.
    """

    guessing_player: CluePlayer | None = None
    """The player who suggested or accused; `None` if unknown or for a bare fact."""
    guess: ClueGuess | None = None
    revealing_player: CluePlayer | None = None
    """The player who showed or passed, or the holder of a bare fact; may be `ENVELOPE_HAND`."""
    card: ClueCard | None = None
    """The card, if it was seen."""
    has_card: bool = True
    """Whether the player has the card (`True`) or lacks it."""

    def __post_init__(self) -> None:
        for player in (self.guessing_player, self.revealing_player):
            what, expected = "a player of an info", "a CluePlayer or None"
            verify_type(what, player, CluePlayer | None, expected, InvalidInfoError)
        what, expected = "the guess of an info", "a ClueGuess or None"
        verify_type(what, self.guess, ClueGuess | None, expected, InvalidInfoError)
        what, expected = "the card of an info", "a ClueCard or None"
        verify_type(what, self.card, ClueCard | None, expected, InvalidInfoError)
        verify_type("has_card", self.has_card, bool, "True or False", InvalidInfoError)
        if self.guess is not None:
            self._verify_answer(self.guess)
        elif self.guessing_player is not None:
            raise InvalidInfoError(f"{self.guessing_player} guesses, but the guess is missing")
        elif self.card is None or self.revealing_player is None:
            raise InvalidInfoError("an info must have a guess, or a player and a card")

    def _verify_answer(self, guess: ClueGuess) -> None:
        asker, player = self.guessing_player, self.revealing_player
        if any(one is not None and one.name == ENVELOPE for one in (asker, player)):
            raise InvalidInfoError("the envelope cannot suggest or answer")
        if player is None and (self.has_card or self.card is not None):
            raise InvalidInfoError(
                "a guess without an answer is a failed accusation: no card, has_card=False"
            )
        if player and asker and self.has_card and player.name == asker.name:
            raise InvalidInfoError(
                f"{asker} cannot show a card to themselves: give a bare fact, without the guess"
            )
        if self.card is not None and not self.has_card:
            raise InvalidInfoError("a pass cannot name a card")
        if self.card is not None and self.card not in guess:
            raise InvalidInfoError(f"{self.card} cannot be shown: the guess was {guess}")

    @property
    def by(self) -> str | None:
        """The name of the guessing player, if there is one."""
        return None if self.guessing_player is None else self.guessing_player.name

    @property
    def cards(self) -> tuple[ClueCard, ...]:
        """The cards of this info; for an unseen show, the alternatives."""
        if self.card is not None:
            return (self.card,)
        return () if self.guess is None else self.guess.cards

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims that follow from this info."""
        holder = self.revealing_player
        if holder is None:
            return () if self.guess is None else (Quota.failed(self.guess),)
        if self.has_card and self.card is None:
            return (Quota.show([holder.name], self.cards),)
        return tuple(Fact(holder.name, card, self.has_card) for card in self.cards)

    def __str__(self) -> str:
        asker, player = self.guessing_player or "somebody", self.revealing_player
        if self.guess is not None and player is None:
            return f"{asker} accuses {self.guess}: wrong"
        if self.guess is not None:
            answer = f"shows {self.card or 'a card'}" if self.has_card else "passes"
            return f"{asker} suggests {self.guess}: {player} {answer}"
        return "; ".join(map(str, self.claims))


Told: TypeAlias = Event | ClueInfo
"""What a tree grows by: an event, or an info of the Java program."""
