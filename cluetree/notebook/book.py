"""The notebook: a log, and every question that it can answer."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from random import Random
from typing import TYPE_CHECKING, Self, Unpack

from more_itertools import unique_everseen

from cluetree.beliefs import Beliefs, Deal
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.claims import Fact
from cluetree.errors import InvalidEventError
from cluetree.events import Event
from cluetree.evidence import Evidence
from cluetree.exact import is_possible, weigh
from cluetree.lazy import lazy_module
from cluetree.limit import DEFAULT, Limit, Meter
from cluetree.markup import html_table
from cluetree.notebook.log import Change, Log
from cluetree.table import Table
from cluetree.tree import Clash, Finding, SolverNode, SolverTree

if TYPE_CHECKING:
    from cluetree import advice, explain
else:
    advice, explain = map(lazy_module, ("cluetree.advice", "cluetree.explain"))


_weigh = lru_cache(maxsize=32)(weigh)
"""Events without new evidence, and other notebooks of the same log, share a count."""


class Notebook(Log):
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
    >>> book.suggest("Bob", "white", "rope", "hall", shows=[Show("Eve")])
    >>> book.beliefs.chance("white", "Eve")
    Fraction(1, 1)

    Events are numbered from 1, in the order of the log. Methods accept cards or their names; the
    log uses the table's spelling. Notebooks are equal if their tables and events are. A notebook
    is not thread-safe: give each thread its own `copy`.

    Raises:
        ClueError: From any change, if an event alone breaks the rules; the notebook is unchanged.
        ContradictionError: From proofs and advice, if the log is impossible.
        InvalidTableError: From advice on the next move, if the table has no viewpoint.
        LimitReached: If the limit was reached before a question had any result.
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
        self._gathered = 0  # the number of events in it
        self._beliefs: Beliefs | None = None
        self._last: Change | None = None
        self._before: Beliefs | None = None
        self._repairs: explain.Repairs | None = None

    def _apply(self, change: Change) -> None:
        self._last, self._before = change, self._beliefs
        self._beliefs = self._tree = self._repairs = None
        if change.tables is not None or change.index < self._gathered:
            self._evidence = None
        super()._apply(change)

    # Conclusions

    @property
    def limit(self) -> Limit | None:
        """The work limit of each question; `None` for no limit.

        At the limit a question returns a partial result and marks it so.
        """
        return self._limit

    @limit.setter
    def limit(self, limit: Limit | None) -> None:
        """Set the limit, and drop estimates made under another one."""
        if limit != self._limit and self._beliefs is not None and not self._beliefs.exact:
            self._beliefs = self._tree = None
        self._limit = limit

    def copy(self) -> Self:
        """Return an independent notebook with the same log, history and limit."""
        other = super().copy()
        other.limit = self.limit
        return other

    def _repr_html_(self) -> str | None:
        """Return the sheet as a table, which Jupyter displays; `None` for an impossible log."""
        beliefs = self.beliefs
        if not beliefs.deals:
            return None
        cards = self.table.edition.cards
        signs = (map(_sign, (beliefs.chance(card, at) for at in beliefs.counts)) for card in cards)
        names = (card.name for card in cards)
        return html_table(("", *beliefs.counts), zip(names, signs, strict=True))

    @property
    def tree(self) -> SolverTree:
        """The pruned tree of the whole log, with the facts found by counting."""
        if self._tree is None:
            self._tree = SolverTree.at(self.table, self._events, strict=False)
            self._tree.grow_back_sets(*self.beliefs.certain_sets)
        return self._tree

    def _gather(self) -> Evidence:
        """Return the evidence of the log; only new events are read."""
        if self._evidence is None:
            self._evidence, self._gathered = Evidence.gather(self.table), 0
        self._evidence = self._evidence.after(self.table, self._events[self._gathered :])
        self._gathered = len(self._events)
        return self._evidence

    @property
    def beliefs(self) -> Beliefs:
        """All conclusions from the log; `deals` is 0 if it is impossible.

        All numbers are exact unless counting reaches the limit: see `Beliefs.draws`.
        """
        if self._beliefs is None:
            self._beliefs = _weigh(self._gather(), limit=self.limit)
        return self._beliefs

    @property
    def beliefs_before(self) -> Beliefs | None:
        """All conclusions before the last change, undo or redo; `None` if there was none."""
        if self._before is None and self._last is not None:
            table, _ = self._last.tables or (self.table, None)
            events = [*self._events]
            self._last.undone.make(events)
            self._before = Notebook(table, events, limit=self.limit).beliefs
        return self._before

    @property
    def consistent(self) -> bool:
        """Whether some deal fits the log."""
        if self._beliefs is not None or self.limit is None:
            return self.beliefs.deals > 0
        return is_possible(self._gather(), limit=self.limit)

    @property
    def answer(self) -> ClueGuess | None:
        """The envelope, once only one triple is left."""
        return self.beliefs.answer

    def possible_part(self) -> "Notebook":
        """Return a notebook of the events before the first contradiction; this one if possible."""
        from cluetree.explain.conflicts import possible_events  # noqa: PLC0415 -- on demand

        if self.consistent:
            return self
        possible = possible_events(self.table, self._events, limit=self.limit)
        return Notebook(self.table, self._events[:possible], limit=self.limit)

    def conflicts(self) -> "explain.Conflicts":
        """Return the minimal sets of events that cannot all be true; none for a possible log."""
        return explain.find_conflicts(self.table, self._events, limit=self.limit)

    def repairs(self) -> "explain.Repairs":
        """Return the single changes that would repair an impossible log, likeliest first.

        A complete search is cached until the log changes.
        """
        if self._repairs is None or not self._repairs.complete:
            self._repairs = explain.find_repairs(self.table, self._events, limit=self.limit)
        return self._repairs

    def repair(self, repair: "explain.Repair | int") -> None:
        """Apply a change that `repairs` found, or the one with this number there, from 1."""
        if not isinstance(repair, explain.Repair):
            found = (self._repairs or self.repairs()).found
            if not 1 <= repair <= len(found):
                raise InvalidEventError(f"unknown repair {repair}; {len(found)} were found")
            repair = found[repair - 1]
        if repair.table is not None:
            self._change(Change(0, tables=(self.table, repair.table)))
        elif repair.replacement is None:
            self.delete(repair.event)
        else:
            self.edit(repair.event, repair.replacement)

    def suspicious(self) -> "explain.Suspicions":
        """Return the entries of a possible log that a slip explains better, worst first."""
        return explain.find_suspicious(self.table, self._events, limit=self.limit)

    def why(self, player: str, card: ClueCard | str) -> "explain.Proof | explain.Open":
        """Prove that a player (or "envelope") holds a card or lacks it, or show that it is open.

        See `cluetree.explain.prove`.
        """
        fact = Fact(self.table.holder(player).name, self.table.edition.card(card), holds=True)
        return explain.prove(self.table, self._events, fact, limit=self.limit)

    def review(self, deal: Deal | None = None) -> "explain.Review":
        """Review the game: what each event revealed, and which chances were missed.

        With the true deal, the review also lists untrue entries.
        """
        return explain.review(self.table, self._events, deal, limit=self.limit)

    def suppose(self, *events: Event) -> "Notebook":
        """Return a new notebook with these events added; this one is unchanged."""
        return Notebook(self.table, (*self._events, *events), title=self.title, limit=self.limit)

    # Advice

    def advise(
        self,
        rooms: Iterable[ClueCard | str] | None = None,
        *,
        aim: "advice.Aim" = "gain",
        top: int | None = None,
        model: "advice.ReplyModel | None" = None,
    ) -> "advice.Advice":
        """Rank every suggestion in these rooms (default: all) by its expected information.

        With the aim "win", what an onlooker learns who sees no cards counts against a suggestion.
        With `top`, return only so many, the best. The default model is `cluetree.advice.uniform`.
        See `cluetree.advice.advise`.
        """
        table, evidence, limit = self.table, self._gather(), self.limit
        public = advice.public_evidence(table, self._events) if aim == "win" else None
        ranked = partial(advice.advise, table, evidence, aim=aim, public=public, limit=limit)
        return ranked(rooms=rooms, top=top, model=advice.uniform if model is None else model)

    def card_to_show(
        self,
        asker: str,
        guess: Iterable[ClueCard | str],
        *,
        rng: Random | None = None,
        **options: "Unpack[advice.Sampling]",
    ) -> "advice.Showing":
        """Rank the cards that the viewpoint can show by how little they reveal.

        Without `rng` the same log gives the same numbers. See `cluetree.advice.card_to_show`.
        """
        rng, log = Random(0) if rng is None else rng, (self.table, self._events)
        return advice.card_to_show(*log, asker, guess, rng=rng, limit=self.limit, **options)

    def rivals(
        self, *, rng: Random | None = None, **options: "Unpack[advice.Sampling]"
    ) -> "tuple[advice.Rival, ...]":
        """Estimate what each opponent does not know yet, and whether they know the answer.

        Without `rng` the same log gives the same numbers. See `cluetree.advice.rivals`.
        """
        rng, limit = Random(0) if rng is None else rng, self.limit
        return advice.rivals(self.table, self._events, rng=rng, limit=limit, **options)

    def accuse_now(
        self, *, rng: Random | None = None, **options: "Unpack[advice.Sampling]"
    ) -> "advice.Accusing":
        """Compare an accusation of the likeliest envelope with waiting for another turn.

        Without `rng` the same log gives the same numbers. See `cluetree.advice.accuse_now`.
        """
        rng, limit = Random(0) if rng is None else rng, self.limit
        return advice.accuse_now(self.table, self._events, rng=rng, limit=limit, **options)

    def steps(self) -> Iterator["Step"]:
        """Yield the effect of each event, from the start of the log.

        The steps continue after a contradiction. All nodes belong to one growing tree. A step gets
        at most twice its share of the limit, to which time between two steps does not count; a step
        that reaches it is not `complete`.
        """
        from cluetree.explain.review import weigh_event, weigh_set_up  # noqa: PLC0415 -- as above

        table, events, meter = self.table, self.events, Meter(self.limit)
        tree = SolverTree.at(table, strict=False)
        known = tree.evidence()
        before = weigh_set_up(known, len(events), meter)
        tree.grow_back_sets(*before.certain_sets)
        gathered = Evidence.gather(table)
        read = 0  # the number of events in `gathered`
        for number, event in enumerate(events, start=1):
            found, clashes, count = tree.findings(), tree.clashes, len(tree.pruned)
            infos = event.infos(table)
            grown = tuple(node for info in infos for node in tree.grow(info, number=number))
            tree.prune()
            if tree.clashes:
                # A contradictory tree ignores later facts; only the whole log shows that none fits.
                evidence = gathered = gathered.after(table, events[read:number])
                read = number
            else:
                evidence = tree.evidence()
            is_new = evidence != known
            weighed = weigh_event(evidence, len(events) - number, meter) if is_new else before
            after = before if weighed is None else weighed
            counted = tree.grow_back_sets(*after.certain_sets)
            pruned = tree.pruned[count:]
            step = Step(
                number=number,
                event=event,
                grown=grown,
                pruned=pruned,
                known=tuple(_left_alone(pruned)),
                counted=counted,
                found=tuple((c, f) for c, f in tree.findings().items() if c not in found),
                clashes=tree.clashes[len(clashes) :],
                before=before,
                after=after,
                complete=weighed is not None,
            )
            with meter.paused():  # exclude the caller's time
                yield step
            before, known = after, known if weighed is None else evidence


# The log step by step


@dataclass(frozen=True)
class Step:
    """The effect of one event on the tree and the beliefs."""

    number: int
    event: Event
    grown: tuple[SolverNode, ...]
    """The new nodes of the trunk."""
    pruned: tuple[SolverNode, ...]
    """The newly pruned alternatives, of this event or earlier ones."""
    known: tuple[SolverNode, ...]
    """The last remaining alternatives, which became known."""
    counted: tuple[SolverNode, ...]
    """The nodes of facts found by counting."""
    found: tuple[tuple[Category, Finding], ...]
    """The new cards of the envelope."""
    clashes: tuple[Clash, ...]
    """The new contradictions that the rules detect."""
    before: Beliefs
    """The beliefs before the event, as last computed."""
    after: Beliefs
    """The beliefs after the event; equal to `before` where `complete` is false."""
    complete: bool
    """Whether counting stayed within the limit; if not, only the rules were applied."""

    @property
    def facts(self) -> frozenset[Fact]:
        """The new facts."""
        return self.after.facts_beyond(self.before)

    @property
    def bits(self) -> float:
        """The information about the envelope, in bits; negative if its uncertainty grew."""
        return self.before.entropy - self.after.entropy if self.after.deals else 0.0


def _left_alone(pruned: tuple[SolverNode, ...]) -> Iterator[SolverNode]:
    for branch in unique_everseen((node.parent for node in pruned), key=id):
        if branch is not None:
            yield from (node for node in branch.standing if node.is_known)


def _sign(chance: Fraction) -> str:
    """Return how a chance is shown in a sheet."""
    return "✓" if chance == 1 else f"{float(chance):.0%}" if chance else "✗"
