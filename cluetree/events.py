"""What people see at the table: the entries of a log.

An event is one entry: "Bob suggests, Eve passes, I show". `infos` leads from it to what the tree
takes: one player's answer to one guess, or one bare fact. `entries` is the door: what goes
through it has its names spelled as the table does, and cards of the table's deck.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from reprlib import repr as brief
from typing import ClassVar, Self, TypeAlias, TypeGuard, TypeVar

from more_itertools import duplicates_everseen

from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import ClueError, InvalidEventError
from cluetree.infos import ClueInfo
from cluetree.table import ENVELOPE, Answering, Table

_T = TypeVar("_T")


class _Entry(ABC):
    """What every event of a log can do."""

    # The table whose spelling the event is known to have: a log goes through many doors.
    __slots__ = ("_home",)

    def at(self, table: Table) -> Self:
        """Return this event as the table spells it, checked against the rules, alone.

        Raises:
            InvalidEventError: If it breaks the rules by itself.
            UnknownPlayerError: If a name is nobody's.
            UnknownCardError: If a card is not of this deck.
        """
        if getattr(self, "_home", None) is table:
            return self
        told = self._spelled(table)
        object.__setattr__(told, "_home", table)
        return told

    def infos(self, table: Table) -> tuple[ClueInfo, ...]:
        """Return what the event tells, in atoms: of a suggestion the passes, then the shows.

        Raises:
            ClueError: Whatever `at` raises.
        """
        return tuple(self.at(table)._told(table))  # noqa: SLF001 -- the event itself, spelled

    def verify(self, table: Table) -> None:
        """Check the event against the rules, alone.

        Raises:
            ClueError: Whatever `at` raises.
        """
        self.at(table)

    @abstractmethod
    def _spelled(self, table: Table) -> Self: ...

    @abstractmethod
    def _told(self, table: Table) -> Iterable[ClueInfo]:
        """Yield the infos, once the event is as the table spells it."""


@dataclass(frozen=True, slots=True)
class Show:
    """One player's answer to a suggestion: they showed a card, which we saw or not.

    `Show(None)` says that somebody showed, and we did not see who.
    """

    by: str | None
    card: ClueCard | None = None

    def at(self, table: Table) -> "Show":
        """Return this show as the table spells it.

        Raises:
            UnknownPlayerError: If the name is nobody's.
            UnknownCardError: If the card is not of this deck.
        """
        by = None if self.by is None else table.player(self.by).name
        return Show(by, None if self.card is None else table.edition.card(self.card))

    def __str__(self) -> str:
        return f"{self.by or 'somebody'} shows {self.card or 'a card'}"


@dataclass(frozen=True, slots=True, init=False)
class Suggestion(_Entry):
    """One turn's question: who asked for which cards, who passed, who showed.

    >>> from cluetree.editions import CLUE_US as deck
    >>> print(Suggestion("Ann", deck.guess("plum", "rope", "hall"), ["Eve"], ["Bob"]))
    Ann suggests Professor Plum, Rope, Hall: Bob passes, Eve shows a card

    A show may be given as the name alone if the card was not seen, and all of them as a
    mapping from names to cards.

    `passed` may be `None`: then the seats imply it. By the `first` rule those between the
    asker and the one who showed have passed (all others, if nobody showed); by the `all` rule
    everyone who did not show. An empty tuple means that nobody is known to have passed. Where
    somebody showed and it is not known who, the seats imply nothing.

    Raises:
        InvalidEventError: If `shows` or `passed` is one text in place of several names.
    """

    by: str
    guess: ClueGuess
    shows: tuple[Show, ...] = ()
    passed: tuple[str, ...] | None = None

    def __init__(
        self,
        by: str,
        guess: ClueGuess,
        shows: Iterable[Show | str] | Mapping[str, ClueCard | None] = (),
        passed: Iterable[str] | None = None,
    ):
        object.__setattr__(self, "by", by)
        object.__setattr__(self, "guess", guess)
        object.__setattr__(self, "shows", tuple(_shows(shows)))
        names = None if passed is None else _several("passed", passed)
        object.__setattr__(self, "passed", names)

    def _spelled(self, table: Table) -> "Suggestion":
        event = Suggestion(
            table.player(self.by).name,
            _guess(table, self.guess),
            [show.at(table) for show in self.shows],
            None if self.passed is None else [table.player(name).name for name in self.passed],
        )
        event._verify(table.answering)
        return event

    def _verify(self, answering: Answering) -> None:
        showers = tuple(self._showers())
        answers = (*(self.passed or ()), *showers)
        if self.by in answers:
            raise InvalidEventError(f"{self.by} cannot answer their own suggestion")
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
        if answering is Answering.FIRST and len(self.shows) > 1:
            raise InvalidEventError(
                f"{' and '.join(showers)} cannot both show: only the first player who can does "
                "(answering is 'first', not 'all')"
            )

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

    def seen_by(self, name: str | None) -> "Suggestion":
        """Return it as somebody saw it: with every card shown, their own alone, or none.

        `None` is anybody who neither asked nor showed.
        """
        if self.by == name:
            return self
        shows = [show if show.by == name else Show(show.by) for show in self.shows]
        return Suggestion(self.by, self.guess, shows, self.passed)

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
            and any(card in me.hand for card in _guess(table, self.guess))
        ):
            asked = asked[: asked.index(me.name)]
        return tuple(name for name in asked if name not in passed and name != table.viewpoint)

    def _told(self, table: Table) -> Iterator[ClueInfo]:
        asker, guess = table.player(self.by), self.guess
        for name in self.passes(table):
            yield ClueInfo(asker, guess, table.player(name), has_card=False)
        for show in self.shows:
            if show.by is not None:
                yield ClueInfo(asker, guess, table.player(show.by), show.card)
            else:
                among = tuple(map(table.player, self.can_have_shown(table)))
                yield ClueInfo(asker, guess, revealing_among=among)

    def __str__(self) -> str:
        answers = [*(f"{name} passes" for name in self.passed or ()), *map(str, self.shows)]
        return f"{self.by} suggests {self.guess}: {', '.join(answers) or 'nobody shows'}"


@dataclass(frozen=True, slots=True)
class Accusation(_Entry):
    """A final guess and how it came out.

    A wrong one removes exactly its triple from the envelope, no single card of it; a right one
    settles the envelope. What an accuser "would not have named" is not assumed.
    """

    by: str
    guess: ClueGuess
    correct: bool = False

    def _spelled(self, table: Table) -> "Accusation":
        if self.correct not in (True, False):
            raise InvalidEventError(f"correct is True or False, not {self.correct!r}")
        return Accusation(table.player(self.by).name, _guess(table, self.guess), self.correct)

    def _told(self, table: Table) -> Iterator[ClueInfo]:
        if self.correct:
            yield from (ClueInfo(revealing_player=ENVELOPE, card=card) for card in self.guess)
        else:
            yield ClueInfo(table.player(self.by), self.guess, has_card=False)

    def __str__(self) -> str:
        return f"{self.by} accuses {self.guess}: {'right' if self.correct else 'wrong'}"


@dataclass(frozen=True, slots=True)
class _BareFact(_Entry):
    """What `Holds` and `Lacks` share: one holder, one card."""

    player: str
    card: ClueCard
    has_card: ClassVar[bool]

    def _spelled(self, table: Table) -> Self:
        name, card = table.holder(self.player).name, table.edition.card(self.card)
        is_so = name is self.player and card is self.card
        return self if is_so else type(self)(name, card)

    def _told(self, table: Table) -> Iterator[ClueInfo]:
        holder = table.holder(self.player)
        yield ClueInfo(revealing_player=holder, card=self.card, has_card=self.has_card)

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


@dataclass(frozen=True, slots=True, init=False)
class HoldsOneOf(_Entry):
    """A bare fact: at least one of these cards is in this hand. `player` may be "envelope".

    Raises:
        InvalidEventError: If `cards` is one text in place of several cards.
    """

    player: str
    cards: tuple[ClueCard, ...]

    def __init__(self, player: str, cards: Iterable[ClueCard]):
        object.__setattr__(self, "player", player)
        object.__setattr__(self, "cards", _several("cards", cards))

    def _spelled(self, table: Table) -> "HoldsOneOf":
        player = table.holder(self.player).name
        cards = [table.edition.card(card) for card in self.cards]
        if not cards:
            raise InvalidEventError(f"{player} holds one of no cards: name at least one")
        for card in duplicates_everseen(cards):
            raise InvalidEventError(f"{card} is named twice")
        return HoldsOneOf(player, cards)

    def _told(self, table: Table) -> Iterator[ClueInfo]:
        holder = table.holder(self.player)
        if len(self.cards) == 1:
            yield ClueInfo(revealing_player=holder, card=self.cards[0])
        else:
            yield ClueInfo(revealing_player=holder, among=self.cards)

    def __str__(self) -> str:
        return f"{self.player} holds one of {', '.join(map(str, self.cards))}"


Event: TypeAlias = Suggestion | Accusation | Holds | Lacks | HoldsOneOf
"""Any entry of a log; each has `at(table)`, `verify(table)` and `infos(table)`."""


def entries(table: Table, events: Iterable[Event]) -> tuple[Event, ...]:
    """Return a log as the table spells it; whatever takes a log goes on with that.

    Raises:
        ClueError: If an event breaks the rules by itself; a note says which.
    """
    log: list[Event] = []
    for number, event in enumerate(_several("events", events), start=1):
        try:
            log.append(entry(table, event))
        except ClueError as error:
            error.add_note(f"in event {number}")
            raise
    return tuple(log)


def entry(table: Table, event: Event) -> Event:
    """Return an event as the table spells it, checked against the rules.

    Raises:
        InvalidEventError: If it is none, or breaks the rules by itself.
        UnknownPlayerError: If a name is nobody's.
        UnknownCardError: If a card is not of this deck.
    """
    _verify_is_event(event)
    return event.at(table)


# What untyped callers hand over by mistake.


def _verify_is_event(event: object) -> None:
    if not isinstance(event, _Entry):
        raise InvalidEventError(
            f"{brief(event)} is no event: tell a Suggestion, an Accusation, or a bare fact such "
            "as Holds('Bob', edition.card('rope'))"
        )


def _several(what: str, values: Iterable[_T]) -> tuple[_T, ...]:
    if isinstance(values, str):
        raise InvalidEventError(f"{what} is several, [{values!r}], not one text")
    return tuple(values)


def _shows(shows: Iterable[Show | str] | Mapping[str, ClueCard | None]) -> Iterator[Show]:
    if _is_by_name(shows):
        yield from (Show(by, card) for by, card in shows.items())
    else:
        for show in _several("shows", shows):
            yield show if isinstance(show, Show) else Show(show)


def _is_by_name(shows: object) -> TypeGuard[Mapping[str, ClueCard | None]]:
    return isinstance(shows, Mapping)


def _guess(table: Table, guess: Iterable[ClueCard]) -> ClueGuess:
    if not isinstance(guess, ClueGuess):
        return table.edition.guess(*_several("a guess", guess))
    for card in guess:
        table.edition.card(card)
    return guess
