"""Infos, the units of evidence: one answer or one bare fact each."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from more_itertools import duplicates_everseen

from cluetree.cards import ClueCard, ClueGuess
from cluetree.claims import Claim, FaceUp, Fact, NotTriple, OneOf
from cluetree.errors import InvalidInfoError, listed, verify_type
from cluetree.table import ENVELOPE, CluePlayer


class InfoKind(StrEnum):
    """The kind of a `ClueInfo`, which decides how it grows the tree."""

    SHOWN_TO_ME = "shown to me"
    """A player showed a card that the viewpoint saw."""
    SHOWN_TO_OTHER = "shown to another"
    """A player showed one of the guess's cards, which the viewpoint did not see."""
    SHOWN_BY_SOMEBODY = "shown by somebody"
    """An unknown player showed one of the guess's cards."""
    PASSED = "passed"
    """A player has none of the guess's cards."""
    FAILED_GUESS = "failed final guess"
    """An accusation was wrong: the envelope is not these three cards."""
    HOLDS = "holds"
    """A player, or the envelope, holds a card, known without a suggestion."""
    LACKS = "lacks"
    """A player, or the envelope, does not hold a card."""
    HOLDS_ONE_OF = "holds one of"
    """A player, or the envelope, holds at least one of some cards."""
    FACE_UP = "face-up"
    """A card is face-up."""


@dataclass(frozen=True)
class ClueInfo:
    """One player's answer to one guess, or one bare fact.

    >>> from cluetree.editions import CLUE_US as deck
    >>> ann, bob = CluePlayer("Ann", 6), CluePlayer("Bob", 6)
    >>> print(ClueInfo(ann, deck.guess("plum", "rope", "hall"), bob, has_card=False))
    Ann suggests Professor Plum, Rope, Hall: Bob passes

    Raises:
        InvalidInfoError: If the fields are inconsistent.
    """

    guessing_player: CluePlayer | None = None
    """The player who suggested or accused; `None` if unknown or for a bare fact."""
    guess: ClueGuess | None = None
    revealing_player: CluePlayer | None = None
    """The player who showed or passed, or the holder of a bare fact; may be `ENVELOPE`."""
    card: ClueCard | None = None
    """The card, if it was seen."""
    has_card: bool = True
    """Whether the player has the card (`True`) or lacks it."""
    among: tuple[ClueCard, ...] = ()
    """The cards of a bare "holds one of"."""
    revealing_among: tuple[CluePlayer, ...] | None = None
    """The players who can have shown, if an unknown player did. If empty, the info is false."""

    def __post_init__(self) -> None:
        for player in (self.guessing_player, self.revealing_player):
            what, expected = "a player of an info", "a CluePlayer or None"
            verify_type(what, player, CluePlayer | None, expected, InvalidInfoError)
        what, expected = "the guess of an info", "a ClueGuess or None"
        verify_type(what, self.guess, ClueGuess | None, expected, InvalidInfoError)
        what, expected = "the card of an info", "a ClueCard or None"
        verify_type(what, self.card, ClueCard | None, expected, InvalidInfoError)
        verify_type("has_card", self.has_card, bool, "True or False", InvalidInfoError)
        object.__setattr__(self, "among", listed("among", self.among, InvalidInfoError))
        if self.revealing_among is not None:
            among = listed("revealing_among", self.revealing_among, InvalidInfoError)
            object.__setattr__(self, "revealing_among", among)
        if self.revealing_among is not None:
            self._verify_somebody(self.revealing_among)
        elif self.guess is not None:
            self._verify_answer(self.guess)
        else:
            self._verify_fact()

    @property
    def kind(self) -> InfoKind:
        """The kind of information."""
        if self.guess is not None:
            if self.revealing_player is None:
                is_failed = self.revealing_among is None
                return InfoKind.FAILED_GUESS if is_failed else InfoKind.SHOWN_BY_SOMEBODY
            if not self.has_card:
                return InfoKind.PASSED
            return InfoKind.SHOWN_TO_OTHER if self.card is None else InfoKind.SHOWN_TO_ME
        if self.among:
            return InfoKind.HOLDS_ONE_OF
        if self.revealing_player is None:
            return InfoKind.FACE_UP
        return InfoKind.HOLDS if self.has_card else InfoKind.LACKS

    @property
    def cards(self) -> tuple[ClueCard, ...]:
        """The cards of this info; for an unseen show, the alternatives."""
        if self.card is not None:
            return (self.card,)
        return self.guess.cards if self.guess is not None else self.among

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims that follow from this info."""
        cards = self.cards
        match self.kind:
            case InfoKind.SHOWN_TO_ME | InfoKind.PASSED | InfoKind.HOLDS | InfoKind.LACKS:
                return tuple([Fact(n, card, self.has_card) for n in self._about for card in cards])
            case InfoKind.SHOWN_TO_OTHER | InfoKind.HOLDS_ONE_OF | InfoKind.SHOWN_BY_SOMEBODY:
                options = tuple([Fact(n, card, holds=True) for n in self._about for card in cards])
                return options if len(options) == 1 else (OneOf(options),)
            case InfoKind.FAILED_GUESS:
                return (NotTriple(ClueGuess(*cards)),)
            case InfoKind.FACE_UP:
                return tuple(map(FaceUp, cards))
            case _:
                assert_never(self.kind)

    @property
    def _about(self) -> tuple[str, ...]:
        if self.revealing_player is not None:
            return (self.revealing_player.name,)
        return tuple([player.name for player in self.revealing_among or ()])

    def _verify_answer(self, guess: ClueGuess) -> None:
        if self.among:
            raise InvalidInfoError("`among` is for bare facts; a guess names its own cards")
        players = (self.guessing_player, self.revealing_player)
        if ENVELOPE.name in [player.name for player in players if player is not None]:
            raise InvalidInfoError("the envelope cannot suggest or answer")
        if self.revealing_player is None:
            if self.has_card or self.card is not None:
                raise InvalidInfoError(
                    "a guess without an answer is a failed accusation: no card, has_card=False"
                )
            return
        if self.guessing_player is None:
            raise InvalidInfoError("an answer to a guess must have a guessing player")
        if self.has_card and self.revealing_player.name == self.guessing_player.name:
            raise InvalidInfoError(
                f"{self.guessing_player} cannot show a card to themselves: give a bare fact, "
                "without the guess"
            )
        if self.card is not None and not self.has_card:
            raise InvalidInfoError("a pass cannot name a card")
        if self.card is not None and self.card not in guess:
            raise InvalidInfoError(f"{self.card} cannot be shown: the guess was {guess}")

    def _verify_somebody(self, players: tuple[CluePlayer, ...]) -> None:
        named = self.revealing_player, self.card
        if self.guess is None or self.guessing_player is None or not self.has_card or any(named):
            raise InvalidInfoError(
                "a show by an unknown player must have a guess, its player and has_card=True, "
                "without a card and a revealing player"
            )
        if ENVELOPE in players:
            raise InvalidInfoError("the envelope cannot suggest or answer")
        names = [player.name for player in players]
        if self.guessing_player.name in names:
            raise InvalidInfoError(f"{self.guessing_player} cannot answer their own guess")
        for name in duplicates_everseen(names):
            raise InvalidInfoError(f"{name} is named twice")

    def _verify_fact(self) -> None:
        if self.guessing_player is not None:
            raise InvalidInfoError(f"{self.guessing_player} guesses, but the guess is missing")
        if self.among:
            if self.revealing_player is None or self.card is not None or not self.has_card:
                raise InvalidInfoError(
                    "with `among`, give a revealing player and has_card=True, and no card"
                )
            for card in duplicates_everseen(self.among):
                raise InvalidInfoError(f"{card} is named twice")
        elif self.card is None:
            raise InvalidInfoError("an info must have a guess, a card, or cards in `among`")
        elif self.revealing_player is None and not self.has_card:
            raise InvalidInfoError(f"a player must be given who lacks {self.card}")

    def __str__(self) -> str:
        if self.revealing_among is not None:
            return f"{self.guessing_player} suggests {self.guess}: somebody shows a card"
        if self.guess is not None and self.revealing_player is None:
            return f"{self.guessing_player or 'somebody'} accuses {self.guess}: wrong"
        if self.guess is not None:
            answer = f"shows {self.card or 'a card'}" if self.has_card else "passes"
            return f"{self.guessing_player} suggests {self.guess}: {self.revealing_player} {answer}"
        if self.among:
            return f"{self.revealing_player} holds one of {', '.join(map(str, self.among))}"
        if self.revealing_player is None:
            return f"{self.card} lies face-up"
        return f"{self.revealing_player} {'holds' if self.has_card else 'lacks'} {self.card}"


def trusted(
    guessing_player: CluePlayer,
    guess: ClueGuess,
    revealing_player: CluePlayer | None = None,
    card: ClueCard | None = None,
    *,
    has_card: bool = True,
    revealing_among: tuple[CluePlayer, ...] | None = None,
) -> ClueInfo:
    """Return the info of an answer that was checked as part of an event."""
    info = object.__new__(ClueInfo)
    # Checking again would take most of the time of a long log.
    info.__dict__.update(
        guessing_player=guessing_player,
        guess=guess,
        revealing_player=revealing_player,
        card=card,
        has_card=has_card,
        among=(),
        revealing_among=revealing_among,
    )
    return info
