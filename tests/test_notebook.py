"""Laws of a notebook with any log and history."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count as count_up
from operator import methodcaller
from random import Random
from typing import Any, TypeAlias
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from cluetree import ClueError, ContradictionError, Event, Holds, Notebook, Suggestion, Table
from cluetree.beliefs import Beliefs
from cluetree.claims import Claim, Fact
from cluetree.editions import CLUE_US
from cluetree.errors import LimitReached
from cluetree.events import Correction
from cluetree.evidence import Evidence, Marks
from cluetree.exact import count, count as count_deals
from cluetree.limit import Limit, check_time, seconds_left
from cluetree.record import Record, loads_clue
from cluetree.table import Answering
from cluetree.tree import Origin, Role
from tests.clocks import Clock
from tests.explain.positions import position
from tests.strategies import Dice, Told, any_event, game_with, told_anyhow, told_truly

some = settings(suppress_health_check=list(HealthCheck))

TABLE = Table.set_up(
    CLUE_US,
    {"Ann": 6, "Bob": 6, "Eve": 6},
    viewpoint="Ann",
    hand=("mustard", "knife", "rope", "hall", "study", "lounge"),
)


PLUM = CLUE_US.card("plum")


def counted(table: Table, events: Iterable[Event]) -> Beliefs:
    """Beliefs without a notebook and without a tree."""
    return count(Evidence.gather(table, events))


def assert_knows_its_log(book: Notebook) -> None:
    """A notebook agrees with a fresh one, and with counting without one."""
    fresh = Notebook(book.table, book.events, title=book.title)
    beliefs = counted(book.table, book.events)
    assert book.beliefs == fresh.beliefs == beliefs
    assert book.consistent == fresh.consistent == (beliefs.deals > 0)
    assert book.answer == fresh.answer == beliefs.answer
    if beliefs.deals:
        assert book.tree.evidence().facts == beliefs.facts
        return
    assert book.conflicts().sets
    with pytest.raises(ContradictionError):
        book.why(book.table.names[0], book.table.edition.cards[0])


# A machine that changes a log in every way


@dataclass(frozen=True)
class Entered:
    """An entry as it was entered, with its passes; a correction has the entry that it corrects."""

    key: int
    event: Event
    corrects: int = 0


Log: TypeAlias = tuple[Entered, ...]
State: TypeAlias = tuple[Log, tuple[Event, ...]]
"""A log as it was entered, and as the notebook has it."""


def as_entered(log: Log) -> list[Event]:
    """Return the events, with the present numbers of the corrected entries."""
    at = {one.key: number for number, one in enumerate(log, start=1)}
    late = (each.event for each in log)
    return [
        replace(event, entry=at[each.corrects]) if isinstance(event, Correction) else event
        for each, event in zip(log, late, strict=True)
    ]


def without(log: Log, at: int) -> Log:
    """Return the log without an entry; the pass that it took back is then noted."""
    gone, left = log[at].event, [*log[:at], *log[at + 1 :]]
    for number, old in enumerate(left):
        event = old.event
        if isinstance(gone, Correction) and old.key == log[at].corrects:
            assert isinstance(event, Suggestion)
            if event.passed is not None and gone.by not in event.passed:
                passed = (*event.passed, gone.by)
                left[number] = replace(old, event=replace(event, passed=passed))
    return tuple(left)


def said(table: Table, events: Iterable[Event]) -> list[object]:
    return [(type(event), {*event.claims(table)}) for event in events]


class Changes:
    """A notebook beside a plain list of all logs that it went through."""

    def __init__(self, dice: Dice):
        self.dice, self.game = dice, game_with(dice, face_down=dice.one(((), ("Pool",))))
        self.book = Notebook(self.game.table)
        self.past: list[State] = []
        self.state: State = (), ()
        self.future: list[State] = []
        self.keys = count_up(1)

    def drawn(self, before: Log) -> Entered:
        """Return a new entry, often a correction of one before it."""
        dice, table, names = self.dice, self.game.table, [*self.game.names]
        olds = [old for old in before if isinstance(old.event, Suggestion)]
        if not olds or dice.coin():
            return Entered(next(self.keys), any_event(dice, self.game))
        if table.answering is Answering.ALL and table.viewpoint:
            names.remove(table.viewpoint)  # whose pass the hand may hide
        return Entered(next(self.keys), Correction(dice.one(names), 1), dice.one(olds).key)

    def change(self, how: str) -> None:
        log, table = self.state[0], self.game.table
        removes = how in {"edit", "delete"}
        if removes and not log:
            return
        at = len(log) if how == "tell" else self.dice.count(len(log) - removes)
        left, is_free = (without(log, at) if removes else log), True
        arguments: tuple[Any, ...] = () if how == "tell" else (at + 1,)
        if how == "delete":
            is_free = all(one.corrects != log[at].key for one in log)
        else:
            new = self.drawn(log[:at])
            new = replace(new, key=log[at].key) if removes else new
            left = (*left[:at], new, *left[at:])
            arguments += (as_entered(left)[at],)
        ask, fresh = methodcaller(how, *arguments), None
        with suppress(ClueError):
            fresh = Notebook(table, as_entered(left)) if is_free else None
        if fresh is None:
            with pytest.raises(ClueError):
                ask(self.book)
            return
        ask(self.book)
        assert said(table, self.book.events) == said(table, fresh.events)
        self.past.append(self.state)
        self.future.clear()
        self.state = left, self.book.events

    def undo(self) -> None:
        self.go(self.book.undo, self.past, self.future)

    def redo(self) -> None:
        self.go(self.book.redo, self.future, self.past)

    def go(self, step: Callable[[], bool], there: list[State], back: list[State]) -> None:
        assert step() is bool(there)
        if there:
            back.append(self.state)
            self.state = there.pop()

    def suppose(self) -> None:
        events = [any_event(self.dice, self.game) for _ in range(self.dice.count(2))]
        other = self.book.suppose(*events)
        assert other.events == (*self.state[1], *events)
        assert other.beliefs == counted(self.game.table, other.events)
        assert not other.undo(), "the history stays here"

    def be_refused(self) -> None:
        event, number = any_event(self.dice, self.game), self.dice.one((-1, 0, 99))
        stranger = Holds("Zoe", self.game.table.edition.cards[0])
        for ask in (
            methodcaller("insert", number, event),
            methodcaller("edit", number, event),
            methodcaller("delete", number),
            methodcaller("tell", stranger),
        ):
            with pytest.raises(ClueError):
                ask(self.book)

    def ask(self) -> None:
        assert_knows_its_log(self.book)

    def step(self) -> None:
        changes = [partial(self.change, how) for how in ("tell", "insert", "edit", "delete")]
        others = (self.undo, self.redo, self.suppose, self.be_refused, self.ask)
        ways: Sequence[Callable[[], None]] = (*changes, *changes, *others)
        self.dice.one(ways)()
        assert self.book.events == self.state[1]
        assert len(self.book) == len(self.state[1])
        assert loads_clue(self.book.to_clue()) == self.book.record

    def go_back(self) -> None:
        """Redo everything, then undo everything: each state is the one that was there."""
        while self.future:
            self.redo()
        while self.past:
            self.undo()
            assert_knows_its_log(self.book)
        assert not self.book.events


@pytest.mark.parametrize(
    ("logs", "steps"), [(10, 12), pytest.param(150, 30, marks=pytest.mark.slow)]
)
def test_undo_and_redo_restore_exact_states(logs: int, steps: int) -> None:
    for seed in range(logs):
        changes = Changes(Dice(Random(seed).randrange))
        for _ in range(steps):
            changes.step()
        changes.go_back()


# Single changes


@some
@given(told_truly(), st.sets(st.integers(0, 6)))
def test_counted_nodes_do_not_depend_on_earlier_questions(told: Told, asked: set[int]) -> None:
    """The sheet marks these facts, and a mark must not depend on earlier questions."""
    book = Notebook(told.table)
    for number, event in enumerate(told.events):
        if number in asked:
            assert found_by_counting(book) == found_by_counting(Notebook(told.table, book.events))
        book.tell(event)
    assert found_by_counting(book) == found_by_counting(Notebook(told.table, told.events))


def found_by_counting(book: Notebook) -> set[Fact | None]:
    return {node.fact for node in book.tree.nodes() if node.origin is Origin.COUNTED}


@some
@given(told_anyhow(most=5), st.data())
def test_repair_is_undone_like_any_change(told: Told, data: st.DataObject) -> None:
    """Also one of the table: a hand size that was noted wrong."""
    book = Notebook(told.table, told.events)
    repairs = book.repairs()
    if not repairs.found:
        return
    repair = data.draw(st.sampled_from(repairs.found))
    before = book.record, book.beliefs
    book.repair(repair)
    repaired = book.record, book.beliefs
    assert book.beliefs.deals == (repair.deals if repairs.enough else 0)
    assert repaired[0].table == (repair.table or told.table)
    assert book.beliefs == counted(book.table, book.events)
    assert book.undo()
    assert (book.record, book.beliefs) == before
    assert book.redo()
    assert (book.record, book.beliefs) == repaired
    assert found_by_counting(book) == found_by_counting(Notebook(book.table, book.events))


def test_set_up_replaces_the_log_and_is_undone() -> None:
    book = Notebook(TABLE, [Holds("Bob", PLUM)], title="Friday")
    was, other = book.record, Table.set_up(CLUE_US, {"Ann": 6, "Bea": 6, "Eve": 6})
    new = Record(other, (Holds("Bea", PLUM),), title="Sunday")
    book.replace(new)
    assert (book.record, book.beliefs) == (new, counted(other, new.events))
    assert book.undo()
    assert (book.table, book.events) == (was.table, was.events)
    assert book.redo()
    assert book.record == new


# Files


@some
@given(told_anyhow(), st.sampled_from(["", "Friday", "# 1: é"]))
def test_saved_notebook_is_read_back_unchanged(
    tmp_path_factory: pytest.TempPathFactory, told: Told, title: str
) -> None:
    book = Notebook(told.table, told.events, title=title)
    folder = tmp_path_factory.getbasetemp()
    for name in ("game.clue", "game.json"):
        book.save(folder / name)
        again = Notebook.load(folder / name)
        assert (again.record, again.beliefs) == (book.record, book.beliefs)
        assert not again.undo()
    text = (folder / "game.json").read_text("utf-8")
    assert Notebook.from_json(text).record == book.record
    text = (folder / "game.clue").read_text("utf-8")
    assert Notebook.from_clue(text.encode()).record == book.record
    assert Notebook.from_record(book.record).record == book.record


# Going through a log


def assert_steps_add_up(book: Notebook) -> None:
    steps = [*book.steps()]
    assert [step.number for step in steps] == [*range(1, len(book) + 1)]
    assert tuple(step.event for step in steps) == book.events
    start = counted(book.table, ())
    before = start
    for step in steps:
        assert step.before == before
        assert step.after is not None
        assert step.after == counted(book.table, book.events[: step.number])
        assert step.facts == step.after.facts - step.before.facts
        assert step.since == step.number - 1
        change = before.entropy - step.after.entropy
        assert step.bits == (change if step.after.deals else 0)
        assert {node.number for node in step.grown} <= {step.number}
        before = step.after
    if before.deals:
        categories = [category for step in steps for category, _ in step.found]
        assert len(categories) == len({*categories})
        at_once = Notebook(book.table).tree.findings()
        assert {*categories} == book.tree.findings().keys() - at_once.keys()
        new = [fact for step in steps for fact in step.facts]
        assert len(new) == len({*new})
        assert start.facts.union(new) == book.beliefs.facts


def assert_nodes_add_up(book: Notebook) -> None:
    """Every node of the tree is new in one step, and pruned or known in one."""
    steps = [*book.steps()]
    came = [node for step in steps for node in (*step.grown, *step.counted)]
    if not came or came[0].parent is None:
        return
    everything = [node for child in came[0].parent.children for node in (child, *child.children)]
    pruned = Counter(id(node) for step in steps for node in step.pruned)
    assert pruned == Counter(id(node) for node in everything if node.is_pruned)
    alternatives = (node for node in everything if node.role is Role.ALTERNATIVE)
    known = Counter(id(node) for step in steps for node in step.known)
    assert known == Counter(id(node) for node in alternatives if node.is_known)


@some
@given(told_anyhow(most=7))
def test_steps_add_up_to_the_known_facts(told: Told) -> None:
    assert_steps_add_up(Notebook(told.table, told.events))


@some
@given(told_truly())
def test_every_pruned_or_known_node_is_in_one_step(told: Told) -> None:
    assert_nodes_add_up(Notebook(told.table, told.events))


@pytest.mark.parametrize("seed", range(24, 28))
def test_steps_and_nodes_of_a_real_game_add_up(seed: int) -> None:
    game = position(seed)
    book = Notebook(game.table, game.events)
    assert_steps_add_up(book)
    assert_nodes_add_up(book)
    assert [*book.steps()] == [*book.steps()]


def test_count_at_the_limit_is_tried_again_with_more_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, given = Clock(monkeypatch), list[float]()

    def reaching(_: Evidence) -> Beliefs:
        given.append(seconds_left())
        clock.now += 1
        check_time()
        return counted(TABLE, ())

    book = Notebook(TABLE)
    with patch("cluetree.notebook.count", reaching):
        for limit in (Limit(0.5), Limit(0.9), Limit(2)):
            book.limit = limit
            for _ in range(2):
                if limit == Limit(2):
                    assert book.beliefs.deals
                    continue
                with pytest.raises(LimitReached):
                    _ = book.beliefs
    assert given == pytest.approx([0.5, 0.9, 2])


# Work


@pytest.mark.parametrize("told", [500, 2_000])
def test_long_log_is_read_once(told: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each claim is taken in once, no node grows, and the deals are counted once, however many."""
    taken = [0]
    take = Marks.take

    def taking(marks: Marks, claim: Claim) -> bool:
        taken[0] += 1
        return take(marks, claim)

    monkeypatch.setattr(Marks, "take", taking)
    monkeypatch.delattr("cluetree.tree.trunk.Trunk.__init__")
    book = Notebook(TABLE)
    with patch("cluetree.notebook.count", wraps=count_deals) as counting:
        for number in range(told):
            book.tell_lacks("Bob", ("plum", "green", "wrench", "kitchen")[number % 4])
        assert taken == [0]
        assert book.beliefs.deals
        assert book.answer is None
        assert (taken, counting.call_count) == ([told], 1)
        book.tell_lacks("Bob", "library")
        assert book.beliefs.deals
        assert (taken, counting.call_count) == ([told + 1], 2)


def test_notebook_shows_its_sheet_as_a_table() -> None:
    book = Notebook.load("examples/opening.clue")
    shown: str = methodcaller("_repr_html_")(book)
    assert "<tr><th>Wrench</th><td>✗</td><td>✗</td><td>✓</td><td>✗</td></tr>" in shown
    assert shown.count("<tr>") == 1 + len(book.table.edition.cards)
    book.undo()
    advice: str = methodcaller("_repr_html_")(book.advise())
    first = book.advise().suggestions[0]
    row = f"<tr><th>{first.guess}</th><td>{first.gain:.2f}</td><td>{first.leak:.2f}</td>"
    assert f"</tr>{row}" in advice
    proof: str = methodcaller("_repr_html_")(book.why("Bob", "Rope"))
    assert "<div>1. " in proof
    book.tell_lacks("Bob", "White")
    assert methodcaller("_repr_html_")(book) is None
