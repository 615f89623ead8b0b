"""What people see at the table, and the atoms of information that each event gives.

An event is one entry of a log: "Bob suggests, Eve passes, I show". A `ClueInfo` is what the
tree takes: one player's answer to one guess, or one bare fact. `Event.infos` leads from the
first to the second.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import ClassVar, TypeAlias, assert_never

from more_itertools import duplicates_everseen

from cluetree.cards import ClueCard, ClueGuess
from cluetree.claims import Claim, FaceUp, Fact, NotTriple, OneOf
from cluetree.errors import InvalidEventError, InvalidInfoError
from cluetree.table import ENVELOPE, Answering, CluePlayer, Table


class InfoKind(StrEnum):
    """What a `ClueInfo` tells, and so how it grows the tree."""

    SHOWN_TO_ME = "shown to me"
    """A player showed a card that the viewpoint saw."""
    SHOWN_TO_OTHER = "shown to another"
    """A player showed one of the guess's cards, unseen."""
    SHOWN_BY_SOMEBODY = "shown by somebody"
    """Somebody showed one of the guess's cards; it is not known who."""
    PASSED = "passed"
    """A player has none of the guess's cards."""
    FAILED_GUESS = "failed final guess"
    """An accusation was wrong: these three are not the envelope together."""
    HOLDS = "holds"
    """A player, or the envelope, holds a card; nobody had to ask."""
    LACKS = "lacks"
    """A player, or the envelope, does not hold a card."""
    HOLDS_ONE_OF = "holds one of"
    """A player, or the envelope, holds at least one of some cards."""
    FACE_UP = "face-up"
    """A card lies open for all."""


@dataclass(frozen=True)
class ClueInfo:
    """One atom of information: one player's answer to one guess, or one bare fact.

    >>> from cluetree.editions import CLUE_US as deck
    >>> ann, bob = CluePlayer("Ann", 6), CluePlayer("Bob", 6)
    >>> print(ClueInfo(ann, deck.guess("plum", "rope", "hall"), bob, has_card=False))
    Ann suggests Professor Plum, Rope, Hall: Bob passes

    Raises:
        InvalidInfoError: If the parts make no sense together, so that no kind fits.
    """

    guessing_player: CluePlayer | None = None
    """Who suggested or accused; `None` where nobody did, or where it is not known who."""
    guess: ClueGuess | None = None
    revealing_player: CluePlayer | None = None
    """Whose cards this is about: who showed or passed; may be `ENVELOPE`."""
    card: ClueCard | None = None
    """The card, where it was seen."""
    has_card: bool = True
    """Whether the card is there (`True`) or is not."""
    among: tuple[ClueCard, ...] = ()
    """For a bare "holds one of": the cards, where they are no guess."""
    revealing_among: tuple[CluePlayer, ...] | None = None
    """For a show by somebody: who it can have been. If nobody, the info cannot be true."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "among", tuple(self.among))
        if self.revealing_among is not None:
            object.__setattr__(self, "revealing_among", tuple(self.revealing_among))
        self._verify()

    @cached_property
    def kind(self) -> InfoKind:
        """Which of the kinds of information this is."""
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
        """The cards this is about; of a show unseen, the alternatives."""
        if self.card is not None:
            return (self.card,)
        return self.guess.cards if self.guess is not None else self.among

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """What this says, in atoms; all of them are true if it is."""
        cards = self.cards
        match self.kind:
            case InfoKind.SHOWN_TO_ME | InfoKind.PASSED | InfoKind.HOLDS | InfoKind.LACKS:
                return tuple(
                    Fact(name, card, self.has_card) for name in self._about for card in cards
                )
            case InfoKind.SHOWN_TO_OTHER | InfoKind.HOLDS_ONE_OF | InfoKind.SHOWN_BY_SOMEBODY:
                options = tuple(Fact(n, card, holds=True) for n in self._about for card in cards)
                return options if len(options) == 1 else (OneOf(options),)
            case InfoKind.FAILED_GUESS:
                return (NotTriple(ClueGuess(*cards)),)
            case InfoKind.FACE_UP:
                return tuple(map(FaceUp, cards))
            case _:
                assert_never(self.kind)

    @property
    def _about(self) -> Iterator[str]:
        """The names of those whose cards this is about."""
        players = (self.revealing_player,) if self.revealing_among is None else self.revealing_among
        return (player.name for player in players if player is not None)

    def _verify(self) -> None:
        if self.revealing_among is not None:
            self._verify_somebody(self.revealing_among)
        elif self.guess is not None:
            self._verify_answer(self.guess)
        else:
            self._verify_fact()

    def _verify_answer(self, guess: ClueGuess) -> None:
        if self.among:
            raise InvalidInfoError("`among` is for bare facts; a guess names its own cards")
        if ENVELOPE in (self.guessing_player, self.revealing_player):
            raise InvalidInfoError("the envelope neither suggests nor answers")
        if self.revealing_player is None:
            if self.has_card or self.card is not None:
                raise InvalidInfoError(
                    "a guess that nobody answers is a failed final guess: no card, has_card=False"
                )
            return
        if self.guessing_player is None:
            raise InvalidInfoError(f"{self.revealing_player} answers, but nobody guesses")
        if self.revealing_player.name == self.guessing_player.name:
            raise InvalidInfoError(f"{self.guessing_player} cannot answer their own guess")
        if self.card is not None and not self.has_card:
            raise InvalidInfoError("who passes has none of the three cards, so names no card")
        if self.card is not None and self.card not in guess:
            raise InvalidInfoError(f"{self.card} cannot be shown: the guess was {guess}")

    def _verify_somebody(self, players: tuple[CluePlayer, ...]) -> None:
        named = self.revealing_player, self.card
        if self.guess is None or self.guessing_player is None or not self.has_card or any(named):
            raise InvalidInfoError(
                "somebody shows: a guess and who made it, no card, has_card=True, and no one "
                "player who reveals"
            )
        if ENVELOPE in players:
            raise InvalidInfoError("the envelope neither suggests nor answers")
        names = [player.name for player in players]
        if self.guessing_player.name in names:
            raise InvalidInfoError(f"{self.guessing_player} cannot answer their own guess")
        for name in duplicates_everseen(names):
            raise InvalidInfoError(f"{name} is named twice")

    def _verify_fact(self) -> None:
        if self.guessing_player is not None:
            raise InvalidInfoError(f"{self.guessing_player} guesses, but there is no guess")
        if self.among:
            if self.revealing_player is None or self.card is not None or not self.has_card:
                raise InvalidInfoError("a player holds one of `among`: no card, has_card=True")
            for card in duplicates_everseen(self.among):
                raise InvalidInfoError(f"{card} is named twice")
        elif self.card is None:
            raise InvalidInfoError("nothing is told: no guess, no card, no cards among")
        elif self.revealing_player is None and not self.has_card:
            raise InvalidInfoError(f"who lacks {self.card}? a revealing player is needed")

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


@dataclass(frozen=True, slots=True)
class Show:
    """One player's answer to a suggestion: they showed a card, which we saw or not.

    `Show(None)` says that somebody showed, and we did not see who.
    """

    by: str | None
    card: ClueCard | None = None

    def __str__(self) -> str:
        return f"{self.by or 'somebody'} shows {self.card or 'a card'}"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One turn's question: who asked for which cards, who passed, who showed.

    `passed` may be `None`: then the seats imply it. By the `first` rule those between the
    asker and the one who showed have passed (all others, if nobody showed); by the `all` rule
    everyone who did not show. An empty tuple means that nobody is known to have passed. Where
    somebody showed and it is not known who, the seats imply nothing.
    """

    by: str
    guess: ClueGuess
    shows: tuple[Show, ...] = ()
    passed: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "shows", tuple(self.shows))
        if self.passed is not None:
            object.__setattr__(self, "passed", tuple(self.passed))

    def passes(self, table: Table) -> tuple[str, ...]:
        """Return who passed at this table, told or implied by the seats, as the seats go."""
        asked = table.left_of(self.by)
        if self.passed is not None:
            passed = {table.player(name).name for name in self.passed}
            return tuple(name for name in asked if name in passed)
        shown = {table.player(by).name for by in self._showers()}
        if len(shown) < len(self.shows):
            return ()
        if table.answering is Answering.FIRST and shown:
            asked = asked[: min(asked.index(name) for name in shown)]
        return tuple(name for name in asked if name not in shown)

    def _showers(self) -> Iterator[str]:
        return (show.by for show in self.shows if show.by is not None)

    def can_have_shown(self, table: Table) -> tuple[str, ...]:
        """Return who may be the one where somebody showed, as the seats go.

        Not who passed, and not the viewpoint, who would know; by the `first` rule nobody after
        the viewpoint either, if the viewpoint has one of the cards and so would have shown it.
        """
        asked, passed = table.left_of(self.by), self.passes(table)
        me = table.me
        if (
            me is not None
            and me.name in asked
            and table.answering is Answering.FIRST
            and any(card in me.hand for card in self.guess)
        ):
            asked = asked[: asked.index(me.name)]
        return tuple(name for name in asked if name not in passed and name != table.viewpoint)

    def verify(self, table: Table) -> None:
        """Check the event against the rules, alone.

        Raises:
            InvalidEventError: If the asker answers, somebody answers twice, a card is shown that
                was not asked for, several show where only the first may, or it is not known who
                showed, but what or who else did.
            UnknownPlayerError: If a name is nobody's.
            UnknownCardError: If a card is not of this deck.
        """
        asker = table.player(self.by).name
        _verify_cards(table, *self.guess)
        said = (*(self.passed or ()), *self._showers())
        answers = [table.player(name).name for name in said]
        if asker in answers:
            raise InvalidEventError(f"{asker} cannot answer their own suggestion")
        for name in duplicates_everseen(answers):
            raise InvalidEventError(f"{name} cannot answer twice")
        for show in self.shows:
            if show.card is not None and show.card not in self.guess:
                raise InvalidEventError(
                    f"{show.by} cannot show {show.card}: asked for were {self.guess}"
                )
            if show.by is None and (show.card is not None or len(self.shows) > 1):
                raise InvalidEventError(
                    "'somebody shows' stands alone, without a card: name who showed what was seen"
                )
        if table.answering is Answering.FIRST and len(self.shows) > 1:
            names = " and ".join(self._showers())
            raise InvalidEventError(
                f"{names} cannot both show: only the first player who can does "
                "(answering is 'first', not 'all')"
            )

    def infos(self, table: Table) -> tuple[ClueInfo, ...]:
        """Return what each answer tells: the passes, then the shows.

        Raises:
            ClueError: Whatever `verify` raises.
        """
        self.verify(table)
        asker = table.player(self.by)
        passed = (
            ClueInfo(asker, self.guess, table.player(name), has_card=False)
            for name in self.passes(table)
        )
        shown = (self._shown(table, asker, show) for show in self.shows)
        return (*passed, *shown)

    def _shown(self, table: Table, asker: CluePlayer, show: Show) -> ClueInfo:
        if show.by is not None:
            return ClueInfo(asker, self.guess, table.player(show.by), show.card)
        among = tuple(map(table.player, self.can_have_shown(table)))
        return ClueInfo(asker, self.guess, revealing_among=among)

    def __str__(self) -> str:
        answers = [*(f"{name} passes" for name in self.passed or ()), *map(str, self.shows)]
        return f"{self.by} suggests {self.guess}: {', '.join(answers) or 'nobody shows'}"


@dataclass(frozen=True, slots=True)
class Accusation:
    """A final guess and how it came out.

    A wrong one removes exactly its triple from the envelope, no single card of it; a right one
    settles the envelope. What an accuser "would not have named" is not assumed.
    """

    by: str
    guess: ClueGuess
    correct: bool = False

    def verify(self, table: Table) -> None:
        """Check names and cards.

        Raises:
            UnknownPlayerError: If the accuser does not sit at this table.
            UnknownCardError: If a card is not of this deck.
        """
        table.player(self.by)
        _verify_cards(table, *self.guess)

    def infos(self, table: Table) -> tuple[ClueInfo, ...]:
        """Return the failed guess, or the three cards in the envelope.

        Raises:
            ClueError: Whatever `verify` raises.
        """
        self.verify(table)
        if self.correct:
            return tuple(ClueInfo(revealing_player=ENVELOPE, card=card) for card in self.guess)
        return (ClueInfo(table.player(self.by), self.guess, has_card=False),)

    def __str__(self) -> str:
        return f"{self.by} accuses {self.guess}: {'right' if self.correct else 'wrong'}"


@dataclass(frozen=True, slots=True)
class _BareFact:
    """What `Holds` and `Lacks` share: one holder, one card."""

    player: str
    card: ClueCard
    has_card: ClassVar[bool]

    def verify(self, table: Table) -> None:
        """Check names and cards.

        Raises:
            UnknownPlayerError: If the holder is nobody here.
            UnknownCardError: If the card is not of this deck.
        """
        table.holder(self.player)
        _verify_cards(table, self.card)

    def infos(self, table: Table) -> tuple[ClueInfo, ...]:
        """Return the fact.

        Raises:
            ClueError: Whatever `verify` raises.
        """
        self.verify(table)
        holder = table.holder(self.player)
        return (ClueInfo(revealing_player=holder, card=self.card, has_card=self.has_card),)

    def __str__(self) -> str:
        return f"{self.player} {'holds' if self.has_card else 'lacks'} {self.card}"


@dataclass(frozen=True, slots=True)
class Holds(_BareFact):
    """A bare fact: a card dropped, a hand laid open, a look. `player` may be "envelope"."""

    has_card: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Lacks(_BareFact):
    """A bare fact: a card is not in this hand. `player` may be "envelope"."""

    has_card: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class HoldsOneOf:
    """A bare fact: at least one of these cards is in this hand. `player` may be "envelope"."""

    player: str
    cards: tuple[ClueCard, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(self.cards))

    def verify(self, table: Table) -> None:
        """Check names and cards.

        Raises:
            InvalidEventError: If there is no card, or one is named twice.
            UnknownPlayerError: If the holder is nobody here.
            UnknownCardError: If a card is not of this deck.
        """
        table.holder(self.player)
        _verify_cards(table, *self.cards)
        if not self.cards:
            raise InvalidEventError(f"{self.player} holds one of no cards: name at least one")
        for card in duplicates_everseen(self.cards):
            raise InvalidEventError(f"{card} is named twice")

    def infos(self, table: Table) -> tuple[ClueInfo, ...]:
        """Return the fact.

        Raises:
            ClueError: Whatever `verify` raises.
        """
        self.verify(table)
        holder = table.holder(self.player)
        if len(self.cards) == 1:
            return (ClueInfo(revealing_player=holder, card=self.cards[0]),)
        return (ClueInfo(revealing_player=holder, among=self.cards),)

    def __str__(self) -> str:
        return f"{self.player} holds one of {', '.join(map(str, self.cards))}"


Event: TypeAlias = Suggestion | Accusation | Holds | Lacks | HoldsOneOf
"""Any entry of a log; each has `verify(table)` and `infos(table)`."""


def _verify_cards(table: Table, *cards: ClueCard) -> None:
    for card in cards:
        table.edition.card(card)
