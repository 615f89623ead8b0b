"""The notebook: the log is the truth, and everything else is asked of the right room."""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from pathlib import Path
from random import Random
from textwrap import shorten

from cluetree import record
from cluetree.advice import (
    UNIFORM,
    Accusing,
    Advice,
    Progress,
    ReplyModel,
    Rival,
    Showing,
    accuse_now,
    advise,
    card_to_show,
    rivals,
)
from cluetree.beliefs import Beliefs, Deal
from cluetree.cards import ClueCard, ClueGuess
from cluetree.claims import Fact
from cluetree.errors import InvalidEventError
from cluetree.events import (
    Accusation,
    Event,
    Holds,
    HoldsOneOf,
    Lacks,
    Show,
    Suggestion,
    entries,
    entry,
)
from cluetree.evidence import Evidence
from cluetree.explain import (
    Conflicts,
    Open,
    Proof,
    Repair,
    Repairs,
    Review,
    Suspicion,
    find_conflicts,
    find_repairs,
    find_suspicious,
    prove,
    review,
)
from cluetree.notebook.alone import Alone
from cluetree.notebook.change import Change, Changes, History
from cluetree.notebook.steps import Step, believe, grow, take_steps
from cluetree.record import Record
from cluetree.table import Table
from cluetree.tree import SolverTree


class Notebook:
    """A log of one game as one observer sees it, and what it lets them know.

    The log is the truth: everything else follows from it, is worked out when asked for, and is
    the same however the log came about. An impossible log stays usable: `consistent` is false,
    `conflicts` names the clash, and `undo` or `edit` mends it.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(
    ...     CLUE_US,
    ...     {"Ann": 6, "Bob": 6, "Eve": 6},
    ...     viewpoint="Ann",
    ...     hand=("mustard", "knife", "rope", "hall", "study", "lounge"),
    ... )
    >>> book = Notebook(table)
    >>> book.suggest("Bob", "white", "rope", "hall", shows=[Show("Eve")])
    >>> book.beliefs.chance("white", "Eve")
    Fraction(1, 1)

    Events are numbered from 1, in the order of the log. Cards are given as cards or as people
    name them; in the log, names stand as the table spells them. Notebooks are equal if their
    tables and events are. A notebook is for one thread: give each its own, by `copy`.

    Raises:
        ClueError: From whatever changes the log, if an event breaks the rules by itself; the
            notebook is unchanged then.
        NotebookInUseError: If another thread is at work in it.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, table: Table, events: Iterable[Event] = (), *, title: str = ""):
        self.table = table
        self.title = title
        self._events = [*entries(table, events)]
        self._changes = Changes()
        self._tree: SolverTree | None = None
        self._rules: SolverTree | None = None
        self._grown = 0
        self._beliefs: Beliefs | None = None
        # What was counted last, which is still right if an event has told nothing new.
        self._counted: tuple[Evidence, Beliefs] | None = None
        self._alone = Alone()

    def __getstate__(self) -> tuple[Table, tuple[Event, ...], str, History]:
        with self._alone:
            return self.table, self.events, self.title, self.history

    def __setstate__(self, state: tuple[Table, tuple[Event, ...], str, History]) -> None:
        table, events, title, history = state
        Notebook.__init__(self, table, events, title=title)
        self._changes = Changes(history)

    def copy(self) -> "Notebook":
        """Return another notebook with the same log and past; they share nothing that changes."""
        return copy(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Notebook):
            return NotImplemented
        return (self.table, self.events) == (other.table, other.events)

    def __repr__(self) -> str:
        whose = self.table.viewpoint or "an onlooker"
        text = f"<Notebook of {whose}, {self.table.edition}: {len(self)} events>"
        return shorten(text, 200, placeholder=" ...>")

    # Reading and writing

    @classmethod
    def load(cls, path: str | Path) -> "Notebook":
        """Open a record, `.clue` or `.json`.

        Raises:
            RecordError: If the file cannot be read.
        """
        return cls.from_record(record.load(path))

    @classmethod
    def from_json(cls, text: str | bytes) -> "Notebook":
        """Read a record in JSON.

        Raises:
            RecordError: If it is none.
        """
        return cls.from_record(record.loads_json(text))

    @classmethod
    def from_clue(cls, text: str | bytes) -> "Notebook":
        """Read a record as people write it.

        Raises:
            RecordError: If it is none.
        """
        return cls.from_record(record.loads_clue(text))

    @classmethod
    def from_record(cls, kept: Record) -> "Notebook":
        """Take over a record; there is nothing to undo yet."""
        return cls(kept.table, kept.events, title=kept.title)

    @property
    def record(self) -> Record:
        """The log as a record."""
        return Record(self.table, self.events, self.title)

    def to_json(self) -> str:
        """Write the record in JSON.

        Raises:
            RecordError: If it could not be read back.
        """
        return record.dumps_json(self.record)

    def to_clue(self) -> str:
        """Write the record as people write it.

        Raises:
            RecordError: If it could not be read back.
        """
        return record.dumps_clue(self.record)

    def save(self, path: str | Path) -> None:
        """Write the record; the file is replaced as a whole or not at all.

        Raises:
            RecordError: If it cannot be written.
        """
        record.save(self.record, path)

    # The log

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, in order; the first is number 1."""
        return tuple(self._events)

    def __len__(self) -> int:
        return len(self._events)

    def tell(self, event: Event) -> None:
        """Add an event at the end of the log."""
        self.insert(len(self._events) + 1, event)

    def suggest(
        self,
        by: str,
        *cards: ClueCard | str,
        shows: Iterable[Show | str] | Mapping[str, ClueCard | None] = (),
        passed: Iterable[str] | None = None,
    ) -> None:
        """Tell of a suggestion; who passed is implied by the seats where it is left out.

        A show may be given as the name of the player alone if the card was not seen; or all of
        them by name: `shows={"Eve": "hall"}`.
        """
        self.tell(Suggestion(by, self.table.edition.guess(*cards), shows, passed))

    def accuse(self, by: str, *cards: ClueCard | str, correct: bool) -> None:
        """Tell of an accusation and how it came out."""
        self.tell(Accusation(by, self.table.edition.guess(*cards), correct))

    def holds(self, player: str, card: ClueCard | str) -> None:
        """Tell that a player (or "envelope") holds a card."""
        self.tell(Holds(player, self.table.edition.card(card)))

    def lacks(self, player: str, card: ClueCard | str) -> None:
        """Tell that a player (or "envelope") does not hold a card."""
        self.tell(Lacks(player, self.table.edition.card(card)))

    def holds_one_of(self, player: str, *cards: ClueCard | str) -> None:
        """Tell that a player (or "envelope") holds at least one of some cards."""
        self.tell(HoldsOneOf(player, map(self.table.edition.card, cards)))

    def insert(self, number: int, event: Event) -> None:
        """Put an event before the one that has this number; those after it move up by one."""
        if number != len(self._events) + 1:
            self._event(number)
        self._change(Change(number - 1, (), (entry(self.table, event),)))

    def edit(self, number: int, event: Event) -> None:
        """Put another event in the place of the one with this number."""
        old = self._event(number)
        self._change(Change(number - 1, (old,), (entry(self.table, event),)))

    def delete(self, number: int) -> None:
        """Drop the event with this number; those after it move down by one."""
        self._change(Change(number - 1, (self._event(number),), ()))

    def _event(self, number: int) -> Event:
        if not 1 <= number <= len(self._events):
            raise InvalidEventError(f"there is no event {number}; the log has {len(self._events)}")
        return self._events[number - 1]

    def undo(self) -> bool:
        """Take back the last change; say whether there was one."""
        with self._alone:
            change = self._changes.undo()
            return change is not None and self._apply(change)

    def redo(self) -> bool:
        """Make the change again that was undone last; say whether there was one."""
        with self._alone:
            change = self._changes.redo()
            return change is not None and self._apply(change)

    @property
    def history(self) -> History:
        """What can be undone and redone, to be kept or taken over elsewhere."""
        return self._changes.history

    def take_history(self, history: History) -> None:
        """Take over what could be undone and redone in another notebook of the same log.

        Raises:
            InvalidEventError: If its changes do not lead to this log; nothing is taken over then.
        """
        if not history.leads_to(self.table, self._events):
            raise InvalidEventError("the changes to take over do not lead to this log")
        self._changes = Changes(history)

    def _change(self, change: Change) -> None:
        with self._alone:
            self._changes.add(change)
            self._apply(change)

    def _apply(self, change: Change) -> bool:
        change.make(self._events)
        self._beliefs = self._tree = None
        if change.tables is not None:
            self.table = change.tables[1]
        if change.tables is not None or change.index < self._grown:
            self._rules = None
        return True

    # What follows

    @property
    def tree(self) -> SolverTree:
        """The tree of the whole log, pruned, with what counting found grown back on it."""
        with self._alone:
            if self._tree is None:
                self._tree = SolverTree.at(self.table, self._events, strict=False)
                self._tree.grow_back(self.beliefs.facts)
            return self._tree

    def _ruled(self) -> SolverTree:
        """A tree of the rules alone, grown by what was told since it was last asked for.

        It is kept apart from `tree`, so that what counting adds there does not depend on when
        somebody looked.
        """
        with self._alone:
            if self._rules is None:
                self._rules, self._grown = SolverTree.at(self.table, strict=False), 0
            for number, event in enumerate(self._events[self._grown :], start=self._grown + 1):
                grow(self._rules, self.table, number, event)
            self._rules.prune()
            self._grown = len(self._events)
            return self._rules

    @property
    def beliefs(self) -> Beliefs:
        """Everything that follows from the log, exactly; without deals if it is impossible."""
        with self._alone:
            if self._beliefs is None:
                tree = self._ruled()
                self._beliefs = believe(tree, self.table, self._events, self._counted)
                self._counted = None if tree.clashes else (tree.evidence(), self._beliefs)
            return self._beliefs

    @property
    def consistent(self) -> bool:
        """Whether some deal fits the log."""
        return self.beliefs.deals > 0

    @property
    def answer(self) -> ClueGuess | None:
        """The envelope, once only one triple is left."""
        return self.beliefs.answer

    def conflicts(self) -> Conflicts:
        """Return the smallest sets of events that cannot all be true; none if the log can be."""
        return find_conflicts(self.table, self._events)

    def repairs(self) -> Repairs:
        """Return the single changes that would mend an impossible log, likeliest first."""
        return find_repairs(self.table, self._events)

    def repair(self, repair: Repair) -> None:
        """Make a change that `repairs` found; it can be undone like any other."""
        if repair.table is not None:
            self._change(Change(0, tables=(self.table, repair.table)))
        elif repair.replacement is None:
            self.delete(repair.event)
        else:
            self.edit(repair.event, repair.replacement)

    def set_up(self, record: Record) -> None:
        """Take over another set-up, and the log as it fits it; it can be undone but for the title.

        >>> from cluetree.editions import CLUE_US
        >>> book = Notebook(Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9}))
        >>> book.set_up(Record(Table.set_up(CLUE_US, {"Ann": 9, "Bea": 9}), book.events))
        >>> book.table.names
        ('Ann', 'Bea')
        """
        for event in record.events:
            event.verify(record.table)
        change = Change(0, self.events, tuple(record.events), (self.table, record.table))
        self.title = record.title
        self._change(change)

    def suspicious(self) -> tuple[Suspicion, ...]:
        """Return the entries of a possible log that a slip would explain better, worst first."""
        return find_suspicious(self.table, self._events)

    def why(self, player: str, card: ClueCard | str) -> Proof | Open:
        """Prove that a player (or "envelope") holds a card, or lacks it, or show it is open.

        Raises:
            ContradictionError: If the log is impossible, for then everything would follow.
            UnknownCardError: If no card of the edition is called so.
            UnknownPlayerError: If nobody is.
        """
        holder = self.table.holder(player).name
        fact = Fact(holder, self.table.edition.card(card), holds=True)
        return prove(self.table, self._events, fact)

    def review(self, deal: Deal | None = None) -> Review:
        """Look back on the game: what each event gave away, and what was missed.

        With the true deal, entries that were not true are named as well.
        """
        return review(self.table, self._events, deal)

    def suppose(self, *events: Event) -> "Notebook":
        """Return another notebook with these events added; this one stays as it is."""
        other = Notebook(self.table, self._events, title=self.title)
        for event in events:
            other.tell(event)
        return other

    # What to do

    def advise(
        self, rooms: Iterable[ClueCard | str] | None = None, *, model: ReplyModel = UNIFORM
    ) -> Advice:
        """Return every suggestion in these rooms, or in all, with what it can be expected to tell.

        Raises:
            ContradictionError: If the log is impossible.
            InvalidTableError: If the table has no viewpoint: an onlooker suggests nothing.
            UnknownCardError: If a room is no card of the edition.
            InvalidGuessError: If it is a card, but no room.
        """
        tree = self._ruled()
        evidence = Evidence.gather(self.table, self._events) if tree.clashes else tree.evidence()
        return advise(self.table, evidence, rooms=rooms, model=model)

    def card_to_show(
        self,
        asker: str,
        guess: Iterable[ClueCard | str],
        *,
        samples: int = 200,
        model: ReplyModel = UNIFORM,
        seconds: float | None = None,
        progress: Progress | None = None,
        rng: Random | None = None,
    ) -> Showing:
        """Say of each card that the viewpoint could show now how much it gives away.

        Without `rng` the same log gives the same numbers. See `cluetree.advice.card_to_show`.

        Raises:
            ContradictionError: If the log is impossible.
            InvalidTableError: If the table is an onlooker's.
            InvalidEventError: If the viewpoint is not asked or has nothing to show.
            UnknownPlayerError: If the asker does not sit here.
        """
        return card_to_show(
            self.table,
            self._events,
            asker,
            guess,
            rng=rng or Random(0),
            samples=samples,
            model=model,
            seconds=seconds,
            progress=progress,
        )

    def rivals(
        self,
        *,
        samples: int = 200,
        model: ReplyModel = UNIFORM,
        seconds: float | None = None,
        progress: Progress | None = None,
        rng: Random | None = None,
    ) -> tuple[Rival, ...]:
        """Say of each opponent what they probably still lack, and whether they know the answer.

        Without `rng` the same log gives the same numbers. See `cluetree.advice.rivals`.

        Raises:
            ContradictionError: If the log is impossible.
        """
        return rivals(
            self.table,
            self._events,
            rng=rng or Random(0),
            samples=samples,
            model=model,
            seconds=seconds,
            progress=progress,
        )

    def accuse_now(
        self,
        *,
        samples: int = 100,
        model: ReplyModel = UNIFORM,
        seconds: float | None = None,
        progress: Progress | None = None,
        rng: Random | None = None,
    ) -> Accusing:
        """Weigh an accusation of the likeliest envelope against waiting for another turn.

        Without `rng` the same log gives the same numbers. See `cluetree.advice.accuse_now`.

        Raises:
            ContradictionError: If the log is impossible.
            InvalidTableError: If the table is an onlooker's.
            InvalidEventError: If the game is over, or over for the viewpoint.
        """
        return accuse_now(
            self.table,
            self._events,
            rng=rng or Random(0),
            samples=samples,
            model=model,
            seconds=seconds,
            progress=progress,
        )

    def steps(self) -> Iterator[Step]:
        """Go through the log from the start, one event at a time.

        A clash is part of the story, and the story goes on after it. Each step's nodes are of
        one tree that grows as the steps are taken.
        """
        return take_steps(self.table, self.events)
