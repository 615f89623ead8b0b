"""The notebook: the log is the truth, and everything else is asked of the right room."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Self

from cluetree.advice import (
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
    uniform,
)
from cluetree.beliefs import Beliefs, Deal
from cluetree.cards import ClueCard, ClueGuess
from cluetree.claims import Fact
from cluetree.errors import InvalidEventError
from cluetree.events import Event
from cluetree.evidence import Evidence
from cluetree.exact import is_possible, weigh
from cluetree.explain import (
    Conflicts,
    Open,
    Proof,
    Repair,
    Repairs,
    Review,
    Suspicions,
    find_conflicts,
    find_repairs,
    find_suspicious,
    prove,
    review,
)
from cluetree.limit import DEFAULT, Limit
from cluetree.notebook.change import Change
from cluetree.notebook.log import Log
from cluetree.notebook.steps import Step, take_steps
from cluetree.table import Table
from cluetree.tree import SolverTree


class Notebook(Log):
    """A log of one game as one observer sees it, and what it lets them know.

    The log is the truth: everything else follows from it, is worked out when asked for, and is
    the same however the log came about. An impossible log stays usable: `consistent` is false,
    `conflicts` names the clash, and `undo` or `edit` mends it.

    >>> from cluetree import Show, Table
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

    def __init__(
        self,
        table: Table,
        events: Iterable[Event] = (),
        *,
        title: str = "",
        limit: Limit | None = DEFAULT,
    ):
        super().__init__(table, events, title=title)
        self._limit = limit
        self._tree: SolverTree | None = None
        self._evidence: Evidence | None = None
        self._heard = 0  # how many events are in it
        self._beliefs: Beliefs | None = None
        # What was counted last, which is still right if an event has told nothing new.
        self._counted: tuple[Evidence, Beliefs] | None = None
        self._repairs: Repairs | None = None

    def _apply(self, change: Change) -> None:
        self._beliefs = self._tree = self._repairs = None
        if change.tables is not None or change.index < self._heard:
            self._evidence = None
        super()._apply(change)

    # What follows

    @property
    def limit(self) -> Limit | None:
        """How much work each question may take; `None`: as much as it needs.

        A question that meets it gives what it has, and says what that lacks; where there is
        nothing to give, it raises `LimitReached`.
        """
        return self._limit

    @limit.setter
    def limit(self, limit: Limit | None) -> None:
        """Bound the questions asked from now on."""
        if limit != self._limit and self._counted is not None and not self._counted[1].exact:
            self._beliefs = self._tree = self._counted = None
        self._limit = limit

    def copy(self) -> Self:
        """Return another notebook with the same log, past and limit."""
        other = super().copy()
        other.limit = self.limit
        return other

    @property
    def tree(self) -> SolverTree:
        """The tree of the whole log, pruned, with what counting found grown back on it."""
        with self._alone:
            if self._tree is None:
                self._tree = SolverTree.at(self.table, self._events, strict=False)
                self._tree.grow_back(self.beliefs.facts)
            return self._tree

    def _told(self) -> Evidence:
        """What was told; only what is new since this was last asked for is read."""
        with self._alone:
            if self._evidence is None:
                self._evidence, self._heard = Evidence.gather(self.table), 0
            self._evidence = self._evidence.after(self.table, self._events[self._heard :])
            self._heard = len(self._events)
            return self._evidence

    @property
    def beliefs(self) -> Beliefs:
        """Everything that follows from the log; without deals if it is impossible.

        All numbers are exact, unless counting meets the limit: see `Beliefs.draws`.

        Raises:
            LimitReached: If there is a limit, and not even an estimate was found within it.
        """
        with self._alone:
            if self._beliefs is None:
                evidence = self._told()
                if self._counted is None or self._counted[0] != evidence:
                    self._counted = evidence, weigh(evidence, limit=self.limit)
                self._beliefs = self._counted[1]
            return self._beliefs

    @property
    def consistent(self) -> bool:
        """Whether some deal fits the log.

        Raises:
            LimitReached: If there is a limit, and that was not found within it.
        """
        with self._alone:
            if self._beliefs is not None or self.limit is None:
                return self.beliefs.deals > 0
            return is_possible(self._told(), limit=self.limit)

    @property
    def answer(self) -> ClueGuess | None:
        """The envelope, once only one triple is left."""
        return self.beliefs.answer

    def conflicts(self) -> Conflicts:
        """Return the smallest sets of events that cannot all be true; none if the log can be."""
        return find_conflicts(self.table, self._events, limit=self.limit)

    def repairs(self) -> Repairs:
        """Return the single changes that would repair an impossible log, likeliest first.

        They are searched for once per state of the log, unless the limit cut the search short.
        """
        if self._repairs is None or not self._repairs.complete:
            self._repairs = find_repairs(self.table, self._events, limit=self.limit)
        return self._repairs

    def repair(self, repair: Repair | int) -> None:
        """Make a change that `repairs` found; it can be undone like any other.

        A number, from 1, refers to what `repairs` returned last, or would return.

        Raises:
            InvalidEventError: If there is no repair of this number.
        """
        if isinstance(repair, int):
            found = (self._repairs or self.repairs()).found
            if not 1 <= repair <= len(found):
                raise InvalidEventError(f"there is no repair {repair}; {len(found)} were found")
            repair = found[repair - 1]
        if repair.table is not None:
            self._change(Change(0, tables=(self.table, repair.table)))
        elif repair.replacement is None:
            self.delete(repair.event)
        else:
            self.edit(repair.event, repair.replacement)

    def suspicious(self) -> Suspicions:
        """Return the entries of a possible log that a slip would explain better, worst first."""
        return find_suspicious(self.table, self._events, limit=self.limit)

    def why(self, player: str, card: ClueCard | str) -> Proof | Open:
        """Prove that a player (or "envelope") holds a card, or lacks it, or show it is open.

        Raises:
            ContradictionError: If the log is impossible, for then everything would follow.
            UnknownCardError: If no card of the edition is called so.
            UnknownPlayerError: If nobody is.
        """
        holder = self.table.holder(player).name
        fact = Fact(holder, self.table.edition.card(card), holds=True)
        return prove(self.table, self._events, fact, limit=self.limit)

    def review(self, deal: Deal | None = None) -> Review:
        """Look back on the game: what each event gave away, and what was missed.

        With the true deal, entries that were not true are named as well.
        """
        return review(self.table, self._events, deal, limit=self.limit)

    def suppose(self, *events: Event) -> "Notebook":
        """Return another notebook with these events added; this one stays as it is."""
        log = (*self._events, *events)
        return Notebook(self.table, log, title=self.title, limit=self.limit)

    # What to do

    def advise(
        self, rooms: Iterable[ClueCard | str] | None = None, *, model: ReplyModel = uniform
    ) -> Advice:
        """Return every suggestion in these rooms, or in all, with what it can be expected to tell.

        Raises:
            ContradictionError: If the log is impossible.
            InvalidTableError: If the table has no viewpoint: an onlooker suggests nothing.
            UnknownCardError: If a room is no card of the edition.
            InvalidGuessError: If it is a card, but no room.
        """
        return advise(self.table, self._told(), rooms=rooms, model=model, limit=self.limit)

    def card_to_show(
        self,
        asker: str,
        guess: Iterable[ClueCard | str],
        *,
        samples: int = 200,
        model: ReplyModel = uniform,
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
            limit=self.limit,
            progress=progress,
        )

    def rivals(
        self,
        *,
        samples: int = 200,
        model: ReplyModel = uniform,
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
            limit=self.limit,
            progress=progress,
        )

    def accuse_now(
        self,
        *,
        samples: int = 100,
        model: ReplyModel = uniform,
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
            limit=self.limit,
            progress=progress,
        )

    def steps(self) -> Iterator[Step]:
        """Go through the log from the start, one event at a time.

        A clash is part of the story, and the story goes on after it. Each step's nodes are of
        one tree that grows as the steps are taken. They share the limit; where it was met, a step
        is not `complete`.
        """
        return take_steps(self.table, self.events, limit=self.limit)
