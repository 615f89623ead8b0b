"""Random small games with every kind of information, each compared with full enumeration."""

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from random import Random
from typing import Final

import pytest

from cluetree import (
    Answering,
    Category,
    ClueError,
    ClueGuess,
    Event,
    Evidence,
    InvalidEventError,
    Notebook,
    Record,
    SolverTree,
    Suggestion,
    Table,
    count,
    find_conflicts,
    find_repairs,
    find_suspicious,
)
from cluetree.advice import card_to_show, public_evidence, rivals
from cluetree.advice.showing import shown_before
from cluetree.events import Correction, Question, Saw, entries
from cluetree.record import dumps_clue, dumps_json, loads_clue, loads_json
from cluetree.text.language import LANGUAGES, speaking
from cluetree.text.nodes import picture
from cluetree.text.proofs import explain_conflict
from cluetree.text.repairs import change as change_of, suspicion
from tests import brute
from tests.advice import heads, test_showing
from tests.advice.test_rivals import ALL, equals_enumeration
from tests.strategies import Dice, Told, any_event, game_with, true_event, true_log
from tests.test_holds_some import check

MOST_DEALS: Final = 200
MOST_HEADS: Final = 300


def told(seed: int) -> Told:
    """A small game and its log; in every fifth game some entries may be false."""
    dice = Dice(Random(seed).randrange)
    makers = (true_event, any_event) if seed % 5 == 0 else (true_event,)
    while True:
        game = game_with(dice, face_down=dice.one(((), (), ("Pool",))))
        log = true_log(
            dice, game, 1 + dice.count(6), lambda dice, game: dice.one(makers)(dice, game)
        )
        if len([*islice(brute.deals(game.table, log), MOST_DEALS + 1)]) <= MOST_DEALS:
            return Told(game, log)


def agrees(one: Told, rng: Random) -> None:
    table, log = one.table, one.events
    deals = [*brute.deals(table, log)]
    beliefs = count(Evidence.gather(one))
    for place in table.places:
        for card in table.edition.cards:
            assert beliefs.count(place, card) == sum(deal.get(card) == place for deal in deals)
    check(table, log, rng)
    grows_alike(table, log)
    is_written(table, log)
    is_repaired(table, log)
    is_followed(table, log)
    if 0 < len(deals) <= MOST_HEADS:
        others_are_right(one, rng)


def grows_alike(table: Table, log: Sequence[Event]) -> None:
    """A tree that is told one event at a time is the tree of the whole log."""
    grown = SolverTree.at(table, strict=False)
    for event in log:
        grown.tell(event)
    whole = SolverTree.at(table, log, strict=False)
    assert bool(grown.clashes) is bool(whole.clashes)
    assert whole.clashes or grown.evidence().facts == whole.evidence().facts


def is_written(table: Table, log: Sequence[Event]) -> None:
    record = Record(table, tuple(log))
    assert loads_clue(dumps_clue(record)) == loads_json(dumps_json(record)) == record
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 -- of our own


def is_repaired(table: Table, log: Sequence[Event]) -> None:
    """Each repair is a possible log that can be written."""
    found = find_repairs(table, log)
    for repair in found.found if found.enough else ():
        repaired = Record(*repair.apply(table, log))
        assert count(Evidence.gather(repaired)).deals == repair.deals > 0
        assert loads_clue(dumps_clue(repaired)).events == repaired.events
        book = Notebook(table, log)
        book.repair(repair)
        assert book.record == repaired
    suspicions = find_suspicious(table, log)
    assert suspicions.complete
    record = Record(table, tuple(log))
    for language in LANGUAGES:
        with speaking(language):
            assert all(change_of(record, repair) for repair in found.found)
            assert all(suspicion(one, table) for one in suspicions.found)
            for numbers in find_conflicts(record).sets:
                assert explain_conflict(record, numbers).points
            assert picture(SolverTree.at(table, log, strict=False))


def is_followed(table: Table, log: Sequence[Event]) -> None:
    """Step by step, all that a notebook says is of the log so far."""
    book, before = Notebook(table), count(Evidence.gather(table))
    steps = [*Notebook(table, log).steps()]
    for number, (event, step) in enumerate(zip(log, steps, strict=True), start=1):
        book.tell(event)
        after = count(Evidence.gather(table, log[:number]))
        assert (book.beliefs_before, book.beliefs, step.after) == (before, after, after)
        before = after
    assert book == Notebook(table, log)
    assert book.review().complete


def others_are_right(one: Told, rng: Random) -> None:
    """What the other players know is as in the enumeration of their views."""
    table, log = one.table, one.events
    views = [heads.heads(table, log, name) for name in table.names]
    if sum(map(len, views)) > MOST_HEADS:
        return
    equals_enumeration(rivals(one, samples=ALL), table, log)
    public = heads.onlooker(table, log)
    if Suggestion not in {type(event) for event in log if "somebody" in str(event)}:
        assert count(public_evidence(one)).deals == len([*brute.deals(public.table, public.events)])
    if table.me is None or not table.me.hand:
        return
    for asker, own in zip(table.names, views, strict=True):
        seen = [{*seen_of(table.me.name, asker, head.events)} for head in own]
        assert asker == table.me.name or shown_before(table, log, asker) <= set.intersection(*seen)
    can_be_shown(one, Dice(rng.randrange))


def seen_of(name: str, by: str, events: Sequence[Event]) -> Iterator[object]:
    """Yield the cards of a player that another saw, in the view of the other."""
    for event in events:
        if isinstance(event, Suggestion) and event.by == by:
            yield from (show.card for show in event.shows if show.by == name)
        elif isinstance(event, Question | Saw):
            holder = event.player if isinstance(event, Saw) else event.to
            yield event.card if (event.by, holder) == (by, name) else None


def can_be_shown(one: Told, dice: Dice) -> None:
    table = one.table
    assert table.me is not None
    asker, mine = dice.one(table.left_of(table.me.name)), dice.one(table.me.hand)
    cards = {card.category: card for card in (*dice.guess(table.edition), mine)}
    guess = ClueGuess(*(cards[category] for category in Category))
    if table.answering is Answering.FIRST and asker != table.asked_by(table.me.name)[-1]:
        return
    right = test_showing.expected(one, asker, guess)
    for choice in card_to_show(one, asker=asker, guess=guess, samples=ALL).choices:
        given = choice.bits.value, choice.knows.value
        assert given == pytest.approx(right[choice.card], abs=1e-9)


@dataclass(frozen=True)
class Entered:
    """An entry as it was entered, with its passes; a correction has the entry that it corrects."""

    key: int
    event: Event
    corrects: int | None = None


def as_entered(log: Sequence[Entered]) -> list[Event]:
    """Return the events, with the present numbers of the corrected entries."""
    number = {one.key: at for at, one in enumerate(log, start=1)}
    return [
        replace(one.event, entry=number[one.corrects or 0], cards=())
        if isinstance(one.event, Correction)
        else one.event
        for one in log
    ]


def drawn(dice: Dice, one: Told, log: Sequence[Entered], key: int) -> Entered:
    """Return a new entry after these: often a correction of one of them."""
    olds = [old for old in log if isinstance(old.event, Suggestion)]
    if not olds or dice.coin():
        return Entered(key, any_event(dice, one.game))
    names = one.game.names
    if one.table.answering is Answering.ALL:  # where a hand may hide the pass of the viewpoint
        names = tuple(name for name in names if name != one.table.viewpoint)
    old = dice.one(olds)
    return Entered(key, Correction(dice.one(names), 1 + log.index(old)), old.key)


def without(log: Sequence[Entered], at: int) -> list[Entered]:
    """Return the log without an entry; the pass that it took back is then noted."""
    gone, left = log[at].event, [*log[:at], *log[at + 1 :]]
    for n, old in enumerate(left):
        if isinstance(gone, Correction) and old.key == log[at].corrects:
            event = old.event
            assert isinstance(event, Suggestion)
            if event.passed is not None and gone.by not in event.passed:
                left[n] = replace(old, event=replace(event, passed=(*event.passed, gone.by)))
    return left


def change(book: Notebook, dice: Dice, one: Told, log: list[Entered], key: int) -> list[Entered]:
    """Change the log of a notebook, and return the new one, or the old one if it is refused."""
    how, at = dice.one(("tell", "insert", "edit", "delete")), dice.count(len(log))
    if how == "tell":
        new = drawn(dice, one, log, key)
        log = [*log, new]
        ask = partial(book.tell, as_entered(log)[-1])
    elif how == "insert" or at == len(log):
        new = drawn(dice, one, log[:at], key)
        log = [*log[:at], new, *log[at:]]
        ask = partial(book.insert, at + 1, as_entered(log)[at])
    elif how == "edit":
        new = replace(drawn(dice, one, log[:at], key), key=log[at].key)
        rest = without(log, at)
        log = [*rest[:at], new, *rest[at:]]
        ask = partial(book.edit, at + 1, as_entered(log)[at])
    else:
        is_corrected = any(other.corrects == log[at].key for other in log)
        log, ask = ([] if is_corrected else without(log, at)), partial(book.delete, at + 1)
        if is_corrected:
            with pytest.raises(ClueError, match="first"):
                ask()
            raise InvalidEventError("")
    try:
        Notebook(one.table, as_entered(log))
    except ClueError:
        with pytest.raises(ClueError):
            ask()
        raise
    ask()
    return log


def changes_like_a_fresh_one(one: Told, dice: Dice, steps: int) -> None:
    book, log, past = Notebook(one.table), list[Entered](), list[tuple[Event, ...]]()
    for key in range(1, steps):
        before = book.events
        try:
            log = change(book, dice, one, log, key)
        except ClueError:
            assert book.events == before
            continue
        past.append(before)
        fresh = Notebook(one.table, as_entered(log))
        said = [[(type(e), {*e.claims(one.table)}) for e in each.events] for each in (book, fresh)]
        assert said[0] == said[1]
        assert book.beliefs == fresh.beliefs
        assert entries(one.table, book.events) == book.events
        is_written(one.table, book.events)
    after = [book.events]
    while past:
        assert book.undo()
        assert book.events == past.pop()
        after.append(book.events)
    assert not book.undo()
    for events in after[-2::-1]:
        assert book.redo()
        assert book.events == events


@pytest.mark.parametrize("seed", range(10))
def test_changed_log_is_a_fresh_one(seed: int) -> None:
    dice = Dice(Random(seed).randrange)
    changes_like_a_fresh_one(told(seed), dice, 20)


@pytest.mark.parametrize("seed", range(12))
def test_everything_told_equals_enumeration(seed: int) -> None:
    agrees(told(seed), Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 300, 50))
def test_everything_told_equals_enumeration_in_hundreds_of_games(first: int) -> None:
    for seed in range(first, first + 50):
        agrees(told(seed), Random(seed))
