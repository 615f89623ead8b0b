"""The notebook: a log of events with undo, and all conclusions from it."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from textwrap import shorten
from typing import TYPE_CHECKING, ClassVar, Final, Self, TypeVar, Unpack

from more_itertools import longest_common_prefix, map_reduce

from cluetree._lazy import LazyModule
from cluetree._markup import html_table
from cluetree.beliefs import Beliefs, Deal
from cluetree.cards import ClueCard, ClueGuess, Edition
from cluetree.claims import Claim, Fact, Quota
from cluetree.errors import InvalidEventError, InvalidTableError, LimitReached
from cluetree.events import (
    Accusation,
    Change,
    Event,
    Holds,
    HoldsOneOf,
    HoldsSome,
    Lacks,
    Show,
    Suggestion,
    TurnEvent,
    changed,
    entries,
    entry,
    renumbered,
)
from cluetree.exact import count
from cluetree.limit import DEFAULT, Bound, OwnBound, limited
from cluetree.table import SetUp, Table
from cluetree.tree import SolverTree

if TYPE_CHECKING:
    from cluetree import advice, explain, record
    from cluetree.record import Record
else:
    advice, explain, record = map(
        LazyModule, ("cluetree.advice", "cluetree.explain", "cluetree.record")
    )

T = TypeVar("T")

_MORE: Final = 1.1
"""A count that reached the limit is tried again with at least this many times the seconds."""


@dataclass(slots=True)
class _Conclusions:
    """The results that were computed from the current log."""

    last: Change | None = None
    """The change that led to the log."""
    before: Beliefs | None = None
    """The beliefs before it."""
    told: SolverTree | None = None
    """The tree of what was told."""
    beliefs: Beliefs | None = None
    missed: tuple[LimitReached, float] | None = None
    """The error of a count that reached the limit, and its seconds."""
    tree: SolverTree | None = None
    """The same tree with the facts found by counting."""
    repairs: "explain.Repairs | None" = None


class Notebook:
    """A log of one game from one viewpoint, and the conclusions from it.

    Conclusions are computed on demand and depend only on the table and the events. An impossible
    log stays usable: `consistent` is false, `conflicts` lists the contradictions, and `undo`,
    `edit` or `repair` removes them.

    >>> from cluetree import Show, Table
    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(
    ...     CLUE_US,
    ...     {"Ann": 6, "Bob": 6, "Eve": 6},
    ...     viewpoint="Ann",
    ...     hand=("mustard", "knife", "rope", "hall", "study", "lounge"),
    ... )
    >>> book = Notebook(table)
    >>> book.tell_suggestion("Bob", "white", "rope", "hall", shows=[Show("Eve")])
    >>> book.beliefs.chance("Eve", "white")
    Fraction(1, 1)

    Events are numbered from 1, in the order of the log. Methods accept cards or their names; the
    log uses the table's spelling. Notebooks are equal if their tables and events are. A notebook
    is not thread-safe: give each thread its own `copy`. A question ends within the notebook's
    limit, or within the `limit` of the call: a `Limit` or its seconds, `None` for no limit.

    Raises:
        ClueError: From any change, if an event alone breaks the rules; the notebook is unchanged.
        ContradictionError: From proofs and advice, if the log is impossible.
        InvalidTableError: From advice on the next move, if the table has no viewpoint.
        LimitReached: If the limit was reached before a question had any result.
        RecordError: If a record is invalid, cannot be read or cannot be written.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(
        self,
        table: Table,
        events: Iterable[Event] = (),
        *,
        title: str = "",
        limit: Bound = DEFAULT,
    ):
        self.table: Table = table
        self.title: str = title
        self.limit: Bound = limit
        """The limit of each question: a `Limit` or its seconds; `None` for no limit."""
        limited(limit)  # raises an error if it is none
        self._events = entries(table, events, whole=True)
        self._changes: tuple[Change, ...] = ()
        self._done = 0  # the number of changes in effect; the others can be redone
        self._known = _Conclusions()
        self._in_block = False  # whether the limit of a block replaces the own one

    @classmethod
    def begin(
        cls,
        edition: Edition,
        hand_sizes: Mapping[str, int | None],
        *,
        title: str = "",
        limit: Bound = DEFAULT,
        **set_up: Unpack[SetUp],
    ) -> Self:
        """Create the notebook of a new game; the set-up is that of `Table.set_up`."""
        return cls(Table.set_up(edition, hand_sizes, **set_up), title=title, limit=limit)

    def copy(self) -> Self:
        """Return an independent notebook with the same log, history and limit."""
        return copy(self)

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "_known": _Conclusions(), "_in_block": False}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Notebook):
            return NotImplemented
        return (self.table, self.events) == (other.table, other.events)

    def __repr__(self) -> str:
        whose = self.table.viewpoint or "an onlooker"
        events = "1 event" if len(self) == 1 else f"{len(self)} events"
        text = f"<{type(self).__name__} of {whose}, {self.table.edition}: {events}>"
        return shorten(text, 200, placeholder=" ...>")

    def _repr_html_(self) -> str | None:
        """Return the sheet as a table, which Jupyter displays; `None` for an impossible log."""
        beliefs = self.beliefs
        if not beliefs.deals:
            return None
        cards = self.table.edition.cards
        signs = (map(_sign, (beliefs.chance(at, card) for at in beliefs.counts)) for card in cards)
        names = (card.name for card in cards)
        return html_table(("", *beliefs.counts), zip(names, signs, strict=True))

    # Reading and writing

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Open a record, `.clue` or `.json`."""
        return cls.from_record(record.load(path))

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read a record in JSON."""
        return cls.from_record(record.loads_json(text))

    @classmethod
    def from_clue(cls, text: str | bytes) -> Self:
        """Read a record in the `.clue` format."""
        return cls.from_record(record.loads_clue(text))

    @classmethod
    def from_record(cls, record: "Record") -> Self:
        """Create a notebook from a record, with an empty history."""
        return cls(record.table, record.events, title=record.title)

    @property
    def record(self) -> "Record":
        """The log as a record."""
        return record.Record(self.table, self.events, self.title)

    def to_json(self) -> str:
        """Write the record in JSON."""
        return record.dumps_json(self.record)

    def to_clue(self) -> str:
        """Write the record in the `.clue` format."""
        return record.dumps_clue(self.record)

    def save(self, path: str | Path) -> None:
        """Write the record; the file is replaced atomically."""
        record.save(self.record, path)

    # The log

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, in order; the first is number 1."""
        return self._events

    def __len__(self) -> int:
        return len(self._events)

    def tell(self, *events: Event) -> None:
        """Add events at the end of the log, as one change: all of them or none."""
        self._become((*self._events, *(entry(self.table, each) for each in events)))

    def tell_suggestion(
        self,
        by: str,
        *cards: ClueCard | str | ClueGuess,
        shows: Sequence[Show | str] | Mapping[str, ClueCard | str | None],
        passed: Iterable[str] | None = None,
    ) -> None:
        """Add a suggestion of three cards or a guess; without `passed`, the seats imply the passes.

        A show can be a player's name if the card was not seen, and `shows` can map names to cards:
        `shows={"Eve": "hall"}`. If nobody showed a card, it is `shows="nobody"` or `shows=()`.
        """
        self.tell(Suggestion(by, self.table.edition.guess(*cards), shows, passed))

    def tell_accusation(self, by: str, *cards: ClueCard | str | ClueGuess, correct: bool) -> None:
        """Add an accusation of three cards or a guess, and its outcome."""
        self.tell(Accusation(by, self.table.edition.guess(*cards), correct))

    def tell_holds(self, player: str, card: ClueCard | str) -> None:
        """Add that a player (or "envelope") holds a card."""
        self.tell(Holds(player, self.table.edition.card(card)))

    def tell_lacks(self, player: str, card: ClueCard | str) -> None:
        """Add that a player (or "envelope") does not hold a card."""
        self.tell(Lacks(player, self.table.edition.card(card)))

    def tell_holds_one_of(self, player: str, *cards: ClueCard | str) -> None:
        """Add that a player (or "envelope") holds at least one of some cards."""
        self.tell(HoldsOneOf(player, map(self.table.edition.card, cards)))

    def tell_holds_some(
        self, player: str, *cards: ClueCard | str, least: int, most: int | None = None
    ) -> None:
        """Add that a player (or "envelope") holds `least` to `most` (or all) of some cards."""
        self.tell(HoldsSome(player, map(self.table.edition.card, cards), least, most))

    def insert(self, number: int, event: Event) -> None:
        """Insert an event before the one with this number."""
        if number != len(self._events) + 1:
            _nth("event", number, self._events)
        before, after = self._events[: number - 1], self._events[number - 1 :]
        new = entry(self.table, event)
        self._become((*before, new, *renumbered(after, number, 1)))

    def edit(self, number: int, event: Event) -> None:
        """Replace the event with this number; without a correction, its pass comes back."""
        _nth("event", number, self._events)
        self._become(changed(self.table, self._events, number, entry(self.table, event)))

    def delete(self, number: int) -> None:
        """Delete the event with this number; with a correction, its pass comes back.

        Raises:
            InvalidEventError: If a later entry corrects the event.
        """
        _nth("event", number, self._events)
        self._become(changed(self.table, self._events, number))

    def replace(self, record: "Record") -> None:
        """Replace the set-up and the log by those of a record; undo restores all but the title."""
        log = entries(record.table, record.events, whole=True)
        self._change(Change(0, self.events, log, (self.table, record.table)))
        self.title = record.title

    def undo(self) -> bool:
        """Undo the last change; return whether there was one."""
        if not self._done:
            return False
        self._apply(self._changes[self._done - 1].undone)
        self._done -= 1
        return True

    def redo(self) -> bool:
        """Redo the change undone last; return whether there was one."""
        if self._done == len(self._changes):
            return False
        self._apply(self._changes[self._done])
        self._done += 1
        return True

    def _become(self, events: Sequence[Event]) -> None:
        """Change the log to these events; a correction may also change an earlier one."""
        old, new = self._events, entries(self.table, events, whole=True)
        same = len([*longest_common_prefix([old, new])])
        self._change(Change(same, old[same:], new[same:]))

    def _change(self, change: Change) -> None:
        """Apply a new change and drop the undone ones."""
        self._apply(change)
        self._changes = (*self._changes[: self._done], change)
        self._done += 1

    def _apply(self, change: Change) -> None:
        self._events, was = change.applied(self._events), self._known
        self._known = _Conclusions(last=change, before=was.beliefs)
        if change.tables is not None:
            self.table = change.tables[1]
        elif was.told is not None and change.is_at_end(self._events):
            self._known.told = was.told.copy()
            self._known.told.tell(*change.new)

    # Conclusions

    @contextmanager
    def within(self, limit: Bound) -> Generator[None]:
        """Give all questions of a block one limit together, instead of the notebook's own.

        Questions of other notebooks in the block end with it, too.
        """
        outer, self._in_block = self._in_block, True
        try:
            with limited(limit):
                yield
        finally:
            self._in_block = outer

    def _bound(self, limit: OwnBound) -> Bound:
        if limit != "own":
            return limit
        return None if self._in_block else self.limit

    @property
    def tree(self) -> SolverTree:
        """The pruned tree of the whole log, with the facts found by counting.

        If counting reaches the limit, the tree has only the facts that its rules find.
        """
        known = self._known
        if known.tree is None:
            known.tree = self._told().copy()
        with suppress(LimitReached):
            known.tree.grow_back_sets(*self.beliefs.certain_sets)
        return known.tree

    def _told(self) -> SolverTree:
        """Return the tree of the log, without the facts found by counting."""
        if self._known.told is None:
            self._known.told = SolverTree.at(self.table, strict=False)
            self._known.told.tell(*self._events)
        return self._known.told

    @property
    def beliefs(self) -> Beliefs:
        """All conclusions from the log; `deals` is 0 if it is impossible.

        Raises:
            LimitReached: If counting reached the limit; `tree` has what the rules find.
        """
        known = self._known
        if known.beliefs is None:
            with limited(self._bound("own")) as meter:
                available, before = meter.left, meter.spent
                if known.missed is not None and available < _MORE * known.missed[1]:
                    raise known.missed[0]
                try:
                    known.beliefs = count(self._told().told)
                except LimitReached as error:
                    known.missed = error, min(available, meter.spent - before)
                    raise
        return known.beliefs

    @property
    def beliefs_before(self) -> Beliefs | None:
        """All conclusions before the last change, undo or redo; `None` if there was none."""
        known = self._known
        if known.before is None and known.last is not None:
            table, _ = known.last.tables or (self.table, None)
            events = known.last.undone.applied(self._events)
            known.before = Notebook(table, events, limit=self._bound("own")).beliefs
        return known.before

    @property
    def consistent(self) -> bool:
        """Whether some deal fits the log."""
        return self.beliefs.deals > 0

    @property
    def answer(self) -> ClueGuess | None:
        """The envelope, once only one triple is left."""
        return self.beliefs.answer

    def knows(self, player: str, card: ClueCard | str) -> bool | None:
        """Return whether a player (or "envelope") holds a card; `None` if it is open."""
        chance = self.beliefs.chance(player, card)
        return bool(chance) if chance in {0, 1} else None

    def chance_of(self, *claims: Event | Claim, limit: OwnBound = "own") -> Fraction:
        """Return the exact probability that all of some bare facts are true.

        A `Fact` or a `Quota` is accepted as well. See `Beliefs.chance_of`.
        """
        stated: list[Claim] = []
        for each in claims:
            if isinstance(each, Fact | Quota):
                stated.append(each)
            elif isinstance(event := entry(self.table, each), TurnEvent):
                raise InvalidEventError(f"a claim must be a bare fact such as Holds, got '{event}'")
            else:
                stated += event.claims(self.table)
        with self.within(self._bound(limit)):
            return self.beliefs.chance_of(*stated)

    def possible_part(self) -> Self:
        """Return a notebook of the events before the first contradiction; this one if possible."""
        if self.consistent:
            return self
        possible = explain.possible_events(self, limit=self._bound("own"))
        return self._with(self._events[:possible])

    def _with(self, events: tuple[Event, ...]) -> Self:
        """Return a copy with another log and without a history."""
        other = self.copy()
        vars(other).update(_events=events, _changes=(), _done=0)
        return other

    def conflicts(self, *, limit: OwnBound = "own") -> "explain.Conflicts":
        """Return the minimal sets of events that cannot all be true; none for a possible log."""
        return explain.find_conflicts(self, limit=self._bound(limit))

    def repairs(self, *, limit: OwnBound = "own") -> "explain.Repairs":
        """Return the single changes that would repair an impossible log, likeliest first.

        A complete search is cached until the log changes.
        """
        known = self._known
        if known.repairs is None or not known.repairs.complete:
            known.repairs = explain.find_repairs(self, limit=self._bound(limit))
        return known.repairs

    def repair(self, repair: "explain.Repair | int") -> None:
        """Apply a change that `repairs` found, or the one with this number there, from 1."""
        if not isinstance(repair, explain.Repair):
            known = self._known.repairs
            repair = _nth("repair", repair, self.repairs() if known is None else known)
        if repair.table is not None:
            self._change(Change(0, tables=(self.table, repair.table)))
        elif repair.replacement is None:
            self.delete(repair.event)
        else:
            self.edit(repair.event, repair.replacement)

    def suspicious(self, *, limit: OwnBound = "own") -> "explain.Suspicions":
        """Return the entries of a possible log that a slip explains better, worst first."""
        return explain.find_suspicious(self, limit=self._bound(limit))

    def why(
        self, player: str, card: ClueCard | str, *, limit: OwnBound = "own"
    ) -> "explain.Proof | explain.Open":
        """Prove that a player (or "envelope") holds a card or lacks it, or show that it is open.

        See `cluetree.explain.prove`.
        """
        fact = Fact(self.table.holder(player).name, self.table.edition.card(card), holds=True)
        return explain.prove(self, fact=fact, limit=self._bound(limit))

    def review(self, *, limit: OwnBound = "own") -> "explain.Review":
        """Review the game: what each event revealed, and which chances were missed."""
        return explain.review(self, limit=self._bound(limit))

    def suppose(self, *events: Event) -> Self:
        """Return a new notebook with these events added; this one is unchanged."""
        return self._with(entries(self.table, (*self._events, *events), whole=True))

    def reply(
        self, deal: Deal, *cards: ClueCard | str | ClueGuess, rng: Random, by: str | None = None
    ) -> Suggestion:
        """Return a suggestion with the replies in a deal, as the viewpoint would hear it.

        `suppose` continues from it. A player with several of the cards shows one at random. The
        asker is the viewpoint, or the player named by `by`.

        Raises:
            InvalidTableError: If the table has no viewpoint, and `by` is not given.
        """
        table, guess = self.table, self.table.edition.guess(*cards)
        asker = table.viewpoint if by is None else table.player(by).name
        if asker is None:
            raise InvalidTableError("by must be a player if the table has no viewpoint, got None")
        held = map_reduce((card for card in guess if card in deal), deal.__getitem__)

        def show(name: str) -> Show:
            card = rng.choice(held[name])
            return Show(name, card if table.viewpoint in {asker, name} else None)

        return Suggestion(asker, guess, [*map(show, table.showers(asker, held))])

    # Advice

    def advise(
        self,
        rooms: Iterable[ClueCard | str] | None = None,
        *,
        aim: "advice.Aim" = "gain",
        top: int | None = None,
        model: "advice.ReplyModel | None" = None,
        limit: OwnBound = "own",
    ) -> "advice.Advice":
        """Rank every suggestion in these rooms (default: all) by its expected information.

        By the table's rule `questions`, rank questions to one player instead. With the aim "win",
        what an onlooker learns who sees no cards counts against a suggestion. With `top`, return
        that many of the best. The default model is `cluetree.advice.uniform`. See
        `cluetree.advice.advise`.
        """
        return advice.advise(
            self.table,
            self._told().told,
            rooms=rooms,
            aim=aim,
            top=top,
            model=advice.uniform if model is None else model,
            public=advice.public_evidence(self) if aim == "win" else None,
            limit=self._bound(limit),
        )

    def card_to_show(
        self,
        asker: str,
        guess: Iterable[ClueCard | str],
        *,
        limit: OwnBound = "own",
        **options: "Unpack[advice.Sampling]",
    ) -> "advice.Showing":
        """Rank the cards that the viewpoint can show by how little they reveal.

        See `cluetree.advice.card_to_show`.
        """
        bound = self._bound(limit)
        return advice.card_to_show(self, asker=asker, guess=guess, limit=bound, **options)

    def rivals(
        self, *, limit: OwnBound = "own", **options: "Unpack[advice.Sampling]"
    ) -> "advice.Rivals":
        """Estimate what each opponent does not know yet, and whether they know the answer.

        See `cluetree.advice.rivals`.
        """
        return advice.rivals(self, limit=self._bound(limit), **options)

    def accuse_now(
        self, *, limit: OwnBound = "own", **options: "Unpack[advice.Sampling]"
    ) -> "advice.Accusing":
        """Compare an accusation of the likeliest envelope with waiting for another turn.

        See `cluetree.advice.accuse_now`.
        """
        return advice.accuse_now(self, limit=self._bound(limit), **options)

    def steps(self, *, limit: OwnBound = "own") -> Iterator["explain.Step"]:
        """Yield the effect of each event, from the start of the log: see `explain.steps`."""
        return explain.steps(self, limit=self._bound(limit))


def _nth(what: str, number: int, items: Sequence[T]) -> T:
    """Return the item with this number, from 1."""
    if not 1 <= number <= len(items):
        raise InvalidEventError(f"unknown {what} {number}; there are {len(items)}")
    return items[number - 1]


def _sign(chance: Fraction) -> str:
    """Return how a chance is shown in a sheet."""
    return "✓" if chance == 1 else f"{float(chance):.0%}" if chance else "✗"
