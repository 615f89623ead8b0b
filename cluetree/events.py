"""Events, the entries of a log.

An event is one observation, such as "Bob suggests, Eve passes, I show". Its `claims` are all that
deduction reads. `entries` checks a log and normalizes its names.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, Literal, Protocol, Self, TypeAlias, cast, get_args

from more_itertools import duplicates_everseen

from cluetree._names import listed, name_key, verify_type
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.claims import Claim, Fact, Quota, words_of
from cluetree.errors import ClueError, InvalidEventError
from cluetree.table import ENVELOPE, Answering, Table

KNOWN_TO: Final = {True: "(only me)", False: "(all know)"}
"""The words for who knows a fact: whether only the viewpoint does."""


class _Entry:
    # The table that the event was last checked and normalized for.
    __slots__ = ("_table",)

    def __getstate__(self) -> object:
        return vars(self)  # of a class without slots: a frozen one could not set the table

    def at(self, table: Table) -> Self:
        """Check this event against the rules and return it with the table's names.

        Raises:
            ClueError: If it breaks the rules, or a name is unknown.
        """
        if getattr(self, "_table", self) is table:
            return self
        event = self._spelled(table)
        event = self if event == self else event
        object.__setattr__(event, "_table", table)
        return event

    def claims(self, table: Table) -> tuple[Claim, ...]:
        """Return what the event says; for a suggestion the passes, then the shows."""
        return tuple(self.at(table)._claims(table))  # noqa: SLF001 -- this event, normalized

    @abstractmethod
    def _spelled(self, table: Table) -> Self: ...

    @abstractmethod
    def _claims(self, table: Table) -> Iterable[Claim]: ...


@dataclass(frozen=True, slots=True)
class Show:
    """A player's answer to a suggestion: they showed a card, seen or unseen.

    `Show(None)` means that an unknown player showed a card.
    """

    by: str | None
    card: ClueCard | None = None

    def at(self, table: Table) -> "Show":
        """Return this show with the table's names."""
        by = None if self.by is None else table.player(self.by).name
        card = None if self.card is None else table.edition.card(self.card)
        return self if by is self.by and card is self.card else Show(by, card)

    def __str__(self) -> str:
        return f"{self.by or 'somebody'} shows {self.card or 'a card'}"


@dataclass(frozen=True, slots=True, init=False)
class Suggestion(_Entry):
    """A suggestion: the asker, the three cards, the passes and the shows.

    >>> from cluetree.editions import CLUE_US as deck
    >>> print(Suggestion("Ann", deck.guess("plum", "rope", "hall"), ["Eve"], ["Bob"]))
    Ann suggests Professor Plum, Rope, Hall: Bob passes, Eve shows a card

    A show may be a name alone if the card was not seen. `shows` may be a mapping from names to
    cards or their names; `None` is a card that was not seen. Nobody showed: `"nobody"` or `()`.

    If `passed` is `None`, the seats imply the passes. By the `first` rule these are the players
    between the asker and the player who showed, or all others if no player showed. By the `all`
    rule these are all players who did not show, except a viewpoint who holds one of the cards:
    they showed it, whether it was written down or not. An empty tuple means that no player is
    known to have passed. If an unknown player showed, the seats imply nothing.

    Raises:
        InvalidEventError: If `shows` is a string other than "nobody", or `passed` is a string.
    """

    by: str
    guess: ClueGuess
    shows: tuple[Show, ...]
    passed: tuple[str, ...] | None = None

    def __init__(
        self,
        by: str,
        guess: ClueGuess,
        shows: Sequence[Show | str] | Mapping[str, ClueCard | str | None],
        passed: Iterable[str] | None = None,
    ):
        object.__setattr__(self, "by", by)
        object.__setattr__(self, "guess", guess)
        object.__setattr__(self, "shows", tuple(_shows(shows)))
        names = None if passed is None else listed("passed", passed, InvalidEventError)
        object.__setattr__(self, "passed", names)

    def _spelled(self, table: Table) -> "Suggestion":
        by, guess = table.player(self.by).name, _guess(table, self.guess)
        shows = tuple([show.at(table) for show in self.shows])
        passed = self.passed
        if passed is not None:
            passed = tuple([table.player(name).name for name in passed])
        event = Suggestion(by, guess, shows, passed)
        event._verify(table)
        return event

    def _verify(self, table: Table) -> None:
        showers = tuple(self._showers())
        answers = (*(self.passed or ()), *showers)
        if self.by in answers:
            raise InvalidEventError(f"{self.by} cannot answer their own suggestion")
        if len(answers) > len({*answers}):
            name = next(duplicates_everseen(answers))
            raise InvalidEventError(f"{name} cannot answer twice")
        for show in self.shows:
            if show.card is not None and show.card not in self.guess:
                raise InvalidEventError(
                    f"{show.by} cannot show {show.card}: the guess was {self.guess}"
                )
            if show.by is None and (show.card is not None or len(self.shows) > 1):
                raise InvalidEventError(
                    "'somebody shows' must be the only show and cannot name a card: "
                    "name the player who showed a card that was seen"
                )
        if table.answering is Answering.FIRST and len(self.shows) > 1:
            # If the earlier players overlooked a card, only the last one showed at once.
            shows = {show.by: show for show in self.shows}
            *late, last = (shows[name] for name in table.asked_by(self.by) if name in shows)
            passed = {*replace(self, shows=(last,)).passes(table)}.difference(showers)
            passes = "".join(f"{name} passes, " for name in table.names if name in passed)
            left = "one of " + ", ".join(str(card) for card in self.guess if card != last.card)
            facts = "".join(f" and '{one.by} holds {one.card or left}'" for one in late)
            raise InvalidEventError(
                f"{showers[0]} and {showers[1]} cannot both show: only the first player who can "
                "does (answering is 'first', not 'all'); a card shown later is a fact: "
                f"'-> {passes or 'nobody passes, '}{str(last).removesuffix(' a card')}'{facts}"
            )

    def passes(self, table: Table) -> tuple[str, ...]:
        """Return the players who passed, as recorded or implied by the seats, in asking order."""
        return self._answers(table)[0]

    def answers(self, table: Table, *, own: bool = True) -> "Suggestion":
        """Return the suggestion with every answer recorded, also what seats and hand imply.

        By the `all` rule the viewpoint's answer follows from the hand; `own` includes it.
        """
        passed, shows = self._answers(table, own=own)
        return Suggestion(self.by, self.guess, shows, passed)

    def _answers(
        self, table: Table, *, own: bool = True
    ) -> tuple[tuple[str, ...], tuple[Show, ...]]:
        asked, me, shows = table.asked_by(self.by), table.me, self.shows
        if self.passed is not None:
            recorded = {table.player(name).name for name in self.passed}
            return tuple(name for name in asked if name in recorded), shows
        shown = {table.player(by).name for by in self._showers()}
        if len(shown) < len(shows):
            return (), shows
        if table.answering is Answering.FIRST:
            asked = asked[: min((asked.index(name) for name in shown), default=None)]
        passed = tuple(name for name in asked if name not in shown)
        if table.answering is Answering.ALL and me is not None and me.name in passed:
            can_show = any(card in self.guess for card in me.hand)
            if can_show or not own:
                passed = tuple(name for name in passed if name != me.name)
            if can_show and own:
                shows = (*shows, Show(me.name))
        return passed, shows

    def _showers(self) -> Iterator[str]:
        return (show.by for show in self.shows if show.by is not None)

    def seen_by(self, name: str | None) -> "Suggestion":
        """Return the suggestion as a player saw it: with every card shown, their own, or none.

        `None` stands for an observer who did not ask or show.
        """
        key = None if name is None else name_key(name)
        if name_key(self.by) == key:
            return self
        shows = [
            show if show.by is not None and name_key(show.by) == key else Show(show.by)
            for show in self.shows
        ]
        return Suggestion(self.by, self.guess, shows, self.passed)

    def can_have_shown(self, table: Table) -> tuple[str, ...]:
        """Return the players who can be the unknown player who showed, in asking order.

        Leave out the players who passed and the viewpoint, who would know. By the `first` rule
        also leave out the players after a viewpoint with one of the cards.
        """
        passed = self.passes(table)
        asked = table.asked_by(self.by)
        me = table.me
        if (
            me is not None
            and me.name in asked
            and table.answering is Answering.FIRST
            and any(card in me.hand for card in _guess(table, self.guess))
        ):
            asked = asked[: asked.index(me.name)]
        return tuple(name for name in asked if name not in passed and name != table.viewpoint)

    def _claims(self, table: Table) -> Iterator[Claim]:
        cards = self.guess.cards
        for name in self.passes(table):
            for card in cards:
                yield Fact(name, card, holds=False)
        for show in self.shows:
            if show.by is None:
                yield Quota.show(self.can_have_shown(table), cards)
            elif show.card is None:
                yield Quota.show((show.by,), cards)
            else:
                yield Fact(show.by, show.card, holds=True)

    def __str__(self) -> str:
        passes = [f"{name} passes" for name in self.passed or ()]
        nobody = ["nobody passes"] if self.passed == () else []
        answers = [*passes, *nobody, *map(str, self.shows)]
        return f"{self.by} suggests {self.guess}: {', '.join(answers) or 'nobody shows'}"


@dataclass(frozen=True, slots=True)
class Accusation(_Entry):
    """An accusation and whether it was correct.

    A failed accusation rules out its triple, but no single card; perhaps it is told how many of
    the cards are right. A correct one settles the envelope. Nothing is concluded from the
    accuser's choice of cards.
    """

    by: str
    guess: ClueGuess
    correct: bool
    right: int | None = None
    """How many of the cards of a failed accusation are in the envelope, 0 to 2; `None` if that is
    not told."""

    def __post_init__(self) -> None:
        verify_type("correct", self.correct, bool, "True or False", InvalidEventError)
        verify_type("right", self.right, int | None, "a whole number or None", InvalidEventError)

    def _spelled(self, table: Table) -> "Accusation":
        guess, right, most = _guess(table, self.guess), self.right, len(Category) - 1
        if right is not None and (self.correct or not 0 <= right <= most):
            raise InvalidEventError(
                f"right must be a number from 0 to {most} of a failed accusation, got {right}"
            )
        return Accusation(table.player(self.by).name, guess, self.correct, right)

    def _claims(self, table: Table) -> Iterable[Claim]:  # noqa: ARG002 -- of every event
        if self.correct or self.right is not None:
            right = len(Category) if self.correct else self.right or 0
            return _number_of([ENVELOPE], self.guess, right, right)
        return [Quota.failed(self.guess)]

    def __str__(self) -> str:
        outcome = "right" if self.correct else "wrong"
        number = outcome if self.right is None else f"{self.right} right"
        return f"{self.by} accuses {self.guess}: {number}"


Answer: TypeAlias = Literal["yes", "no", "shows"]
"""An answer to a question: "yes", "no", or a card that is shown."""


@dataclass(frozen=True, slots=True)
class Question(_Entry):
    """A question to one player: do they hold one of these cards?

    All players hear the answer, but a card that is shown is seen by the asker only.
    """

    by: str
    to: str
    cards: tuple[ClueCard, ...]
    answer: Answer | None
    """`None` if only the asker heard it, and the viewpoint neither asks nor answers."""
    card: ClueCard | None = None
    """The card that was shown, if the viewpoint knows it."""
    only_me: bool = False
    """Whether no other player heard the answer, but the asker and the player who gave it."""

    def _spelled(self, table: Table) -> "Question":
        by, to = table.player(self.by).name, table.player(self.to).name
        cards = _distinct(table, self.cards)
        card = None if self.card is None else table.edition.card(self.card)
        if by == to:
            raise InvalidEventError(f"{by} cannot answer their own question")
        if self.answer not in {None, *get_args(Answer)}:
            expected = "'yes', 'no', 'shows' or None"
            raise InvalidEventError(f"answer must be {expected}, got {self.answer!r}")
        if card is not None and (self.answer != "shows" or card not in cards):
            raise InvalidEventError(f"{to} cannot show {card}: they were not asked to show it")
        if self.answer is None and table.viewpoint in {by, to}:
            raise InvalidEventError(f"{table.viewpoint} heard the answer: 'yes', 'no' or 'shows'")
        verify_type("only_me", self.only_me, bool, "True or False", InvalidEventError)
        return Question(by, to, cards, self.answer, card, self.only_me)

    def seen_by(self, name: str | None) -> "Question":
        """Return the question as a player heard it; `None` stands for an observer."""
        if name in {self.by, self.to}:
            return self
        return Question(self.by, self.to, self.cards, None if self.only_me else self.answer)

    def _claims(self, table: Table) -> Iterable[Claim]:  # noqa: ARG002 -- of every event
        if self.answer is None:
            return ()
        if self.card is not None:
            return [Fact(self.to, self.card, holds=True)]
        least, most = (0, 0) if self.answer == "no" else (1, len(self.cards))
        return _number_of([self.to], self.cards, least, most)

    def __str__(self) -> str:
        card = "" if self.answer != "shows" else f" {self.card or 'a card'}"
        asked = f"{self.by} asks {self.to}: {', '.join(map(str, self.cards))}"
        return known_to(f"{asked} → {self.answer or '?'}{card}", self.only_me or None)


@dataclass(frozen=True, slots=True)
class Saw(_Entry):
    """A look at a card of another hand, outside a suggestion.

    All players know of the look, and only the player who looked knows the card. Without a card,
    it was drawn at random.
    """

    by: str
    player: str
    """The holder of the card: another player or a face-down hand."""
    card: ClueCard | None = None
    """The card, if the viewpoint knows it."""

    def _spelled(self, table: Table) -> "Saw":
        by, player = table.player(self.by).name, table.holders.find(self.player).name
        card = None if self.card is None else table.edition.card(self.card)
        if by == player:
            raise InvalidEventError(f"player must be another hand than {by}'s, got {player}")
        if card is None and by == table.viewpoint:
            raise InvalidEventError(f"the card that {by} saw must be named")
        return Saw(by, player, card)

    def seen_by(self, name: str | None) -> "Saw":
        """Return the look as a player saw it; `None` stands for an observer."""
        return self if name in {self.by, self.player} else replace(self, card=None)

    def _claims(self, table: Table) -> Iterable[Claim]:
        if self.card is not None:
            return [Fact(self.player, self.card, holds=True)]
        has_cards = table.holders.find(self.player).hand_size
        return () if has_cards else [Quota.show([self.player], table.edition.cards)]

    def __str__(self) -> str:
        return f"{self.by} saw {self.card or 'a card'} of {self.player}"


@dataclass(frozen=True, slots=True)
class Correction(_Entry):
    """A late "sorry": the player takes back their pass in an earlier suggestion.

    The player holds one of its cards. `entries` takes the pass out of the suggestion.
    """

    by: str
    entry: int
    """The number of the suggestion in the log."""
    cards: tuple[ClueCard, ...] = field(default=(), compare=False)
    """The cards of the suggestion, which `entries` fills in."""

    def __post_init__(self) -> None:
        verify_type("entry", self.entry, int, "a whole number", InvalidEventError)

    def _spelled(self, table: Table) -> "Correction":
        cards = tuple([table.edition.card(card) for card in self.cards])
        return Correction(table.player(self.by).name, self.entry, cards)

    def _claims(self, table: Table) -> Iterable[Claim]:  # noqa: ARG002 -- of every event
        if not self.cards:
            raise InvalidEventError(f"'{self}' needs the log that has the entry")
        return [Quota.show([self.by], self.cards)]

    def __str__(self) -> str:
        return f"{self.by}: sorry, entry {self.entry}"


@dataclass(frozen=True, slots=True)
class _BareFact(_Entry):
    only_me: bool | None = field(default=None, kw_only=True)
    """Whether the viewpoint alone knows it. By default all players heard it, unless it is about
    the envelope or a face-down hand."""

    def is_heard(self, table: Table) -> bool:
        """Return whether all players heard it."""
        return not (self._is_secret(table) if self.only_me is None else self.only_me)

    def _is_secret(self, table: Table) -> bool:  # noqa: ARG002 -- of every fact
        return False

    def _spelled(self, table: Table) -> Self:
        fact = self._named(table)
        if self.only_me is None:
            return fact
        verify_type("only_me", self.only_me, bool, "True or False", InvalidEventError)
        is_usual = self.only_me is fact._is_secret(table)  # noqa: SLF001 -- this fact, normalized
        return replace(fact, only_me=None) if is_usual else fact

    @abstractmethod
    def _named(self, table: Table) -> Self: ...


@dataclass(frozen=True, slots=True)
class _FactAboutOne(_BareFact):
    player: str

    def _is_secret(self, table: Table) -> bool:
        return self.player not in table.names


@dataclass(frozen=True, slots=True)
class _CardFact(_FactAboutOne):
    card: ClueCard
    has_card: ClassVar[bool]

    def _named(self, table: Table) -> Self:
        player, card = table.holder(self.player).name, table.edition.card(self.card)
        return type(self)(player, card, only_me=self.only_me)

    def _claims(self, table: Table) -> Iterable[Claim]:  # noqa: ARG002 -- of every event
        return [Fact(self.player, self.card, self.has_card)]

    def __str__(self) -> str:
        verb = "holds" if self.has_card else "lacks"
        return known_to(f"{self.player} {verb} {self.card}", self.only_me)


@dataclass(frozen=True, slots=True)
class Holds(_CardFact):
    """A bare fact: a player, or "envelope", holds a card (dropped, laid open, looked at)."""

    has_card: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Lacks(_CardFact):
    """A bare fact: a player, or "envelope", does not hold a card."""

    has_card: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class OneHolds(_BareFact):
    """A bare fact: one of some places holds a card, such as "Bob or Cid"."""

    players: tuple[str, ...]
    """Two or more places: players, face-down hands, or "envelope"."""
    card: ClueCard

    def _named(self, table: Table) -> Self:
        named = {table.holder(p).name for p in listed("players", self.players, InvalidEventError)}
        if len(named) < max(len(self.players), 2):
            given = ", ".join(self.players)
            raise InvalidEventError(f"players must be two or more places, got {given or 'none'}")
        players = tuple(place for place in table.places if place in named)
        return replace(self, players=players, card=table.edition.card(self.card))

    def _claims(self, table: Table) -> Iterable[Claim]:  # noqa: ARG002 -- of every event
        return [Quota.show(self.players, [self.card])]

    def __str__(self) -> str:
        return known_to(f"{' or '.join(self.players)} holds {self.card}", self.only_me)


@dataclass(frozen=True, slots=True, init=False)
class HoldsSome(_FactAboutOne):
    """A bare fact: a player, or "envelope", holds some number of some cards.

    >>> from cluetree.editions import CLUE_US as deck
    >>> print(HoldsSome("Bob", deck.hand("plum", "rope", "hall"), 2, 2))
    Bob holds exactly 2 of Professor Plum, Rope, Hall

    By default, it is at least one, which becomes a `HoldsOneOf` at a table.

    Raises:
        InvalidEventError: If `cards` is a string, or a number is not a whole number.
    """

    cards: tuple[ClueCard, ...]
    least: int
    """The least number of these cards that the player holds."""
    most: int
    """The greatest number; by default all."""

    def __init__(
        self,
        player: str,
        cards: Iterable[ClueCard],
        least: int = 1,
        most: int | None = None,
        *,
        only_me: bool | None = None,
    ):
        cards = listed("cards", cards, InvalidEventError)
        most = len(cards) if most is None else most
        for what, number in (("least", least), ("most", most)):
            verify_type(what, number, int, "a whole number", InvalidEventError)
        values = {"player": player, "cards": cards, "least": least, "most": most}
        for name, value in {**values, "only_me": only_me}.items():
            object.__setattr__(self, name, value)

    def _named(self, table: Table) -> "HoldsSome":
        player, cards = table.holder(self.player).name, _distinct(table, self.cards)
        if not 0 <= self.least <= self.most <= len(cards):
            raise InvalidEventError(
                f"least and most must rise from 0 to {len(cards)}, as in "
                f"'{HoldsSome(player, cards, 0, 1)}', got {self.least} and {self.most}"
            )
        if (self.least, self.most) == (1, len(cards)):
            return HoldsOneOf(player, cards, only_me=self.only_me)
        return HoldsSome(player, cards, self.least, self.most, only_me=self.only_me)

    def _claims(self, table: Table) -> Iterable[Claim]:  # noqa: ARG002 -- of every event
        return _number_of([self.player], self.cards, self.least, self.most)

    def __str__(self) -> str:
        number = words_of(self.least, self.most, len(self.cards))
        cards = ", ".join(map(str, self.cards))
        return known_to(f"{self.player} holds {number} of {cards}", self.only_me)


@dataclass(frozen=True, slots=True, init=False)
class HoldsOneOf(HoldsSome):
    """A bare fact: a player, or "envelope", holds at least one of some cards."""

    least: int = field(init=False, repr=False)
    most: int = field(init=False, repr=False)

    def __init__(self, player: str, cards: Iterable[ClueCard], *, only_me: bool | None = None):
        HoldsSome.__init__(self, player, cards, only_me=only_me)


TurnEvent: TypeAlias = Suggestion | Question | Accusation
"""An event of a player's turn."""

BareFact: TypeAlias = Holds | Lacks | HoldsSome | OneHolds
"""An event that only states a fact; `only_me` says who knows it."""

Event: TypeAlias = TurnEvent | BareFact | Saw | Correction
"""An entry of a log; each has `at(table)` and `claims(table)`."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a log: new events or a new table replace old ones."""

    index: int
    old: tuple[Event, ...] = ()
    new: tuple[Event, ...] = ()
    tables: tuple[Table, Table] | None = None

    @property
    def undone(self) -> "Change":
        """The inverse change."""
        tables = self.tables and (self.tables[1], self.tables[0])
        return Change(self.index, self.new, self.old, tables)

    def is_at_end(self, events: tuple[Event, ...]) -> bool:
        """Return whether it only added the last of these events."""
        return not self.old and self.index + len(self.new) == len(events)

    def applied(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the changed events."""
        return (*events[: self.index], *self.new, *events[self.index + len(self.old) :])


class Logged(Protocol):
    """A game with its log: a `Notebook` or a `Record`."""

    @property
    def table(self) -> Table:
        """The set-up."""
        ...

    @property
    def events(self) -> tuple[Event, ...]:
        """The log."""
        ...


Game: TypeAlias = Table | Logged
"""A game: a table, whose events follow as a second argument, or a game with its log."""


def log_of(game: Game, events: Iterable[Event] = ()) -> tuple[Table, tuple[Event, ...]]:
    """Return the table and the log of a game, checked as by `entries`; further events follow."""
    if isinstance(game, Table):
        return game, entries(game, events)
    further = listed("events", events, InvalidEventError)
    return game.table, entries(game.table, (*game.events, *further))


def entries(table: Table, events: Iterable[Event], *, whole: bool = False) -> tuple[Event, ...]:
    """Check a log against the rules and return it with the table's names.

    A pass that a later `Correction` takes back is left out of its suggestion. A correction that
    was applied before is applied again only in a whole log: a part has other numbers.

    Raises:
        ClueError: If an event breaks the rules; a note gives its number.
    """
    log: list[Event] = []
    for number, event in enumerate(listed("events", events, InvalidEventError), start=1):
        try:
            log.append(event := entry(table, event))
            if isinstance(event, Correction) and (whole or not event.cards):
                _correct(table, log, event)
        except ClueError as error:
            error.add_note(f"in event {number}")
            raise
    return tuple(log)


def _correct(table: Table, log: list[Event], late: Correction) -> None:
    """Apply the correction at the end of a log."""
    at = late.entry - 1
    old = log[at] if 0 <= at < len(log) else None
    if not isinstance(old, Suggestion):
        expected = "the number of an earlier suggestion"
        raise InvalidEventError(f"entry must be {expected}, got {late.entry}")
    if Show(None) in old.shows:
        raise InvalidEventError(f"the player who showed in entry {late.entry} must be named first")
    passes = old.passes(table)
    # A saved log has left out the pass; by the rule "all", the viewpoint's hand may hide it.
    is_asked = late.by in passes or old.passed is not None or table.answering is Answering.ALL
    if late in log[:-1] or late.by in {old.by, *(show.by for show in old.shows)} or not is_asked:
        raise InvalidEventError(f"{late.by} must have passed in entry {late.entry}, got '{old}'")
    passed = tuple(name for name in passes if name != late.by)
    log[at] = entry(table, replace(old, passed=passed))
    log[-1] = entry(table, replace(late, cards=old.guess.cards))


def changed(
    table: Table, events: Sequence[Event], number: int, new: Event | None = None
) -> tuple[Event, ...]:
    """Return a log with the event of a number replaced or, without a new one, left out.

    Corrections of later entries keep their entries, and the pass of a correction comes back.

    Raises:
        ClueError: If the new event breaks the rules, or a later entry corrects the one left out.
    """
    log, old = [*events], events[number - 1]
    if isinstance(old, Correction):
        asked = log[old.entry - 1]
        if isinstance(asked, Suggestion):
            passes = {*asked.passes(table), old.by}
            passed = tuple(name for name in table.asked_by(asked.by) if name in passes)
            log[old.entry - 1] = replace(asked, passed=passed)
    if new is not None:
        log[number - 1] = entry(table, new)
    else:
        for late in log[number:]:
            if isinstance(late, Correction) and late.entry == number:
                raise InvalidEventError(f"delete the entry '{late}' first")
        log[number - 1 :] = renumbered(log[number:], number, -1)
    return entries(table, log, whole=True)


def renumbered(events: Iterable[Event], first: int, by: int) -> Iterator[Event]:
    """Yield events with the corrections of entries from number `first` on moved by a number."""
    for event in events:
        if isinstance(event, Correction):
            yield replace(event, entry=event.entry + by * (event.entry >= first))
        else:
            yield event


def entry(table: Table, event: Event) -> Event:
    """Check an event against the rules and return it with the table's names.

    Raises:
        ClueError: If it is not an event, breaks the rules, or has an unknown name.
    """
    if getattr(event, "_table", None) is table:
        return event
    expected = "an event such as Suggestion or Holds"
    verify_type("an event", event, _Entry, expected, InvalidEventError)
    return event.at(table)


def _shows(
    shows: Sequence[Show | str] | Mapping[str, ClueCard | str | None],
) -> Iterator[Show]:
    if isinstance(shows, Mapping):
        for by, card in shows.items():
            what, expected = f"a card that {by} showed", "a card, its name or None"
            verify_type(what, card, ClueCard | str | None, expected, InvalidEventError)
            yield Show(by, cast("ClueCard | None", card))  # a name becomes a card at the table
    elif not isinstance(shows, str) or shows != "nobody":
        for show in listed("shows", shows, InvalidEventError):
            if isinstance(show, Show):
                yield show
            else:  # no name would be an unknown player
                verify_type("a show", show, str, "a Show or a name", InvalidEventError)
                yield Show(show.strip())


def _guess(table: Table, guess: Iterable[ClueCard]) -> ClueGuess:
    if not isinstance(guess, ClueGuess):
        return table.edition.guess(*listed("a guess", guess, InvalidEventError))
    for card in guess:
        table.edition.card(card)
    return guess


def _distinct(table: Table, cards: Iterable[ClueCard]) -> tuple[ClueCard, ...]:
    found = tuple([table.edition.card(card) for card in listed("cards", cards, InvalidEventError)])
    if not found:
        raise InvalidEventError("cards must be one or more cards, got none")
    for card in duplicates_everseen(found):
        raise InvalidEventError(f"{card} is named twice")
    return found


def _number_of(
    places: Sequence[str], cards: Iterable[ClueCard], least: int, most: int
) -> Sequence[Claim]:
    """Return the claim that places have this number of cards: facts if it is none or all."""
    facts = tuple([Fact(place, card, holds=True) for place in places for card in cards])
    if least == len(facts):
        return facts
    return [Quota(facts, least, most)] if most else [fact.opposite for fact in facts]


def known_to(words: str, only_me: bool | None) -> str:
    """Add who knows a fact, unless it is the usual."""
    return words if only_me is None else f"{words} {KNOWN_TO[only_me]}"
